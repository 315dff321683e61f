/** The catalogue of one collection in memory. */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { DamagedFile, ObjectDocument } from '../../contract/objects.js';
import { missing, type PlinthError } from '../../errors.js';
import { damaged, notDownloaded } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { isFresh } from '../disk/retry-read.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type {
  CollectionIndex,
  KeptFile,
  ObjectChange,
  Projection,
  Row,
  RowChange,
  SentAnswer,
} from '../types/catalogue.js';
import type { Stamp } from '../types/stamp.js';
import type { ByteBudget } from './byte-budget.js';
import {
  type Broken,
  CatalogueRow,
  etagOf,
  inICloudAt,
  isBroken,
  projected,
  type Reading,
  readRow,
} from './row.js';
import { RowGroups } from './row-groups.js';
import { RowsById } from './rows-by-id.js';

export interface CollectionIndexParts {
  collection: string;
  layout: Layout;
  budget: ByteBudget;
  /** A number no index has had before. */
  nextVersion: () => number;
  /** Called after every change, for the snapshot. */
  changed: () => void;
  /** Writes the snapshot that waits for quiet. */
  saved: () => Promise<void>;
  /** Where what is made of the rows is kept. */
  kept: (name: string, key: string) => KeptFile;
  /** Called for a file that does not match its row; the watcher checks it. */
  invalidate: (id: string) => void;
  /** Called for answers that are outdated. */
  replaced: (answer: SentAnswer) => void;
}

/** What a fill found. */
export interface Filling {
  rows: Map<string, CatalogueRow>;
  /** Those with answers already built. */
  answered: Reading[];
  broken: Map<string, Broken>;
  /** The snapshot that most rows are from. */
  snapshot: string | undefined;
}

/** The result of checking one file. `later`: it is missing, or incomplete and very new. */
export type Found = ObjectChange | 'later' | undefined;

/** Max objects are smaller: one buffer for reading all of them. */
const SCRATCH_BYTES = 64 * 1024;

/** Answers of a replaced index are dropped after so long; few requests take that long. */
const RETIRED_MS = 10_000;

/** Max changes remembered; readers that are further behind scan all rows again. */
const REMEMBERED = 64;

/** Max answers of a replaced index that are reported. */
const MAX_REPLACED = 1000;

export class FileCollectionIndex implements CollectionIndex {
  readonly #parts: CollectionIndexParts;
  readonly #pathOf: (id: string) => string;
  #rows = new Map<string, CatalogueRow>();
  #broken = new Map<string, Broken>();
  readonly #byId = new RowsById();
  readonly #groups = new RowGroups<Row>();
  #version: number;
  /** The last changes, each with the version before it. */
  #changes: (RowChange & { readonly before: number })[] = [];
  readonly #projection: Projection;
  /** What files are read into on their way to an answer. */
  #scratch: Buffer | undefined;
  #retired = false;
  #snapshot: string | undefined;
  /**
   * Rows of the last snapshot that have gone. Queries and searches hold some of them until they are asked again: each
   * would keep a block of a snapshot that has been replaced, and many saves the blocks of many snapshots.
   */
  #gone: CatalogueRow[] = [];
  #onSnapshot = () => {};

  constructor(parts: CollectionIndexParts, projection: Projection) {
    this.#parts = parts;
    this.#pathOf = parts.layout.objectsOf(parts.collection);
    this.#projection = projection;
    this.#version = parts.nextVersion();
  }

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#rows.size;
  }

  get projection(): Projection {
    return this.#projection;
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  rows(): Iterable<CatalogueRow> {
    return this.#rows.values();
  }

  changesSince(version: number): readonly RowChange[] | undefined {
    if (version === this.#version) return [];
    const first = this.#changes.findIndex(({ before }) => before === version);
    return first < 0 ? undefined : this.#changes.slice(first);
  }

  /** Ids of all files known, damaged ones included. */
  ids(): string[] {
    return [...this.#rows.keys(), ...this.#broken.keys()];
  }

  bytes(row: Row, once = false): Buffer {
    if (row instanceof CatalogueRow && row.bytes) {
      // Checked first: rewriting an unchanged file costs more than reading it.
      if (!row.used) row.used = true;
      return row.bytes;
    }
    return this.#load(row.id, once).bytes;
  }

  get snapshot(): string | undefined {
    return this.#snapshot;
  }

  onSnapshot(listener: () => void): void {
    this.#onSnapshot = listener;
  }

  /** A snapshot was written, and rows have moved into it. */
  async savedAs(snapshot: string): Promise<void> {
    this.#snapshot = snapshot;
    if (!this.#retired) this.#onSnapshot();
    const yielder = new Yielder();
    for (const row of this.#gone.splice(0)) {
      row.leaveSnapshot();
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }

  saved(): Promise<void> {
    return this.#retired ? Promise.resolve() : this.#parts.saved();
  }

  kept(name: string, key: string): KeptFile {
    return this.#parts.kept(name, key);
  }

  isPartial(row: Row): boolean {
    if (row instanceof CatalogueRow && row.partial !== undefined) return row.partial;
    return this.#load(row.id).partial;
  }

  etag(row: Row): string {
    if (row instanceof CatalogueRow && row.tag) return row.tag;
    const bytes = this.bytes(row);
    const tag = etagOf(bytes);
    if (row instanceof CatalogueRow && row.bytes === bytes) row.tag = tag;
    return tag;
  }

  rowsById(): readonly Row[] {
    return this.#byId.get(() => this.#rows.values());
  }

  grouped(name: string, keyOf: (row: Row) => string | undefined): ReadonlyMap<string, readonly Row[]> {
    return this.#groups.get(name, keyOf, () => this.#rows.values());
  }

  damaged(): DamagedFile[] {
    const { collection } = this.#parts;
    return [...this.#broken].map(([id, { reason }]) => ({ collection, id, reason }));
  }

  problem(id: string): PlinthError | undefined {
    const broken = this.#broken.get(id);
    if (!broken) return undefined;
    const { collection } = this.#parts;
    if (broken.inICloud) return notDownloaded(collection, id);
    return damaged(message('objectDamaged', { collection, id, reason: broken.reason }));
  }

  put(document: ObjectDocument, stamp: Stamp): Row {
    const found = projected(this.#projection, document, { stamp }, true);
    this.#install(found);
    return found.row;
  }

  drop(id: string): void {
    const row = this.#rows.get(id);
    if (!row && !this.#broken.has(id)) return;
    if (row) this.#remove(row);
    this.#broken.delete(id);
    this.#touch({ removed: row });
  }

  /** Another index takes its place. Requests under way still find its rows, and for a while their answers. */
  retire(): void {
    this.#retired = true;
    if (this.#rows.size === 0) return;
    let reported = 0;
    for (const row of this.#rows.values()) {
      if (this.#emitReplaced(row)) reported += 1;
      if (reported === MAX_REPLACED) break;
    }
    const release = () => {
      for (const row of this.#rows.values()) this.#parts.budget.release(row);
    };
    setTimeout(release, RETIRED_MS).unref();
  }

  /** Takes over what was found; in one go, so there must be little to do for each row. */
  finishFill({ rows, answered, broken, snapshot }: Filling): void {
    this.#snapshot = snapshot;
    this.#broken = broken;
    this.#rows = rows;
    for (const { row, bytes } of answered) if (bytes && rows.get(row.id) === row) this.#keep(row, bytes);
    this.#version = this.#parts.nextVersion();
  }

  /** Compares one file with its row and applies the difference. `force`: even when the stamp is the same. */
  reconcile(id: string, options: { force?: boolean; debounceNew?: boolean } = {}): Found {
    const path = this.#pathOf(id);
    const row = this.#rows.get(id);
    const known = row?.stamp ?? this.#broken.get(id)?.stamp;
    const existing = stampAt(path);
    if (existing && !options.force && sameStamp(known, existing)) return undefined;
    const found = existing && readRow(path, id, this.#projection, true);
    if (!found) return this.#absent(id, options.debounceNew);
    if (isBroken(found)) {
      if (options.debounceNew && isFresh(found.stamp)) return 'later';
      return this.#installBroken(id, found);
    }
    const sameAnswer = row && found.bytes && this.#isKnown(row, found.bytes);
    const same = sameAnswer && row.digest === found.row.digest;
    if (same && sameStamp(row.stamp, found.row.stamp)) return undefined;
    this.#install(found);
    if (same) return undefined;
    return known ? 'updated' : 'created';
  }

  /** No file: a row stays while iCloud only keeps its file elsewhere. */
  #absent(id: string, debounceNew = false): Found {
    const broken = this.#broken.get(id);
    const inICloud = inICloudAt(this.#parts.layout, this.#parts.collection, id);
    if (inICloud && (this.#rows.has(id) || sameStamp(inICloud.stamp, broken?.stamp))) return undefined;
    if (inICloud) return this.#installBroken(id, inICloud);
    if (!broken && !this.#rows.has(id)) return undefined;
    if (debounceNew) return 'later';
    this.drop(id);
    return 'deleted';
  }

  #isKnown(row: CatalogueRow, bytes: Buffer): boolean {
    return row.bytes ? row.bytes.equals(bytes) : row.tag === etagOf(bytes);
  }

  #install({ row, bytes }: Reading): void {
    const before = this.#rows.get(row.id);
    if (before) this.#remove(before);
    this.#broken.delete(row.id);
    this.#rows.set(row.id, row);
    if (bytes) this.#keep(row, bytes);
    this.#byId.insert(row);
    this.#groups.insert(row);
    this.#touch({ added: row, removed: before });
  }

  #installBroken(id: string, broken: Broken): Found {
    const row = this.#rows.get(id);
    const before = this.#broken.get(id);
    if (row) this.#remove(row);
    this.#broken.set(id, broken);
    this.#touch({ removed: row });
    if (before?.reason === broken.reason) return undefined;
    return 'damaged';
  }

  #keep(row: CatalogueRow, bytes: Buffer): void {
    if (!this.#retired) this.#parts.budget.keep(row, bytes);
  }

  #remove(row: CatalogueRow): void {
    this.#emitReplaced(row);
    this.#byId.remove(row);
    this.#groups.remove(row);
    this.#rows.delete(row.id);
    this.#parts.budget.release(row);
    if (row.isOfSnapshot) this.#gone.push(row);
  }

  /** Reports a row's answer if it was sent, which is when it got its ETag; false if it was not. */
  #emitReplaced({ tag, bytes }: CatalogueRow): boolean {
    if (tag === undefined || bytes === undefined) return false;
    this.#parts.replaced({ etag: tag, bytes });
    return true;
  }

  #touch(change: RowChange): void {
    this.#changes.push({ ...change, before: this.#version });
    if (this.#changes.length > REMEMBERED) this.#changes.shift();
    this.#version = this.#parts.nextVersion();
    if (!this.#retired) this.#parts.changed();
  }

  /** Bytes that are not cached: one small file. */
  #load(id: string, once = false): { bytes: Buffer; partial: boolean } {
    const row = this.#rows.get(id);
    if (row?.bytes && row.partial !== undefined) return { bytes: row.bytes, partial: row.partial };
    const { collection, invalidate } = this.#parts;
    this.#scratch ??= Buffer.allocUnsafeSlow(SCRATCH_BYTES);
    const found = readRow(this.#pathOf(id), id, this.#projection, true, { scratch: this.#scratch });
    if (!found || isBroken(found) || !found.bytes) {
      invalidate(id);
      if (found && isBroken(found)) throw damaged(message('fileDamaged', { reason: found.reason }));
      if (inICloudAt(this.#parts.layout, collection, id)) throw notDownloaded(collection, id);
      throw missing(message('objectMissingIn', { id, name: collection }));
    }
    const { bytes } = found;
    const { partial = false } = found.row;
    if (row) row.partial = partial;
    // The file has changed: it is answered as it is, and the watcher updates the row and emits the event.
    if (!row || !sameStamp(row.stamp, found.row.stamp)) invalidate(id);
    else if (!once) this.#keep(row, bytes);
    return { bytes, partial };
  }
}
