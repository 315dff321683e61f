/** Changing and removing objects (spec/content.md#put): every write of the app to an object passes here or in create. */
import { message } from '../../contract/messages/message.js';
import type { TrashEntry } from '../../contract/objects.js';
import { missing } from '../../errors.js';
import type { Answer } from '../answers/answer.js';
import type { Changing, Content, Live, WriteBase } from '../core/base.js';
import { sameId, sentObject } from '../core/body.js';
import { titleOfObject } from '../model/titles.js';
import { type ChangeOptions, changeObject, readOrDamaged } from './change.js';
import { applyChangeOnDisk, checkMatch, withObjectLock } from './commit.js';
import { keepCount } from './ordinal.js';

export type { ChangeOptions } from './change.js';
export { type Created, createObject } from './create.js';

async function change(
  base: WriteBase,
  collection: string,
  id: string,
  body: unknown,
  options: ChangeOptions & { mode: 'replace' | 'merge' },
): Promise<Answer> {
  const { answer } = await changeObject(base, collection, id, { ...options, sent: 'edit' }, () => {
    const { sent, id: sentId } = sentObject(body);
    sameId(sentId, id);
    return sent;
  });
  return answer;
}

/**
 * PUT: sets the sent properties, keeps the others, removes those sent as null. A damaged file is replaced, its
 * bytes go to the trash. Throws `missing`, `invalid` for a wrong body or another id, `validation`, `stale`.
 */
export function replaceObject(
  base: WriteBase,
  collection: string,
  id: string,
  body: unknown,
  options: ChangeOptions = {},
): Promise<Answer> {
  return change(base, collection, id, body, { ...options, mode: 'replace' });
}

/** PATCH: as PUT, but a damaged file is an error, since there is nothing to change. */
export function patchObject(
  base: WriteBase,
  collection: string,
  id: string,
  body: unknown,
  options: ChangeOptions = {},
): Promise<Answer> {
  return change(base, collection, id, body, { ...options, mode: 'merge' });
}

/**
 * Moves an object and its files to the trash. Works on a damaged file too. Throws `missing`, `stale`. The answer
 * names the trash entry, which can be restored.
 */
export async function removeObject(
  base: Content & Live & Changing,
  name: string,
  id: string,
  { ifMatch }: ChangeOptions = {},
): Promise<TrashEntry> {
  const collection = base.collections.get(name);
  return withObjectLock(base, name, id, async () => {
    const found = await readOrDamaged(base, name, id, 'replace');
    const collectionIndex = found?.collectionIndex ?? (await base.store.catalogue.collectionIndex(name));
    if (found && !found.stored) throw missing(message('objectMissing', { id, collection: name }));
    const stored = found?.stored;
    checkMatch(base, { ifMatch }, collection, collectionIndex, stored);
    await keepCount(base, collection, collectionIndex);
    try {
      return await base.store.trash.trashObject(
        name,
        id,
        titleOfObject(id, stored?.document ?? {}),
        base.change,
      );
    } finally {
      // The watcher finds what could not be read now.
      await applyChangeOnDisk(base, name, id, base.change).catch(() => {});
    }
  });
}
