/**
 * Snapshots of indexes in the cache directory: entries and stamps, so that a start need not read every file.
 * Disposable: a broken, old or foreign one is ignored. Blocks of JSON lines, so that it is read in slices and only as
 * far as needed.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { sortInSlices } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { sameStamp, stampOf, statOf } from '../disk/stamp.js';
import { CatalogueRow } from './row.js';
import { type BlockHead, BlockRows, columnsOf, SnapshotBlock, type SnapshotRow } from './snapshot-block.js';

const read = promisify(readFile);

const FORMAT = 4;
/** Enough to parse fast, few enough to stay within a slice. */
const ROWS_PER_BLOCK = 200;
/** So many bytes are summed up between two looks at the clock. */
const SUMMED = 1024 * 1024;
/** Lines are put together to so many bytes, each written by a call: all in one would hold the event loop. */
const PIECE = 256 * 1024;
/** A file changed this shortly before the snapshot may have changed again without a new stamp (clock ticks). */
export const RACY_MS = 100;

export interface SnapshotName {
  /** The snapshot's file. */
  path: string;
  /** Real path of the data folder. */
  root: string;
  collection: string;
  /** The projection's key. */
  key: string;
}

/** A snapshot that is being read. */
export interface Snapshot {
  /** In the order of their ids; none when it does not fit. */
  rows: Promise<readonly CatalogueRow[]>;
  /** The size of its file. */
  bytes: number;
}

/** Undefined where there is no snapshot. */
export function readSnapshot(name: SnapshotName): Snapshot | undefined {
  const stats = statOf(name.path);
  return stats?.isFile() ? { rows: rowsOf(name), bytes: stats.size } : undefined;
}

async function rowsOf(name: SnapshotName): Promise<CatalogueRow[]> {
  try {
    return await parseSnapshot(await read(name.path), name);
  } catch {
    // Any damage is harmless: the folder has all of the data.
    return [];
  }
}

async function parseSnapshot(bytes: Buffer, name: SnapshotName): Promise<CatalogueRow[]> {
  const end = await checkedEnd(bytes);
  const yielder = new Yielder();
  const rows: CatalogueRow[] = [];
  let start = 0;
  const next = () => {
    const newline = bytes.indexOf(10, start);
    const line = bytes.subarray(start, newline);
    start = newline + 1;
    return line;
  };
  const racy = headerTime(JSON.parse(next().toString()), name) - RACY_MS;
  while (start < end) {
    const head: BlockHead = JSON.parse(next().toString());
    const block = new SnapshotBlock(
      head,
      Array.from({ length: columnsOf(head) }, () => next()),
    );
    for (const [at, id] of head.ids.entries()) {
      if ((head.times[at] ?? 0) <= racy) rows.push(new CatalogueRow(id, block, at));
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return rows;
}

/**
 * Where the last line begins. It has the checksum of all lines before, most of which are parsed later, when errors are
 * not expected.
 */
async function checkedEnd(bytes: Buffer): Promise<number> {
  const end = bytes.lastIndexOf(10, -2) + 1;
  const last: unknown = JSON.parse(bytes.toString('utf8', end));
  if (!isJsonObject(last) || last.sum !== (await sumOf([bytes.subarray(0, end)]))) {
    throw new Error('The snapshot is incomplete');
  }
  return end;
}

async function sumOf(parts: readonly Buffer[]): Promise<string> {
  const yielder = new Yielder();
  const hash = createHash('sha1');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SUMMED) {
      hash.update(part.subarray(at, at + SUMMED));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return hash.digest('hex');
}

function headerTime(line: JsonObject, name: SnapshotName): number {
  const fits =
    line.format === FORMAT &&
    line.root === name.root &&
    line.collection === name.collection &&
    line.key === name.key;
  if (!fits || typeof line.written !== 'number') throw new Error('The snapshot does not match the folder');
  return line.written;
}

/** A row with the change time of its file, which our own writes do not record. */
function withChange(row: SnapshotRow, pathOf: (id: string) => string): SnapshotRow {
  if (row.changed !== undefined) return row;
  const { id, entry, stamp, digest, references } = row;
  const stats = statOf(pathOf(id));
  const changed = stats && sameStamp(stampOf(stats), stamp) ? stats.ctimeMs : -1;
  return { id, entry, stamp, changed, digest, references };
}

/**
 * Writes a snapshot, by ids. Rows may change while it is written: their stamps show that at the next start. `pathOf`:
 * the files of the objects.
 */
export async function writeSnapshot(
  name: SnapshotName,
  { rows, pathOf }: { rows: Iterable<SnapshotRow>; pathOf: (id: string) => string },
  durable: DurableFiles,
): Promise<void> {
  const yielder = new Yielder();
  const { root, collection, key } = name;
  const pieces: Buffer[] = [];
  let lines = [line({ format: FORMAT, root, collection, key, written: Date.now() })];
  let size = 0;
  let block = new BlockRows();
  const finish = () => {
    for (const text of block.size > 0 ? block.lines().map(line) : []) {
      lines.push(text);
      size += text.length;
    }
    block = new BlockRows();
    if (size < PIECE) return;
    pieces.push(Buffer.concat(lines));
    [lines, size] = [[], 0];
  };
  for (const found of await byId(rows)) {
    const row = withChange(found, pathOf);
    if (!block.add(row)) {
      finish();
      block.add(row);
    }
    if (block.size < ROWS_PER_BLOCK) continue;
    finish();
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  finish();
  pieces.push(Buffer.concat(lines));
  pieces.push(line({ sum: await sumOf(pieces) }));
  await durable.makeFolder(dirname(name.path));
  await durable.replace(name.path, pieces, { mode: 0o600 });
}

async function byId(rows: Iterable<SnapshotRow>): Promise<SnapshotRow[]> {
  const yielder = new Yielder();
  const all = [...rows];
  const order = await sortInSlices(
    Uint32Array.from(all, (_row, at) => at),
    (a, b) => {
      const [one, other] = [all[a]?.id ?? '', all[b]?.id ?? ''];
      return one < other ? -1 : Number(one > other);
    },
  );
  const sorted: SnapshotRow[] = [];
  for (const place of order) {
    const row = all[place];
    if (row) sorted.push(row);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return sorted;
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
