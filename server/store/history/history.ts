/**
 * The history of the folder's JSON files, in the state directory (decision 166). A save sets the old file aside and
 * appends one line before it is answered; contents and the index by file follow in the background. No failure here
 * stops a save: it is logged, and reported by `problem`.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import type { ChangeOrigin } from '../../contract/changes.js';
import type { Log } from '../disk/log.js';
import type { History, HistoryEntry, HistoryUsage, Retention } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { ActivityLog, type LogPosition } from './activity-log.js';
import { withoutRepeats } from './entry.js';
import { isKept, pathBelow } from './kept-paths.js';
import { Packs } from './packs.js';
import { PathIndex } from './path-index.js';
import { revisionOf } from './revision.js';
import { keptFiles } from './scan.js';
import { SetAside } from './set-aside.js';
import { byPart, type TakeInParts, takeInPart, type Work, workOn } from './take-in.js';
import { thinHistory } from './thin.js';

/** The background work begins after so much quiet, in ms, and after the longer time in any case. */
const QUIET_MS = 1_000;
const LATEST_MS = 5_000;
/** First states are looked for so long after the start, in ms, a part of the files each pause. */
const SCAN_AFTER_MS = 5_000;
const SCAN_PAUSE_MS = 100;
/** Size of what is kept in memory until it is in a pack; beyond that the files themselves have to do. */
const MAX_WRITTEN_BYTES = 16 * 1024 * 1024;

const NOT_KEPT = 'No history is kept: the state directory cannot be written';

/** Where no history can be kept. */
export const NO_HISTORY: History = {
  problem: NOT_KEPT,
  keeps: () => false,
  setAside: () => {},
  record: () => {},
  changedOutside: () => {},
  entries: async () => [],
  content: async () => undefined,
  days: () => [],
  activityOf: async () => [],
  usage: async () => ({ bytes: 0, problem: NOT_KEPT }),
  settle: async () => {},
  thin: async () => {},
};

export interface HistoryOptions {
  /** Folder of this data folder in the state directory. */
  folder: string;
  /** The data folder, and a folder on its volume where files can be set aside. */
  root: string;
  temp: string;
  isBusy(path: string): boolean;
  isAvailable(): boolean;
  log: Log;
  now(): Date;
}

export class FolderHistory implements History {
  readonly #options: HistoryOptions;
  readonly #log: ActivityLog;
  readonly #index: PathIndex;
  readonly #aside: SetAside;
  #packs: Promise<Packs> | undefined;
  /** Files to look at. */
  #touched = new Set<string>();
  /** Entries recorded since the log was last read, by file. */
  readonly #pending = new Map<string, HistoryEntry[]>();
  /** What was written and is not in a pack yet, by file. */
  #written = new Map<string, Uint8Array[]>();
  #writtenBytes = 0;
  #settling: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #firstTouch = 0;
  #scan: NodeJS.Timeout | undefined;
  /** Only one process at a time takes in what was set aside. */
  #exclusive = false;
  #closed = false;
  #problem: string | undefined;

  private constructor(options: HistoryOptions) {
    this.#options = options;
    const { folder, root, temp } = options;
    for (const name of ['activity', 'files']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    this.#log = new ActivityLog(join(folder, 'activity'));
    this.#index = new PathIndex(join(folder, 'files'));
    this.#aside = new SetAside(root, join(folder, 'aside'), join(temp, 'aside'));
  }

  /** Undefined where the state directory cannot hold a history. */
  static open(options: HistoryOptions): FolderHistory | undefined {
    try {
      return new FolderHistory(options);
    } catch (error) {
      options.log('warn', NOT_KEPT, error);
      return undefined;
    }
  }

  /** Begins the background work, in the process that has the folder to itself. */
  start(): void {
    this.#exclusive = true;
    this.#schedule();
    this.#scan = setTimeout(() => this.#inBackground(() => this.scan()), SCAN_AFTER_MS).unref();
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  keeps(file: string): boolean {
    const path = pathBelow(this.#options.root, file);
    return path !== undefined && isKept(path);
  }

  setAside(file: string): void {
    const path = pathBelow(this.#options.root, file);
    if (path === undefined || !isKept(path)) return;
    try {
      this.#aside.add(file, path);
    } catch (error) {
      this.#failed('A version could not be kept', error);
    }
  }

  record(path: string, bytes: Uint8Array | null, change: ChangeOrigin, stamp?: Stamp): void {
    if (!isKept(path)) return;
    const at = this.#options.now().getTime();
    const revision = bytes && revisionOf(bytes);
    const kind = revision === null ? 'removed' : 'saved';
    if (bytes && this.#exclusive) this.#keepWritten(path, bytes);
    const entry: HistoryEntry = { path, at, revision, kind, change, ...(stamp && { stamp }) };
    const pending = this.#pending.get(path);
    if (pending) pending.push(entry);
    else this.#pending.set(path, [entry]);
    try {
      this.#log.append([entry], at);
    } catch (error) {
      this.#failed('A change could not be recorded', error);
    }
    this.changedOutside(path);
  }

  changedOutside(path: string): void {
    if (!isKept(path) || !this.#exclusive) return;
    this.#touched.add(path);
    this.#schedule();
  }

  async entries(path: string): Promise<HistoryEntry[]> {
    await this.settle();
    return withoutRepeats(await this.#index.read(path));
  }

  async content(revision: string): Promise<Buffer | undefined> {
    return (await this.#opened()).read(revision);
  }

  days(): string[] {
    return this.#log.days();
  }

  async activityOf(day: string): Promise<HistoryEntry[]> {
    return (await this.#log.read(day)).entries;
  }

  async usage(): Promise<HistoryUsage> {
    return { bytes: (await this.#opened()).bytes, problem: this.#problem };
  }

  /** Takes in everything that has happened so far. Can be called at any time. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firstTouch = 0;
    const next = this.#settling.then(() => this.#takeIn());
    this.#settling = next.catch(() => {});
    return next;
  }

  /** Looks at every file whose state has not been taken in, a part at a time. */
  async scan(): Promise<void> {
    const { root } = this.#options;
    const paths = byPart(await keptFiles(root));
    for (const part of new Set([...paths.keys(), ...this.#index.parts()])) {
      if (this.#closed || !this.#options.isAvailable()) return;
      const known = (await this.#index.readPart(part)).map(({ path }) => path);
      for (const path of new Set([...(paths.get(part) ?? []), ...known])) this.#touched.add(path);
      await this.settle();
      await new Promise((done) => setTimeout(done, SCAN_PAUSE_MS).unref());
    }
  }

  async thin(retention: Retention): Promise<void> {
    await this.settle();
    const next = this.#settling.then(() => this.#thin(retention));
    this.#settling = next.catch(() => {});
    return next;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#scan);
    if (this.#exclusive && this.#touched.size > 0) {
      await this.settle().catch((error: unknown) =>
        this.#failed('The history could not be completed', error),
      );
    }
    await this.#settling;
    this.#log.close();
    (await this.#packs?.catch(() => undefined))?.close();
  }

  /** Another program may write into the file before its content is in a pack. */
  #keepWritten(path: string, bytes: Uint8Array): void {
    if (this.#writtenBytes + bytes.length > MAX_WRITTEN_BYTES) return;
    this.#writtenBytes += bytes.length;
    const written = this.#written.get(path);
    if (written) written.push(bytes);
    else this.#written.set(path, [bytes]);
  }

  #schedule(): void {
    const now = performance.now();
    this.#firstTouch ||= now;
    if (this.#closed || (this.#timer && now - this.#firstTouch > LATEST_MS)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#inBackground(() => this.settle()), QUIET_MS).unref();
  }

  #inBackground(work: () => Promise<void>): void {
    work().then(
      () => {
        this.#problem = undefined;
      },
      (error: unknown) => this.#failed('The history could not be brought up to date', error),
    );
  }

  #failed(message: string, error: unknown): void {
    if (this.#problem === undefined) this.#options.log('warn', message, error);
    this.#problem = message;
  }

  #opened(): Promise<Packs> {
    this.#packs ??= Packs.open(join(this.#options.folder, 'packs')).catch((error: unknown) => {
      this.#packs = undefined;
      throw error;
    });
    return this.#packs;
  }

  async #takeIn(): Promise<void> {
    const { root, isBusy, isAvailable, now } = this.#options;
    if (!this.#exclusive || !isAvailable()) return;
    const packs = await this.#opened();
    const touched = this.#touched;
    const written = this.#written;
    this.#touched = new Set();
    this.#written = new Map();
    this.#writtenBytes = 0;
    try {
      const work: Work = new Map();
      for (const path of touched) workOn(work, path);
      for (const [path, these] of written) workOn(work, path).written = these;
      const position = await this.#readLog(work);
      for (const file of this.#aside.list()) workOn(work, file.path).aside.push(file);
      const parts: TakeInParts = {
        root,
        packs,
        index: this.#index,
        log: this.#log,
        aside: this.#aside,
        isBusy,
        pending: (path) => this.#pending.get(path) ?? [],
        now,
      };
      const yielder = new Yielder();
      for (const [part, paths] of byPart(work.keys())) {
        for (const path of await takeInPart(parts, part, paths, work)) this.#touched.add(path);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
      this.#writePosition(position);
    } catch (error) {
      for (const path of touched) this.#touched.add(path);
      for (const [path, these] of written) for (const bytes of these) this.#keepWritten(path, bytes);
      throw error;
    }
    if (this.#touched.size > 0) this.#schedule();
  }

  /** Adds the entries of the log that are not in the index yet; the place after the last of them. */
  async #readLog(work: Work): Promise<LogPosition | undefined> {
    // Everything recorded so far is in the log.
    this.#pending.clear();
    let position = this.#readPosition();
    for (const day of this.#log.days()) {
      if (position && day < position.day) continue;
      const { entries, end } = await this.#log.read(day, position?.day === day ? position.offset : 0);
      for (const entry of entries) if (isKept(entry.path)) workOn(work, entry.path).entries.push(entry);
      position = end;
    }
    return position;
  }

  #readPosition(): LogPosition | undefined {
    try {
      const { day, offset } = JSON.parse(readFileSync(this.#positionFile, 'utf8'));
      return typeof day === 'string' && Number.isSafeInteger(offset) ? { day, offset } : undefined;
    } catch {
      // Missing or cut off: the log is read from its start, which changes nothing twice.
      return undefined;
    }
  }

  #writePosition(position: LogPosition | undefined): void {
    if (!position) return;
    writeFileSync(`${this.#positionFile}.tmp`, JSON.stringify(position), { mode: 0o600 });
    renameSync(`${this.#positionFile}.tmp`, this.#positionFile);
  }

  get #positionFile(): string {
    return join(this.#options.folder, 'position.json');
  }

  async #thin(retention: Retention): Promise<void> {
    if (!this.#exclusive || this.#closed) return;
    const packs = await this.#opened();
    await thinHistory(
      { packs, index: this.#index, log: this.#log },
      retention,
      this.#options.now().getTime(),
    );
  }
}
