/**
 * Snapshots of indexes in the cache directory: entries and stamps, so that a start need not read every file.
 * Disposable: a broken, old or foreign one is ignored. Blocks of JSON lines, so that it is read in slices and only as
 * far as needed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { byText } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { sameStamp, stampOf, statOf } from '../disk/stamp.js';
import { CatalogueRow } from './row.js';
import { type BlockHead, BlockRows, columnsOf, SnapshotBlock, type SnapshotRow } from './snapshot-block.js';

const read = promisify(readFile);

const FORMAT = 5;
/** Enough to parse fast, few enough to stay within a slice. */
const ROWS_PER_BLOCK = 200;
/** So many bytes are summed up between two looks at the clock. */
const SUMMED = 1024 * 1024;
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
  /** Those of its rows that can be compared with their files; none when it does not fit. */
  content: Promise<SnapshotContent>;
  /** The size of its file. */
  bytes: number;
}

export interface SnapshotContent {
  /** No other snapshot has it. Undefined for one that does not fit. */
  id: string | undefined;
  /** In the order of their ids. */
  rows: readonly CatalogueRow[];
}

/** Undefined where there is no snapshot. */
export function readSnapshot(name: SnapshotName): Snapshot | undefined {
  const stats = statOf(name.path);
  return stats?.isFile() ? { content: contentOf(name), bytes: stats.size } : undefined;
}

async function contentOf(name: SnapshotName): Promise<SnapshotContent> {
  try {
    return await parseSnapshot(await read(name.path), name);
  } catch {
    // Any damage is harmless: the folder has all of the data.
    return { id: undefined, rows: [] };
  }
}

async function parseSnapshot(bytes: Buffer, name: SnapshotName): Promise<SnapshotContent> {
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
  const { id, written } = checkedHeader(JSON.parse(next().toString()), name);
  const racy = written - RACY_MS;
  let first = 0;
  while (start < end) {
    const head: BlockHead = JSON.parse(next().toString());
    const columns = Array.from({ length: columnsOf(head) }, () => next());
    const block = new SnapshotBlock({ snapshot: id, first }, head, columns);
    first += head.ids.length;
    for (const [at, one] of head.ids.entries()) {
      if ((head.times[at] ?? 0) <= racy) rows.push(new CatalogueRow(one, block, at));
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return { id, rows };
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

function checkedHeader(line: JsonObject, name: SnapshotName): { id: string; written: number } {
  const fits =
    line.format === FORMAT &&
    line.root === name.root &&
    line.collection === name.collection &&
    line.key === name.key;
  const { id, written } = line;
  if (!fits || typeof written !== 'number' || typeof id !== 'string') {
    throw new Error('The snapshot does not match the folder');
  }
  return { id, written };
}

/** A row with the change time of its file, which our own writes do not record. */
function withChange(row: SnapshotRow, pathOf: (id: string) => string): SnapshotRow {
  if (row.changed !== undefined) return row;
  const { id, entry, stamp, digest, references } = row;
  const stats = statOf(pathOf(id));
  const changed = stats && sameStamp(stampOf(stats), stamp) ? stats.ctimeMs : undefined;
  return { id, entry, stamp, changed, digest, references };
}

/**
 * Writes a snapshot, by ids, and gives its id. The rows are moved into it: they need less memory there. They may change
 * while it is written: their stamps show that at the next start. `pathOf`: the files of the objects.
 */
export async function writeSnapshot(
  name: SnapshotName,
  { rows, pathOf }: { rows: Iterable<SnapshotRow>; pathOf: (id: string) => string },
  durable: DurableFiles,
): Promise<string> {
  const yielder = new Yielder();
  const { root, collection, key } = name;
  const id = randomBytes(12).toString('base64url');
  const pieces = [line({ format: FORMAT, root, collection, key, id, written: Date.now() })];
  let block = new BlockRows();
  let members: SnapshotRow[] = [];
  let first = 0;
  const finish = () => {
    if (block.size === 0) return;
    const { head, columns } = block.block();
    const [headLine, ...lines] = [head, ...columns].map(line);
    const bytes = Buffer.concat([headLine ?? Buffer.alloc(0), ...lines]);
    pieces.push(bytes);
    let start = headLine?.length ?? 0;
    const parts = lines.map(({ length }) => {
      const end = start + length;
      const part = bytes.subarray(start, end - 1);
      start = end;
      return part;
    });
    const written = new SnapshotBlock({ snapshot: id, first }, head, parts);
    for (const [at, row] of members.entries()) if (row instanceof CatalogueRow) row.moveTo(written, at);
    first += members.length;
    [block, members] = [new BlockRows(), []];
  };
  for (const found of await byText([...rows], (row) => row.id)) {
    const row = withChange(found, pathOf);
    if (!block.add(row)) {
      finish();
      block.add(row);
    }
    members.push(found);
    if (block.size < ROWS_PER_BLOCK) continue;
    finish();
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  finish();
  pieces.push(line({ sum: await sumOf(pieces) }));
  await durable.makeFolder(dirname(name.path));
  await durable.replace(name.path, pieces, { mode: 0o600 });
  return id;
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
