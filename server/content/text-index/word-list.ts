/** Words side by side in memory, without a string for each. */
import { errorsAllowed, errorsBetween } from '../../query/similar.js';
import { unitsOf } from '../../query/words.js';

export interface WordList {
  /** Where each word's characters begin; the next one's beginning is its end. */
  readonly starts: Uint32Array;
  readonly characters: Uint16Array;
  readonly size: number;
}

export interface SimilarWord {
  readonly word: string;
  readonly errors: number;
}

/** The UTF-16 units of a word. */
export const unitsAt = ({ starts, characters }: WordList, word: number): Uint16Array =>
  characters.subarray(starts[word] ?? 0, starts[word + 1] ?? 0);

/** Below 0 where a word comes before others in the order of UTF-16 units, 0 where it is the same; only its first `most` units count. */
export function orderOf(list: WordList, word: number, units: Uint16Array, most = Number.MAX_VALUE): number {
  const from = list.starts[word] ?? 0;
  const length = Math.min((list.starts[word + 1] ?? 0) - from, most);
  const shorter = Math.min(length, units.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = (list.characters[from + at] ?? 0) - (units[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - units.length;
}

/** In a sorted list the first word that does not come before others. */
export function firstNotBefore(list: WordList, units: Uint16Array, most?: number): number {
  let low = 0;
  let high = list.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (orderOf(list, middle, units, most) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which letters there are, as bits; several share one. */
function lettersIn(units: Uint16Array, from: number, end: number): number {
  let letters = 0;
  for (let at = from; at < end; at += 1) letters |= 1 << ((units[at] ?? 0) & 31);
  return letters;
}

function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The words that another one may be with typing errors. Yields undefined now and then. */
export function* similarIn(
  { starts, characters, size }: WordList,
  typed: string,
  prefix: boolean,
): Generator<SimilarWord | undefined> {
  const most = errorsAllowed(typed.length);
  const wanted = lettersIn(unitsOf(typed), 0, typed.length);
  for (let number = 0; number < size && most > 0; number += 1) {
    if ((number & 511) === 0) yield undefined;
    const [from, end] = [starts[number] ?? 0, starts[number + 1] ?? 0];
    const length = end - from;
    if (length < typed.length - most || (!prefix && length > typed.length + most)) continue;
    // Most words lack more letters than there may be errors.
    if (countOf(wanted & ~lettersIn(characters, from, end)) > most) continue;
    const word = String.fromCharCode(...characters.subarray(from, end));
    const errors = errorsBetween(typed, word, most, prefix);
    if (errors <= most) yield { word, errors };
  }
}
