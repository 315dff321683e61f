/** Makes a folder whole or not at all: beside its place, then renamed. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { conflict } from '../../errors.js';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { makeFolders } from '../disk/make-folders.js';
import { namesIn } from '../disk/names-in.js';
import { isAlive } from './process-alive.js';

/** What the temporary folder is made for; part of its name. */
type Purpose = 'restoring' | 'new';

export interface NewFolder {
  /** Absolute path of the folder to be. */
  target: string;
  /** A temporary folder beside it, on the same volume; removed at the end. */
  temp: string;
  /** Renames a folder in `temp` to the target. Throws `conflict` if there is something by now. */
  place(from: string): Promise<void>;
}

/** Calls `make` with a temporary folder beside the target. Throws `conflict` for a target that is not empty. */
export async function makeNewFolder<T>(
  path: string,
  purpose: Purpose,
  make: (folder: NewFolder) => Promise<T>,
): Promise<T> {
  const target = resolve(path);
  await checkEmpty(target);
  await removeLeft(target, purpose);
  const temp = join(dirname(target), `.${basename(target)}.${process.pid}.${purpose}`);
  const place = async (from: string) => {
    await checkEmpty(target);
    if (existsSync(target)) await rmdir(target);
    await rename(from, target);
  };
  try {
    await makeFolders(dirname(target));
    await mkdir(temp, { mode: 0o700 });
    return await make({ target, temp, place });
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

/** Removes what a killed process has left of the same folder. */
async function removeLeft(target: string, purpose: Purpose): Promise<void> {
  const folder = dirname(target);
  const start = `.${basename(target)}.`;
  for (const name of await namesIn(folder)) {
    const [pid, rest] = name.startsWith(start) ? name.slice(start.length).split('.') : [];
    if (rest !== purpose || !/^\d+$/.test(pid ?? '') || isAlive(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw conflict(message('folderNeeded', { path: folder }));
  });
  if (names.length > 0) throw conflict(message('folderNotEmpty', { path: folder }));
}
