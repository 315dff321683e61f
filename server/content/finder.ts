/** Finds objects in all collections of the open folder. Belongs to the site: no state outlives it. */
import type { Shelf } from '../store/store.js';
import type { Collection } from './collections.js';
import { RowValues } from './row-values.js';
import { ShelfFinder } from './shelf-finder.js';

interface Slot {
  readonly shelf: Shelf;
  readonly schema: string;
  readonly finder: ShelfFinder;
}

export class Finder {
  readonly #slots = new Map<string, Slot>();

  /** The finder of a collection's shelf; a new one when shelf or schema are others than before. */
  of({ settings, schema }: Collection, shelf: Shelf): ShelfFinder {
    const key = `${schema.id} ${schema.hash}`;
    const kept = this.#slots.get(settings.id);
    if (kept?.shelf === shelf && kept.schema === key) return kept.finder;
    // The one before, if any, is left to the requests that still use it.
    const finder = new ShelfFinder(shelf, new RowValues(shelf, schema));
    this.#slots.set(settings.id, { shelf, schema: key, finder });
    return finder;
  }

  /** Lets go of what is kept of a collection. */
  forget(collection: string): void {
    this.#slots.get(collection)?.finder.close();
    this.#slots.delete(collection);
  }

  /** Lets go of everything. */
  close(): void {
    for (const collection of [...this.#slots.keys()]) this.forget(collection);
  }
}
