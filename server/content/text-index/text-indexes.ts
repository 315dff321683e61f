/** The text indexes of all collections: how they are made, and how much memory they may hold together. */
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import type { StartHelper } from '../../helpers/helper.js';
import { startThread } from '../../helpers/helper.js';
import { IndexThread } from './index-thread.js';
import { TextIndex } from './text-index.js';

/**
 * Limit of all indexes together, about three hundred thousand posts. The most recently used one is kept at any size.
 */
const MAX_BYTES = 512 * 1024 * 1024;
/** Limit of the thread's JavaScript heap; the indexes are outside it. */
const HEAP_MB = 512;
/** After so many failed threads an index is built here, in slices. */
const ATTEMPTS = 2;

export const startIndexThread: StartHelper = () =>
  startThread('content/text-index/index-worker', { heapMb: HEAP_MB });

export interface IndexOptions {
  start?: StartHelper;
  /** Bytes of all indexes together. */
  limit?: number;
  /** From so many objects on their words are kept in files, and their orders, which are kept from more on by default. */
  keepFrom?: number;
  /** The file is made when a collection was asked for and so many ms have gone by. */
  quietMs?: number;
  /** Bytes of words that the thread has in memory; more go to temporary files. */
  inMemory?: number;
}

/** Words that were not kept take as long to make again as to read where there are fewer. */
const KEEP_FROM = 200;
/** So many rows are sorted in a moment. */
const ORDERS_FROM = 2000;
const QUIET_MS = 10_000;
const IN_MEMORY = 16 * 1024 * 1024;

export class TextIndexes {
  readonly quietMs: number;
  readonly #thread: IndexThread;
  readonly keepFrom: number;
  readonly ordersFrom: number;
  readonly #limit: number;
  /** The one used longest ago first, each with its bytes at that time. */
  readonly #used = new Map<TextIndex, number>();
  /** All of them. */
  #bytes = 0;
  #closed = false;

  constructor(options: IndexOptions = {}) {
    const {
      start = startIndexThread,
      limit = MAX_BYTES,
      keepFrom = KEEP_FROM,
      inMemory = IN_MEMORY,
    } = options;
    this.#thread = new IndexThread(start, inMemory);
    this.quietMs = options.quietMs ?? QUIET_MS;
    this.#limit = limit;
    this.keepFrom = keepFrom;
    this.ordersFrom = options.keepFrom ?? ORDERS_FROM;
  }

  /**
   * An empty one. `failures`: how often it was lost before. `restores`: whether it begins with the words that were kept.
   * Throws `busy` when the folder is being closed.
   */
  make(failures: number, restores: boolean): TextIndex {
    if (this.#closed) throw new PlinthError('busy', message('folderClosing'));
    return new TextIndex(failures < ATTEMPTS ? this.#thread : undefined, this.keepFrom, restores);
  }

  /** Records a use, and evicts the least recently used while there is too much. */
  use(index: TextIndex): void {
    this.leave(index);
    this.#used.set(index, index.bytes);
    this.#bytes += index.bytes;
    for (const one of this.#used.keys()) {
      if (this.#bytes <= this.#limit || one === index) return;
      if (!one.busy) this.drop(one);
    }
  }

  /** Leaves an index to the requests that still use it; its memory goes with them. */
  leave(index: TextIndex): void {
    this.#bytes -= this.#used.get(index) ?? 0;
    this.#used.delete(index);
  }

  drop(index: TextIndex): void {
    this.leave(index);
    index.drop();
  }

  /** Ends the thread. */
  close(): void {
    this.#closed = true;
    this.#thread.close();
  }
}
