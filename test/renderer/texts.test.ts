/** The texts of the admin: which literals are messages, and what the build puts in their place. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { appCatalogs, appFiles, appMessages, withTextCalls } from '../../renderer/texts/app.config.js';
import { allMessages, problemsOf, sourceFiles } from '../../renderer/texts/catalog.config.js';
import { argumentsOf, expressionOf } from '../../renderer/texts/compile.config.js';
import { messagesOf } from '../../renderer/texts/messages.config.js';

const renderer = fileURLToPath(new URL('../../renderer', import.meta.url));

/** Every message of the admin, with its file. */
const admin = sourceFiles().map((file) => ({
  file,
  ...messagesOf(file, readFileSync(join(renderer, file), 'utf8')),
}));

const icuOf = (source: string) => messagesOf('sample.tsx', source).messages.map(({ icu }) => icu);

describe('messages of a source file', () => {
  it.each<[string, string, string[]]>([
    ['a string of texts', "const texts = { save: 'Save' };", ['Save']],
    [
      'a constant that ends in Texts',
      "const fileTexts = ['Open', { a: 'Close' }] as const;",
      ['Open', 'Close'],
    ],
    ['a text with a context', "const a = t('is on', 'date');", ['is on@@date']],
    ['an argument of t', "const label = t('Save'); const all = t({ a: ['B'] });", ['Save', 'B']],
    ['a value by its name', 'const texts = { by: (n: { id: string }) => `By ${n.id}` };', ['By {id}']],
    [
      'two values of one name',
      'const texts = { x: (a: X, b: X) => `${a.id} and ${b.id}, ${a.id}` };',
      ['{id} and {id2}, {id}'],
    ],
    [
      'a count',
      "const texts = { x: (n: number) => `Delete ${counted(n, 'item', 'items')}?` };",
      ['Delete {n, plural, one {# item} other {# items}}?'],
    ],
    [
      'a plural with values in its forms',
      'const texts = { x: (n: number, who: string) => plural(n, `${who} has #`, `${who} have #`) };',
      ['{count, plural, one {{who} has #} other {{who} have #}}'],
    ],
    [
      'a count in another place',
      "show(counted(all.length, 'file', 'files'));",
      ['{count, plural, one {# file} other {# files}}'],
    ],
    [
      'no count of names that are data',
      'show(counted(n, one, other)); show(plural(n, `# ${one}`, `# ${other}`));',
      [],
    ],
    ['both branches', "const texts = { x: (a: boolean) => (a ? 'Yes' : 'No') };", ['Yes', 'No']],
    ['braces and quotes', "const texts = { x: '{id} isn\\'t <b>' };", ["'{'id'}' isn''t '<'b>"]],
    ['JSX', 'const page = <p>\n  Open\n  the <b>file</b> now.\n</p>;', ['Open the', 'file', 'now.']],
    ['attributes for readers', "const x = <a title='Open' href='Open' aria-label='It' />;", ['Open', 'It']],
    ['no comparison', "const texts = { x: (a: string) => (a === 'Open' ? 'Close' : '…') };", ['Close']],
    ['no argument of other functions', "const texts = { x: (a: string[]) => a.join(' and ') };", []],
    ['no key, type or member', "const texts: T<'Abc'> = { 'Def': x['Ghi'] };", []],
    ['no code and what is not to be translated', '<><code>Run</code><p translate="no">Plinth</p></>;', []],
    ['nothing without a letter', "const texts = { a: ' · ', b: (n: number) => `${n}%` };", []],
    ['nothing elsewhere', "const state = 'Open'; import x from 'Abc';", []],
  ])('are found: %s', (_what, source, messages) => {
    expect(icuOf(source)).toEqual(messages);
  });

  it.each([
    ["n === 1 ? 'It is' : 'They are'", ['It is', 'They are']],
    ["t('Open')", ['Open']],
    ["list.map((a) => t('Open'))", ['Open']],
    ["a ? plural(n, '# is', '# are') : b", ['# is', '# are']],
    ["a === 'open' ? b : c.join('or')", []],
    ["plural(n, '# is', '# are')", []],
  ])('are told apart from texts inside of a text, which no translator can place: %s', (value, found) => {
    const { nested } = messagesOf('a.ts', `const texts = { x: (n: number) => \`\${${value}} here\` };`);
    expect(nested.map(({ text }) => text)).toEqual(found);
  });
});

const forms = (count: number, given: Record<string, (number: string) => string>) =>
  (given[`=${count}`] ?? given[count === 1 ? 'one' : 'other'])?.(String(count));

/** What the page shows of a message with these values. */
function shown(icu: string, values: Record<string, unknown> = {}): string {
  const names = Object.keys(values);
  const source = expressionOf(icu, { plural: 'forms', values: Object.fromEntries(names.map((n) => [n, n])) });
  return new Function('forms', ...names, `return ${source}`)(forms, ...Object.values(values));
}

describe('a message', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Save', {}, 'Save'],
    ['By {id}', { id: 'Ada' }, 'By Ada'],
    ['{n, plural, =0 {nothing} one {# item} other {# items of {who}}}', { n: 0, who: 'x' }, 'nothing'],
    ['{n, plural, =0 {nothing} one {# item} other {# items of {who}}}', { n: 1, who: 'x' }, '1 item'],
    [
      'Delete {n, plural, one {# item} other {# items of {who}}}?',
      { n: 7, who: 'x' },
      'Delete 7 items of x?',
    ],
    ["'{'id'}' isn''t `${x}` \\ \"a\" '<'b>", { x: 1 }, '{id} isn\'t `$1` \\ "a" <b>'],
    ["$'{'x'}' `\\n", {}, '${x} `\\n'],
    ['{x} ${x}`', { x: 'a' }, 'a $a`'],
  ])('%s becomes an expression', (icu, values, text) => {
    expect(shown(icu, values)).toBe(text);
  });

  it.each(['{n, number}', '{a, select, b {c} other {d}}', '{unclosed', '{n, plural, one {x}}'])(
    'is rejected when it cannot be shown: %s',
    (icu) => {
      expect(() => shown(icu, { n: 1, a: 'b' })).toThrow();
    },
  );

  it('names its values and counts its plurals', () => {
    const { names, plurals } = argumentsOf('{a} {n, plural, one {{b}} other {#}}');
    expect([[...names].sort(), plurals]).toEqual([['a', 'b', 'n'], 1]);
  });
});

describe('a catalog', () => {
  const catalogs = readdirSync(join(renderer, 'texts')).filter((name) => name.endsWith('.json'));

  it.each(catalogs)('has every message with its values, and no other: %s', async (name) => {
    const catalog = JSON.parse(readFileSync(join(renderer, 'texts', name), 'utf8'));
    expect(Object.fromEntries(problemsOf(await allMessages(), catalog))).toEqual({});
    expect(Object.entries(catalog).filter(([, text]) => text === '')).toEqual([]);
  });

  it('is checked for what is missing, unused, not ICU or has other values', () => {
    const messages = new Map(['a', 'b {x}', 'c', 'd'].map((icu) => [icu, 'file.ts']));
    const catalog = { a: 'A', 'b {x}': 'B {y}', c: '{', e: 'E' };
    expect(Object.fromEntries(problemsOf(messages, catalog))).toEqual({
      'b {x}': 'other values',
      c: 'not ICU',
      d: 'missing',
      e: 'unused',
    });
  });
});

const app = appFiles().map((file) => ({ file: `main/${file}`, ...appMessages(file) }));

describe('the desktop app', () => {
  it('has a text for each call that its build puts in, in each language, with the values in place', () => {
    const source =
      "import a from 'b';\nconst x = t(`Open ${base(name)} and ${1 + 1}`);\nplural(n, 'one', '# of `all`');";
    const built = withTextCalls('x.js', source);
    expect(built).toBe(
      `import { textOf as __textOf } from './texts.js'; import a from 'b';\nconst x = t(__textOf("Open {name} and {value}", { "name": base(name), "value": 1 + 1 }));\n__textOf("{count, plural, one {one} other {# of \\u0060all\\u0060}}", { "count": n });`,
    );
    expect(withTextCalls('x.js', built)).toBe(built);
    const messages = app.flatMap((file) => file.messages);
    expect(messages.length).toBeGreaterThan(100);
    for (const [tag, code] of appCatalogs()) {
      const module: { exports: Record<string, (values: object, plural: object) => string> } = { exports: {} };
      new Function('module', code)(module);
      for (const { icu, arguments: values } of messages) {
        const marks = Object.fromEntries(values.map(({ name }) => [name, `«${name}»`]));
        const text = module.exports[icu]?.(marks, (count: string) => count) ?? '';
        expect([tag, icu, text !== '', Object.values(marks).every((mark) => text.includes(mark))]).toEqual([
          ...[tag, icu, true, true],
        ]);
      }
    }
  });
});

describe('the admin and the app', () => {
  it('has whole sentences for translators, not parts of them', () => {
    expect(
      [...admin, ...app].flatMap(({ file, nested }) => nested.map(({ text }) => `${file}: ${text}`)),
    ).toEqual([]);
  });

  it('has messages that can be read back, with every value in place', () => {
    const messages = [...admin, ...app].flatMap((source) => source.messages);
    expect(messages.length).toBeGreaterThan(1500);
    for (const { icu, arguments: values } of messages)
      expect([icu, [...argumentsOf(icu).names].sort()]).toEqual([icu, values.map(({ name }) => name).sort()]);
  });
});
