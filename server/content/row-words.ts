/** The words of a collection's rows: indexed on the first search, then kept up with what comes (speed page, 3.6). */
import { PlinthError } from '../errors.js';
import type { RowNumbers } from '../query/row-numbers.js';
import { holdsTerm, type Search, type SearchTerm } from '../query/search-terms.js';
import { collapse } from '../query/searchable.js';
import { isDecided, WordIndex } from '../query/word-index.js';
import { Slices } from '../store/slices.js';
import type { RowValues } from './row-values.js';

/** For every number below `upTo` 1 when its row is found, else 0. */
export interface FoundFlags {
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly upTo: number;
  readonly generation: number;
}

export class RowWords {
  readonly #numbers: RowNumbers;
  readonly #values: RowValues;
  #index = new WordIndex();
  /** The numbers the index covers, and of which generation. */
  #upTo = 0;
  #generation = 0;
  #covering: Promise<void> | undefined;
  #closed = false;

  constructor(numbers: RowNumbers, values: RowValues) {
    this.#numbers = numbers;
    this.#values = values;
  }

  /** Bytes held by the index. */
  get bytes(): number {
    return this.#index.bytes;
  }

  /**
   * Indexes, in slices, what is not indexed yet. Searches wait for it, all for the same pass: to look through the
   * texts without an index would cost most of what it takes to make one.
   */
  cover(): Promise<void> {
    this.#covering ??= this.#cover().finally(() => {
      this.#covering = undefined;
    });
    return this.#covering;
  }

  /** Which rows are found, as far as they are indexed. */
  async find(search: Search): Promise<FoundFlags> {
    for (;;) {
      await this.cover();
      const flags = await this.#flags(search);
      if (flags) return flags;
    }
  }

  /** Lets go of the index; a pass under way ends with `busy`. */
  close(): void {
    this.#closed = true;
    this.#index = new WordIndex();
  }

  async #cover(): Promise<void> {
    const slices = new Slices();
    for (;;) {
      if (this.#closed) throw new PlinthError('busy', 'The folder is being closed');
      if (this.#generation !== this.#numbers.generation) this.#begin();
      if (this.#upTo >= this.#numbers.next) return;
      const row = this.#numbers.row(this.#upTo);
      if (row) this.#index.add(this.#upTo, this.#values.text(row));
      this.#upTo += 1;
      if (slices.spent) await slices.pause();
    }
  }

  #begin(): void {
    this.#index = new WordIndex();
    this.#upTo = 0;
    this.#generation = this.#numbers.generation;
  }

  /** Undefined when the numbers were given anew while texts were looked at. */
  async #flags({ any, terms }: Search): Promise<FoundFlags | undefined> {
    const generation = this.#generation;
    const marks = new Uint8Array(this.#upTo);
    // Terms the index decides come first: they leave fewer texts to look at.
    const decided = terms.filter(isDecided);
    for (const term of decided) {
      for (const number of this.#index.candidates(term)) marks[number] = (marks[number] ?? 0) + 1;
    }
    let done = decided.length;
    for (const term of terms.filter((one) => !isDecided(one))) {
      const wanted = (number: number) => (any ? marks[number] === 0 : marks[number] === done);
      const candidates = this.#index.candidates(term).filter(wanted);
      if (!(await this.#markHolders(term, candidates, marks))) return undefined;
      done += 1;
    }
    const enough = any ? 1 : Math.max(terms.length, 1);
    for (let number = 0; number < marks.length; number += 1) {
      marks[number] = (marks[number] ?? 0) >= enough ? 1 : 0;
    }
    return { flags: marks, upTo: marks.length, generation };
  }

  /** Looks whether the texts of candidates hold a term; false when their numbers have become others'. */
  async #markHolders(term: SearchTerm, candidates: Uint32Array, marks: Uint8Array): Promise<boolean> {
    const slices = new Slices();
    const { generation } = this.#numbers;
    for (const number of candidates) {
      const row = this.#numbers.row(number);
      if (row && holdsTerm(collapse(this.#values.text(row)), term)) marks[number] = (marks[number] ?? 0) + 1;
      if (!slices.spent) continue;
      await slices.pause();
      if (this.#numbers.generation !== generation || this.#closed) return false;
    }
    return this.#generation === generation;
  }
}
