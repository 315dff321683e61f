/** A file the user names on the command line, written whole or not at all. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asStoreError } from '../disk/fs-errors.js';

/** Writes beside the target and renames; what stood there stays when anything fails. Throws `full`, `readOnly`. */
export async function writeFileOutside(
  path: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    await pipeline(Readable.from(content), createWriteStream(beside, { flags: 'wx', flush: true }));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw asStoreError(error);
  }
}
