/** The texts of the admin: which literals are messages, and what the build puts in their place. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { textOf } from '../../renderer/text-of.js';
import { allMessages, problemsOf, sourcesOf } from '../../renderer/texts/catalog.config.js';
import { catalogOf, type Language, languages } from '../../renderer/texts/languages.config.js';
import { messagesOf, withCalls } from '../../renderer/texts/messages.config.js';

const renderer = fileURLToPath(new URL('../../renderer', import.meta.url));

const all = [...sourcesOf('renderer'), ...sourcesOf('main')];

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
    ['JSX', "const page = <p title={t('Title')}>{t('Open')} <b>{x}</b></p>;", ['Title', 'Open']],
    ['no comparison', "const texts = { x: (a: string) => (a === 'Open' ? 'Close' : '…') };", ['Close']],
    ['no argument of other functions', "const texts = { x: (a: string[]) => a.join(' and ') };", []],
    ['no key, type or member', "const texts: T<'Abc'> = { 'Def': x['Ghi'] };", []],
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

/** What the English page shows of a message. */
function shown(icu: string, values?: Record<string, unknown>): string {
  globalThis.plinthTexts = catalogOf(languages()[0] as Language, [icu]);
  return textOf(0, values);
}

describe('a message', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Save', {}, 'Save'],
    ['is on@@date', {}, 'is on'],
    ['By {id}', { id: 'Ada' }, 'By Ada'],
    ['{a}, {b}, {c}', { a: 0, b: ['x', 'y'], c: true }, '0, x,y, true'],
    ['{n, plural, =0 {nothing} one {# item} other {# items of {who}}}', { n: 0, who: 'x' }, 'nothing'],
    ['{n, plural, =0 {nothing} one {# item} other {# items of {who}}}', { n: 1, who: 'x' }, '1 item'],
    [
      'Delete {n, plural, one {# item} other {# items of {who}}}?',
      { n: 7000, who: 'x' },
      'Delete 7,000 items of x?',
    ],
    ["'{'id'}' isn''t `${x}` \\ \"a\" '<'b>", { x: 1 }, '{id} isn\'t `$1` \\ "a" <b>'],
    ["$'{'x'}' `\\n", {}, '${x} `\\n'],
    ['{x} ${x}`', { x: '\\u0041 $&' }, '\\u0041 $& $\\u0041 $&`'],
    ['Toggle@@turn on or off', {}, 'Toggle'],
  ])('%s is shown with its values', (icu, values, text) => {
    expect(shown(icu, values)).toBe(text);
  });

  it.each(['{unclosed', '{n, plural, one {x}}'])('is rejected when it cannot be shown: %s', (icu) => {
    expect(() => shown(icu, { n: 1 })).toThrow();
  });
});

describe('the language for tests', () => {
  it('has no plain letter but in values', () => {
    vi.stubEnv('PLINTH_PSEUDO_LOCALE', '1');
    const pseudo = languages().find(({ tag }) => tag === 'en-XA') as Language;
    globalThis.plinthTexts = catalogOf(pseudo, [
      'Save',
      '{n, plural, one {# item} other {# items}} of {who}@@b',
    ]);
    expect([textOf(0), textOf(1, { n: 2, who: 'me' })]).toEqual(['⟦Sàṽè ~⟧', '⟦2 ìŧèɱš òƒ me ~~~~~~~⟧']);
  });
});

describe('a catalog', () => {
  const catalogs = readdirSync(join(renderer, 'texts')).filter((name) => name.endsWith('.json'));

  it.each(catalogs)(
    'has every message with its values, and no other (npm run texts adds them): %s',
    async (name) => {
      const catalog = JSON.parse(readFileSync(join(renderer, 'texts', name), 'utf8'));
      expect(Object.fromEntries(problemsOf(await allMessages(), catalog))).toEqual({});
      expect(Object.entries(catalog).filter(([, text]) => text === '')).toEqual([]);
    },
  );

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

describe('a built source', () => {
  const source =
    "import a from 'b';\nconst x = t(`Open ${base(name)} and ${1 + 1}`);\nplural(n, 'one', '# of `all`');";
  const built = (code: string) =>
    withCalls(code, messagesOf('x.tsx', code).messages, ({ icu }) => JSON.stringify(icu)).toString();

  it('has a call for each text, with its values, and stays as it is when it is built again', () => {
    const code = `import a from 'b';\nconst x = t(/*#__PURE__*/__textOf("Open {name} and {value}", { "name": base(name), "value": 1 + 1 }));\n/*#__PURE__*/__textOf("{count, plural, one {one} other {# of \`all\`}}", { "count": n });`;
    expect(built(source)).toBe(code);
    expect(built(code)).toBe(code);
  });
});

describe('the admin and the app', () => {
  it('has whole sentences for translators, not parts of them', () => {
    expect(all.flatMap(([file, { nested }]) => nested.map(({ text }) => `${file}: ${text}`))).toEqual([]);
  });

  it('shows every value of every message in every language', () => {
    const messages = all.flatMap(([, source]) => source.messages);
    expect(messages.length).toBeGreaterThan(1500);
    for (const language of languages()) {
      globalThis.plinthTexts = catalogOf(
        language,
        messages.map(({ icu }) => icu),
      );
      messages.forEach(({ icu, arguments: values }, at) => {
        const marks = values.map(({ name }, n): [string, string | number] => [
          name,
          new RegExp(`\\{${name}, plural`).test(icu) ? 100 + n : `«${name}»`,
        ]);
        const text = textOf(at, Object.fromEntries(marks));
        const missing = marks.filter(([, mark]) => !text.includes(String(mark)));
        expect([language.tag, icu, text === '', missing]).toEqual([language.tag, icu, false, []]);
      });
    }
  });
});
