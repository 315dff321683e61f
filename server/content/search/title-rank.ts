/** How well a title answers a search as it is typed. Pure. */
import { searchFold } from '../../query/fold.js';
import { eachWord, unitsOf } from '../../query/words.js';

/** The words of a text as they are compared. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  const folded = searchFold(text);
  eachWord(unitsOf(folded), folded.length, (start, end) => words.push(folded.slice(start, end)));
  return words;
}

/** 0 is it, 1 begins with it, 2 has all words in it; undefined: not at all. The last word may be the beginning of one. */
export function rankOf(words: readonly string[], terms: readonly string[]): number | undefined {
  const last = terms.length - 1;
  const fits = (word: string, one: string, at: number) => (at === last ? word.startsWith(one) : word === one);
  if (!terms.every((one, at) => words.some((word) => fits(word, one, at)))) return undefined;
  if (!terms.every((one, at) => fits(words[at] ?? '', one, at))) return 2;
  return words.length === terms.length && words[last] === terms[last] ? 0 : 1;
}
