/**
 * Entries by file: 256 files of lines, by the hash of the path, so that the versions of one file are found in a few
 * hundred lines although nothing is kept in memory.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from '../disk/fs-errors.js';
import { appendRecords, replaceRecords } from '../disk/record-lines.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { HistoryEntry } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { inLine, startOfLines } from './entry.js';

/** Lines begin with `{"path":"…",`; paths have no quotes. */
const AFTER_QUOTE = '{"path":"'.length;
const END_OF_PATH = '",';
const LF = 0x0a;

const NAME = /^[0-9a-f]{2}\.ndjson$/;

/** Files whose lines are remembered: one object, with its texts, is often read version by version. */
const REMEMBERED = 8;

/** The part of the index a file belongs to. */
export const partOf = (path: string): string => hash('md5', path, 'hex').slice(0, 2);

/** So many paths are sorted into parts between two looks at the clock; most calls have fewer. */
const LOOK = 256;

/** Paths by part of the index. In slices: the hashes of half a million paths take half a second. */
export async function byPart(paths: Iterable<string>): Promise<Map<string, string[]>> {
  const parts = new Map<string, string[]>();
  let yielder: Yielder | undefined;
  let count = 0;
  for (const path of paths) {
    const part = partOf(path);
    const these = parts.get(part);
    if (these) these.push(path);
    else parts.set(part, [path]);
    count += 1;
    if (count % LOOK > 0) continue;
    yielder ??= new Yielder();
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return parts;
}

/** More files are found by a look at each line, fewer by a search in the bytes, which makes no texts of other lines. */
const MANY = 16;

/** The lines of files, each with what is there for its file. */
function* linesOfMany<T>(
  bytes: Buffer,
  files: ReadonlyMap<string, T>,
): Generator<[T, string], void, undefined> {
  const byStart = new Map([...files].map(([path, of]) => [startOfLines(path), of]));
  for (const line of bytes.toString('utf8').split('\n')) {
    const of = byStart.get(line.slice(0, line.indexOf(END_OF_PATH, AFTER_QUOTE) + END_OF_PATH.length));
    if (of !== undefined) yield [of, line];
  }
}

function* linesOfFew<T>(
  bytes: Buffer,
  files: ReadonlyMap<string, T>,
): Generator<[T, string], void, undefined> {
  for (const [path, of] of files) {
    const start = Buffer.from(startOfLines(path));
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + start.length)) {
      const end = bytes.indexOf(LF, at);
      if (at === 0 || bytes[at - 1] === LF)
        yield [of, bytes.toString('utf8', at, end < 0 ? bytes.length : end)];
    }
  }
}

export class PathIndex<Line extends { path: string } = HistoryEntry> {
  readonly #folder: string;
  readonly #parse: (line: string) => Line | undefined;
  /** Lines of files, with the stamp of the part they were read from. */
  readonly #remembered = new Map<string, { stamp: Stamp | undefined; lines: readonly Line[] }>();

  /** `folder` must exist. `parse`: the entry of a line; undefined for one that was cut off. */
  constructor(folder: string, parse: (line: string) => Line | undefined) {
    this.#folder = folder;
    this.#parse = parse;
  }

  /** Entries of some files, in the order in which they came. */
  async read(paths: readonly string[]): Promise<Map<string, readonly Line[]>> {
    const found = new Map<string, readonly Line[]>();
    for (const [part, those] of await byPart(paths)) {
      const stamp = stampAt(this.#pathOf(part));
      const unread = new Map<string, Line[]>();
      for (const path of those) {
        const known = this.#remembered.get(path);
        if (known && sameStamp(known.stamp, stamp)) found.set(path, known.lines);
        else unread.set(path, []);
      }
      if (unread.size > 0) await this.readInto(part, unread);
      for (const [path, lines] of unread) {
        found.set(path, lines);
        if (paths.length <= REMEMBERED) this.#remember(path, { stamp, lines });
      }
    }
    return found;
  }

  /** Adds the entries of files of a part to what there is for each, in the order in which they came. */
  async readInto(part: string, unread: ReadonlyMap<string, Line[]>): Promise<void> {
    const bytes = this.#bytes(part);
    const yielder = new Yielder();
    for (const [lines, text] of unread.size > MANY ? linesOfMany(bytes, unread) : linesOfFew(bytes, unread)) {
      const entry = this.#parse(text);
      if (entry) lines.push(entry);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }

  #remember(path: string, read: { stamp: Stamp | undefined; lines: readonly Line[] }): void {
    this.#remembered.delete(path);
    this.#remembered.set(path, read);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
  }

  /** All entries of a part. */
  async readPart(part: string): Promise<Line[]> {
    const entries: Line[] = [];
    const yielder = new Yielder();
    for (const line of this.#text(part).split('\n')) {
      const entry = this.#parse(line);
      if (entry) entries.push(entry);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return entries;
  }

  /** All entries of the files in collections or other folders, a part at a time. */
  async *entriesIn(isOf: (folder: string) => boolean): AsyncGenerator<readonly Line[], void, undefined> {
    const yielder = new Yielder();
    for (const part of this.parts()) {
      const entries: Line[] = [];
      for (const line of this.#text(part).split('\n')) {
        if (yielder.exhausted) await yielder.yieldToEventLoop();
        const end = line.indexOf('/', AFTER_QUOTE);
        const entry = end > 0 && isOf(line.slice(AFTER_QUOTE, end)) ? this.#parse(line) : undefined;
        if (entry) entries.push(entry);
      }
      yield entries;
    }
  }

  /** Parts that have entries. */
  parts(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => NAME.test(name))
      .map((name) => name.slice(0, 2))
      .sort();
  }

  /** Appends to one part. A line that is cut off by a crash is left out by the next read. */
  append(part: string, entries: readonly Line[]): void {
    appendRecords(this.#pathOf(part), entries.map(inLine));
  }

  /** Replaces a part by these entries. */
  rewrite(part: string, entries: readonly Line[]): Promise<void> {
    return replaceRecords(this.#pathOf(part), entries.map(inLine));
  }

  #text(part: string): string {
    return this.#bytes(part).toString('utf8');
  }

  #bytes(part: string): Buffer {
    try {
      return readFileSync(this.#pathOf(part));
    } catch (error) {
      if (isAbsent(error)) return Buffer.alloc(0);
      throw error;
    }
  }

  #pathOf(part: string): string {
    return join(this.#folder, `${part}.ndjson`);
  }
}
