/** Files and folders that Plinth passes over, for whoever wants to know why something does not show. */
import { type Dirent, readdir } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { isLegalId } from '../contract/names.js';
import { PlinthError } from '../errors.js';
import { isAbsent } from './fs-errors.js';
import { parseDocument, parseObject, readBytes } from './json-file.js';
import { idOfFile, isCollectionName, type Layout, SCHEMA_FOLDER, SETTINGS_FILE } from './layout.js';
import { Slices } from './slices.js';
import { isFolder, stampAt } from './stamp.js';
import type { Stray } from './store.js';

const list = promisify(readdir);

/** What Syncthing, Dropbox, Nextcloud, Google Drive and iCloud put behind a name when two versions meet. */
const CONFLICT_ENDINGS: readonly RegExp[] = [
  /\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?$/,
  / ?\([^()]*conflict(?:ed|ing)? (?:copy|version)[^()]*\)$/i,
  / ?\(\d{1,3}\)$/,
  / \d{1,2}$/,
  /_conf\(\d{1,3}\)$/,
];

async function itemsOf(folder: string): Promise<Dirent[]> {
  if (!isFolder(folder)) return [];
  try {
    const items = await list(folder, { withFileTypes: true });
    // Names with a dot in front are other programs' own; settings are asked for by name.
    return items.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** The id whose file a name is a second version of. */
function originalOf(name: string): string | undefined {
  if (!name.endsWith('.json')) return undefined;
  const stem = name.slice(0, -'.json'.length);
  for (const ending of CONFLICT_ENDINGS) {
    const id = stem.replace(ending, '');
    if (id !== stem && isLegalId(id)) return id;
  }
  return undefined;
}

function read(path: string, parse: (bytes: Buffer) => unknown): unknown {
  try {
    const file = readBytes(path);
    return file && parse(file.bytes);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

/** A file of an id, or what its name says it is instead; undefined for files that are none of ours. */
function strayFile(folder: string, shown: string, item: Dirent): Stray | undefined {
  const path = `${shown}/${item.name}`;
  if (!item.name.endsWith('.json')) return undefined;
  if (item.isSymbolicLink()) return { kind: 'link', path };
  if (!item.isFile() || idOfFile(item.name) !== undefined) return undefined;
  const original = originalOf(item.name);
  if (original === undefined) return { kind: 'illegalName', path };
  const file = `${original}.json`;
  if (stampAt(join(folder, file)) === undefined) return { kind: 'illegalName', path };
  const copy = read(join(folder, item.name), parseObject);
  const same = copy !== undefined && isDeepStrictEqual(copy, read(join(folder, file), parseObject));
  return { kind: 'conflictCopy', path, original: { path: `${shown}/${file}`, same } };
}

/** A folder of files whose object is not there, or one no object can have. */
function strayFolder(folder: string, collection: string, { name }: Dirent): Stray | undefined {
  const path = `${collection}/${name}`;
  if (!isLegalId(name)) return { kind: 'illegalName', path };
  if (stampAt(join(folder, `${name}.json`)) !== undefined) return undefined;
  return { kind: 'orphanFiles', path, owner: { collection, id: name } };
}

async function inCollection(layout: Layout, collection: string, slices: Slices): Promise<Stray[]> {
  const folder = layout.collection(collection);
  const found: Stray[] = [];
  for (const item of await itemsOf(folder)) {
    const stray = item.isDirectory()
      ? strayFolder(folder, collection, item)
      : strayFile(folder, collection, item);
    if (stray) found.push(stray);
    if (slices.spent) await slices.pause();
  }
  return found;
}

/** Whether a folder holds a file that is an object in every respect. */
async function holdsObjects(folder: string): Promise<boolean> {
  for (const { name } of await itemsOf(folder)) {
    const id = idOfFile(name);
    if (id !== undefined && read(join(folder, name), (bytes) => parseDocument(bytes, id))) return true;
  }
  return false;
}

async function atTop(layout: Layout, item: Dirent, slices: Slices): Promise<Stray[]> {
  const { name } = item;
  const folder = join(layout.root, name);
  if (item.isSymbolicLink()) return isCollectionName(name) ? [{ kind: 'link', path: name }] : [];
  if (!item.isDirectory()) return [];
  const hasSettings = stampAt(join(folder, SETTINGS_FILE)) !== undefined;
  if (hasSettings) {
    return isCollectionName(name)
      ? inCollection(layout, name, slices)
      : [{ kind: 'illegalName', path: name }];
  }
  const couldBe = isCollectionName(name) && (await holdsObjects(folder));
  return couldBe ? [{ kind: 'noSettings', path: name }] : [];
}

/** Everything Plinth passes over, by path. Files other programs put beside the content are not told of. */
export async function findStrays(layout: Layout): Promise<Stray[]> {
  const slices = new Slices();
  const found: Stray[] = [];
  for (const item of await itemsOf(layout.schemas)) {
    const stray = strayFile(layout.schemas, SCHEMA_FOLDER, item);
    if (stray) found.push(stray);
  }
  for (const item of await itemsOf(layout.root)) found.push(...(await atTop(layout, item, slices)));
  return found;
}
