import { describe, expect, it } from 'vitest';
import german from '../../renderer/texts/de.json' with { type: 'json' };
import { bareWordsOf, type Forbidden, sourcesOf, textsOf, violations } from './wording.js';

/** Words and forms that no text of the admin uses, with what to write instead. See spec/glossary.md. */
const FORBIDDEN: readonly Forbidden[] = [
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

describe('texts of the admin', () => {
  it('stand in expressions, where they are translated', () => {
    expect(sourcesOf('renderer').flatMap(({ file, source }) => bareWordsOf(file, source))).toEqual([]);
    const source =
      '<p title="Open" id="Open it">{t("Yes")}<code>run</code> of <b>GET</b><i aria-label="in it" label="id" /></p>';
    expect(bareWordsOf('a.tsx', source)).toEqual(['a.tsx: Open', 'a.tsx: of', 'a.tsx: in it']);
  });

  it('use the words of the glossary', () => {
    const texts = sourcesOf('renderer').flatMap(({ file, source }) => textsOf(file, source));
    expect(texts.length).toBeGreaterThan(1500);
    expect(violations(texts, FORBIDDEN)).toEqual([]);
  });

  it('have an ellipsis as one sign, which follows its word without a space, in each language', () => {
    const texts = Object.entries(german).flat();
    const wrong = /\.{3}|[\p{L}\p{N}}”“] …(?!>)/u;
    expect(texts.filter((text) => wrong.test(text))).toEqual([]);
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
    expect(violations(textsOf('sample.tsx', source), FORBIDDEN)).toHaveLength(count);
  });
});
