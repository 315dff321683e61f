/** Which rows of an index have words in their titles and ids. */
import { placesInOrder } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { errorsAllowed, errorsBetween } from '../../query/similar.js';
import type { Row } from '../../store/types/catalogue.js';
import { RowColumn } from './row-column.js';
import type { RowNumbers } from './row-numbers.js';
import { wordsIn } from './title-rank.js';

/** Words that are looked at one by one, until they are sorted. */
const MAX_UNSORTED = 1000;
/** So many words that begin alike are looked for: one letter begins most of them. */
const MAX_WORDS = 2000;
/** Similar words that are taken for a misspelled one, the most similar first. */
const MAX_SIMILAR = 8;

export class RowTitles extends RowColumn {
  readonly #title: (row: Row) => string;
  readonly #numbersOf = new Map<string, number[]>();
  /** The words as they came, and the places of the first of them in alphabetical order. */
  #words: string[] = [];
  #order = new Uint32Array(0);

  constructor(title: (row: Row) => string) {
    super();
    this.#title = title;
  }

  /** Brings it up to date; false when too many rows or words are new. */
  override isReady(numbers: RowNumbers): boolean {
    return super.isReady(numbers) && this.#words.length - this.#order.length <= MAX_UNSORTED;
  }

  /** Reads all new rows and sorts their words, in slices. */
  override async make(numbers: RowNumbers): Promise<void> {
    await super.make(numbers);
    const words = this.#words;
    if (words.length - this.#order.length <= MAX_UNSORTED) return;
    const order = await placesInOrder(words.length, (a, b) => {
      const [one, other] = [words[a] ?? '', words[b] ?? ''];
      return one < other ? -1 : Number(one > other);
    });
    if (words === this.#words) this.#order = order;
  }

  /** The words that are one, or with `prefix` begin with it: the first of very many. */
  words(word: string, prefix: boolean): string[] {
    if (!prefix) return this.#numbersOf.has(word) ? [word] : [];
    const at = (place: number) => this.#words[this.#order[place] ?? 0] ?? '';
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(middle) < word) low = middle + 1;
      else high = middle;
    }
    const found = this.#words.slice(this.#order.length).filter((one) => one.startsWith(word));
    for (; low < this.#order.length && found.length < MAX_WORDS && at(low).startsWith(word); low += 1) {
      found.push(at(low));
    }
    return found;
  }

  /** The words that one may be with typing errors, or with `prefix` the beginning of, each with the number of errors. */
  async similar(word: string, prefix: boolean): Promise<{ word: string; errors: number }[]> {
    const most = errorsAllowed(word.length);
    if (most === 0) return [];
    const found: { word: string; errors: number }[] = [];
    const yielder = new Yielder();
    for (const one of this.#words) {
      const errors = errorsBetween(word, one, most, prefix);
      if (errors <= most) found.push({ word: one, errors });
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return found
      .sort((a, b) => a.errors - b.errors || this.#count(b.word) - this.#count(a.word))
      .slice(0, MAX_SIMILAR);
  }

  /** The numbers of the rows with any of the words, ascending. */
  numbers(words: readonly string[]): Uint32Array {
    const [only] = words;
    if (words.length === 1 && only !== undefined) return Uint32Array.from(this.#numbersOf.get(only) ?? []);
    const found = new Set(words.flatMap((word) => this.#numbersOf.get(word) ?? []));
    return Uint32Array.from(found).sort();
  }

  #count(word: string): number {
    return this.#numbersOf.get(word)?.length ?? 0;
  }

  protected clear(): void {
    this.#numbersOf.clear();
    [this.#words, this.#order] = [[], new Uint32Array(0)];
  }

  protected add(row: Row | undefined, number: number): void {
    if (!row) return;
    for (const word of new Set([...wordsIn(this.#title(row)), ...wordsIn(row.id)])) {
      const same = this.#numbersOf.get(word);
      if (same) same.push(number);
      else {
        this.#numbersOf.set(word, [number]);
        this.#words.push(word);
      }
    }
  }
}
