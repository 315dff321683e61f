/** What is known of each row of an index, brought up to date as rows come. */
import { Yielder } from '../../async/yielder.js';
import type { Row } from '../../store/types/catalogue.js';
import type { RowNumbers } from './row-numbers.js';

/** Max new rows read synchronously; more of them in slices. */
const FEW = 50;
/** Rows between two checks of the clock. */
const ROWS_PER_SLICE = 16;

export abstract class RowColumn {
  /** The rows below this number are read. */
  protected upTo = 0;
  #generation: number | undefined;

  /** Forgets all rows. */
  protected abstract clear(): void;

  /** Called before the rows below a number are read. */
  protected grow(_end: number): void {}

  /** Reads a row; undefined: there is none with the number any more. */
  protected abstract add(row: Row | undefined, number: number): void;

  /** Brings it up to date; false when too many rows are unread. */
  isReady(numbers: RowNumbers): boolean {
    if (this.#generation !== numbers.generation || numbers.next - this.upTo > FEW) return false;
    this.#read(numbers, numbers.next);
    return true;
  }

  /** Reads all new rows, in slices. */
  async make(numbers: RowNumbers): Promise<void> {
    const yielder = new Yielder();
    do {
      if (this.#generation !== numbers.generation) {
        this.clear();
        this.takeUpTo(0, numbers.generation);
      }
      this.#read(numbers, Math.min(numbers.next, this.upTo + ROWS_PER_SLICE));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    } while (this.#generation !== numbers.generation || this.upTo < numbers.next);
  }

  /** The rows below a number are read already. */
  protected takeUpTo(upTo: number, generation: number): void {
    this.upTo = upTo;
    this.#generation = generation;
  }

  #read(numbers: RowNumbers, end: number): void {
    this.grow(end);
    for (; this.upTo < end; this.upTo += 1) this.add(numbers.row(this.upTo), this.upTo);
  }
}
