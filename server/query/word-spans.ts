/** Where the words of a search occur in a text (spec/queries.md#search). Pure. */
import { fold, searchFold } from './fold.js';
import type { SearchTerm } from './search-terms.js';
import { eachWord, unitsOf } from './words.js';

/** Where a word of a text begins and ends, in UTF-16 code units. */
export type Span = readonly [start: number, end: number];

/** The occurrences of terms in a text, and how many words the text has. */
export interface Occurrences {
  readonly words: number;
  /** Which terms occur exactly as they were written. */
  readonly exact: readonly boolean[];
  /** How often each term occurs, in their order. */
  readonly counts: readonly number[];
  /** The first ones of each term. */
  readonly spans: readonly (readonly Span[])[];
}

interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** So many characters are looked at without a pause: a text may have 20 MB. */
const PART = 100_000;
/** More than an excerpt can show. */
const MAX_SPANS = 240;

/** Finds terms word by word; the words of a phrase follow each other. May pause wherever it yields. */
export function* occurrencesOf(text: string, terms: readonly SearchTerm[]): Generator<void, Occurrences> {
  const counts = terms.map(() => 0);
  const exact = terms.map(() => false);
  const spans: Span[][] = terms.map(() => []);
  const longest = Math.max(0, ...terms.map(({ words }) => words.length));
  /** The last words, as many as the longest phrase has: a text may have millions. */
  const last: Word[] = [];
  let words = 0;
  const take = (word: Word) => {
    words += 1;
    last.push(word);
    if (last.length > longest) last.shift();
    for (const [at, term] of terms.entries()) {
      const start = startOf(term, last);
      if (start === undefined) continue;
      counts[at] = (counts[at] ?? 0) + 1;
      const found = spans[at];
      if (found && found.length < MAX_SPANS) found.push([start, word.end]);
      const { exact: asWritten } = term;
      exact[at] ||= asWritten !== undefined && fold(text.slice(start, word.end)).startsWith(asWritten);
    }
  };
  for (let from = 0; from < text.length; ) {
    const space = text.length - from > PART ? text.indexOf(' ', from + PART) : -1;
    const to = space < 0 ? text.length : space;
    const part = text.slice(from, to);
    const before = from;
    eachWord(unitsOf(part), part.length, (start, end) => {
      take({ folded: searchFold(part.slice(start, end)), start: before + start, end: before + end });
    });
    from = to;
    yield;
  }
  return { words, exact, counts, spans };
}

/** Where a term begins that ends with the last of these words; undefined where it does not. */
function startOf({ words: wanted, prefix }: SearchTerm, last: readonly Word[]): number | undefined {
  const first = last.length - wanted.length;
  for (const [place, one] of wanted.entries()) {
    const { folded = '' } = last[first + place] ?? {};
    const fits = prefix && place === wanted.length - 1 ? folded.startsWith(one) : folded === one;
    if (!fits) return undefined;
  }
  return last[first]?.start;
}
