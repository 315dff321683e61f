/** A collection and the index that was filled by its schema. */
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import type { Content } from './base.js';

export interface BoundCollection {
  readonly collection: Collection;
  readonly collectionIndex: CollectionIndex;
}

/**
 * Both as they are now: a schema may be saved while the index is waited for, and rows made by one schema mean nothing
 * to another. Throws `missing` for an unknown collection.
 */
export async function boundCollection(base: Content, name: string): Promise<BoundCollection> {
  for (;;) {
    base.collections.get(name);
    const collectionIndex = await base.store.catalogue.collectionIndex(name);
    if (base.store.catalogue.isCurrent(name, collectionIndex))
      return { collection: base.collections.get(name), collectionIndex };
  }
}
