/**
 * The history of the folder's JSON files (decision 166). A save sets the old file aside and appends one line before it is
 * answered; contents and the index by file follow later. No failure here stops a save: it is reported by `problem`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Yielder } from '../../async/yielder.js';
import type { ChangeOrigin } from '../../contract/changes.js';
import type { Log } from '../disk/log.js';
import { namesIn } from '../disk/names-in.js';
import { stampAt } from '../disk/stamp.js';
import type { LogPosition } from '../types/changes.js';
import type {
  History,
  HistoryEntry,
  HistoryUsage,
  KnownFile,
  KnownFiles,
  Retention,
} from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { ActivityLog, readPosition, writePosition } from './activity-log.js';
import { goesOn, type LogEntry, type Made, parseEntry, recorded } from './entry.js';
import { isKept, pathBelow, type TextFilesOf, textPathsOf } from './kept-paths.js';
import { goneOf, isChangeSince, knownFiles, NotedObjects, removalLines } from './known-files.js';
import { isBefore } from './log-days.js';
import { NOT_KEPT } from './no-history.js';
import { Packs } from './packs.js';
import { byPart, PathIndex } from './path-index.js';
import { QuietTimer, untilIdle } from './quiet-timer.js';
import { readEntries } from './read-entries.js';
import { revisionOf } from './revision.js';
import { keptFiles } from './scan.js';
import { SetAside } from './set-aside.js';
import { fileStates } from './states.js';
import { isTakenIn, readIfPossible, type TakeInParts, takeIn, workOf } from './take-in.js';
import { daily, thinHistory } from './thin.js';
import { WrittenContents } from './written-contents.js';

/** Time between two looks, and the longest wait, in ms: a little more than until changes are taken in. */
const BETWEEN_MS = 100;
const LONGEST_MS = 8_000;

/** Resolves when the log as it is now has been taken in, or when no process seems to do that. */
async function untilTakenIn(log: ActivityLog, position: () => LogPosition | undefined): Promise<void> {
  const end = log.end();
  const isTakenIn = () => {
    const at = position();
    return end === undefined || (at !== undefined && !isBefore(at, end));
  };
  for (let waited = 0; !isTakenIn() && waited < LONGEST_MS; waited += BETWEEN_MS) await pause(BETWEEN_MS);
}

/** Why the history is incomplete: logged once, until background work succeeds again. */
class HistoryProblem {
  readonly #log: Log;
  #message: string | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  get message(): string | undefined {
    return this.#message;
  }

  failed(message: string, error: unknown): void {
    if (this.#message === undefined) this.#log('warn', message, error);
    this.#message = message;
  }

  inBackground(work: () => Promise<void>): void {
    work().then(
      () => {
        this.#message = undefined;
      },
      (error: unknown) => this.failed('The history could not be brought up to date', error),
    );
  }
}

/** What the history of a folder works with. */
interface HistoryOptions {
  /** Folder of this data folder in the state directory. */
  folder: string;
  /** The data folder, and a folder on its volume where files can be set aside. */
  root: string;
  temp: string;
  textFilesOf: TextFilesOf;
  isBusy(path: string): boolean;
  isAvailable(): boolean;
  log: Log;
  now(): Date;
}

/** First states are looked for so long after the start, and after what was read then, in ms. */
const SCAN_AFTER_MS = 5_000;
/** Files that are taken in while the folder is closed; more are left to the next start. */
const MAX_AT_CLOSE = 500;

export class FolderHistory implements History {
  readonly #options: HistoryOptions;
  /** The log of the folder's changes. */
  readonly activity: ActivityLog;
  readonly #index: PathIndex;
  readonly #aside: SetAside;
  readonly #positionFile: string;
  #packs: Promise<Packs> | undefined;
  /** Files to look at. */
  #touched = new Set<string>();
  /** Entries recorded since the log was last read, by file. */
  readonly #pending = new Map<string, HistoryEntry[]>();
  readonly #written = new WrittenContents();
  #settling: Promise<void> = Promise.resolve();
  readonly #quiet = new QuietTimer(() => this.#problem.inBackground(() => this.settle()));
  #scan: NodeJS.Timeout | undefined;
  #stopThinning = () => {};
  /** Only one process at a time takes in what was set aside. */
  #exclusive = false;
  /** Undefined where every file of the folder has been looked at. */
  #noted: NotedObjects | undefined;
  #closed = false;
  readonly #problem: HistoryProblem;
  readonly days = (from?: number, to?: number) => this.activity.days(from, to);
  readonly statesAt = (at: number) => fileStates(this.#index, at, this.#now());

  private constructor(options: HistoryOptions) {
    this.#options = options;
    const { folder, root, temp } = options;
    this.#problem = new HistoryProblem(options.log);
    for (const name of ['activity', 'files']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    this.activity = new ActivityLog(join(folder, 'activity'));
    this.#index = new PathIndex(join(folder, 'files'), parseEntry);
    this.#positionFile = join(folder, 'position.json');
    if (!readPosition(this.#positionFile)?.isComplete) this.#noted = new NotedObjects(this.activity);
    this.#aside = new SetAside(root, join(folder, 'aside'), join(temp, 'aside'), options.now);
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

  /**
   * Whether the log has lost lines that were taken in, as after a power cut. Then it is read again from its beginning.
   */
  findLoss(): boolean {
    const position = readPosition(this.#positionFile);
    if (position?.check === undefined || this.activity.checkAt(position) === position.check) return false;
    rmSync(this.#positionFile, { force: true });
    this.#noted = new NotedObjects(this.activity);
    return true;
  }

  /**
   * Begins the work of the process that has the folder to itself. `isReading`: whether a collection is being read; the
   * scan, which reads the same files, waits for its end.
   */
  start(isReading: () => boolean): void {
    this.#exclusive = true;
    this.#quiet.touch();
    this.#scanLater(isReading);
  }

  /** Looks for first states when nothing was read for a while: sorts and searches often follow what was read. */
  #scanLater(isReading: () => boolean, wasReading = false): void {
    const scan = async () => {
      await untilIdle();
      if (!this.#closed) await this.scan();
    };
    this.#scan = setTimeout(() => {
      const reading = isReading();
      if (reading || wasReading) this.#scanLater(isReading, reading);
      else this.#problem.inBackground(scan);
    }, SCAN_AFTER_MS).unref();
  }

  get problem(): string | undefined {
    return this.#problem.message;
  }

  keeps(file: string): boolean {
    const path = pathBelow(this.#options.root, file);
    return path !== undefined && isKept(path);
  }

  setAside(file: string): void {
    const path = pathBelow(this.#options.root, file);
    if (path === undefined || !isKept(path)) return;
    try {
      this.#aside.add(file, path, this.activity.lastPlace(this.#now()));
      // Where the write fails, nothing is recorded.
      if (this.#exclusive) this.#quiet.touch();
    } catch (error) {
      this.#problem.failed('A version could not be kept', error);
    }
  }

  intend(path: string, bytes: Uint8Array, change: ChangeOrigin): void {
    if (!isKept(path) || !goesOn(change)) return;
    const at = this.#now();
    this.#logLine({ path, at, revision: revisionOf(bytes), kind: 'intended', change });
  }

  record(path: string, bytes: Uint8Array | null, change: ChangeOrigin, stamp?: Stamp): void {
    if (!isKept(path)) return;
    const at = this.#now();
    for (const text of textPathsOf(path, this.#options.textFilesOf)) {
      const file = readIfPossible(join(this.#options.root, text));
      const made = { path: text, at, change, stamp: file?.stamp };
      this.#aside.recorded(text);
      // It is recorded also where this change has left it as it was.
      this.#append(file?.bytes ?? null, { ...made, replaced: true });
    }
    const replaced = this.#aside.recorded(path);
    this.#append(bytes, { path, at, change, stamp, replaced });
    this.changedOutside(path);
  }

  async recordFolder(
    place: string,
    folder: string,
    kind: 'saved' | 'removed',
    change: ChangeOrigin,
  ): Promise<void> {
    const yielder = new Yielder();
    for (const name of await namesIn(folder).catch(() => [])) {
      const path = `${place}/${name}`;
      if (!isKept(path)) continue;
      const file = kind === 'saved' ? readIfPossible(join(folder, name)) : undefined;
      if (kind === 'removed' || file) this.record(path, file?.bytes ?? null, change, file?.stamp);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }

  changedOutside(path: string): void {
    if (!isKept(path) || !this.#exclusive) return;
    for (const one of [path, ...textPathsOf(path, this.#options.textFilesOf)]) this.#touched.add(one);
    this.#quiet.touch();
  }

  entries = async (path: string) => (await this.entriesOf([path])).get(path) ?? [];

  entriesOf(paths: readonly string[]): Promise<ReadonlyMap<string, HistoryEntry[]>> {
    const { root } = this.#options;
    const look = (path: string) => this.changedOutside(path);
    return readEntries({ root, index: this.#index, look, settle: () => this.settle() }, paths);
  }

  noted = () => this.#noted?.read();

  known(isOf: (collection: string) => boolean = () => true): Promise<KnownFiles> {
    const position = readPosition(this.#positionFile);
    return knownFiles({ activity: this.activity, index: this.#index, position, noted: this.#noted }, isOf);
  }

  isAsKnown(path: string, entry: KnownFile | undefined): boolean {
    const file = readIfPossible(join(this.#options.root, path));
    const { revision = null } = entry ?? {};
    if (!file || revision === null) return file === undefined && revision === null;
    if (revisionOf(file.bytes) !== revision) return false;
    // The next look need not read it.
    this.changedOutside(path);
    return true;
  }

  async content(revision: string): Promise<Buffer | undefined> {
    return (await this.#opened()).read(revision);
  }

  activityOf = (day: string) => this.activity.read(day);

  async usage(): Promise<HistoryUsage> {
    const { bytes, count } = await this.#opened();
    return { bytes, contents: count, problem: this.#problem.message };
  }

  settle(): Promise<void> {
    if (!this.#exclusive) return untilTakenIn(this.activity, () => readPosition(this.#positionFile));
    this.#quiet.cancel();
    const next = this.#settling.then(() => this.#takeIn());
    this.#settling = next.catch(() => {});
    return next;
  }

  /**
   * Looks at every file, a part of the index at a time, and takes in those whose state is not in it: which are few at
   * most starts, so that a stamp of each is compared before anything is made for it.
   */
  async scan(): Promise<void> {
    const { paths, gone } = await this.#unseen();
    // What is opened after the end stays open.
    if (this.#closed) return;
    const packs = await this.#opened();
    const yielder = new Yielder();
    for (const part of new Set([...paths.keys(), ...gone.keys(), ...this.#index.parts()])) {
      if (this.#closed || !this.#options.isAvailable()) return;
      const known = new Map((await this.#index.readPart(part)).map((entry) => [entry.path, entry]));
      const seen = new Set([...(paths.get(part) ?? []), ...known.keys()]);
      // A scan takes minutes: what was looked at is not to stay in memory as long.
      paths.delete(part);
      for (const path of seen) {
        const stamp = stampAt(join(this.#options.root, path));
        if (!isTakenIn(known.get(path), stamp, packs)) this.#touched.add(path);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
      const removed = gone.get(part)?.filter((path) => !seen.has(path)) ?? [];
      if (removed.length > 0)
        this.activity.appendLines(removalLines(removed, this.#options.now()), this.#now());
      if (this.#touched.size > 0 || removed.length > 0) await this.settle();
      await untilIdle();
    }
    if (this.#closed) return;
    // The log may have been read from its beginning, and no file needed a look.
    await this.settle();
    const position = readPosition(this.#positionFile);
    if (!this.#noted || !position) return;
    this.#noted = undefined;
    this.#writePosition(position);
  }

  /** The files of the folder, and those that were noted and are not among them, by part of the index. */
  async #unseen(): Promise<Record<'paths' | 'gone', Map<string, string[]>>> {
    const files = await keptFiles(this.#options.root, this.#options.textFilesOf);
    const noted = await this.#noted?.read();
    return { paths: await byPart(files), gone: await byPart(noted ? await goneOf(noted, files) : []) };
  }

  thinDaily(retention: () => Retention): void {
    this.#stopThinning = daily(() => this.#problem.inBackground(() => this.thin(retention())));
  }

  /** Drops versions that are no longer kept, then contents that no version has. */
  async thin(retention: Retention): Promise<void> {
    await this.settle();
    const next = this.#settling.then(() => this.#thin(retention));
    this.#settling = next.catch(() => {});
    return next;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#quiet.close();
    clearTimeout(this.#scan);
    this.#stopThinning();
    if (this.#exclusive && this.#touched.size > 0 && this.#touched.size <= MAX_AT_CLOSE) {
      await this.settle().catch((error: unknown) =>
        this.#problem.failed('The history could not be completed', error),
      );
    }
    await this.#settling;
    this.activity.close();
    (await this.#packs?.catch(() => undefined))?.close();
  }

  #now(): number {
    return this.#options.now().getTime();
  }

  #writePosition({ day, offset }: LogPosition): void {
    const check = this.activity.checkAt({ day, offset });
    this.activity.forgetUntil({ day, offset });
    writePosition(this.#positionFile, { day, offset, isComplete: this.#noted === undefined, check });
  }

  #append(bytes: Uint8Array | null, made: Made): void {
    // The files of one change follow each other, with no place for another program's change in between.
    const place = this.#tryToLog(() => this.activity.placeAt(made.at));
    const entry = recorded(bytes, made, place ?? made.at);
    if (bytes && entry.revision && this.#exclusive)
      this.#written.add(entry.path, { revision: entry.revision, bytes });
    const pending = this.#pending.get(entry.path);
    if (pending) pending.push(entry);
    else if (this.#exclusive) this.#pending.set(entry.path, [entry]);
    if (place !== undefined) this.#tryToLog(() => this.activity.appendPlaced(entry));
  }

  #logLine(line: LogEntry): void {
    this.#tryToLog(() => this.activity.append([line], this.#now()));
  }

  /** Undefined where it failed, which is reported. */
  #tryToLog<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#problem.failed('A change could not be recorded', error);
      return undefined;
    }
  }

  #opened(): Promise<Packs> {
    this.#packs ??= Packs.open(join(this.#options.folder, 'packs')).catch((error: unknown) => {
      this.#packs = undefined;
      throw error;
    });
    return this.#packs;
  }

  async #takeIn(): Promise<void> {
    const { isBusy, isAvailable } = this.#options;
    if (!this.#exclusive || !isAvailable()) return;
    const touched = this.#touched;
    const written = this.#written.takeAll();
    this.#touched = new Set();
    try {
      // Everything recorded so far is in the log.
      this.#pending.clear();
      await this.#aside.removeRead();
      const { position, ...logged } = await this.activity.readFrom(readPosition(this.#positionFile));
      const work = workOf({ touched, written, logged, aside: this.#aside.list() });
      for (const one of logged.intended.filter(({ path }) => isBusy(path))) {
        // Its write goes on: it is looked at again.
        this.#logLine(one);
        this.#touched.add(one.path);
      }
      // The next start goes on from the log.
      const isStopped = () => this.#closed && work.size > MAX_AT_CLOSE;
      // Opening the packs reads them whole, which a start with nothing new is to do later.
      const parts = work.size > 0 && (await this.#takeInParts());
      if (parts) for (const path of await takeIn(parts, work, isStopped)) this.#touched.add(path);
      if (isStopped()) return;
      if (position) this.#writePosition(position);
    } catch (error) {
      this.#aside.forgetLooks();
      for (const path of touched) this.#touched.add(path);
      for (const [path, these] of written) for (const one of these) this.#written.add(path, one);
      throw error;
    }
    if (this.#touched.size > 0 || this.#aside.isWaiting) this.#quiet.touch();
  }

  async #takeInParts(): Promise<TakeInParts> {
    const { root, isBusy, isAvailable, now } = this.#options;
    return {
      root,
      packs: await this.#opened(),
      index: this.#index,
      log: this.activity,
      aside: this.#aside,
      isBusy,
      isAvailable,
      pending: (path) => this.#pending.get(path) ?? [],
      now,
      isChange: isChangeSince(await this.#noted?.read(), root),
    };
  }

  async #thin(retention: Retention): Promise<void> {
    if (!this.#exclusive || this.#closed) return;
    const packs = await this.#opened();
    const now = this.#now();
    await thinHistory({ packs, index: this.#index, log: this.activity }, retention, now);
  }
}
