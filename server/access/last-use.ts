/** When keys and users were last used. Kept on this machine, so that using a folder does not change its files. */

import type { Store } from '../store/store.js';
import type { JsonRecord } from '../store/types/documents.js';
import { hashOf } from './secrets.js';

interface LastUseFile {
  /** Times by names such as `key:{id}`, ISO 8601 UTC. */
  used: Record<string, string>;
}

export interface LastUseOptions {
  now: () => Date;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** Minimum interval between two writes of the same use, in milliseconds. */
const WRITE_EVERY = 60_000;

/** Opens the last uses of a folder's keys and users. */
export async function openLastUse(store: Store, options: LastUseOptions): Promise<LastUse> {
  const name = `last-use-${hashOf(store.root).slice(0, 16)}`;
  return new LastUse(await store.stateRecord<LastUseFile>(name, { used: {} }), options);
}

export class LastUse {
  readonly #record: JsonRecord<LastUseFile>;
  readonly #options: LastUseOptions;
  readonly #touched = new Map<string, { at: number; time: string }>();
  readonly #writing = new Set<Promise<void>>();

  constructor(record: JsonRecord<LastUseFile>, options: LastUseOptions) {
    this.#record = record;
    this.#options = options;
  }

  /** When something was last used on this machine. */
  of(name: string): string | null {
    const { used } = this.#record.read();
    const written = Object.hasOwn(used, name) ? used[name] : undefined;
    const known = this.#touched.get(name)?.time ?? written;
    return typeof known === 'string' ? known : null;
  }

  /** Records a use, some time after the response and at most once a minute. */
  touch(name: string): void {
    const last = this.#touched.get(name);
    if (last !== undefined && performance.now() - last.at < WRITE_EVERY) return;
    const time = this.#options.now().toISOString();
    this.#touched.set(name, { at: performance.now(), time });
    const writing = new Promise((resolve) => setImmediate(resolve))
      .then(() =>
        this.#record.update((value) => {
          value.used = { ...value.used, [name]: time };
        }),
      )
      .catch((error: unknown) =>
        this.#options.log('warn', 'Could not save the last use of keys and users', error),
      )
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Removes the last use of a deleted key or user. */
  async forget(name: string): Promise<void> {
    this.#touched.delete(name);
    if (!Object.hasOwn(this.#record.read().used, name)) return;
    await this.#record.update(({ used }) => {
      Reflect.deleteProperty(used, name);
    });
  }

  /** Resolves when all pending writes are done. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }
}
