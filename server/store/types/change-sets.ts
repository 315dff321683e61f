/** Change sets: edits of objects that are not live yet, `.changes/{set}/` (spec/change-sets.md#files). */
import type { ChangeKind } from '../../contract/change-sets.js';
import type { Actor, ChangeOrigin, Suggestion } from '../../contract/changes.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import type { Journal } from './journal.js';
import type { Stamp } from './stamp.js';

/** What a set does to one object, as its file has it. Other keys of the file are kept. */
export interface SetChange {
  change: ChangeKind;
  /** The values of the changed properties before, null where there was none; of a removal those of all properties. */
  base: JsonObject;
  /** The new values, null where the property has none; empty for a removal. */
  values: JsonObject;
  /** When it was last changed, ISO 8601. */
  at: string;
  actor?: Actor | undefined;
  /** Suggestions that were accepted into it. */
  suggestions?: readonly AcceptedSuggestion[] | undefined;
}

export interface AcceptedSuggestion extends Suggestion {
  /** The properties that it changed; absent where it changed the whole object. */
  readonly properties?: readonly string[];
}

export interface StoredChange extends SetChange {
  readonly collection: string;
  readonly id: string;
  readonly stamp: Stamp;
  /** The whole file. */
  readonly document: JsonObject;
}

/** The changes of a set. `version` is another one whenever they differ. */
export interface SetState {
  readonly version: number;
  /** By collection and id. */
  readonly changes: ReadonlyMap<string, ReadonlyMap<string, StoredChange>>;
  /** Files that cannot be read, by their paths below the set. */
  readonly damaged: ReadonlyMap<string, string>;
}

/** What of a set has changed: it itself, or the change of an object in it. */
export interface SetEvent {
  readonly set: string;
  readonly collection?: string;
  readonly id?: string;
}

/** A change that a file gets. */
export interface ChangeOfFile {
  readonly change: SetChange;
  /** The one it replaces. */
  readonly expect: Pick<StoredChange, 'stamp' | 'document'> | undefined;
  /** Further keys of the file. */
  readonly others?: JsonObject;
}

/** A change to write; undefined removes it. `expect`: the one it replaces. */
export interface ChangeToWrite {
  readonly set: string;
  readonly collection: string;
  readonly id: string;
  readonly change: SetChange | undefined;
  readonly expect: StoredChange | undefined;
}

/** A file in the folder that a set has of a collection. */
export interface SetFile {
  readonly collection: string;
  readonly name: string;
}

export interface ChangeSetFiles {
  /** Calls `listener` on every change of a set, by Plinth and by other programs, until the answer is called. */
  on(listener: (event: SetEvent) => void): () => void;
  /** Calls the listeners for a change that is in no file. */
  announce(event: SetEvent): void;
  /** Ids of the sets in the folder, A-Z. */
  ids(): string[];
  /** Its `set.json`; undefined where there is none. Throws `damaged`. */
  info(set: string): JsonObject | undefined;
  /** What a set holds now: read again as far as its files have changed. A set that is not there is empty. */
  current(set: string): SetState;
  /** What a set does to one object now, without a look at its other files; undefined where that cannot be read. */
  change(set: string, address: { collection: string; id: string }): StoredChange | undefined;
  /** What sets do to one object, with the ids of the sets; null for a file that cannot be read. */
  changesOf(collection: string, id: string): [set: string, change: SetChange | null][];
  /** JSON files of a set that are no changes: copies that sync tools left, and changes that cannot be read. */
  strangers(set: string): readonly SetFile[];
  /** The bytes of a file of a set; undefined where it is gone. */
  fileAt(set: string, file: SetFile): { bytes: Buffer; stamp: Stamp } | undefined;
  /** Removes a file of a set. Throws `stale` where it is another by now. */
  removeFile(set: string, file: SetFile, expect: Stamp): Promise<void>;
  /** Writes `set.json`. Throws `stale` where one is there and `isNew`. */
  writeInfo(set: string, info: JsonObject, isNew: boolean, origin: ChangeOrigin): Promise<void>;
  /** Removes a set that changes nothing. */
  removeEmpty(set: string): Promise<void>;
  /** Writes a change durably. Throws `stale` where another is there than it replaces. */
  write(
    set: string,
    address: { collection: string; id: string },
    of: ChangeOfFile,
    origin: ChangeOrigin,
  ): Promise<StoredChange>;
  /** Writes and removes changes together or not at all, through a journal. Throws as `write`. */
  writeAll(
    changes: readonly ChangeToWrite[],
    journal: Pick<Journal, 'changeSets'>,
    origin: ChangeOrigin,
  ): Promise<void>;
  /** Removes a change; one that is not there is no error. Throws `stale` where another than `expect` is there. */
  remove(set: string, change: StoredChange, origin: ChangeOrigin): Promise<void>;
  /** Moves a set with all it holds to the trash, at once. */
  drop(set: string, title: string, origin: ChangeOrigin): Promise<TrashEntry>;
  /**
   * Puts a change back that was dropped, as its file had it, beside what the set changes of other properties. Throws
   * `conflict` where the set changes the same or is gone, `damaged`.
   */
  restore(
    set: string,
    address: { collection: string; id: string },
    document: JsonObject,
    origin: ChangeOrigin,
  ): Promise<void>;
}
