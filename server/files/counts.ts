/** How often a file was fetched (files-auth 4.8): counted in memory, saved a little later, without an event. */
import type { Base } from '../content/base.js';
import { alone, commit, current, insistently } from '../content/commit.js';
import { isItem } from '../contract/files.js';
import { valueAt } from '../schemas/file-values.js';

const SAVE_AFTER_MS = 1000;

interface Pending {
  collection: string;
  id: string;
  keys: readonly string[];
  name: string;
  count: number;
}

export class DownloadCounts {
  readonly #base: Base;
  readonly #log: (level: 'warn', message: string, error: unknown) => void;
  #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(base: Base, log: (level: 'warn', message: string, error: unknown) => void) {
    this.#base = base;
    this.#log = log;
  }

  /** Counts a fetch of the file that the value at `keys` names. Nothing waits for it. */
  add(collection: string, id: string, keys: readonly string[], name: string): void {
    const key = JSON.stringify([collection, id, keys, name]);
    const pending = this.#pending.get(key);
    if (pending) pending.count += 1;
    else this.#pending.set(key, { collection, id, keys, name, count: 1 });
    this.#timer ??= setTimeout(() => void this.save(), SAVE_AFTER_MS);
  }

  /** Saves what was counted. Resolves when it is on the disk. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const those = [...this.#pending.values()];
    this.#pending = new Map();
    this.#saving = this.#saving.then(async () => {
      for (const one of those) {
        await this.#saveOne(one).catch((error: unknown) =>
          this.#log('warn', `A download of "${one.collection}/${one.id}" could not be counted`, error),
        );
      }
    });
    return this.#saving;
  }

  async #saveOne({ collection: name, id, keys, name: file, count }: Pending): Promise<void> {
    const base = this.#base;
    if (!base.collections.has(name)) return;
    await alone(base, name, id, () =>
      insistently(async () => {
        const { stored } = await current(base, name, id);
        if (!stored) return;
        const document = structuredClone(stored.document);
        const value = valueAt(document, keys);
        // Replaced meanwhile: the new file has not been fetched.
        if (!isItem(value) || value.name !== file) return;
        value.count = (typeof value.count === 'number' ? value.count : 0) + count;
        await commit(base, name, document, stored.stamp);
      }),
    );
  }
}
