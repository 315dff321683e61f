/** The catalogue of a collection with the changes of sets in it, over that of what is live. */
import type { DamagedFile, ObjectDocument } from '../../contract/objects.js';
import type { PlinthError } from '../../errors.js';
import type { CatalogueRow } from '../catalogue/row.js';
import { etagOf } from '../catalogue/row.js';
import { RowGroups } from '../catalogue/row-groups.js';
import { RowsById } from '../catalogue/rows-by-id.js';
import type { CollectionIndex, KeptFile, Row, RowChange } from '../types/catalogue.js';
import type { Stamp } from '../types/stamp.js';

/** An object as the sets have it. */
export interface OverlaidObject {
  row: CatalogueRow;
  bytes: Buffer;
}

export interface OverlayParts {
  live: CollectionIndex;
  /** A version that no index has had before. */
  nextVersion(): number;
  /** Ids of the objects that sets change now; another array whenever one of their changes is another. */
  changedIds(): readonly string[];
  /** An object as the sets have it; null where they remove it, undefined where they leave it as it is. */
  overlaid(id: string): OverlaidObject | null | undefined;
}

/** Max changes remembered; readers that are further behind look at all rows again. */
const REMEMBERED = 64;

/** Reads compare what they know with the sets and with the live index, so that nothing has to tell them of changes. */
export class OverlayIndex implements CollectionIndex {
  readonly #parts: OverlayParts;
  readonly #byId = new RowsById();
  readonly #groups = new RowGroups<Row>();
  /** What sets change: an object, or null where they remove it. */
  #overlaid = new Map<string, OverlaidObject | null>();
  /** Objects of rows that requests under way may still have. */
  readonly #former = new WeakMap<Row, OverlaidObject>();
  #changedIds: readonly string[] | undefined;
  #liveVersion: number;
  #version: number;
  #changes: (RowChange & { readonly before: number })[] = [];

  constructor(parts: OverlayParts) {
    this.#parts = parts;
    this.#liveVersion = parts.live.version;
    this.#version = parts.nextVersion();
    this.#followSets();
  }

  get live(): CollectionIndex {
    return this.#parts.live;
  }

  get version(): number {
    this.#follow();
    return this.#version;
  }

  get size(): number {
    this.#follow();
    let size = this.#parts.live.size;
    for (const [id, object] of this.#overlaid) {
      const isLive = this.#parts.live.get(id) !== undefined;
      if (object && !isLive) size += 1;
      if (!object && isLive) size -= 1;
    }
    return size;
  }

  get(id: string): Row | undefined {
    this.#follow();
    return this.#rowOf(id);
  }

  *rows(): Iterable<Row> {
    this.#follow();
    const { live } = this.#parts;
    for (const row of live.rows()) {
      const object = this.#overlaid.get(row.id);
      if (object === undefined) yield row;
      else if (object) yield object.row;
    }
    for (const [id, object] of this.#overlaid) if (object && !live.get(id)) yield object.row;
  }

  changesSince(version: number): readonly RowChange[] | undefined {
    this.#follow();
    if (version === this.#version) return [];
    const first = this.#changes.findIndex(({ before }) => before === version);
    return first < 0 ? undefined : this.#changes.slice(first);
  }

  bytes(row: Row, once?: boolean): Buffer {
    return this.#objectOf(row)?.bytes ?? this.#parts.live.bytes(row, once);
  }

  get snapshot(): string | undefined {
    return this.#parts.live.snapshot;
  }

  /** What is made of these rows is not kept. */
  onSnapshot(): void {}

  async saved(): Promise<void> {}

  /** What is kept of the live rows, to read: most of them are the same. */
  kept(name: string, key: string): KeptFile {
    const { path, identity } = this.#parts.live.kept(name, key);
    return { path, identity };
  }

  isPartial(row: Row): boolean {
    return this.#objectOf(row)?.row.partial ?? this.#parts.live.isPartial(row);
  }

  etag(row: Row): string {
    const object = this.#objectOf(row);
    if (!object) return this.#parts.live.etag(row);
    object.row.tag ??= etagOf(object.bytes);
    return object.row.tag;
  }

  rowsById(): readonly Row[] {
    this.#follow();
    return this.#byId.get(() => this.rows());
  }

  grouped(name: string, keyOf: (row: Row) => string | undefined): ReadonlyMap<string, readonly Row[]> {
    this.#follow();
    return this.#groups.get(name, keyOf, () => this.rows());
  }

  ids(): string[] {
    this.#follow();
    const { live } = this.#parts;
    const kept = live.ids().filter((id) => this.#overlaid.get(id) !== null);
    const added = [...this.#overlaid].filter(([id, object]) => object && !live.get(id) && !live.problem(id));
    return [...kept, ...added.map(([id]) => id)];
  }

  damaged(): DamagedFile[] {
    return this.#parts.live.damaged();
  }

  problem(id: string): PlinthError | undefined {
    this.#follow();
    return this.#overlaid.has(id) ? undefined : this.#parts.live.problem(id);
  }

  /** The document is in its set already: the row is made of that. */
  put(document: ObjectDocument, _stamp: Stamp): Row {
    this.#follow();
    const row = this.#rowOf(document.id);
    if (!row) throw new Error(`The object "${document.id}" is in no change set`);
    return row;
  }

  drop(_id: string): void {
    this.#follow();
  }

  #rowOf(id: string): Row | undefined {
    const object = this.#overlaid.get(id);
    return object === undefined ? this.#parts.live.get(id) : (object?.row ?? undefined);
  }

  /** The object whose row this is; undefined for rows that are live. Rows of before are answered as they were. */
  #objectOf(row: Row): OverlaidObject | undefined {
    const object = this.#overlaid.get(row.id);
    return object && object.row === row ? object : this.#former.get(row);
  }

  #follow(): void {
    this.#followLive();
    this.#followSets();
  }

  #followLive(): void {
    const { live, overlaid } = this.#parts;
    if (live.version === this.#liveVersion) return;
    const changes = live.changesSince(this.#liveVersion);
    this.#liveVersion = live.version;
    if (!changes) this.#startAgain();
    for (const { added, removed } of changes ?? []) {
      const id = (added ?? removed)?.id;
      if (id === undefined || !this.#overlaid.has(id)) this.#note({ added, removed });
      // What is live has changed below a change of a set: both are merged again.
      else this.#replace(id, overlaid(id));
    }
  }

  #followSets(): void {
    const { changedIds, overlaid } = this.#parts;
    const ids = changedIds();
    if (ids === this.#changedIds) return;
    const isFirst = this.#changedIds === undefined;
    this.#changedIds = ids;
    for (const id of new Set([...ids, ...this.#overlaid.keys()])) {
      const object = overlaid(id);
      const known = this.#overlaid.get(id);
      if (object === known || (object && known && object.bytes.equals(known.bytes))) continue;
      if (isFirst && object !== undefined) this.#overlaid.set(id, object);
      else this.#replace(id, object);
    }
  }

  #replace(id: string, object: OverlaidObject | null | undefined): void {
    const removed = this.#rowOf(id);
    const known = this.#overlaid.get(id);
    if (known) this.#former.set(known.row, known);
    if (object === undefined) this.#overlaid.delete(id);
    else this.#overlaid.set(id, object);
    this.#note({ added: this.#rowOf(id), removed });
  }

  #note(change: RowChange): void {
    const { added, removed } = change;
    if (removed) {
      this.#byId.remove(removed);
      this.#groups.remove(removed);
    }
    if (added) {
      this.#byId.insert(added);
      this.#groups.insert(added);
    }
    this.#changes.push({ ...change, before: this.#version });
    if (this.#changes.length > REMEMBERED) this.#changes.shift();
    this.#version = this.#parts.nextVersion();
  }

  /** Too much of what is live has changed to follow it. */
  #startAgain(): void {
    this.#byId.clear();
    this.#groups.clear();
    this.#changes = [];
    this.#version = this.#parts.nextVersion();
    for (const id of this.#overlaid.keys()) {
      const object = this.#parts.overlaid(id);
      if (object !== undefined) this.#overlaid.set(id, object);
    }
  }
}
