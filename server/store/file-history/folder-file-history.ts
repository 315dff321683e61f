/**
 * The history of files of objects: an index into the trash. What Plinth replaces or deletes is in the trash before; its
 * hash is taken in the background, so no upload and no save waits. Bytes move here when the trash drops them after its
 * time. No failure here stops a change.
 */

import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Yielder } from '../../async/yielder.js';
import { copyDurably } from '../disk/copy-tree.js';
import { removeIfPossible, renameWithRetries } from '../disk/file-operations.js';
import { isAbsent } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { openPlainFile } from '../disk/open-file.js';
import { stampAt, statOf } from '../disk/stamp.js';
import { QuietTimer, untilIdle } from '../history/quiet-timer.js';
import { readEntry } from '../trash/entry.js';
import { readRecords } from '../trash/list.js';
import { type FileHistory, type FileRetention, type KeptFile, UNKNOWN } from '../types/file-history.js';
import type { OpenFile } from '../types/files.js';
import type { HistoryUsage } from '../types/history.js';
import { takeCurrentFiles } from './current-files.js';
import { KeptBytes } from './kept-bytes.js';
import { type FormerLine, formerOf, KeptIndex, objectOf } from './kept-index.js';
import { thinFiles } from './thin-files.js';
import { filesOfEntry, sourceInTrash } from './trash-files.js';

const MEGABYTE = 1024 * 1024;
/** First copies are made, and old bytes dropped, so long after the start, in ms. */
const FIRST_AFTER_MS = 20_000;
/** Until the settings of the folder are read. */
const DEFAULT_MAX_FILE = 512 * MEGABYTE;

export interface FileHistoryOptions {
  /** The folder of the history. */
  folder: string;
  layout: Layout;
  isAvailable(): boolean;
  log: Log;
  now(): Date;
}

interface TakenFile {
  /** Absolute path in the trash. */
  source: string;
  line: FormerLine;
}

export class FolderFileHistory implements FileHistory {
  readonly #options: FileHistoryOptions;
  readonly #bytes: KeptBytes;
  readonly #index: KeptIndex;
  /** Entries of the trash to look at, and those that may share bytes with files in their places. */
  #entries = new Set<string>();
  #shared = new Set<string>();
  /** Whether all that were there at the start may. */
  #mayShare = true;
  /** Whether the trash was read since this process opened it; only one that has the folder hears of all entries. */
  #isRead = false;
  #exclusive = false;
  #closed = false;
  #retention: (() => FileRetention) | undefined;
  #working: Promise<void> = Promise.resolve();
  readonly #quiet = new QuietTimer(() => void this.#settle());
  #first: NodeJS.Timeout | undefined;
  #problem: string | undefined;

  constructor(options: FileHistoryOptions) {
    this.#options = options;
    this.#bytes = new KeptBytes(join(options.folder, 'bytes'));
    this.#index = new KeptIndex(join(options.folder, 'kept'));
  }

  start(retention: () => FileRetention): void {
    this.#exclusive = true;
    this.#retention = retention;
    this.#quiet.touch();
    const maintain = async () => {
      await untilIdle();
      if (!this.#closed) await this.maintain();
    };
    this.#first = setTimeout(() => void maintain(), FIRST_AFTER_MS).unref();
  }

  trashed(entry: string): void {
    this.#entries.add(entry);
    if (this.#exclusive) this.#quiet.touch();
  }

  putBack(entry: string): void {
    this.#shared.add(entry);
    this.trashed(entry);
  }

  async maintain(): Promise<void> {
    if (!this.#exclusive) return;
    this.#isRead = false;
    await this.#settle();
    await this.#reported(() => this.#next(() => this.#thin({ andCopy: true })));
  }

  keep(entry: string): Promise<void> {
    return this.#next(async () => {
      for (const file of await this.#takeEntry(entry)) {
        await this.#separate(entry, file);
        if (file.line.revision !== UNKNOWN) await this.#bytes.add(file.source, 'link', file.line);
      }
    });
  }

  async of(collection: string, id: string): Promise<KeptFile[]> {
    await this.#settle();
    const files = formerOf(await this.#index.of(`${collection}/${id}`)).map((line) => this.#found(line));
    const sources = new Map<string, string>();
    for (const { revision, source } of files)
      if (source && revision !== UNKNOWN) sources.set(revision, source);
    return files.map((one) => ({ ...one, source: one.source ?? sources.get(one.revision) }));
  }

  async *at(at: number): AsyncGenerator<KeptFile> {
    await this.#settle();
    for await (const one of this.#all()) if (one.since <= at && at < one.until) yield one;
  }

  async revisionOf(path: string): Promise<string | undefined> {
    const file = join(this.#options.layout.root, path);
    const stamp = this.#options.layout.linkOn(file) ? undefined : stampAt(file);
    if (!stamp || stamp.size > this.#maxFileBytes()) return undefined;
    return (await this.#bytes.hashAt(file))?.revision;
  }

  async intact({ source, revision }: KeptFile): Promise<string | undefined> {
    if (source === undefined || revision === UNKNOWN) return undefined;
    return (await this.#bytes.hashAt(source))?.revision === revision ? source : undefined;
  }

  async open(file: KeptFile): Promise<OpenFile | undefined> {
    const path = await this.intact(file);
    return path === undefined ? undefined : openPlainFile(path);
  }

  read({ source = '', revision }: KeptFile): Readable {
    return Readable.from(this.#bytes.read(source, revision));
  }

  forget(entries: readonly string[]): Promise<void> {
    return this.#next(() =>
      this.#reported(async () => {
        for (const entry of entries) {
          for (const { line } of await this.#takeEntry(entry))
            await this.#index.append(objectOf(line.path), [{ ...line, revision: UNKNOWN }]);
        }
        // Copies from before may have the same bytes.
        await this.#thin();
      }),
    );
  }

  async usage(): Promise<HistoryUsage> {
    const sizes: number[] = [];
    for await (const { size } of this.#bytes.all()) sizes.push(size);
    for await (const { source, revision, size } of this.#all())
      if (source && source !== this.#bytes.pathOf(revision)) sizes.push(size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { bytes, contents: sizes.length, problem: this.#problem };
  }

  async *damaged(): AsyncGenerator<KeptFile> {
    for await (const one of this.#all())
      if (one.source && one.revision !== UNKNOWN && !(await this.intact(one))) yield one;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#quiet.close();
    clearTimeout(this.#first);
    if (this.#exclusive && this.#entries.size > 0) await this.#settle();
    await this.#working;
  }

  #maxFileBytes(): number {
    return this.#retention?.().maxFileBytes ?? DEFAULT_MAX_FILE;
  }

  #next(work: () => Promise<void>): Promise<void> {
    const next = this.#working.then(work);
    this.#working = next.catch(() => {});
    return next;
  }

  async #thin({ andCopy = false } = {}): Promise<void> {
    const retention = this.#retention?.();
    if (!retention || this.#closed || !this.#options.isAvailable()) return;
    const { layout, now } = this.#options;
    const parts = { layout, bytes: this.#bytes, index: this.#index, now: now().getTime() };
    const used = await thinFiles(parts, retention);
    if (andCopy) await takeCurrentFiles({ ...parts, used, isStopped: () => this.#closed }, retention);
  }

  /** Takes in what has come to the trash. What cannot be taken in now is tried again later; until then its bytes count as not kept. */
  #settle(): Promise<void> {
    this.#quiet.cancel();
    return this.#reported(() => this.#next(() => this.#takeIn()));
  }

  #reported(work: () => Promise<void>): Promise<void> {
    return work().then(
      () => {
        this.#problem = undefined;
      },
      (error: unknown) => {
        const message = 'Former bytes of files could not be kept';
        if (this.#problem === undefined) this.#options.log('warn', message, error);
        this.#problem = message;
        this.#quiet.touch();
      },
    );
  }

  async #takeIn(): Promise<void> {
    const { layout, isAvailable } = this.#options;
    if (!isAvailable()) return;
    const waiting = this.#entries;
    this.#entries = new Set();
    try {
      for (const { id } of this.#isRead ? [] : await readRecords(layout)) {
        // The change of one that is waiting may be under way.
        if (this.#mayShare && !waiting.has(id)) this.#shared.add(id);
        waiting.add(id);
      }
      this.#mayShare &&= !this.#exclusive;
      const yielder = new Yielder();
      for (const id of waiting) {
        const files = await this.#takeEntry(id);
        if (this.#exclusive && this.#shared.delete(id))
          for (const file of files) await this.#separate(id, file);
        waiting.delete(id);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
      this.#isRead = this.#exclusive;
    } finally {
      for (const id of waiting) this.#entries.add(id);
    }
  }

  /** The files of an entry with their lines, which are written where there are none. */
  async #takeEntry(entry: string): Promise<TakenFile[]> {
    const { layout } = this.#options;
    const record = readEntry(layout.trashEntry(entry), entry);
    if (!record) return [];
    const until = Date.parse(record.deleted);
    const known = new Map<string, Map<string, FormerLine>>();
    const taken: TakenFile[] = [];
    for (const { path, source } of await filesOfEntry(record, layout)) {
      const object = objectOf(path);
      const lines =
        known.get(object) ?? new Map(formerOf(await this.#index.of(object)).map((one) => [keyOf(one), one]));
      known.set(object, lines);
      const line = lines.get(keyOf({ path, until })) ?? (await this.#lineOf(source, path, until));
      if (!line) continue;
      taken.push({ source, line });
      if (line.entry) continue;
      await this.#index.append(object, [{ ...line, entry }]);
      await pause(0);
    }
    return taken;
  }

  async #lineOf(source: string, path: string, until: number): Promise<FormerLine | undefined> {
    const stamp = stampAt(source);
    if (!stamp) return undefined;
    const since = Math.min(Math.floor(stamp.mtimeMs), until);
    // That other bytes were there is known in any case.
    if (stamp.size > this.#maxFileBytes()) return { path, revision: UNKNOWN, size: stamp.size, since, until };
    const found = await this.#bytes.hashAt(source);
    return found && { path, revision: found.revision, size: found.size, since, until };
  }

  async *#all(): AsyncGenerator<KeptFile> {
    for await (const { lines } of this.#index.parts())
      for (const line of formerOf(lines)) yield this.#found(line);
  }

  #found(line: FormerLine): KeptFile {
    const own = this.#bytes.pathOf(line.revision);
    const isHere = line.revision !== UNKNOWN && stampAt(own) !== undefined;
    const source = sourceInTrash(line.entry, line.path, this.#options.layout) ?? (isHere ? own : undefined);
    return { ...line, source };
  }

  /** Other programs may write into a file in its place, which would change bytes that share it: they are copied apart. */
  async #separate(entry: string, { source, line }: TakenFile): Promise<void> {
    const { layout } = this.#options;
    const kept = statOf(source);
    if (!kept || kept.nlink === 1 || line.revision === UNKNOWN) return;
    if (statOf(join(layout.root, line.path))?.ino !== kept.ino) return;
    const temp = join(layout.trashEntry(entry), `${process.pid}.tmp`);
    await removeIfPossible(temp);
    try {
      await copyDurably(source, temp);
      await utimes(temp, kept.atimeMs / 1000, kept.mtimeMs / 1000);
      if ((await this.#bytes.hashAt(temp))?.revision === line.revision) await renameWithRetries(temp, source);
    } catch (error) {
      // The entry was restored or deleted meanwhile.
      if (!isAbsent(error)) throw error;
    } finally {
      await removeIfPossible(temp);
    }
  }
}

const keyOf = ({ path, until }: Pick<KeptFile, 'path' | 'until'>): string => `${path}\n${until}`;
