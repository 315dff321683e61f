/**
 * A folder outside the data folder that a command writes its results to. Files appear whole; no path leads out of it or
 * through a symbolic link; one process writes at a time.
 */

import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { appendFile, lstat, open, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { message } from '../../contract/messages/message.js';
import { conflict, PlinthError } from '../../errors.js';
import { type FolderLock, lockFolder } from '../disk/folder-lock.js';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { makeFolders } from '../disk/make-folders.js';
import { overlap } from '../disk/places.js';

/** Folder of unfinished files, on the same volume as the results. */
const TEMP = '.plinth-tmp';

/** Folders that are never searched: programs and version control. */
const SKIPPED = /^(?:node_modules|\..+)$/;

/** A larger file is not read into memory as a whole. */
const SMALL = 1024 * 1024;

/** A file below the folder; `/` between the names. */
export interface OutputFile {
  path: string;
  size: number;
}

/** Bytes in a temporary place, with their digest. */
export interface StagedOutput {
  temp: string;
  sha256: string;
  size: number;
}

export class OutputFolder {
  /** Real path. */
  readonly root: string;
  readonly #lock: FolderLock;
  /** Folders that stay when they are empty. */
  readonly #kept = new Set<string>();
  /** Folders known to exist and to be no links. */
  readonly #checked = new Set<string>();
  #temps = 0;

  private constructor(root: string, lock: FolderLock) {
    this.root = root;
    this.#lock = lock;
  }

  /**
   * Opens a folder, which is created unless it `mustExist`. Throws `missing`, `busy` while another process writes to it,
   * and `conflict` when it contains `apart`, the data folder, or is inside it.
   */
  static async open(path: string, options: { apart: string; mustExist?: boolean }): Promise<OutputFolder> {
    const wanted = resolve(path);
    const found = await statOf(wanted, true);
    if (found === undefined && options.mustExist)
      throw new PlinthError('missing', message('folderAbsent', { path }));
    if (found !== undefined && !found.isDirectory()) throw conflict(message('folderNeeded', { path }));
    checkApart(wanted, options.apart);
    if (found === undefined) await stored(() => makeFolders(wanted));
    const root = await realpath(wanted);
    checkApart(root, options.apart);
    const lock = await lockFolder(root);
    if (!lock) throw new PlinthError('busy', message('outputBusy', { path }));
    const folder = new OutputFolder(root, lock);
    try {
      await folder.#sweep();
    } catch (error) {
      await lock.release();
      throw error;
    }
    return folder;
  }

  /** Removes unfinished files and lets others write. */
  async close(): Promise<void> {
    await this.#sweep().catch(() => {});
    await this.#lock.release();
  }

  /** All regular files, A-Z; links, hidden folders and node_modules are skipped. */
  async files(below = ''): Promise<OutputFile[]> {
    const found: OutputFile[] = [];
    const entries = await readdir(join(this.root, below), { withFileTypes: true }).catch((error: unknown) => {
      if (isAbsent(error)) return [];
      throw error;
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.test(entry.name)) found.push(...(await this.files(path)));
      } else if (entry.isFile()) found.push({ path, size: (await statOf(join(this.root, path)))?.size ?? 0 });
    }
    return found;
  }

  /** Whether there is nothing in it, apart from files of the operating system. */
  async isEmpty(): Promise<boolean> {
    const names = await readdir(this.root);
    return names.every((name) => name === TEMP || name === '.DS_Store' || name === 'Thumbs.db');
  }

  /** The bytes of a file; undefined where there is none. Throws `conflict` where the path is a link or a folder. */
  async read(path: string): Promise<Buffer | undefined> {
    const target = await this.#target(path);
    if (target.stats === undefined) return undefined;
    return readFile(target.path).catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw asStoreError(error);
    });
  }

  /** The digest of a file, which may be large; undefined where there is none. Throws as `read`. */
  async digest(path: string): Promise<string | undefined> {
    const target = await this.#target(path);
    if (target.stats === undefined) return undefined;
    const hash = createHash('sha256');
    try {
      if (target.stats.size <= SMALL) return hash.update(await readFile(target.path)).digest('hex');
      for await (const piece of createReadStream(target.path)) hash.update(piece);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw asStoreError(error);
    }
    return hash.digest('hex');
  }

  /** Writes bytes to a temporary place. Throws `full`, `readOnly`. */
  stage(content: Uint8Array | Readable): Promise<StagedOutput> {
    return stored(async () => {
      await makeFolders(join(this.root, TEMP));
      this.#temps += 1;
      const temp = join(this.root, TEMP, String(this.#temps));
      const hash = createHash('sha256');
      let size = 0;
      const file = await open(temp, 'wx');
      try {
        for await (const piece of content instanceof Uint8Array ? [content] : content) {
          hash.update(piece);
          size += piece.length;
          await file.writeFile(piece);
        }
      } finally {
        await file.close();
      }
      return { temp, sha256: hash.digest('hex'), size };
    });
  }

  /** Moves a staged file to its place, with the rights of the file it replaces. Throws as `read`. */
  async place(staged: StagedOutput, path: string): Promise<void> {
    const target = await this.#target(path);
    await stored(async () => {
      await this.#makeFolder(dirname(path));
      if (target.stats) await chmodLike(staged.temp, target.stats);
      await rename(staged.temp, target.path);
    });
  }

  /** Drops a staged file. */
  async discard(staged: StagedOutput): Promise<void> {
    await rm(staged.temp, { force: true });
  }

  /** Appends a line to a file, created when missing. */
  async append(path: string, line: string): Promise<void> {
    const target = await this.#target(path);
    await stored(async () => {
      await this.#makeFolder(dirname(path));
      await appendFile(target.path, `${line}\n`);
    });
  }

  /** Makes a folder at the top where there is nothing, and keeps it when it is empty. */
  async keepFolder(name: string): Promise<void> {
    this.#kept.add(name);
    const path = join(this.root, name);
    if ((await statOf(path)) === undefined) await stored(() => makeFolders(path));
  }

  /** Deletes a file, and the folders above it that are empty then and not kept. */
  async remove(path: string): Promise<void> {
    const target = await this.#target(path);
    await stored(() => rm(target.path, { force: true }));
    for (let above = dirname(path); above !== '.' && !this.#kept.has(above); above = dirname(above)) {
      this.#checked.delete(above);
      try {
        await rmdir(join(this.root, above));
      } catch {
        return;
      }
    }
  }

  /** The absolute place of a path. Throws `conflict` where the path leads out, through a link, or to no regular file. */
  async #target(path: string): Promise<{ path: string; stats: Stats | undefined }> {
    const names = path.split('/');
    if (names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name))) {
      throw conflict(message('outputOutside', { path, folder: this.root }));
    }
    for (let depth = 1; depth < names.length; depth += 1) {
      const above = names.slice(0, depth).join('/');
      if (this.#checked.has(above)) continue;
      const stats = await statOf(join(this.root, above));
      if (stats === undefined) break;
      if (!stats.isDirectory())
        throw conflict(message('outputNotFolder', { path: above, folder: this.root }));
      this.#checked.add(above);
    }
    const target = join(this.root, ...names);
    const stats = await statOf(target);
    if (stats !== undefined && !stats.isFile())
      throw conflict(message('outputNotFile', { path, folder: this.root }));
    return { path: target, stats };
  }

  async #makeFolder(path: string): Promise<void> {
    if (path === '.' || this.#checked.has(path)) return;
    await makeFolders(join(this.root, path));
  }

  /** Removes what an interrupted run left. */
  async #sweep(): Promise<void> {
    const temp = join(this.root, TEMP);
    const stats = await statOf(temp);
    if (stats === undefined) return;
    if (!stats.isDirectory()) throw conflict(message('folderNeeded', { path: temp }));
    await rm(temp, { recursive: true, force: true });
  }
}

/** Throws `conflict` when one of two folders contains the other. */
function checkApart(path: string, apart: string): void {
  if (overlap(path, apart)) throw conflict(message('outputOverlaps', { path, folder: apart }));
}

async function statOf(path: string, follow = false): Promise<Stats | undefined> {
  try {
    return follow ? await lstat(await realpath(path)) : await lstat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function chmodLike(temp: string, { mode }: Stats): Promise<void> {
  const file = await open(temp, 'r+');
  try {
    await file.chmod(mode & 0o777);
  } finally {
    await file.close();
  }
}

async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}
