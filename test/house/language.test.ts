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
  { form: /\brefused\b/i, instead: '“rejected”' },
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

/**
 * What is not clean yet: how many uses a folder still has, of texts, comments and names. These counts only fall, and a
 * folder without any is taken out.
 */
const LEFT: Readonly<Record<'texts' | 'comments' | 'names', Readonly<Record<string, number>>>> = {
  texts: { 'server/files': 1, 'server/properties': 1, 'server/routes': 3 },
  comments: {
    'renderer/api': 1,
    'renderer/draft': 1,
    'renderer/fields': 13,
    'renderer/form': 1,
    'renderer/lists': 3,
    'renderer/pages': 21,
    'server/async': 1,
    'server/properties': 6,
  },
  names: { 'renderer/draft': 1 },
};

/** The folder a use is counted for: `renderer/ui`, `server/content`, or `server` for its own files. */
const folderOf = (violation: string) =>
  violation.split(':')[0]?.split('/').slice(0, -1).slice(0, 2).join('/') ?? '';

const sources = sourcesOf('server', 'main', 'renderer');

function countsOver(limits: Readonly<Record<string, number>>, found: readonly string[]): string[] {
  return [...new Set(found.map(folderOf))].flatMap((folder) => {
    const list = found.filter((violation) => folderOf(violation) === folder);
    return list.length > (limits[folder] ?? 0) ? [`${folder}: ${list.length}`, ...list] : [];
  });
}

const read = (of: (file: string, source: string) => Text[], tops: RegExp) =>
  sources.filter(({ file }) => tops.test(file)).flatMap(({ file, source }) => of(file, source));

describe('the language of the code', () => {
  it.each([
    ['texts', TEXTS, read(textsOf, /^(?:server|main)\//), 1500],
    ['comments', COMMENTS, read(commentsOf, /./), 5000],
    ['names', NAMES, read(namesOf, /./), 10_000],
  ] as const)('keeps forbidden words out of %s', (kind, forbidden, texts, least) => {
    expect(texts.length).toBeGreaterThan(least);
    expect(countsOver(LEFT[kind], violations(texts, forbidden))).toEqual([]);
  });

  it('finds them in comments and names of each form', () => {
    const source =
      '/** Whoever calls. */ const saidOf = (nobody: A) => 1; // told of it\nclass B { everybody = 1 }';
    expect(violations(commentsOf('a.ts', source), COMMENTS)).toHaveLength(2);
    expect(violations(namesOf('a.ts', source), NAMES)).toHaveLength(3);
    expect(violations(textsOf('a.ts', "throw new Error('It is no id')"), TEXTS)).toHaveLength(1);
  });
});
