/** Which rows of an index match a filter or a search: a flag per number. */
import type { Row } from '../../store/types/catalogue.js';
import { RowColumn } from './row-column.js';
import type { RowNumbers } from './row-numbers.js';

export class RowMatch extends RowColumn {
  readonly #test: (row: Row) => boolean;
  #flags = new Uint8Array(0);

  constructor(test: (row: Row) => boolean) {
    super();
    this.#test = test;
  }

  /** A flag for every number, 1 for a match; undefined when too many rows are unmatched. */
  get(numbers: RowNumbers): Uint8Array | undefined {
    return this.isReady(numbers) ? this.#flags : undefined;
  }

  /** Takes flags worked out elsewhere for the numbers below `upTo`. */
  take(flags: Uint8Array<ArrayBuffer>, upTo: number, generation: number): void {
    this.#flags = flags;
    this.takeUpTo(upTo, generation);
  }

  protected clear(): void {
    this.#flags = new Uint8Array(0);
  }

  protected override grow(end: number): void {
    if (end <= this.#flags.length) return;
    const longer = new Uint8Array(Math.max(end, Math.ceil(this.#flags.length * 1.25)));
    longer.set(this.#flags);
    this.#flags = longer;
  }

  protected add(row: Row | undefined, number: number): void {
    this.#flags[number] = row && this.#test(row) ? 1 : 0;
  }
}
