/**
 * Snapshots of shelves in the cache directory: entries and stamps, so that a start need not read every file.
 * Disposable: a broken, old or foreign one is ignored. One JSON value a line, so that it is parsed in slices.
 */
import { readFile } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject } from '../contract/values.js';
import type { DurableFiles } from './durable.js';
import { Slices } from './slices.js';
import type { Entry, Row, Stamp } from './store.js';

const read = promisify(readFile);

const FORMAT = 1;
/** Enough to parse fast, few enough to stay within a slice. */
const ROWS_PER_LINE = 200;
/** A file changed this shortly before the snapshot may have changed again without a new stamp (clock ticks). */
const RACY_MS = 100;

export interface SnapshotName {
  /** The snapshot's file. */
  path: string;
  /** Real path of the data folder. */
  root: string;
  collection: string;
  /** The projection's key. */
  key: string;
}

export interface SnapshotRow {
  entry: Entry;
  stamp: Stamp;
}

type Line = [id: string, size: number, mtimeMs: number, ino: number, entry: Entry];

/** The rows of a snapshot by id; empty when there is none that fits. */
export async function readSnapshot(name: SnapshotName): Promise<Map<string, SnapshotRow>> {
  try {
    return await parseSnapshot(await read(name.path), name);
  } catch {
    // Whatever is wrong with it, the folder has it all.
    return new Map();
  }
}

async function parseSnapshot(bytes: Buffer, name: SnapshotName): Promise<Map<string, SnapshotRow>> {
  const slices = new Slices();
  const rows = new Map<string, SnapshotRow>();
  let written = 0;
  let ended = false;
  for (let start = 0, number = 0; start < bytes.length; number += 1) {
    const newline = bytes.indexOf(10, start);
    const end = newline < 0 ? bytes.length : newline;
    const line: unknown = JSON.parse(bytes.toString('utf8', start, end));
    start = end + 1;
    if (number === 0) written = headerTime(line, name);
    else if (isJsonObject(line)) ended = line.end === rows.size;
    else if (Array.isArray(line)) addRows(rows, line);
    if (slices.spent) await slices.pause();
  }
  if (!ended) throw new Error('The snapshot ends in the middle');
  for (const [id, row] of rows) if (row.stamp.mtimeMs > written - RACY_MS) rows.delete(id);
  return rows;
}

function headerTime(line: unknown, name: SnapshotName): number {
  const fits =
    isJsonObject(line) &&
    line.format === FORMAT &&
    line.root === name.root &&
    line.collection === name.collection &&
    line.key === name.key;
  if (!fits || typeof line.written !== 'number') throw new Error('The snapshot is of something else');
  return line.written;
}

function addRows(rows: Map<string, SnapshotRow>, lines: readonly unknown[]): void {
  for (const line of lines) {
    if (!isLine(line)) throw new Error('The snapshot holds something else');
    const [id, size, mtimeMs, ino, entry] = line;
    rows.set(id, { entry, stamp: { size, mtimeMs, ino } });
  }
}

function isLine(line: unknown): line is Line {
  if (!Array.isArray(line)) return false;
  const [id, size, mtimeMs, ino, entry]: unknown[] = line;
  return (
    typeof id === 'string' &&
    typeof size === 'number' &&
    typeof mtimeMs === 'number' &&
    typeof ino === 'number' &&
    isJsonObject(entry)
  );
}

/** Writes a snapshot. Rows may change meanwhile: the stamps tell at the next start. */
export async function writeSnapshot(
  name: SnapshotName,
  rows: Iterable<Row>,
  durable: DurableFiles,
): Promise<void> {
  const slices = new Slices();
  const { root, collection, key } = name;
  const lines = [line({ format: FORMAT, root, collection, key, written: Date.now() })];
  let block: Line[] = [];
  let count = 0;
  for (const { id, entry, stamp } of rows) {
    block.push([id, stamp.size, stamp.mtimeMs, stamp.ino, entry]);
    count += 1;
    if (block.length < ROWS_PER_LINE) continue;
    lines.push(line(block));
    block = [];
    if (slices.spent) await slices.pause();
  }
  if (block.length > 0) lines.push(line(block));
  lines.push(line({ end: count }));
  await durable.makeFolder(dirname(name.path));
  await durable.replace(name.path, Buffer.concat(lines), { mode: 0o600 });
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
