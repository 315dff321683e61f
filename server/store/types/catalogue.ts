/** The catalogue: data of every object in memory. */
import type { DamagedFile, ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { PlinthError } from '../../errors.js';
import type { Stamp } from './stamp.js';

/** The indexed fields of one object, by property name; always `id`, `created`, `modified`. */
export type Entry = Record<string, JsonValue>;

/** What an object refers to, as texts by property. */
export type References = Readonly<Record<string, readonly string[]>>;

/** What the catalogue keeps of one object. */
export interface Row {
  readonly id: string;
  readonly entry: Entry;
  readonly stamp: Stamp;
  readonly references?: References | undefined;
}

/** How an object's document becomes its row and its answer; made by `content/` from the collection's schema. */
export interface Projection {
  /** Changes whenever entries made by it would differ; a snapshot with another key is not used. */
  readonly key: string;
  entry(document: ObjectDocument, stamp: Stamp): Entry;
  /** What a document refers to; undefined for nothing. */
  references?(document: ObjectDocument): References | undefined;
  /**
   * Changes with any part of a document; only where answers omit something, otherwise their bytes are enough. `partial`:
   * whether the answer told that it withholds values.
   */
  digest?(document: ObjectDocument, partial: boolean): string | undefined;
  /** The answer's bytes: compact JSON as `GET` serves it. `withheld` is called where only writers see some value. */
  bytes(document: ObjectDocument, stamp: Stamp, withheld: () => void): Buffer;
}

/** A file in the cache with what was made of all rows of a collection (`catalogue/section-file.ts`). */
export interface KeptFile {
  readonly path: string;
  /** What it is made of; a file that was made of something else is not read. */
  readonly identity: Readonly<Record<string, string | number>>;
  /** Makes the folders and gives that for temporary files; undefined where the file may only be read. */
  readonly prepare?: () => Promise<string>;
  /** Removes a file that is damaged. */
  readonly discard?: () => void;
}

/** A row that came, one that went, or one in another's place. */
export interface RowChange {
  readonly added?: Row | undefined;
  readonly removed?: Row | undefined;
}

/**
 * The catalogue of one collection. Reads are synchronous and block for one small file at most. An index is never
 * emptied: when the collection is read again another one replaces it, and this one keeps its rows.
 */
export interface CollectionIndex {
  /** Grows with every change; lists are cached and tagged by it. */
  readonly version: number;
  readonly size: number;
  get(id: string): Row | undefined;
  /** All rows in the order in which they came; a changed row is a new one. */
  rows(): Iterable<Row>;
  /** The changes since a version, in order; undefined where that version is too old, or there are too many. */
  changesSince(version: number): readonly RowChange[] | undefined;
  /**
   * Answer bytes of a row: cached within the memory budget, else read and projected again. `once`: they are not kept,
   * for those who read all rows. Throws `damaged`.
   */
  bytes(row: Row, once?: boolean): Buffer;
  /** Whether the answer withholds values that writers see. Known with the bytes. Throws `damaged`. */
  isPartial(row: Row): boolean;
  /** Strong ETag of the answer bytes, quoted. */
  etag(row: Row): string;
  /** All rows by ascending id; the live list, valid until the next change. */
  rowsById(): readonly Row[];
  /** Rows by a key of theirs, kept while rows change. `name` identifies `keyOf`. */
  grouped(name: string, keyOf: (row: Row) => string | undefined): ReadonlyMap<string, readonly Row[]>;
  /** Ids of all files known, damaged ones included. */
  ids(): string[];
  /** Objects whose files cannot be read, with the reason. */
  damaged(): DamagedFile[];
  /** Why an object that is there has no row: `damaged`, or `busy` while iCloud keeps its file; undefined otherwise. */
  problem(id: string): PlinthError | undefined;
  /** The id of the snapshot on disk that most rows are in; undefined before there is one. */
  readonly snapshot: string | undefined;
  /** Called when another snapshot was written. One listener. */
  onSnapshot(listener: () => void): void;
  /** Resolves when the snapshot is written, if one waits to be; it waits for quiet no longer. Never rejects. */
  saved(): Promise<void>;
  /** Where what is made of the rows is kept; `key`: what else it depends on. */
  kept(name: string, key: string): KeptFile;
  /** Records a durable write. Returns the new row. */
  put(document: ObjectDocument, stamp: Stamp): Row;
  drop(id: string): void;
}

/** What became of an object's file; `damaged` when it can no longer be read. */
export type ObjectChange = 'created' | 'updated' | 'deleted' | 'damaged';

/** The answer of an object, with the ETag it was sent under. */
export interface SentAnswer {
  readonly etag: string;
  readonly bytes: Buffer;
}

export interface Catalogue {
  /** Sets how documents of a collection are projected; it is read again on the next use. */
  project(collection: string, projection: Projection): void;
  /** How they are projected now. Throws `missing`. */
  projectionOf(collection: string): Projection;
  /** A version that no index has had before: versions are parts of ETags. */
  nextVersion(): number;
  /** The index, filled on first touch from the snapshot and the folder, in slices that do not block the loop. */
  collectionIndex(collection: string): Promise<CollectionIndex>;
  /** Whether an index is the one that `index` gives now. */
  isCurrent(collection: string, collectionIndex: CollectionIndex): boolean;
  /** The filled index; undefined where the collection was not used yet. */
  filled(collection: string): CollectionIndex | undefined;
  /** How many objects of the collections that are being filled were read, and of how many; undefined when none is. */
  reading(): { read: number; of: number } | undefined;
  /** Makes the next use read the collection again, into another index. */
  forget(collection: string): void;
  /** Applies the current state of an object's file; returns the change, undefined when there is none. */
  recheck(collection: string, id: string): Promise<ObjectChange | undefined>;
  /** Reports answers that were sent and are outdated, as far as their bytes are in memory. One listener. */
  onReplaced(listener: (answer: SentAnswer) => void): void;
  /** Fills the indexes that have snapshots, one after another: collections used before will be used again. */
  warm(): Promise<void>;
}
