/**
 * The durable write (spec/storage.md#writes): temp file, fsync, rename, fsync of the folder. A reader sees the old or the
 * new bytes and nothing between; once resolved, the new ones survive a power cut. No library does all of it.
 */
import { randomBytes } from 'node:crypto';
import { close, closeSync, fstatSync, fsync, linkSync, mkdir, rename, renameSync, rm, unlink } from 'node:fs';
import { link } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import type { Stamp } from '../types/stamp.js';
import { copyDurably } from './copy-tree.js';
import {
  discardNow,
  removeIfPossible,
  renameWithRetries,
  writeNow,
  writeWaiting,
} from './file-operations.js';
import { FolderSync } from './folder-sync.js';
import { asStoreError, codeOf, isAbsent, NO_LINKS, stale } from './fs-errors.js';
import { FsyncGate } from './fsync-gate.js';
import { isFolder, sameStamp, stampAt, stampOf, statOf } from './stamp.js';

// The callback API: FileHandles cost about a fifth more per write (spec/performance.md#writes).
const syncFile = promisify(fsync);
const closeFile = promisify(close);
const renameFile = promisify(rename);
const makeOne = promisify(mkdir);
const removeAll = promisify(rm);
const unlinkFile = promisify(unlink);

/** Names of temp files: the process that made it, then chance, so that none is in another's way. */
export const TEMP_NAME = /^(\d+)-[A-Za-z0-9_-]{12}\.tmp$/;

/** Largest file, in bytes, written without leaving the thread; nearly every object is smaller. */
const SMALL = 64 * 1024;

export interface WriteOptions {
  /** The expected file at the target right before the rename; without it any file is replaced. */
  expect?: Stamp | 'absent';
  /** Access rights before the umask. */
  mode?: number;
}

export interface DurableOptions {
  /** Folder the files lie below; made when missing, unless `guard` rejects it. */
  root: string;
  /** Folder for unfinished files, on the same volume. */
  temp: string;
  /** Made with it: a folder that will be needed when there is no room for one. */
  spare?: string;
  /** Throws when a path must not be written to. */
  guard?: (path: string) => void;
  /** Keeps versions of files. */
  versions?: Versions;
  /** Called once, before the first file is written, with the path of a temp file it may use. It must not throw. */
  firstWrite?: (temporary: string) => void;
}

/** Keeps the bytes of files that are about to be replaced or moved away. */
export interface Versions {
  /** Whether the file at a path has versions. */
  keeps(file: string): boolean;
  /** Called right before; synchronous, and must not throw. */
  setAside(file: string): void;
}

const NO_VERSIONS: Versions = { keeps: () => false, setAside: () => {} };

export class DurableFiles {
  readonly folders = new FolderSync();
  readonly #root: string;
  readonly #temp: string;
  readonly #spare: string | undefined;
  readonly #guard: (path: string) => void;
  readonly #versions: Versions;
  #firstWrite: ((temporary: string) => void) | undefined;
  /** Part of the names of temp files: no other process, and no other run of this one, has the same. */
  readonly #randomPart = randomBytes(6).toString('hex').slice(0, 6);
  #names = 0;
  readonly #syncing = new FsyncGate();

  constructor(options: DurableOptions) {
    this.#root = options.root;
    this.#temp = options.temp;
    this.#spare = options.spare;
    this.#guard = options.guard ?? (() => {});
    this.#versions = options.versions ?? NO_VERSIONS;
    this.#firstWrite = options.firstWrite;
  }

  /**
   * Puts `bytes`, in one piece or several, at `target`, whose folder must exist, and resolves with the stamp when they
   * are durable. Throws `stale`, `full`, `readOnly`, `busy`, or the system's error; then the target holds the old or
   * the new bytes.
   */
  async replace(
    target: string,
    bytes: Uint8Array | readonly Uint8Array[],
    options: WriteOptions = {},
  ): Promise<Stamp> {
    try {
      const temp = await this.#writeTemp(bytes, options.mode ?? 0o666);
      try {
        await this.#commit(temp.path, target, options.expect);
      } catch (error) {
        await this.discard(temp.path);
        throw error;
      }
      await this.#syncing.whileSyncing(this.folders.sync(dirname(target)));
      return temp.stamp;
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /**
   * Renames a file or folder and syncs both folders. Throws `stale` when the file at the target is not `expect`. An
   * `unfinished` source is swept where it was, so only its new folder is synced.
   */
  async move(
    from: string,
    to: string,
    options: { expect?: Stamp | 'absent'; unfinished?: boolean } = {},
  ): Promise<void> {
    try {
      this.#guard(from);
      this.#guard(to);
      if (this.#versions.keeps(from)) await this.#syncing.runWhenIdle(() => this.#versions.setAside(from));
      if (options.expect === undefined) await renameFile(from, to);
      else await this.#commit(from, to, options.expect);
      const folders = options.unfinished ? [dirname(to)] : [dirname(to), dirname(from)];
      await Promise.all(folders.map((folder) => this.folders.sync(folder)));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /**
   * Gives a file a second name in a folder that is made when missing, durably: a copy where the file system has no links.
   * Throws `stale` where the name is taken.
   */
  async link(from: string, to: string): Promise<void> {
    try {
      await this.makeFolder(dirname(to));
      await link(from, to).catch((error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw stale(message('fileNameExists'));
        return copyDurably(from, to);
      });
      await this.folders.sync(dirname(to));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Makes a folder and those above it, below the root; each new one is durable in the one above. */
  async makeFolder(path: string): Promise<void> {
    try {
      this.#guard(this.#root);
      if (!isFolder(this.#root)) await makeOne(this.#root, { recursive: true });
      let current = this.#root;
      for (const part of relative(this.#root, path).split(sep)) {
        const parent = current;
        current = join(current, part);
        if (isFolder(current)) continue;
        this.#guard(current);
        if (await makeFolder(current)) await this.folders.sync(parent);
      }
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Throws when the root must not be used; what is missing below one that is away was not deleted. */
  checkRoot(): void {
    this.#guard(this.#root);
  }

  /** A fresh name in the temp folder, which is made when missing. */
  async tempPath(): Promise<string> {
    if (isFolder(this.#temp)) this.#guard(this.#temp);
    else {
      await this.makeFolder(this.#temp);
      if (this.#spare !== undefined && !statOf(this.#spare)) await this.makeFolder(this.#spare);
    }
    const firstWrite = this.#firstWrite;
    this.#firstWrite = undefined;
    firstWrite?.(this.#nextTemp());
    return this.#nextTemp();
  }

  #nextTemp(): string {
    this.#names += 1;
    const name = `${process.pid}-${this.#randomPart}${this.#names.toString(36).padStart(6, '0')}.tmp`;
    return this.#temp + sep + name;
  }

  /** Removes a file, durably; one that is not there is no error. */
  async remove(path: string): Promise<void> {
    try {
      this.#guard(path);
      await unlinkFile(path).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
      if (isFolder(dirname(path))) await this.folders.sync(dirname(path));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Removes an unfinished file; what cannot be removed now is swept at the next start. */
  async discard(temp: string): Promise<void> {
    await removeIfPossible(temp);
  }

  /** Removes a folder from its place at once (by moving it to the unfinished files) and then deletes it. */
  async removeFolder(path: string): Promise<void> {
    const temp = await this.tempPath();
    try {
      await this.move(path, temp);
    } finally {
      await this.removeTree(temp);
    }
  }

  /** Deletes an unfinished folder; links in it are removed, not followed. Failures are left to the sweep. */
  async removeTree(temp: string): Promise<void> {
    await removeAll(temp, { recursive: true, force: true }).catch(() => {});
  }

  async #writeTemp(
    bytes: Uint8Array | readonly Uint8Array[],
    mode: number,
  ): Promise<{ path: string; stamp: Stamp }> {
    const path = await this.tempPath();
    const small = bytes instanceof Uint8Array && bytes.length <= SMALL;
    // To make a file is what waits longest beside the syncs of others.
    const descriptor =
      small && !this.#syncing.slowDisk
        ? await this.#syncing.runWhenIdle(() => writeNow(path, bytes, mode))
        : await writeWaiting(path, bytes instanceof Uint8Array ? [bytes] : bytes, mode);
    let open = true;
    try {
      // After a failed fsync the kernel may have dropped the pages, so the file is deleted, never synced again.
      const sync = syncFile(descriptor);
      // Only those who have sent a large file wait until it has reached the disk.
      await (small ? this.#syncing.whileSyncing(sync) : sync);
      const stamp = stampOf(fstatSync(descriptor));
      open = false;
      closeSync(descriptor);
      return { path, stamp };
    } catch (error) {
      if (open) await closeFile(descriptor).catch(() => {});
      await this.discard(path);
      throw error;
    }
  }

  async #commit(temp: string, target: string, expect: Stamp | 'absent' | undefined): Promise<void> {
    if (expect === 'absent') return this.#placeNew(temp, target);
    if (expect === undefined) {
      this.#guard(target);
      this.#versions.setAside(target);
      return renameWithRetries(temp, target);
    }
    const compare = () => {
      if (!sameStamp(stampAt(target), expect)) throw stale();
    };
    const check = () => {
      this.#guard(dirname(target));
      compare();
      this.#versions.setAside(target);
      // What another program has put there since would be neither set aside nor left.
      compare();
    };
    if (process.platform === 'win32') return renameWithRetries(temp, target, check);
    await this.#syncing.runWhenIdle(() => {
      check();
      renameSync(temp, target);
    });
  }

  /**
   * Gives a file its name without ever replacing another: a rename would, a link does not. Where links are supported
   * the old name is removed afterwards; failing that it is swept at the next start.
   */
  async #placeNew(from: string, target: string): Promise<void> {
    try {
      await this.#syncing.runWhenIdle(() => {
        this.#guard(dirname(target));
        linkSync(from, target);
        discardNow(from);
      });
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (code === 'EEXIST') throw stale(message('fileCreatedElsewhere'));
      if (!NO_LINKS.has(code)) throw error;
      const check = () => {
        if (statOf(target)) throw stale(message('fileCreatedElsewhere'));
      };
      return renameWithRetries(from, target, check);
    }
  }
}

/** Creates one folder; false when it exists. A file or link in its place throws `conflict`. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await makeOne(path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (isFolder(path)) return false;
    throw new PlinthError('conflict', message('folderIsNeeded'), { cause: error });
  }
}
