/** Which rows of an index match a filter or a search: a flag per number, brought up to date as rows come. */
import { Yielder } from '../../async/yielder.js';
import type { Row } from '../../store/types/catalogue.js';
import type { RowNumbers } from './row-numbers.js';

/** Max new rows matched synchronously; more of them in slices. */
const FEW = 50;

export class RowMatch {
  readonly #test: (row: Row) => boolean;
  #flags = new Uint8Array(0);
  #upTo = 0;
  #generation: number | undefined;

  constructor(test: (row: Row) => boolean) {
    this.#test = test;
  }

  /** A flag for every number, 1 for a match; undefined when too many rows are unmatched. */
  get(numbers: RowNumbers): Uint8Array | undefined {
    if (this.#generation !== numbers.generation || numbers.next - this.#upTo > FEW) return undefined;
    this.#look(numbers, numbers.next);
    return this.#flags;
  }

  /** Matches all new rows, in slices. */
  async make(numbers: RowNumbers): Promise<void> {
    const yielder = new Yielder();
    do {
      if (this.#generation !== numbers.generation) this.take(new Uint8Array(0), 0, numbers.generation);
      this.#look(numbers, Math.min(numbers.next, this.#upTo + 16));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    } while (this.#generation !== numbers.generation || this.#upTo < numbers.next);
  }

  /** Takes flags worked out elsewhere for the numbers below `upTo`. */
  take(flags: Uint8Array<ArrayBuffer>, upTo: number, generation: number): void {
    this.#flags = flags;
    this.#upTo = upTo;
    this.#generation = generation;
  }

  #look(numbers: RowNumbers, end: number): void {
    if (numbers.next > this.#flags.length) {
      const longer = new Uint8Array(Math.max(numbers.next, Math.ceil(this.#flags.length * 1.25)));
      longer.set(this.#flags);
      this.#flags = longer;
    }
    for (; this.#upTo < end; this.#upTo += 1) {
      const row = numbers.row(this.#upTo);
      this.#flags[this.#upTo] = row && this.#test(row) ? 1 : 0;
    }
  }
}
