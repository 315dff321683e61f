/**
 * Derivatives in the cache directory: disposable, so neither synced nor missed. Each file ends in the digest of its
 * bytes; one that a power cut left short or empty is not believed and made again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, unlink, writeFile } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DurableFiles } from '../disk/durable.js';
import { codeOf } from '../disk/fs-errors.js';
import type { Log } from '../disk/log.js';
import { namesIn } from '../disk/names-in.js';
import type { DerivativeName, DerivativeStore } from '../types/features.js';

const look = promisify(stat);
const read = promisify(readFile);
const write = promisify(writeFile);
const move = promisify(rename);
const remove = promisify(unlink);
const make = promisify(mkdir);

const DIGEST = 32;
const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Short digests make names that fit every file system and begin alike for what belongs together. */
const short = (text: string, length = 16): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** A prefix of the names of derivatives: of all of an object, of one property, of one file. */
export function derivativePrefix(
  name: Omit<DerivativeName, 'key' | 'property' | 'file'> & Partial<DerivativeName>,
): string {
  const object = short(`${name.collection}/${name.id}`);
  if (name.property === undefined) return `${object}-`;
  const property = `${object}-${short(name.property, 12)}-`;
  return name.file === undefined ? property : `${property}${short(name.file, 12)}-`;
}

export class DerivativeFiles implements DerivativeStore {
  readonly #folder: string;
  readonly #temps: DurableFiles;
  readonly #limit: number;
  readonly #log: Log;
  /** Sizes by name, least recently used first. */
  #known: Promise<Map<string, number>> | undefined;
  #total = 0;

  /** `limit`: bytes all derivatives together may take. */
  constructor(options: { folder: string; temps: DurableFiles; limit: number; log: Log }) {
    this.#folder = options.folder;
    this.#temps = options.temps;
    this.#limit = options.limit;
    this.#log = options.log;
  }

  async read(name: DerivativeName): Promise<Buffer | undefined> {
    const known = await this.#index();
    const file = nameOf(name);
    const size = known.get(file);
    if (size === undefined) return undefined;
    try {
      const whole = await read(this.#path(file));
      const bytes = whole.subarray(0, Math.max(0, whole.length - DIGEST));
      if (whole.length > DIGEST && digestOf(bytes).equals(whole.subarray(bytes.length))) {
        if (known.delete(file)) known.set(file, size);
        return bytes;
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#log('warn', 'A cached image could not be read', error);
    }
    await this.#drop(known, file);
    return undefined;
  }

  async write(name: DerivativeName, bytes: Buffer): Promise<void> {
    try {
      const known = await this.#index();
      const file = nameOf(name);
      const temp = await this.#temps.tempPath();
      try {
        await write(temp, Buffer.concat([bytes, digestOf(bytes)]));
        await make(join(this.#folder, file.slice(0, 2)), { recursive: true });
        await move(temp, this.#path(file));
      } catch (error) {
        await this.#temps.discard(temp);
        throw error;
      }
      this.#total += bytes.length + DIGEST - (known.get(file) ?? 0);
      known.delete(file);
      known.set(file, bytes.length + DIGEST);
      for (const oldest of known.keys()) {
        if (this.#total <= this.#limit) break;
        await this.#drop(known, oldest);
      }
    } catch (error) {
      this.#log('warn', 'A rendered image could not be cached', error);
    }
  }

  async clear(prefix: string): Promise<number> {
    const known = await this.#index();
    const those = [...known.keys()].filter((file) => file.startsWith(prefix));
    for (const file of those) await this.#drop(known, file);
    return those.length;
  }

  #path(file: string): string {
    return join(this.#folder, file.slice(0, 2), file);
  }

  async #drop(known: Map<string, number>, file: string): Promise<void> {
    const size = known.get(file);
    if (size === undefined) return;
    known.delete(file);
    this.#total -= size;
    await remove(this.#path(file)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') this.#log('warn', 'A cached image could not be removed', error);
    });
  }

  /** The existing files, listed once: by the time of the last write, the best estimate of the last use. */
  #index(): Promise<Map<string, number>> {
    this.#known ??= this.#walk();
    return this.#known;
  }

  async #walk(): Promise<Map<string, number>> {
    const found: { file: string; size: number; mtimeMs: number }[] = [];
    for (const part of await namesIn(this.#folder)) {
      for (const file of await namesIn(join(this.#folder, part))) {
        const stats = await look(join(this.#folder, part, file)).catch(() => undefined);
        if (stats?.isFile()) found.push({ file, size: stats.size, mtimeMs: stats.mtimeMs });
      }
    }
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    this.#total = found.reduce((sum, { size }) => sum + size, 0);
    return new Map(found.map(({ file, size }) => [file, size]));
  }
}

const nameOf = (name: DerivativeName): string => `${derivativePrefix(name)}${name.key}`;
