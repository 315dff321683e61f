/**
 * Parts of files that come in pieces: `.system/tmp/chunks/{upload}/{index}-of-{total}`. They can be deleted at any
 * time (spec/storage.md#promises): lost parts must be sent again. One process has the folder, so the counts are kept
 * in memory.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { invalid } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { removeIfPossible } from '../disk/file-operations.js';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder, statOf } from '../disk/stamp.js';
import type { ChunkedUpload, Chunks } from '../types/features.js';

/** A link is not followed. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Large enough that calls cost nothing beside the copying. */
const BUFFER = 1024 * 1024;

const PART = /^(\d{1,9})-of-(\d{1,9})$/;
const UPLOAD = /^[0-9a-f]{64}$/;

interface Held extends ChunkedUpload {
  /** Bytes by the number of the part. */
  sizes: Map<number, number>;
}

export class ChunkFiles implements Chunks {
  readonly #folder: string;
  readonly #durable: DurableFiles;
  readonly #now: () => Date;
  #uploads: Promise<Map<string, Held>> | undefined;

  /** `folder`: where the parts are, created when missing. */
  constructor(parts: { folder: string; durable: DurableFiles; now: () => Date }) {
    this.#folder = parts.folder;
    this.#durable = parts.durable;
    this.#now = parts.now;
  }

  async held(): Promise<ReadonlyMap<string, ChunkedUpload>> {
    return this.#known();
  }

  async put(
    upload: string,
    part: { index: number; total: number; from: string; size: number },
  ): Promise<void> {
    const { index, total, from, size } = part;
    const folder = this.#pathOf(upload);
    await this.#durable.makeFolder(folder);
    await this.#durable.move(from, join(folder, `${index}-of-${total}`));
    const uploads = await this.#known();
    const held = uploads.get(upload) ?? { total, parts: 0, bytes: 0, touched: this.#now(), sizes: new Map() };
    held.bytes += size - (held.sizes.get(index) ?? 0);
    held.sizes.set(index, size);
    held.parts = held.sizes.size;
    held.touched = this.#now();
    uploads.set(upload, held);
  }

  async join(upload: string, target: string): Promise<number> {
    const total = (await this.#known()).get(upload)?.total ?? 0;
    const folder = this.#pathOf(upload);
    const parts = Array.from({ length: total }, (_, index) => join(folder, `${index}-of-${total}`));
    try {
      return await writeJoined(parts, target);
    } catch (error) {
      await removeIfPossible(target);
      if (isAbsent(error)) throw invalid(message('uploadIncomplete'));
      throw asStoreError(error);
    }
  }

  async drop(upload: string): Promise<void> {
    (await this.#known()).delete(upload);
    const folder = this.#pathOf(upload);
    // Durably: after a power cut the parts would stay for a day. What cannot be removed now, does.
    if (isFolder(folder)) await this.#durable.removeFolder(folder).catch(() => {});
  }

  async sweep(before: Date): Promise<void> {
    for (const [upload, { touched }] of await this.#known()) if (touched < before) await this.drop(upload);
  }

  #pathOf(upload: string): string {
    if (!UPLOAD.test(upload)) throw invalid(message('uploadNameInvalid'));
    return join(this.#folder, upload);
  }

  #known(): Promise<Map<string, Held>> {
    this.#uploads ??= this.#load().catch((error: unknown) => {
      this.#uploads = undefined;
      throw error;
    });
    return this.#uploads;
  }

  /** What an earlier run of the server was sent. */
  async #load(): Promise<Map<string, Held>> {
    const uploads = new Map<string, Held>();
    for (const upload of await namesIn(this.#folder)) {
      const folder = join(this.#folder, upload);
      if (!UPLOAD.test(upload) || !isFolder(folder)) continue;
      const held: Held = { total: 0, parts: 0, bytes: 0, touched: new Date(0), sizes: new Map() };
      for (const name of await namesIn(folder)) {
        const [, index, total] = PART.exec(name) ?? [];
        const stats = statOf(join(folder, name));
        if (index === undefined || !stats?.isFile()) {
          await removeIfPossible(join(folder, name));
          continue;
        }
        held.total = Number(total);
        held.sizes.set(Number(index), stats.size);
        held.bytes += stats.size;
        if (stats.mtime > held.touched) held.touched = stats.mtime;
      }
      held.parts = held.sizes.size;
      uploads.set(upload, held);
    }
    return uploads;
  }
}

/** Writes files one after another into a new one, durably, through one buffer; how many bytes they were. */
async function writeJoined(parts: readonly string[], target: string): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER);
  const whole = await open(target, 'wx');
  try {
    let size = 0;
    for (const path of parts) {
      const part = await open(path, READ_FLAGS);
      try {
        for (;;) {
          const { bytesRead } = await part.read(buffer, 0, BUFFER, null);
          if (bytesRead === 0) break;
          size += bytesRead;
          // A nearly full disk takes part of the bytes and reports no error until the next call.
          for (let done = 0; done < bytesRead; ) {
            done += (await whole.write(buffer, done, bytesRead - done, null)).bytesWritten;
          }
        }
      } finally {
        await part.close();
      }
    }
    await whole.sync();
    return size;
  } finally {
    await whole.close();
  }
}
