/** Files and folders that Plinth ignores, to explain why something does not show. */
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import { allFilesBelow } from '../disk/files-below.js';
import {
  idOfFile,
  isCollectionName,
  type Layout,
  SCHEMA_FOLDER,
  SETTINGS_FILE,
  SYSTEM_FOLDER,
} from '../disk/layout.js';
import { entriesIn } from '../disk/names-in.js';
import { settingsStamp } from '../disk/settings-stamp.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import type { UnrecognizedFile } from '../types/maintenance.js';
import { firstVersion, hasSameContent, readLoosely } from './conflict-copies.js';
import { isForeignName } from './conflict-names.js';

async function itemsOf(folder: string): Promise<Dirent[]> {
  if (!isFolder(folder)) return [];
  const items = await entriesIn(folder);
  // Names with a dot in front are other programs' own, but for second versions of settings.
  const ours = items.filter(({ name }) => !name.startsWith('.') || isForeignName(name));
  return ours.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file of an id, or what its name shows it is instead; undefined for other programs' files. */
function unrecognizedFile(folder: string, shown: string, item: Dirent): UnrecognizedFile | undefined {
  const path = `${shown}/${item.name}`;
  if (!item.name.endsWith('.json')) return undefined;
  if (item.isSymbolicLink()) return { kind: 'link', path };
  if (!item.isFile() || idOfFile(item.name) !== undefined) return undefined;
  const file = firstVersion(folder, item.name);
  if (file === undefined) return item.name.startsWith('.') ? undefined : { kind: 'illegalName', path };
  const same = hasSameContent(folder, item.name, file);
  return { kind: 'conflictCopy', path, original: { path: `${shown}/${file}`, same } };
}

/** A folder of files whose object is not there and in no change set, or one no object can have. */
async function unrecognizedFolder(
  folder: string,
  collection: string,
  { name }: Dirent,
  isInSets: InSets,
): Promise<UnrecognizedFile | undefined> {
  const path = `${collection}/${name}`;
  if (!isLegalId(name)) return { kind: 'illegalName', path };
  if (stampAt(join(folder, `${name}.json`)) !== undefined || isInSets(collection, name)) return undefined;
  // Where the folder could not be removed with its last file.
  if ((await allFilesBelow(join(folder, name))).length === 0) return undefined;
  return { kind: 'orphanFiles', path, owner: { collection, id: name } };
}

async function inCollection(
  layout: Layout,
  collection: string,
  yielder: Yielder,
  isInSets: InSets,
): Promise<UnrecognizedFile[]> {
  const folder = layout.collection(collection);
  const found: UnrecognizedFile[] = [];
  for (const item of await itemsOf(folder)) {
    const unrecognized = item.isDirectory()
      ? await unrecognizedFolder(folder, collection, item, isInSets)
      : unrecognizedFile(folder, collection, item);
    if (unrecognized) found.push(unrecognized);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return found;
}

function isObject(path: string, id: string): boolean {
  const found = readLoosely(path);
  return found?.id === id;
}

/** Whether a folder holds a file that is an object in every respect. */
async function holdsObjects(folder: string): Promise<boolean> {
  for (const { name } of await itemsOf(folder)) {
    const id = idOfFile(name);
    if (id !== undefined && isObject(join(folder, name), id)) return true;
  }
  return false;
}

async function atTop(
  layout: Layout,
  item: Dirent,
  yielder: Yielder,
  isInSets: InSets,
): Promise<UnrecognizedFile[]> {
  const { name } = item;
  const folder = join(layout.root, name);
  if (item.isSymbolicLink()) return isCollectionName(name) ? [{ kind: 'link', path: name }] : [];
  if (!item.isDirectory()) return [];
  if (!isCollectionName(name)) {
    const hasSettings = stampAt(join(folder, SETTINGS_FILE)) !== undefined;
    return hasSettings ? [{ kind: 'illegalName', path: name }] : [];
  }
  if (settingsStamp(layout, name)) return inCollection(layout, name, yielder, isInSets);
  return (await holdsObjects(folder)) ? [{ kind: 'noSettings', path: name }] : [];
}

/** Whether a change set has an object; its files may be there before it is live. */
type InSets = (collection: string, id: string) => boolean;

/** Everything Plinth ignores, by path. Files that other programs keep beside the content are not reported. */
export async function findUnrecognizedFiles(layout: Layout, isInSets: InSets): Promise<UnrecognizedFile[]> {
  const yielder = new Yielder();
  const found: UnrecognizedFile[] = [];
  for (const [folder, shown] of [
    [layout.schemas, SCHEMA_FOLDER],
    [layout.system, SYSTEM_FOLDER],
  ] as const) {
    for (const item of await itemsOf(folder)) {
      const unrecognized = unrecognizedFile(folder, shown, item);
      if (unrecognized) found.push(unrecognized);
    }
  }
  for (const item of await itemsOf(layout.root))
    found.push(...(await atTop(layout, item, yielder, isInSets)));
  return found;
}
