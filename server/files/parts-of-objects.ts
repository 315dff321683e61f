/** What is found in the objects of a collection, looked for again only in those that changed. */
import { Yielder } from '../async/yielder.js';
import type { CollectionIndex, Row } from '../store/types/catalogue.js';
import { textOfObject } from './object-text.js';

/** Finds it in the JSON of an object. */
type Find<Part> = (id: string, text: string) => readonly Part[];

const NONE: readonly never[] = [];

export class PartsOfObjects<Part> {
  /** By row: a changed object has another one, and so have all in another index. */
  readonly #known = new WeakMap<CollectionIndex, WeakMap<Row, readonly Part[]>>();

  /** In all objects, by id. Those that were deleted or cannot be read are left out. */
  async all(index: CollectionIndex, find: Find<Part>): Promise<Part[]> {
    const known = this.#known.get(index) ?? new WeakMap<Row, readonly Part[]>();
    this.#known.set(index, known);
    const all: Part[] = [];
    const yielder = new Yielder();
    for (const row of [...index.rowsById()]) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      let parts = known.get(row);
      if (!parts) {
        const text = textOfObject(index, row.id);
        if (text === undefined) continue;
        parts = find(row.id, text);
        if (parts.length === 0) parts = NONE;
        // One that has changed since is found by its new row.
        known.set(row, parts);
      }
      for (const part of parts) all.push(part);
    }
    return all;
  }
}
