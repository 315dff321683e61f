/** The trash. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';

/** A file that goes to the trash, with its metadata. */
export interface DroppedFile {
  /** Below the object's folder. */
  path: string;
  /** Keys from the document's root to the value of the property it belongs to; none for a file no value names. */
  keys: string[];
  /** Below the property's folder. */
  within: string;
  item: JsonObject;
  /** Its place among the property's files. */
  at: number;
}

export interface FilesOfObject {
  collection: string;
  id: string;
  /** Below the object's folder. */
  paths: readonly string[];
}

/** A file restored from the trash, with its metadata. */
export interface RestoredFile {
  path: string;
  /** Entry that holds it. */
  entry: string;
  /** Of a file that was dropped. */
  item?: JsonObject;
  /** Of a file that went with its object. */
  document?: JsonObject;
}

/** A change that leaves its set without being published. */
export interface DroppedChange {
  set: string;
  collection: string;
  id: string;
  title: string;
  /** As its file has it. */
  document: JsonObject;
  /** Files of the object that only the change names. */
  files: readonly DroppedFile[];
}

/** Files that go to the trash together. */
export interface DroppedFiles {
  collection: string;
  id: string;
  title: string;
  files: readonly DroppedFile[];
}

/** `.system/trash/`: deleted things that can be restored (spec/content.md#trash). Emptied after 30 days or by hand. */
export interface Trash {
  list(): Promise<TrashEntry[]>;
  /** As `list`, of one entry. */
  entry(id: string): Promise<TrashEntry | undefined>;
  /** Takes the JSON (the commit point), then the folder of files. */
  trashObject(collection: string, id: string, title: string, change: ChangeOrigin): Promise<TrashEntry>;
  trashCollection(collection: string, title: string, change: ChangeOrigin): Promise<TrashEntry>;
  /** Keeps a change before `leave` takes it out of its set, then moves its files. */
  dropChange(change: DroppedChange, leave: () => Promise<unknown>): Promise<TrashEntry>;
  /** Takes a change set whole. */
  takeChangeSet(set: string, title: string, change: ChangeOrigin): Promise<TrashEntry>;
  /** Takes files no value names; undefined when none of them is there. */
  moveDroppedToTrash(of: DroppedFiles, change: ChangeOrigin): Promise<TrashEntry | undefined>;
  /** An id for an entry that is not made yet. */
  freshId(): string;
  /** Makes an entry of this id for files that a change will drop; they also stay where they are. */
  keepDropped(of: DroppedFiles, entry: string, change: ChangeOrigin): Promise<TrashEntry | undefined>;
  /** Takes an entry of `keepDropped` back. Files of `ours`, inodes, that have taken the place of others give way. */
  undoDropped(entry: string, ours: ReadonlySet<number>): Promise<void>;
  /**
   * Puts files the trash holds of an object back beside it, as far as nothing is in their place. They stay in the
   * trash. `entry`: of that one only.
   */
  restoreLinks(
    files: FilesOfObject,
    entry: string | undefined,
    change: ChangeOrigin,
  ): Promise<RestoredFile[]>;
  /** The object an entry holds; undefined where it holds none, or one that cannot be read. Throws `missing`. */
  document(entry: string): Promise<JsonObject | undefined>;
  /** The files of an entry of the kind `file`; none for others. Throws `missing`. */
  dropped(entry: string): Promise<DroppedFile[]>;
  /** All files that went with the object of an entry, below its folder. */
  filesOf(entry: string): Promise<string[]>;
  /** Puts an entry back; throws `conflict` when something else has taken its place. */
  restore(entry: string, change: ChangeOrigin): Promise<TrashEntry>;
  purge(entry: string, change: ChangeOrigin): Promise<void>;
}
