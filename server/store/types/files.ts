/** Files of objects. */
import type { Readable } from 'node:stream';
import type { ChangeOrigin } from '../../contract/changes.js';
import type { Stamp } from './stamp.js';

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

/** A file whose place depends on its object. */
export interface NotedPath {
  /** Below the object's folder. */
  path: string;
  /** Inode of a file this change has brought: it may be deleted. Any other goes to the trash. */
  ours?: number | undefined;
  /** It came with the whole object: it goes only where the object is not there. */
  whole?: true | undefined;
}

/** Called with files before they get their places. */
export type BeforePlacing = (files: NotedPath[]) => Promise<void>;

/** Staging folder for incoming files, on the volume of the data folder; swept when it is abandoned. */
export interface Incoming {
  /**
   * Writes a stream to a path below it and resolves with its size when it is durable. Throws `invalid` for a path no
   * file system takes, `tooLarge` beyond `limit` bytes; then nothing is left of the file.
   */
  write(path: string, content: Readable, limit: number): Promise<number>;
  /**
   * Copies a file of an object to a path below it, as a clone where the file system has them, and resolves when it is
   * durable. Throws `missing`, and `stale` where the file no longer has the stamp: it was replaced meanwhile.
   */
  copy(path: string, from: FileAddress, stamp: Stamp): Promise<void>;
  /** Copies a file in it to another path, durably. */
  duplicate(path: string, to: string): Promise<void>;
  /** The bytes of a file in it. */
  bytes(path: string): Promise<Buffer>;
  /** Absolute path of a file in it, for readers that need one. */
  pathOf(path: string): string;
  /** The inode of a staged file, which it keeps in its place. */
  inodeOf(path: string): number | undefined;
  /** Turns the folder into the files of a new object. Throws `conflict` when the object exists. */
  place(
    collection: string,
    id: string,
    beforePlacing: BeforePlacing | undefined,
    change: ChangeOrigin,
  ): Promise<void>;
  /**
   * Moves one of its files to the files of an object, durably. Throws `stale` where a file exists, unless that one is
   * to be replaced.
   */
  placeFile(
    path: string,
    to: FileAddress,
    options: { replace: boolean },
    change: ChangeOrigin,
  ): Promise<void>;
  /** Deletes what is left of it. */
  discard(): Promise<void>;
}

/** An open file, as it was when it was opened. */
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
  /** Whether the file still has this stamp: cheaper than reading the stamp again. Throws as `stamp`. */
  isSame(collection: string, id: string, path: string, stamp: Stamp): boolean;
  /** All files of an object, A-Z, or those that are asked for; derivatives, hidden files and links are skipped. */
  list(collection: string, id: string, isAsked?: (path: string) => boolean): Promise<StoredFile[]>;
  /** Paths of the file at a path, or of all files below it where it is a folder; hidden ones too. */
  below(collection: string, id: string, path: string): Promise<string[]>;
  /** Links a file of an object to a second place, durably. An unused file there goes to the trash. Throws `missing`. */
  duplicate(collection: string, id: string, from: string, to: string, change: ChangeOrigin): Promise<void>;
  /**
   * Clears away files of an object that it does not name: those with another name, and those a change brought, are
   * deleted; others go to the trash. `named`: what the object names.
   */
  clear(
    collection: string,
    id: string,
    paths: readonly NotedPath[],
    named: ReadonlySet<string>,
    change: ChangeOrigin,
  ): Promise<void>;
  /** Makes a folder of an object, and those above it. */
  makeFolder(collection: string, id: string, path: string): Promise<void>;
  /** The bytes of a file of an object. Throws `missing`. */
  read(collection: string, id: string, path: string): Readable;
  /** The bytes of `{collection}/{id}.json`, damaged or not; undefined where there is none. */
  document(collection: string, id: string): Buffer | undefined;
  incoming(): Promise<Incoming>;
}
