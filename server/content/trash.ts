/** The trash (ruling "Trash"): what was deleted, and its way back. */
import type { TrashEntry } from '../contract/objects.js';
import { conflict, missing } from '../errors.js';
import type { Base } from './base.js';

/** Everything in the trash, newest first. */
export async function listTrash(base: Base): Promise<TrashEntry[]> {
  const entries = await base.store.trash.list();
  return entries.toSorted((a, b) => (a.deleted < b.deleted ? 1 : a.deleted > b.deleted ? -1 : 0));
}

async function entryOf(base: Base, id: string): Promise<TrashEntry> {
  const entry = (await base.store.trash.list()).find((one) => one.id === id);
  if (!entry) throw missing(`There is no entry "${id}" in the trash`);
  return entry;
}

/**
 * Puts a deleted thing back where it was. Throws `missing` for an unknown entry, `conflict` when something else has
 * taken the place or the object's collection is gone.
 */
export async function restoreFromTrash(base: Base, entryId: string): Promise<TrashEntry> {
  const { kind, collection, object } = await entryOf(base, entryId);
  if (kind === 'collection') {
    const entry = await base.store.trash.restore(entryId);
    base.store.catalogue.forget(collection);
    await base.collections.reload(collection);
    base.events.emit({ type: 'collection.created', collection });
    return entry;
  }
  if (object === undefined) throw missing(`The entry "${entryId}" names no object`);
  if (!base.collections.has(collection)) {
    throw conflict(`The collection "${collection}" is gone; restore it first`);
  }
  return base.store.locked(`${collection}/${object}`, async () => {
    const entry = await base.store.trash.restore(entryId);
    if (kind === 'damaged') {
      // The bytes are still no object; filling the shelf again lists them as damaged.
      base.store.catalogue.forget(collection);
      return entry;
    }
    const stored = await base.store.objects.read(collection, object);
    const shelf = await base.store.catalogue.shelf(collection);
    if (stored) shelf.put(stored.document, stored.stamp);
    base.events.emit({ type: 'object.created', collection, id: object });
    return entry;
  });
}

/** Deletes an entry for good. Throws `missing`. */
export async function purgeTrash(base: Base, entryId: string): Promise<void> {
  const { id } = await entryOf(base, entryId);
  await base.store.trash.purge(id);
}
