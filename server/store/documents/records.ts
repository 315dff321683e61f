/** Small JSON records (settings, keys, trust): lowdb documents over the durable write. */
import { setTimeout as pause } from 'node:timers/promises';
import { Low } from 'lowdb';
import { Locks } from '../../async/locks.js';
import { PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import type { Log } from '../disk/log.js';
import type { JsonRecord } from '../types/documents.js';
import { RecordFile } from './record-file.js';

/** A change by another process is seen this much later at most; a stat for every request would be too many. */
const MAX_AGE_MS = 10;
/** When two processes change one record at once, the second applies its change to the other's. */
const MAX_TRIES = 100;

export interface RecordOptions<T> {
  path: string;
  initial: T;
  durable: DurableFiles;
  log: Log;
}

/** Opens a record; nothing is written before the first change. */
export async function openRecord<T extends object>(options: RecordOptions<T>): Promise<JsonRecord<T>> {
  const file = new RecordFile(options);
  const low = new Low<T>(file, structuredClone(options.initial));
  await low.read();
  return new LowRecord(low, file);
}

class LowRecord<T extends object> implements JsonRecord<T> {
  readonly #low: Low<T>;
  readonly #file: RecordFile<T>;
  readonly #locks = new Locks();
  #checkedAt = performance.now();

  constructor(low: Low<T>, file: RecordFile<T>) {
    this.#low = low;
    this.#file = file;
  }

  read(): T {
    const now = performance.now();
    if (now - this.#checkedAt >= MAX_AGE_MS) {
      this.#checkedAt = now;
      if (this.#file.hasChanged()) this.#low.data = this.#file.readNow();
    }
    return this.#low.data;
  }

  update(change: (value: T) => unknown): Promise<void> {
    return this.#locks.run('', async () => {
      for (let tries = 1; ; tries += 1) {
        if (this.#file.hasChanged()) await this.#low.read();
        const before = this.#low.data;
        const value = structuredClone(before);
        await change(value);
        try {
          await this.#file.write(value);
          this.#low.data = value;
          return;
        } catch (error) {
          const overtaken = error instanceof PlinthError && error.kind === 'stale';
          if (!overtaken || tries === MAX_TRIES) throw error;
          // Two that wait equally long meet again.
          await pause(Math.random() * 10);
        }
      }
    });
  }
}
