/** Folders of this user alone: other users of the machine may neither read nor list them. */

import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { makeFoldersSync } from '../disk/make-folders.js';

const FOLDER = 0o700;
const FILE = 0o600;
/** The bit of folders many users share, such as /tmp. */
const STICKY = 0o1000;

/** Whether a folder is Plinth's own, not a shared one that the user chose. */
function isOwn(folder: string, holds: string): boolean {
  const { mode, uid } = lstatSync(folder);
  if ((mode & STICKY) !== 0 || uid !== process.getuid?.()) return false;
  const path = resolve(folder);
  return path !== resolve(homedir()) && !`${resolve(holds)}${sep}`.startsWith(`${path}${sep}`);
}

/**
 * Makes a folder private to this user, also an existing one. Left unchanged where others use it too, and where it is
 * above `apart`, the data folder. Has no effect on file systems without permissions.
 */
export function createPrivateFolder(folder: string, apart: string): void {
  makeFoldersSync(folder, FOLDER);
  try {
    if (isOwn(folder, apart)) chmodSync(folder, FOLDER);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
  }
}

/** Makes a folder of files private with all files in it. */
export function protectFiles(folder: string): void {
  createPrivateFolder(folder, sep);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    try {
      chmodSync(join(folder, entry.name), FILE);
    } catch (error) {
      if (!isPermissionError(error)) throw error;
    }
  }
}

/** Another process may have removed it, and some file systems have no permissions. */
const isPermissionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(?:EPERM|ENOENT|ENOTSUP|EROFS|ENOSYS|EACCES)$/.test(String(error.code));
