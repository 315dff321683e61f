/**
 * Unsaved edits in the browser's storage, until the server has them. Each form has a key of its own: under one for
 * the object, two tabs overwrote each other. Edits have the values they were made on, so that every conflict is a
 * comparison with three sides.
 */
import { FORM_ID } from '#contract/unsaved';
import { isJsonObject, type JsonObject } from '#contract/values';

/** Which object of which folder; `id` is undefined for a new object. */
export interface UnsavedAddress {
  /** The folder's id. */
  folder: string;
  collection: string;
  id: string | undefined;
  /** Id of the signed-in user. */
  user: string;
}

export interface JournalEntry {
  edits: JsonObject;
  /** What the edited properties were when the edits were made, null where there was nothing; empty for a new object. */
  base: JsonObject;
  problems: Record<string, string>;
  /** Version mark of what was edited; undefined for a new object. */
  etag: string | undefined;
  /** Milliseconds since 1970 of the last change. */
  at: number;
  /** Rises with each change of the form. */
  version: number;
  /** Id of the user who made it; undefined where the entry does not name one. */
  user?: string | undefined;
}

/** Kept changes with the key of the browser's storage, or the id the server knows it by. */
export interface Kept {
  key: string;
  entry: JournalEntry;
  /** Another form has it open. */
  open: boolean;
}

/** Whether the key of kept changes is the id the server knows it by. */
export const isOnServer = (key: string): boolean => !key.includes('/');

export type JournalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Named as it was when they were called drafts: what an older version has left is found. */
const PREFIX = 'plinth:draft';
const BROWSER = 'plinth:browser';
const joined = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

/** What the keys of an object's entries start with. A new object has the empty id, which no object can have. */
const placeOf = ({ folder, collection, id = '' }: UnsavedAddress): string =>
  `${joined(PREFIX, folder, collection, id)}/`;

/** The storage key of the entry of one form: two tabs on the same object, or on two new ones, have two. */
export const journalKey = (address: UnsavedAddress, form: string): string =>
  placeOf(address) + encodeURIComponent(form);

const random = (length: number): string => crypto.getRandomValues(new Uint32Array(length)).join('-');

/** A name of this browser, the same for all its windows where it has storage. */
export function browserId(storage: JournalStorage): string {
  try {
    const known = storage.getItem(BROWSER);
    if (known !== null && /^b[0-9]{1,10}$/.test(known)) return known;
    const fresh = `b${random(1)}`;
    storage.setItem(BROWSER, fresh);
    return fresh;
  } catch {
    return `b${random(1)}`;
  }
}

/** A name for a form no other form has; begins with that of the browser. */
export const newForm = (storage: JournalStorage): string => `${browserId(storage)}-${random(3)}`;

/** The form in a key; undefined in a key that is not as `journalKey` makes it. */
export const formIn = (key: string): string | undefined => {
  const [, , , , form = ''] = key.split('/');
  return FORM_ID.test(form) ? form : undefined;
};

/** The keys of all entries of an object, or of the new objects of a collection. */
export function journalKeys(storage: JournalStorage, address: UnsavedAddress): string[] {
  const place = placeOf(address);
  try {
    const all = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    return all.filter((key) => key.startsWith(place));
  } catch {
    return [];
  }
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
      base: isJsonObject(entry.base) ? entry.base : {},
      problems: Object.fromEntries(Object.entries(problems).map(([name, reason]) => [name, String(reason)])),
      etag: typeof entry.etag === 'string' ? entry.etag : undefined,
      at: typeof entry.at === 'number' ? entry.at : 0,
      version: typeof entry.version === 'number' ? entry.version : 1,
      ...(typeof entry.user === 'string' && { user: entry.user }),
    };
  } catch {
    return undefined;
  }
}

/** Keeps the entry. False when the storage is full or switched off: the changes then live in the page only. */
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
