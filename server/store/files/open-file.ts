/** Files of objects: where they are, and opening them. */
import { sep } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { missing } from '../../errors.js';
import type { Layout } from '../disk/layout.js';
import { openPlainFile } from '../disk/open-file.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { OpenFile } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';

/** The place of a file: its collection, its object and its path below the object. */
export type FilePlace = readonly [collection: string, id: string, path: string];

/** A name that begins with a dot, an empty one, or one with signs that lead elsewhere. */
const UNFIT = /(?:^|\/)(?:\.|\/|$)|[\\\0]/;

/**
 * Absolute path of a file of an object, without checking its folders. Throws `missing` for paths that lead elsewhere.
 */
function placeOf(layout: Layout, [collection, id, path]: FilePlace): string {
  if (UNFIT.test(path)) throw missing(message('fileMissing', { path }));
  return layout.files(collection, id) + sep + (sep === '/' ? path : path.replaceAll('/', sep));
}

/** Absolute path of a file of an object. Throws `missing` for paths that lead elsewhere or over a link. */
export function pathOf(layout: Layout, place: FilePlace): string {
  const file = placeOf(layout, place);
  if (layout.linkOn(file)) throw missing(message('fileMissing', { path: place[2] }));
  return file;
}

/** The stamp of a file of an object; undefined where there is none. Synchronous. */
export const stampOfFile = (layout: Layout, place: FilePlace): Stamp | undefined =>
  stampAt(pathOf(layout, place));

/** Whether the file still has this stamp: the same file, so the folders above are not checked again. */
export const isSameFile = (layout: Layout, place: FilePlace, stamp: Stamp): boolean =>
  sameStamp(stampAt(placeOf(layout, place)), stamp);

/**
 * Opens a file of an object. Throws `missing`. The caller closes it.
 */
export async function openFile(layout: Layout, place: FilePlace): Promise<OpenFile> {
  const [collection, id, path] = place;
  const file = openPlainFile(pathOf(layout, place));
  if (!file) throw missing(message('fileMissingOf', { path, id, collection }));
  return file;
}
