/** Object files, settings, schemas and records: JSON documents of the folder. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { CollectionSettings, ObjectDocument, TrashEntry } from '../../contract/objects.js';
import type { SchemaDocument } from '../../contract/schemas.js';
import type { JsonObject } from '../../contract/values.js';
import type { BeforePlacing } from './files.js';
import type { Stamp } from './stamp.js';

export interface StoredObject {
  document: ObjectDocument;
  stamp: Stamp;
  /** Of the file. */
  bytes: Buffer;
}

/** A file that values of a document were read from: what JavaScript does not keep of them is taken from it. */
export type ReadFile = Pick<StoredObject, 'bytes'> & { document: JsonObject };

/** Object files. Ids and collections are checked again here: nothing outside the folder, no symbolic link. */
export interface Objects {
  /**
   * Undefined when absent; throws PlinthError `damaged` for a file that is not a complete JSON object with this id,
   * `busy` for one that another program is still writing or that iCloud has moved off the disk. `waits`: whether a file
   * that is being written is waited for; true by default, it is `damaged` otherwise.
   */
  read(collection: string, id: string, waits?: boolean): Promise<StoredObject | undefined>;
  /**
   * Writes durably: temp file, fsync, rename, fsync of the directory; resolves when all are done. `expect` is what the
   * caller read; another file at the path (or one where none should be) throws `stale`. `expect: 'damaged'` first
   * keeps the current bytes in the trash. `read`: other files the document has values of; they come first.
   */
  write(
    collection: string,
    document: ObjectDocument,
    expect: StoredObject | 'absent' | 'damaged',
    change: ChangeOrigin,
    read?: readonly ReadFile[],
  ): Promise<Stamp>;
  /** Copies an object's folder of files beside another object's place; nothing happens where there is none. */
  copyFiles(
    from: { collection: string; id: string },
    to: { collection: string; id: string },
    beforePlacing: BeforePlacing | undefined,
    change: ChangeOrigin,
  ): Promise<void>;
}

/** How a file is replaced. */
export interface ReplaceOptions {
  /** The current file is kept in the trash, unless it is the same. */
  keep?: boolean;
}

/** `.meta.json` of every collection. */
export interface CollectionFiles {
  /** Ids of the folders that hold a `.meta.json`. */
  ids(): Promise<string[]>;
  /** The current document, unknown keys included; undefined when absent; throws `damaged`. */
  read(id: string): Promise<JsonObject | undefined>;
  /**
   * Makes the folder when it is missing. Throws `stale` when the file is not the one last read here; a damaged one
   * is kept in the trash first.
   */
  write(
    id: string,
    settings: CollectionSettings,
    options: ReplaceOptions,
    change: ChangeOrigin,
  ): Promise<void>;
}

/** `.schemas/*.json`. */
export interface SchemaFiles {
  /** Every readable custom schema, and the damaged files with their reason. */
  readAll(): Promise<{ documents: SchemaDocument[]; damaged: { id: string; reason: string }[] }>;
  /** Throws `stale` when the file is not the one last read here; a damaged one is kept in the trash first. */
  write(document: SchemaDocument, options: ReplaceOptions, change: ChangeOrigin): Promise<void>;
  /** Whether the file is another than the one last read or written here. */
  hasChanged(id: string): boolean;
  /** Moves the file to the trash; the entry can be restored. */
  remove(id: string, change: ChangeOrigin): Promise<TrashEntry>;
}

/** Properties whose text is in a file beside the JSON; see `text-files.ts`. */
export interface Texts {
  /** Sets which properties of a collection's objects do, with the names of their files. */
  declare(collection: string, files: ReadonlyMap<string, string>): void;
  /** Names of the files of a collection. */
  filesOf(collection: string): Iterable<string>;
  /** A document as its JSON file has it, with the texts of its files. Throws `damaged` for one that cannot be read. */
  complete<T extends ObjectDocument>(collection: string, document: T): T;
}

/** A small JSON record (keys, settings, trust): a lowdb document over the durable write. */
export interface JsonRecord<T> {
  /** The value in memory, re-read first when another process has changed the file. */
  read(): T;
  /**
   * Changes the value under a lock and resolves when it is durable. `change` is called again with the newer value when
   * another process has written; what it awaits is done before the write.
   */
  update(change: (value: T) => unknown): Promise<void>;
}

/** `.system/settings.json`. */
export interface SettingsRecord<T> {
  /** As of `JsonRecord`. */
  read(): T;
  /** As of `JsonRecord`. */
  update(edit: (value: T) => unknown, change: ChangeOrigin): Promise<void>;
}
