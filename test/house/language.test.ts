/** The words of comments, of declared names, and of the texts of the server and the desktop app. */
import { describe, expect, it } from 'vitest';
import { commentsOf, type Forbidden, namesOf, sourcesOf, type Text, textsOf, violations } from './wording.js';

const PERSONS: readonly Forbidden[] = [
  { form: /\b(?:nobody|no one)\b/i, instead: '“no user”, “none”' },
  { form: /\bwhoever\b/i, instead: '“anyone who”, or name the caller' },
  { form: /\b(?:somebody|anybody|everybody)\b/i, instead: '“a user”, “another process”, “everyone”' },
  { form: /\b(?:anew|lately|of late)\b/i, instead: '“again”, “recently”' },
  { form: /\b(?:said|told) of\b/i, instead: '“about”, “notified of”' },
];

const TEXTS: readonly Forbidden[] = [
  ...PERSONS,
  { form: /(?<!\bthere )\b(?:is|are) no (?!longer\b)/i, instead: '“is not a”' },
  { form: /\blets? .+ in\b/i, instead: '“authorize”' },
  { form: /\bfor good\b/i, instead: '“permanently”' },
  { form: /\bleft out\b/i, instead: '“skipped”, “omitted”' },
  { form: /\brefused\b(?! the connection)/i, instead: '“rejected”' },
  { form: /\bmend(?:s|ed)?\b/i, instead: '“repair”' },
  { form: /\be-mail\b/i, instead: '“email”' },
  { form: /\b(?:colou?rs|colour|behaviour|licences?)\b(?<!colors)/i, instead: 'American spelling' },
];

const COMMENTS: readonly Forbidden[] = [
  ...PERSONS,
  { form: /\bin one breath\b|\blets? go of\b|\bcomes? to life\b/i, instead: 'what the code does' },
];

const NAMES: readonly Forbidden[] = [
  {
    form: /^(?:nobody|whoever|somebody|everybody|anew|lately)$|(?:Nobody|Whoever|Somebody|Everybody)/,
    instead: 'the role',
  },
  { form: /[sS]aidOf|[sS]tillSaid|[tT]oldOf/, instead: '“messages”, “notified”' },
  { form: /[hH]andedOut|[hH]ttpDoor|[sS]helf|AskedWords/, instead: 'the term of the glossary' },
];

const sources = sourcesOf('server', 'main', 'renderer');

const read = (of: (file: string, source: string) => Text[], tops: RegExp) =>
  sources.filter(({ file }) => tops.test(file)).flatMap(({ file, source }) => of(file, source));

describe('the language of the code', () => {
  it.each([
    ['texts', TEXTS, read(textsOf, /^(?:server|main)\//), 1500],
    ['comments', COMMENTS, read(commentsOf, /./), 5000],
    ['names', NAMES, read(namesOf, /./), 10_000],
  ] as const)('keeps forbidden words out of %s', (_kind, forbidden, texts, least) => {
    expect(texts.length).toBeGreaterThan(least);
    expect(violations(texts, forbidden)).toEqual([]);
  });

  it('finds them in comments and names of each form', () => {
    const source =
      '/** Whoever calls. */ const saidOf = (nobody: A) => 1; // told of it\nclass B { everybody = 1 }';
    expect(violations(commentsOf('a.ts', source), COMMENTS)).toHaveLength(2);
    expect(violations(namesOf('a.ts', source), NAMES)).toHaveLength(3);
    expect(violations(textsOf('a.ts', "throw new Error('It is no id')"), TEXTS)).toHaveLength(1);
  });
});
