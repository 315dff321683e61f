import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Words and forms that no text of the admin uses, with what to write instead. See the glossary in CONTRIBUTING. */
const FORBIDDEN: readonly { form: RegExp; instead: string }[] = [
  { form: /\b(?:nobody|no one)\b/i, instead: '“No users”, “not used by any …”' },
  { form: /\b(?:whoever|whatever)\b/i, instead: '“anyone who”, or name the subject' },
  { form: /\b(?:somebody|anybody|everybody)\b/i, instead: '“someone”, “anyone”, “everyone”' },
  { form: /\bmeanwhile\b/i, instead: '“changed elsewhere”' },
  { form: /\b(?:lately|anew)\b/i, instead: '“recently”, “again”' },
  { form: /\bsaid of\b/i, instead: '“about”' },
  { form: /(?<!\bthere )\b(?:is|are) no (?!longer\b)/i, instead: '“is not a”, “no …”' },
  { form: /\bof (?:its|their) own\b/i, instead: 'say what is different' },
  { form: /\bprograms?\b/i, instead: '“app”, “connected app”, “script”' },
  { form: /\blets? .+ in\b/i, instead: '“authorize”' },
  { form: /\b(?:your yes|say yes|said yes)\b/i, instead: '“approve”, “approval”' },
  { form: /\baccept(?:s|ed)? (?:it|them|code|this (?:automation|user|key|app))\b/i, instead: '“approve”' },
  { form: /\bredirect address/i, instead: '“redirect URI”' },
  { form: /\bfingerprint\b/i, instead: '“hash”' },
  { form: /\bstart page\b/i, instead: '“home”' },
  { form: /\bfor good\b/i, instead: '“permanently”' },
  { form: /\bleft out\b/i, instead: '“skipped”, “omitted”' },
  { form: /\brefused\b/i, instead: '“rejected”' },
  { form: /\bmend(?:s|ed)?\b/, instead: '“fix”, “repair”' },
  { form: /\b(?:is|are) back\b/i, instead: '“restored”' },
  { form: /\b(?:take|taking|taken) back\b/i, instead: '“roll back”, “undo”' },
  { form: /\b(?:picture|pictures)\b/i, instead: '“image”' },
  { form: /\b(?:colour|colours|behaviour)\b/i, instead: '“color”, “behavior” (American spelling)' },
  { form: /\be-mail\b/i, instead: '“email”' },
  { form: /\bweb request\b/i, instead: '“webhook”' },
  { form: /\bbuilt in$/i, instead: '“Built-in”' },
  { form: /\bopens? nothing\b/i, instead: '“disabled”' },
];

/** Values of these properties find things by the words users may type; they are not shown. */
const NOT_SHOWN = new Set(['words', 'keywords']);

interface Text {
  file: string;
  line: number;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const name = (key: unknown): string => (isNode(key) && typeof key.name === 'string' ? key.name : '');

/** A sentence, a capitalised word, or anything between JSX tags; other strings are identifiers, paths or styles. */
const isShown = (text: string, inJsx: boolean): boolean =>
  inJsx || /\p{L}[,;:.…”]* +[\p{L}“$]/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);

/** What a string, a template or JSX says, with … for each value put into a template; undefined for other nodes. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' && typeof node.value === 'string')
    return node.value.replace(/\s+/g, ' ').trim();
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined;
  return node.quasis
    .map(({ value }: { value: { cooked: string | null; raw: string } }) => value.cooked ?? value.raw)
    .join('…');
}

/** The texts of one file, in order: comments, imports and types are none. */
function textsOf(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const texts: Text[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value)) return;
    if (/^(?:Import|ExportAll|TSLiteralType)/.test(value.type)) return;
    if (value.type === 'Property' && NOT_SHOWN.has(name(value.key))) return;
    const text = textOf(value);
    if (text !== undefined && text !== '' && isShown(text, value.type === 'JSXText'))
      texts.push({ file, line: source.slice(0, value.start).split('\n').length, text });
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child);
  };
  visit(program);
  return texts;
}

const violations = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ file, line, text }) =>
    FORBIDDEN.filter(({ form }) => form.test(text)).map(
      ({ form, instead }) => `${file}:${line}: “${text}” has “${form.exec(text)?.[0]}”; write ${instead}`,
    ),
  );

const files = readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

describe('texts of the admin', () => {
  it('use the words of the glossary', () => {
    const texts = files.flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));
    expect(texts.length).toBeGreaterThan(1500);
    expect(violations(texts)).toEqual([]);
  });

  it.each([
    ['a string', "const texts = { empty: 'Nobody is here' };", 1],
    ['a template', `const gone = (name: string) => \`\${name} is back.\`;`, 1],
    [
      'a part of a template',
      `const many = (n: number) => \`\${n === 1 ? 'One row' : 'Some rows'} left out\`;`,
      1,
    ],
    ['JSX', 'const page = <p>Whoever\n can   read it</p>;', 1],
    ['an attribute', 'const page = <button aria-label="Delete for good" />;', 1],
    ['no comment', '/** Whoever calls this. */ // nobody\nconst one = 1;', 0],
    ['no import and no type', "import x from './nobody here'; type A = 'said of it';", 0],
    ['no identifier', "const state = { refused: 'refused', picture: x['meanwhile'] };", 0],
    ['no words to find things by', "const kind = { label: 'Image', words: 'photo picture' };", 0],
    ['no other form', "const text = 'The key is no longer valid. Programme notes';", 0],
  ])('are found in %s', (_where, source, count) => {
    expect(violations(textsOf('sample.tsx', source))).toHaveLength(count);
  });
});
