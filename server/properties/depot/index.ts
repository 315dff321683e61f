/** `depot`: files in folders, protected together (spec/resources.md#depot-value). */

import { fileNameProblem } from '../../contract/file-names.js';
import { type FileItem, foldedName, isFolderItem, isItem } from '../../contract/files.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import type { FileAbilities, FilePlace, ItemRules, NamedFile } from '../files/abilities.js';
import { DEPOT_COMPONENTS, STORED_DEPOT } from '../files/components.js';
import { fileLink, uploaded, withoutPassword } from '../files/file-items.js';
import { passwordOf, sameName, takeItem, wordsOfItem } from '../files/items.js';
import { entriesIn, foldersIn, withEntry, withoutEntry } from '../files/placing.js';
import { fitting } from '../fitting.js';
import type { FileKind } from '../kind.js';
import { Refusal } from '../refusal.js';
import { depotFolders, emptyFolders, filesBelow, MAX_DEPTH } from './folders.js';

const listed = (value: JsonValue | undefined): NamedFile[] =>
  filesBelow(isJsonObject(value) ? value.files : undefined);

const depotItems: ItemRules = {
  images: false,
  editable: { download: '', comments: '', tags: [], alt: '', caption: '', focalpoint: '' },
  accept(upload) {
    const { name, old } = upload;
    return { name, comments: old?.comments ?? '', tags: old?.tags ?? [], ...uploaded(upload) };
  },
};

/** Entries with the addresses of their files, without the passwords files from elsewhere may have of their own. */
function shown(entries: JsonValue | undefined, address: string, folder: string): JsonValue {
  if (!Array.isArray(entries)) return [];
  return entries.map((entry) => {
    if (!isItem(entry)) return entry;
    if (isFolderItem(entry)) {
      return {
        ...entry,
        files: shown(entry.files, address, folder === '' ? entry.name : `${folder}/${entry.name}`),
      };
    }
    const query = folder === '' ? '' : `?path=${encodeURIComponent(folder)}`;
    return {
      ...withoutPassword(entry),
      url: `/download${address}/${encodeURIComponent(entry.name)}${query}`,
    };
  });
}

async function takeEntries(
  sent: JsonValue | undefined,
  before: ReadonlyMap<string, FileItem>,
  place: FilePlace,
  prefix = '',
  depth = 0,
): Promise<JsonValue[]> {
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent)) throw new Refusal(message('filesNotList'));
  if (depth > MAX_DEPTH) throw new Refusal(message('filesFoldersDeep', { limit: MAX_DEPTH }));
  const taken: JsonValue[] = [];
  const names = new Set<string>();
  for (const entry of sent) {
    if (!isItem(entry)) throw new Refusal(message('filesNotEntries'));
    const path = `${prefix}${entry.name}`;
    if (names.has(foldedName(entry.name))) throw new Refusal(message('filesTwice', { path }));
    names.add(foldedName(entry.name));
    if (isFolderItem(entry)) {
      const problem = fileNameProblem(entry.name);
      if (problem) throw new Refusal(message('filesFolderName', { name: entry.name, problem }));
      const files = await takeEntries(entry.files, before, place, `${path}/`, depth + 1);
      taken.push({ name: entry.name, mime: 'folder', files });
    } else taken.push(await takeItem(depotItems, entry, before.get(path), place, path));
  }
  return taken;
}

/** A file by its name in a folder, both as they are spelled. */
function fileIn(value: JsonValue | undefined, path: readonly string[], name: string): FileItem | undefined {
  let entries = entriesIn(isJsonObject(value) ? value.files : undefined).filter(isItem);
  for (const folder of path) {
    const next = entries.find((entry) => isFolderItem(entry) && sameName(entry.name, folder));
    entries = entriesIn(next?.files).filter(isItem);
  }
  return entries.find((entry) => !isFolderItem(entry) && sameName(entry.name, name));
}

const files: FileAbilities = {
  ...depotItems,
  many: true,
  list: listed,
  async take(sent, stored, place) {
    if (!isJsonObject(sent)) throw new Refusal(message('notObject'));
    const before = isJsonObject(stored) ? stored : {};
    const items = new Map(listed(stored).map(({ path, item }) => [path, item]));
    const value: JsonObject = { ...before };
    if (sent.password !== undefined) value.password = await passwordOf(sent.password, before.password);
    if (typeof sent.protected === 'boolean') value.protected = sent.protected;
    else if (sent.protected !== undefined) throw new Refusal(message('fileNotProtected'));
    if (sent.files !== undefined) value.files = await takeEntries(sent.files, items, place);
    return value;
  },
  naming(value, { name, folders }) {
    const beside = (depotFolders.entries(value, folders) ?? []).filter(isItem);
    const names = new Set(beside.map((entry) => foldedName(entry.name)));
    return { name, isTaken: (wanted) => names.has(foldedName(wanted)) };
  },
  place: (value, item, { folders = [], ...placing } = {}) =>
    depotFolders.change(value, folders, (entries) => withEntry(entries, item, placing)),
  remove: (value, name, folders = []) =>
    depotFolders.change(value, folders, (entries) => withoutEntry(entries, name)),
  find(value, [name, ...more], folder) {
    const folders = foldersIn(folder);
    const item = name === undefined || more.length > 0 ? undefined : fileIn(value, folders, name);
    return item && { item, folders };
  },
  link(address, item, folders = []) {
    const query = folders.length > 0 ? `?${new URLSearchParams({ path: folders.join('/') })}` : '';
    return `${fileLink(`${address}/${encodeURIComponent(item.name)}`, item)}${query}`;
  },
  guard: (value) => (isJsonObject(value) ? value : undefined),
  folders: depotFolders,
};

const wordsIn = (value: JsonValue): string =>
  listed(value)
    .map(({ item }) => wordsOfItem(item))
    .join(' ');

export const depotKind: FileKind = {
  type: 'depot',
  ofTypes: ['depot'],
  exclusive: true,
  blank: {},
  outermost: true,
  component: { name: 'DepotValue', shapes: DEPOT_COMPONENTS },
  schema: () => ({ type: 'object' }),
  valueType: () => 'DepotValue',
  isEmpty: (value) => listed(value).length === 0,
  merge: mergeKeys,
  text: wordsIn,
  template(value) {
    const folders = isJsonObject(value) ? emptyFolders(value.files) : [];
    return folders.length > 0 ? { files: folders } : undefined;
  },
  fitting: (value) => fitting(value, STORED_DEPOT),
  present: (value, address) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? { ...withoutPassword(value), files: shown(value.files, address, '') }
      : value,
  files,
};
