/**
 * Entries by file: 256 files of lines, by the hash of the path, so that the versions of one file are found in a few
 * hundred lines although nothing is kept in memory.
 */
import { createHash } from 'node:crypto';
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

const NAME = /^[0-9a-f]{2}\.ndjson$/;

/** Files whose lines are remembered: one object, with its texts, is often read version by version. */
const REMEMBERED = 8;

/** The part of the index a file belongs to. */
export const partOf = (path: string): string => createHash('md5').update(path).digest('hex').slice(0, 2);

/** Paths by part of the index. */
export function byPart(paths: Iterable<string>): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const path of paths) {
    const part = partOf(path);
    const these = parts.get(part);
    if (these) these.push(path);
    else parts.set(part, [path]);
  }
  return parts;
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
    for (const [part, those] of byPart(paths)) {
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
    const byStart = new Map([...unread].map(([path, lines]) => [startOfLines(path), lines]));
    const yielder = new Yielder();
    for (const line of this.#text(part).split('\n')) {
      const lines = byStart.get(line.slice(0, line.indexOf(END_OF_PATH, AFTER_QUOTE) + END_OF_PATH.length));
      const entry = lines && this.#parse(line);
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

  /** All entries of the files in collections or other folders. */
  async *entriesIn(isOf: (folder: string) => boolean): AsyncGenerator<Line, void, undefined> {
    const yielder = new Yielder();
    for (const part of this.parts()) {
      for (const line of this.#text(part).split('\n')) {
        if (yielder.exhausted) await yielder.yieldToEventLoop();
        const end = line.indexOf('/', AFTER_QUOTE);
        const entry = end > 0 && isOf(line.slice(AFTER_QUOTE, end)) ? this.#parse(line) : undefined;
        if (entry) yield entry;
      }
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
    try {
      return readFileSync(this.#pathOf(part), 'utf8');
    } catch (error) {
      if (isAbsent(error)) return '';
      throw error;
    }
  }

  #pathOf(part: string): string {
    return join(this.#folder, `${part}.ndjson`);
  }
}
