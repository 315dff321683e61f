/** Fills a shelf from its folder, with a snapshot's help where it still fits (speed page, part 3.10). */
import { readdir } from 'node:fs';
import { promisify } from 'node:util';
import { isAbsent } from './fs-errors.js';
import { idOfFile, type Layout } from './layout.js';
import { type Broken, isBroken, type KeptRow, type Reading, readRow } from './row.js';
import type { Filling } from './shelf.js';
import { Slices } from './slices.js';
import { hasStamp, isFolder } from './stamp.js';
import type { Projection } from './store.js';

const list = promisify(readdir);

/** Up to so many objects the answers are made while the files are at hand; beyond, a start would take too long. */
const EAGER_BYTES = 10_000;

/** Most objects are smaller: one buffer for all their files. */
const SCRATCH_BYTES = 256 * 1024;

export interface FillRequest {
  layout: Layout;
  collection: string;
  projection: Projection;
  /** The rows of a snapshot. */
  snapshot: readonly KeptRow[];
  /** False as soon as the fill is of no use any more. */
  wanted: () => boolean;
}

export interface FillResult extends Filling {
  /** Whether the snapshot said everything: then it need not be written again. */
  asSnapshot: boolean;
}

/** Every object of a collection's folder; undefined when it was called off. Throws `busy`. */
export async function fill(request: FillRequest): Promise<FillResult | undefined> {
  const { layout, collection, projection, snapshot, wanted } = request;
  const rows = new Map<string, KeptRow>();
  const answered: Reading[] = [];
  const broken = new Map<string, Broken>();
  const slices = new Slices();
  const pathOf = layout.objectsOf(collection);
  const ids = await objectIds(layout, collection);
  // The snapshot's order is by id, which is how most of them were made: the file system finds them faster, too.
  for (const row of snapshot) {
    if (hasStamp(pathOf(row.id), row.stamp)) rows.set(row.id, row);
    if (slices.spent) await slices.pause();
    if (!wanted()) return undefined;
  }
  const reused = rows.size;
  const eager = ids.length <= EAGER_BYTES;
  const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  for (const id of ids) {
    if (rows.has(id)) continue;
    const found = readRow(pathOf(id), id, projection, eager, scratch);
    if (found && isBroken(found)) broken.set(id, found);
    else if (found) rows.set(id, found.row);
    if (found && !isBroken(found) && eager) answered.push(found);
    if (slices.spent) await slices.pause();
    if (!wanted()) return undefined;
  }
  return { rows, answered, broken, asSnapshot: reused === snapshot.length && reused === rows.size };
}

/** Ids of a collection's object files; none where there is no folder, or a link to one. */
export async function objectIds(layout: Layout, collection: string): Promise<string[]> {
  const folder = layout.collection(collection);
  if (!isFolder(folder)) return [];
  try {
    const slices = new Slices();
    const ids: string[] = [];
    for (const name of await list(folder)) {
      const id = idOfFile(name);
      if (id !== undefined) ids.push(id);
      if (slices.spent) await slices.pause();
    }
    return ids;
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
