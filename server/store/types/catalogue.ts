/** The catalogue: what is kept of every object in memory. */
import type { DamagedFile, ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { PlinthError } from '../../errors.js';
import type { Stamp } from './stamp.js';

/** The indexed fields of one object, by property name; always `id`, `created`, `modified`. */
export type Entry = Record<string, JsonValue>;

/** What the catalogue keeps of one object. */
export interface Row {
  readonly id: string;
  readonly entry: Entry;
  readonly stamp: Stamp;
}

/** How an object's document becomes its row and its answer; made by `content/` from the collection's schema. */
export interface Projection {
  /** Changes whenever entries made by it would differ; a snapshot with another key is not used. */
  readonly key: string;
  entry(document: ObjectDocument, stamp: Stamp): Entry;
  /** Changes with any part of a document; only where answers leave something out, else they tell. */
  digest?(document: ObjectDocument): string;
  /** The answer's bytes: compact JSON as `GET` serves it. */
  bytes(document: ObjectDocument, stamp: Stamp): Buffer;
}

/** A row that came, one that went, or one in another's place. */
export interface RowChange {
  readonly added?: Row | undefined;
  readonly removed?: Row | undefined;
}

/**
 * The catalogue of one collection. Reads are synchronous and never block on more than one small file. An index is never
 * emptied: when the collection is read anew another one takes its place, and this one keeps the rows it had.
 */
export interface CollectionIndex {
  /** Grows with every change; lists are cached and tagged by it. */
  readonly version: number;
  readonly size: number;
  get(id: string): Row | undefined;
  /** All rows in the order in which they came; a changed row is a new one. */
  rows(): Iterable<Row>;
  /** What has changed since a version, in order; undefined where that is too long ago, or too much, to tell. */
  changesSince(version: number): readonly RowChange[] | undefined;
  /** Answer bytes of a row: kept within the memory budget, else read and projected again. Throws `damaged`. */
  bytes(row: Row): Buffer;
  /** Strong ETag of the answer bytes, quoted. */
  etag(row: Row): string;
  /** All rows by ascending id; the live list, valid until the next change. */
  rowsById(): readonly Row[];
  /** Rows by a key of theirs, kept while rows change. `name` identifies `keyOf`. */
  grouped(name: string, keyOf: (row: Row) => string | undefined): ReadonlyMap<string, readonly Row[]>;
  /** Objects whose files cannot be read, with the reason. */
  damaged(): DamagedFile[];
  /** Why an object that is there has no row: `damaged`, or `busy` while iCloud keeps its file; undefined otherwise. */
  problem(id: string): PlinthError | undefined;
  /** Records a durable write. Gives back the new row. */
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
  /** Says how documents of a collection are projected from now on; it is read anew on the next touch. */
  project(collection: string, projection: Projection): void;
  /** The index, filled on first touch from the snapshot and the folder, in slices that do not block the loop. */
  collectionIndex(collection: string): Promise<CollectionIndex>;
  /** Whether an index is the one that `index` gives now. */
  isCurrent(collection: string, collectionIndex: CollectionIndex): boolean;
  /** Lets the next touch read the collection anew, into another index. */
  forget(collection: string): void;
  /** Takes in an object's file as it stands now; what became of it, undefined when it is as it was. */
  recheck(collection: string, id: string): Promise<ObjectChange | undefined>;
  /** Tells of answers that were sent and no longer hold, as far as their bytes are in memory. One listener. */
  onReplaced(listener: (answer: SentAnswer) => void): void;
  /** Fills the indexes there are snapshots of, one after another: what was asked for before will be again. */
  warm(): Promise<void>;
}
