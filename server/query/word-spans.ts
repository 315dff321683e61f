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

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const units = unitsOf(text);
  eachWord(units, text.length, (start, end) => {
    words.push({ folded: searchFold(text.slice(start, end)), start, end });
  });
  return words;
}

/** Finds terms word by word: the words of a phrase follow each other. */
export function occurrencesOf(text: string, terms: readonly SearchTerm[]): Occurrences {
  const words = wordsOf(text);
  const spans = terms.map(({ words: wanted, prefix }) => {
    const found: Span[] = [];
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      const fits = wanted.every((one, place) => {
        const { folded = '' } = words[at + place] ?? {};
        return prefix && place === wanted.length - 1 ? folded.startsWith(one) : folded === one;
      });
      const [first, last] = [words[at], words[at + wanted.length - 1]];
      if (fits && first && last) found.push([first.start, last.end]);
    }
    return found;
  });
  const exact = terms.map(({ exact: asWritten }, at) =>
    asWritten === undefined
      ? false
      : (spans[at] ?? []).some(([start, end]) => fold(text.slice(start, end)).startsWith(asWritten)),
  );
  return { words: words.length, exact, spans };
}
