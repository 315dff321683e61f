/**
 * Files of different objects with the same bytes (spec/files.md#same-bytes). By bytes: a recorded origin of a copy
 * would miss a photo that was uploaded twice, and be wrong once one of them is edited. They are compared after Media
 * was listed and not at the start, as builds never ask.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Unhurried } from '../async/unhurried.js';
import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import { inFlight } from '../content/core/in-flight.js';
import { type Looking, Walk } from '../content/core/walk.js';
import type { FilePlace, MediaFile } from '../contract/media.js';
import { PlinthError } from '../errors.js';
import { sameStamp } from '../store/disk/stamp.js';
import type { Stamp } from '../store/types/stamp.js';

/** A file with the stamp it had when its bytes were compared. */
export interface SameFile {
  file: MediaFile;
  stamp: Stamp;
}

/** What is known of a file's bytes as long as its stamp is the same. */
interface Known extends Stamp {
  /** Of its first and last bytes; absent: not read yet. */
  sample?: string | undefined;
  /** Of all bytes; `{}` without it for a file that is too large. Absent: not read yet. */
  whole?: { revision?: string | undefined };
}

/** Bytes at the beginning and the end by which files of one size are told apart before they are read as a whole. */
const SAMPLE = 8 * 1024;

/** Max files of which something is remembered; one takes some hundred bytes. */
const MAX_KNOWN = 200_000;

export const addressOf = ({ collection, id, path }: FilePlace): string => `${collection}/${id}/${path}`;

/** Names a list of files with their bytes: another one when any of them is added, removed or replaced. */
export function versionOf(files: readonly SameFile[]): string {
  const lines = files.map(
    ({ file, stamp }) => `${addressOf(file)} ${stamp.size} ${stamp.mtimeMs} ${stamp.ino}`,
  );
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

/** Values of which at least two have the same key; those without a key are left out. */
async function grouped<T>(
  values: readonly T[],
  keyOf: (value: T) => string | number | undefined,
): Promise<T[][]> {
  const groups = new Map<string | number, T[]>();
  const yielder = new Yielder();
  for (const value of values) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const key = keyOf(value);
    const group = key === undefined ? undefined : groups.get(key);
    if (group) group.push(value);
    else if (key !== undefined) groups.set(key, [value]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

export class SameFiles {
  readonly #base: Base;
  readonly #unhurried = new Unhurried();
  /** By address. */
  readonly #known = new LRUCache<string, Known>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });
  /** Requests that are comparing files themselves. */
  #asked = 0;

  constructor(base: Base) {
    this.#base = base;
  }

  /** How many files something is remembered of. */
  get remembered(): number {
    return this.#known.size;
  }

  /** The files with the bytes of one, itself among them; empty where it is gone. Empty files are not compared. */
  async of(files: readonly MediaFile[], place: FilePlace): Promise<SameFile[]> {
    const wanted = addressOf(place);
    const stamped = await this.#stamped(files);
    const own = stamped.find(({ file }) => addressOf(file) === wanted);
    if (!own) return [];
    const alike = stamped.filter(
      ({ file, stamp }) => file === own.file || (stamp.size > 0 && stamp.size === own.stamp.size),
    );
    if (alike.length === 1) return [own];
    const [sample, revision] = [await this.#sampleOf(own), await this.#revisionOf(own)];
    const same: SameFile[] = [];
    for (const one of alike) {
      const isSame = async () =>
        sample !== undefined &&
        revision !== undefined &&
        (await this.#sampleOf(one)) === sample &&
        (await this.#revisionOf(one)) === revision;
      if (one === own || (await isSame())) same.push(one);
    }
    return same;
  }

  /** The files that are there more than once, those with the same bytes together. */
  async groups(files: readonly MediaFile[], looking: Looking = {}): Promise<MediaFile[][]> {
    this.#asked += 1;
    try {
      const alike = await this.#ofOneSize(await this.#stamped(files));
      const samples = new Walk('bytes', alike.length, looking);
      await inFlight(alike, async (one) => {
        if (samples.next()) await samples.pause();
        await this.#sampleOf(one);
      });
      const similar = await this.#withOneSample(alike);
      const wholes = new Walk('bytes', similar.length, looking);
      await inFlight(similar, async (one) => {
        if (wholes.next()) await wholes.pause();
        await this.#revisionOf(one);
      });
      const groups = await grouped(similar, (one) => this.#current(one)?.whole?.revision);
      return groups.map((group) => group.map(({ file }) => file));
    } finally {
      this.#asked -= 1;
    }
  }

  /** Compares files before anyone asks for it, with pauses. */
  prepare(files: readonly MediaFile[]): void {
    this.#unhurried.begin(() => this.#prepared(files));
  }

  close(): Promise<void> {
    return this.#unhurried.close();
  }

  /** One file at each step; what cannot be read is left to those who ask for it. */
  async *#prepared(files: readonly MediaFile[]): AsyncGenerator<void> {
    const alike = await this.#ofOneSize(await this.#stamped(files));
    for (const one of alike) {
      if (this.#asked > 0) return;
      await this.#sampleOf(one).catch(() => undefined);
      yield;
    }
    for (const one of await this.#withOneSample(alike)) {
      if (this.#asked > 0) return;
      await this.#revisionOf(one).catch(() => undefined);
      yield;
    }
  }

  async #ofOneSize(files: readonly SameFile[]): Promise<SameFile[]> {
    return (await grouped(files, ({ stamp }) => stamp.size || undefined)).flat();
  }

  async #withOneSample(files: readonly SameFile[]): Promise<SameFile[]> {
    const groups = await grouped(files, (one) => {
      const sample = this.#current(one)?.sample;
      return sample === undefined ? undefined : `${one.stamp.size} ${sample}`;
    });
    return groups.flat();
  }

  /** The files that are there; what is remembered of others is forgotten. */
  async #stamped(files: readonly MediaFile[]): Promise<SameFile[]> {
    const yielder = new Yielder();
    const stamped: SameFile[] = [];
    for (const file of files) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const stamp = this.#stampOf(file);
      if (stamp) stamped.push({ file, stamp });
    }
    if (this.#known.size > stamped.length) {
      const there = new Set(stamped.map(({ file }) => addressOf(file)));
      for (const address of [...this.#known.keys()]) if (!there.has(address)) this.#known.delete(address);
    }
    return stamped;
  }

  /** Undefined for a file that is missing, or lies behind a link. */
  #stampOf({ collection, id, path }: FilePlace): Stamp | undefined {
    const { files } = this.#base.store;
    try {
      const known = this.#known.peek(addressOf({ collection, id, path }));
      if (known && files.isSame(collection, id, path, known)) return known;
      return files.stamp(collection, id, path);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  #current({ file, stamp }: SameFile): Known | undefined {
    const known = this.#known.get(addressOf(file));
    return known && sameStamp(known, stamp) ? known : undefined;
  }

  #remember(one: SameFile, part: Pick<Known, 'sample' | 'whole'>): void {
    this.#known.set(addressOf(one.file), { ...one.stamp, ...this.#current(one), ...part });
  }

  /** A hash of a file's first and last bytes; undefined for one that is another by now. */
  async #sampleOf(one: SameFile): Promise<string | undefined> {
    const known = this.#current(one)?.sample;
    if (known !== undefined) return known;
    const { collection, id, path } = one.file;
    const file = await this.#base.store.files.open(collection, id, path).catch((error: unknown) => {
      if (error instanceof PlinthError && error.kind === 'missing') return undefined;
      throw error;
    });
    if (!file) return undefined;
    try {
      if (!sameStamp(file, one.stamp)) return undefined;
      const bytes = Buffer.alloc(Math.min(file.size, SAMPLE * 2));
      const half = Math.min(SAMPLE, bytes.length);
      const first = await file.read(bytes.subarray(0, half), 0);
      const last =
        half < bytes.length ? await file.read(bytes.subarray(half), file.size - (bytes.length - half)) : 0;
      if (first + last < bytes.length) return undefined;
      const sample = createHash('sha256').update(bytes).digest('base64url');
      this.#remember(one, { sample });
      return sample;
    } finally {
      await file.close();
    }
  }

  async #revisionOf(one: SameFile): Promise<string | undefined> {
    const known = this.#current(one)?.whole;
    if (known) return known.revision;
    const revision = await this.#base.store.fileHistory.revisionOf(addressOf(one.file));
    this.#remember(one, { whole: { revision } });
    return revision;
  }
}
