/**
 * Several objects changed together or not at all (promises, part 2). The new files are laid down whole in
 * `.system/journal/{name}/`, then the record `batch.json` says what they are for: from that moment on the change has
 * happened, and what a crash leaves undone is done when the folder is next opened by this machine. A fault before the
 * record leaves nothing behind, one after it is rolled back.
 */
import { randomBytes } from 'node:crypto';
import { link } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TrashEntry } from '../contract/objects.js';
import { missing, PlinthError } from '../errors.js';
import { copyDurably } from './copy-tree.js';
import type { DurableFiles } from './durable.js';
import { asStoreError, stale } from './fs-errors.js';
import {
  type BatchRecord,
  JOURNAL_FOLDER,
  journalName,
  oldFile,
  RECORD_FILE,
  stagedFile,
} from './journal-record.js';
import { serialise } from './json-file.js';
import type { Layout } from './layout.js';
import type { Log } from './log.js';
import type { OwnWrites } from './own-writes.js';
import { Slices } from './slices.js';
import { isFolder, sameStamp, stampAt, statOf } from './stamp.js';
import type { Journal, Stamp, TogetherChanges, TogetherDone, TogetherWrite } from './store.js';
import type { TextFiles } from './text-files.js';
import type { TrashFolder } from './trash.js';
import { JSON_FILE, thisMachine } from './trash-entry.js';

const linkFile = promisify(link);

/** Most bytes of all documents of one change. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Files that wait for the disk together. */
const TOGETHER = 16;

/** The files to write. Throws `tooLarge`. */
async function serialised({ writes }: TogetherChanges, texts: TextFiles): Promise<Buffer[]> {
  const slices = new Slices();
  const documents: Buffer[] = [];
  let size = 0;
  for (const { collection, document, expect } of writes) {
    const bytes = serialise(await texts.place(collection, document, expect));
    size += bytes.length;
    if (size > MOST_BYTES) throw new PlinthError('tooLarge', 'The changes are larger than 64 MB together');
    documents.push(bytes);
    if (slices.spent) await slices.pause();
  }
  return documents;
}

export interface JournalParts {
  layout: Layout;
  durable: DurableFiles;
  own: OwnWrites;
  trash: TrashFolder;
  texts: TextFiles;
  log: Log;
}

export class JournalFiles implements Journal {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #own: OwnWrites;
  readonly #trash: TrashFolder;
  readonly #texts: TextFiles;
  readonly #log: Log;

  constructor(parts: JournalParts) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#own = parts.own;
    this.#trash = parts.trash;
    this.#texts = parts.texts;
    this.#log = parts.log;
  }

  async change(changes: TogetherChanges): Promise<TogetherDone> {
    const documents = await serialised(changes, this.#texts);
    const keys = [
      ...changes.writes.map(({ collection, document }) => `${collection}/${document.id}.json`),
      ...changes.removals.map(({ collection, id }) => `${collection}/${id}.json`),
    ];
    const work = () => this.#change(changes, documents);
    return keys.reduce((inner, key) => () => this.#own.during(key, inner), work)();
  }

  async #change(changes: TogetherChanges, documents: readonly Buffer[]): Promise<TogetherDone> {
    const name = journalName(thisMachine(), process.pid, randomBytes(6).toString('hex'));
    const folder = join(this.#layout.system, JOURNAL_FOLDER, name);
    const stamps: Stamp[] = [];
    try {
      for (const { collection } of [...changes.writes, ...changes.removals]) this.#checkFolder(collection);
      await this.#durable.makeFolder(folder);
      await this.#each(documents, async (bytes, at) => {
        stamps[at] = await this.#durable.replace(join(folder, stagedFile(at)), bytes);
      });
      await this.#each(changes.writes, (write, at) => this.#keepOld(write, join(folder, oldFile(at))));
      for (const { collection, id, expect } of changes.removals) {
        if (!sameStamp(stampAt(this.#layout.object(collection, id)), expect)) throw stale();
      }
      const record = this.#recordOf(changes);
      await this.#durable.replace(join(folder, RECORD_FILE), serialise(record), { mode: 0o600 });
      const entries = await this.#applyOrUndo(record, folder);
      await this.#forget(folder);
      return { stamps, entries };
    } catch (error) {
      if (!stampAt(join(folder, RECORD_FILE)) && isFolder(folder)) await this.#forget(folder);
      throw asStoreError(error);
    }
  }

  /** After a crash: does what a record says, as far as it is not done. */
  async finish(record: BatchRecord, folder: string): Promise<void> {
    const left = record.removals.filter(({ collection, id, expect }) => {
      const standing = stampAt(this.#layout.object(collection, id));
      if (standing && !sameStamp(standing, expect)) {
        this.#log('warn', `${collection}/${id} was changed meanwhile and is not deleted`);
      }
      return sameStamp(standing, expect);
    });
    await this.#apply({ ...record, removals: left }, folder);
  }

  /** Puts the staged files in place and removes what is to go. Gives back the trash entries. */
  async #apply({ writes, removals }: BatchRecord, folder: string): Promise<TrashEntry[]> {
    await this.#each(writes, async (write, at) => {
      const staged = join(folder, stagedFile(at));
      if (stampAt(staged)) await this.#place(staged, write);
    });
    const entries: TrashEntry[] = [];
    await this.#each(removals, async ({ collection, id, title }, at) => {
      if (!stampAt(this.#layout.object(collection, id))) return;
      entries[at] = await this.#trash.takeObject(collection, id, title);
    });
    return entries;
  }

  /** Takes back what was done of a change. It goes by what stands where: a step that failed may be done all the same. */
  async #undo({ writes, removals }: BatchRecord, folder: string): Promise<void> {
    for (const { collection, id, expect } of removals) {
      if (statOf(this.#layout.object(collection, id))) continue;
      const entry = (await this.#trash.records()).find(({ id: name }) =>
        sameStamp(stampAt(join(this.#layout.trashEntry(name), JSON_FILE)), expect),
      );
      if (entry) await this.#trash.restore(entry.id);
    }
    for (const [at, { collection, id, expect }] of writes.entries()) {
      const staged = join(folder, stagedFile(at));
      const target = this.#layout.object(collection, id);
      const waiting = stampAt(staged);
      if (waiting && stampAt(target)?.ino === waiting.ino) await this.#durable.discard(target);
      else if (!waiting && expect === 'absent') await this.#durable.move(target, staged);
      else if (!waiting) await this.#durable.move(join(folder, oldFile(at)), target);
    }
  }

  /** Takes a change out of the journal: it is done, or it never began. */
  async #forget(folder: string): Promise<void> {
    await this.#durable.removeFolder(folder).catch((error: unknown) => {
      this.#log('warn', 'A finished change could not be taken out of the journal', error);
    });
  }

  async #applyOrUndo(record: BatchRecord, folder: string): Promise<TrashEntry[]> {
    try {
      return await this.#apply(record, folder);
    } catch (error) {
      try {
        await this.#undo(record, folder);
        await this.#durable.removeFolder(folder);
      } catch (second) {
        // The record stays: the whole change is finished when the folder is next opened.
        this.#log('error', 'A change of several objects is half done; the next start will finish it', second);
      }
      throw error;
    }
  }

  #checkFolder(collection: string): void {
    const path = this.#layout.collection(collection);
    this.#layout.guard(path);
    if (!isFolder(path)) throw missing(`There is no collection "${collection}"`);
  }

  /** A second name for the file that will be replaced. Throws `stale` when it is not the expected one. */
  async #keepOld({ collection, document, expect }: TogetherWrite, old: string): Promise<void> {
    const target = this.#layout.object(collection, document.id);
    this.#layout.guard(target);
    if (expect === 'absent') {
      if (statOf(target)) throw stale('A file of this name appeared meanwhile');
      return;
    }
    if (!sameStamp(stampAt(target), expect)) throw stale();
    await linkFile(target, old).catch(() => copyDurably(target, old));
    if (!sameStamp(stampAt(target), expect)) throw stale();
  }

  /** Moves a staged file to its place. What another program put there meanwhile goes to the trash first. */
  async #place(staged: string, { collection, id, expect }: BatchRecord['writes'][number]): Promise<void> {
    const target = this.#layout.object(collection, id);
    const standing = stampAt(target);
    if (standing && standing.ino === stampAt(staged)?.ino) return this.#durable.discard(staged);
    const expected = expect === 'absent' ? standing === undefined : sameStamp(standing, expect);
    if (standing && !expected) {
      await this.#trash.keepDamaged(collection, id, target);
      this.#log('warn', `${collection}/${id} was changed by another program; its version is in the trash`);
    }
    // A file that appears at the last moment is not replaced.
    await this.#durable.move(staged, target, { fresh: !standing });
  }

  #recordOf({ writes, removals }: TogetherChanges): BatchRecord {
    return {
      machine: thisMachine(),
      pid: process.pid,
      committed: new Date().toISOString(),
      writes: writes.map(({ collection, document, expect }) => ({ collection, id: document.id, expect })),
      removals: removals.map(({ collection, id, title, expect }) => ({ collection, id, title, expect })),
    };
  }

  async #each<T>(items: readonly T[], work: (item: T, at: number) => Promise<void>): Promise<void> {
    for (let at = 0; at < items.length; at += TOGETHER) {
      const some = items.slice(at, at + TOGETHER).map((item, offset) => work(item, at + offset));
      const ended = await Promise.allSettled(some);
      const failure = ended.find((one) => one.status === 'rejected');
      if (failure) throw failure.reason;
    }
  }
}
