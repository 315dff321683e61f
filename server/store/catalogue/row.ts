/** Rows of the catalogue, and how a file becomes one. */
import { hash } from 'node:crypto';
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { type FileBytes, parseDocument, readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { Entry, Projection, References, Row } from '../types/catalogue.js';
import type { Stamp } from '../types/stamp.js';
import type { Holder } from './byte-budget.js';
import { SnapshotBlock } from './snapshot-block.js';

/** A file's object, and its stamp. */
export interface FileEntry {
  readonly entry: Entry;
  readonly stamp: Stamp;
  /** When the file was last changed in any way; unknown of one that was just written. */
  readonly changed?: number | undefined;
  /** Distinguishes documents with the same answer. */
  readonly digest?: string | undefined;
  readonly references?: References | undefined;
}

/** A class, so that all rows have one shape and can be recognized by `instanceof`. */
export class CatalogueRow implements Row, Holder {
  readonly id: string;
  bytes: Buffer | undefined = undefined;
  used = false;
  tag: string | undefined = undefined;
  /** Whether the answer withholds values that writers see; known with the bytes. */
  partial: boolean | undefined = undefined;
  #source: FileEntry | SnapshotBlock;
  #at: number;

  /** `source`: the entry, or the block of a snapshot that has it at `at`. */
  constructor(id: string, source: FileEntry | SnapshotBlock, at = 0) {
    this.id = id;
    this.#source = source;
    this.#at = at;
  }

  /** A snapshot has the same values now, and takes less memory. */
  moveTo(block: SnapshotBlock, at: number): void {
    this.#source = block;
    this.#at = at;
  }

  /** Whether its values are in a block of a snapshot, which is in memory as long as one of its rows is. */
  get isOfSnapshot(): boolean {
    return this.#source instanceof SnapshotBlock;
  }

  /** Takes its values out of the block. */
  leaveSnapshot(): void {
    if (!this.isOfSnapshot) return;
    const { entry, stamp, changed, digest, references } = this;
    this.#source = { entry, stamp, changed, digest, references };
  }

  /** The place among the rows of a snapshot; undefined where it is not one of them. */
  placeIn(snapshot: string): number | undefined {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.placeIn(snapshot, this.#at) : undefined;
  }

  get stamp(): Stamp {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.stamp(this.#at) : source.stamp;
  }

  get entry(): Entry {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.entry(this.#at) : source.entry;
  }

  get changed(): number | undefined {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.changed(this.#at) : source.changed;
  }

  get digest(): string | undefined {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.digest(this.#at) : source.digest;
  }

  get references(): References | undefined {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.references(this.#at) : source.references;
  }

  value(name: string): JsonValue | undefined {
    const source = this.#source;
    return source instanceof SnapshotBlock ? source.value(this.#at, name) : source.entry[name];
  }
}

/** Whether two rows are surely of the same file, unchanged. A file written by us is only known once it was read again. */
export function isSameFile(a: Row, b: Row): boolean {
  if (a === b) return true;
  if (!(a instanceof CatalogueRow && b instanceof CatalogueRow) || a.changed === undefined) return false;
  return a.changed === b.changed && a.digest === b.digest && sameStamp(a.stamp, b.stamp);
}

/** When anything about the file of a row was last changed; undefined where that is not known. */
export const changeTime = (row: Row): number | undefined =>
  row instanceof CatalogueRow ? row.changed : undefined;

/** The place of a row among those of a snapshot; undefined where it is not one of them. */
export const placeIn = (row: Row, snapshot: string): number | undefined =>
  row instanceof CatalogueRow ? row.placeIn(snapshot) : undefined;

/** One indexed field of a row; of a row from a snapshot nothing else is parsed for it. */
export function indexedValue(row: Row, name: string): JsonValue | undefined {
  return row instanceof CatalogueRow ? row.value(name) : row.entry[name];
}

/** A file that is not an object, and its stamp. */
export interface Broken {
  readonly reason: string;
  readonly stamp: Stamp;
  /** The file is sound, but iCloud has moved it off the disk; the stamp is that of its placeholder. */
  readonly inICloud?: true;
}

/** An object whose file iCloud has moved off the disk; undefined where there is no placeholder of one. */
export function inICloudAt(layout: Layout, collection: string, id: string): Broken | undefined {
  const stamp = stampAt(layout.placeholder(collection, id));
  return stamp && { reason: 'The file is in iCloud and has not been downloaded', stamp, inICloud: true };
}

/** A row and, when requested, the answer's bytes, not yet counted in the budget. */
export interface Reading {
  row: CatalogueRow;
  bytes: Buffer | undefined;
}

/** Strong ETag of an answer, quoted: of its bytes, or of a text that represents them. */
export function etagOf(content: Buffer | string): string {
  return `"${hash('sha1', content, 'base64url')}"`;
}

/** A document's row and, when requested, its answer. */
export function projected(
  projection: Projection,
  document: ObjectDocument,
  { stamp, changed }: Pick<FileEntry, 'stamp' | 'changed'>,
  withBytes: boolean,
): Reading {
  let partial = false;
  const withheld = () => {
    partial = true;
  };
  const bytes = withBytes ? projection.bytes(document, stamp, withheld) : undefined;
  const row = new CatalogueRow(document.id, {
    entry: projection.entry(document, stamp),
    stamp,
    changed,
    digest: projection.digest?.(document, partial),
    references: projection.references?.(document),
  });
  if (bytes) row.partial = partial;
  return { row, bytes };
}

/** Where the bytes of a file come from: read already, or into a buffer that is used again. */
export interface RowSource {
  file?: FileBytes | undefined;
  scratch?: Buffer;
}

/**
 * Reads and projects one object file; undefined when there is none. A file that is not an object, or that the
 * projection cannot read, is `Broken`. Throws `busy`.
 */
export function readRow(
  path: string,
  id: string,
  projection: Projection,
  withBytes: boolean,
  { file: read, scratch }: RowSource = {},
): Reading | Broken | undefined {
  try {
    const file = read ?? readBytes(path, scratch);
    if (!file) return undefined;
    const document = parseDocument(file.bytes, id);
    const { stamp, changed } = file;
    return projected(projection, document, { stamp, changed }, withBytes);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'busy') throw error;
    const stamp = stampAt(path);
    if (!stamp) return undefined;
    const detail = error instanceof Error ? error.message : String(error);
    // Anything but `damaged` is a document no program should hold, e.g. lists nested a hundred thousand deep.
    const reason = error instanceof PlinthError ? detail : `The object cannot be shown (${detail})`;
    return { reason, stamp };
  }
}

export function isBroken(found: Reading | Broken): found is Broken {
  return 'reason' in found;
}
