/** The trash (spec/content.md#trash): what was deleted, and its way back. */
import { isItem } from '../contract/files.js';
import { message } from '../contract/messages/message.js';
import type { RestoredEntries, TrashEntry } from '../contract/objects.js';
import { conflict, invalid, missing } from '../errors.js';
import { narrowed } from '../origins.js';
import { foldersIn } from '../properties/files/placing.js';
import { filesAt, valueAt, withValueAt } from '../schemas/file-values.js';
import type { DroppedFile } from '../store/types/trash.js';
import { settingsLock } from './collections/settings-file.js';
import type { Changing, Content, Live, WriteBase } from './core/base.js';
import { eachAsFarAsPossible } from './core/each-as-far-as-possible.js';
import { FileChange } from './files/file-change.js';
import { timesOfSave, withTimes } from './model/times.js';
import { commit, readCurrent, withObjectLock } from './objects/commit.js';
import { restoreTrashedObject } from './objects/restore-trashed.js';
import { SCHEMA_LOCK } from './schemas/manage-schemas.js';

/** Everything in the trash, newest first. */
export const listTrash = (base: Content): Promise<TrashEntry[]> => base.store.trash.list();

async function entryOf(base: Content, id: string): Promise<TrashEntry> {
  const entry = await base.store.trash.entry(id);
  if (!entry) throw missing(message('trashEntryMissing', { id }));
  return entry;
}

function restoreSchema(base: Content & Live & Changing, id: string, schema: string): Promise<TrashEntry> {
  return base.store.locked(SCHEMA_LOCK, async () => {
    const entry = await base.store.trash.restore(id, base.change);
    await base.library.refresh();
    base.collections.rebind();
    base.events.emit({ type: 'schema.saved', schema }, base.change);
    return entry;
  });
}

/** A whole collection, or the damaged bytes of its settings. */
function restoreCollection(
  base: Content & Live & Changing,
  { id, kind, collection }: TrashEntry,
): Promise<TrashEntry> {
  return base.store.locked(settingsLock(collection), async () => {
    const entry = await base.store.trash.restore(id, base.change);
    base.store.catalogue.forget(collection);
    await base.collections.reload(collection);
    const type = kind === 'collection' ? 'collection.created' : 'collection.updated';
    base.events.emit({ type, collection }, base.change);
    return entry;
  });
}

/** The object a file belongs to, once the file is back: it names it again, where it did. */
async function withDropped(
  base: Content & Live,
  collection: string,
  id: string,
  files: readonly DroppedFile[],
) {
  const { stored } = await readCurrent(base, collection, id);
  if (!stored) throw conflict(message('objectGoneRestoreFirst', { id, collection }));
  const { schema } = base.collections.get(collection);
  const holderAt = filesAt(schema);
  let { document } = stored;
  for (const { keys, within, item, at } of files) {
    // No value named it: it only takes its place again.
    if (keys.length === 0) continue;
    const holder = holderAt(keys);
    if (!holder || !isItem(item)) throw conflict(message('propertyWithoutFiles', { name: keys.join('.') }));
    const taken = !holder.many && isItem(valueAt(document, keys));
    if (taken) throw conflict(message('fileOtherHeld', { name: keys.join('.') }));
    const folders = foldersIn(within).slice(0, -1);
    const changed = withValueAt(schema, document, keys, (value) =>
      holder.place(value, item, { folders, at }),
    );
    if (!changed) throw conflict(message('nameExistsNoLonger', { name: keys.join('.') }));
    document = changed;
  }
  return { document, stored };
}

/** Files an object dropped: back in its folder, and named by it again. */
function restoreFiles(base: WriteBase, trashed: TrashEntry, object: string): Promise<TrashEntry> {
  const { id, collection } = trashed;
  const place = { collection, id: object };
  const work = async (change: FileChange) => {
    const { trash, files } = base.store;
    const dropped = await trash.dropped(id);
    const { document, stored } = await withDropped(base, collection, object, dropped);
    // No value named them: they only take their places again.
    if (document === stored.document) {
      const entry = await trash.restore(id, base.change);
      for (const { path } of dropped) base.events.emit({ type: 'file.saved', ...place, path }, base.change);
      return entry;
    }
    const paths = dropped.map(({ path }) => path);
    const given = await change.restoreFromTrash(paths, id);
    const taken = paths.find(
      (path) =>
        files.stamp(collection, object, path) !== undefined && !given.some((one) => one.path === path),
    );
    if (taken !== undefined) throw conflict(message('fileOther', { path: taken }));
    const event = { type: 'object.updated', collection, id: object } as const;
    const times = timesOfSave(base.now(), stored);
    await commit(base, collection, withTimes(document, times), stored, event);
    change.saved();
    return trashed;
  };
  return withObjectLock(base, collection, object, () => FileChange.of(base, place, work));
}

function restoreObject(base: WriteBase, trashed: TrashEntry, object: string): Promise<TrashEntry> {
  const { kind, collection } = trashed;
  if (!base.collections.has(collection)) {
    throw conflict(message('collectionGoneRestoreFirst', { id: collection }));
  }
  if (kind === 'file') return restoreFiles(base, trashed, object);
  return restoreTrashedObject(base, trashed, object);
}

/** A change that was dropped: in its set again, with its files. */
function restoreChange(base: WriteBase, entry: TrashEntry): Promise<TrashEntry> {
  const { id, collection, object = '', set = '' } = entry;
  return base.store.locked(`${collection}/${object}`, async () => {
    const document = await base.store.trash.document(id);
    if (!document) throw conflict(message('trashEntryGone'));
    await base.store.changeSets.restore(set, { collection, id: object }, document, base.change);
    const paths = (await base.store.trash.dropped(id)).map(({ path }) => path);
    await base.store.trash.restoreLinks({ collection, id: object, paths }, id, base.change);
    await base.store.trash.purge(id, base.change);
    return entry;
  });
}

/** A change set that was dropped, with the files that went to the trash with it. */
async function restoreChangeSet(base: WriteBase, { id, set = '', deleted }: TrashEntry): Promise<TrashEntry> {
  const { store, change } = base;
  const entry = await store.locked(`.changes/${set}`, () => store.trash.restore(id, change));
  const changes = store.changeSets.current(set).changes;
  for (const { kind, collection, object = '', ...files } of await store.trash.list()) {
    if (kind !== 'file' || files.deleted < deleted || !changes.get(collection)?.has(object)) continue;
    await store.locked(`${collection}/${object}`, async () => {
      const paths = (await store.trash.dropped(files.id)).map(({ path }) => path);
      const given = await store.trash.restoreLinks({ collection, id: object, paths }, files.id, change);
      if (given.length === paths.length) await store.trash.purge(files.id, change);
    });
  }
  return entry;
}

/**
 * Restores a deleted entry to its place. `check` throws where the caller may not. Throws `missing` for an unknown entry,
 * `conflict` when the place is taken or the object's collection no longer exists.
 */
export async function restoreFromTrash(
  base: WriteBase,
  entryId: string,
  check: (entry: TrashEntry) => void = () => undefined,
): Promise<TrashEntry> {
  const change = narrowed(base.change, 'restore');
  const entry = await entryOf(base, entryId);
  check(entry);
  return restoreEntry({ ...base, change }, entry);
}

/** Objects and changes that are restored at the same time: most of the work on one is waiting for the disk. */
const AT_ONCE = 8;

/** Which entries have to be restored when all before them are: all but those of objects and changes that depend on no other. */
async function aloneAmong(base: Content & Live, ids: readonly string[]): Promise<(id: string) => boolean> {
  const free = new Set<string>();
  const places = new Map<string, string>();
  for (const id of ids) {
    const { kind, collection = '', object } = (await base.store.trash.entry(id)) ?? {};
    if (kind === 'object') {
      if (!base.collections.has(collection)) continue;
      if (base.collections.get(collection).oneAtATime) continue;
    } else if (kind !== 'change') continue;
    const place = `${collection}/${object}`;
    const other = places.get(place);
    if (other === undefined) free.add(id);
    else free.delete(other);
    places.set(place, id);
  }
  return (id) => !free.has(id);
}

/** Restores entries; what cannot be restored stays, with the reason. Throws as `restoreFromTrash`. */
export async function restoreManyFromTrash(
  base: WriteBase,
  entryIds: readonly string[],
  check: (entry: TrashEntry) => void,
): Promise<RestoredEntries> {
  const parallel = { most: AT_ONCE, isAlone: await aloneAmong(base, entryIds) };
  const { done, failed } = await eachAsFarAsPossible(base, entryIds, parallel, (id) =>
    restoreFromTrash(base, id, check),
  );
  return { restored: done, failed: failed.map(({ item: id, problem }) => ({ id, problem })) };
}

/** As `restoreFromTrash`, of an entry that is known. */
export async function restoreEntry(base: WriteBase, entry: TrashEntry): Promise<TrashEntry> {
  if (entry.kind === 'change') return restoreChange(base, entry);
  if (entry.kind === 'changeSet') return restoreChangeSet(base, entry);
  // The watcher reports it as a conflict again.
  if (entry.kind === 'copy') return base.store.trash.restore(entry.id, base.change);
  if (entry.object === undefined) return restoreCollection(base, entry);
  if (entry.kind === 'schema') return restoreSchema(base, entry.id, entry.object);
  return restoreObject(base, entry, entry.object);
}

/**
 * Permanently deletes what was in the trash at a moment, ISO 8601, with the bytes that the history has of its files, and
 * returns the ids of these entries: newer ones were not seen by the caller. Throws `invalid`.
 */
export async function emptyTrash(base: Content & Changing, until: string): Promise<string[]> {
  const moment = Date.parse(until);
  if (Number.isNaN(moment)) throw invalid(message('untilNeedsTime'));
  const entries = (await listTrash(base)).filter(({ deleted }) => Date.parse(deleted) <= moment);
  await base.store.fileHistory.forget(entries.map(({ id }) => id));
  for (const { id } of entries) await base.store.trash.purge(id, base.change);
  return entries.map(({ id }) => id);
}

/** Deletes an entry permanently, with the bytes that the history has of its files. Throws `missing`. */
export async function purgeTrash(base: Content & Changing, entryId: string): Promise<void> {
  const { id } = await entryOf(base, entryId);
  await base.store.fileHistory.forget([id]);
  await base.store.trash.purge(id, base.change);
}
