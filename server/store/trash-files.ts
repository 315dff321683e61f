/**
 * Files of objects in the trash apart from their objects: how they come in, how they take their place again when a
 * file that was to replace them never did, and how an object that names them anew gets them back.
 */
import { link } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { copyDurably } from './copy-tree.js';
import type { DurableFiles } from './durable.js';
import { asStoreError } from './fs-errors.js';
import { parseObject, readBytes, serialise } from './json-file.js';
import type { Layout } from './layout.js';
import type { Log } from './log.js';
import { removeEmpty } from './remove-empty.js';
import { isFolder, stampAt, statOf } from './stamp.js';
import type { FilesOfObject, GivenBack } from './store.js';
import { ENTRY_FILE, type EntryRecord, FILES_FOLDER, JSON_FILE } from './trash-entry.js';

const linkFile = promisify(link);

export interface TrashFileParts {
  layout: Layout;
  durable: DurableFiles;
  log: Log;
}

const partsOf = (path: string) => path.split('/');

/**
 * Takes the files of a fresh entry. With `copy` they also stay where they are; else what cannot be taken stays, named
 * by nobody: the deletion has happened all the same.
 */
export async function takeInto(
  { layout, durable, log }: TrashFileParts,
  { id, collection, object = '', dropped = [] }: EntryRecord,
  copy: boolean,
): Promise<void> {
  const from = layout.files(collection, object);
  const files = join(layout.trashEntry(id), FILES_FOLDER);
  for (const { path } of dropped) {
    const [source, target] = [join(from, ...partsOf(path)), join(files, ...partsOf(path))];
    try {
      await durable.makeFolder(dirname(target));
      if (copy) await linkFile(source, target).catch(() => copyDurably(source, target));
      else await durable.move(source, target);
      if (copy) await durable.folders.sync(dirname(target));
      else await removeEmpty(dirname(source), from);
    } catch (error) {
      if (copy) throw asStoreError(error);
      log('warn', `The file ${path} of ${collection}/${object} is not in the trash`, error);
    }
  }
}

/** Whether something is said in a value, at any depth; how often a file was fetched is no part of it. */
function says(value: JsonValue | undefined, item: JsonObject): boolean {
  if (Array.isArray(value)) return value.some((part) => says(part, item));
  if (!isJsonObject(value)) return false;
  const { count: _counted, ...rest } = value;
  return isDeepStrictEqual(rest, item) || Object.values(value).some((part) => says(part, item));
}

/** Whether the object says of files that were replaced what it said of them before: its change was never saved. */
function isUnsaved(layout: Layout, { collection, object = '', dropped = [] }: EntryRecord): boolean {
  const file = readBytes(layout.object(collection, object));
  if (!file) return false;
  const document = parseObject(file.bytes);
  return dropped.every(({ keys, item: { count: _counted, ...item } }) => says(document[keys[0] ?? ''], item));
}

/** The replacement is over: what is in the entry was thrown away like anything else. */
export async function settleReplaced(
  { layout, durable }: TrashFileParts,
  record: EntryRecord,
): Promise<void> {
  const { replacing: _over, ...settled } = record;
  await durable.replace(join(layout.trashEntry(record.id), ENTRY_FILE), serialise(settled), { mode: 0o600 });
}

/** A file took the place of those in the entry, but the object was never told: they take it again, unless it was. */
export async function takeBackReplaced(parts: TrashFileParts, record: EntryRecord): Promise<void> {
  const { layout, durable } = parts;
  const { id, collection, object = '', dropped = [] } = record;
  if (!isUnsaved(layout, record)) return settleReplaced(parts, record);
  const folder = layout.trashEntry(id);
  for (const { path } of dropped) {
    const [kept, place] = [
      join(folder, FILES_FOLDER, ...partsOf(path)),
      join(layout.files(collection, object), ...partsOf(path)),
    ];
    const standing = stampAt(kept);
    if (!standing) continue;
    await durable.makeFolder(dirname(place));
    // One file under both names: it never lost its place.
    if (statOf(place)?.ino !== standing.ino) await durable.move(kept, place);
  }
  await durable.removeFolder(folder);
}

/** The entry's document, where it has one that can be read. */
function documentOf(folder: string): JsonObject | undefined {
  try {
    const file = readBytes(join(folder, JSON_FILE));
    return file && parseObject(file.bytes);
  } catch {
    return undefined;
  }
}

/** Second names in an object's folder for files the trash holds of it, those thrown away last first. */
export async function giveBack(
  { layout, durable }: TrashFileParts,
  records: readonly EntryRecord[],
  { collection, id, paths }: FilesOfObject,
): Promise<GivenBack[]> {
  const held = records
    .filter((record) => record.collection === collection && record.object === id)
    .filter(({ kind, replacing }) => (kind === 'file' || kind === 'object') && replacing !== true)
    .sort((a, b) => (a.deleted < b.deleted ? 1 : -1));
  const given: GivenBack[] = [];
  for (const path of paths) {
    for (const record of held) {
      const dropped = record.dropped?.find((one) => one.path === path);
      const folder = layout.trashEntry(record.id);
      const source = join(folder, FILES_FOLDER, ...partsOf(path));
      if ((record.kind === 'file' && !dropped) || layout.linkOn(source) || !stampAt(source)) continue;
      const target = join(layout.files(collection, id), ...partsOf(path));
      layout.guard(target);
      if (isFolder(source) || statOf(target)) break;
      try {
        await durable.makeFolder(dirname(target));
        await linkFile(source, target).catch(() => copyDurably(source, target));
        await durable.folders.sync(dirname(target));
      } catch (error) {
        await takeAway({ layout, durable }, { collection, id, paths: given.map((one) => one.path) });
        throw asStoreError(error);
      }
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

/** Removes files that were given back to an object whose change came to nothing. */
export async function takeAway(
  { layout, durable }: Pick<TrashFileParts, 'layout' | 'durable'>,
  { collection, id, paths }: FilesOfObject,
): Promise<void> {
  const root = layout.files(collection, id);
  for (const path of paths) {
    const file = join(root, ...partsOf(path));
    await durable.discard(file);
    await removeEmpty(dirname(file), root);
  }
  await removeEmpty(root, dirname(root));
}
