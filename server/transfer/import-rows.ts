/** Imports objects from files into a collection (spec/import-export.md#import): rows are independent of each other. */

import { Locks } from '../async/locks.js';
import { Yielder } from '../async/yielder.js';
import type { WriteBase } from '../content/core/base.js';
import { inFlight } from '../content/core/in-flight.js';
import { withSlowChecks } from '../content/core/save-context.js';
import type { Undo } from '../content/imports/undo.js';
import type { Collection } from '../content/model/collection.js';
import { changeObject } from '../content/objects/change.js';
import { FileChanged, retryOnConflict, tagOf } from '../content/objects/commit.js';
import {
  changesIn,
  currentObject,
  idForNew,
  isInUse,
  planCreate,
  planEdit,
  type Taken,
} from '../content/objects/plan.js';
import { holdersOf } from '../content/objects/unique-values.js';
import { createObject } from '../content/objects/write.js';
import { message } from '../contract/messages/message.js';
import { slug } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import type { ImportAnswer } from '../contract/transfer.js';
import type { JsonValue } from '../contract/values.js';
import { failed, PlinthError } from '../errors.js';
import { uniqueKey } from '../schemas/unique.js';
import { ImportLog } from './import-log.js';
import { PreviewedRows, type RowValues, takeInForPreview } from './previewed-rows.js';
import { recorded } from './recorded.js';

export interface ImportOptions {
  /** Update existing objects and skip new ones, instead of the reverse. */
  update: boolean;
  /** Dry run: report what would happen. */
  dryRun: boolean;
  /** When the preview of this file began, in ms since 1970: updates are merged with what has changed since. */
  since?: number | undefined;
  /** Cancels the import; its changes are rolled back. */
  signal?: AbortSignal;
}

/** One object of a file. */
export interface SentRow {
  /** Line or index in the file, counted from 1. */
  row: number;
  /** As sent; undefined and "" mean none. */
  id: JsonValue | undefined;
  /** The values to set in the current object. Throws the problems of the row. */
  sent(stored: ObjectDocument | undefined): SentProperties;
}

/** The normalized id of a row; undefined without one. Throws `validation`. */
function idOf(id: JsonValue | undefined): string | undefined {
  if (id === undefined || id === null || id === '') return undefined;
  const spelled = typeof id === 'string' || typeof id === 'number' ? slug(String(id)) : '';
  if (spelled === '') throw failed({ id: [message('textWithoutLetter')] });
  return spelled;
}

class Import {
  readonly #base: WriteBase;
  readonly #collection: Collection;
  readonly #log: ImportLog;
  readonly #undo: Undo;
  readonly #done: (row: number) => Promise<void>;
  readonly #previewed: PreviewedRows | undefined;
  /** Rows of the same object are applied one after the other. */
  readonly #turns = new Locks();
  /** Objects a dry run would have created so far, by id. */
  readonly #made = new Map<string, ObjectDocument>();

  constructor(
    base: WriteBase,
    collection: Collection,
    parts: { log: ImportLog; undo: Undo; done: (row: number) => Promise<void>; since: number | undefined },
  ) {
    const { log, undo, done, since } = parts;
    this.#previewed = since === undefined ? undefined : new PreviewedRows(base, collection, since);
    this.#base = base;
    this.#done = done;
    this.#undo = undo;
    this.#collection = collection;
    this.#log = log;
  }

  get #name(): string {
    return this.#collection.settings.id;
  }

  /** A new object; an existing one is skipped. */
  async create(row: SentRow): Promise<void> {
    const id = idOf(row.id);
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(this.#name);
    if (id !== undefined && isInUse(collectionIndex, id)) return this.#log.skip(row.row, id);
    const sent = row.sent(undefined);
    try {
      const created = await createObject(this.#base, this.#name, {
        ...sent,
        ...(id !== undefined && { id }),
      });
      this.#undo.created(this.#name, created.id, created.etag);
      await this.#done(row.row);
      this.#log.create(row.row, created.id, created.etag);
    } catch (error) {
      // Another row with the same id was first.
      const taken = error instanceof PlinthError && error.kind === 'taken' && id !== undefined;
      if (!taken) throw error;
      this.#log.skip(row.row, id);
    }
  }

  /** Changes an existing object if any value differs. */
  async update(row: SentRow, dryRun: boolean): Promise<void> {
    const id = idOf(row.id);
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(this.#name);
    if (id === undefined || !isInUse(collectionIndex, id)) return this.#log.skip(row.row, id);
    const changes = await this.#turns.run(id, () => retryOnConflict(() => this.#change(row, id, dryRun)));
    this.#log.update(row.row, id, changes);
  }

  /** Changes an existing object and returns the changed properties. Throws `FileChanged`. */
  async #change(row: SentRow, id: string, dryRun: boolean): Promise<string[]> {
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(this.#name);
    const stored = await currentObject(this.#base, this.#collection, id, undefined);
    const ifMatch = tagOf(this.#base, this.#name, collectionIndex, stored);
    const values: RowValues = (object) => row.sent(object);
    const sent = (await this.#previewed?.sentOver(stored, values)) ?? values(stored.document);
    const isTaken: Taken = (property, value) =>
      holdersOf(collectionIndex, property, value).some((other) => other.id !== id);
    const { document } = await planEdit(this.#base, this.#collection, stored, sent, 'merge', isTaken);
    const changes = changesIn(this.#collection.schema, stored.document, document);
    if (changes.length === 0 || dryRun) return changes;
    try {
      const options = { mode: 'merge', ifMatch } as const;
      const { answer, trashed } = await changeObject(this.#base, this.#name, id, options, () => sent);
      this.#undo.changed(this.#name, stored, answer.etag, trashed);
      await this.#done(row.row);
    } catch (error) {
      // The object was changed concurrently: apply the row to its current version.
      const stale = error instanceof PlinthError && error.kind === 'stale';
      throw stale ? new FileChanged(error.message, { cause: error }) : error;
    }
    return changes;
  }

  /** What `create` would do after the rows before. */
  async tryCreate(row: SentRow): Promise<void> {
    const explicit = idOf(row.id);
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(this.#name);
    const inUse = (id: string) => this.#made.has(id) || isInUse(collectionIndex, id);
    if (explicit !== undefined && inUse(explicit)) return this.#log.skip(row.row, explicit);
    const sent = row.sent(undefined);
    const id = await idForNew(this.#base, this.#collection, sent, explicit, inUse);
    if (inUse(id)) throw failed({ id: [message('nameTaken', { name: id })] });
    const isTaken: Taken = (property, value) =>
      holdersOf(collectionIndex, property, value).length > 0 ||
      [...this.#made.values()].some((other) => uniqueKey(other[property]) === uniqueKey(value));
    const { document } = await planCreate(this.#base, this.#collection, id, { sent }, isTaken);
    this.#made.set(id, this.#collection.hasUnique ? document : { id });
    this.#log.create(row.row, id);
  }
}

function* idsOf(rows: readonly SentRow[]): Iterable<string> {
  for (const { id } of rows) if (typeof id === 'string' || typeof id === 'number') yield slug(String(id));
}

/** The rows of a file and its digest. */
export interface SentRows {
  rows: readonly SentRow[];
  digest: string;
}

/**
 * Imports rows. New ones are created, or with `update` existing ones are changed; the others are skipped. A dry run
 * writes nothing and reports what would happen. Throws errors that do not concern a single row: `missing`, `full`,
 * `readOnly`, the reason of `signal`; then nothing was imported.
 */
export async function importRows(
  base: WriteBase,
  collection: string,
  { rows, digest }: SentRows,
  { update, dryRun, since, signal }: ImportOptions,
): Promise<ImportAnswer> {
  const bound = base.collections.get(collection);
  if (update && dryRun) await takeInForPreview(base, collection, idsOf(rows));
  const at = base.now().toISOString();
  const log = new ImportLog(dryRun);
  await recorded(base, { collection, digest, total: rows.length, dryRun }, async (undo, own, done) => {
    const work = new Import(withSlowChecks(own), bound, { log, undo, done, since });
    const yielder = new Yielder();
    const one = async (row: SentRow) => {
      signal?.throwIfAborted();
      await log.attempt(row.row, row.id, () => {
        if (update) return work.update(row, dryRun);
        return dryRun ? work.tryCreate(row) : work.create(row);
      });
      // Rows without changes do not wait for the disk.
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    };
    if (!dryRun) await inFlight(rows, one);
    else for (const row of rows) await one(row);
    signal?.throwIfAborted();
  });
  return { ...log.answer(), ...(dryRun && { at }) };
}
