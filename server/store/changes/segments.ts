/** The files of the log of changes: one or several for each run of the server, with a line for each change. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { statOf } from '../disk/stamp.js';
import type { LogEntry } from '../types/changes.js';

export interface Segment {
  /** Number of the first change it can hold. */
  readonly first: number;
  readonly run: string;
  readonly path: string;
}

const NAME = /^(\d{16})-([0-9a-f]{12})\.ndjson$/;
const MODE = 0o600;

/** The last number is searched for in so many bytes. */
const TAIL_BYTES = 64 * 1024;

/** The segments of a folder, in order. */
export function segmentsIn(folder: string): Segment[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, first, run] = NAME.exec(name) ?? [];
      return first && run ? [{ first: Number(first), run, path: join(folder, name) }] : [];
    })
    .sort((a, b) => a.first - b.first);
}

function entryOf(line: string): LogEntry | undefined {
  try {
    const entry: LogEntry = JSON.parse(line);
    return typeof entry?.seq === 'number' ? entry : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The entries of a segment after a number. `whole` is false where lines before the last one cannot be read: then the
 * entries are those that follow them.
 */
export async function entriesOf(
  segment: Segment,
  seq: number,
): Promise<{ entries: LogEntry[]; whole: boolean }> {
  const text = await readFile(segment.path, 'utf8');
  const yielder = new Yielder();
  let entries: LogEntry[] = [];
  let whole = true;
  // What follows the last line break was cut off by the end of the process.
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = entryOf(line);
    if (!entry) [entries, whole] = [[], false];
    else if (entry.seq > seq) entries.push(entry);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return { entries, whole };
}

/** The number of the last change in a segment; one before the first where there is none. */
export function lastSeq({ first, path }: Segment): number {
  for (const line of endOf(path).split('\n').slice(0, -1).reverse()) {
    const entry = entryOf(line);
    if (entry) return entry.seq;
  }
  return first - 1;
}

/** The last part of a file as text. */
function endOf(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(descriptor);
  }
}

/** Appends to one segment after another. */
export class SegmentWriter {
  readonly #folder: string;
  readonly #run: string;
  readonly #added: (segment: Segment) => void;
  #open: { descriptor: number; bytes: number } | undefined;
  /** Bytes of a write that the disk took only in part: the segment is not used again. */
  #torn = false;

  constructor(folder: string, run: string, added: (segment: Segment) => void) {
    this.#folder = folder;
    this.#run = run;
    this.#added = added;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Bytes of the segment at hand. */
  get bytes(): number {
    return this.#open?.bytes ?? 0;
  }

  /** Makes the segment whose first change has a number, unless there is one. */
  begin(first: number): void {
    if (this.#open && !this.#torn) return;
    this.close();
    const path = join(this.#folder, `${String(first).padStart(16, '0')}-${this.#run}.ndjson`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, 'a', MODE);
    this.#open = { descriptor, bytes: fstatSync(descriptor).size };
    this.#torn = false;
    this.#added({ first, run: this.#run, path });
  }

  /** Appends lines, which survive the end of this process. Throws where not all of them were written. */
  append(lines: string): void {
    if (!this.#open) throw new Error('The log of changes is not open');
    const bytes = Buffer.from(lines);
    this.#torn = true;
    const written = writeSync(this.#open.descriptor, bytes);
    if (written < bytes.length) throw new Error(`The disk wrote only ${written} of ${bytes.length} bytes`);
    this.#torn = false;
    this.#open.bytes += bytes.length;
  }

  /** Ends the segment at hand; the next change begins another. */
  close(): void {
    if (!this.#open) return;
    const { descriptor } = this.#open;
    this.#open = undefined;
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Bytes of the segments together. */
export const bytesOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { path }) => sum + (statOf(path)?.size ?? 0), 0);

export const removeSegment = ({ path }: Segment): void => unlinkSync(path);
