/** The file an address means, and what its object says of it. */
import type { Base } from '../content/core/base.js';
import type { Part } from '../content/objects/commit.js';
import { type FileItem, type FileKindName, isFolderItem, isItem } from '../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import type { Stamp } from '../store/types/stamp.js';
import { type FileProperty, filePropertyIn, resolveFileProperty } from './address.js';

/** A file by the segments after the object, and in a depot by its folder. */
export interface AddressedFile {
  collection: string;
  id: string;
  segments: readonly string[];
  folder?: string;
}

export interface FoundFile {
  property: FileProperty;
  item: JsonObject & { name: string };
  /** Below `{collection}/{id}/`. */
  path: string;
}

/** Names as file systems compare them at their most generous: composed or not is the same. */
const sameName = (a: string, b: string) => a.normalize('NFC') === b.normalize('NFC');

const itemsOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.filter(isItem) : []);

/** The images of a gallery, in their order. */
export const galleryItems = (value: JsonValue) => itemsOf(value);

/** The segments of a folder in a depot; empty ones and slashes around them say nothing. */
const folderNames = (folder: string): string[] => folder.split('/').filter((name) => name !== '');

function inDepot(value: JsonValue, folders: readonly string[], name: string) {
  let entries = itemsOf(isJsonObject(value) ? value.files : undefined);
  for (const folder of folders) {
    const next = entries.find((entry) => isFolderItem(entry) && sameName(entry.name, folder));
    if (!next) return undefined;
    entries = itemsOf(next.files);
  }
  return entries.find((entry) => !isFolderItem(entry) && sameName(entry.name, name));
}

/** The item of an image, a gallery or a file by its name; of an image or a file it is the only one. */
export function itemIn(kind: FileKindName, value: JsonValue, name: string): FileItem | undefined {
  const items = kind === 'gallery' ? itemsOf(value) : isItem(value) ? [value] : [];
  return items.find((item) => sameName(item.name, name));
}

/** The item an address names, with the folders it lies in. */
function itemOf({ kind, value, rest }: FileProperty, folder: string) {
  const [name, more] = rest;
  if (more !== undefined) return undefined;
  const folders = folderNames(folder);
  if (kind === 'depot') {
    const item = name === undefined ? undefined : inDepot(value, folders, name);
    return item && { item, folders };
  }
  const one = kind === 'gallery' ? itemsOf(value) : isItem(value) ? [value] : [];
  if (kind === 'gallery' && name === undefined) return undefined;
  const item = one.find((candidate) => name === undefined || sameName(candidate.name, name));
  return item && { item, folders: [] };
}

/** Finds a file by the segments after `{collection}/{id}`; `folder` inside a depot. Throws `missing`. */
export async function findFile(
  base: Base,
  collection: string,
  id: string,
  segments: readonly string[],
  { folder = '' }: { folder?: string } = {},
): Promise<FoundFile> {
  const property = await resolveFileProperty(base, collection, id, segments);
  const found = itemOf(property, folder);
  if (!found) throw missing(`There is no file at "${segments.join('/')}"`);
  return { property, item: found.item, path: pathOfFound(property, found) };
}

const pathOfFound = (
  { folder }: FileProperty,
  { folders, item }: NonNullable<ReturnType<typeof itemOf>>,
): string => [folder, ...folders, item.name].join('/');

/** ETag of the bytes of a file. */
export const tagOfFile = ({ size, mtimeMs, ino }: Stamp): string =>
  `"${size.toString(36)}-${Math.floor(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`;

const FILE_TAG = /^"[0-9a-z]+-[0-9a-z]+-[0-9a-z]+"$/;

/** The file an address means, as a part of its object that `If-Match` may name by the ETag of its bytes. */
export const filePart = (base: Base, { collection, id, segments, folder = '' }: AddressedFile): Part => ({
  tags(document) {
    const property = filePropertyIn(base, collection, document, segments);
    const found = property && itemOf(property, folder);
    const stamp = found && base.store.files.stamp(collection, id, pathOfFound(property, found));
    return stamp ? [tagOfFile(stamp)] : [];
  },
  nameIf: (ifMatch) => (FILE_TAG.test(ifMatch) ? segments.join('/') : undefined),
});
