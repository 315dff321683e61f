/**
 * The indexes of all collections: filled on first use, projected again after a schema change, kept as snapshots. An
 * index is replaced by another and never emptied: requests under way finish on the one they hold, without a lock.
 */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { missing, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { asStoreError } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { statOf } from '../disk/stamp.js';
import { catalogueFolder } from '../host/machine-folders.js';
import type {
  Catalogue,
  CollectionIndex,
  KeptFile,
  ObjectChange,
  Projection,
  SentAnswer,
} from '../types/catalogue.js';
import { ByteBudget } from './byte-budget.js';
import { FileCollectionIndex } from './collection-index.js';
import { fill, type Progress } from './fill.js';
import { readSnapshot, type SnapshotName, writeSnapshot } from './snapshot.js';

/** Plinth is measured up to it (`npm run bench -- --growth`). */
export const MANY_OBJECTS = 500_000;

/** The warning for a collection of so many objects; undefined when it is small enough. */
export function sizeWarning(collection: string, objects: number): string | undefined {
  if (objects <= MANY_OBJECTS) return undefined;
  const [count, many] = [objects, MANY_OBJECTS].map((number) => number.toLocaleString('en'));
  return `The collection "${collection}" holds ${count} objects; above ${many}, startup and lists get slow`;
}

/** Max bytes of cached answers; about a hundred thousand posts (spec/performance.md#kept-bytes). */
const BYTE_BUDGET = 256 * 1024 * 1024;
/** A snapshot is written when a collection has been idle for so long. */
const IDLE_MS = 2_000;
/** Only where this part of the rows is not in it: to read so many files at the next start costs less. */
const UNSAVED_PART = 1 / 100;

export interface CatalogueParts {
  layout: Layout;
  /** Cache directory of this user and machine, and how it is written. */
  cache: string;
  caches: DurableFiles;
  log: Log;
  /** Throws when the data folder is not at its place. */
  check: () => void;
  /** Called for a file that does not match its row. */
  invalidate: (collection: string, id: string) => void;
  /** Waits while a failed change of a collection is not undone yet. Rejects with `busy` if that fails. */
  settling: (collection: string) => Promise<void> | undefined;
}

interface Slot {
  readonly collection: string;
  /** Replaced when it must be filled again: requests that hold the former one finish with its rows. */
  collectionIndex: FileCollectionIndex;
  /** The filled index; undefined until the first touch. */
  ready: Promise<CollectionIndex> | undefined;
  filled: boolean;
  /** How far a fill has come. */
  progress: Progress;
  /** Ids of the index before, until the present one is filled. */
  known: readonly string[];
  /** How many changes are not in the snapshot. */
  unsaved: number;
  /** The last snapshot being written. */
  saving: Promise<void>;
  /** The idle timer; undefined while the snapshot is up to date. */
  timer: NodeJS.Timeout | undefined;
}

export class FolderCatalogue implements Catalogue {
  readonly #parts: CatalogueParts;
  readonly #slots = new Map<string, Slot>();
  readonly #budget = new ByteBudget(BYTE_BUDGET);
  readonly #snapshots: string;
  // Versions are parts of ETags: a later run of the program must not repeat those of an earlier one.
  #version = Date.now() * 1000;
  #closed = false;
  #onReplaced: ((answer: SentAnswer) => void) | undefined;

  constructor(parts: CatalogueParts) {
    this.#parts = parts;
    this.#snapshots = catalogueFolder(parts.cache, parts.layout.root);
  }

  project(collection: string, projection: Projection): void {
    const slot = this.#slots.get(collection);
    if (slot) this.#replace(slot, projection);
    else this.#slots.set(collection, this.#newSlot(collection, projection));
  }

  projectionOf(collection: string): Projection {
    const slot = this.#slots.get(collection);
    if (!slot) throw missing(message('collectionMissing', { id: collection }));
    return slot.collectionIndex.projection;
  }

  nextVersion(): number {
    this.#version += 1;
    return this.#version;
  }

  onReplaced(listener: (answer: SentAnswer) => void): void {
    this.#onReplaced = listener;
  }

  isCurrent(collection: string, collectionIndex: CollectionIndex): boolean {
    const slot = this.#slots.get(collection);
    return slot?.filled === true && slot.collectionIndex === collectionIndex;
  }

  collectionIndex(collection: string): Promise<CollectionIndex> {
    const slot = this.#slots.get(collection);
    if (!slot) return Promise.reject(missing(message('collectionMissing', { id: collection })));
    const settling = this.#parts.settling(collection);
    if (settling) return settling.then(() => this.collectionIndex(collection));
    slot.ready ??= this.#fill(slot);
    return slot.ready;
  }

  forget(collection: string): void {
    const slot = this.#slots.get(collection);
    if (slot) this.#replace(slot, slot.collectionIndex.projection);
  }

  async recheck(collection: string, id: string): Promise<ObjectChange | undefined> {
    await this.collectionIndex(collection);
    const found = this.filled(collection)?.reconcile(id, { force: true });
    return found === 'later' ? undefined : found;
  }

  async warm(): Promise<void> {
    for (const slot of this.#slots.values()) {
      if (this.#closed || statOf(this.#nameOf(slot).path) === undefined) continue;
      // The requester gets the error.
      await this.collectionIndex(slot.collection).catch(() => {});
    }
  }

  /** The filled index of a collection that was requested. */
  filled(collection: string): FileCollectionIndex | undefined {
    const slot = this.#slots.get(collection);
    return slot?.filled ? slot.collectionIndex : undefined;
  }

  /** True while a fill reads files; changes in the meantime must be checked afterwards. */
  isFilling(collection: string): boolean {
    const slot = this.#slots.get(collection);
    return slot !== undefined && slot.ready !== undefined && !slot.filled;
  }

  reading(): Progress | undefined {
    const slots = [...this.#slots.values()].filter(({ collection }) => this.isFilling(collection));
    if (slots.length === 0) return undefined;
    const sum = (key: keyof Progress) => slots.reduce((total, { progress }) => total + progress[key], 0);
    return { read: sum('read'), of: sum('of') };
  }

  /** Calls off what is being filled and writes the snapshots that wait for quiet. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#slots.values()].map(({ ready }) => ready));
    for (const slot of this.#slots.values()) await this.#saved(slot);
  }

  #newSlot(collection: string, projection: Projection): Slot {
    return {
      collection,
      collectionIndex: this.#newIndex(collection, projection),
      ready: undefined,
      filled: false,
      progress: { read: 0, of: 0 },
      known: [],
      unsaved: 0,
      saving: Promise.resolve(),
      timer: undefined,
    };
  }

  #newIndex(collection: string, projection: Projection): FileCollectionIndex {
    const { layout, invalidate } = this.#parts;
    return new FileCollectionIndex(
      {
        collection,
        layout,
        budget: this.#budget,
        nextVersion: () => this.nextVersion(),
        changed: () => this.#saveLater(collection, 1),
        saved: async () => {
          const slot = this.#slots.get(collection);
          if (slot) await this.#saved(slot);
        },
        kept: (name, key) => this.#keptFile(collection, name, key),
        invalidate: (id) => invalidate(collection, id),
        replaced: (answer) => this.#onReplaced?.(answer),
      },
      projection,
    );
  }

  #replace(slot: Slot, projection: Projection): void {
    const before = slot.collectionIndex;
    slot.collectionIndex = this.#newIndex(slot.collection, projection);
    before.retire();
    clearTimeout(slot.timer);
    slot.timer = undefined;
    if (slot.filled) slot.known = before.ids();
    // A running fill starts again by itself and serves those who wait for it.
    if (slot.filled) slot.ready = undefined;
    slot.filled = false;
  }

  async #fill(slot: Slot): Promise<CollectionIndex> {
    const { collection } = slot;
    const { layout } = this.#parts;
    try {
      for (;;) {
        const { collectionIndex, known } = slot;
        const stillNeeded = () => slot.collectionIndex === collectionIndex && !this.#closed;
        const { projection } = collectionIndex;
        const snapshot = readSnapshot(this.#nameOf(slot));
        slot.progress = { read: 0, of: 0 };
        const { progress } = slot;
        const { hasRoom } = this.#budget;
        const folder = { layout, collection, projection, snapshot, known };
        const result = await fill({ ...folder, hasRoom, stillNeeded, progress });
        if (this.#closed) throw new PlinthError('busy', message('folderClosing'));
        if (!result || !stillNeeded()) continue;
        // What was not found in another folder, or none, is not missing in ours.
        this.#parts.check();
        collectionIndex.finishFill(result);
        slot.filled = true;
        slot.known = [];
        const warning = sizeWarning(collection, result.rows.size);
        if (warning) this.#parts.log('warn', warning);
        slot.unsaved = 0;
        this.#saveLater(collection, result.unsaved);
        return collectionIndex;
      }
    } catch (error) {
      slot.ready = undefined;
      throw asStoreError(error);
    }
  }

  /** Writes the snapshot when it is quiet, if it is worth it after so many more changes. */
  #saveLater(collection: string, changes: number): void {
    const slot = this.#slots.get(collection);
    if (!slot?.filled) return;
    slot.unsaved += changes;
    if (slot.unsaved === 0 || slot.unsaved < slot.collectionIndex.size * UNSAVED_PART) return;
    if (slot.timer) slot.timer.refresh();
    else slot.timer = setTimeout(() => this.#save(slot), IDLE_MS).unref();
  }

  /** Writes the snapshot after any that is still being written. Never fails: it is only there to save time. */
  #save(slot: Slot): void {
    clearTimeout(slot.timer);
    slot.timer = undefined;
    const { collectionIndex } = slot;
    const name = this.#nameOf(slot);
    slot.saving = slot.saving
      .then(async () => {
        if (slot.collectionIndex !== collectionIndex) return;
        const pathOf = this.#parts.layout.objectsOf(slot.collection);
        slot.unsaved = 0;
        const rows = { rows: collectionIndex.rows(), pathOf };
        await collectionIndex.savedAs(await writeSnapshot(name, rows, this.#parts.caches));
      })
      .catch((error: unknown) => {
        this.#parts.log('warn', `The snapshot of "${slot.collection}" could not be written`, error);
      });
  }

  /** Writes the snapshot that waits for quiet, and waits for it. */
  async #saved(slot: Slot): Promise<void> {
    if (slot.timer) this.#save(slot);
    await slot.saving;
  }

  #keptFile(collection: string, name: string, key: string): KeptFile {
    const { caches, layout } = this.#parts;
    const path = join(this.#snapshots, `${collection}.${name}`);
    return {
      path,
      identity: { name, root: layout.root, collection, key },
      prepare: async () => {
        await caches.makeFolder(this.#snapshots);
        return dirname(await caches.tempPath());
      },
      discard: () => rmSync(path, { force: true }),
    };
  }

  #nameOf({ collection, collectionIndex }: Slot): SnapshotName {
    const path = join(this.#snapshots, `${collection}.ndjson`);
    return { path, root: this.#parts.layout.root, collection, key: collectionIndex.projection.key };
  }
}
