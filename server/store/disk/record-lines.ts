/**
 * Records in files that grow: a line for each, its JSON and a checksum. They are appended, and now and then a file is
 * replaced by the records that are still needed. What a crash cuts off, and what is damaged, is left out by readers.
 */
import {
  appendFileSync,
  close,
  closeSync,
  fdatasync,
  fstatSync,
  openSync,
  readSync,
  write,
  writeSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import type { JsonValue } from '../../contract/values.js';
import { asStoreError } from './fs-errors.js';

const writeBytes = promisify(write);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

const MODE = 0o600;
/** Before the checksum. JSON has no tabs outside of texts, and none in them. */
const TAB = '\t';
const LF = 0x0a;

const checksum = (json: string): string => crc32(json).toString(36);

export function lineOf(record: unknown): string {
  const json = JSON.stringify(record);
  return `${json}${TAB}${checksum(json)}\n`;
}

/** The record of a line; undefined for one that was cut off or is damaged. Lines without a checksum are read as well. */
export function parseLine(line: string): JsonValue | undefined {
  const end = line.lastIndexOf(TAB);
  const json = end < 0 ? line : line.slice(0, end);
  if (end >= 0 && line.slice(end + 1) !== checksum(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The whole lines of some bytes, each with the number of bytes up to its end. */
export function* linesOf(bytes: Buffer): Generator<{ text: string; end: number }, void, undefined> {
  let start = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, start)) {
    const text = bytes.toString('utf8', start, at);
    start = at + 1;
    yield { text, end: start };
  }
}

/** Appends records to a file that is opened for it. They survive the end of this process, but not a power cut. */
export function appendRecords(path: string, records: readonly unknown[]): void {
  // Begins with a line end where the last line was cut off; empty lines are no records.
  appendFileSync(path, `\n${records.map(lineOf).join('')}`, { mode: MODE });
}

/** Replaces a file by these records, durably. */
export async function replaceRecords(path: string, records: readonly unknown[]): Promise<void> {
  const temp = `${path}.tmp`;
  await writeFile(temp, records.map(lineOf).join(''), { mode: MODE, flush: true });
  await rename(temp, path);
}

/** Opens a file for appending, which is made when it is missing. A line that was cut off is ended. */
export function openRecords(path: string): number {
  const descriptor = openSync(path, 'a', MODE);
  endLine(descriptor, path);
  return descriptor;
}

/** Ends a line that was cut off: what is appended next is read by itself. */
export function endLine(descriptor: number, path: string): void {
  const { size } = fstatSync(descriptor);
  if (size === 0) return;
  const reading = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    if (readSync(reading, last, 0, 1, size - 1) === 1 && last[0] !== LF) writeSync(descriptor, '\n');
  } finally {
    closeSync(reading);
  }
}

/** Appends records durably: those that come while others are written go to the disk together. */
export class DurableRecords {
  #descriptor: number | undefined;
  /** Lines that wait for the disk, and the write that will take them. */
  #lines: string[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  /** As `openRecords`. */
  constructor(path: string) {
    this.#descriptor = openRecords(path);
  }

  /** Appends a record. Resolves when it is durable. Throws `full`, `readOnly`. */
  add(record: unknown): Promise<void> {
    this.#lines.push(lineOf(record));
    this.#next ??= this.#afterCurrent();
    return this.#next;
  }

  async #afterCurrent(): Promise<void> {
    await this.#current.catch(() => undefined);
    const bytes = Buffer.from(this.#lines.splice(0).join(''));
    const writing = this.#write(bytes);
    this.#current = writing;
    this.#next = undefined;
    await writing;
  }

  async #write(bytes: Buffer): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    try {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await writeBytes(descriptor, bytes, written, bytes.length - written, null);
        written += bytesWritten;
      }
      await syncFile(descriptor);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Closes it once what is being written is on the disk. */
  async close(): Promise<void> {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    await this.#current.catch(() => undefined);
    if (descriptor !== undefined) await closeFile(descriptor);
  }
}
