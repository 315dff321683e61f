/** A file of an object held open: read at any place, into buffers of the reader's. */
import { closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import { sep } from 'node:path';
import { promisify } from 'node:util';
import { missing } from '../../errors.js';
import { asStoreError, codeOf, isAbsent } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { sameStamp, stampAt, stampOf } from '../disk/stamp.js';
import type { OpenFile } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';

const readDescriptor = promisify(read);

/** Links are not followed, and a named pipe does not block. Both absent on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The place of a file: its collection, its object and its path below the object. */
export type FilePlace = readonly [collection: string, id: string, path: string];

/** A name that begins with a dot, an empty one, or one with signs that lead elsewhere. */
const UNFIT = /(?:^|\/)(?:\.|\/|$)|[\\\0]/;

/**
 * Absolute path of a file of an object, without checking its folders. Throws `missing` for paths that lead elsewhere.
 */
function placeOf(layout: Layout, [collection, id, path]: FilePlace): string {
  if (UNFIT.test(path)) throw missing(`There is no file "${path}"`);
  return layout.files(collection, id) + sep + (sep === '/' ? path : path.replaceAll('/', sep));
}

/** Absolute path of a file of an object. Throws `missing` for paths that lead elsewhere or over a link. */
export function pathOf(layout: Layout, place: FilePlace): string {
  const file = placeOf(layout, place);
  if (layout.linkOn(file)) throw missing(`There is no file "${place[2]}"`);
  return file;
}

/** The stamp of a file of an object; undefined where there is none. Synchronous. */
export const stampOfFile = (layout: Layout, place: FilePlace): Stamp | undefined =>
  stampAt(pathOf(layout, place));

/** Whether the file still has this stamp: the same file, so the folders above are not checked again. */
export const isSameFile = (layout: Layout, place: FilePlace, stamp: Stamp): boolean =>
  sameStamp(stampAt(placeOf(layout, place)), stamp);

/**
 * Opens a file of an object. Throws `missing`. The caller closes it. Only reading uses the thread pool: opening is as
 * fast as checking the folders before.
 */
export async function openFile(layout: Layout, place: FilePlace): Promise<OpenFile> {
  const [collection, id, path] = place;
  let descriptor: number;
  try {
    descriptor = openSync(pathOf(layout, place), FLAGS);
  } catch (error) {
    throw isAbsent(error) || codeOf(error) === 'ELOOP'
      ? missing(`There is no file "${path}" of "${id}" in "${collection}"`)
      : asStoreError(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw missing(`There is no file "${path}" of "${id}" in "${collection}"`);
    return held(descriptor, stampOf(stats));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function held(descriptor: number, stamp: Stamp): OpenFile {
  let closed = false;
  return {
    ...stamp,
    async read(buffer, position) {
      return (await readDescriptor(descriptor, buffer, 0, buffer.length, position)).bytesRead;
    },
    async close() {
      if (closed) return;
      closed = true;
      closeSync(descriptor);
    },
  };
}
