/** Where the words of a search occur in a text (spec/queries.md#search). Pure. */
import { fold, searchFold } from './fold.js';
import type { SearchTerm } from './search-terms.js';
import { eachWord, unitsOf } from './words.js';

/** Where a word of a text begins and ends, in UTF-16 code units. */
export type Span = readonly [start: number, end: number];

/** The occurrences of a term in a text, and how many words the text has. */
export interface Occurrences {
  readonly words: number;
  /** Which terms occur exactly as they were written. */
  readonly exact: readonly boolean[];
  /** By term, in their order. */
  readonly spans: readonly (readonly Span[])[];
}

interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** So many characters, or words, are looked at without a pause: a text may have 20 MB. */
const PART = 100_000;

/** The words of a text, part by part. */
function* wordsOf(text: string): Generator<void, Word[]> {
  const words: Word[] = [];
  for (let from = 0; from < text.length; ) {
    const space = text.length - from > PART ? text.indexOf(' ', from + PART) : -1;
    const to = space < 0 ? text.length : space;
    const part = text.slice(from, to);
    const before = from;
    eachWord(unitsOf(part), part.length, (start, end) => {
      words.push({
        folded: searchFold(part.slice(start, end)),
        start: before + start,
        end: before + end,
      });
    });
    from = to;
    yield;
  }
  return words;
}

/** Where a term occurs: the words of a phrase follow each other. */
function* spansOf(words: readonly Word[], { words: wanted, prefix }: SearchTerm): Generator<void, Span[]> {
  const found: Span[] = [];
  for (let at = 0; at + wanted.length <= words.length; at += 1) {
    if (at % PART === PART - 1) yield;
    const fits = wanted.every((one, place) => {
      const { folded = '' } = words[at + place] ?? {};
      return prefix && place === wanted.length - 1 ? folded.startsWith(one) : folded === one;
    });
    const [first, last] = [words[at], words[at + wanted.length - 1]];
    if (fits && first && last) found.push([first.start, last.end]);
  }
  return found;
}

/** Finds terms word by word; may pause wherever it yields. */
export function* occurrencesOf(text: string, terms: readonly SearchTerm[]): Generator<void, Occurrences> {
  const words = yield* wordsOf(text);
  const spans: Span[][] = [];
  for (const term of terms) spans.push(yield* spansOf(words, term));
  const exact = terms.map(({ exact: asWritten }, at) =>
    asWritten === undefined
      ? false
      : (spans[at] ?? []).some(([start, end]) => fold(text.slice(start, end)).startsWith(asWritten)),
  );
  return { words: words.length, exact, spans };
}
