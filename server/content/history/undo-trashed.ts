/** Undo of a deletion takes what was deleted out of the trash, so that its entry does not stay there beside it. */
import { isDeepStrictEqual } from 'node:util';
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { UNKNOWN } from '../../store/types/file-history.js';
import type { Content, WriteBase } from '../core/base.js';
import { planRestore } from '../objects/restore.js';
import { restoreTrashedObject } from '../objects/restore-trashed.js';

type Entries = readonly TrashEntry[];

/** The entries of each object, the newest first. */
export type Trashed = (collection: string, id: string) => Promise<Entries>;

/** Reads the trash once, when it is first asked for: an undo may be of thousands of deletions. */
export function trashedBy(
  { store }: Pick<Content, 'store'>,
  isAsked: (entry: TrashEntry) => boolean,
): Trashed {
  let all: Promise<ReadonlyMap<string, Entries>> | undefined;
  const read = async () => {
    const entries = new Map<string, TrashEntry[]>();
    for (const entry of (await store.trash.list()).filter(isAsked)) {
      const key = `${entry.collection}/${entry.object}`;
      const others = entries.get(key);
      if (others) others.push(entry);
      else entries.set(key, [entry]);
    }
    return entries;
  };
  return async (collection, id) => {
    all ??= read();
    return (await all).get(`${collection}/${id}`) ?? [];
  };
}

/** Whether an error says that an entry is gone, or that its place was taken: the trash may have been emptied meanwhile. */
export const isGoneOrTaken = (error: unknown): boolean =>
  error instanceof PlinthError && (error.kind === 'missing' || error.kind === 'conflict');

/** What an entry holds; undefined where it is gone or cannot be read. */
export async function heldBy(
  { store }: Pick<Content, 'store'>,
  { id }: TrashEntry,
): Promise<JsonObject | undefined> {
  try {
    return await store.trash.document(id);
  } catch (error) {
    if (isGoneOrTaken(error)) return undefined;
    throw error;
  }
}

/** The newest entry that holds this. */
export async function entryWith(
  base: Pick<Content, 'store'>,
  entries: Entries,
  isWanted: (held: JsonObject) => boolean,
): Promise<TrashEntry | undefined> {
  for (const entry of entries) {
    const held = await heldBy(base, entry);
    if (held && isWanted(held)) return entry;
  }
  return undefined;
}

/** Removes an entry of what is back. One that has gone by now is no error. */
export async function dropEntry(base: WriteBase, entry: TrashEntry): Promise<void> {
  try {
    await base.store.trash.purge(entry.id, base.change);
  } catch (error) {
    if (!isGoneOrTaken(error)) throw error;
  }
}

/** Removes the entry that holds this version of an object that is back, unless files of it are not back. */
export async function dropEntryWith(
  base: WriteBase,
  collection: string,
  document: ObjectDocument,
  trashed: Trashed,
): Promise<void> {
  const { id } = document;
  const { fileHistory } = base.store;
  const entry = await entryWith(base, await trashed(collection, id), (held) =>
    isDeepStrictEqual(held, document),
  );
  if (!entry) return;
  const former = (await fileHistory.of(collection, id)).filter((file) => file.entry === entry.id);
  const revisions = new Map(former.map(({ path, revision }) => [path, revision]));
  for (const below of await base.store.trash.filesOf(entry.id)) {
    const path = `${collection}/${id}/${below}`;
    const revision = revisions.get(path) ?? UNKNOWN;
    if (revision === UNKNOWN || (await fileHistory.revisionOf(path)) !== revision) return;
  }
  await dropEntry(base, entry);
}

/**
 * Puts an object back with all its files as it was deleted; false where the trash does not have it so. Throws
 * `validation` for values that its schema no longer allows.
 */
export async function outOfTrash(
  base: WriteBase,
  collection: string,
  document: ObjectDocument,
  trashed: Trashed,
): Promise<boolean> {
  const { id } = document;
  const entry = await entryWith(base, await trashed(collection, id), (held) =>
    isDeepStrictEqual(held, document),
  );
  if (!entry) return false;
  await planRestore(base, base.collections.get(collection), document);
  try {
    await restoreTrashedObject(base, entry, id);
    return true;
  } catch (error) {
    if (isGoneOrTaken(error)) return false;
    throw error;
  }
}
