/** A collection and the shelf that was filled by its schema. */
import type { Shelf } from '../store/store.js';
import type { Base } from './base.js';
import type { Collection } from './collections.js';

export interface BoundShelf {
  readonly collection: Collection;
  readonly shelf: Shelf;
}

/**
 * Both as they are now: a schema may be saved while the shelf is waited for, and rows made by one schema mean nothing
 * to another. Throws `missing` for an unknown collection.
 */
export async function boundShelf(base: Base, name: string): Promise<BoundShelf> {
  for (;;) {
    base.collections.get(name);
    const shelf = await base.store.catalogue.shelf(name);
    if (base.store.catalogue.isCurrent(name, shelf)) return { collection: base.collections.get(name), shelf };
  }
}
