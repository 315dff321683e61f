/** What is found in the objects of a collection, looked for again only in those that changed. */
import { type Looking, Walk } from '../content/core/walk.js';
import type { Step } from '../contract/progress.js';
import type { CollectionIndex, Row } from '../store/types/catalogue.js';
import { textOfObject } from './object-text.js';

/** Finds it in the JSON of an object. */
type Find<Part> = (id: string, text: string) => readonly Part[];

const NONE: readonly never[] = [];

export class PartsOfObjects<Part> {
  /** By row: a changed object has another one, and so have all in another index. */
  readonly #known = new WeakMap<CollectionIndex, WeakMap<Row, readonly Part[]>>();
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  /** In all objects, by id. Those that were deleted or cannot be read are left out. */
  async all(index: CollectionIndex, find: Find<Part>, looking: Looking): Promise<Part[]> {
    const known = this.#known.get(index) ?? new WeakMap<Row, readonly Part[]>();
    this.#known.set(index, known);
    const all: Part[] = [];
    const walk = new Walk(this.#step, index.size, looking);
    for (const row of [...index.rowsById()]) {
      if (walk.next()) await walk.pause();
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
