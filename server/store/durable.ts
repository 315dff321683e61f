/**
 * The durable write (promises, part 2): temp file, fsync, rename, fsync of the folder. A reader sees the old or the
 * new bytes and nothing between; once resolved, the new ones survive a power cut. No library does all of it.
 */
import { randomBytes } from 'node:crypto';
import {
  close,
  closeSync,
  fstatSync,
  fsync,
  link,
  linkSync,
  mkdir,
  open,
  openSync,
  rename,
  renameSync,
  rm,
  unlink,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PlinthError } from '../errors.js';
import { FolderSync } from './folder-sync.js';
import { asStoreError, codeOf, stale } from './fs-errors.js';
import { isFolder, sameStamp, stampOf, statOf } from './stamp.js';
import type { Stamp } from './store.js';

// The callback API: FileHandles cost about a fifth more per write (speed page, part 1).
const openFile = promisify(open);
const writeFile = promisify(write);
const syncFile = promisify(fsync);
const closeFile = promisify(close);
const renameFile = promisify(rename);
const linkFile = promisify(link);
const unlinkFile = promisify(unlink);
const makeOne = promisify(mkdir);
const removeAll = promisify(rm);

/** Names of temp files: the process that made it, then chance, so that none is in another's way. */
export const TEMP_NAME = /^(\d+)-[A-Za-z0-9_-]{12}\.tmp$/;

/** Largest file, in bytes, written without leaving the thread; nearly every object is smaller. */
const SMALL = 64 * 1024;

/** Virus scanners hold fresh files open for moments; so long is a rename tried again on Windows. */
const WINDOWS_PATIENCE_MS = 10_000;
const WINDOWS_HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** File systems without hard links answer with one of these. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EINVAL',
  'EMLINK',
]);

export interface WriteOptions {
  /** What must stand at the target right before the rename; without it whatever stands there is replaced. */
  expect?: Stamp | 'absent';
  /** Access rights before the umask. */
  mode?: number;
}

export interface DurableOptions {
  /** Folder the files lie below; made when missing. */
  root: string;
  /** Folder for unfinished files, on the same volume. */
  temp: string;
  /** Throws when a path must not be written to. */
  guard?: (path: string) => void;
}

export class DurableFiles {
  readonly folders = new FolderSync();
  readonly #root: string;
  readonly #temp: string;
  readonly #guard: (path: string) => void;
  /** Part of the names of temp files: no other process, and no other run of this one, has the same. */
  readonly #chance = randomBytes(6).toString('hex').slice(0, 6);
  #names = 0;
  /** Writes under way. */
  #writing = 0;

  constructor(options: DurableOptions) {
    this.#root = options.root;
    this.#temp = options.temp;
    this.#guard = options.guard ?? (() => {});
  }

  /**
   * Puts `bytes` at `target`, whose folder must exist, and resolves with the stamp when they are durable.
   * Throws `stale`, `full`, `readOnly`, `busy`, or the system's error; then the target holds the old or the new bytes.
   */
  async replace(target: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<Stamp> {
    this.#writing += 1;
    try {
      const temp = await this.#writeTemp(bytes, options.mode ?? 0o666);
      try {
        await this.#commit(temp.path, target, options.expect);
      } catch (error) {
        await this.discard(temp.path);
        throw error;
      }
      // A linked file still has its temp name.
      const linked = options.expect === 'absent';
      if (linked && this.#alone) discardNow(temp.path);
      const discarded = linked && !this.#alone && this.discard(temp.path);
      await Promise.all([this.folders.sync(dirname(target)), discarded]);
      return temp.stamp;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      this.#writing -= 1;
    }
  }

  /**
   * Whether nothing else is being written. Calls that change a folder take microseconds then, less than a trip to the
   * thread pool and back; while others sync they wait until the file system has committed, and do take the trip.
   */
  get #alone(): boolean {
    return this.#writing === 1;
  }

  /** Renames a file or folder and syncs both folders. With `fresh` a file already at the target throws `stale`. */
  async move(from: string, to: string, options: { fresh?: boolean } = {}): Promise<void> {
    try {
      this.#guard(from);
      this.#guard(to);
      if (options.fresh) {
        await this.#placeNew(from, to);
        await this.discard(from);
      } else await renameFile(from, to);
      await Promise.all([this.folders.sync(dirname(to)), this.folders.sync(dirname(from))]);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Makes a folder and those above it, below the root; each new one is durable in the one above. */
  async makeFolder(path: string): Promise<void> {
    try {
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

  /** A fresh name in the temp folder, which is made when missing. */
  async tempPath(): Promise<string> {
    if (isFolder(this.#temp)) this.#guard(this.#temp);
    else await this.makeFolder(this.#temp);
    this.#names += 1;
    const name = `${process.pid}-${this.#chance}${this.#names.toString(36).padStart(6, '0')}.tmp`;
    return this.#temp + sep + name;
  }

  /** Removes an unfinished file; what cannot be removed now is swept at the next start. */
  async discard(temp: string): Promise<void> {
    await removeQuietly(temp);
  }

  /** Takes a folder away at once (it moves among the unfinished files) and then deletes it. */
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

  async #writeTemp(bytes: Uint8Array, mode: number): Promise<{ path: string; stamp: Stamp }> {
    const path = await this.tempPath();
    // A small write only goes to the page cache, which takes less time than a trip to the thread pool and back.
    const small = bytes.length <= SMALL;
    const descriptor = this.#alone ? openSync(path, 'wx', mode) : await openFile(path, 'wx', mode);
    let open = true;
    try {
      let written = 0;
      // A nearly full disk takes part of the bytes and reports no error until the next call.
      while (written < bytes.length) {
        const left = bytes.length - written;
        const step = small
          ? writeSync(descriptor, bytes, written, left, null)
          : (await writeFile(descriptor, bytes, written, left, null)).bytesWritten;
        if (step === 0) throw new Error(`The disk took ${written} of ${bytes.length} bytes`);
        written += step;
      }
      // After a failed fsync the kernel may have dropped the pages, so the file is thrown away, never synced again.
      await syncFile(descriptor);
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
    // What stands at the target itself is looked at below, or not replaced at all.
    this.#guard(expect === undefined ? target : dirname(target));
    if (expect === 'absent') return this.#placeNew(temp, target);
    if (expect === undefined) return renamePatiently(temp, target);
    const check = () => {
      const stats = statOf(target);
      if (!stats?.isFile() || !sameStamp(stampOf(stats), expect)) throw stale();
    };
    if (process.platform === 'win32') return renamePatiently(temp, target, check);
    // Both calls in one breath: nothing of this process, and hardly another, gets between look and rename.
    check();
    renameSync(temp, target);
  }

  /**
   * Gives a file its name without ever replacing another: a rename would, a link does not. The old name stays where
   * links are supported; the caller discards it.
   */
  async #placeNew(from: string, target: string): Promise<void> {
    try {
      if (this.#alone) linkSync(from, target);
      else await linkFile(from, target);
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (code === 'EEXIST') throw stale('A file of this name appeared meanwhile');
      if (!NO_LINKS.has(code)) throw error;
      const check = () => {
        if (statOf(target)) throw stale('A file of this name appeared meanwhile');
      };
      return renamePatiently(from, target, check);
    }
  }
}

/** Deletes a file; one that is not there, or cannot be deleted, is no trouble. */
export async function removeQuietly(path: string): Promise<void> {
  await unlinkFile(path).catch(() => {});
}

/** As `removeQuietly`, at once. */
function discardNow(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Swept at the next start.
  }
}

/** Makes one folder; false when it already stands. A file or link in its place throws `conflict`. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await makeOne(path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (isFolder(path)) return false;
    throw new PlinthError('conflict', 'A file stands where a folder is needed', { cause: error });
  }
}

async function renamePatiently(from: string, to: string, check?: () => void): Promise<void> {
  const deadline = performance.now() + WINDOWS_PATIENCE_MS;
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    check?.();
    try {
      return await renameFile(from, to);
    } catch (error) {
      const held = process.platform === 'win32' && WINDOWS_HELD.has(codeOf(error) ?? '');
      if (!held || performance.now() > deadline) throw error;
      await pause(wait);
    }
  }
}
