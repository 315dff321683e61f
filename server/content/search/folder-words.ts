/**
 * Makes the words of many collections before they are searched (spec/performance.md#search-index): some at a time, so
 * that one is read while the texts of another are indexed in the thread. What no search waits for is made with pauses.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** So many collections are under way at a time. */
const AT_ONCE = 3;
/** How much longer than a collection took the pause after it is, and the longest one in ms. */
const REST = 2;
const MAX_PAUSE_MS = 2000;

/** A search that could not wait comes back within so many ms, or never. */
const ASKED_AGAIN_MS = 3000;

/** Where the words of collections are. */
export interface Making {
  /** Whether those of a collection are there, but for what has changed since. */
  isThere(collection: string): boolean;
  /** Makes them, or hurries what makes them already. */
  make(collection: string, isWaitedFor: boolean): Promise<void>;
}

export class FolderWords {
  readonly #queue = new Map<string, Making>();
  readonly #underWay = new Map<string, { readonly making: Making; readonly done: Promise<unknown> }>();
  /** Those that could not be made when it was tried last. */
  readonly #failed = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #waiting = 0;
  #hurriedUntil = 0;
  #isRunning = false;
  /** Ends a pause. */
  #rest = new AbortController();
  #closed = false;

  /** Resolves when the words of all are there or cannot be made, or with `signal`; the others are then made with pauses. */
  async until(collections: readonly string[], making: Making, signal?: AbortSignal): Promise<void> {
    const missing = this.#add(collections, making);
    if (missing.length === 0) return;
    this.#waiting += 1;
    try {
      this.#hurry();
      while (signal?.aborted !== true && missing.some((name) => this.#isLeft(name))) await this.#next(signal);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The same for at most so many ms, as one asks again and again; which are still being made. */
  async within(
    ms: number,
    collections: readonly string[],
    making: Making,
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const end = AbortSignal.timeout(ms);
    await this.until(collections, making, signal ? AbortSignal.any([signal, end]) : end);
    this.#hurriedUntil = performance.now() + ASKED_AGAIN_MS;
    // A search meets why one could not be made. One that is neither there nor left was made of what is another one by now.
    const isMissing = (name: string) => this.#isLeft(name) || !this.#failed.has(name);
    return new Set(collections.filter((name) => !making.isThere(name) && isMissing(name)));
  }

  /** Makes those of a collection after what is being made. */
  later(collection: string, making: Making): void {
    this.#add([collection], making);
    if (!this.#isRunning) void this.#run();
  }

  /** Makes no more. */
  close(): void {
    this.#closed = true;
    this.#queue.clear();
    this.#rest.abort();
  }

  /** Queues what is missing; all of it. */
  #add(collections: readonly string[], making: Making): string[] {
    const missing = collections.filter((name) => !making.isThere(name));
    for (const name of missing) {
      if (!this.#underWay.has(name) && !this.#closed) this.#queue.set(name, making);
    }
    return missing;
  }

  #isLeft(name: string): boolean {
    return this.#queue.has(name) || this.#underWay.has(name);
  }

  get #isHurried(): boolean {
    return this.#waiting > 0 || performance.now() < this.#hurriedUntil;
  }

  #hurry(): void {
    this.#rest.abort();
    // A search that waits meets what goes wrong.
    for (const [name, { making }] of this.#underWay) void making.make(name, true).catch(() => {});
    if (!this.#isRunning) void this.#run();
  }

  /** Waits until one more is made, or for `signal`. */
  async #next(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#listeners.delete(end);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      this.#listeners.add(end);
      signal?.addEventListener('abort', end);
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let [next] = this.#queue; next; [next] = this.#queue) {
      const [name, making] = next;
      const begun = performance.now();
      if (making.isThere(name)) this.#end(name);
      else this.#begin(name, making);
      while (this.#underWay.size >= (this.#isHurried ? AT_ONCE : 1)) {
        await Promise.race([...this.#underWay.values()].map(({ done }) => done));
      }
      if (!this.#isHurried) await this.#pause(REST * (performance.now() - begun));
    }
    this.#isRunning = false;
  }

  #end(name: string): void {
    this.#queue.delete(name);
    this.#underWay.delete(name);
    for (const listener of [...this.#listeners]) listener();
  }

  #begin(name: string, making: Making): void {
    this.#queue.delete(name);
    const done = making
      .make(name, this.#isHurried)
      .then(
        () => this.#failed.delete(name),
        () => this.#failed.add(name),
      )
      .finally(() => this.#end(name));
    this.#underWay.set(name, { making, done });
  }

  async #pause(ms: number): Promise<void> {
    this.#rest = new AbortController();
    const { signal } = this.#rest;
    if (this.#closed) return;
    await pause(Math.min(MAX_PAUSE_MS, ms), undefined, { signal, ref: false }).catch(() => {});
  }
}
