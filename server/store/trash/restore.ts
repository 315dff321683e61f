/** Puts an entry of the trash back. The folder of files first, then the JSON file: never a file entry without files. */
import { dirname, join } from 'node:path';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { conflict, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { readBytes } from '../disk/json-file.js';
import { isCollectionName, type Layout, placeOfSet, SCHEMA_FOLDER, SETTINGS_FILE } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { settingsStamp } from '../disk/settings-stamp.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import type { History } from '../types/history.js';
import { COLLECTION_FOLDER, type EntryRecord, FILES_FOLDER, JSON_FILE } from './entry.js';

export interface RestoreParts {
  layout: Layout;
  durable: DurableFiles;
  own: OwnWrites;
}

/** Throws `conflict` when a folder with the collection's name exists. */
export async function restoreCollection(
  parts: RestoreParts,
  record: EntryRecord,
  folder: string,
): Promise<void> {
  const { layout, durable, own } = parts;
  const target = layout.collection(record.collection);
  if (statOf(target)) throw conflict(message('collectionExists', { id: record.collection }));
  await durable.move(join(folder, COLLECTION_FOLDER), target);
  own.recordStamp(keyOf(layout, record), settingsStamp(layout, record.collection));
}

/** Throws `conflict` when there is a change set of this id. */
export async function restoreChangeSet(
  { layout, durable }: RestoreParts,
  { set = '', title }: EntryRecord,
  folder: string,
): Promise<void> {
  const target = layout.changeSet(set);
  if (statOf(target)) throw conflict(message('nameExistsAgain', { name: title }));
  await durable.makeFolder(dirname(target));
  await durable.move(join(folder, COLLECTION_FOLDER), target);
}

/** Throws `conflict` when another file or folder has taken the place, or the collection is gone. */
export async function restoreFile(parts: RestoreParts, record: EntryRecord, folder: string): Promise<void> {
  const { layout, durable } = parts;
  const place = placeOf(layout, record);
  const json = join(folder, JSON_FILE);
  const files = join(folder, FILES_FOLDER);
  const hasJson = stampAt(json) !== undefined;
  const hasFiles = isFolder(files) && place.files !== undefined;
  if (!hasJson && !hasFiles) throw conflict(message('trashEntryGone'));
  if (record.kind === 'schema') await durable.makeFolder(dirname(place.json));
  if (!isFolder(dirname(place.json))) {
    throw conflict(message('collectionGone', { id: record.collection }));
  }
  if (hasJson && statOf(place.json)) throw conflict(message('nameExistsAgain', { name: place.name }));
  if (hasFiles && place.files && statOf(place.files)) {
    throw conflict(message('objectFilesFolderThere', { name: place.name }));
  }
  const inode = stampAt(json)?.ino;
  try {
    if (hasFiles && place.files) await durable.move(files, place.files);
    if (hasJson) await durable.move(json, place.json, { expect: 'absent' });
  } catch (error) {
    // A rename may have happened, though the disk failed to confirm it.
    const isBack = hasJson && stampAt(place.json)?.ino === inode;
    if (isBack) await durable.move(place.json, json).catch(() => {});
    const stays = isBack && stampAt(place.json)?.ino === inode;
    if (!stays && hasFiles && place.files && !statOf(files)) {
      await durable.move(place.files, files).catch(() => {});
    }
    if (error instanceof PlinthError && error.kind === 'stale')
      throw conflict(message('nameExistsAgain', { name: place.name }));
    throw error;
  }
}

/** Puts files of an object back. Throws `conflict` when another file has the place of one, or the object is gone. */
export async function restoreDropped(
  { layout, durable }: RestoreParts,
  { collection, object = '', dropped = [] }: EntryRecord,
  folder: string,
): Promise<void> {
  if (!stampAt(layout.object(collection, object))) {
    throw conflict(message('objectGoneRestoreFirst', { id: object, collection }));
  }
  const to = layout.files(collection, object);
  const files = dropped.map(({ path }) => {
    const names = path.split('/');
    return { path, from: join(folder, FILES_FOLDER, ...names), to: join(to, ...names) };
  });
  // One file under both names was put back by a change that was interrupted: it is there already.
  const waiting = files.filter(({ from, to }) => {
    const kept = stampAt(from);
    return kept !== undefined && statOf(to)?.ino !== kept.ino;
  });
  for (const file of waiting) {
    if (statOf(file.to)) throw conflict(message('fileOther', { path: file.path }));
  }
  for (const file of waiting) {
    await durable.makeFolder(dirname(file.to));
    await durable.move(file.from, file.to, { expect: 'absent' });
  }
}

/** Key of an entry's file among the process's own writes. */
export function keyOf(layout: Layout, record: EntryRecord): string {
  if (record.kind === 'changeSet') return `.changes/${record.set}`;
  return record.kind === 'collection' ? `${record.collection}/${SETTINGS_FILE}` : placeOf(layout, record).key;
}

interface Place {
  /** Where the JSON file belongs. */
  json: string;
  /** Where the folder of files belongs; undefined where there can be none. */
  files: string | undefined;
  /** Key of the file among the process's own writes. */
  key: string;
  name: string;
}

/** Where the file of an entry comes from. */
export function placeOf(layout: Layout, record: EntryRecord): Place {
  const { kind, collection, object, file } = record;
  if (kind === 'copy' && file !== undefined) {
    const json = layout.named(collection, file);
    return { json, files: undefined, key: `${collection}/${file}`, name: file };
  }
  if (object === undefined) {
    const key = `${collection}/${SETTINGS_FILE}`;
    return { json: layout.settings(collection), files: undefined, key, name: key };
  }
  if (kind === 'schema') {
    const key = `${SCHEMA_FOLDER}/${object}.json`;
    return { json: layout.schema(object), files: undefined, key, name: object };
  }
  const key = `${collection}/${object}.json`;
  return {
    json: layout.object(collection, object),
    files: layout.files(collection, object),
    key,
    name: object,
  };
}

/** Tells the history what came back. */
export async function recordRestored(
  { layout, history }: { layout: Layout; history: History },
  record: EntryRecord,
  change: ChangeOrigin,
): Promise<void> {
  const { kind, collection } = record;
  if (kind === 'collection') {
    await history.recordFolder(collection, layout.collection(collection), 'saved', change);
  } else if (kind === 'changeSet') {
    const { set = '' } = record;
    await recordChanges(history, { set, folder: layout.changeSet(set) }, 'saved', change);
  } else if (kind !== 'file' && kind !== 'copy') {
    const file = readBytes(placeOf(layout, record).json);
    if (file) history.record(keyOf(layout, record), file.bytes, change, file.stamp);
  }
}

/** Tells the history of all files of a set, whose folder is at an absolute path now. */
export async function recordChanges(
  history: History,
  { set, folder }: { set: string; folder: string },
  kind: 'saved' | 'removed',
  change: ChangeOrigin,
): Promise<void> {
  await history.recordFolder(placeOfSet(set), folder, kind, change);
  for (const name of await namesIn(folder).catch(() => [])) {
    if (!isCollectionName(name) || !isFolder(join(folder, name))) continue;
    await history.recordFolder(`${placeOfSet(set)}/${name}`, join(folder, name), kind, change);
  }
}
