/** Changes of several files that happen together or not at all. */
import type { ChangeOrigin, Suggestion } from '../../contract/changes.js';
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { ReadFile, StoredObject } from './documents.js';
import type { NotedPath } from './files.js';
import type { Stamp } from './stamp.js';

/**
 * What a change of an object does to its files. While the note exists, a file of it that the object does not name is
 * removed, and an entry of the trash counts only for files the object does not name as before.
 */
export interface FileNote {
  collection: string;
  id: string;
  paths: readonly NotedPath[];
  /** Entries of the trash made for the change. */
  entries: readonly string[];
  /** Entries whose files the change brings back: once the object names all of them, the entry is emptied. */
  given: readonly string[];
  /** Change sets through which the object is read, where the last of them is changed instead of what is live. */
  sets?: readonly string[] | undefined;
}

/** Notes of changes of files under way, in the journal. */
export interface FileNotes {
  /** A name for a note that is not written yet. */
  freshName(): string;
  /** Makes a note durable; one of the same name is replaced. */
  write(name: string, note: FileNote): Promise<void>;
  end(name: string): Promise<void>;
  /** What earlier runs left; nothing while another process has the folder. */
  left(): Promise<{ name: string; note: FileNote }[]>;
}

/** One new version of an object among others that are changed with it. */
export interface AtomicWrite {
  collection: string;
  document: ObjectDocument;
  /** The current file as far as the caller knows. */
  expect: StoredObject | 'absent';
  /** As of `Objects.write`. */
  read?: readonly ReadFile[];
  /** Suggestions that are in the change. */
  suggestions?: readonly Suggestion[] | undefined;
}

export interface AtomicRemoval {
  collection: string;
  id: string;
  /** Title of the trash entry. */
  title: string;
  expect: Stamp;
  suggestions?: readonly Suggestion[] | undefined;
}

/** Changes of several objects, each object named once. */
export interface AtomicChanges {
  writes: readonly AtomicWrite[];
  removals: readonly AtomicRemoval[];
}

/** The file of a change in a set among others that are written with it. */
export interface SetWrite {
  set: string;
  collection: string;
  id: string;
  /** The new file; undefined removes it. */
  bytes: Buffer | undefined;
  /** The current file as far as the caller knows. */
  expect: Stamp | 'absent';
}

/** Stamps in the order of the writes, trash entries in the order of the removals. */
export interface AtomicResult {
  stamps: Stamp[];
  /** Of the removals, in their order; undefined for what is in no trash. */
  entries: (TrashEntry | undefined)[];
}

/** Changes of several objects that happen together or not at all, also when the process is killed in between. */
export interface Journal {
  /**
   * `settle` follows the change: until it ends the files are not taken for changes by another program. Throws `stale`
   * when a file is not the expected one, `missing`, `tooLarge`, `full`, `readOnly`, `busy`.
   */
  change(
    changes: AtomicChanges,
    change: ChangeOrigin,
    settle?: (result: AtomicResult) => Promise<void>,
  ): Promise<AtomicResult>;
  /** Writes files of change sets. Resolves with their stamps, undefined for removed ones. Throws as `change`. */
  changeSets(writes: readonly SetWrite[], change: ChangeOrigin): Promise<(Stamp | undefined)[]>;
}
