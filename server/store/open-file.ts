/** A file of an object held open: read at any place, into buffers of the reader's. */
import { closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missing } from '../errors.js';
import { asStoreError, codeOf, isAbsent } from './fs-errors.js';
import type { Layout } from './layout.js';
import { stampAt, stampOf } from './stamp.js';
import type { OpenFile, Stamp } from './store.js';

const readDescriptor = promisify(read);

/** A link is not followed, and a pipe somebody put there does not hold us up. Both absent on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Absolute path of a file of an object. Throws `missing` for paths that lead elsewhere or over a link. */
function pathOf(layout: Layout, collection: string, id: string, path: string): string {
  const names = path.split('/');
  const inside = names.every((name) => name !== '' && !name.startsWith('.') && !/[\\\0]/.test(name));
  if (!inside) throw missing(`There is no file "${path}"`);
  const file = join(layout.files(collection, id), ...names);
  if (layout.linkOn(file)) throw missing(`There is no file "${path}"`);
  return file;
}

/** The stamp of a file of an object; undefined where there is none. Synchronous: one look at the folder. */
export function stampOfFile(
  layout: Layout,
  [collection, id, path]: readonly [string, string, string],
): Stamp | undefined {
  return stampAt(pathOf(layout, collection, id, path));
}

/**
 * Opens a file of an object. Throws `missing`. The caller closes it. Only reading is worth a trip to the thread pool:
 * to open waits for no more than the look at the folders before.
 */
export async function openFile(
  layout: Layout,
  [collection, id, path]: readonly [string, string, string],
): Promise<OpenFile> {
  let descriptor: number;
  try {
    descriptor = openSync(pathOf(layout, collection, id, path), FLAGS);
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
