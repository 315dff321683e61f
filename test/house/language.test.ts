/**
 * The words of comments, declared names, test titles and documents, and of the texts of the server and the desktop app.
 */
import { describe, expect, it } from 'vitest';
import {
  commentsOf,
  type Forbidden,
  namesOf,
  pagesOf,
  proseOf,
  sourcesOf,
  type Text,
  textsOf,
  titlesOf,
  violations,
} from './wording.js';

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

const PROSE: readonly Forbidden[] = [
  ...PERSONS,
  { form: /\bfor good\b/i, instead: '“permanently”' },
  { form: /\btells? of\b/i, instead: '“reports”, “notifies of”' },
  { form: /\bmend(?:s|ed|ing)?\b/i, instead: '“repair”, “fix”' },
  { form: /\bblot(?:s|ted|ting)?\b/i, instead: '“redact”' },
  { form: /\brefus(?:es?|ed|als?)\b(?! the connection)/i, instead: '“reject”' },
  { form: /\bpictures?\b/i, instead: '“image”' },
  { form: /\bvisitors?\b/i, instead: '“client”, “anonymous caller”' },
  { form: /\b(?:called|calls) off\b/i, instead: '“canceled”' },
  { form: /\b(?:is|are|was|were) cut off\b/i, instead: '“interrupted”' },
  { form: /\blets? (?:in|\S+(?: \S+)? in)\b/i, instead: '“authorize”, “accept”' },
  { form: /\be-mail\b/i, instead: '“email”' },
  { form: /\b(?:colou?rs|colour|behaviour|licences?)\b(?<!colors)/i, instead: 'American spelling' },
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
const tests = sourcesOf('test');
/** The words of the glossary that are not used, the last column of its table. */
const NOT_COLUMN = /^(\|[^|\n]*\|[^|\n]*)\|[^|\n]*\|$/gm;
const pages = pagesOf(
  ['server', 'resources'],
  ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'test/README.md'],
).map(({ file, source }) => ({
  file,
  source: file === 'server/spec/glossary.md' ? source.replace(NOT_COLUMN, '$1|') : source,
}));

const read = (of: (file: string, source: string) => Text[], tops: RegExp) =>
  sources.filter(({ file }) => tops.test(file)).flatMap(({ file, source }) => of(file, source));

describe('the language of the code', () => {
  it.each([
    ['texts', TEXTS, read(textsOf, /^(?:server|main)\//), 1500],
    ['comments', COMMENTS, read(commentsOf, /./), 5000],
    ['names', NAMES, read(namesOf, /./), 10_000],
    ['test titles', PROSE, tests.flatMap(({ file, source }) => titlesOf(file, source)), 2500],
    ['documents', PROSE, pages.flatMap(({ file, source }) => proseOf(file, source)), 2000],
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

  it.each([
    ["it('asks nobody', () => {});", 1],
    ["test.describe('for good', () => { it.each([1])(`is told of %s`, () => {}); });", 2],
    ["expect(it).toBe('nobody'); call('for good');", 0],
  ])('finds them in the titles of %j', (source, count) => {
    expect(violations(titlesOf('a.test.ts', source), PROSE)).toHaveLength(count);
  });

  it('finds them in a document, and not in its code and its links', () => {
    const page =
      'Asks nobody.\n\n```js\n// nobody\n```\n\nSee `nobody` and [a page](nobody.md).\nOr\nanew.\n';
    expect(violations(proseOf('a.md', page), PROSE).map((line) => line.slice(0, 7))).toEqual([
      'a.md:1:',
      'a.md:9:',
    ]);
  });
});
