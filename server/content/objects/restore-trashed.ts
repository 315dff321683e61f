/** An object of the trash in its place again, with its files. */
import { message } from '../../contract/messages/message.js';
import type { TrashEntry } from '../../contract/objects.js';
import { conflict } from '../../errors.js';
import type { WriteBase } from '../core/base.js';
import { withObjectLock } from './commit.js';
import { rejectTakenByName } from './unique-values.js';

/** Throws `missing` for an entry that is gone, `conflict` when its place or a unique value is taken. */
export function restoreTrashedObject(
  base: WriteBase,
  { id, collection }: Pick<TrashEntry, 'id' | 'collection'>,
  object: string,
): Promise<TrashEntry> {
  return withObjectLock(base, collection, object, async () => {
    const collectionIndex = await base.store.catalogue.collectionIndex(collection);
    if (collectionIndex.problem(object)) throw conflict(message('nameExistsAgain', { name: object }));
    const document = await base.store.trash.document(id);
    if (document) await rejectTakenByName(base, collection, { ...document, id: object });
    const entry = await base.store.trash.restore(id, base.change);
    // The restored file may be intact or still damaged: the catalogue reads it.
    const found = await base.store.catalogue.recheck(collection, object);
    if (found) base.events.emit({ type: `object.${found}`, collection, id: object }, base.change);
    return entry;
  });
}
