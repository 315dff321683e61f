/** The files of objects under the present names of their properties. */

import { Yielder } from '../../async/yielder.js';
import type { RenameResult } from '../../contract/schemas.js';
import { withPresentNames } from '../../schemas/former-names.js';
import { isUnreadable } from '../../store/disk/fs-errors.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Changing, Content, Live } from '../core/base.js';
import { inFlight } from '../core/in-flight.js';
import type { Collection } from '../model/collection.js';
import { commit, retryOnConflict, withObjectLock } from '../objects/commit.js';

/** The object on disk; undefined where there is none, `unreadable` where its file cannot be read for now. */
export async function readable(
  base: Content,
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
  base: Content & Live & Changing,
  collection: string,
  id: string,
): Promise<'renamed' | 'unchanged' | 'unreadable'> {
  return withObjectLock(base, collection, id, () =>
    retryOnConflict(async () => {
      const stored = await readable(base, collection, id);
      if (stored === 'unreadable') return 'unreadable';
      if (!stored) return 'unchanged';
      const document = withPresentNames(base.collections.get(collection).schema, stored.document);
      if (document === stored.document) return 'unchanged';
      await commit(base, collection, document, stored);
      return 'renamed';
    }),
  );
}

/** All objects of a collection. Throws what `signal` was aborted with. */
export async function renameObjects(
  base: Content & Live & Changing,
  { settings }: Collection,
  signal?: AbortSignal,
): Promise<RenameResult['collections'][number]> {
  const collection = settings.id;
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const ids = collectionIndex.rowsById().map(({ id }) => id);
  // A file repaired in the meantime may still have the former name.
  const unread = new Set(collectionIndex.damaged().map(({ id }) => id));
  let renamed = 0;
  const yielder = new Yielder();
  await inFlight(ids, async (id) => {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    signal?.throwIfAborted();
    const result = await renameObject(base, collection, id);
    if (result === 'renamed') renamed += 1;
    if (result === 'unreadable') unread.add(id);
  });
  const after = await base.store.catalogue.collectionIndex(collection);
  for (const { id } of after.damaged()) unread.add(id);
  return { collection, renamed, damaged: unread.size };
}
