/** Changing and removing objects (interface 4.1): every write of the app to an object passes here or in create. */
import type { ObjectDocument, SentProperties, TrashEntry } from '../contract/objects.js';
import { missing, PlinthError } from '../errors.js';
import { prepare } from '../schemas/prepare.js';
import type { Shelf, StoredObject } from '../store/store.js';
import { type Answer, publicAnswer, writerAnswer } from './answer.js';
import type { Base } from './base.js';
import { sameId, sentObject } from './body.js';
import type { Collection } from './collections.js';
import { alone, checkMatch, commit, current, insistently, isTaken } from './commit.js';
import { keepCount } from './ordinal.js';
import { noObject } from './read.js';
import { timesOfSave, withTimes } from './times.js';
import { titleOfObject } from './titles.js';

export { type Created, createObject } from './create.js';

export interface ChangeOptions {
  /** Value of `If-Match`: the change is made to that version or not at all. */
  ifMatch?: string;
}

/** The document of a change: sent properties over the stored ones, times set. */
async function changed(
  base: Base,
  collection: Collection,
  id: string,
  change: { sent: SentProperties; mode: 'create' | 'replace' | 'merge'; stored?: StoredObject; shelf: Shelf },
): Promise<ObjectDocument> {
  const { sent, mode, stored, shelf } = change;
  const now = base.now();
  const prepared = await prepare({
    schema: collection.schema,
    sent,
    mode,
    context: { now },
    id,
    isTaken: isTaken(shelf, id),
    ...(stored && { current: stored.document }),
  });
  return withTimes({ ...prepared, id }, timesOfSave(now, stored));
}

/** The object as it stands on disk; undefined where its file is damaged and may be replaced. */
async function readOrDamaged(base: Base, collection: string, id: string, mode: 'replace' | 'merge') {
  try {
    return await current(base, collection, id);
  } catch (error) {
    if (mode === 'replace' && error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

async function change(
  base: Base,
  name: string,
  id: string,
  body: unknown,
  { mode, ifMatch }: ChangeOptions & { mode: 'replace' | 'merge' },
): Promise<Answer> {
  const addressed = base.collections.get(name);
  const event = { type: 'object.updated', collection: name, id } as const;
  return alone(base, addressed, id, () =>
    insistently(async () => {
      const collection = base.collections.get(name);
      const found = await readOrDamaged(base, name, id, mode);
      const shelf = found?.shelf ?? (await base.store.catalogue.shelf(name));
      if (found && !found.stored) throw noObject(shelf, name, id);
      const { sent, id: sentId } = sentObject(body);
      sameId(sentId, id);

      const stored = found?.stored;
      checkMatch(ifMatch, collection, shelf, stored);
      const document = await changed(base, collection, id, {
        sent,
        mode: stored ? mode : 'create',
        shelf,
        ...(stored && { stored }),
      });
      const filed = await commit(base, name, document, stored ? stored.stamp : 'damaged', event);
      return collection.hasPrivate
        ? writerAnswer(collection, document, filed.stamp)
        : publicAnswer(filed.shelf, filed.row);
    }),
  );
}

/**
 * PUT: sets the sent properties, keeps the others, removes those sent as null. A damaged file is replaced, its
 * bytes go to the trash. Throws `missing`, `invalid` for a wrong body or another id, `validation`, `stale`.
 */
export function replaceObject(
  base: Base,
  collection: string,
  id: string,
  body: unknown,
  options: ChangeOptions = {},
): Promise<Answer> {
  return change(base, collection, id, body, { ...options, mode: 'replace' });
}

/** PATCH: as PUT, but a damaged file is an error, since there is nothing to change. */
export function patchObject(
  base: Base,
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
  base: Base,
  name: string,
  id: string,
  { ifMatch }: ChangeOptions = {},
): Promise<TrashEntry> {
  const collection = base.collections.get(name);
  return alone(base, collection, id, async () => {
    const found = await readOrDamaged(base, name, id, 'replace');
    const shelf = found?.shelf ?? (await base.store.catalogue.shelf(name));
    if (found && !found.stored) throw missing(`There is no object "${id}" in the collection "${name}"`);
    const stored = found?.stored;
    checkMatch(ifMatch, collection, shelf, stored);
    await keepCount(base, collection, shelf);
    const entry = await base.store.trash.takeObject(name, id, titleOfObject(id, stored?.document ?? {}));
    shelf.drop(id);
    base.events.emit({ type: 'object.deleted', collection: name, id });
    return entry;
  });
}
