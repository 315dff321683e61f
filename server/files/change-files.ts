/** What can be done to files that are there (spec/files.md#metadata): told about, moved, removed. */
import type { Base } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type ChangedValue, changeValue } from '../content/objects/change-value.js';
import { fileNameProblem } from '../contract/file-names.js';
import {
  EDITABLE,
  FILE_DEFAULTS,
  type FileItem,
  foldedName,
  IMAGE_DEFAULTS,
  isFolderItem,
  isItem,
  safeFileName,
} from '../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { invalid, missing } from '../errors.js';
import { withEdits } from '../properties/files/items.js';
import {
  entriesOf,
  foldersAsNamed,
  foldersIn,
  withEntries,
  withItem,
  withoutItem,
} from '../properties/files/placing.js';
import { Refusal } from '../properties/refusal.js';
import { valueAt } from '../schemas/file-values.js';
import { type FileProperty, resolveFileProperty } from './address.js';
import { itemIn } from './find.js';
import { refusal, type UploadPlace } from './save-file.js';

const noFile = (path: string) => missing(`There is no file at "${path}"`);

/** The folders of a path, as they may be named. Throws `invalid` for one that leads elsewhere. */
function foldersOf(path: unknown, what: string): string[] {
  if (typeof path !== 'string') throw invalid(`${what} must be a text`);
  if (/[\\\0]/.test(path) || path.startsWith('/'))
    throw invalid(`${what} must be folders with "/" between them`);
  const folders = foldersIn(path);
  if (folders.length > 16) throw invalid(`${what} must have at most 16 levels`);
  for (const name of folders) {
    const problem = fileNameProblem(name);
    if (problem) throw invalid(`${what}: the folder "${name}" ${problem}`);
  }
  return folders;
}

/** A depot. Throws `missing` for properties that have no folders. */
async function depotAt(base: Base, { collection, id, segments }: UploadPlace): Promise<FileProperty> {
  const property = await resolveFileProperty(base, collection, id, segments);
  if (property.kind !== 'depot') throw missing(`"${property.keys.join('/')}" has no folders`);
  return property;
}

/** An entry of a depot's folder by its name. */
const entryIn = (entries: readonly JsonObject[] | undefined, name: string): FileItem | undefined =>
  entries?.filter(isItem).find((entry) => foldedName(entry.name) === foldedName(name));

/**
 * Removes a file, or a folder of a depot with all that is in it; the files go to the trash. Without a name an image or
 * a file property is emptied. Throws `missing`, `validation` for the only file of a required property, `stale`.
 */
export async function removeFile(
  base: Base,
  place: UploadPlace,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, segments, folder = '' } = place;
  const property = await resolveFileProperty(base, collection, id, segments);
  const { kind, keys, rest } = property;
  const folders = kind === 'depot' ? [...foldersIn(folder), ...rest.slice(0, -1)] : [];
  let removed = '';
  const answer = await changeValue(base, { collection, id, keys }, options, async ({ document }) => {
    const value = valueAt(document, keys);
    const single = kind === 'image' || kind === 'file';
    const name = rest.at(-1) ?? (single && isItem(value) ? value.name : undefined);
    const found =
      kind === 'depot'
        ? entryIn(entriesOf(value, folders), name ?? '')
        : rest.length > 1 || name === undefined
          ? undefined
          : itemIn(kind, value ?? null, name);
    if (!found) throw noFile(segments.join('/'));
    const required = base.collections.get(collection).schema.properties.get(keys[0] ?? '')?.required;
    const changed = (current: JsonValue | undefined) => withoutItem(kind, current, found.name, folders);
    if (required && keys.length === 1 && isEmptied(kind, changed(value))) {
      throw refusal(property, ['is required; put another file in its place instead of removing it']);
    }
    removed = [property.folder, ...folders, found.name].join('/');
    return changed;
  });
  base.events.emit({ type: 'file.deleted', collection, id, path: removed });
  return answer;
}

const isEmptied = (kind: FileProperty['kind'], value: JsonValue): boolean =>
  kind === 'gallery' ? Array.isArray(value) && value.length === 0 : kind !== 'depot' && !isItem(value);

/**
 * Sets what is said of a file. `replace`: what is not sent takes its default; else it stays. Throws `missing`,
 * `invalid` for a body that is no object, `validation`.
 */
export async function describeFile(
  base: Base,
  place: UploadPlace,
  body: unknown,
  { replace, ...options }: ChangeOptions & { replace: boolean },
): Promise<ChangedValue> {
  const { collection, id, segments, folder = '' } = place;
  if (!isJsonObject(body)) throw invalid('The body must be an object of what is said of the file');
  const property = await resolveFileProperty(base, collection, id, segments);
  const { kind, keys, rest } = property;
  const folders = kind === 'depot' ? [...foldersIn(folder), ...rest.slice(0, -1)] : [];
  const defaults: JsonObject = kind === 'image' || kind === 'gallery' ? IMAGE_DEFAULTS : FILE_DEFAULTS;
  return changeValue(base, { collection, id, keys }, options, async ({ document }) => {
    const value = valueAt(document, keys);
    const name = rest.at(-1) ?? (isItem(value) ? value.name : '');
    const found =
      kind === 'depot'
        ? entryIn(entriesOf(value, folders), name)
        : rest.length > 1
          ? undefined
          : itemIn(kind, value ?? null, name);
    if (!found || isFolderItem(found)) throw noFile(segments.join('/'));
    const blank = Object.fromEntries(
      EDITABLE[kind].filter((key) => replace && key !== 'password').map((key) => [key, defaults[key] ?? '']),
    );
    try {
      const item = await withEdits(kind, found, { ...blank, ...body });
      return (current) => withItem(kind, current, item, { folders });
    } catch (error) {
      if (error instanceof Refusal) throw refusal(property, [error.message]);
      throw error;
    }
  });
}

/**
 * Moves a file or folder of a depot into another folder, which is made when missing; "" is the top. Throws `missing`,
 * `invalid` for a destination that is none or holds such a name already.
 */
export async function moveFile(
  base: Base,
  place: UploadPlace,
  body: unknown,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, folder = '' } = place;
  const property = await depotAt(base, place);
  const { keys, rest } = property;
  const name = rest.at(-1) ?? '';
  const asked = [...foldersIn(folder), ...rest.slice(0, -1)];
  const destination = foldersOf(isJsonObject(body) ? body.destination : undefined, '"destination"');
  let moved = { from: '', to: '' };
  const moving = { ...options, moves: true };
  const changed = await changeValue(base, { collection, id, keys }, moving, async ({ document, files }) => {
    const value = valueAt(document, keys);
    const [from, to] = [foldersAsNamed(value, asked), foldersAsNamed(value, destination)];
    const entry = entryIn(entriesOf(value, from), name);
    if (!entry) throw noFile([...from, name].join('/'));
    if (isFolderItem(entry) && isWithin(to, [...from, entry.name]))
      throw invalid('A folder cannot be moved into itself');
    if (entryIn(entriesOf(value, to), name))
      throw invalid(`There is already a "${name}" in "${to.join('/')}"`);
    moved = {
      from: pathOf(property, [...from, entry.name]),
      to: pathOf(property, [...to, entry.name]),
    };
    await files.duplicate(moved.from, moved.to);
    return (current) => {
      const without = withoutItem('depot', current, entry.name, from);
      return withEntries(without, to, (entries) => [...entries, entry]);
    };
  });
  tellMove(base, { collection, id }, moved.from, moved.to);
  return changed;
}

/** Whether folders lead to a folder or into it, however each name is spelled. */
const isWithin = (folders: readonly string[], top: readonly string[]): boolean =>
  top.every((name, at) => {
    const other = folders[at];
    return other !== undefined && foldedName(other) === foldedName(name);
  });

/** Below the object's folder. */
const pathOf = ({ folder }: FileProperty, names: readonly string[]): string => [folder, ...names].join('/');

/** Tells that files lie elsewhere now. */
function tellMove(
  base: Base,
  { collection, id }: { collection: string; id: string },
  from: string,
  to: string,
): void {
  if (from === to) return;
  base.events.emit({ type: 'file.deleted', collection, id, path: from });
  base.events.emit({ type: 'file.saved', collection, id, path: to });
}

/** Makes a folder of a depot and those above it; one that is there already stays. Throws `invalid`, `missing`. */
export async function makeFolder(
  base: Base,
  place: UploadPlace,
  body: unknown,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id } = place;
  const property = await depotAt(base, place);
  const folders = foldersOf(isJsonObject(body) ? body.path : undefined, '"path"');
  if (folders.length === 0) throw invalid('"path" must name a folder');
  return changeValue(base, { collection, id, keys: property.keys }, options, async ({ document }) => {
    const value = valueAt(document, property.keys);
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const entry = entryIn(entriesOf(value, folders.slice(0, depth - 1)), folders[depth - 1] ?? '');
      if (entry && !isFolderItem(entry)) throw invalid(`"${entry.name}" is a file, not a folder`);
    }
    await base.store.files.makeFolder(collection, id, pathOf(property, foldersAsNamed(value, folders)));
    return (current) => withEntries(current, folders, (entries) => entries);
  });
}

/** Gives a folder of a depot another name. Throws `missing`, `invalid` for a name that is none or is taken. */
export async function renameFolder(
  base: Base,
  place: UploadPlace,
  body: unknown,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, folder = '' } = place;
  const property = await depotAt(base, place);
  const path = foldersIn(folder);
  const [above, old] = [path.slice(0, -1), path.at(-1)];
  if (old === undefined) throw invalid('The query must say which folder: ?path=folder');
  const wanted = isJsonObject(body) ? body.name : undefined;
  if (typeof wanted !== 'string' || /[\\/]/.test(wanted))
    throw invalid('"name" must be one name without slashes');
  const problem = fileNameProblem(wanted);
  if (problem) throw invalid(`"name" ${problem}`);
  const name = safeFileName(wanted, base.now());
  let renamed = { from: '', to: '' };
  const moving = { ...options, moves: true };
  const at = { collection, id, keys: property.keys };
  const changed = await changeValue(base, at, moving, async ({ document, files }) => {
    const value = valueAt(document, property.keys);
    const parents = foldersAsNamed(value, above);
    const entries = entriesOf(value, parents);
    const entry = entryIn(entries, old);
    if (!entry || !isFolderItem(entry)) throw missing(`There is no folder "${folder}"`);
    const standing = entryIn(entries, name);
    if (standing && standing !== entry) throw invalid(`There is already a "${name}" beside it`);
    if (name === entry.name) return (current) => current ?? {};
    renamed = {
      from: pathOf(property, [...parents, entry.name]),
      to: pathOf(property, [...parents, name]),
    };
    await files.duplicate(renamed.from, renamed.to);
    return (current) =>
      withItem('depot', current, { ...entry, name }, { folders: parents, instead: entry.name });
  });
  tellMove(base, { collection, id }, renamed.from, renamed.to);
  return changed;
}
