/** Sizes of images among other files, whose metadata does not have them. */
import { LRUCache } from 'lru-cache';
import type { Base } from '../content/core/base.js';
import type { FilePlace, MediaFile } from '../contract/media.js';
import { PlinthError } from '../errors.js';
import { JobFailed } from '../helpers/helper-pool.js';
import { sameStamp } from '../store/disk/stamp.js';
import type { Stamp } from '../store/types/stamp.js';

export interface MeasureJob {
  task: 'measure';
  path: string;
  stamp: Stamp;
}

/** Null for what is no image that can be shown. */
export interface MeasureReply {
  size: { width: number; height: number } | null;
}

/** Reading the beginning of a file takes a millisecond. */
const DEADLINE = 5000;

/** Most that are remembered; one takes some hundred bytes. */
const MAX_MEASURED = 50_000;

/** Validates a message of a process that may be compromised. */
function isReply(value: unknown): value is MeasureReply {
  if (typeof value !== 'object' || value === null || !('size' in value)) return false;
  const { size } = value;
  if (size === null) return true;
  const { width, height } = { width: undefined, height: undefined, ...Object(size) };
  return Number.isSafeInteger(width) && Number.isSafeInteger(height);
}

export class MeasuredImages {
  readonly #base: Base;
  /** By address. */
  readonly #known = new LRUCache<string, { stamp: Stamp; image: MeasureReply['size'] }>({
    maxSize: MAX_MEASURED,
    sizeCalculation: () => 1,
  });

  constructor(base: Base) {
    this.#base = base;
  }

  /** The files, images with their sizes as far as they can be told. */
  async of(files: readonly MediaFile[]): Promise<MediaFile[]> {
    return Promise.all(
      files.map(async (file) => {
        const isUnknown = file.width === undefined && file.mime.startsWith('image/');
        const size = isUnknown && file.mime !== 'image/svg+xml' ? await this.#sizeOf(file) : undefined;
        return size ? { ...file, ...size } : file;
      }),
    );
  }

  async #sizeOf({ collection, id, path }: FilePlace): Promise<MeasureReply['size'] | undefined> {
    const address = `${collection}/${id}/${path}`;
    try {
      const stamp = this.#base.store.files.stamp(collection, id, path);
      if (!stamp) return undefined;
      const known = this.#known.get(address);
      if (known && sameStamp(known.stamp, stamp)) return known.image;
      const job: MeasureJob = {
        task: 'measure',
        path: this.#base.store.files.pathFor(collection, id, path),
        stamp,
      };
      const reply = await this.#base.images.run(job, { deadline: DEADLINE, caller: 'sizes' });
      if (!isReply(reply)) return undefined;
      this.#known.set(address, { stamp, image: reply.size });
      return reply.size;
    } catch (error) {
      // A list is not worth a failure: the size is left out.
      if (error instanceof PlinthError || error instanceof JobFailed) return undefined;
      throw error;
    }
  }
}
