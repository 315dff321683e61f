/**
 * What happened in the folder, in order: a line for each changed file and each other change, in one file a day. A save
 * appends its line before it is answered; everything else of the history follows later from these lines. The order is
 * that of the lines: where the clock was put back to an earlier day, a further file of that day is begun, which comes
 * after all others.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from '../disk/fs-errors.js';
import { endLine, lineOf, linesOf, openRecords } from '../disk/record-lines.js';
import { statOf } from '../disk/stamp.js';
import type { LogPosition } from '../types/changes.js';
import { type HistoryEntry, placeOf } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import {
  type IntendedEntry,
  inLine,
  isEntryOfFile,
  type LogEntry,
  type LogLine,
  parseLogLine,
} from './entry.js';
import { changeAt, keptPathOf } from './kept-paths.js';
import { dateOf, dayAfter, inOrder, isBefore, isFileOfDay, isLater, mayBeOf } from './log-days.js';

export interface SeenFile {
  readonly path: string;
  readonly stamp: Stamp | null | undefined;
}

/** Lines of the log from a place on. */
export interface LogPart {
  entries: HistoryEntry[];
  intended: IntendedEntry[];
  /** Files whose changes have lines by event, with their stamps after that; null: they were gone. */
  seen: SeenFile[];
}

const MODE = 0o600;
/** Between places of the same time: less than the millisecond by which times of other programs differ. */
const STEP_MS = 1 / 1024;
/** How often the folder is looked at for files that other processes have begun, in ms. */
const LIST_EVERY_MS = 1000;
/** Bytes at the end of a file in which its last place is looked for. */
const TAIL_BYTES = 64 * 1024;
/** So many bytes before a place show whether the lines there are still the same: most of a line. */
const CHECKED_BYTES = 256;
const CHECK_LENGTH = 10;
/** Lines whose events are to come; more are not remembered. */
const MAX_OWN = 1000;
/** Lines in memory that were not taken in yet; more are read again. */
const MAX_RECENT = 20_000;

/** The line of a file that this process has written. */
interface OwnLine {
  readonly end: LogPosition;
  readonly isRemoval: boolean;
}

interface PlacedLine {
  /** Undefined where it cannot be read. */
  readonly line: LogLine | undefined;
  readonly end: LogPosition;
}

interface OpenDay {
  day: string;
  descriptor: number;
  /** Its size, by which lines of other processes are noticed. */
  size: number;
}

export class ActivityLog {
  readonly #folder: string;
  #open: OpenDay | undefined;
  /** Of the folder when its files were last listed: another process may have begun a file. */
  #listedAt = Number.NaN;
  /** When that was last compared, by the clock of `performance`. */
  #comparedAt = Number.NEGATIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  /** Lines by file whose events are to come, since a place in the log was last given to a client. */
  readonly #own = new Map<string, OwnLine>();
  /** The lines after a place, where this process has written all of them. */
  #recent: { from: LogPosition; lines: PlacedLine[] } | undefined;

  /** `folder` must exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * A place after all entries so far, for one that is appended next: its time, unless the clock was put back. Throws the
   * system's error.
   */
  placeAt(at: number): number {
    this.#openedFor(at);
    this.#last = at > this.#last ? at : this.#last + STEP_MS;
    return this.#last;
  }

  /** The place of the last entry so far; the time is that of an entry that may follow. Throws the system's error. */
  lastPlace(now: number): number {
    this.#openedFor(now);
    return Math.max(0, this.#last);
  }

  /** Appends entries, which survive the end of this process. The time decides about the file. */
  append(entries: readonly LogEntry[], now: number): void {
    this.appendLines(entries, now);
    for (const entry of entries) this.#last = Math.max(this.#last, placeOf(entry));
  }

  /** As `append`, for the entry whose place `placeAt` has just given. Its event is to come. */
  appendPlaced(entry: LogEntry): void {
    if (!this.#open) throw new Error('No place was given');
    const [end] = this.#write(this.#open, [entry]);
    this.#last = Math.max(this.#last, placeOf(entry));
    if (this.#own.size >= MAX_OWN) this.#own.clear();
    // Changes of sets have no events in the log.
    if (end && !changeAt(entry.path)) this.#own.set(entry.path, { end, isRemoval: entry.kind === 'removed' });
  }

  /** Appends lines; the places after them. */
  appendLines(lines: readonly LogLine[], now: number): LogPosition[] {
    return this.#write(this.#openedFor(now), lines);
  }

  /** The place after the line of a file that was just written, and that no event had yet. */
  takeOwn(path: string, isRemoval: boolean): LogPosition | undefined {
    const own = this.#own.get(path);
    if (own?.isRemoval !== isRemoval) return undefined;
    this.#own.delete(path);
    return own.end;
  }

  /**
   * Called when a place is given to a client, which begins there: it would miss the events that are to come of lines
   * before it, so they get lines of their own.
   */
  forgetOwn(): void {
    this.#own.clear();
  }

  /** The place after all lines. */
  endFor(now: number): LogPosition {
    const { day, size } = this.#open ?? this.#openedFor(now);
    return { day, offset: size };
  }

  /** Names what is before a place; undefined where the log is shorter. */
  checkAt({ day, offset }: LogPosition): string | undefined {
    try {
      const descriptor = openSync(this.#pathOf(day), 'r');
      try {
        const bytes = Buffer.alloc(Math.min(CHECKED_BYTES, offset));
        const read = readSync(descriptor, bytes, 0, bytes.length, offset - bytes.length);
        return read < bytes.length ? undefined : hash('sha1', bytes, 'hex').slice(0, CHECK_LENGTH);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** Appends many lines, of which none is read without the others. They are not remembered. */
  appendAtOnce(lines: readonly Buffer[], now: number): void {
    const open = this.#openedFor(now);
    open.size += writeWhole(open, Buffer.concat(lines));
    this.#recent = undefined;
  }

  /** Returns the places after the lines. */
  #write(open: OpenDay, lines: readonly LogLine[]): LogPosition[] {
    const bytes = lines.map(bytesOf);
    writeWhole(open, Buffer.concat(bytes));
    this.#recent ??= { from: { day: open.day, offset: open.size }, lines: [] };
    return lines.map((line, at) => {
      open.size += bytes[at]?.length ?? 0;
      const end = { day: open.day, offset: open.size };
      if (this.#recent && this.#recent.lines.push({ line, end }) > MAX_RECENT) this.#recent = undefined;
      return end;
    });
  }

  /** Called when the lines up to a place are not needed in memory any more. */
  forgetUntil(position: LogPosition): void {
    const lines = this.#recent?.lines.filter(({ end }) => isBefore(position, end));
    if (lines) this.#recent = { from: position, lines };
  }

  /** The lines after a place, where they are in memory: no other process has appended to the log meanwhile. */
  #recentFrom(start: LogPosition | undefined): PlacedLine[] | undefined {
    const [recent, open] = [this.#recent, this.#open];
    if (!recent || !open || !start || isBefore(start, recent.from) || this.#hasNewFiles()) return undefined;
    const { nlink, size } = fstatSync(open.descriptor);
    if (nlink === 0 || size !== open.size) return undefined;
    return recent.lines.filter(({ end }) => isBefore(start, end));
  }

  /** Days that have entries and may have some of a period, in the order in which they were written. */
  days(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): string[] {
    const days = readdirSync(this.#folder)
      .filter(isFileOfDay)
      .map((name) => name.slice(0, -'.ndjson'.length))
      .sort(inOrder);
    return mayBeOf(days, from, to);
  }

  /** The end of the last day; undefined without any. */
  end(): LogPosition | undefined {
    const day = this.days().at(-1);
    return day === undefined ? undefined : { day, offset: statOf(this.#pathOf(day))?.size ?? 0 };
  }

  /** The entries of a day, in order, some at a time. */
  async *read(day: string): AsyncGenerator<readonly HistoryEntry[], void, undefined> {
    for await (const lines of this.#linesOf(day, 0))
      yield lines.map(({ line }) => line).filter(isEntryOfFile);
  }

  /** What is in the lines from a place on, of all days, and the place after them. */
  async readFrom(start: LogPosition | undefined): Promise<LogPart & { position: LogPosition | undefined }> {
    const part: LogPart & { position: LogPosition | undefined } = {
      entries: [],
      intended: [],
      seen: [],
      position: start,
    };
    for await (const lines of this.lines(start)) {
      for (const { line, end } of lines) {
        part.position = end;
        if (line?.kind === 'intended') part.intended.push(line);
        else if (isEntryOfFile(line)) part.entries.push(line);
        else if (line?.kind === 'event') {
          const path = keptPathOf(line.event);
          const stamp = line.event.type.endsWith('.deleted') ? null : line.stamp;
          if (path !== undefined) part.seen.push({ path, stamp });
        }
      }
    }
    return part;
  }

  /** The lines from a place on, some at a time. */
  async *lines(start?: LogPosition): AsyncGenerator<readonly PlacedLine[], void, undefined> {
    const recent = this.#recentFrom(start);
    if (recent) yield recent;
    else for (const [day, offset] of this.#daysFrom(start)) yield* this.#linesOf(day, offset);
  }

  #daysFrom(start: LogPosition | undefined): [day: string, offset: number][] {
    return this.days()
      .filter((day) => !start || !isLater(start.day, day))
      .map((day) => [day, start?.day === day ? start.offset : 0]);
  }

  async *#linesOf(day: string, offset: number): AsyncGenerator<readonly PlacedLine[], void, undefined> {
    const bytes = await bytesFrom(this.#pathOf(day), offset);
    const yielder = new Yielder();
    let lines: PlacedLine[] = [];
    for (const { text, end } of linesOf(bytes)) {
      lines.push({ line: parseLogLine(text), end: { day, offset: offset + end } });
      if (!yielder.exhausted) continue;
      yield lines;
      lines = [];
      await yielder.yieldToEventLoop();
    }
    yield lines;
  }

  remove(day: string): void {
    unlinkSync(this.#pathOf(day));
  }

  close(): void {
    if (this.#open) closeSync(this.#open.descriptor);
    this.#open = undefined;
  }

  /** The file that takes entries of this time: of its day, after all others. */
  #openedFor(now: number): OpenDay {
    const known = this.#open;
    const stats = known && dateOf(known.day) === dayOf(now) ? fstatSync(known.descriptor) : undefined;
    // Without a name it was removed.
    const isThere = stats !== undefined && stats.nlink > 0;
    const open = known && isThere && !this.#hasNewFiles() ? known : this.#lastFor(now, isThere);
    if (open === known && stats?.size === open.size) return open;
    if (open === known) this.#readLast(open.day);
    this.#recent = undefined;
    endLine(open.descriptor, this.#pathOf(open.day));
    open.size = fstatSync(open.descriptor).size;
    return open;
  }

  /** Opens the last file, unless it is open; one of this day is begun where the last is of another. */
  #lastFor(now: number, isThere: boolean): OpenDay {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const last = this.days().at(-1);
    const day = dayAfter(last, dayOf(now));
    const known = isThere ? this.#open : undefined;
    if (last !== undefined && last !== known?.day) this.#readLast(last);
    if (day !== known?.day) this.close();
    const path = this.#pathOf(day);
    this.#open ??= { day, descriptor: openRecords(path), size: statSync(path).size };
    this.#listedAt = statSync(this.#folder).mtimeMs;
    return this.#open;
  }

  #hasNewFiles(): boolean {
    const now = performance.now();
    if (now - this.#comparedAt < LIST_EVERY_MS) return false;
    this.#comparedAt = now;
    return statSync(this.#folder).mtimeMs !== this.#listedAt;
  }

  /** Takes in the last place that other processes have given. */
  #readLast(day: string): void {
    const descriptor = openSync(this.#pathOf(day), 'r');
    try {
      const { size } = fstatSync(descriptor);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
      for (const line of bytes.toString('utf8', 0, read).split('\n')) {
        const entry = parseLogLine(line);
        if (isEntryOfFile(entry)) this.#last = Math.max(this.#last, placeOf(entry));
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #pathOf(day: string): string {
    return join(this.#folder, `${day}.ndjson`);
  }
}

/** A line as it is in the file. */
export const bytesOf = (line: LogLine): Buffer => Buffer.from(lineOf(inLine(line)));

/** Appends bytes in one call, as other processes append to the same file, or none. Returns how many. */
function writeWhole({ descriptor, size }: OpenDay, bytes: Buffer): number {
  const written = writeSync(descriptor, bytes);
  if (written < bytes.length) {
    if (fstatSync(descriptor).size === size + written) ftruncateSync(descriptor, size);
    throw new Error(`The disk wrote only ${written} of ${bytes.length} bytes`);
  }
  return written;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The bytes of a file from a place on: a day of many changes is not read again for each of them. */
async function bytesFrom(path: string, offset: number): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const bytes = Buffer.alloc(Math.max(0, (await file.stat()).size - offset));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return Buffer.alloc(0);
    throw error;
  }
}

/** How far the log was taken in, and whether every file of the folder has been looked at. */
export interface TakenIn extends LogPosition {
  readonly isComplete?: boolean;
  /** Names the lines before it. */
  readonly check?: string | undefined;
}

/** Undefined for a missing or torn file: the log is then read again, without effect. */
export function readPosition(file: string): TakenIn | undefined {
  try {
    const { day, offset, isComplete, check } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof day !== 'string' || !Number.isSafeInteger(offset)) return undefined;
    return { day, offset, isComplete: isComplete === true, ...(typeof check === 'string' && { check }) };
  } catch {
    return undefined;
  }
}

export function writePosition(file: string, position: TakenIn): void {
  writeFileSync(`${file}.tmp`, JSON.stringify(position), { mode: MODE });
  renameSync(`${file}.tmp`, file);
}
