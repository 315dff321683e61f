/** Reading the folders of a depot. Pure. */
import { type FileItem, isFolderItem, isItem } from '#contract/files';
import { isJsonObject, type JsonValue } from '#contract/values';

const itemsIn = (value: JsonValue | undefined): FileItem[] =>
  Array.isArray(value) ? value.filter(isItem) : [];

const topOf = (value: JsonValue | undefined) => itemsIn(isJsonObject(value) ? value.files : undefined);

/** Folders first, then files, each A-Z. */
export function entriesAt(value: JsonValue | undefined, folders: readonly string[]): FileItem[] | undefined {
  let entries = topOf(value);
  for (const name of folders) {
    const folder = entries.find((entry) => isFolderItem(entry) && entry.name === name);
    if (folder === undefined) return undefined;
    entries = itemsIn(folder.files);
  }
  return entries.toSorted(
    (a, b) =>
      Number(isFolderItem(b)) - Number(isFolderItem(a)) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
}

/** Every folder of a depot as a path with slashes; the top is "". */
export function foldersOf(value: JsonValue | undefined): string[] {
  const found: string[] = [''];
  const walk = (entries: readonly FileItem[], prefix: string) => {
    for (const entry of entries.filter(isFolderItem)) {
      found.push(`${prefix}${entry.name}`);
      walk(itemsIn(entry.files), `${prefix}${entry.name}/`);
    }
  };
  walk(topOf(value), '');
  return found;
}

/** How many files there are, in folders of any depth. */
export function countFiles(entries: readonly FileItem[]): number {
  return entries.reduce(
    (sum, entry) => sum + (isFolderItem(entry) ? countFiles(itemsIn(entry.files)) : 1),
    0,
  );
}

export const filesInDepot = (value: JsonValue | undefined): number => countFiles(topOf(value));

/** Every file by its path in the depot, with slashes. */
export function filesByPath(value: JsonValue | undefined): Map<string, FileItem> {
  const found = new Map<string, FileItem>();
  const walk = (entries: readonly FileItem[], prefix: string) => {
    for (const entry of entries) {
      if (isFolderItem(entry)) walk(itemsIn(entry.files), `${prefix}${entry.name}/`);
      else found.set(prefix + entry.name, entry);
    }
  };
  walk(topOf(value), '');
  return found;
}
