/**
 * Makes a folder with those above it. With `recursive`, `mkdir` of Node 20 never returns where the system says ENOENT
 * although the folder above exists, as below /proc, and keeps a thread busy; so nothing a user names goes to it.
 */
import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './fs-errors.js';

/** Whether the folder above may be what is missing. */
const lacksParent = (path: string, error: unknown): boolean =>
  codeOf(error) === 'ENOENT' && dirname(path) !== path;

/** Makes one folder; throws unless it is there afterwards. */
async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  }
}

/** Nothing happens when it is there. Throws what the system says. */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    if (!lacksParent(path, error)) throw error;
    await makeFolders(dirname(path), mode);
    await makeOne(path, mode);
  }
}

function makeOneSync(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** As `makeFolders`. */
export function makeFoldersSync(path: string, mode = 0o777): void {
  try {
    makeOneSync(path, mode);
  } catch (error) {
    if (!lacksParent(path, error)) throw error;
    makeFoldersSync(dirname(path), mode);
    makeOneSync(path, mode);
  }
}
