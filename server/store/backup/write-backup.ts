/** Writes a backup whole or not at all: beside its place, checked, then renamed (decision 175). */
import { createHash } from 'node:crypto';
import { createWriteStream, realpathSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { conflict, invalid, PlinthError } from '../../errors.js';
import { type ZipEntry, zipOf } from '../../zip/write.js';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { namesIn } from '../disk/names-in.js';
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
}

export interface Backup {
  file: string;
  bytes: number;
  files: number;
}

/** Backs up an open folder. Throws as `writeBackup`. */
export async function backUp(
  { root, folderName, history }: Pick<Store, 'root' | 'folderName' | 'history'>,
  { to, now, history: historyFolder }: { to: string; now: Date; history: string | undefined },
): Promise<Backup> {
  if (historyFolder !== undefined) await history.settle();
  return writeBackup({ root, name: folderName, to, now, history: historyFolder });
}

/** Throws `conflict` for a place in the data folder or a file that exists, `full`, `readOnly`. */
async function writeBackup(request: BackupRequest): Promise<Backup> {
  try {
    return await write(request);
  } catch (error) {
    throw asStoreError(error);
  }
}

async function write({ root, history, name, to, now }: BackupRequest): Promise<Backup> {
  const target = await placeOf(to, name, now);
  const folder = dirname(target);
  checkOutside(root, folder);
  await removeLeft(folder);
  const temp = join(folder, `.${basename(target)}.${process.pid}.tmp`);
  const list: BackupList = { format: 1, createdAt: now.toISOString(), folder: name, files: {} };
  const add = (path: string, file: BackedUpFile) => {
    list.files[path] = file;
  };
  try {
    const body = Readable.from(zipOf(withList(entriesOf({ root, history }, add), list, now)));
    await pipeline(body, createWriteStream(temp, { flags: 'wx', flush: true, mode: 0o600 }));
    await verify(temp, list);
    if (await exists(target)) throw conflict(`${target} exists`);
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
    if (await exists(to)) throw conflict(`${to} exists`);
    await mkdir(dirname(to), { recursive: true });
    return resolve(to);
  }
  await mkdir(to, { recursive: true });
  return join(to, backupName(name, now));
}

const backupName = (name: string, now: Date): string =>
  `${name}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.zip`;

/** A backup in the folder would be in the next one, and sync tools would send it everywhere. */
function checkOutside(root: string, folder: string): void {
  const place = realpathSync(folder);
  if (place === root || place.startsWith(root + sep)) {
    throw invalid('A backup cannot be in the data folder', { to: ['must be outside the data folder'] });
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
async function verify(file: string, list: BackupList): Promise<void> {
  const backup = await openBackup(file);
  try {
    if (JSON.stringify(backup.list) !== JSON.stringify(list)) throw damagedBackup(LIST);
    for (const [path, entry] of backup.entries) {
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

const damagedBackup = (path: string) =>
  new PlinthError('damaged', `The backup was not written correctly: "${path}" differs from the folder`);

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
