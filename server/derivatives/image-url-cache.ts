/**
 * URLs of images and what they resolved to. A URL resolves to the same as long as its object's row and the presets are
 * the same, so that neither the object nor the parameters are read again for every request.
 */
import { LRUCache } from 'lru-cache';
import type { Row } from '../store/types/catalogue.js';
import type { DerivativeSource } from './derivatives.js';

/** Most that are remembered. */
const MAX_ENTRIES = 4096;

/** What a URL requests, except for the current bytes of the original. */
export interface ResolvedImage {
  source: DerivativeSource;
  /** The address names the content of the image, and so means the same for ever. */
  immutable: boolean;
  /** Another image may be meant next time. */
  isRandom: boolean;
}

/** What the meaning of an address rests on; compared by identity. */
export interface CacheDependencies {
  row: Row;
  presets: unknown;
}

export class ImageUrlCache {
  readonly #known = new LRUCache<string, CacheDependencies & { resolved: ResolvedImage }>({
    // `max` would reserve the room for all of them.
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1,
  });

  /** What an address means for this row and these presets; undefined when that has to be found out. */
  get(address: string, { row, presets }: CacheDependencies): ResolvedImage | undefined {
    const known = this.#known.get(address);
    return known?.row === row && known.presets === presets ? known.resolved : undefined;
  }

  set(address: string, dependencies: CacheDependencies, resolved: ResolvedImage): void {
    this.#known.set(address, { ...dependencies, resolved });
  }
}
