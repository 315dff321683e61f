/**
 * What happened in the folder, in order: a line for each changed file, in one file a day. A save appends its line
 * before it is answered; everything else of the history follows later from these lines. The order is that of the lines:
 * where the clock was put back to an earlier day, a further file of that day is begun, which comes after all others.
 */
import {
  closeSync,
  fstatSync,
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
import { isAbsent } from '../disk/fs-errors.js';
import { statOf } from '../disk/stamp.js';
import { type HistoryEntry, placeOf } from '../types/history.js';
import { type IntendedEntry, type LogEntry, lineOf, parseLogLine } from './entry.js';
import { dateOf, dayAfter, inOrder, isFileOfDay, isLater, mayBeOf } from './log-days.js';

/** A position in the log: the name of a day and a number of bytes. */
export interface LogPosition {
  day: string;
  offset: number;
}

/** Lines of the log from a place on. */
export interface LogPart {
  entries: HistoryEntry[];
  intended: IntendedEntry[];
}

const MODE = 0o600;
/** Between places of the same time: less than the millisecond by which times of other programs differ. */
const STEP_MS = 1 / 1024;
/** How often the folder is looked at for files that other processes have begun, in ms. */
const LIST_EVERY_MS = 1000;
/** Bytes at the end of a file in which its last place is looked for. */
const TAIL_BYTES = 64 * 1024;

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
    this.#write(this.#openedFor(now), entries);
  }

  /** As `append`, for the entry whose place `placeAt` has just given. */
  appendPlaced(entry: LogEntry): void {
    if (!this.#open) throw new Error('No place was given');
    this.#write(this.#open, [entry]);
  }

  #write(open: OpenDay, entries: readonly LogEntry[]): void {
    const bytes = Buffer.from(entries.map(lineOf).join(''));
    // One call a time: other processes append to the same file.
    const written = writeSync(open.descriptor, bytes);
    open.size += written;
    for (const entry of entries) this.#last = Math.max(this.#last, placeOf(entry));
    if (written < bytes.length) throw new Error(`The disk wrote only ${written} of ${bytes.length} bytes`);
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

  /** The entries of a day from a place on, in order, and the place after the last whole line. */
  async read(day: string, offset = 0): Promise<LogPart & { end: LogPosition }> {
    const bytes = await bytesFrom(this.#pathOf(day), offset);
    const end = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(0, end).toString('utf8').split('\n');
    const entries: HistoryEntry[] = [];
    const intended: IntendedEntry[] = [];
    for (const line of lines) {
      const one = parseLogLine(line);
      if (one?.kind === 'intended') intended.push(one);
      else if (one) entries.push(one);
    }
    return { entries, intended, end: { day, offset: offset + end } };
  }

  /** The entries from a place on, of all days, and the place after them. */
  async readFrom(start: LogPosition | undefined): Promise<LogPart & { position: LogPosition | undefined }> {
    const entries: HistoryEntry[] = [];
    const intended: IntendedEntry[] = [];
    let position = start;
    for (const day of this.days()) {
      if (position && isLater(position.day, day)) continue;
      const read = await this.read(day, position?.day === day ? position.offset : 0);
      entries.push(...read.entries);
      intended.push(...read.intended);
      position = read.end;
    }
    return { entries, intended, position };
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
    const size = open === known && stats ? stats.size : fstatSync(open.descriptor).size;
    if (size !== open.size) this.#readLast(open.day);
    open.size = size;
    return open;
  }

  /** Opens the last file, unless it is open; one of this day is begun where the last is of another. */
  #lastFor(now: number, isThere: boolean): OpenDay {
    const last = this.days().at(-1);
    const day = dayAfter(last, dayOf(now));
    const known = isThere ? this.#open : undefined;
    if (last !== undefined && last !== known?.day) this.#readLast(last);
    if (day !== known?.day) this.close();
    const path = this.#pathOf(day);
    this.#open ??= { day, descriptor: openSync(path, 'a', MODE), size: statSync(path).size };
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
        if (entry) this.#last = Math.max(this.#last, placeOf(entry));
      }
    } finally {
      closeSync(descriptor);
    }
  }

  #pathOf(day: string): string {
    return join(this.#folder, `${day}.ndjson`);
  }
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

/** The position in a file; undefined for a missing or torn one: the log is then read again, without effect. */
export function readPosition(file: string): LogPosition | undefined {
  try {
    const { day, offset } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof day === 'string' && Number.isSafeInteger(offset) ? { day, offset } : undefined;
  } catch {
    return undefined;
  }
}

export function writePosition(file: string, position: LogPosition): void {
  writeFileSync(`${file}.tmp`, JSON.stringify(position), { mode: MODE });
  renameSync(`${file}.tmp`, file);
}
