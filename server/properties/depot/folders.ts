/** The folders of a depot (spec/resources.md#depot-value). Pure: every function gives a new value. */
import { isFolderItem, isItem } from '../../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { FolderAbilities, NamedFile } from '../files/abilities.js';
import { collide, entriesIn } from '../files/placing.js';

/** Deepest folder that is read; deeper ones are refused when they are sent. */
export const MAX_DEPTH = 16;

/** Every file of a folder and of those in it. */
export function filesBelow(entries: JsonValue | undefined, prefix = '', depth = 0): NamedFile[] {
  if (!Array.isArray(entries) || depth > MAX_DEPTH) return [];
  return entries.filter(isItem).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    return isFolderItem(entry) ? filesBelow(entry.files, `${path}/`, depth + 1) : [{ item: entry, path }];
  });
}

/** The folders without their files. */
export const emptyFolders = (files: JsonValue | undefined): JsonValue[] =>
  entriesIn(files)
    .filter(isFolderItem)
    .map((folder) => ({ name: folder.name ?? '', mime: 'folder', files: emptyFolders(folder.files) }));

/** Changes the entries of a folder; folders that are missing on the way are made. */
function inFolder(
  entries: readonly JsonObject[],
  path: readonly string[],
  change: (entries: JsonObject[]) => JsonObject[],
): JsonObject[] {
  const [next, ...rest] = path;
  if (next === undefined) return change([...entries]);
  const at = entries.findIndex((entry) => isItem(entry) && isFolderItem(entry) && collide(entry.name, next));
  const folder = at < 0 ? { name: next, mime: 'folder', files: [] } : (entries[at] ?? {});
  const changed = { ...folder, files: inFolder(entriesIn(folder.files), rest, change) };
  return at < 0 ? [...entries, changed] : entries.map((entry, n) => (n === at ? changed : entry));
}

function entries(value: JsonValue | undefined, path: readonly string[]): JsonObject[] | undefined {
  let found = entriesIn(isJsonObject(value) ? value.files : undefined);
  for (const name of path) {
    const folder = found.find((entry) => isItem(entry) && isFolderItem(entry) && collide(entry.name, name));
    if (!folder) return undefined;
    found = entriesIn(folder.files);
  }
  return found;
}

export const depotFolders: FolderAbilities = {
  entries,
  change(value, path, change) {
    const depot = isJsonObject(value) ? value : {};
    const fresh = Object.keys(depot).length === 0 ? { password: '', protected: true } : depot;
    return { ...fresh, files: inFolder(entriesIn(depot.files), path, change) };
  },
  spell: (value, path) =>
    path.map((name, at) => {
      const beside = entries(value, path.slice(0, at)) ?? [];
      return (
        beside.filter(isItem).find((entry) => isFolderItem(entry) && collide(entry.name, name))?.name ?? name
      );
    }),
};
