/** Copies a folder of files durably. */
import { chmod, close, constants, copyFile, fsync, mkdir, open, readdir } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FolderSync } from './folder-sync.js';
import { asStoreError, codeOf } from './fs-errors.js';

const list = promisify(readdir);
const makeOne = promisify(mkdir);
const copyOne = promisify(copyFile);
const openFile = promisify(open);
const changeMode = promisify(chmod);
const syncFile = promisify(fsync);
const closeFile = promisify(close);

/** Derivatives can be made again. */
const NOT_COPIED: ReadonlySet<string> = new Set(['.cache']);

/**
 * Copies `source` to `target`, which must not exist, and resolves when every file is durable.
 * Links and special files are left out, as everywhere in a data folder. Throws `full`, `readOnly`, `busy`.
 */
export async function copyTree(source: string, target: string): Promise<void> {
  try {
    await copyFolder(source, target, new FolderSync());
  } catch (error) {
    throw asStoreError(error);
  }
}

async function copyFolder(source: string, target: string, folders: FolderSync): Promise<void> {
  await makeOne(target);
  for (const item of await list(source, { withFileTypes: true })) {
    const from = join(source, item.name);
    const to = join(target, item.name);
    if (item.isDirectory() && !NOT_COPIED.has(item.name)) await copyFolder(from, to, folders);
    else if (item.isFile()) await copyDurably(from, to);
  }
  await folders.sync(target);
}

/** Copies one file and syncs it. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyOne(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const descriptor = await openFile(to, 'r+').catch(async (error: unknown) => {
    // A copy of a file that is read-only is read-only, too.
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM') throw error;
    await changeMode(to, 0o644);
    return openFile(to, 'r+');
  });
  try {
    await syncFile(descriptor);
  } finally {
    await closeFile(descriptor);
  }
}
