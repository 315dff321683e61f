/**
 * Keeps the unsaved changes of one form: in the browser's storage at once, and there only until the server has them.
 * No widgets, no React.
 */
import type { SentUnsaved, UnsavedContent } from '#contract/unsaved';
import { ApiError, UNREACHABLE } from '../api/client';
import { isOnServer, type JournalEntry, type JournalStorage, removeJournal, writeJournal } from './journal';

/** Milliseconds without typing after which they are kept; while typing goes on, at least so often. */
const USUAL = { pause: 400, atMost: 800 } as const;
/** The same where a preview shows what is typed. */
const WATCHED = { pause: 150, atMost: 600 } as const;

/** Milliseconds until the server is tried again: ever longer, up to the last. */
const BACK_OFF = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** Statuses that another try does not change. */
const REJECTED: ReadonlySet<number> = new Set([400, 403, 409, 412, 413, 422]);

export interface KeeperPort {
  /** `atEnd`: the page is being closed. Throws `ApiError`. */
  keep(id: string, unsaved: SentUnsaved, atEnd: boolean): Promise<void>;
  discard(id: string): Promise<void>;
}

/** Where the latest version is; `reason`: why it is not on the server. */
export type Place = { kept: 'server' } | { kept: 'browser' | 'page'; reason: string; unreachable: boolean };

/** What there is to keep, and where its object is. */
export interface ToKeep {
  collection: string;
  object: string | undefined;
  title: string;
  entry: Omit<JournalEntry, 'at' | 'version'>;
  /** Key in the browser's storage. */
  key: string;
}

interface Version {
  number: number;
  unsaved: UnsavedContent | undefined;
  key: string | undefined;
}

export const contentOf = (
  { collection, object, title }: Pick<ToKeep, 'collection' | 'object' | 'title'>,
  { edits, base, problems, etag, version, at }: JournalEntry,
): UnsavedContent => ({
  collection,
  ...(object !== undefined && { object }),
  ...(title !== '' && { title }),
  edits,
  base,
  problems,
  version,
  at: new Date(at).toISOString(),
  ...(etag !== undefined && { etag }),
});

export class Keeper {
  readonly #form: string;
  readonly #port: KeeperPort;
  readonly #storage: JournalStorage;
  readonly #read: () => ToKeep | undefined;
  readonly #isWatched: () => boolean;
  readonly #listeners = new Set<() => void>();
  #place: Place = { kept: 'server' };
  /** The last version on the server, and the latest one. */
  #acknowledged = 0;
  #latest: Version = { number: 0, unsaved: undefined, key: undefined };
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isChanged = false;
  #since: number | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Form whose changes are in this one, until the server has removed its own. */
  #replaced: string | undefined;

  /** `read`: what there is to keep; undefined when there is nothing. `isWatched`: whether a preview shows it. */
  constructor(parts: {
    form: string;
    port: KeeperPort;
    storage: JournalStorage;
    read: () => ToKeep | undefined;
    isWatched?: () => boolean;
  }) {
    this.#form = parts.form;
    this.#port = parts.port;
    this.#storage = parts.storage;
    this.#read = parts.read;
    this.#isWatched = parts.isWatched ?? (() => false);
  }

  get place(): Place {
    return this.#place;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The form may have changed: it is kept soon, and without changes discarded at once. */
  changed(isEmpty: boolean): void {
    this.#isChanged = true;
    if (isEmpty) return void this.flush();
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    const { pause, atMost } = this.#isWatched() ? WATCHED : USUAL;
    this.#timer = setTimeout(() => this.flush(), Math.min(pause, Math.max(0, this.#since + atMost - now)));
  }

  /**
   * Keeps what there is now in the place of another form's, whose changes were taken into the form. The server removes
   * that one with the same request, since the page may be closed before a second one.
   */
  replace(key: string): Promise<boolean> {
    if (isOnServer(key)) this.#replaced = key;
    this.#isChanged = true;
    return this.flush();
  }

  /** Keeps what there is now. Resolves when the server has answered; true when they are kept somewhere. */
  async flush(atEnd = false): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#since = undefined;
    this.#write();
    clearTimeout(this.#again);
    await this.#send(atEnd);
    return this.#place.kept !== 'page';
  }

  /** Stops trying again; what is not on the server yet stays in the browser's storage. */
  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
  }

  /** Writes the changes into the browser's storage. */
  #write(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const before = this.#latest;
    const found = this.#read();
    if (found === undefined && before.unsaved === undefined) return;
    const number = before.number + 1;
    const entry = found && { ...found.entry, at: Date.now(), version: number };
    if (before.key !== undefined && before.key !== found?.key) removeJournal(this.#storage, before.key);
    this.#latest = { number, unsaved: found && entry && contentOf(found, entry), key: found?.key };
    if (!found || !entry) return;
    if (writeJournal(this.#storage, found.key, entry)) {
      if (this.#place.kept === 'page') this.#tell({ ...this.#place, kept: 'browser' });
    } else if (this.#place.kept === 'browser') this.#tell({ ...this.#place, kept: 'page' });
  }

  /** Sends versions until the server has the latest. */
  #send(atEnd: boolean): Promise<void> {
    // A page that is being closed does not wait for an earlier version.
    if (this.#sending && !atEnd) return this.#sending;
    const sending = this.#sendAll(atEnd).finally(() => {
      if (this.#sending === sending) this.#sending = undefined;
    });
    this.#sending = sending;
    return sending;
  }

  async #sendAll(atEnd: boolean): Promise<void> {
    while (this.#acknowledged < this.#latest.number) {
      const { number, unsaved, key } = this.#latest;
      const replaces = this.#replaced;
      try {
        if (unsaved) await this.#port.keep(this.#form, { ...unsaved, ...(replaces && { replaces }) }, atEnd);
        else await this.#port.discard(this.#form);
        if (this.#replaced === replaces) this.#replaced = undefined;
      } catch (error) {
        this.#failed(error, key);
        return;
      }
      this.#acknowledged = Math.max(this.#acknowledged, number);
      this.#failures = 0;
      if (this.#latest.number === number && key !== undefined) removeJournal(this.#storage, key);
      if (this.#place.kept !== 'server') this.#tell({ kept: 'server' });
    }
  }

  #failed(error: unknown, key: string | undefined): void {
    const status = error instanceof ApiError ? error.status : UNREACHABLE;
    const inBrowser = key === undefined || this.#isStored(key);
    this.#tell({
      kept: inBrowser ? 'browser' : 'page',
      reason: error instanceof Error ? error.message : String(error),
      unreachable: status === UNREACHABLE,
    });
    if (REJECTED.has(status)) return;
    const wait = BACK_OFF[Math.min(this.#failures, BACK_OFF.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#send(false), wait);
  }

  #isStored(key: string): boolean {
    try {
      return this.#storage.getItem(key) !== null;
    } catch {
      return false;
    }
  }

  #tell(place: Place): void {
    this.#place = place;
    for (const listener of this.#listeners) listener();
  }
}
