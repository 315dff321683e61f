/** What `plinth check` inspects and repairs. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ConflictCopy, ObjectDocument, TrashEntry } from '../../contract/objects.js';

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
  | { state: 'readable'; document: ObjectDocument }
  /** Two versions git could not merge: their fields put together, where none clash. */
  | { state: 'merged'; document: ObjectDocument }
  /** Not repaired automatically: truncated, of another shape, too large, unreadable, or intact by now. */
  | { state: 'left' };

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
