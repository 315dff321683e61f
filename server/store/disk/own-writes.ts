/** What this process is writing or has written, so that the watcher does not report it as a change from outside. */
import type { Stamp } from '../types/stamp.js';

/** Key of a file: its path below the data folder with forward slashes, e.g. `blog/first-post.json`. */
export class OwnWrites {
  readonly #busy = new Map<string, number>();
  readonly #stamps = new Map<string, Stamp>();

  /** Marks files as being written while `work` runs; the caller's next synchronous step still counts. */
  async during<T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> {
    const all = typeof keys === 'string' ? [keys] : keys;
    for (const key of all) this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const key of all) this.#end(key);
    }
  }

  isBusy(key: string): boolean {
    return this.#busy.has(key);
  }

  /** The file this process expects there: settings and schema files only. */
  known(key: string): Stamp | undefined {
    return this.#stamps.get(key);
  }

  recordStamp(key: string, stamp: Stamp | undefined): void {
    if (stamp) this.#stamps.set(key, stamp);
    else this.#stamps.delete(key);
  }

  /** All settled keys. */
  knownKeys(): string[] {
    return [...this.#stamps.keys()];
  }

  #end(key: string): void {
    const left = (this.#busy.get(key) ?? 1) - 1;
    if (left === 0) this.#busy.delete(key);
    else this.#busy.set(key, left);
  }
}
