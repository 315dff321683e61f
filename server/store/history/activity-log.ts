/**
 * What happened in the folder, in order: a line for each changed file, in one file a day. A save appends its line
 * before it is answered; everything else of the history follows later from these lines.
 */
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../disk/fs-errors.js';
import { statOf } from '../disk/stamp.js';
import type { HistoryEntry } from '../types/history.js';
import { type IntendedEntry, type LogEntry, lineOf, parseLogLine } from './entry.js';

/** A place in the log: a day and a number of bytes. */
export interface LogPosition {
  day: string;
  offset: number;
}

/** Lines of the log from a place on. */
export interface LogPart {
  entries: HistoryEntry[];
  intended: IntendedEntry[];
}

const DAY = /^(\d{4}-\d{2}-\d{2})\.ndjson$/;
const MODE = 0o600;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export class ActivityLog {
  readonly #folder: string;
  #open: { day: string; descriptor: number } | undefined;

  /** `folder` must exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Appends entries, which survive the end of this process. The time decides about the file. */
  append(entries: readonly LogEntry[], now: number): void {
    const bytes = Buffer.from(entries.map(lineOf).join(''));
    const descriptor = this.#descriptorOf(dayOf(now));
    // One call a time: other processes append to the same file.
    const written = writeSync(descriptor, bytes);
    if (written < bytes.length) throw new Error(`The disk wrote only ${written} of ${bytes.length} bytes`);
  }

  /** Days that have entries, the earliest first. */
  days(): string[] {
    return readdirSync(this.#folder)
      .map((name) => DAY.exec(name)?.[1])
      .filter((day) => day !== undefined)
      .sort();
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
      if (position && day < position.day) continue;
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

  #descriptorOf(day: string): number {
    if (this.#open?.day === day) return this.#open.descriptor;
    this.close();
    const descriptor = openSync(this.#pathOf(day), 'a', MODE);
    this.#open = { day, descriptor };
    return descriptor;
  }

  #pathOf(day: string): string {
    return join(this.#folder, `${day}.ndjson`);
  }
}

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
