/**
 * Files of objects in the trash without their objects: how they are added, how they are put back when the change that
 * dropped them failed, and how an object that names them again gets them back.
 */
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { isUnreadable } from '../disk/fs-errors.js';
import { parseObject, readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { removeEmpty } from '../disk/remove-empty.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import type { DroppedFile, DroppedFiles, FilesOfObject, RestoredFile } from '../types/trash.js';
import { type EntryRecord, FILES_FOLDER, JSON_FILE } from './entry.js';

export interface TrashFileParts {
  layout: Layout;
  durable: DurableFiles;
  log: Log;
}

const partsOf = (path: string) => path.split('/');

/** A file no value names, as the trash keeps it. */
export const looseFile = (path: string): DroppedFile => ({
  path,
  keys: [],
  within: '',
  item: { name: path.split('/').at(-1) ?? path },
  at: 0,
});

/** Takes the files of a fresh entry. One that cannot be taken stays where it is: no object names it. */
export async function moveIntoEntry(
  { layout, durable, log }: TrashFileParts,
  { id, collection, object = '', dropped = [] }: EntryRecord,
): Promise<void> {
  const from = layout.files(collection, object);
  const files = join(layout.trashEntry(id), FILES_FOLDER);
  for (const { path } of dropped) {
    const [source, target] = [join(from, ...partsOf(path)), join(files, ...partsOf(path))];
    try {
      await durable.makeFolder(dirname(target));
      await durable.move(source, target);
      await removeEmpty(dirname(source), from);
    } catch (error) {
      log('warn', `The file ${path} of ${collection}/${object} is not in the trash`, error);
    }
  }
}

/** Gives the files of a fresh entry second names in it, durably. */
export async function linkInto(
  { layout, durable }: TrashFileParts,
  { id, collection, object = '', dropped = [] }: EntryRecord,
): Promise<void> {
  const from = layout.files(collection, object);
  const files = join(layout.trashEntry(id), FILES_FOLDER);
  for (const { path } of dropped)
    await durable.link(join(from, ...partsOf(path)), join(files, ...partsOf(path)));
}

/**
 * Undoes an entry made for a change that never happened: its files are put back. A file of `ours` (inodes) is
 * replaced; where another program's file has taken the place, the entry stays: true.
 */
export async function undoDropped(
  { layout, durable }: TrashFileParts,
  { id, collection, object = '', dropped = [] }: EntryRecord,
  ours: ReadonlySet<number>,
): Promise<boolean> {
  const folder = layout.trashEntry(id);
  let needed = false;
  for (const { path } of dropped) {
    const kept = join(folder, FILES_FOLDER, ...partsOf(path));
    const place = join(layout.files(collection, object), ...partsOf(path));
    const existing = statOf(place);
    const held = stampAt(kept);
    // One file under both names never lost its place.
    if (!held || existing?.ino === held.ino) continue;
    if (existing && !ours.has(existing.ino)) {
      needed = true;
      continue;
    }
    await durable.makeFolder(dirname(place));
    await durable.move(kept, place);
  }
  if (!needed) await durable.removeFolder(folder);
  return needed;
}

/** The document of an entry's folder; undefined where it holds none, or one that cannot be read. */
export const documentOf = (folder: string): JsonObject | undefined => documentAt(join(folder, JSON_FILE));

/** The JSON object in a file; undefined where there is none, or one that cannot be read. */
export function documentAt(path: string): JsonObject | undefined {
  try {
    const file = readBytes(path);
    return file && parseObject(file.bytes);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Of files that are to go to the trash those that are there. */
export function droppable(
  layout: Layout,
  { collection, id, files }: Pick<DroppedFiles, 'collection' | 'id' | 'files'>,
): DroppedFile[] {
  const from = layout.files(collection, id);
  return files.filter(({ path }) => {
    const file = join(from, ...partsOf(path));
    return stampAt(file) !== undefined && layout.linkOn(file) === undefined;
  });
}

/** Links files of an object in the trash into its folder, the last deleted first. */
export async function restoreLinks(
  { layout, durable }: TrashFileParts,
  records: readonly EntryRecord[],
  { collection, id, paths }: FilesOfObject,
): Promise<RestoredFile[]> {
  const held = records
    .filter((record) => record.collection === collection && record.object === id)
    .filter(({ kind }) => kind === 'file' || kind === 'object' || kind === 'change')
    .sort((a, b) => (a.deleted < b.deleted ? 1 : -1));
  const given: RestoredFile[] = [];
  for (const path of paths) {
    for (const record of held) {
      const dropped = record.dropped?.find((one) => one.path === path);
      const folder = layout.trashEntry(record.id);
      const source = join(folder, FILES_FOLDER, ...partsOf(path));
      if ((record.kind !== 'object' && !dropped) || layout.linkOn(source) || !stampAt(source)) continue;
      const target = join(layout.files(collection, id), ...partsOf(path));
      layout.guard(target);
      if (isFolder(source) || statOf(target)) break;
      await durable.link(source, target);
      const document = dropped ? undefined : documentOf(folder);
      given.push({
        path,
        entry: record.id,
        ...(dropped && { item: dropped.item }),
        ...(document && { document }),
      });
      break;
    }
  }
  return given;
}
