/** Paths the user names on the command line: the only files Plinth touches outside the data folder and its own. */

import { createWriteStream } from 'node:fs';
import { cp, readFile, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { makeFolders } from '../disk/make-folders.js';

/** Writes beside the target and renames; the former file stays when anything fails. Throws `full`, `readOnly`. */
export async function writeFileOutside(
  path: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string>,
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

/** The bytes of a file. Throws the system's error. */
export const readFileOutside = (path: string): Promise<Buffer> => readFile(path);

/** A text file without its byte order mark. Throws the system's error. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** True for a folder, also one reached through a link. */
export async function folderExists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Makes a folder and those above it; nothing happens when it is there. Throws `full`, `readOnly`. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(path);
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Copies a file, or a folder with everything in it. Throws `full`, `readOnly`. */
export async function copyTreeOutside(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true });
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Removes a folder with everything in it; nothing happens when there is none. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
