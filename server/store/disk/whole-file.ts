/** Bytes of a file by its path, for helper processes, which have no store. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Stamp } from '../types/stamp.js';
import { sameStamp, stampOf } from './stamp.js';

/** Links are not followed, and a named pipe does not block. Both absent on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file. Throws when it is not a regular file, or not `expected`. */
export const readWholeFile = (path: string, expected?: Stamp): Promise<Buffer> =>
  opened(path, expected, (file) => file.readFile());

/** As `readWholeFile`, at most `most` bytes from its beginning. */
export const readBeginning = (path: string, most: number, expected?: Stamp): Promise<Buffer> =>
  opened(path, expected, async (file) => {
    const bytes = Buffer.alloc(most);
    const { bytesRead } = await file.read(bytes, 0, most, 0);
    return bytes.subarray(0, bytesRead);
  });

async function opened(
  path: string,
  expected: Stamp | undefined,
  read: (file: FileHandle) => Promise<Buffer>,
): Promise<Buffer> {
  const file = await open(path, FLAGS);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('It is not a regular file');
    if (expected && !sameStamp(stampOf(stats), expected)) throw new Error('The file has been replaced');
    return await read(file);
  } finally {
    await file.close();
  }
}
