/** What `plinth check` inspects and repairs. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ConflictCopy, ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';

/** Something in the folder that Plinth passes over. */
export interface UnrecognizedFile {
  /**
   * A sync tool's second version of a file; a name no collection or object may have; a folder of files without its
   * object; a folder of objects without settings; a symbolic link where an object, a schema or settings could be.
   */
  kind: 'conflictCopy' | 'illegalName' | 'orphanFiles' | 'noSettings' | 'link';
  /** Below the data folder, with `/`. */
  path: string;
  /** Of a folder of files: whose it is. */
  owner?: { collection: string; id: string };
  /** Of a conflict copy: the file it is a version of, and whether the content is the same. */
  original?: { path: string; same: boolean };
}

/** How to repair a damaged object file without loss. */
export type RecoveredDocument =
  /** Only its id or its encoding is wrong: this is the object. */
  | { state: 'readable'; document: ObjectDocument; bytes: Buffer }
  /** Two versions that git could not merge, and their common ancestor where git left it. */
  | { state: 'markers'; versions: MarkedVersions }
  /** Not repaired automatically: truncated, of another shape, too large, unreadable, or intact by now. */
  | { state: 'left' };

/** The versions in a file with the markers of a merge. */
export interface MarkedVersions {
  mine: JsonObject;
  theirs: JsonObject;
  base: JsonObject | undefined;
  /** Whether they can be written from what was read: no number and no repeated key of them would change. */
  whole: boolean;
  /** What git calls the two, such as names of branches; empty without a name. */
  labels: { mine: string; theirs: string };
}

/** The bytes of one version of a file. */
export interface VersionFile {
  bytes: Buffer;
  revision: string;
  size: number;
  /** Time of the file in ms since 1970. */
  modified: number;
}

/** A file of an object with a name that sync tools give to the second version of another one in the same folder. */
export interface FileCopy {
  collection: string;
  id: string;
  /** Below the folder of the object. */
  path: string;
  /** Paths of the files it may be a version of, the likeliest first. */
  originals: string[];
}

/** An unfinished change. */
export interface PendingChange {
  /** Below the data folder, with `/`. */
  path: string;
  /** ISO 8601 UTC. */
  begun: string;
  /** Whether this machine started it; undefined for unknown files. */
  here: boolean | undefined;
}

/** What `plinth check` inspects and repairs. */
export interface Maintenance {
  /** Second versions of files that sync tools left; what was read before is read again only after changes. */
  conflictCopies(): Promise<ConflictCopy[]>;
  /** Walks the files of objects in these collections, in slices. Links are not followed. */
  fileCopies(collections: readonly string[]): Promise<FileCopy[]>;
  /** A file of a collection, of `.schemas` or of `.system`; undefined where there is none. Throws `damaged`, `busy`. */
  readVersion(place: string, name: string): VersionFile | undefined;
  /** The versions in a file with the markers of a merge; undefined for other files. */
  markedVersions(bytes: Buffer): MarkedVersions | undefined;
  /**
   * Moves a conflict copy to the trash. `revision`: of its bytes as they were seen. Throws `stale` where it has others
   * now, `missing`.
   */
  takeCopy(copy: ConflictCopy, revision: string, change: ChangeOrigin): Promise<TrashEntry>;
  /** Walks the whole folder, in slices. Links are not followed. */
  unrecognizedFiles(): Promise<UnrecognizedFile[]>;
  recoverDocument(collection: string, id: string): RecoveredDocument;
  /** Unfinished changes in the journal, without running ones. */
  journal(): Promise<PendingChange[]>;
  /**
   * Moves a folder of files without its object to the trash. Throws `conflict` when the object exists again,
   * `missing`.
   */
  takeFiles(collection: string, id: string, change: ChangeOrigin): Promise<TrashEntry>;
}
