/** Addresses files are served at, by what they are: images at `/imageworks`, sound and film at `/stream`. Pure. */
import { type FileItem, shownFormat, stemOf } from '../contract/files.js';
import type { FileProperty } from './address.js';

const pathOf = (parts: readonly string[]) => parts.map(encodeURIComponent).join('/');

const isMedia = (mime: string) => /^(?:audio|video)\//.test(mime);

/** Where a file is served that lies in the folder of a rich text. */
export function linkOfEmbedded(place: readonly string[], path: string, mime: string): string {
  const way = mime.startsWith('image/') ? 'imageworks' : isMedia(mime) ? 'stream' : 'download';
  return `/${way}/upload/${pathOf([...place, ...path.split('/')])}`;
}

/** Where a file of a property that holds files is served; `folders` of a depot. */
export function linkOfItem(
  object: readonly [collection: string, id: string],
  { kind, keys }: Pick<FileProperty, 'kind' | 'keys'>,
  item: FileItem,
  folders: readonly string[] = [],
): string {
  const address = pathOf([...object, ...keys]);
  const mime = String(item.mime ?? '');
  if (kind === 'image') return `/imageworks/${address}.${shownFormat(mime)}`;
  if (kind === 'gallery') {
    return `/imageworks/${address}/${encodeURIComponent(stemOf(item.name))}.${shownFormat(mime)}`;
  }
  const way = isMedia(mime) ? 'stream' : 'download';
  if (kind === 'file') return `/${way}/${address}`;
  const query = folders.length > 0 ? `?${new URLSearchParams({ path: folders.join('/') })}` : '';
  return `/${way}/${address}/${encodeURIComponent(item.name)}${query}`;
}
