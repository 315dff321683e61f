/** Lists the files below a folder; links and special files are skipped. */
import { type Dirent, readdir } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NotedPath } from '../types/files.js';
import { isAbsent } from './fs-errors.js';
import { statOf } from './stamp.js';

const list = promisify(readdir);

/** Every regular file by its path below the folder, hidden ones too; none where there is no folder. */
export async function allFilesBelow(folder: string, prefix = ''): Promise<string[]> {
  const items = await list(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const found: string[] = [];
  for (const item of items) {
    const path = `${prefix}${item.name}`;
    if (item.isDirectory()) found.push(...(await allFilesBelow(join(folder, item.name), `${path}/`)));
    else if (item.isFile()) found.push(path);
  }
  return found;
}

/** The files of a folder that will be an object's, each with the inode by which it is known as ours later. */
export async function filesToPlace(folder: string): Promise<NotedPath[]> {
  const paths = await allFilesBelow(folder);
  return paths.map((path) => ({ path, ours: statOf(join(folder, ...path.split('/')))?.ino, whole: true }));
}
