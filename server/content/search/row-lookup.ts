/** Rows of an index by the values of a property. */
import type { JsonValue } from '../../contract/values.js';
import type { Row } from '../../store/types/catalogue.js';
import { RowColumn } from './row-column.js';
import type { RowNumbers } from './row-numbers.js';

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

export class RowLookup extends RowColumn {
  readonly #read: (row: Row) => JsonValue | undefined;
  readonly #numbersOf = new Map<string, number[]>();

  constructor(read: (row: Row) => JsonValue | undefined) {
    super();
    this.#read = read;
  }

  /** Finds the rows with a value; undefined when too many rows are unread. */
  get(numbers: RowNumbers): FoundRows | undefined {
    if (!this.isReady(numbers)) return undefined;
    const rows = (value: string) => {
      const found = (this.#numbersOf.get(value) ?? []).map((number) => numbers.row(number));
      return found.filter((row) => row !== undefined);
    };
    return { rows, first: (value) => firstOf(rows(value)), values: () => this.#numbersOf.keys() };
  }

  protected clear(): void {
    this.#numbersOf.clear();
  }

  protected add(row: Row | undefined, number: number): void {
    const value = row && this.#read(row);
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || typeof one === 'object' || one === '') continue;
      const same = this.#numbersOf.get(String(one));
      if (same) same.push(number);
      else this.#numbersOf.set(String(one), [number]);
    }
  }
}
