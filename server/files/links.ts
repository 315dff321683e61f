/** Addresses files are served at, by what they are: images at `/imageworks`, sound and film at `/stream`. Pure. */
import type { FileItem } from '../contract/files.js';
import { isMedia } from '../properties/files/file-items.js';
import type { FileProperty } from './address.js';

const pathOf = (parts: readonly string[]) => parts.map(encodeURIComponent).join('/');

/** The URL of a file in the folder of a rich text. */
export function linkOfEmbedded(place: readonly string[], path: string, mime: string): string {
  const way = mime.startsWith('image/') ? 'imageworks' : isMedia(mime) ? 'stream' : 'download';
  return `/${way}/upload/${pathOf([...place, ...path.split('/')])}`;
}

/** The URL of a file of a property with files; `folders`: those it is in. */
export const linkOfItem = (
  object: readonly [collection: string, id: string],
  { files, keys }: Pick<FileProperty, 'files' | 'keys'>,
  item: FileItem,
  folders: readonly string[] = [],
): string => files.link(`/${pathOf([...object, ...keys])}`, item, folders);
