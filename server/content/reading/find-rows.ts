/** Filter, search and sort over a collection (spec/queries.md#criteria): the one way for lists, queries, reports and exports. */
import { Yielder } from '../../async/yielder.js';
import { PlinthError } from '../../errors.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import { etagOf } from '../answers/answer.js';
import { countedBytes } from '../answers/counted.js';
import type { Clock, Content, Live } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { stateAsked } from '../core/live.js';
import type { Collection } from '../model/collection.js';
import type { FindRequest, Found } from '../search/collection-query.js';
import {
  collectionSort,
  filterFrom,
  publishedFrom,
  type QueryParams,
  searchFrom,
  sortFrom,
} from '../search/query-params.js';

export interface FoundRows extends Found {
  readonly collection: Collection;
  readonly collectionIndex: CollectionIndex;
}

/** The rows of a request, of one index from beginning to end. */
export async function findRows(
  base: Content,
  { collection, collectionIndex }: BoundCollection,
  request: FindRequest,
): Promise<FoundRows> {
  return {
    ...(await base.queries.of(collection, collectionIndex).find(request)),
    collection,
    collectionIndex,
  };
}

/**
 * All rows that match `include`, `exclude`, `search` and `sort`. Every token of `include` and `exclude` is a criterion
 * (spec/queries.md#criteria); without a sort the collection's own applies. Throws `invalid`, and `missing` for an
 * unknown collection.
 */
export async function findByParams(
  base: Content & Clock,
  name: string,
  words: QueryParams,
): Promise<FoundRows> {
  const bound = await boundCollection(base, name);
  return findRows(base, bound, await requestOf(base, bound, words));
}

/** The request that the words of a query make. Throws `invalid`. */
export async function requestOf(
  base: Content & Clock,
  bound: BoundCollection,
  words: QueryParams,
): Promise<FindRequest> {
  const { collection } = bound;
  return {
    filter: filterFrom(words),
    search: searchFrom(words.search),
    sort: sortFrom(words.sort, collection.schema, base.language()) ?? collectionSort(collection),
    live: await stateAsked(base, bound, { published: publishedFrom(words.published), state: words.state }),
  };
}

/**
 * Strong ETag of what a request makes of an index's version, so that it need not be made to be compared. Each version
 * is one state of one collection, in one run of the server.
 */
export const etagOfVersion = (version: number, key: string): string => {
  return `"${version.toString(36)}-${etagOf(key).slice(1, 16)}"`;
};

/** The answers of rows that can be read: one damaged since it was filed must not spoil a page. */
export async function readableBytes(
  base: Live,
  collection: string,
  collectionIndex: CollectionIndex,
  rows: readonly Row[],
): Promise<Buffer[]> {
  const answers: Buffer[] = [];
  const yielder = new Yielder();
  for (const row of rows) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const bytes = readableBytesOf(base, collection, collectionIndex, row);
    if (bytes) answers.push(bytes);
  }
  return answers;
}

/** As `readableBytes`, for one row. Its file is read where its answer is not in memory. */
export function readableBytesOf(
  base: Live,
  collection: string,
  collectionIndex: CollectionIndex,
  row: Row,
): Buffer | undefined {
  try {
    const bytes = collectionIndex.bytes(row);
    return base.counts.any(collection) ? countedBytes(base.counts, collection, row.id, bytes) : bytes;
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    return undefined;
  }
}
