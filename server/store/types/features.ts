/** Files that belong to one feature: uploads in pieces, runs of automations, unsaved changes, derivatives. */
import type { JsonObject } from '../../contract/values.js';

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

/** Records of runs, of automations or of sites, on this machine; unreadable ones count as gone. */
export interface RunFiles {
  /** Ids of those that have run. */
  all(): Promise<string[]>;
  /** Ids of the runs of one. */
  ids(of: string): Promise<string[]>;
  read(of: string, run: string): JsonObject | undefined;
  /** Resolves when the record is durable. */
  write(of: string, run: string, record: object): Promise<void>;
  remove(of: string, run: string): Promise<void>;
  removeAll(of: string): Promise<void>;
}

/** Unsaved changes as they are stored. */
export interface KeptUnsaved {
  id: string;
  unsaved: JsonObject;
}

/** Unsaved changes, of this machine, by the key of their user; unreadable ones count as gone. */
export interface UnsavedStore {
  /** The key of a user: fits every file system. */
  keyOf(user: string): string;
  /** Keys of users that have had some. */
  users(): Promise<string[]>;
  all(user: string): Promise<KeptUnsaved[]>;
  /** Throws `invalid` for an id no form can have, as do the others. */
  read(user: string, id: string): JsonObject | undefined;
  /** Resolves with its size in bytes when they are durable. Throws `full`, `readOnly`. */
  write(user: string, id: string, unsaved: object): Promise<number>;
  remove(user: string, id: string): Promise<void>;
}

/** Identifies a derivative: the parts of its name from the widest to the narrowest, and a digest of the rest. */
export interface DerivativeName {
  collection: string;
  id: string;
  /** Path of the property below the object, then of the file. */
  property: string;
  file: string;
  key: string;
}

export interface DerivativeStore {
  read(name: DerivativeName): Promise<Buffer | undefined>;
  /** Never throws: without room the derivative is not cached. */
  write(name: DerivativeName, bytes: Buffer): Promise<void>;
  /** Removes those whose names begin so; how many there were. */
  clear(prefix: string): Promise<number>;
}
