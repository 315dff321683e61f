/** Restores a backup into an empty folder: beside it, checked file by file, then renamed. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, realpath, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { message } from '../../contract/messages/message.js';
import { invalid } from '../../errors.js';
import { makeFolders } from '../disk/make-folders.js';
import { makeNewFolder } from '../host/new-folder.js';
import { type BackedUpFile, type BackupList, FOLDER, HISTORY } from './format.js';
import { asRefusal, openBackup } from './read-backup.js';

/** Files written at the same time. */
const AT_ONCE = 8;

export interface RestoredBackup {
  folder: string;
  files: number;
  createdAt: string;
  /** What became of the history: not in the backup, restored, or left out since this machine has one of the folder. */
  history: 'none' | 'restored' | 'kept';
}

/**
 * `historyOf`: where the history of a folder is kept, by its real path. Throws `conflict` for a folder that is not empty,
 * `invalid` for what is not a sound backup; then the folder is as it was.
 */
export async function restoreBackup(
  file: string,
  into: string,
  historyOf: (root: string) => string,
): Promise<RestoredBackup> {
  return makeNewFolder(into, 'restoring', async ({ target, temp, place }) => {
    const backup = await openBackup(file);
    try {
      await unpack(backup, temp);
      await makeFolders(join(temp, FOLDER));
      await place(join(temp, FOLDER));
      const history = await placeHistory(join(temp, HISTORY), historyOf(await realpath(target)));
      const { createdAt, files } = backup.list;
      return { folder: target, files: Object.keys(files).length, createdAt, history };
    } catch (error) {
      throw asRefusal(error);
    } finally {
      backup.zip.close();
    }
  });
}

async function unpack(
  { zip, list, entries }: { zip: ZipFile; list: BackupList; entries: ReadonlyMap<string, Entry> },
  temp: string,
): Promise<void> {
  const folders = new Set<string>();
  let running: Promise<void>[] = [];
  for (const [path, entry] of entries) {
    const file = list.files[path];
    if (!file) continue;
    const place = join(temp, path);
    const folder = dirname(place);
    if (!folders.has(folder)) await makeFolders(folder);
    folders.add(folder);
    running.push(unpackFile(zip, entry, place, file));
    if (running.length < AT_ONCE) continue;
    await Promise.all(running);
    running = [];
  }
  await Promise.all(running);
}

async function unpackFile(zip: ZipFile, entry: Entry, place: string, file: BackedUpFile): Promise<void> {
  const hash = createHash('sha256');
  const handle = await open(place, 'wx', (file.mode & 0o777) | 0o600);
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== file.sha256) {
    throw invalid(message('backupDamaged', { name: JSON.stringify(entry.fileName) }));
  }
  await utimes(place, file.mtimeMs / 1000, file.mtimeMs / 1000);
}

/** A history of this machine is not replaced. */
async function placeHistory(found: string, place: string): Promise<RestoredBackup['history']> {
  if (!existsSync(found)) return 'none';
  if (existsSync(place)) return 'kept';
  await makeFolders(dirname(place), 0o700);
  try {
    await rename(found, place);
  } catch {
    // The state directory is on another volume.
    await copyTree(found, place);
  }
  return 'restored';
}

async function copyTree(from: string, to: string): Promise<void> {
  const { cp } = await import('node:fs/promises');
  const temp = `${to}.${process.pid}.tmp`;
  await cp(from, temp, { recursive: true, preserveTimestamps: true });
  await rename(temp, to);
}
