/** The rows of a collection by ascending id, kept in order while rows come and go (spec/performance.md#lists). */
import type { Row } from '../types/catalogue.js';

export class RowsById {
  /** Sorted on first use. */
  #rows: Row[] | undefined;

  /** The live list: valid until the next change. `all`: every row, in any order. */
  get(all: () => Iterable<Row>): readonly Row[] {
    this.#rows ??= [...all()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.#rows;
  }

  /** Forgets the order; it is made again on the next use. */
  clear(): void {
    this.#rows = undefined;
  }

  insert(row: Row): void {
    this.#rows?.splice(placeOf(this.#rows, row.id), 0, row);
  }

  remove(row: Row): void {
    if (!this.#rows) return;
    const place = placeOf(this.#rows, row.id);
    if (this.#rows[place] === row) this.#rows.splice(place, 1);
  }
}

/** First place whose id is not before `id`. */
function placeOf(rows: readonly Row[], id: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rows[middle];
    if (other !== undefined && other.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
