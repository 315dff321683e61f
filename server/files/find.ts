/** The file a URL refers to, with its metadata. */
import type { Content } from '../content/core/base.js';
import type { Part } from '../content/objects/commit.js';
import type { FileItem } from '../contract/files.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import type { FoundItem } from '../properties/files/abilities.js';
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
  item: FileItem;
  /** Below `{collection}/{id}/`. */
  path: string;
}

/** The item a URL refers to, with its folders. */
const itemOf = ({ files, value, rest }: FileProperty, folder: string): FoundItem | undefined =>
  files.find(value, rest, folder);

/** Finds a file by the segments after `{collection}/{id}`; `folder` inside a depot. Throws `missing`. */
export async function findFile(
  base: Content,
  collection: string,
  id: string,
  segments: readonly string[],
  { folder = '' }: { folder?: string } = {},
): Promise<FoundFile> {
  const property = await resolveFileProperty(base, collection, id, segments);
  const found = itemOf(property, folder);
  if (!found) throw missing(message('fileMissingAt', { path: segments.join('/') }));
  return { property, item: found.item, path: pathOfFound(property, found) };
}

const pathOfFound = ({ folder }: FileProperty, { folders, item }: FoundItem): string =>
  [folder, ...folders, item.name].join('/');

/** ETag of the bytes of a file. */
export const tagOfFile = ({ size, mtimeMs, ino }: Stamp): string =>
  `"${size.toString(36)}-${Math.floor(mtimeMs * 1000).toString(36)}-${ino.toString(36)}"`;

const FILE_TAG = /^"[0-9a-z]+-[0-9a-z]+-[0-9a-z]+"$/;

/** The file an address means, as a part of its object that `If-Match` may name by the ETag of its bytes. */
export const filePart = (base: Content, { collection, id, segments, folder = '' }: AddressedFile): Part => ({
  tags(document) {
    const property = filePropertyIn(base, collection, document, segments);
    const found = property && itemOf(property, folder);
    const stamp = found && base.store.files.stamp(collection, id, pathOfFound(property, found));
    return stamp ? [tagOfFile(stamp)] : [];
  },
  nameIf: (ifMatch) => (FILE_TAG.test(ifMatch) ? segments.join('/') : undefined),
});
