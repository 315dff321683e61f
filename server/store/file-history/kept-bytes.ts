/**
 * Bytes of files by their revision, `bytes/{first two digits}/{revision in hex}`: what the trash has dropped after its
 * time, and copies of files in their places. A file in its place never shares an inode with them: programs that write in
 * place would change both, and GLib and Vim write in place just because a file has a second link.
 */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { copyDurably } from '../disk/copy-tree.js';
import { removeIfPossible } from '../disk/file-operations.js';
import { FolderSync } from '../disk/folder-sync.js';
import { codeOf, isAbsent, NO_LINKS } from '../disk/fs-errors.js';
import { namesIn } from '../disk/names-in.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import { REVISION_BYTES } from '../history/revision.js';
import { isAlive } from '../host/process-alive.js';
import type { Stamp } from '../types/stamp.js';

/** Bytes read at a time. */
const STEP_BYTES = 1024 * 1024;
/** What is known of so many files. */
const MAX_HASHED = 10_000;
const TEMP = /^(\d+)-\d+\.tmp$/;

export interface Added {
  revision: string;
  size: number;
}

/** How bytes come in: `link` for files that are no longer in their places. */
export type Way = 'link' | 'copy' | 'clone';

export class KeptBytes {
  readonly #folder: string;
  /** What files hold, by their paths. */
  readonly #hashed = new LRUCache<string, Added & { stamp: Stamp }>({
    // `max` would reserve the room for all of them.
    maxSize: MAX_HASHED,
    sizeCalculation: () => 1,
  });
  readonly #folders = new FolderSync();
  #canClone = true;
  #number = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(revision: string): string {
    const hex = Buffer.from(revision, 'base64url').toString('hex');
    return join(this.#folder, hex.slice(0, 2), hex);
  }

  /**
   * Keeps the bytes of a file, whose revision may be known; undefined when it is gone, or cannot be cloned where only that is wanted. Throws the
   * system's error; then nothing is kept.
   */
  async add(source: string, way: Way, known?: Added): Promise<Added | undefined> {
    this.#number += 1;
    const temp = join(this.#folder, `${process.pid}-${this.#number}.tmp`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      if (!(await this.#place(source, temp, way))) return undefined;
      const { revision, size } = known ?? (await hashOf(temp));
      const target = this.pathOf(revision);
      if ((await this.hashAt(target))?.revision !== revision) {
        await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
        await rename(temp, target);
        // The trash removes its name for good.
        if (way === 'link')
          for (const folder of [join(target, '..'), this.#folder]) await this.#folders.sync(folder);
      }
      return { revision, size };
    } catch (error) {
      if (isAbsent(error) && !stampAt(source)) return undefined;
      throw error;
    } finally {
      await removeIfPossible(temp);
    }
  }

  /** What a file holds; undefined where there is none. */
  async hashAt(path: string): Promise<Added | undefined> {
    const stamp = stampAt(path);
    if (!stamp) return undefined;
    const known = this.#hashed.get(path);
    if (known && sameStamp(known.stamp, stamp)) return known;
    const found = await hashOf(path).catch((error: unknown) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (found && sameStamp(stampAt(path), stamp)) this.#hashed.set(path, { ...found, stamp });
    return found;
  }

  /** The bytes of a file. Throws at the end where they are not those of the revision. */
  async *read(path: string, revision: string): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: STEP_BYTES })) {
      hash.update(chunk);
      yield chunk;
    }
    if (nameOf(hash.digest()) !== revision) throw new PlinthError('damaged', message('keptBytesDamaged'));
  }

  async remove(revision: string): Promise<void> {
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
async function hashOf(file: string): Promise<Added> {
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
