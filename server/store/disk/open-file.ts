/** A file held open: read at any place, into buffers of the reader's. */
import { closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { OpenFile } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';
import { asStoreError, codeOf, isAbsent } from './fs-errors.js';
import { stampOf } from './stamp.js';

const readDescriptor = promisify(read);

/** Links are not followed, and a named pipe does not block. Both absent on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file; undefined where there is none. Throws as the store. The caller closes it. Only reading uses the
 * thread pool: opening is as fast as checking the folders before.
 */
export function openPlainFile(path: string): OpenFile | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    if (isAbsent(error) || codeOf(error) === 'ELOOP') return undefined;
    throw asStoreError(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return held(descriptor, stampOf(stats));
    closeSync(descriptor);
    return undefined;
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
