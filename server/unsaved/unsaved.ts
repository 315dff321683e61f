/** Unsaved changes, by user (spec/unsaved.md, decision 169). */

import { message } from '../contract/messages/message.js';
import type { UnsavedAnswer, UnsavedContent, UnsavedSummary } from '../contract/unsaved.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import type { UnsavedStore } from '../store/types/features.js';

const DAY = 86_400_000;

/** Forms and bytes of one user. */
const MAX_COUNT = 500;
const MAX_BYTES = 200 * 1024 * 1024;

/** How long unsaved changes are kept without a further one, in ms. */
const MAX_AGE = 90 * DAY;

type Entry = Omit<UnsavedSummary, 'open'> & { bytes: number };

type Listener = (user: string) => void;

export interface UnsavedOptions {
  files: UnsavedStore;
  locked<T>(key: string, work: () => Promise<T>): Promise<T>;
  now(): Date;
  log(level: 'warn', message: string, error: unknown): void;
}

/** What is stored; undefined where the file holds no unsaved changes. */
function contentOf(stored: JsonObject): UnsavedContent | undefined {
  const { collection, object, title, edits, base, problems, etag, version, at } = stored;
  if (typeof collection !== 'string' || !isJsonObject(edits) || typeof version !== 'number') return undefined;
  const reasons = Object.entries(isJsonObject(problems) ? problems : {});
  return {
    collection,
    ...(typeof object === 'string' && { object }),
    ...(typeof title === 'string' && { title }),
    edits,
    base: isJsonObject(base) ? base : {},
    problems: Object.fromEntries(reasons.map(([name, reason]) => [name, String(reason)])),
    ...(typeof etag === 'string' && { etag }),
    version,
    at: typeof at === 'string' && Number.isFinite(Date.parse(at)) ? at : new Date(0).toISOString(),
  };
}

function entryOf(id: string, content: UnsavedContent, bytes: number): Entry {
  const { edits, base: _base, problems: _problems, ...rest } = content;
  return { id, ...rest, properties: Object.keys(edits), bytes };
}

export class UnsavedChanges {
  readonly #options: UnsavedOptions;
  readonly #listeners = new Set<Listener>();
  readonly #valueListeners = new Set<Listener>();
  /** What is kept of a user, by the key of the user. */
  readonly #users = new Map<string, Promise<Map<string, Entry>>>();

  readonly #daily: NodeJS.Timeout;

  constructor(options: UnsavedOptions) {
    this.#options = options;
    this.#daily = setInterval(() => this.#cleanUp(), DAY).unref();
    void this.#cleanUp();
  }

  close(): void {
    clearInterval(this.#daily);
    this.#listeners.clear();
    this.#valueListeners.clear();
  }

  /** Calls back with the id of a user whose unsaved changes were saved or removed, also where only values differ. */
  onValues(listener: Listener): () => void {
    this.#valueListeners.add(listener);
    return () => this.#valueListeners.delete(listener);
  }

  /** Calls back with the id of a user whose unsaved changes are others now, until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The unsaved changes of a user, the newest first. */
  async list(user: string): Promise<Omit<UnsavedSummary, 'open'>[]> {
    const entries = await this.#entries(this.#options.files.keyOf(user));
    return [...entries.values()]
      .map(({ bytes: _bytes, ...summary }) => summary)
      .sort((one, other) => (one.at < other.at ? 1 : -1));
  }

  /** Throws `missing`. */
  read(user: string, id: string): UnsavedAnswer {
    const content = this.find(user, id);
    if (!content) throw missing(message('unsavedMissing'));
    return { id, ...content };
  }

  /** As `read`; undefined where there are none. */
  find(user: string, id: string): UnsavedContent | undefined {
    const { files } = this.#options;
    const stored = files.read(files.keyOf(user), id);
    return stored && contentOf(stored);
  }

  /**
   * Stores them, unless a later version is stored, and then removes those that they replace. Throws `stale`
   * where there is a later version, `full` when the user has too many or the disk has no room.
   */
  async save(user: string, id: string, content: UnsavedContent, replaces?: string): Promise<void> {
    const { files, locked } = this.#options;
    const key = files.keyOf(user);
    await locked(`unsaved/${key}/${id}`, async () => {
      const entries = await this.#entries(key);
      const known = entries.get(id);
      if (known && known.version > content.version) {
        throw new PlinthError('stale', message('unsavedNewer', { version: known.version }));
      }
      const others = [...entries.values()].filter((entry) => entry !== known);
      const total = others.reduce((sum, { bytes }) => sum + bytes, 0);
      if (others.length >= MAX_COUNT || total >= MAX_BYTES) {
        throw new PlinthError('full', message('unsavedLimit'));
      }
      const bytes = await files.write(key, id, content);
      entries.set(id, entryOf(id, content, bytes));
      // What changes only the values is of no interest to other windows.
      if (!known || known.object !== content.object || known.collection !== content.collection) {
        this.#tell(user);
      }
    });
    if (replaces === undefined || replaces === id) this.#tellValues(user);
    if (replaces !== undefined && replaces !== id) await this.remove(user, replaces);
  }

  /** Removes them; nothing happens where there are none. */
  remove(user: string, id: string): Promise<void> {
    const { files, locked } = this.#options;
    const key = files.keyOf(user);
    return locked(`unsaved/${key}/${id}`, async () => {
      const entries = await this.#entries(key);
      await files.remove(key, id);
      if (entries.delete(id)) this.#tell(user);
      this.#tellValues(user);
    });
  }

  #cleanUp(): Promise<void> {
    return this.#sweep().catch((error: unknown) =>
      this.#options.log('warn', 'Old unsaved changes could not be removed', error),
    );
  }

  /** Removes what has not been changed for 90 days. */
  async #sweep(): Promise<void> {
    const { files, now } = this.#options;
    const before = new Date(now().getTime() - MAX_AGE).toISOString();
    for (const key of await files.users()) {
      const entries = await this.#entries(key);
      for (const { id, at } of [...entries.values()]) {
        if (at >= before) continue;
        await files.remove(key, id);
        entries.delete(id);
      }
    }
  }

  #tellValues(user: string): void {
    for (const listener of this.#valueListeners) listener(user);
  }

  #tell(user: string): void {
    for (const listener of this.#listeners) listener(user);
  }

  #entries(key: string): Promise<Map<string, Entry>> {
    const known = this.#users.get(key);
    if (known) return known;
    const reading = this.#read(key);
    this.#users.set(key, reading);
    reading.catch(() => this.#users.delete(key));
    return reading;
  }

  async #read(key: string): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>();
    for (const { id, unsaved } of await this.#options.files.all(key)) {
      const content = contentOf(unsaved);
      if (content) entries.set(id, entryOf(id, content, JSON.stringify(unsaved).length));
    }
    return entries;
  }
}
