/** The folder as it was at a time, for reading (decision 174): the last few times that were asked for stay open. */
import { join } from 'node:path';
import type { Base } from './content/core/base.js';
import { openCollections } from './content/model/open-collections.js';
import { CollectionQueries } from './content/search/collection-queries.js';
import { ListCache } from './content/search/list-cache.js';
import { message } from './contract/messages/message.js';
import { Derivatives } from './derivatives/derivatives.js';
import { ImageUrlCache } from './derivatives/image-url-cache.js';
import { invalid, PlinthError } from './errors.js';
import { Media } from './files/media.js';
import { openLibrary } from './schemas/open-library.js';
import { openPastStore } from './store/open-past.js';

/** The parts of an open folder that differ when it is read as of a time. */
export type PastParts = Pick<Base, 'store' | 'library' | 'collections' | 'queries' | 'listCache'> & {
  derivatives: Derivatives;
  imageAddresses: ImageUrlCache;
  media: Media;
  /** In ms since 1970. */
  at: number;
};

export interface PastOptions {
  base: Base;
  /** Where the files of a time are written while it is open. */
  cache: string;
  showsPlaces: () => boolean;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** Times that are open at once, and how long one stays open after its last use, in ms. */
const MAX_OPEN = 3;
const IDLE_MS = 5 * 60_000;
/** Requests under way finish with what they have before it is closed. */
const CLOSED_AFTER_MS = 30_000;

interface Opened {
  parts: Promise<PastParts & { close(): Promise<void> }>;
  idle: NodeJS.Timeout;
}

/** A time as a parameter names it, in ms since 1970; a date is its beginning in UTC. Throws `invalid`. */
export function pastTime(text: string, name: string, now: Date): number {
  const at = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isFinite(at)) {
    throw invalid(message('parameterUnreadable', { name }), {
      [name]: [message('notPointInTime')],
    });
  }
  if (at <= now.getTime()) return at;
  throw invalid(message('parameterUnreadable', { name }), { [name]: [message('inFuture')] });
}

export class PastFolders {
  readonly #options: PastOptions;
  readonly #opened = new Map<number, Opened>();
  /** Those that are closed a little later. */
  readonly #dropped = new Map<Opened, NodeJS.Timeout>();
  /** One is made at a time. */
  #making: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: PastOptions) {
    this.#options = options;
  }

  /** The folder at a time, in ms since 1970. Throws `busy` when too many other times are being opened. */
  async open(at: number): Promise<PastParts> {
    const known = this.#opened.get(at);
    if (known) {
      known.idle.refresh();
      return known.parts;
    }
    if (this.#waiting >= MAX_OPEN) throw new PlinthError('busy', message('readsOfPastBusy'));
    this.#waiting += 1;
    const parts = this.#making
      .then(() => this.#make(at))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#making = parts.catch(() => {});
    const idle = setTimeout(() => this.#drop(at), IDLE_MS).unref();
    this.#opened.set(at, { parts, idle });
    parts.catch(() => this.#drop(at));
    for (const oldest of [...this.#opened.keys()].slice(0, -MAX_OPEN)) this.#drop(oldest);
    return parts;
  }

  async close(): Promise<void> {
    await this.#making;
    for (const at of [...this.#opened.keys()]) this.#drop(at);
    for (const timer of this.#dropped.values()) clearTimeout(timer);
    await Promise.all([...this.#dropped.keys()].map(closed));
    this.#dropped.clear();
  }

  async #make(at: number): Promise<PastParts & { close(): Promise<void> }> {
    const { base, cache, showsPlaces, log } = this.#options;
    const store = await openPastStore(base.store, { at, folder: join(cache, 'past'), log });
    try {
      const library = await openLibrary(store);
      const collections = await openCollections(store, library, showsPlaces);
      const queries = new CollectionQueries();
      const past = { store, library, collections, queries, listCache: new ListCache() };
      const derivatives = new Derivatives(store, base.images);
      return {
        ...past,
        at,
        derivatives,
        imageAddresses: new ImageUrlCache(),
        media: new Media({ ...base, ...past }),
        close: async () => {
          queries.close();
          await derivatives.whenCached();
          await store.close();
        },
      };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  #drop(at: number): void {
    const opened = this.#opened.get(at);
    if (!opened) return;
    clearTimeout(opened.idle);
    this.#opened.delete(at);
    const timer = setTimeout(() => {
      this.#dropped.delete(opened);
      void closed(opened);
    }, CLOSED_AFTER_MS).unref();
    this.#dropped.set(opened, timer);
  }
}

const closed = ({ parts }: Opened): Promise<void> => parts.then(({ close }) => close()).catch(() => {});
