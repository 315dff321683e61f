/**
 * The store: objects, settings and records as files of the data folder, and the catalogue of what they hold.
 * Everything below `content/` reads and writes through this interface; only `store/` imports `node:fs`.
 */
import type { Readable } from 'node:stream';
import type {
  CollectionSettings,
  ConflictCopy,
  DamagedFile,
  ObjectDocument,
  TrashEntry,
} from '../contract/objects.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { ChangeEvent } from '../contract/wire.js';
import type { PlinthError } from '../errors.js';
import type { DerivativeStore } from './derivative-files.js';
import type { Unfinished } from './unfinished.js';

/** Identity of a file's content as the file system tells it; compared whole, never "newer than". */
export interface Stamp {
  size: number;
  mtimeMs: number;
  ino: number;
}

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
 * The catalogue of one collection. Reads are synchronous and never block on more than one small file. A shelf is never
 * emptied: when the collection is read anew another one takes its place, and this one keeps the rows it had.
 */
export interface Shelf {
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
  /** All rows in a kept order. `name` identifies the comparator; ties must be broken by the comparator. */
  ordered(name: string, compare: (a: Row, b: Row) => number): readonly Row[];
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
  /** The shelf, filled on first touch from the snapshot and the folder, in slices that do not block the loop. */
  shelf(collection: string): Promise<Shelf>;
  /** Whether a shelf is the one that `shelf` gives now. */
  isCurrent(collection: string, shelf: Shelf): boolean;
  /** Lets the next touch read the collection anew, into another shelf. */
  forget(collection: string): void;
  /** Takes in an object's file as it stands now; what became of it, undefined when it is as it was. */
  lookAgain(collection: string, id: string): Promise<ObjectChange | undefined>;
  /** Tells of answers that were sent and no longer hold, as far as their bytes are in memory. One listener. */
  onReplaced(listener: (answer: SentAnswer) => void): void;
  /** Fills the shelves there are snapshots of, one after another: what was asked for before will be again. */
  warm(): Promise<void>;
}

export interface StoredObject {
  document: ObjectDocument;
  stamp: Stamp;
}

/** Object files. Ids and collections are checked again here: nothing outside the folder, no symbolic link. */
export interface Objects {
  /**
   * Undefined when absent; throws PlinthError `damaged` for a file that is no whole JSON object with this id, `busy`
   * for one that another program is still writing or that iCloud has moved off the disk.
   */
  read(collection: string, id: string): Promise<StoredObject | undefined>;
  /**
   * Writes durably: temp file, fsync, rename, fsync of the directory; resolves when all are done.
   * `expect` is what the caller read; another file in place (or one where none should be) throws `stale`.
   * `expect: 'damaged'` first keeps the bytes that stand there in the trash.
   */
  write(collection: string, document: ObjectDocument, expect: Stamp | 'absent' | 'damaged'): Promise<Stamp>;
  /** Copies an object's folder of files beside another object's place; nothing happens where there is none. */
  copyFiles(
    from: { collection: string; id: string },
    to: { collection: string; id: string },
    placing?: Placing,
  ): Promise<void>;
}

/** A file of an object, by its path below `{collection}/{id}/` with `/` between the names. */
export interface StoredFile {
  path: string;
  size: number;
  mtimeMs: number;
}

/** A file of an object; `path` below `{collection}/{id}/`. */
export interface FileAddress {
  collection: string;
  id: string;
  path: string;
}

/** A file that goes to the trash, with what its object said of it. */
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

/** A file that came back from the trash, and what its object said of it. */
export interface GivenBack {
  path: string;
  /** Entry that holds it. */
  entry: string;
  /** Of a file that was dropped. */
  item?: JsonObject;
  /** Of a file that went with its object. */
  document?: JsonObject;
}

/** A file whose place depends on what its object says. */
export interface NotedPath {
  /** Below the object's folder. */
  path: string;
  /** Inode of a file this change has brought: it may be deleted. Any other goes to the trash. */
  ours?: number | undefined;
  /** It came with the whole object: it goes only where the object is not there. */
  whole?: true | undefined;
}

/** Told of files before they get their places. */
export type Placing = (files: NotedPath[]) => Promise<void>;

/**
 * What a change of an object does to its files. As long as the note stands, a file of it that the object does not name
 * goes, and an entry of the trash counts only for files the object does not name as before.
 */
export interface FileNote {
  collection: string;
  id: string;
  paths: readonly NotedPath[];
  /** Entries of the trash made for the change. */
  entries: readonly string[];
  /** Entries whose files the change brings back: once the object names all of them, the entry is emptied. */
  given: readonly string[];
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

/** Files that go to the trash together. */
export interface DroppedFiles {
  collection: string;
  id: string;
  title: string;
  files: readonly DroppedFile[];
}

/** Files that are coming in: a folder on the volume of the data folder, swept away when nobody comes back for it. */
export interface Incoming {
  /**
   * Writes a stream to a path below it and resolves with its size when it is durable. Throws `invalid` for a path no
   * file system takes, `tooLarge` beyond `limit` bytes; then nothing is left of the file.
   */
  write(path: string, content: Readable, limit: number): Promise<number>;
  /** The bytes of a file in it. */
  bytes(path: string): Promise<Buffer>;
  /** Absolute path of a file in it, for readers that need one. */
  pathOf(path: string): string;
  /** By what a file in it is known once it has its place. */
  inodeOf(path: string): number | undefined;
  /** Makes the folder the files of an object that does not stand yet. Throws `conflict` when it does. */
  place(collection: string, id: string, placing?: Placing): Promise<void>;
  /**
   * Gives one of its files a place among the files of an object, durably. Throws `stale` where a file stands, unless
   * that one is to be replaced.
   */
  placeFile(path: string, to: FileAddress, options?: { replace: boolean }): Promise<void>;
  /** Deletes what is left of it. */
  discard(): Promise<void>;
}

/** A file that is held open, as it was when it was opened. */
export interface OpenFile extends Stamp {
  /** Fills a buffer from a place in the file; how many bytes there were. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Files of objects, and object files as they are. */
export interface PropertyFiles {
  /** Opens a file of an object for reads at any place. Links are not followed. Throws `missing`. */
  open(collection: string, id: string, path: string): Promise<OpenFile>;
  /** Absolute path for another process, which is to compare the stamp. Throws `missing` over a link. */
  pathFor(collection: string, id: string, path: string): string;
  /** The stamp of a file of an object; undefined where there is none. Throws `missing` for a path that is none. */
  stamp(collection: string, id: string, path: string): Stamp | undefined;
  /** Whether the file that bore this stamp still stands there: less work than to ask for the stamp again. Throws as `stamp`. */
  isSame(collection: string, id: string, path: string, stamp: Stamp): boolean;
  /** All files of an object, A-Z; derivatives, hidden files and links are left out. */
  list(collection: string, id: string): Promise<StoredFile[]>;
  /** Paths of the file at a path, or of all files below it where it is a folder; hidden ones too. */
  below(collection: string, id: string, path: string): Promise<string[]>;
  /**
   * Gives a file of an object a second place, durably. A file no value names that lies there goes to the trash. Throws
   * `missing`.
   */
  duplicate(collection: string, id: string, from: string, to: string): Promise<void>;
  /**
   * Clears away files of an object that it does not name: those with another name, and those a change brought, are
   * deleted; others go to the trash. `named`: what the object names.
   */
  clear(
    collection: string,
    id: string,
    paths: readonly NotedPath[],
    named: ReadonlySet<string>,
  ): Promise<void>;
  /** Makes a folder of an object, and those above it. */
  makeFolder(collection: string, id: string, path: string): Promise<void>;
  /** The bytes of a file of an object. Throws `missing`. */
  read(collection: string, id: string, path: string): Readable;
  /** The bytes of `{collection}/{id}.json` as they stand, damaged or not; undefined where there is none. */
  document(collection: string, id: string): Buffer | undefined;
  incoming(): Promise<Incoming>;
}

/** What is there of a file that comes in pieces. */
export interface ChunkedUpload {
  /** How many pieces it was begun with, and how many are there. */
  total: number;
  parts: number;
  bytes: number;
  /** When the latest came. */
  touched: Date;
}

/** Pieces of files, by the name of the upload (a hash): durable, but to be had again from their sender. */
export interface Chunks {
  held(): Promise<ReadonlyMap<string, ChunkedUpload>>;
  /** Takes a file at an absolute path of the same volume as a piece; one sent before is replaced. */
  put(upload: string, part: { index: number; total: number; from: string; size: number }): Promise<void>;
  /**
   * Writes all pieces one after another into a new file at an absolute path, durably, and resolves with its size.
   * Throws `invalid` when a piece is gone, `full`; then nothing is left at the path.
   */
  join(upload: string, target: string): Promise<number>;
  drop(upload: string): Promise<void>;
  /** Drops what nothing was added to since. */
  sweep(before: Date): Promise<void>;
}

/** An item of an import: by itself once it is made, or before that with what is needed to find it again. */
export type ImportItem = readonly [item: string, mark?: string];

/** An import that was cut off: killed, or stopped by a fault that could not be undone. */
export interface LeftImport {
  /** Its file in the journal. */
  name: string;
  /** What the import is, as it was begun. */
  head: JsonObject;
  items: readonly ImportItem[];
  /** It was being taken back, so some of its items may be as they were before. */
  takenBack: boolean;
}

/** The record of an import under way. */
export interface ImportRecord {
  /** Resolves when it is durable. Throws `full`, `readOnly`. */
  add(item: ImportItem): Promise<void>;
  /** Says that what was done is undone from now on. */
  takingBack(): Promise<void>;
  /** Removes the record. */
  end(): Promise<void>;
}

/** Records of imports, in the journal: an import that is killed can be told, and gone on with. */
export interface ImportRecords {
  begin(head: JsonObject): Promise<ImportRecord>;
  /** Imports that were cut off, on any machine; running ones are left out. */
  left(): Promise<LeftImport[]>;
  /** Removes the record of an import that was cut off; one that is not there is no error. */
  forget(name: string): Promise<void>;
}

/** One new version of an object among others that are changed with it. */
export interface TogetherWrite {
  collection: string;
  document: ObjectDocument;
  /** What stands there as far as the caller knows. */
  expect: Stamp | 'absent';
}

export interface TogetherRemoval {
  collection: string;
  id: string;
  /** Title of the trash entry. */
  title: string;
  expect: Stamp;
}

/** Changes of several objects, each object named once. */
export interface TogetherChanges {
  writes: readonly TogetherWrite[];
  removals: readonly TogetherRemoval[];
}

/** Stamps in the order of the writes, trash entries in the order of the removals. */
export interface TogetherDone {
  stamps: Stamp[];
  entries: TrashEntry[];
}

/** Changes of several objects that happen together or not at all, also when the process is killed in between. */
export interface Journal {
  /** Throws `stale` when a file is not the expected one, `missing`, `tooLarge`, `full`, `readOnly`, `busy`. */
  change(changes: TogetherChanges): Promise<TogetherDone>;
}

/** How a file is replaced. */
export interface ReplaceOptions {
  /** What stands there is kept in the trash, unless it says the same. */
  keep?: boolean;
}

/** `.meta.json` of every collection. */
export interface CollectionFiles {
  /** Ids of the folders that hold a `.meta.json`. */
  ids(): Promise<string[]>;
  /** The document as it stands, unknown keys included; undefined when absent; throws `damaged`. */
  read(id: string): Promise<JsonObject | undefined>;
  /**
   * Makes the folder when it is missing. Throws `stale` when the file is not the one last read here; a damaged one
   * is kept in the trash first.
   */
  write(id: string, settings: CollectionSettings, options?: ReplaceOptions): Promise<void>;
}

/** `.schemas/*.json`. */
export interface SchemaFiles {
  /** Every readable custom schema, and the damaged files with their reason. */
  readAll(): Promise<{ documents: SchemaDocument[]; damaged: { id: string; reason: string }[] }>;
  /** Throws `stale` when the file is not the one last read here; a damaged one is kept in the trash first. */
  write(document: SchemaDocument, options?: ReplaceOptions): Promise<void>;
  /** Whether the file is another than the one last read or written here. */
  hasChanged(id: string): boolean;
  /** Moves the file to the trash; the entry can be restored. */
  remove(id: string): Promise<TrashEntry>;
}

/** `.system/trash/`: what was deleted and can come back (spec/content.md#trash). Emptied after 30 days or by hand. */
export interface Trash {
  list(): Promise<TrashEntry[]>;
  /** Takes the JSON (the commit point), then the folder of files. */
  takeObject(collection: string, id: string, title: string): Promise<TrashEntry>;
  takeCollection(collection: string, title: string): Promise<TrashEntry>;
  /** Takes files no value names; undefined when none of them is there. */
  takeDropped(of: DroppedFiles): Promise<TrashEntry | undefined>;
  /** An id for an entry that is not made yet. */
  freshId(): string;
  /** Makes an entry of this id for files that a change will drop; they also stay where they are. */
  keepDropped(of: DroppedFiles, entry: string): Promise<TrashEntry | undefined>;
  /** Takes an entry of `keepDropped` back. Files of `ours`, inodes, that have taken the place of others give way. */
  putBack(entry: string, ours: ReadonlySet<number>): Promise<void>;
  /**
   * Puts files the trash holds of an object back beside it, as far as nothing is in their place. They stay in the
   * trash. `entry`: of that one only.
   */
  giveBack(files: FilesOfObject, entry?: string): Promise<GivenBack[]>;
  /** The object an entry holds; undefined where it holds none, or one that cannot be read. Throws `missing`. */
  document(entry: string): Promise<JsonObject | undefined>;
  /** The files of an entry of the kind `file`; none for others. Throws `missing`. */
  dropped(entry: string): Promise<DroppedFile[]>;
  /** Puts an entry back; throws `conflict` when something else has taken its place. */
  restore(entry: string): Promise<TrashEntry>;
  purge(entry: string): Promise<void>;
}

/** Something in the folder that Plinth passes over. */
export interface Stray {
  /**
   * A sync tool's second version of a file; a name no collection or object may have; a folder of files without its
   * object; a folder of objects without settings; a symbolic link where an object, a schema or settings could be.
   */
  kind: 'conflictCopy' | 'illegalName' | 'orphanFiles' | 'noSettings' | 'link';
  /** Below the data folder, with `/`. */
  path: string;
  /** Of a folder of files: whose it is. */
  owner?: { collection: string; id: string };
  /** Of a conflict copy: the file it is a version of, and whether it says the same. */
  original?: { path: string; same: boolean };
}

/** What can be done about a damaged object file without losing what it says. */
export type Salvage =
  /** Only its id or its encoding is wrong: this is the object. */
  | { state: 'readable'; document: ObjectDocument }
  /** Two versions git could not merge: their fields put together, where none clash. */
  | { state: 'merged'; document: ObjectDocument }
  /** Not for a program to decide: torn, of another shape, too large, not to be read, sound meanwhile. */
  | { state: 'left' };

/** A change that is not over. */
export interface LeftInJournal {
  /** Below the data folder, with `/`. */
  path: string;
  /** ISO 8601 UTC. */
  begun: string;
  /** Whether this machine began it; undefined for what Plinth does not know. */
  here: boolean | undefined;
}

/** What `plinth check` looks at and mends. */
export interface Upkeep {
  /** Second versions of files that sync tools left; what was read before is read again only after changes. */
  conflictCopies(): Promise<ConflictCopy[]>;
  /** Walks the whole folder, in slices. Links are not followed. */
  strays(): Promise<Stray[]>;
  salvage(collection: string, id: string): Salvage;
  /** What changes that are not over have left in the journal, those of running ones left out. */
  journal(): Promise<LeftInJournal[]>;
  /** Moves a folder of files whose object is gone to the trash. Throws `conflict` when it is back, `missing`. */
  takeFiles(collection: string, id: string): Promise<TrashEntry>;
}

/** Properties whose text lies in a file beside the JSON; see `text-files.ts`. */
export interface Texts {
  /** Says which properties of a collection's objects do, with the names of their files. */
  declare(collection: string, files: ReadonlyMap<string, string>): void;
  /** A document as its JSON file has it, with the texts of its files. Throws `damaged` for one that cannot be read. */
  complete<T extends ObjectDocument>(collection: string, document: T): T;
}

/** Records of runs of automations, of this machine; unreadable ones count as gone. */
export interface RunFiles {
  /** Ids of automations that have any. */
  automations(): Promise<string[]>;
  /** Ids of the runs of an automation. */
  ids(automation: string): Promise<string[]>;
  read(automation: string, run: string): JsonObject | undefined;
  /** Resolves when the record is durable. */
  write(automation: string, run: string, record: object): Promise<void>;
  remove(automation: string, run: string): Promise<void>;
  removeAll(automation: string): Promise<void>;
}

/** A small JSON record (keys, settings, trust): a lowdb document over the durable write. */
export interface JsonRecord<T> {
  /** The value in memory, re-read first when another process has changed the file. */
  read(): T;
  /**
   * Changes the value under a lock and resolves when it is durable. `change` is called again with the newer value when
   * another process has written meanwhile; what it waits for is done before the write.
   */
  update(change: (value: T) => unknown): Promise<void>;
}

/** The data folder as one folder among others (decision 117). */
export interface FolderPresence {
  /** The same after a restart; another one for a copy of the folder. */
  readonly id: string;
  /** Whether the folder that was opened stands at its place now. */
  stands(): boolean;
  /** As `stands`, by a look that may be some milliseconds old. */
  stoodLately(): boolean;
}

export interface Store {
  /** Real path of the data folder. */
  readonly root: string;
  /** Whether it still stands there, and what tells it from any other. */
  readonly folder: FolderPresence;
  /** Its last segment. */
  readonly folderName: string;
  readonly objects: Objects;
  readonly journal: Journal;
  readonly files: PropertyFiles;
  readonly texts: Texts;
  readonly runs: RunFiles;
  readonly chunks: Chunks;
  readonly collections: CollectionFiles;
  readonly schemas: SchemaFiles;
  readonly catalogue: Catalogue;
  readonly trash: Trash;
  readonly upkeep: Upkeep;
  readonly fileNotes: FileNotes;
  readonly imports: ImportRecords;
  /** Work the disk did not let us finish. */
  readonly unfinished: Unfinished;
  /** Images made of others, in the cache directory. */
  readonly derivatives: DerivativeStore;
  /** A record of the folder, `.system/{name}.json`, mode 0600. */
  record<T extends object>(name: string, initial: T): Promise<JsonRecord<T>>;
  /** A record of this user and machine, outside the folder: trust decisions, recent folders. */
  stateRecord<T extends object>(name: string, initial: T): Promise<JsonRecord<T>>;
  /** One at a time per key, first come first served. */
  locked<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Changes made by others (editor, sync tool, git, another process), after the catalogue has taken them in. */
  onOutsideChange(listener: (event: ChangeEvent) => void): () => void;
  /** Writes snapshots, stops watching. */
  close(): Promise<void>;
}
