/** All objects of several collections, one after another, at the pace of the reader (spec/queries.md#all-objects). */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import type { Row } from '../../store/types/catalogue.js';
import { revOf } from '../answers/rev.js';
import type { Base } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveTest } from '../core/live.js';
import type { ShapeRequest } from '../shaping/shape-request.js';
import { shapedTexts } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';
import { readableBytesOf } from './find-rows.js';
import { getObject } from './read.js';

/** Objects that are read and shaped together. */
const BATCH = 50;

export interface AllObjectsRequest {
  readonly collections: readonly string[];
  readonly shape: ShapeRequest | undefined;
  readonly mayRead: MayReadObject;
  /** Only these, of one collection, in this order; each as its own address answers it. */
  readonly only?: { readonly ids: readonly string[]; isWriter(id: string): boolean } | undefined;
  /** Called now and then; false aborts the stream. */
  readonly goesOn: () => boolean;
  /** The cursor of the answer; undefined where there is none. */
  readonly cursor: string | undefined;
}

/** A line for each object, and a last one with the cursor and the number of objects. */
export async function* allObjects(base: Base, request: AllObjectsRequest): AsyncGenerator<string> {
  const { collections, cursor, goesOn } = request;
  let count = 0;
  let skipped = 0;
  for (const collection of collections) {
    // It was deleted after the request: it has no objects now.
    if (!base.collections.has(collection)) continue;
    for await (const batch of batchesOf(base, collection, request)) {
      if (!goesOn()) throw new PlinthError('forbidden', message('callerMayNotRead'));
      count += batch.lines.length;
      skipped += batch.skipped;
      if (batch.lines.length > 0) yield `${batch.lines.join('\n')}\n`;
    }
  }
  yield `${JSON.stringify({ cursor, count, ...(skipped > 0 && { skipped }) })}\n`;
}

interface Revision {
  readonly bytes: Buffer;
  readonly rev: string;
}

/** What everyone is shown of an object; undefined where its file cannot be read. */
function publicOf(
  base: Base,
  { collection, collectionIndex }: BoundCollection,
  row: Row,
): Revision | undefined {
  const bytes = readableBytesOf(base, collection.settings.id, collectionIndex, row);
  const rev = bytes && revOf(collectionIndex, row);
  return bytes && rev !== undefined ? { bytes, rev } : undefined;
}

/** As `publicOf`, with what only callers who may write the object are shown. */
async function asAtItsAddress(
  base: Base,
  { collection }: BoundCollection,
  { id }: Row,
  { isWriter }: NonNullable<AllObjectsRequest['only']>,
): Promise<Revision | undefined> {
  try {
    const { bytes, etag } = await getObject(base, collection.settings.id, id, { writer: () => isWriter(id) });
    return { bytes, rev: etag.slice(1, -1) };
  } catch (error) {
    if (error instanceof PlinthError && ['missing', 'damaged'].includes(error.kind)) return undefined;
    throw error;
  }
}

interface Batch {
  readonly lines: readonly string[];
  /** How many objects are left out because their files cannot be read. */
  readonly skipped: number;
}

async function* batchesOf(
  base: Base,
  collection: string,
  { shape, mayRead, only }: AllObjectsRequest,
): AsyncGenerator<Batch> {
  const bound = await boundCollection(base, collection);
  const { collectionIndex } = bound;
  const isLive = shape?.published ? liveTest(base, bound) : () => true;
  const yielder = new Yielder();
  let answers: Buffer[] = [];
  let heads: string[] = [];
  let skipped = only
    ? only.ids.filter((id) => mayRead(collection, id) && collectionIndex.problem(id)).length
    : collectionIndex.damaged().length;
  const batch = async (): Promise<Batch> => {
    const { objects } = await shapedTexts(base, bound.collection, answers, { shape, mayRead });
    const lines = objects.map((object, at) => `${heads[at]}${object}}`);
    const made = { lines, skipped };
    [answers, heads, skipped] = [[], [], 0];
    return made;
  };
  const rows = only
    ? only.ids.flatMap((id) => collectionIndex.get(id) ?? [])
    : [...collectionIndex.rowsById()];
  for (const row of rows) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!isLive(row) || !mayRead(collection, row.id)) continue;
    const found = only ? await asAtItsAddress(base, bound, row, only) : publicOf(base, bound, row);
    if (found) {
      answers.push(found.bytes);
      heads.push(`${JSON.stringify({ collection, id: row.id, rev: found.rev }).slice(0, -1)},"data":`);
    } else {
      skipped += 1;
    }
    if (answers.length >= BATCH) yield await batch();
  }
  yield await batch();
}
