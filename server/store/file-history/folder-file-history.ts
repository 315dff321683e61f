/**
 * The history of files of objects. What Plinth replaces or deletes is in the trash before; from there its bytes are
 * taken in the background, so no upload and no save waits. No failure here stops a change.
 */

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Yielder } from '../../async/yielder.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { openPlainFile } from '../disk/open-file.js';
import { sameStamp, stampAt, statOf } from '../disk/stamp.js';
import { QuietTimer } from '../history/quiet-timer.js';
import { readEntry } from '../trash/entry.js';
import { readRecords } from '../trash/list.js';
import { type FileHistory, type FileRetention, type KeptFile, UNKNOWN } from '../types/file-history.js';
import type { OpenFile } from '../types/files.js';
import type { HistoryUsage } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { takeCurrentFiles } from './current-files.js';
import { hashOf, KeptBytes } from './kept-bytes.js';
import { formerOf, isFormer, KeptIndex, type KeptLine, objectOf } from './kept-index.js';
import { thinFiles } from './thin-files.js';
import { filesOfEntry, isIncomplete } from './trash-files.js';

const DAY_MS = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;
/** First copies are made, and old bytes dropped, so long after the start, in ms. */
const FIRST_AFTER_MS = 20_000;
/** What is known of so many files in their places. */
const MAX_HASHED = 5_000;
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

export class FolderFileHistory implements FileHistory {
  readonly #options: FileHistoryOptions;
  readonly #bytes: KeptBytes;
  readonly #index: KeptIndex;
  /** Entries of the trash to take in. */
  #entries = new Set<string>();
  /** Whether bytes may share a file with one in its place. */
  #mayShare = true;
  /** Whether the trash was read since this process opened it; only one that has the folder hears of all entries. */
  #isRead = false;
  #exclusive = false;
  #closed = false;
  #retention: (() => FileRetention) | undefined;
  readonly #hashed = new Map<string, { stamp: Stamp; revision: string }>();
  #working: Promise<void> = Promise.resolve();
  readonly #quiet = new QuietTimer(() => this.#inBackground(() => this.settle()));
  readonly #timers: NodeJS.Timeout[] = [];
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
    const work = () => this.#inBackground(() => this.maintain());
    this.#timers.push(setTimeout(work, FIRST_AFTER_MS).unref(), setInterval(work, DAY_MS).unref());
  }

  trashed(entry: string): void {
    this.#entries.add(entry);
    if (this.#exclusive) this.#quiet.touch();
  }

  putBack(): void {
    this.#mayShare = true;
    if (this.#exclusive) this.#quiet.touch();
  }

  settle(): Promise<void> {
    this.#quiet.cancel();
    return this.#next(() => this.#takeIn());
  }

  async maintain(): Promise<void> {
    this.#isRead = false;
    await this.settle();
    await this.#next(async () => {
      const retention = this.#retention?.();
      if (!retention || this.#closed || !this.#options.isAvailable()) return;
      const { layout, now } = this.#options;
      const parts = { layout, bytes: this.#bytes, index: this.#index, now: now().getTime() };
      await takeCurrentFiles({ ...parts, isStopped: () => this.#closed }, retention);
      await thinFiles(parts, retention);
    });
  }

  async of(collection: string, id: string): Promise<KeptFile[]> {
    await this.#settled();
    return formerOf(await this.#index.of(`${collection}/${id}`));
  }

  async *at(at: number): AsyncGenerator<KeptFile> {
    await this.#settled();
    for await (const { lines } of this.#index.parts()) {
      for (const one of formerOf(lines)) if (one.since <= at && at < one.until) yield one;
    }
  }

  async revisionOf(path: string): Promise<string | undefined> {
    const file = join(this.#options.layout.root, path);
    const stamp = this.#options.layout.linkOn(file) ? undefined : stampAt(file);
    if (!stamp || stamp.size > this.#maxFileBytes()) return undefined;
    const known = this.#hashed.get(path);
    if (known && sameStamp(known.stamp, stamp)) return known.revision;
    const { revision } = await hashOf(file);
    if (this.#hashed.size >= MAX_HASHED) this.#hashed.clear();
    if (sameStamp(stampAt(file), stamp)) this.#hashed.set(path, { stamp, revision });
    return revision;
  }

  has(revision: string): boolean {
    return this.#bytes.has(revision);
  }

  intact(revision: string): Promise<string | undefined> {
    return this.#bytes.intact(revision);
  }

  async open(revision: string): Promise<OpenFile | undefined> {
    const path = await this.#bytes.intact(revision);
    return path === undefined ? undefined : openPlainFile(path);
  }

  read(revision: string): Readable {
    return Readable.from(this.#bytes.read(revision));
  }

  async forget(entries: readonly string[]): Promise<void> {
    // What cannot be taken in has no bytes here, and deleting it may be what makes room.
    await this.#settled();
    await this.#next(async () => {
      const { layout } = this.#options;
      const gone = new Set<string>();
      for (const id of entries) {
        const record = readEntry(layout.trashEntry(id), id);
        if (!record) continue;
        for (const { path } of await filesOfEntry(record, layout))
          gone.add(keyOf({ path, until: Date.parse(record.deleted) }));
      }
      if (gone.size > 0) await this.#drop(gone);
    });
  }

  async usage(): Promise<HistoryUsage> {
    let [bytes, contents] = [0, 0];
    for await (const { size } of this.#bytes.all()) {
      bytes += size;
      contents += 1;
    }
    return { bytes, contents, problem: this.#problem };
  }

  async *damaged(): AsyncGenerator<KeptFile> {
    for await (const { lines } of this.#index.parts()) {
      for (const one of formerOf(lines)) {
        if (this.#bytes.has(one.revision) && !(await this.#bytes.intact(one.revision))) yield one;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#quiet.close();
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#exclusive && this.#entries.size > 0) await this.#settled();
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

  /** What cannot be taken in now is tried again later; until then its bytes count as not kept. */
  #settled(): Promise<void> {
    return this.#reported(() => this.settle());
  }

  #inBackground(work: () => Promise<void>): void {
    void this.#reported(work);
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
      if (!this.#isRead) for (const { id } of await readRecords(layout)) waiting.add(id);
      const yielder = new Yielder();
      for (const id of waiting) {
        if (await this.#takeEntry(id)) waiting.delete(id);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
      this.#isRead = this.#exclusive;
      if (this.#mayShare) await this.#separateShared();
    } finally {
      for (const id of waiting) this.#entries.add(id);
    }
  }

  /** False while its files have not come yet. */
  async #takeEntry(id: string): Promise<boolean> {
    const { layout } = this.#options;
    const record = readEntry(layout.trashEntry(id), id);
    if (!record) return true;
    const until = Date.parse(record.deleted);
    const known = new Map<string, Set<string>>();
    for (const { path, source } of await filesOfEntry(record, layout)) {
      const object = objectOf(path);
      const keys = known.get(object) ?? new Set((await this.#index.of(object)).filter(isFormer).map(keyOf));
      known.set(object, keys);
      const stamp = stampAt(source);
      if (!stamp || keys.has(keyOf({ path, until }))) continue;
      const since = Math.min(Math.floor(stamp.mtimeMs), until);
      // That other bytes were there is known in any case.
      const isLarge = stamp.size > this.#maxFileBytes();
      const added = isLarge ? { revision: UNKNOWN, size: stamp.size } : await this.#bytes.add(source, 'link');
      if (added) await this.#index.append(object, [{ path, ...added, since, until }]);
      await pause(0);
    }
    return !isIncomplete(record, layout);
  }

  /** Other programs may write into a file in its place, which would change bytes that share it. */
  async #separateShared(): Promise<void> {
    this.#mayShare = false;
    const { layout } = this.#options;
    const yielder = new Yielder();
    for await (const { lines } of this.#index.parts()) {
      for (const { path, revision } of lines) {
        const kept = statOf(this.#bytes.pathOf(revision));
        if (kept && kept.nlink > 1 && statOf(join(layout.root, path))?.ino === kept.ino) {
          await this.#bytes.separate(revision);
        }
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
  }

  /** Forgets the bytes of lines, unless others have them, too. The bytes first: on a full disk no line can be written. */
  async #drop(gone: ReadonlySet<string>): Promise<void> {
    const suspects = new Set<string>([UNKNOWN]);
    const needed = new Set<string>([UNKNOWN]);
    const changed = new Map<string, KeptLine[]>();
    for await (const { part, lines } of this.#index.parts()) {
      const isGone = lines.map((line) => isFormer(line) && gone.has(keyOf(line)));
      for (const [at, { revision }] of lines.entries()) (isGone[at] ? suspects : needed).add(revision);
      if (!isGone.includes(true)) continue;
      changed.set(
        part,
        lines.map((line, at) => (isGone[at] ? { ...line, revision: UNKNOWN } : line)),
      );
    }
    for (const revision of suspects) if (!needed.has(revision)) await this.#bytes.remove(revision);
    await this.#reported(async () => {
      for (const [part, lines] of changed) await this.#index.rewrite(part, lines);
    });
  }
}

const keyOf = ({ path, until }: Pick<KeptFile, 'path' | 'until'>): string => `${path}\n${until}`;
