/** Which bytes each file had: lines in 256 files by the object, `kept/{part}.ndjson`. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '../../contract/values.js';
import { parseLine } from '../disk/record-lines.js';
import { PathIndex, partOf } from '../history/path-index.js';
import type { KeptFile } from '../types/file-history.js';
import type { Stamp } from '../types/stamp.js';

/** Bytes that are no longer in their place. */
export type FormerLine = Omit<KeptFile, 'source'>;

/** A copy of a file that was in its place when it was made. */
export interface CurrentCopy extends Omit<FormerLine, 'until' | 'entry'> {
  /** Of the file in its place, by which a later look sees that it was replaced. */
  readonly stamp: Stamp;
}

export type KeptLine = FormerLine | CurrentCopy;

export const isFormer = (line: KeptLine): line is FormerLine => 'until' in line;

/** The object of a file, `blog/first-post`. */
export const objectOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isKeptLine(value: unknown): value is KeptLine {
  if (!isJsonObject(value)) return false;
  const { path, revision, size, since, until, stamp } = value;
  const isCopy = isJsonObject(stamp) && [stamp.size, stamp.mtimeMs, stamp.ino].every(isNumber);
  const names = typeof path === 'string' && typeof revision === 'string';
  return names && isNumber(size) && isNumber(since) && (isNumber(until) || isCopy);
}

function parseKeptLine(line: string): KeptLine | undefined {
  const value = parseLine(line);
  return isKeptLine(value) ? value : undefined;
}

export class KeptIndex {
  readonly #folder: string;
  readonly #index: PathIndex<KeptLine>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#index = new PathIndex(join(folder), parseKeptLine);
  }

  /** The lines of one object, in the order in which they came. */
  async of(object: string): Promise<KeptLine[]> {
    return (await this.#index.readPart(partOf(object))).filter(({ path }) => objectOf(path) === object);
  }

  async append(object: string, lines: readonly KeptLine[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#index.append(partOf(object), lines);
  }

  /** All lines, a part at a time. */
  async *parts(): AsyncGenerator<{ part: string; lines: KeptLine[] }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const part of this.#index.parts()) yield { part, lines: await this.#index.readPart(part) };
  }

  rewrite(part: string, lines: readonly KeptLine[]): Promise<void> {
    return this.#index.rewrite(part, lines);
  }
}

/** What is known of former bytes, without repeats, by the time they ended. */
export function formerOf(lines: readonly KeptLine[]): FormerLine[] {
  const found = new Map<string, FormerLine>();
  for (const line of lines) if (isFormer(line)) found.set(`${line.path}\n${line.until}`, line);
  return [...found.values()].sort((a, b) => a.until - b.until);
}

/** The last copies of files in their places. */
export function copiesOf(lines: readonly KeptLine[]): Map<string, CurrentCopy> {
  const copies = new Map<string, CurrentCopy>();
  for (const line of lines) {
    if (!isFormer(line)) copies.set(line.path, line);
    else if (copies.get(line.path)?.revision === line.revision) copies.delete(line.path);
  }
  return copies;
}
