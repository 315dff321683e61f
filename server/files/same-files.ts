/** Files of different objects with the same bytes (spec/files.md#same-bytes). */
import { createHash } from 'node:crypto';
import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import { inFlight } from '../content/core/in-flight.js';
import type { FilePlace, MediaFile } from '../contract/media.js';
import { PlinthError } from '../errors.js';
import type { Stamp } from '../store/types/stamp.js';

/** A file with the stamp it had when its bytes were compared. */
export interface SameFile {
  file: MediaFile;
  stamp: Stamp;
}

interface Known extends Stamp {
  revision: string | undefined;
}

export const addressOf = ({ collection, id, path }: FilePlace): string => `${collection}/${id}/${path}`;

/** Names a list of files with their bytes: another one when any of them is added, removed or replaced. */
export function versionOf(files: readonly SameFile[]): string {
  const lines = files.map(
    ({ file, stamp }) => `${addressOf(file)} ${stamp.size} ${stamp.mtimeMs} ${stamp.ino}`,
  );
  return createHash('sha256').update(lines.join('\n')).digest('base64url').slice(0, 22);
}

export class SameFiles {
  readonly #base: Base;
  /** Hashes by address; read again when the stamp is another. */
  readonly #known = new Map<string, Known>();

  constructor(base: Base) {
    this.#base = base;
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
    const revision = await this.#revisionOf(own);
    const same: SameFile[] = [];
    for (const one of alike) {
      const isSame = one === own || (revision !== undefined && (await this.#revisionOf(one)) === revision);
      if (isSame) same.push(one);
    }
    return same;
  }

  /** The files that are there more than once, those with the same bytes together. */
  async groups(files: readonly MediaFile[]): Promise<MediaFile[][]> {
    const bySize = new Map<number, SameFile[]>();
    for (const one of await this.#stamped(files)) {
      const { size } = one.stamp;
      const alike = bySize.get(size);
      if (alike) alike.push(one);
      else if (size > 0) bySize.set(size, [one]);
    }
    const alike = [...bySize.values()].filter(({ length }) => length > 1).flat();
    await inFlight(alike, async (one) => void (await this.#revisionOf(one)));
    const found = new Map<string, MediaFile[]>();
    for (const { file } of alike) {
      const revision = this.#known.get(addressOf(file))?.revision;
      const group = revision === undefined ? undefined : found.get(revision);
      if (group) group.push(file);
      else if (revision !== undefined) found.set(revision, [file]);
    }
    return [...found.values()].filter(({ length }) => length > 1);
  }

  async #stamped(files: readonly MediaFile[]): Promise<SameFile[]> {
    const yielder = new Yielder();
    const stamped: SameFile[] = [];
    for (const file of files) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const stamp = this.#stampOf(file);
      if (stamp) stamped.push({ file, stamp });
    }
    return stamped;
  }

  /** Undefined for a file that is missing, or lies behind a link. */
  #stampOf({ collection, id, path }: FilePlace): Stamp | undefined {
    try {
      return this.#base.store.files.stamp(collection, id, path);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  async #revisionOf({ file, stamp }: SameFile): Promise<string | undefined> {
    const address = addressOf(file);
    const known = this.#known.get(address);
    const isCurrent =
      known?.size === stamp.size && known.mtimeMs === stamp.mtimeMs && known.ino === stamp.ino;
    if (isCurrent) return known.revision;
    const revision = await this.#base.store.fileHistory.revisionOf(address);
    this.#known.set(address, { ...stamp, revision });
    return revision;
  }
}
