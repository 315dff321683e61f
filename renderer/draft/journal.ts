/** Unsaved edits kept in the browser's storage, so that a crash or a reload loses nothing. */
import { isJsonObject, type JsonObject } from '#contract/values';

/** Which object of which folder; `id` is undefined for a new object. */
export interface DraftAddress {
  folder: string;
  collection: string;
  id: string | undefined;
}

export interface JournalEntry {
  edits: JsonObject;
  problems: Record<string, string>;
  /** Version mark of what was edited; undefined for a new object. */
  etag: string | undefined;
  /** Milliseconds since 1970 of the last change. */
  at: number;
}

export type JournalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key of an object's draft. A new object has the empty id, which no object can have. */
export function journalKey({ folder, collection, id = '' }: DraftAddress): string {
  return ['plinth:draft', folder, collection, id].map(encodeURIComponent).join('/');
}

/** The entry, or `undefined` when there is none or it is not readable. */
export function readJournal(storage: JournalStorage, key: string): JournalEntry | undefined {
  try {
    const entry: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (!isJsonObject(entry) || !isJsonObject(entry.edits) || Object.keys(entry.edits).length === 0)
      return undefined;
    const problems = isJsonObject(entry.problems) ? entry.problems : {};
    return {
      edits: entry.edits,
      problems: Object.fromEntries(Object.entries(problems).map(([name, reason]) => [name, String(reason)])),
      etag: typeof entry.etag === 'string' ? entry.etag : undefined,
      at: typeof entry.at === 'number' ? entry.at : 0,
    };
  } catch {
    return undefined;
  }
}

/** Keeps the entry. False when the storage is full or switched off: the draft then lives in the page only. */
export function writeJournal(storage: JournalStorage, key: string, entry: JournalEntry): boolean {
  try {
    storage.setItem(key, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}

export function removeJournal(storage: JournalStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage switched off: there is nothing to remove.
  }
}
