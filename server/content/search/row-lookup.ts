/** Rows of an index by the values of a property, brought up to date as rows come. */
import { Yielder } from '../../async/yielder.js';
import type { JsonValue } from '../../contract/values.js';
import type { Row } from '../../store/types/catalogue.js';
import type { RowNumbers } from './row-numbers.js';

/** Max new rows read synchronously; more of them in slices. */
const FEW = 50;

export interface FoundRows {
  rows(value: string): Row[];
  /** Of several rows the one with the lowest id. */
  first(value: string): Row | undefined;
  /** The values, also those of rows that are gone. */
  values(): Iterable<string>;
}

function firstOf(rows: readonly Row[]): Row | undefined {
  let [found] = rows;
  for (const row of rows) if (found && row.id < found.id) found = row;
  return found;
}

export class RowLookup {
  readonly #read: (row: Row) => JsonValue | undefined;
  readonly #numbersOf = new Map<string, number[]>();
  #upTo = 0;
  #generation: number | undefined;

  constructor(read: (row: Row) => JsonValue | undefined) {
    this.#read = read;
  }

  /** Finds the rows with a value; undefined when too many rows are unread. */
  get(numbers: RowNumbers): FoundRows | undefined {
    if (this.#generation !== numbers.generation || numbers.next - this.#upTo > FEW) return undefined;
    this.#take(numbers, numbers.next);
    const rows = (value: string) => {
      const found = (this.#numbersOf.get(value) ?? []).map((number) => numbers.row(number));
      return found.filter((row) => row !== undefined);
    };
    return { rows, first: (value) => firstOf(rows(value)), values: () => this.#numbersOf.keys() };
  }

  /** Reads all new rows, in slices. */
  async make(numbers: RowNumbers): Promise<void> {
    const yielder = new Yielder();
    do {
      if (this.#generation !== numbers.generation) {
        this.#numbersOf.clear();
        this.#upTo = 0;
        this.#generation = numbers.generation;
      }
      this.#take(numbers, Math.min(numbers.next, this.#upTo + 16));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    } while (this.#generation !== numbers.generation || this.#upTo < numbers.next);
  }

  #take(numbers: RowNumbers, end: number): void {
    for (; this.#upTo < end; this.#upTo += 1) {
      const row = numbers.row(this.#upTo);
      const value = row && this.#read(row);
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one === undefined || one === null || typeof one === 'object' || one === '') continue;
        const same = this.#numbersOf.get(String(one));
        if (same) same.push(this.#upTo);
        else this.#numbersOf.set(String(one), [this.#upTo]);
      }
    }
  }
}
