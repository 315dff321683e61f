/**
 * Fills an index from its folder, with a snapshot's help where it still fits (spec/performance.md#start). Stamps are
 * compared before the first answer: an unchecked snapshot would answer what was true before git or an editor changed
 * the folder.
 */
import { sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import { idOfFile, idOfPlaceholder, type Layout } from '../disk/layout.js';
import { hasEntries, namesIn } from '../disk/names-in.js';
import { isFresh, RECHECK_MS } from '../disk/retry-read.js';
import { isFolder, sameStamp, stampOf, statOf } from '../disk/stamp.js';
import type { Projection } from '../types/catalogue.js';
import type { Filling } from './collection-index.js';
import { type FoundFiles, filesFound } from './file-reader.js';
import {
  type Broken,
  type CatalogueRow,
  inICloudAt,
  isBroken,
  type Reading,
  type RowSource,
  readRow,
} from './row.js';
import type { Snapshot } from './snapshot.js';

/** Up to so many objects the answers are built with the rows; for more, a start would take too long. */
const EAGER_BYTES = 10_000;

/** Max objects are smaller: one buffer for all their files. */
const SCRATCH_BYTES = 256 * 1024;

/** From so many files on, a separate thread reads them; it takes a moment to start. */
const MANY = 3000;
/** From so many bytes of a snapshot on, which is about as many files, the thread checks them. */
const LARGE_SNAPSHOT = 256 * 1024;

export interface FillRequest {
  layout: Layout;
  collection: string;
  projection: Projection;
  snapshot: Snapshot | undefined;
  /** Ids that were there when the folder was last read. */
  known: readonly string[];
  /** Whether answers are made and kept at once, where there are few: else they would only take the place of others. */
  hasRoom: boolean;
  /** False as soon as the fill is obsolete. */
  stillNeeded: () => boolean;
  /** Told how many objects were read, and of how many. */
  progress: Progress;
}

export interface Progress {
  read: number;
  of: number;
}

export interface FillResult extends Filling {
  /** How many rows are not as the snapshot has them. */
  unsaved: number;
}

/** What has been found so far. */
class Findings {
  readonly rows = new Map<string, CatalogueRow>();
  readonly answered: Reading[] = [];
  readonly broken = new Map<string, Broken>();
  /** Files to check once more: another program may be writing them. */
  readonly suspects = new Set<string>();
  readonly #request: FillRequest;
  readonly #pathOf: (id: string) => string;

  constructor(request: FillRequest) {
    this.#request = request;
    this.#pathOf = request.layout.objectsOf(request.collection);
  }

  read(id: string, eager: boolean, source?: RowSource): void {
    const { layout, collection, projection } = this.#request;
    const found =
      readRow(this.#pathOf(id), id, projection, eager, source) ?? inICloudAt(layout, collection, id);
    if (!found || (isBroken(found) && !found.inICloud && isFresh(found.stamp))) this.suspects.add(id);
    if (!found) return;
    if (isBroken(found)) {
      this.broken.set(id, found);
      return;
    }
    this.rows.set(id, found.row);
    this.broken.delete(id);
    if (eager) this.answered.push(found);
  }
}

/** Every object of a collection's folder; undefined when it was canceled. Throws `busy`. */
export async function fill(request: FillRequest): Promise<FillResult | undefined> {
  const { snapshot, known, stillNeeded, progress } = request;
  const found = new Findings(request);
  const { rows, answered, broken, suspects } = found;
  const yielder = new Yielder();

  const existing = snapshot ? await reuseUnchanged(request, snapshot, rows) : undefined;
  if (!stillNeeded()) return undefined;
  const reused = rows.size;
  const isEager = () => request.hasRoom && progress.of <= EAGER_BYTES;
  const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  for await (const { files, of } of contentsOf(request, existing?.unread)) {
    progress.of = reused + of;
    const eager = isEager();
    for (const { id, file } of files) {
      if (isLegalId(id)) found.read(id, eager, { file, scratch });
      progress.read = rows.size;
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      if (!stillNeeded()) return undefined;
    }
  }
  for (const id of known) if (!rows.has(id) && !broken.has(id)) suspects.add(id);
  if (suspects.size > 0) await wait(RECHECK_MS);
  for (const id of suspects) {
    if (!stillNeeded()) return undefined;
    found.read(id, isEager());
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const gone = (existing?.kept ?? 0) - reused;
  return { rows, answered, broken, snapshot: existing?.id, unsaved: Math.max(gone, rows.size - reused) };
}

/** The result of comparing a snapshot with a folder. */
interface SnapshotMatch {
  /** Ids of the files that are not as they were. */
  unread: string[];
  /** How many the snapshot holds. */
  kept: number;
  id: string | undefined;
}

/** Takes those rows of a snapshot whose files are as they were, in the order of their ids. */
async function reuseUnchanged(
  request: FillRequest,
  snapshot: Snapshot,
  rows: Map<string, CatalogueRow>,
): Promise<SnapshotMatch> {
  const looks = looked(request, snapshot);
  const [{ rows: known, id }, existing] = await Promise.all([snapshot.content, looks]);
  const yielder = new Yielder();
  const unread: string[] = [];
  let at = 0;
  for await (const { files } of existing) {
    for (const { id: file, stamp, changed } of files) {
      while ((known[at]?.id ?? file) < file) at += 1;
      const row = known[at];
      // The change time reveals a file written in place with its old time restored. The id of the row, so that the
      // text is held once.
      if (row?.id === file && row.changed === changed && sameStamp(row.stamp, stamp)) rows.set(row.id, row);
      else if (isLegalId(file)) unread.push(file);
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!request.stillNeeded()) break;
  }
  return { unread, kept: known.length, id };
}

type Found = AsyncIterable<FoundFiles> | Iterable<FoundFiles>;

const folderOf = ({ layout, collection }: FillRequest) => layout.collection(collection) + sep;

/** The stamps of all files, in the order of their ids; the check starts immediately. */
async function looked(request: FillRequest, { bytes }: Snapshot): Promise<Found> {
  const { layout, collection } = request;
  if (bytes >= LARGE_SNAPSHOT && isFolder(layout.collection(collection))) {
    return filesFound(folderOf(request), { contents: false });
  }
  return checkedHere(layout.objectsOf(collection), (await objectIds(layout, collection)).sort());
}

function* checkedHere(pathOf: (id: string) => string, ids: readonly string[]): Generator<FoundFiles> {
  for (const id of ids) {
    const stats = statOf(pathOf(id));
    const stamp = stats?.isFile() ? stampOf(stats) : undefined;
    yield { files: [{ id, stamp, changed: stats?.ctimeMs ?? 0, file: undefined }], of: ids.length };
  }
}

/** The contents of files, as far as they are read beforehand; of all files of the folder where no ids are given. */
async function* contentsOf(
  request: FillRequest,
  ids: readonly string[] | undefined,
): AsyncGenerator<FoundFiles> {
  const { layout, collection } = request;
  // A thread lists what it reads: that takes as long as a tenth of the reading.
  const isLarge = ids ? ids.length >= MANY : hasMany(layout.collection(collection));
  if (isLarge) {
    yield* filesFound(folderOf(request), { contents: true, ...(ids && { ids }) });
    return;
  }
  const these = ids ?? (await objectIds(layout, collection));
  const files = these.map((id) => ({ id, stamp: undefined, changed: 0, file: undefined }));
  yield { files, of: these.length };
}

/** Whether there is a folder with many entries. */
const hasMany = (folder: string): boolean => isFolder(folder) && hasEntries(folder, MANY);

/** Ids of a collection's object files, those that iCloud has moved off the disk among them; none where there is no folder, or a link to one. */
export async function objectIds(layout: Layout, collection: string): Promise<string[]> {
  const folder = layout.collection(collection);
  if (!isFolder(folder)) return [];
  const yielder = new Yielder();
  const ids: string[] = [];
  for (const name of await namesIn(folder)) {
    const id = idOfFile(name) ?? idOfPlaceholder(name);
    if (id !== undefined) ids.push(id);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return ids;
}
