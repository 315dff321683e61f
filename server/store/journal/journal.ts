/**
 * Changes several objects together or not at all. The new files are staged in `.system/journal/{name}/`, beside links
 * to those they replace, then the record `batch.json` lists the changes. The change is committed when the record is
 * removed: a change whose record remains after a fault or a crash is undone.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { TrashEntry } from '../../contract/objects.js';
import { PlinthError } from '../../errors.js';
import { accepting } from '../../origins.js';
import type { CleanupQueue } from '../disk/cleanup-queue.js';
import type { DurableFiles } from '../disk/durable.js';
import { asStoreError } from '../disk/fs-errors.js';
import { serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import type { TextFiles } from '../disk/text-files.js';
import { changePath } from '../history/kept-paths.js';
import type { TrashFolder } from '../trash/trash.js';
import type { History } from '../types/history.js';
import type { AtomicChanges, AtomicResult, Journal, SetWrite } from '../types/journal.js';
import type { Stamp } from '../types/stamp.js';
import {
  type BatchRecord,
  folderOf,
  JOURNAL_FOLDER,
  journalName,
  RECORD_FILE,
  stagedFile,
  targetOf,
} from './record.js';
import { checkFolder, each, expectedStamp, layDown, type StagedWrite, serialised } from './staging.js';
import { undoBatch } from './undo.js';

export interface JournalParts {
  layout: Layout;
  durable: DurableFiles;
  own: OwnWrites;
  trash: TrashFolder;
  texts: TextFiles;
  history: History;
  unfinished: CleanupQueue;
  machine: string;
  log: Log;
  /** Called for files that may not match their rows. */
  invalidate: (collection: string, id: string) => void;
}

/** Where a change is, and how far it has come. */
interface StagedChange {
  name: string;
  folder: string;
  record: BatchRecord | undefined;
  /** Whether its files may be in place: its record was on the disk. */
  begun: boolean;
  /** Whether this run made it: only then is a missing record written again. */
  own: boolean;
}

const busy = (collection: string) => new PlinthError('busy', message('changeNotUndone', { collection }));

export class JournalFiles implements Journal {
  readonly #parts: JournalParts;
  /** Changes that are half done, by the collections they are in. */
  readonly #halfDone = new Map<string, Set<string>>();

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  async change(
    changes: AtomicChanges,
    change: ChangeOrigin,
    settle?: (result: AtomicResult) => Promise<void>,
  ): Promise<AtomicResult> {
    const documents = await serialised(changes, this.#parts.texts);
    const keys = [
      ...changes.writes.map(({ collection, document }) => `${collection}/${document.id}.json`),
      ...changes.removals.map(({ collection, id }) => `${collection}/${id}.json`),
    ];
    const writes = changes.writes.map(({ collection, document, expect }, at) => ({
      ...{ collection, id: document.id, bytes: documents[at], expect: expectedStamp(expect) },
    }));
    for (const { collection } of [...writes, ...changes.removals])
      checkFolder(this.#parts.layout, collection);
    const origins = [...changes.writes, ...changes.removals].map(({ suggestions }) =>
      accepting(change, suggestions),
    );
    const intend = () => {
      for (const [at, bytes] of documents.entries())
        this.#parts.history.intend(keys[at] ?? '', bytes, origins[at] ?? change);
    };
    return this.#holding(keys, async () => {
      const { stamps: written, entries } = await this.#change(writes, changes.removals, intend);
      const result = { stamps: written.filter((stamp) => stamp !== undefined), entries };
      for (const [at, key] of keys.entries())
        this.#parts.history.record(key, documents[at] ?? null, origins[at] ?? change, result.stamps[at]);
      await settle?.(result);
      return result;
    });
  }

  async changeSets(writes: readonly SetWrite[], change: ChangeOrigin): Promise<(Stamp | undefined)[]> {
    const { layout, durable, history } = this.#parts;
    for (const write of writes) await durable.makeFolder(folderOf(layout, write));
    const keys = writes.map(changePath);
    return this.#holding(keys, async () => {
      const { stamps } = await this.#change(writes, []);
      for (const [at, key] of keys.entries()) {
        const { bytes, expect } = writes[at] ?? {};
        if (bytes || expect !== 'absent') history.record(key, bytes ?? null, change, stamps[at]);
      }
      return stamps;
    });
  }

  /** While a change in the collection is unfinished: another attempt to undo it, which throws `busy` if it fails. */
  settling(collection: string): Promise<void> | undefined {
    const names = this.#halfDone.get(collection);
    return names && this.#settleNow(collection, [...names]);
  }

  /** A last attempt to undo what has failed: what has no record now could not be undone at the next start. */
  async close(): Promise<void> {
    const names = new Set([...this.#halfDone.values()].flatMap((some) => [...some]));
    for (const name of names) await this.#parts.unfinished.attempt(name);
  }

  /** Undoes a change of an earlier run, as soon as it is due, with retries. */
  async recover(name: string, folder: string, record: BatchRecord, isDue: () => boolean): Promise<void> {
    const staged = { name, folder, record, begun: true, own: false };
    const isOver = () => !stampAt(join(folder, RECORD_FILE));
    const isTime = () => isOver() || isDue();
    try {
      if (!isTime()) throw new Error('Another process may be working on it');
      await this.#finish(staged, record);
      this.#parts.log('warn', `A change of ${countOf(record)} objects that was interrupted has been undone`);
    } catch (error) {
      this.#postpone(staged, record, error, isTime);
    }
  }

  async #change(
    writes: readonly StagedWrite[],
    removals: AtomicChanges['removals'],
    intend: () => void = () => {},
  ): Promise<{ stamps: (Stamp | undefined)[]; entries: TrashEntry[] }> {
    const { layout, durable, machine } = this.#parts;
    const name = journalName(machine, process.pid, randomBytes(6).toString('hex'));
    const folder = join(layout.system, JOURNAL_FOLDER, name);
    const staged: StagedChange = { name, folder, record: undefined, begun: false, own: true };
    try {
      await durable.makeFolder(folder);
      const { record, stamps } = await layDown(this.#parts, writes, removals, folder);
      staged.record = record;
      await durable.replace(join(folder, RECORD_FILE), serialise(record), { mode: 0o600 });
      staged.begun = true;
      const entries = await this.#apply(writes, removals, record, folder);
      intend();
      // From here on it has happened.
      await durable.remove(join(folder, RECORD_FILE));
      await this.#forget(staged);
      return { stamps, entries };
    } catch (error) {
      await this.#rollBack(staged);
      throw asStoreError(error);
    }
  }

  /** Puts the staged files in place and removes the deleted ones. Returns the trash entries. */
  async #apply(
    writes: readonly StagedWrite[],
    removals: AtomicChanges['removals'],
    record: BatchRecord,
    folder: string,
  ): Promise<TrashEntry[]> {
    const { layout, durable, trash, history } = this.#parts;
    await each(writes, async (write, at) => {
      const target = targetOf(layout, write);
      if (!write.bytes) {
        history.setAside(target);
        await durable.remove(target);
      } else
        await durable.move(join(folder, stagedFile(at)), target, { expect: write.expect, unfinished: true });
    });
    const entries: TrashEntry[] = [];
    await each(removals, async ({ collection, id, title }, at) => {
      entries[at] = await trash.trashUnder(record.removals[at]?.entry, collection, id, title);
    });
    return entries;
  }

  async #rollBack(staged: StagedChange): Promise<void> {
    const { record, folder, begun } = staged;
    if (!record || !(begun || stampAt(join(folder, RECORD_FILE)))) return this.#forget(staged);
    try {
      await this.#finish(staged, record);
    } catch (error) {
      this.#postpone(staged, record, error);
    }
  }

  /** Undoes a change and removes it from the journal; its old files are removed after the record. */
  async #finish(staged: StagedChange, record: BatchRecord): Promise<void> {
    const { durable, invalidate } = this.#parts;
    if (await this.#hasRecord(staged, record)) await undoBatch(this.#parts, record, staged.folder);
    await durable.remove(join(staged.folder, RECORD_FILE));
    await this.#forget(staged);
    for (const { collection, id } of [...record.writes, ...record.removals]) invalidate(collection, id);
  }

  /**
   * Makes sure that the record is on the disk, for a crash while the change is undone would leave half of it. It may
   * be gone because the disk failed to confirm its removal. False when another run has ended the change.
   */
  async #hasRecord({ folder, own }: StagedChange, record: BatchRecord): Promise<boolean> {
    const { durable } = this.#parts;
    const path = join(folder, RECORD_FILE);
    if (stampAt(path)) await durable.folders.sync(folder);
    else if (own) await durable.replace(path, serialise(record), { mode: 0o600 });
    else return false;
    return true;
  }

  /** Deletes the folder of a change without a record, now or when the disk allows it. */
  async #forget({ name, folder }: StagedChange): Promise<void> {
    const { durable, unfinished } = this.#parts;
    await durable.removeTree(folder);
    if (isFolder(folder))
      unfinished.add(`${name} is finished`, async () => {
        if (isFolder(folder)) await durable.removeFolder(folder);
      });
  }

  /** What cannot be undone now is tried again; until then the collections concerned are not read. */
  #postpone(staged: StagedChange, record: BatchRecord, error: unknown, isDue = () => true): void {
    const { log, unfinished } = this.#parts;
    const objects = [...record.writes, ...record.removals];
    const collections = new Set(objects.map(({ collection }) => collection));
    log('error', `A failed change of ${countOf(record)} objects cannot be undone yet`, error);
    for (const collection of collections) {
      this.#halfDone.set(collection, new Set([...(this.#halfDone.get(collection) ?? []), staged.name]));
    }
    const keys = objects.map(({ collection, id }) => `${collection}/${id}.json`);
    let release = () => {};
    const finished = new Promise<void>((resolve) => {
      release = resolve;
    });
    void this.#holding(keys, () => finished);
    unfinished.add(staged.name, async () => {
      if (!isDue()) throw new Error('Another process may be working on it');
      await this.#finish(staged, record);
      for (const collection of collections) {
        const names = this.#halfDone.get(collection);
        names?.delete(staged.name);
        if (names?.size === 0) this.#halfDone.delete(collection);
      }
      release();
      log('warn', `The failed change of ${countOf(record)} objects has been undone`);
    });
  }

  async #settleNow(collection: string, names: readonly string[]): Promise<void> {
    for (const name of names) if (!(await this.#parts.unfinished.attempt(name))) throw busy(collection);
  }

  /** Runs work while the watcher takes no notice of the files of these keys. */
  #holding<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#parts.own.during(keys, work);
  }
}

const countOf = ({ writes, removals }: BatchRecord) => writes.length + removals.length;
