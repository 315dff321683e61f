/**
 * Entries by file: 256 files of lines, by the hash of the path, so that the versions of one file are found in a few
 * hundred lines although nothing is kept in memory.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from '../disk/fs-errors.js';
import type { HistoryEntry } from '../types/history.js';
import { lineOf, startOfLines } from './entry.js';

const MODE = 0o600;
const NAME = /^[0-9a-f]{2}\.ndjson$/;

/** The part of the index a file belongs to. */
export const partOf = (path: string): string => createHash('md5').update(path).digest('hex').slice(0, 2);

export class PathIndex<Line extends { path: string } = HistoryEntry> {
  readonly #folder: string;
  readonly #parse: (line: string) => Line | undefined;

  /** `folder` must exist. `parse`: the entry of a line; undefined for one that was cut off. */
  constructor(folder: string, parse: (line: string) => Line | undefined) {
    this.#folder = folder;
    this.#parse = parse;
  }

  /** Entries of one file, in the order in which they came. */
  async read(path: string): Promise<Line[]> {
    const start = startOfLines(path);
    const lines = (await this.#text(partOf(path))).split('\n').filter((line) => line.startsWith(start));
    return lines.map(this.#parse).filter((entry) => entry !== undefined);
  }

  /** All entries of a part. */
  async readPart(part: string): Promise<Line[]> {
    const lines = (await this.#text(part)).split('\n');
    return lines.map(this.#parse).filter((entry) => entry !== undefined);
  }

  /** Parts that have entries. */
  parts(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => NAME.test(name))
      .map((name) => name.slice(0, 2))
      .sort();
  }

  /** Appends to one part. A line that is cut off by a crash is left out by the next read. */
  async append(part: string, entries: readonly Line[]): Promise<void> {
    // Begins with a line end where the last line was cut off; empty lines are no entries.
    await appendFile(this.#pathOf(part), `\n${entries.map(lineOf).join('')}`, { mode: MODE });
  }

  /** Replaces a part by these entries. */
  async rewrite(part: string, entries: readonly Line[]): Promise<void> {
    const temp = `${this.#pathOf(part)}.tmp`;
    await writeFile(temp, entries.map(lineOf).join(''), { mode: MODE, flush: true });
    await rename(temp, this.#pathOf(part));
  }

  async #text(part: string): Promise<string> {
    return readFile(this.#pathOf(part), 'utf8').catch((error: unknown) => {
      if (isAbsent(error)) return '';
      throw error;
    });
  }

  #pathOf(part: string): string {
    return join(this.#folder, `${part}.ndjson`);
  }
}
