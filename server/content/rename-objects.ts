/** The files of objects under the present names of their properties. */
import type { RenameResult } from '../contract/schemas.js';
import { withPresentNames } from '../schemas/former-names.js';
import { isUnreadable } from '../store/fs-errors.js';
import { Slices } from '../store/slices.js';
import type { StoredObject } from '../store/store.js';
import type { Base } from './base.js';
import type { Collection } from './collections.js';
import { alone, commit, insistently } from './commit.js';
import { inFlight } from './in-flight.js';
import { rowsById } from './read.js';

/** The object on disk; undefined where there is none, `unreadable` where its file cannot be read for now. */
export async function readable(
  base: Base,
  collection: string,
  id: string,
): Promise<StoredObject | 'unreadable' | undefined> {
  try {
    return await base.store.objects.read(collection, id);
  } catch (error) {
    if (isUnreadable(error)) return 'unreadable';
    throw error;
  }
}

/** One file under the present names; its times stay, since nothing was edited. */
function renameObject(
  base: Base,
  collection: string,
  id: string,
): Promise<'renamed' | 'unchanged' | 'unreadable'> {
  return alone(base, collection, id, () =>
    insistently(async () => {
      const stored = await readable(base, collection, id);
      if (stored === 'unreadable') return 'unreadable';
      if (!stored) return 'unchanged';
      const document = withPresentNames(base.collections.get(collection).schema, stored.document);
      if (document === stored.document) return 'unchanged';
      await commit(base, collection, document, stored.stamp);
      return 'renamed';
    }),
  );
}

/** All objects of a collection. Throws what `signal` was aborted with. */
export async function renameObjects(
  base: Base,
  { settings }: Collection,
  signal?: AbortSignal,
): Promise<RenameResult['collections'][number]> {
  const collection = settings.id;
  const shelf = await base.store.catalogue.shelf(collection);
  const ids = rowsById(shelf).map(({ id }) => id);
  // A file that is mended meanwhile may hold the former name all the same.
  const unread = new Set(shelf.damaged().map(({ id }) => id));
  let renamed = 0;
  const slices = new Slices();
  await inFlight(ids, async (id) => {
    if (slices.spent) await slices.pause();
    signal?.throwIfAborted();
    const result = await renameObject(base, collection, id);
    if (result === 'renamed') renamed += 1;
    if (result === 'unreadable') unread.add(id);
  });
  const after = await base.store.catalogue.shelf(collection);
  for (const { id } of after.damaged()) unread.add(id);
  return { collection, renamed, damaged: unread.size };
}
