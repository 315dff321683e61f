/**
 * Parts of files that come in pieces: `.system/tmp/chunks/{upload}/{index}-of-{total}`. They can be deleted at any
 * time (promise P5): what is lost has to be sent again. One process has the folder, so what is held is kept in memory.
 */
import { createReadStream, readdir } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { invalid } from '../errors.js';
import { type DurableFiles, removeQuietly } from './durable.js';
import { isAbsent } from './fs-errors.js';
import { isFolder, statOf } from './stamp.js';
import type { ChunkedUpload, Chunks } from './store.js';

const list = promisify(readdir);

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

  /** `folder`: where the parts lie, made when missing. */
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

  async read(upload: string): Promise<Readable> {
    const held = (await this.#known()).get(upload);
    const folder = this.#pathOf(upload);
    const total = held?.total ?? 0;
    return Readable.from(wholeOf(folder, total), { objectMode: false, highWaterMark: 1 });
  }

  async drop(upload: string): Promise<void> {
    (await this.#known()).delete(upload);
    const folder = this.#pathOf(upload);
    if (isFolder(folder)) await this.#durable.removeTree(folder);
  }

  async sweep(before: Date): Promise<void> {
    for (const [upload, { touched }] of await this.#known()) if (touched < before) await this.drop(upload);
  }

  #pathOf(upload: string): string {
    if (!UPLOAD.test(upload)) throw invalid('This is no name of an upload');
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
          await removeQuietly(join(folder, name));
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

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await list(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** The parts one after another, each opened when its turn comes. Throws `invalid` where one is gone. */
async function* wholeOf(folder: string, total: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < total; index += 1) {
    try {
      yield* createReadStream(join(folder, `${index}-of-${total}`), { highWaterMark: 1024 * 1024 });
    } catch (error) {
      if (isAbsent(error)) throw invalid('Parts of the file are gone; send it again');
      throw error;
    }
  }
}
