/** Operations on existing files (spec/files.md#metadata): metadata, move, remove. */
import type { Changing, Content, Live, WriteBase } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type ChangedValue, changeValue } from '../content/objects/change-value.js';
import { fileNameProblem } from '../contract/file-names.js';
import { type FileItem, foldedName, isFolderItem, isItem, safeFileName } from '../contract/files.js';
import { message, rule } from '../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { invalid, missing } from '../errors.js';
import type { FolderAbilities, FoundItem } from '../properties/files/abilities.js';
import { editProblems } from '../properties/files/edit-rules.js';
import { withEdits } from '../properties/files/items.js';
import { foldersIn } from '../properties/files/placing.js';
import { Refusal } from '../properties/refusal.js';
import { valueAt } from '../schemas/file-values.js';
import { type FileProperty, resolveFileProperty } from './address.js';
import { refusal, type UploadPlace } from './save-file.js';

const noFile = (path: string) => missing(message('fileMissingAt', { path }));

/** The folders of a path, as they may be named. Throws `invalid` for one that leads elsewhere. */
function foldersOf(path: string, what: string): string[] {
  if (/[\\\0]/.test(path) || path.startsWith('/')) throw invalid(message('folderNamesNeeded', { what }));
  const folders = foldersIn(path);
  if (folders.length > 16) throw invalid(message('folderLevels', { what }));
  for (const name of folders) {
    const problem = fileNameProblem(name);
    if (problem) throw invalid(message('folderNameInvalid', { what, name, problem }));
  }
  return folders;
}

/** A property whose values have folders. Throws `missing` for others. */
async function withFolders(
  base: Content,
  { collection, id, segments }: UploadPlace,
): Promise<FileProperty & { folders: FolderAbilities }> {
  const property = await resolveFileProperty(base, collection, id, segments);
  const { folders } = property.files;
  if (!folders) throw missing(message('foldersUnsupported', { name: property.keys.join('/') }));
  return { ...property, folders };
}

/** An entry of a folder by its name. */
const entryIn = (entries: readonly JsonObject[] | undefined, name: string): FileItem | undefined =>
  entries?.filter(isItem).find((entry) => foldedName(entry.name) === foldedName(name));

/** What a change of a value means: a file or, where there are folders, an entry of one. */
function found(
  { files, rest }: FileProperty,
  value: JsonValue | undefined,
  folder: string,
): FoundItem | undefined {
  if (!files.folders) return files.find(value, rest, '');
  const folders = [...foldersIn(folder), ...rest.slice(0, -1)];
  const item = entryIn(files.folders.entries(value, folders), rest.at(-1) ?? '');
  return item && { item, folders };
}

/**
 * Removes a file, or a folder of a depot with all that is in it; the files go to the trash. Without a name an image or
 * a file property is emptied. Throws `missing`, `validation` for the only file of a required property, `stale`.
 */
export async function removeFile(
  base: WriteBase,
  place: UploadPlace,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, segments, folder = '' } = place;
  const property = await resolveFileProperty(base, collection, id, segments);
  const { files, keys } = property;
  let removed = '';
  const answer = await changeValue(base, { collection, id, keys }, options, async ({ document }) => {
    const value = valueAt(document, keys);
    const entry = found(property, value, folder);
    if (!entry) throw noFile(segments.join('/'));
    const { item, folders } = entry;
    const required = base.collections.get(collection).schema.properties.get(keys[0] ?? '')?.required;
    const changed = (current: JsonValue | undefined) => files.remove(current, item.name, folders);
    if (required && keys.length === 1 && !files.folders && files.list(changed(value)).length === 0) {
      throw refusal(property, [message('fileRequired')]);
    }
    removed = [property.folder, ...folders, item.name].join('/');
    return changed;
  });
  base.events.emit({ type: 'file.deleted', collection, id, path: removed }, base.change);
  return answer;
}

/**
 * Sets the metadata of a file. `replace`: what is not sent gets its default; else it stays. Throws `missing`,
 * `validation`.
 */
export async function describeFile(
  base: WriteBase,
  place: UploadPlace,
  metadata: JsonObject,
  { replace, ...options }: ChangeOptions & { replace: boolean },
): Promise<ChangedValue> {
  const { collection, id, segments, folder = '' } = place;
  const property = await resolveFileProperty(base, collection, id, segments);
  const { files, keys } = property;
  // An empty password keeps the stored one.
  const defaults = Object.entries(files.editable).filter(([key]) => replace && key !== 'password');
  return changeValue(base, { collection, id, keys }, options, async ({ document }) => {
    const entry = found(property, valueAt(document, keys), folder);
    if (!entry || isFolderItem(entry.item)) throw noFile(segments.join('/'));
    try {
      const item = await withEdits(files, entry.item, { ...Object.fromEntries(defaults), ...metadata });
      const named = (one: FileItem) => [{ item: one, path: one.name }];
      const problems = editProblems(property.definition.settings, named(entry.item), named(item));
      if (problems.length > 0) throw refusal(property, problems.map(rule));
      return (current) => files.place(current, item, { folders: entry.folders });
    } catch (error) {
      if (error instanceof Refusal) throw refusal(property, [error.reason]);
      throw error;
    }
  });
}

/**
 * Moves a file or folder of a depot into another folder, which is made when missing; "" is the top. Throws `missing`,
 * `invalid` for a destination that is none or holds such a name already.
 */
export async function moveFile(
  base: WriteBase,
  place: UploadPlace,
  folderPath: string,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, folder = '' } = place;
  const property = await withFolders(base, place);
  const { files, folders, keys, rest } = property;
  const name = rest.at(-1) ?? '';
  const source = [...foldersIn(folder), ...rest.slice(0, -1)];
  const destination = foldersOf(folderPath, '"destination"');
  let moved = { from: '', to: '' };
  const moving = { ...options, moves: true };
  const changed = await changeValue(
    base,
    { collection, id, keys },
    moving,
    async ({ document, files: change }) => {
      const value = valueAt(document, keys);
      const [from, to] = [folders.spell(value, source), folders.spell(value, destination)];
      const entry = entryIn(folders.entries(value, from), name);
      if (!entry) throw noFile([...from, name].join('/'));
      if (isFolderItem(entry) && isWithin(to, [...from, entry.name]))
        throw invalid(message('folderIntoItself'));
      if (entryIn(folders.entries(value, to), name))
        throw invalid(message('nameExistsIn', { name, folder: to.join('/') }));
      moved = {
        from: pathOf(property, [...from, entry.name]),
        to: pathOf(property, [...to, entry.name]),
      };
      await change.duplicate(moved.from, moved.to);
      return (current) => {
        const without = files.remove(current, entry.name, from);
        return folders.change(without, to, (entries) => [...entries, entry]);
      };
    },
  );
  announceMove(base, { collection, id }, moved.from, moved.to);
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

/** Emits events for moved files. */
function announceMove(
  base: Live & Changing,
  { collection, id }: { collection: string; id: string },
  from: string,
  to: string,
): void {
  if (from === to) return;
  base.events.emit({ type: 'file.deleted', collection, id, path: from }, base.change);
  base.events.emit({ type: 'file.saved', collection, id, path: to }, base.change);
}

/** Makes a folder of a depot and those above it; one that is there already stays. Throws `invalid`, `missing`. */
export async function makeFolder(
  base: WriteBase,
  place: UploadPlace,
  folderPath: string,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id } = place;
  const property = await withFolders(base, place);
  const { folders } = property;
  const path = foldersOf(folderPath, '"path"');
  if (path.length === 0) throw invalid(message('pathNeedsFolder'));
  return changeValue(base, { collection, id, keys: property.keys }, options, async ({ document }) => {
    const value = valueAt(document, property.keys);
    for (let depth = 1; depth <= path.length; depth += 1) {
      const entry = entryIn(folders.entries(value, path.slice(0, depth - 1)), path[depth - 1] ?? '');
      if (entry && !isFolderItem(entry)) throw invalid(message('folderIsFile', { name: entry.name }));
    }
    await base.store.files.makeFolder(collection, id, pathOf(property, folders.spell(value, path)));
    return (current) => folders.change(current, path, (entries) => entries);
  });
}

/** Gives a folder of a depot another name. Throws `missing`, `invalid` for a name that is none or is taken. */
export async function renameFolder(
  base: WriteBase,
  place: UploadPlace,
  newName: string,
  options: ChangeOptions = {},
): Promise<ChangedValue> {
  const { collection, id, folder = '' } = place;
  const property = await withFolders(base, place);
  const { files, folders } = property;
  const path = foldersIn(folder);
  const [above, old] = [path.slice(0, -1), path.at(-1)];
  if (old === undefined) throw invalid(message('queryNeedsFolder'));
  if (/[\\/]/.test(newName)) throw invalid(message('nameNeedsNoSlash'));
  const problem = fileNameProblem(newName);
  if (problem) throw invalid(message('nameProblem', { problem }));
  const name = safeFileName(newName, base.now());
  let renamed = { from: '', to: '' };
  const moving = { ...options, moves: true };
  const at = { collection, id, keys: property.keys };
  const changed = await changeValue(base, at, moving, async ({ document, files: change }) => {
    const value = valueAt(document, property.keys);
    const parents = folders.spell(value, above);
    const entries = folders.entries(value, parents);
    const entry = entryIn(entries, old);
    if (!entry || !isFolderItem(entry)) throw missing(message('folderMissing', { path: folder }));
    const existing = entryIn(entries, name);
    if (existing && existing !== entry) throw invalid(message('nameExistsInFolder', { name }));
    if (name === entry.name) return (current) => current ?? {};
    renamed = {
      from: pathOf(property, [...parents, entry.name]),
      to: pathOf(property, [...parents, name]),
    };
    await change.duplicate(renamed.from, renamed.to);
    return (current) => files.place(current, { ...entry, name }, { folders: parents, instead: entry.name });
  });
  announceMove(base, { collection, id }, renamed.from, renamed.to);
  return changed;
}
