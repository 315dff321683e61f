/**
 * The trash (spec/content.md#trash, spec/storage.md#writes). Order of a deletion: the entry, durable; the JSON file moved
 * into it (the commit point); the folder of files. `recovery.ts` finishes what was interrupted.
 */
import { join } from 'node:path';
import { Locks } from '../../async/locks.js';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { missing, PlinthError } from '../../errors.js';
import type { CleanupQueue } from '../disk/cleanup-queue.js';
import type { DurableFiles } from '../disk/durable.js';
import { allFilesBelow } from '../disk/files-below.js';
import { serialise } from '../disk/json-file.js';
import { type Layout, SETTINGS_FILE } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import type { FileHistory } from '../types/file-history.js';
import type { History } from '../types/history.js';
import type {
  DroppedChange,
  DroppedFile,
  DroppedFiles,
  FilesOfObject,
  RestoredFile,
  Trash,
} from '../types/trash.js';
import {
  asEntry,
  COLLECTION_FOLDER,
  type EntryRecord,
  FILES_FOLDER,
  freshEntryId,
  JSON_FILE,
  readEntry,
} from './entry.js';
import { documentOf, droppable, linkInto, moveIntoEntry, restoreLinks, undoDropped } from './files.js';
import { FlatTrash } from './flat.js';
import { readRecords, ShownEntries, shownEntry } from './list.js';
import { type FreshEntry, NewEntries } from './new-entries.js';
import { finishChange, finishLater } from './recovery.js';
import {
  keyOf,
  recordChanges,
  recordRestored,
  restoreChangeSet,
  restoreCollection,
  restoreDropped,
  restoreFile,
} from './restore.js';

const DAY_MS = 24 * 3_600_000;

export interface TrashParts {
  layout: Layout;
  durable: DurableFiles;
  own: OwnWrites;
  history: History;
  fileHistory: Pick<FileHistory, 'trashed' | 'putBack' | 'keep'>;
  unfinished: CleanupQueue;
  machine: string;
  log: Log;
  now: () => Date;
  /** Called for files that may not match their rows. */
  invalidate: (collection: string, id: string) => void;
}

export class TrashFolder implements Trash {
  readonly #parts: TrashParts;
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #own: OwnWrites;
  readonly #log: Log;
  readonly #entries: NewEntries;
  readonly #flat: FlatTrash;
  readonly #shown: ShownEntries;
  readonly #locks = new Locks();

  constructor(parts: TrashParts) {
    this.#parts = parts;
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#own = parts.own;
    this.#log = parts.log;
    this.#entries = new NewEntries(parts);
    this.#flat = new FlatTrash(parts);
    this.#shown = new ShownEntries(parts.layout);
  }

  async list(): Promise<TrashEntry[]> {
    return this.#shown.list(await this.#flat.records());
  }

  async entry(id: string): Promise<TrashEntry | undefined> {
    if (!isLegalId(id)) return undefined;
    const folder = this.#layout.trashEntry(id);
    if (this.#layout.linkOn(folder)) return undefined;
    if (isFolder(folder)) return shownEntry(this.#layout, id);
    const flat = (await this.#flat.records()).find((one) => one.id === id);
    return flat && asEntry(flat);
  }

  /** Every readable record. */
  records(): Promise<EntryRecord[]> {
    return readRecords(this.#layout);
  }

  trashObject(collection: string, id: string, title: string, change: ChangeOrigin): Promise<TrashEntry> {
    const key = `${collection}/${id}.json`;
    return this.#own.during(key, async () => {
      const entry = await this.trashUnder(undefined, collection, id, title);
      this.#parts.history.record(key, null, change);
      return entry;
    });
  }

  /** As `trashObject`. `entryId`: the id of the entry, of which nothing goes unless all goes. */
  async trashUnder(
    entryId: string | undefined,
    collection: string,
    id: string,
    title: string,
  ): Promise<TrashEntry> {
    const source = this.#layout.object(collection, id);
    if (this.#layout.linkOn(source) || !stampAt(source)) {
      throw missing(message('objectMissingIn', { id, name: collection }));
    }
    const folder = this.#layout.files(collection, id);
    const files = isFolder(folder);
    const entry = { id: entryId, kind: 'object', collection, object: id, title, files } as const;
    return this.#own.during(`${collection}/${id}.json`, async () => {
      const record = await this.#entries.take(entry, source, JSON_FILE).catch((error: unknown) => {
        const full = error instanceof PlinthError && error.kind === 'full';
        // Of several objects that go together none goes.
        if (!full || entryId !== undefined || !statOf(source)) throw error;
        return this.#takeFlat(entry);
      });
      if (record.files) await this.#entries.takeFolder(record, folder);
      this.#taken(record);
      return asEntry(record);
    });
  }

  async trashCollection(collection: string, title: string, change: ChangeOrigin): Promise<TrashEntry> {
    const source = this.#layout.collection(collection);
    if (!isFolder(source)) throw missing(message('collectionMissing', { id: collection }));
    const key = `${collection}/${SETTINGS_FILE}`;
    return this.#own.during(key, async () => {
      const entry = { kind: 'collection', collection, title, files: false } as const;
      const record = await this.#entries.take(entry, source, COLLECTION_FOLDER);
      this.#own.recordStamp(key, undefined);
      const moved = join(this.#layout.trashEntry(record.id), COLLECTION_FOLDER);
      await this.#parts.history.recordFolder(collection, moved, 'removed', change);
      this.#taken(record);
      return asEntry(record);
    });
  }

  /** Takes `.schemas/{id}.json`. */
  async trashSchema(id: string): Promise<TrashEntry> {
    const entry = { kind: 'schema', collection: '', object: id, title: id, files: false } as const;
    return asEntry(await this.#entries.take(entry, this.#layout.schema(id), JSON_FILE));
  }

  async dropChange(change: DroppedChange, leave: () => Promise<unknown>): Promise<TrashEntry> {
    const { set, collection, id: object, title, document, files: of } = change;
    const dropped = droppable(this.#layout, { collection, id: object, files: of });
    const files = dropped.length > 0;
    const entry = { kind: 'change', collection, object, set, title, files, dropped } as const;
    const record = await this.#entries.open(entry);
    try {
      const path = join(this.#layout.trashEntry(record.id), JSON_FILE);
      await this.#durable.replace(path, serialise(document), { mode: 0o600 });
      await leave();
    } catch (error) {
      // The change may have left, though the disk failed to confirm it.
      await finishChange(this.#parts, record).catch(() => finishLater(this.#parts, record));
      throw error;
    }
    // It has left its set: what of its files cannot be moved now is moved later.
    await finishChange(this.#parts, record).catch(() => finishLater(this.#parts, record));
    this.#taken(record);
    return asEntry(record);
  }

  async takeChangeSet(set: string, title: string, change: ChangeOrigin): Promise<TrashEntry> {
    const entry = { kind: 'changeSet', collection: '', set, title, files: false } as const;
    const record = await this.#entries.take(entry, this.#layout.changeSet(set), COLLECTION_FOLDER);
    const moved = join(this.#layout.trashEntry(record.id), COLLECTION_FOLDER);
    await recordChanges(this.#parts.history, { set, folder: moved }, 'removed', change);
    return asEntry(record);
  }

  /** Takes a folder of files that belongs to no object. */
  async takeFiles(collection: string, id: string): Promise<TrashEntry> {
    const title = `Files of ${id}`;
    const entry = { kind: 'damaged', collection, object: id, title, files: true } as const;
    const record = await this.#entries.take(entry, this.#layout.files(collection, id), FILES_FOLDER);
    this.#taken(record);
    return asEntry(record);
  }

  /** Keeps a second name for the bytes of a damaged file that is about to be replaced. */
  async keepDamaged(collection: string, id: string | undefined, path: string): Promise<TrashEntry> {
    const title = id ?? SETTINGS_FILE;
    // A damaged schema is a schema entry: the kind decides its place.
    const kind = collection === '' ? 'schema' : 'damaged';
    const record = await this.#entries.open({
      kind,
      collection,
      ...(id ? { object: id } : {}),
      title,
      files: false,
    });
    const folder = this.#layout.trashEntry(record.id);
    const kept = join(folder, JSON_FILE);
    try {
      await this.#durable.link(path, kept);
    } catch (error) {
      await this.#durable.removeFolder(folder).catch(() => {});
      throw error;
    }
    return asEntry(record);
  }

  async moveDroppedToTrash(of: DroppedFiles): Promise<TrashEntry | undefined> {
    const record = await this.#entries.openForFiles(of);
    if (record) await moveIntoEntry(this.#parts, record);
    this.#taken(record);
    return record && asEntry(record);
  }

  async keepDropped(of: DroppedFiles, entry: string): Promise<TrashEntry | undefined> {
    const record = await this.#entries.openForFiles(of, entry);
    if (record) await linkInto(this.#parts, record);
    this.#taken(record);
    return record && asEntry(record);
  }

  #taken(record: EntryRecord | undefined): void {
    if (record) this.#parts.fileHistory.trashed(record.id);
  }

  freshId(): string {
    return freshEntryId(this.#parts.now());
  }

  undoDropped(id: string, ours: ReadonlySet<number>): Promise<void> {
    return this.#locks.run(id, async () => {
      const folder = this.#layout.trashEntry(id);
      const record = readEntry(folder, id);
      if (!record) {
        if (isFolder(folder)) await this.#durable.removeFolder(folder);
      } else if (await undoDropped(this.#parts, record, ours)) this.#parts.fileHistory.putBack(id);
    });
  }

  async restoreLinks(files: FilesOfObject, entry?: string): Promise<RestoredFile[]> {
    const records = entry === undefined ? await this.#recordsOf(files) : [this.#find(entry)];
    return restoreLinks(this.#parts, records, files);
  }

  /** Those of an object. The trash may hold very many others, of which none is read again. */
  async #recordsOf({ collection, id }: FilesOfObject): Promise<EntryRecord[]> {
    const shown = await this.#shown.list([]);
    const ids = shown.filter((one) => one.collection === collection && one.object === id);
    return ids.flatMap((one) => this.#record(one.id) ?? []);
  }

  async document(id: string): Promise<JsonObject | undefined> {
    await this.#adopt(id);
    this.#find(id);
    return documentOf(this.#layout.trashEntry(id));
  }

  async dropped(id: string): Promise<DroppedFile[]> {
    return this.#find(id).dropped ?? [];
  }

  async filesOf(id: string): Promise<string[]> {
    return isLegalId(id) ? allFilesBelow(join(this.#layout.trashEntry(id), FILES_FOLDER)) : [];
  }

  /** Without `change` a removal is undone that was never recorded. */
  restore(id: string, change?: ChangeOrigin): Promise<TrashEntry> {
    return this.#locks.run(id, async () => {
      await this.#adopt(id);
      const record = this.#find(id);
      const folder = this.#layout.trashEntry(id);
      const parts = this.#parts;
      // Ours until the caller's catalogue has it, which is after the entry was removed.
      return this.#own.during(keyOf(this.#layout, record), async () => {
        try {
          if (record.kind === 'collection') await restoreCollection(parts, record, folder);
          else if (record.kind === 'changeSet') await restoreChangeSet(parts, record, folder);
          else if (record.kind === 'file') await restoreDropped(parts, record, folder);
          else await restoreFile(parts, record, folder);
        } catch (error) {
          if (!(error instanceof PlinthError && error.kind === 'conflict')) finishLater(this.#parts, record);
          throw error;
        }
        if (change) await recordRestored(parts, record, change);
        // Restored: an empty entry is not shown, and is dropped at the next start.
        await this.#durable.removeFolder(folder).catch((error: unknown) => {
          this.#log('warn', `The trash entry ${id} could not be removed`, error);
        });
        return asEntry(record);
      });
    });
  }

  purge(id: string): Promise<void> {
    return this.#locks.run(id, async () => {
      if (isLegalId(id) && !isFolder(this.#layout.trashEntry(id))) {
        const flat = (await this.#flat.records()).find((one) => one.id === id);
        if (flat) return this.#flat.remove(flat);
      }
      this.#find(id);
      await this.#durable.removeFolder(this.#layout.trashEntry(id));
    });
  }

  /** Makes entries of what was taken while the disk was full. */
  async adoptAll(): Promise<void> {
    for (const record of await this.#flat.records()) await this.#flat.adopt(record);
  }

  /**
   * Deletes entries older than a date but for what versions need of their files; failures are retried the next day.
   * Entries of another machine, whose history has the versions that need them, wait a day longer.
   */
  async purgeBefore(date: Date): Promise<void> {
    for (const { id, deleted, machine } of await this.records()) {
      const end = machine === this.#parts.machine ? date.getTime() : date.getTime() - DAY_MS;
      if (Date.parse(deleted) >= end) continue;
      await this.#locks
        .run(id, async () => {
          await this.#parts.fileHistory.keep(id);
          await this.#durable.removeFolder(this.#layout.trashEntry(id));
        })
        .catch((error: unknown) => {
          this.#log('warn', `The trash entry ${id} could not be emptied`, error);
        });
    }
  }

  #record(id: string): EntryRecord | undefined {
    const folder = isLegalId(id) ? this.#layout.trashEntry(id) : undefined;
    return folder !== undefined && !this.#layout.linkOn(folder) ? readEntry(folder, id) : undefined;
  }

  #find(id: string): EntryRecord {
    const record = this.#record(id);
    if (!record) throw missing(message('trashEntryMissing', { id }));
    return record;
  }

  /** On a full disk: without an entry, until there is room for one. */
  async #takeFlat(fresh: FreshEntry & { object: string }): Promise<EntryRecord> {
    const now = this.#parts.now();
    const id = fresh.id ?? freshEntryId(now);
    const writer = { machine: this.#parts.machine, pid: process.pid };
    const record = { ...fresh, id, deleted: now.toISOString(), ...writer, files: false };
    await this.#flat.take(record);
    this.#parts.unfinished.add(id, () => this.#adopt(id));
    return record;
  }

  /** Makes an entry of what was taken without one. */
  async #adopt(id: string): Promise<void> {
    // Its JSON comes last. Without this look each restoration would list the whole trash.
    if (isLegalId(id) && stampAt(join(this.#layout.trashEntry(id), JSON_FILE))) return;
    for (const record of await this.#flat.records()) if (record.id === id) await this.#flat.adopt(record);
  }
}
