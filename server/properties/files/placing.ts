/** Items into and out of values that name files. Pure: every function gives a new value. */
import { type FileItem, type FileKindName, foldedName, isFolderItem, isItem } from '../../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';

const same = (a: string, b: string) => foldedName(a) === foldedName(b);

/** The folders of a path, outermost first. */
export const foldersIn = (path: string): string[] => path.split('/').filter((name) => name !== '');

const entriesIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Changes the entries of a folder; folders that are missing on the way are made. */
function inFolder(
  entries: readonly JsonObject[],
  folders: readonly string[],
  change: (entries: JsonObject[]) => JsonObject[],
): JsonObject[] {
  const [next, ...rest] = folders;
  if (next === undefined) return change([...entries]);
  const at = entries.findIndex((entry) => isItem(entry) && isFolderItem(entry) && same(entry.name, next));
  const folder = at < 0 ? { name: next, mime: 'folder', files: [] } : (entries[at] ?? {});
  const changed = { ...folder, files: inFolder(entriesIn(folder.files), rest, change) };
  return at < 0 ? [...entries, changed] : entries.map((entry, n) => (n === at ? changed : entry));
}

/** Changes the entries of a folder of a depot. */
export function withEntries(
  value: JsonValue | undefined,
  folders: readonly string[],
  change: (entries: JsonObject[]) => JsonObject[],
): JsonObject {
  const depot = isJsonObject(value) ? value : {};
  const fresh = Object.keys(depot).length === 0 ? { password: '', protected: true } : depot;
  return { ...fresh, files: inFolder(entriesIn(depot.files), folders, change) };
}

/** The entries of a folder of a depot; undefined when there is no such folder. */
export function entriesOf(
  value: JsonValue | undefined,
  folders: readonly string[],
): JsonObject[] | undefined {
  let entries = entriesIn(isJsonObject(value) ? value.files : undefined);
  for (const name of folders) {
    const folder = entries.find((entry) => isItem(entry) && isFolderItem(entry) && same(entry.name, name));
    if (!folder) return undefined;
    entries = entriesIn(folder.files);
  }
  return entries;
}

/** Folders of a depot as they are spelled there; those that are missing as they were asked for. */
export function foldersAsNamed(value: JsonValue | undefined, folders: readonly string[]): string[] {
  return folders.map((name, at) => {
    const beside = entriesOf(value, folders.slice(0, at)) ?? [];
    return beside.filter(isItem).find((entry) => isFolderItem(entry) && same(entry.name, name))?.name ?? name;
  });
}

/** Puts an item into a list: in place of the one with its name or with another, else at a place, else at the end. */
function put(entries: readonly JsonObject[], item: JsonObject, instead?: string, at?: number): JsonObject[] {
  const old = instead ?? String(item.name);
  const standing = entries.findIndex((entry) => isItem(entry) && same(entry.name, old));
  if (standing >= 0) return entries.map((entry, n) => (n === standing ? item : entry));
  return entries.toSpliced(at ?? entries.length, 0, item);
}

export interface Placing {
  /** Folders of a depot. */
  folders?: readonly string[];
  /** Name of the item whose place it takes. */
  instead?: string | undefined;
  /** Place among the items when it takes nobody's. */
  at?: number;
}

/** The value with an item in it. Of an image or a file it becomes the value. */
export function withItem(
  kind: FileKindName,
  value: JsonValue | undefined,
  item: FileItem,
  { folders = [], instead, at }: Placing = {},
): JsonValue {
  if (kind === 'image' || kind === 'file') return item;
  if (kind === 'gallery') return put(entriesIn(value), item, instead, at);
  return withEntries(value, folders, (entries) => put(entries, item, instead, at));
}

/** The value without an item or, in a depot, without a folder and all that is in it. */
export function withoutItem(
  kind: FileKindName,
  value: JsonValue | undefined,
  name: string,
  folders: readonly string[] = [],
): JsonValue {
  const others = (entries: readonly JsonObject[]) =>
    entries.filter((entry) => !(isItem(entry) && same(entry.name, name)));
  if (kind === 'image' || kind === 'file') return {};
  return kind === 'gallery' ? others(entriesIn(value)) : withEntries(value, folders, others);
}
