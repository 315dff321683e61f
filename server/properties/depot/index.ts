/** `depot`: files in folders, protected together (spec/resources.md#depot-value). */

import { fileNameProblem } from '../../contract/file-names.js';
import { type FileItem, filesIn, foldedName, isFolderItem, isItem } from '../../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { passwordOf, takeItem, withoutPassword, wordsOfItem } from '../files/items.js';
import type { FilePlace, PropertyKind } from '../kind.js';
import { Refusal } from '../refusal.js';

const DEEPEST = 16;

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
  if (!Array.isArray(sent)) throw new Refusal('must have a list of files');
  if (depth > DEEPEST) throw new Refusal(`must have folders at most ${DEEPEST} deep`);
  const taken: JsonValue[] = [];
  const names = new Set<string>();
  for (const entry of sent) {
    if (!isItem(entry)) throw new Refusal('must hold objects that name a file or a folder');
    const path = `${prefix}${entry.name}`;
    if (names.has(foldedName(entry.name))) throw new Refusal(`must name "${path}" only once`);
    names.add(foldedName(entry.name));
    if (isFolderItem(entry)) {
      const problem = fileNameProblem(entry.name);
      if (problem) throw new Refusal(`has a folder "${entry.name}" whose name ${problem}`);
      const files = await takeEntries(entry.files, before, place, `${path}/`, depth + 1);
      taken.push({ name: entry.name, mime: 'folder', files });
    } else taken.push(await takeItem('depot', entry, before.get(path), place, path));
  }
  return taken;
}

/** The folders without their files. */
function emptyFolders(files: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(files)) return [];
  return files
    .filter(isJsonObject)
    .filter(isFolderItem)
    .map((folder) => ({ name: folder.name ?? '', mime: 'folder', files: emptyFolders(folder.files) }));
}

const wordsIn = (value: JsonObject): string =>
  filesIn('depot', value)
    .map(({ item }) => wordsOfItem(item))
    .join(' ');

export const depotKind: PropertyKind = {
  type: 'depot',
  ofTypes: ['depot'],
  exclusive: true,
  blank: {},
  outermost: true,
  component: { name: 'Depot' },
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => filesIn('depot', value).length === 0,
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsIn(value) : ''),
  template(value) {
    const folders = isJsonObject(value) ? emptyFolders(value.files) : [];
    return folders.length > 0 ? { files: folders } : undefined;
  },
  present: (value, address) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? { ...withoutPassword(value), files: shown(value.files, address, '') }
      : value,
  files: {
    named: (value) => filesIn('depot', value),
    async take(sent, stored, place) {
      if (!isJsonObject(sent)) throw new Refusal('must be an object');
      const before = isJsonObject(stored) ? stored : {};
      const items = new Map(filesIn('depot', stored).map(({ path, item }) => [path, item]));
      const value: JsonObject = { ...before };
      if (sent.password !== undefined) value.password = await passwordOf(sent.password, before.password);
      if (typeof sent.protected === 'boolean') value.protected = sent.protected;
      else if (sent.protected !== undefined) throw new Refusal('must have true or false as protected');
      if (sent.files !== undefined) value.files = await takeEntries(sent.files, items, place);
      return value;
    },
  },
};
