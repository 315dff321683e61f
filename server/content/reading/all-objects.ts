/** All objects of several collections, one after another, at the pace of the reader (spec/queries.md#all-objects). */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { revOf } from '../answers/rev.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { liveTest } from '../core/live.js';
import type { ShapeRequest } from '../shaping/shape-request.js';
import { shapedTexts } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';
import { readableBytesOf } from './find-rows.js';

/** Objects that are read and shaped together. */
const BATCH = 50;

export interface AllObjectsRequest {
  readonly collections: readonly string[];
  readonly shape: ShapeRequest | undefined;
  readonly mayRead: MayReadObject;
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

interface Batch {
  readonly lines: readonly string[];
  /** How many objects are left out because their files cannot be read. */
  readonly skipped: number;
}

async function* batchesOf(
  base: Base,
  collection: string,
  { shape, mayRead }: AllObjectsRequest,
): AsyncGenerator<Batch> {
  const bound = await boundCollection(base, collection);
  const { collectionIndex } = bound;
  const isLive = shape?.published ? liveTest(base, bound) : () => true;
  const yielder = new Yielder();
  let answers: Buffer[] = [];
  let heads: string[] = [];
  let skipped = collectionIndex.damaged().length;
  const batch = async (): Promise<Batch> => {
    const { objects } = await shapedTexts(base, bound.collection, answers, { shape, mayRead });
    const lines = objects.map((object, at) => `${heads[at]}${object}}`);
    const made = { lines, skipped };
    [answers, heads, skipped] = [[], [], 0];
    return made;
  };
  for (const row of [...collectionIndex.rowsById()]) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!isLive(row) || !mayRead(collection, row.id)) continue;
    const bytes = readableBytesOf(base, collection, collectionIndex, row);
    const rev = bytes && revOf(collectionIndex, row);
    if (bytes && rev !== undefined) {
      answers.push(bytes);
      heads.push(`${JSON.stringify({ collection, id: row.id, rev }).slice(0, -1)},"data":`);
    } else {
      skipped += 1;
    }
    if (answers.length >= BATCH) yield await batch();
  }
  yield await batch();
}
