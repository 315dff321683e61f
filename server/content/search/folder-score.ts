/**
 * How well an object answers a search: first how much of the search its title has, then BM25 over its texts, the title
 * counted several times. Pure.
 */
import { atOnce } from '../../async/yielder.js';
import type { SearchTerm } from '../../query/search-terms.js';
import { occurrencesOf, type Span } from '../../query/word-spans.js';

/** The usual parameters of BM25. */
const K1 = 1.2;
const B = 0.75;
/** A word of the title counts as so many of the text. */
const TITLE_WEIGHT = 4;

/** The texts of an object, and how often they have each term. */
export interface Measured {
  readonly title: number;
  readonly counts: readonly number[];
  readonly words: number;
  /** How many terms with marks are there as they were written. */
  readonly exact: number;
  /** The text with the most terms, and where they are. */
  readonly best: { readonly text: string; readonly spans: readonly Span[] };
}

/** A title is ranked by its beginning. */
const MAX_TITLE = 1000;

/** How much of a search a title has: 0 nothing, 1 some terms, 2 all. */
export function titleScore(title: string, terms: readonly SearchTerm[]): number {
  const { counts } = atOnce(occurrencesOf(title.slice(0, MAX_TITLE), terms));
  const found = counts.filter((count) => count > 0).length;
  return found === 0 ? 0 : found < terms.length ? 1 : 2;
}

/** May pause wherever it yields. */
export function* measured(
  title: string,
  texts: readonly string[],
  terms: readonly SearchTerm[],
): Generator<void, Measured> {
  const counts = terms.map(() => 0);
  const exact = terms.map(() => false);
  let words = 0;
  let best: Measured['best'] = { text: '', spans: [] };
  let most = 0;
  for (const text of texts) {
    const found = yield* occurrencesOf(text, terms);
    const weight = text === title ? TITLE_WEIGHT : 1;
    words += found.words;
    for (const [at, count] of found.counts.entries()) counts[at] = (counts[at] ?? 0) + weight * count;
    for (const [at, isExact] of found.exact.entries()) exact[at] ||= isExact;
    const held = found.counts.filter((count) => count > 0).length;
    // The title is shown anyway.
    if (text !== title && held > most) {
      most = held;
      best = { text, spans: found.spans.flat().sort((a, b) => a[0] - b[0]) };
    }
  }
  return { title: titleScore(title, terms), counts, words, exact: exact.filter(Boolean).length, best };
}

/** Rare terms count more. `frequency`: how many of all objects have each term. */
export function bm25(
  { counts, words }: Measured,
  { average, weights }: { average: number; weights: readonly number[] },
): number {
  const length = 1 - B + B * (words / Math.max(1, average));
  return counts.reduce(
    (sum, count, at) => sum + ((weights[at] ?? 0) * count * (K1 + 1)) / (count + K1 * length),
    0,
  );
}

/** The weight of a term that so many of all objects have. */
export const rarity = (found: number, all: number): number =>
  Math.log(1 + (all - found + 0.5) / (found + 0.5));

/** Characters of an excerpt, and before its first hit. */
const EXCERPT = 240;
const BEFORE = 60;

/** A part of a text around its first hit, and where the hits are in it. */
export function excerptOf({ text, spans }: Measured['best']): { text: string; hits: Span[] } {
  const first = spans[0]?.[0] ?? 0;
  const from = text.length <= EXCERPT ? 0 : startOfWord(text, Math.max(0, first - BEFORE));
  const until = endOfCharacter(text, Math.min(text.length, from + EXCERPT));
  const [head, tail] = [from > 0 ? '…' : '', until < text.length ? '…' : ''];
  const hits = spans
    .filter(([start, end]) => start >= from && end <= until)
    .map(([start, end]): Span => [start - from + head.length, end - from + head.length]);
  return { text: head + text.slice(from, until) + tail, hits };
}

/** Not inside a word, where there is a space nearby. */
function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return at === 0 || space < 0 || space - at > 30 ? endOfCharacter(text, at) : space + 1;
}

/** Not between the two halves of a character. */
const endOfCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
};
