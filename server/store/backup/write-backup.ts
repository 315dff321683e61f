/**
 * Writes a backup whole or not at all: beside its place, checked, then renamed. Not incremental: that needs a store
 * with a format and damage of its own.
 */

import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { message } from '../../contract/messages/message.js';
import { conflict, invalid, PlinthError } from '../../errors.js';
import { type ZipEntry, zipOf } from '../../zip/write.js';
import { asStoreError, codeOf, isAbsent } from '../disk/fs-errors.js';
import { makeFolders } from '../disk/make-folders.js';
import { namesIn } from '../disk/names-in.js';
import { isWithin, realPlace } from '../disk/places.js';
import { isAlive } from '../host/process-alive.js';
import type { Store } from '../store.js';
import { type BackedUpFile, type BackupList, LIST } from './format.js';
import { openBackup } from './read-backup.js';
import { entriesOf, type Sources } from './source-files.js';

interface BackupRequest extends Sources {
  /** Name of the data folder. */
  name: string;
  /** An absolute path: of a folder, or of a new file that ends with .zip. */
  to: string;
  now: Date;
  signal?: AbortSignal | undefined;
}

export interface Backup {
  file: string;
  bytes: number;
  files: number;
}

export interface BackupOptions {
  to: string;
  now: Date;
  /** The folder of the history; undefined to leave it out. */
  history: string | undefined;
  /** Cancels it. */
  signal?: AbortSignal | undefined;
}

/** Backs up an open folder. Throws as `writeBackup`. */
export async function backUp(
  { root, folderName, history }: Pick<Store, 'root' | 'folderName' | 'history'>,
  { to, now, history: historyFolder, signal }: BackupOptions,
): Promise<Backup> {
  if (historyFolder !== undefined) await history.settle();
  return writeBackup({ root, name: folderName, to, now, history: historyFolder, signal });
}

/** Throws `conflict` for a place in the data folder or a file that exists, `full`, `readOnly`. */
async function writeBackup(request: BackupRequest): Promise<Backup> {
  try {
    return await write(request);
  } catch (error) {
    const known = asStoreError(error);
    const isPlace = codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR';
    if (isPlace || (known instanceof PlinthError && known.kind === 'readOnly')) {
      throw new PlinthError('readOnly', message('backupUnwritable', { path: request.to }), { cause: error });
    }
    throw known;
  }
}

async function write({ root, history, name, to, now, signal }: BackupRequest): Promise<Backup> {
  checkOutside(root, to);
  const target = await placeOf(to, name, now);
  const folder = dirname(target);
  await removeLeft(folder);
  const temp = join(folder, `.${basename(target)}.${process.pid}.tmp`);
  const list: BackupList = { format: 1, createdAt: now.toISOString(), folder: name, files: {} };
  const add = (path: string, file: BackedUpFile) => {
    list.files[path] = file;
  };
  try {
    const body = Readable.from(zipOf(withList(entriesOf({ root, history }, add), list, now)));
    await pipeline(body, createWriteStream(temp, { flags: 'wx', flush: true, mode: 0o600 }), { signal });
    await verify(temp, list, signal);
    if (await exists(target)) throw conflict(message('backupExists', { path: target }));
    await rename(temp, target);
    await syncFolder(folder);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  }
  return { file: target, bytes: (await stat(target)).size, files: Object.keys(list.files).length };
}

/** The file to write: in a folder, one with a name of its own. */
async function placeOf(to: string, name: string, now: Date): Promise<string> {
  if (to.toLowerCase().endsWith('.zip')) {
    if (await exists(to)) throw conflict(message('backupExists', { path: to }));
    await makeFolders(dirname(to));
    return resolve(to);
  }
  await makeFolders(to);
  let at = now.getTime();
  // Another one of the same second has the name already.
  while (await exists(join(to, backupName(name, new Date(at))))) at += 1000;
  return join(to, backupName(name, new Date(at)));
}

const backupName = (name: string, now: Date): string =>
  `${name}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.zip`;

/** Removes the first of these files, which are sorted by age; `keep` stay. Returns those that are left. */
export async function removeOldBackups(files: readonly string[], keep: number): Promise<string[]> {
  const existing: string[] = [];
  for (const file of files) if (await exists(file)) existing.push(file);
  for (const old of existing.slice(0, -keep)) await rm(old, { force: true });
  return existing.slice(-keep);
}

/** Why a folder cannot hold backups, as a sentence without the name; it is made when it is missing. */
export async function backupFolderProblem(root: string, folder: string): Promise<string | undefined> {
  if (!isAbsolute(folder)) return 'must be a full path';
  if (folder.toLowerCase().endsWith('.zip')) return 'must be a folder';
  try {
    checkOutside(root, folder);
    await makeFolders(folder);
    await access(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof PlinthError ? 'must be outside the data folder' : 'cannot be written';
  }
}

/** A backup in the folder would be in the next one, and sync tools would send it everywhere. */
function checkOutside(root: string, folder: string): void {
  if (isWithin(realPlace(folder), root)) {
    throw invalid(message('backupInDataFolder'), { to: [message('outsideNeeded')] });
  }
}

/** Removes unfinished backups of processes that no longer run. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const pid = /^\..*\.zip\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** The entries, then the list of all files. */
async function* withList(
  entries: AsyncIterable<ZipEntry>,
  list: BackupList,
  now: Date,
): AsyncGenerator<ZipEntry> {
  yield* entries;
  // A streamed file is in the list once it was read: the list is made when its turn has come.
  const content = () => Buffer.from(JSON.stringify(list));
  yield { path: LIST, size: 0, modified: now, content };
}

/** Reads the whole backup again. Throws when it does not hold what was read from the folder. */
async function verify(file: string, list: BackupList, signal: AbortSignal | undefined): Promise<void> {
  const backup = await openBackup(file);
  try {
    if (JSON.stringify(backup.list) !== JSON.stringify(list)) throw damagedBackup(LIST);
    for (const [path, entry] of backup.entries) {
      signal?.throwIfAborted();
      if ((await digestOf(backup.zip, entry)) !== list.files[path]?.sha256) throw damagedBackup(path);
    }
  } finally {
    backup.zip.close();
  }
}

async function digestOf(zip: ZipFile, entry: Entry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk);
  return hash.digest('hex');
}

const damagedBackup = (path: string) => new PlinthError('damaged', message('backupDiffers', { path }));

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; there the rename is durable by itself.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
