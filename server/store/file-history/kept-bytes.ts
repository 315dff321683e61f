/**
 * Bytes of files by their revision, `bytes/{first two digits}/{revision in hex}`. A file that is no longer in its
 * place gets a second name, which costs no room; where the file system can clone files, a clone; on another volume a
 * copy. A file in its place never shares an inode with them: programs that write in place would change both, and GLib
 * and Vim write in place just because a file has a second link.
 */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { copyDurably } from '../disk/copy-tree.js';
import { removeIfPossible } from '../disk/file-operations.js';
import { codeOf, isAbsent, NO_LINKS } from '../disk/fs-errors.js';
import { sameStamp, stampAt, statOf } from '../disk/stamp.js';
import { REVISION_BYTES } from '../history/revision.js';
import { isAlive } from '../host/process-alive.js';
import { UNKNOWN } from '../types/file-history.js';
import type { Stamp } from '../types/stamp.js';

/** Bytes read at a time. */
const STEP_BYTES = 1024 * 1024;
/** What is known of the bytes of so many revisions. */
const MAX_CHECKED = 10_000;
const TEMP = /^(\d+)-\d+\.tmp$/;

export interface Added {
  revision: string;
  size: number;
}

/** How bytes come in: `link` for files that are no longer in their places. */
export type Way = 'link' | 'copy' | 'clone';

export class KeptBytes {
  readonly #folder: string;
  /** Stamps of bytes that had their hash. */
  readonly #checked = new Map<string, Stamp>();
  #canClone = true;
  #number = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(revision: string): string {
    const hex = Buffer.from(revision, 'base64url').toString('hex');
    return join(this.#folder, hex.slice(0, 2), hex);
  }

  has(revision: string): boolean {
    return revision !== UNKNOWN && stampAt(this.pathOf(revision)) !== undefined;
  }

  /**
   * Keeps the bytes of a file; undefined when it is gone, or cannot be cloned where only that is wanted. Throws the
   * system's error; then nothing is kept.
   */
  async add(source: string, way: Way): Promise<Added | undefined> {
    this.#number += 1;
    const temp = join(this.#folder, `${process.pid}-${this.#number}.tmp`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      if (!(await this.#place(source, temp, way))) return undefined;
      const { revision, size } = await hashOf(temp);
      if (!(await this.intact(revision))) {
        const target = this.pathOf(revision);
        await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
        await rename(temp, target);
      }
      return { revision, size };
    } catch (error) {
      if (isAbsent(error) && !stampAt(source)) return undefined;
      throw error;
    } finally {
      await removeIfPossible(temp);
    }
  }

  /** Path of the bytes of a revision; undefined where they are missing or another program has changed them. */
  async intact(revision: string): Promise<string | undefined> {
    const path = this.pathOf(revision);
    const stamp = this.has(revision) ? stampAt(path) : undefined;
    if (!stamp) return undefined;
    if (sameStamp(this.#checked.get(revision), stamp)) return path;
    const found = await hashOf(path).catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (found?.revision !== revision || !sameStamp(stampAt(path), stamp)) return undefined;
    if (this.#checked.size >= MAX_CHECKED) this.#checked.clear();
    this.#checked.set(revision, stamp);
    return path;
  }

  /** The bytes of a revision. Throws at the end where they are not those of the revision. */
  async *read(revision: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.pathOf(revision), { highWaterMark: STEP_BYTES })) {
      hash.update(chunk);
      yield chunk;
    }
    if (nameOf(hash.digest()) !== revision) throw new PlinthError('damaged', message('keptBytesDamaged'));
  }

  /** Makes bytes a file of their own that share one with a file in its place: other programs write into that. */
  async separate(revision: string): Promise<void> {
    const path = this.pathOf(revision);
    this.#number += 1;
    const temp = join(this.#folder, `${process.pid}-${this.#number}.tmp`);
    try {
      const stats = statOf(path);
      await copyDurably(path, temp);
      if (stats) await utimes(temp, stats.atime, stats.mtime);
      if ((await hashOf(temp)).revision === revision) await rename(temp, path);
    } finally {
      await removeIfPossible(temp);
    }
  }

  async remove(revision: string): Promise<void> {
    this.#checked.delete(revision);
    await unlink(this.pathOf(revision)).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
  }

  /** All revisions with their size on disk. Removes what killed processes have left. */
  async *all(): AsyncGenerator<Added> {
    for (const name of await namesIn(this.#folder)) {
      const [, process] = TEMP.exec(name) ?? [];
      if (process !== undefined && !isAlive(Number(process)))
        await removeIfPossible(join(this.#folder, name));
      if (!/^[0-9a-f]{2}$/.test(name)) continue;
      for (const hex of await namesIn(join(this.#folder, name))) {
        const size = stampAt(join(this.#folder, name, hex))?.size;
        const bytes = Buffer.from(hex, 'hex');
        if (size !== undefined && bytes.length === REVISION_BYTES) yield { revision: nameOf(bytes), size };
      }
    }
  }

  async #place(source: string, temp: string, way: Way): Promise<boolean> {
    if (this.#canClone) {
      try {
        await copyFile(source, temp, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
        return true;
      } catch (error) {
        if (isAbsent(error)) throw error;
        // Not on this file system, or not between these two.
        this.#canClone = false;
      }
    }
    if (way === 'clone') return false;
    if (way === 'link') {
      try {
        await link(source, temp);
        return true;
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (code !== 'EXDEV' && !NO_LINKS.has(code)) throw error;
      }
    }
    await copyDurably(source, temp);
    return true;
  }
}

/** The revision of a file's bytes and their number. */
export async function hashOf(file: string): Promise<Added> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: STEP_BYTES })) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { revision: nameOf(hash.digest()), size };
}

/** The revision that a hash begins with. */
const nameOf = (hash: Buffer): string => hash.subarray(0, REVISION_BYTES).toString('base64url');

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
}
