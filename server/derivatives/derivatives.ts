/**
 * Derivatives: from memory, from the cache directory, or rendered once for all concurrent requests. They are named by
 * the stamp of the original and the parameters, since other programs replace images without notifying the cache.
 */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { IMAGE_FORMATS, type ImageFormat, type ImageParameters } from '../contract/imageworks.js';
import type { HelperPool } from '../helpers/helper-pool.js';
import { sameStamp } from '../store/disk/stamp.js';
import { derivativePrefix } from '../store/features/derivative-files.js';
import type { Store } from '../store/store.js';
import type { DerivativeName } from '../store/types/features.js';
import type { Stamp } from '../store/types/stamp.js';
import { parametersKey } from './parameters.js';
import type { RenderRequest } from './render.js';
import { type ImageCaller, notShown, RenderTimeout, rendered } from './render-jobs.js';

/** How long an original that took too long is not tried again, in ms, and how many such are remembered. */
const TIMEOUT_RETRY_MS = 10 * 60_000;
const MAX_REMEMBERED_TIMEOUTS = 1000;
/** Bytes of the most recent ones cached in memory. */
const MEMORY = 64 * 1024 * 1024;
/** A larger original is not read into memory. */
const MAX_SOURCE_BYTES = 256 * 1024 * 1024;
/** Changes when the same request would make other bytes, so that derivatives of older versions are not used. */
const RECIPE: Readonly<Record<ImageFormat, number>> = { jpg: 1, png: 1, webp: 2, avif: 1, gif: 1 };

/** An original and the requested derivative. */
export interface DerivativeRequest extends RenderRequest {
  collection: string;
  id: string;
  /** Path of the property below the object, and of the file. */
  property: string;
  path: string;
  /** The current original: another one never gets the derivatives of this one. */
  stamp: Stamp;
}

/** The request, independent of the current original. */
export type DerivativeSource = Omit<DerivativeRequest, 'stamp'>;

export interface NamedDerivative {
  request: DerivativeRequest;
  name: DerivativeName;
  /** The name as one text. */
  full: string;
  /** Validators of a client's copy: the modification time of the original, as a date and as sent. */
  etag: string;
  modified: Date;
  lastModified: string;
}

/** All that decides the bytes, in one short text. */
function derivativeKey(request: Omit<DerivativeRequest, 'collection' | 'id' | 'property' | 'path'>): string {
  const { stamp, format, values, focal, palette } = request;
  const colours = /palette/.test(`${values.bg} ${values.border}`) ? palette.join() : '';
  const point = values.fit === 'crop-focalpoint' ? focal.join() : '';
  const { format: _format, ...rest } = values;
  const parts = [
    RECIPE[format],
    stamp.size,
    stamp.mtimeMs,
    stamp.ino,
    format,
    parametersKey(rest),
    point,
    colours,
  ];
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 32);
}

export class Derivatives {
  readonly #store: Store;
  readonly #images: HelperPool;
  /** Originals that took too long and are not tried again for a while. */
  readonly #costly = new LRUCache<string, true>({ max: MAX_REMEMBERED_TIMEOUTS, ttl: TIMEOUT_RETRY_MS });
  readonly #flights = new Map<string, Promise<Buffer>>();
  readonly #keeping = new Set<Promise<void>>();
  /** Names are digests: a request keeps its digest as long as the original is the same. */
  readonly #names = new WeakMap<DerivativeSource, NamedDerivative>();
  /** By name. */
  readonly #memory = new LRUCache<string, Buffer>({
    maxSize: MEMORY,
    maxEntrySize: MEMORY / 8,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });

  /** `images`: the processes where pixels are decoded. */
  constructor(store: Store, images: HelperPool) {
    this.#store = store;
    this.#images = images;
  }

  /** A derivative by its name, with its strong ETag, known before it is rendered. */
  named(source: DerivativeSource, stamp: Stamp): NamedDerivative {
    const known = this.#names.get(source);
    if (known && sameStamp(known.request.stamp, stamp)) return known;
    const request = { ...source, stamp };
    const name = nameOf(request);
    const modified = new Date(stamp.mtimeMs);
    const validators = { etag: `"${name.key}"`, modified, lastModified: modified.toUTCString() };
    const named = { request, name, full: fullName(name), ...validators };
    this.#names.set(source, named);
    return named;
  }

  /** The previous derivative of this request, of any version of the original. */
  lastNamed(source: DerivativeSource): NamedDerivative | undefined {
    return this.#names.get(source);
  }

  /**
   * A derivative's bytes. Callers take turns where they have to wait. `beforeRender` is called when the bytes have to
   * be made, by the first caller. Throws `missing` for a file that is not an image, `invalid` for an impossible size,
   * `busy`, and what `beforeRender` throws.
   */
  async get(
    source: NamedDerivative,
    caller: ImageCaller = { name: '' },
    beforeRender?: () => void,
  ): Promise<Buffer> {
    const { full, name } = source;
    const remembered = this.#memory.get(full);
    if (remembered) return remembered;
    if (beforeRender && !this.#flights.has(full)) {
      const stored = await this.#store.derivatives.read(name);
      if (stored) {
        this.#memory.set(full, stored);
        return stored;
      }
      beforeRender();
    }
    let flight = this.#flights.get(full);
    if (!flight) {
      flight = this.#make(source, caller).finally(() => this.#flights.delete(full));
      this.#flights.set(full, flight);
    }
    return flight;
  }

  /** Resolves when everything rendered so far is cached. */
  async whenCached(): Promise<void> {
    await Promise.all(this.#keeping);
  }

  /** Drops the derivatives of an object, of one of its properties or of one file; without `of` all. How many there were. */
  async clear(of?: { collection: string; id: string; property?: string; file?: string }): Promise<number> {
    const prefix = of === undefined ? '' : derivativePrefix(of);
    for (const name of [...this.#memory.keys()]) if (name.startsWith(prefix)) this.#memory.delete(name);
    // A running render would be cached after the count.
    const flights = [...this.#flights].filter(([name]) => name.startsWith(prefix));
    await Promise.allSettled(flights.map(([, flight]) => flight));
    for (const [name] of flights) this.#memory.delete(name);
    await this.whenCached();
    return this.#store.derivatives.clear(prefix);
  }

  async #make({ request, name, full }: NamedDerivative, caller: ImageCaller): Promise<Buffer> {
    const stored = await this.#store.derivatives.read(name);
    const bytes = stored ?? (await this.#render(request, caller));
    if (!stored) this.#keep(name, bytes);
    this.#memory.set(full, bytes);
    return bytes;
  }

  /** An original that took too long is not tried again for a while, at any size. */
  async #render(request: DerivativeRequest, caller: ImageCaller): Promise<Buffer> {
    const { collection, id, path, stamp, format, values, focal, palette } = request;
    const original = [collection, id, path, stamp.size, stamp.mtimeMs, stamp.ino].join('/');
    if (this.#costly.has(original)) throw notShown();
    if (stamp.size > MAX_SOURCE_BYTES) throw notShown();
    const job = {
      path: this.#store.files.pathFor(collection, id, path),
      stamp,
      request: { format, values, focal, palette },
    };
    try {
      return await rendered(this.#images, job, caller);
    } catch (error) {
      if (!(error instanceof RenderTimeout)) throw error;
      this.#costly.set(original, true);
      throw notShown();
    }
  }

  /** Requests for the image do not wait for the disk. */
  #keep(name: DerivativeName, bytes: Buffer): void {
    const keeping = this.#store.derivatives.write(name, bytes).finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }
}

const nameOf = (request: DerivativeRequest): DerivativeName => ({
  collection: request.collection,
  id: request.id,
  property: request.property,
  file: request.path,
  key: derivativeKey(request),
});

const fullName = (name: DerivativeName): string => `${derivativePrefix(name)}${name.key}`;

/** The format of an answer: that of the query, else that of the address. */
export function formatOf(values: ImageParameters, extension: ImageFormat | undefined): ImageFormat {
  const { format } = values;
  return IMAGE_FORMATS.find((one) => one === format) ?? extension ?? 'jpg';
}
