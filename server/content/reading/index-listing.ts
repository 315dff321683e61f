/** The index of a collection (spec/queries.md#index): the indexed properties of all objects that match. */

import { Yielder } from '../../async/yielder.js';
import type { JsonObject } from '../../contract/values.js';
import { NO_FILTER } from '../../query/criteria.js';
import { pageOf, UNBOUNDED } from '../../query/page.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Answer } from '../answers/answer.js';
import type { Base, Clock, Content } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { type FindRequest, findKeys } from '../search/collection-query.js';
import { listIn, type QueryParams } from '../search/query-params.js';
import { etagOfVersion, findRows, requestOf } from './find-rows.js';

/** Entries of one piece of the body. */
const PIECE = 500;

/** An index of at most so many entries is built as a whole and cached; some 5 MB. */
const MAX_CACHED_ENTRIES = 10_000;

export interface WholeIndex extends Answer {
  readonly total: number;
}

/** The JSON text in pieces: an index of a large collection is not held in memory. */
export interface LongIndex {
  /** Tag of what the body will be; absent for a random order. */
  readonly etag?: string;
  readonly total: number;
  readonly body: AsyncGenerator<string>;
}

/** A part of an index, and which properties its entries show. */
export interface IndexWords extends QueryParams {
  fields?: unknown;
  limit?: unknown;
  offset?: unknown;
}

/** The names that entries show beside `id`; undefined for all. Throws `invalid`. */
function namesIn(words: IndexWords): ReadonlySet<string> | undefined {
  const names = (listIn('fields', words.fields) ?? '').split(',').map((name) => name.trim());
  const shown = names.filter((name) => name !== '');
  return shown.length === 0 ? undefined : new Set(['id', ...shown]);
}

/** The properties of an entry that are shown. */
const shownOf = (entry: Row['entry'], names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name)));

async function* written(
  head: string,
  rows: readonly Row[],
  tail: string,
  names: ReadonlySet<string> | undefined,
): AsyncGenerator<string> {
  const yielder = new Yielder();
  let piece = head;
  for (let at = 0; at < rows.length; at += PIECE) {
    const entries = rows
      .slice(at, at + PIECE)
      .map(({ entry }) => JSON.stringify(names ? shownOf(entry, names) : entry));
    piece += (at > 0 ? ',' : '') + entries.join(',');
    yield piece;
    piece = '';
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  yield piece + tail;
}

/** The pieces of a body together. */
async function whole(body: AsyncGenerator<string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** When the collection was last changed: the latest `modified` of its objects, null where there are none. */
async function lastChange(base: Content, bound: BoundCollection): Promise<unknown> {
  const keys = [{ name: 'modified', direction: 'desc', natural: false }] as const;
  const sort = { keys, shuffle: false };
  const { rows } = await findRows(base, bound, { filter: NO_FILTER, sort, page: { offset: 0, limit: 1 } });
  return rows[0]?.entry.modified ?? null;
}

/** What a request finds, and the body that shows it. */
async function entries(
  base: Content,
  bound: BoundCollection,
  request: FindRequest,
  { names, ...more }: { names?: ReadonlySet<string> | undefined; rebuilt?: true } = {},
) {
  const updated = await lastChange(base, bound);
  const found = await findRows(base, bound, request);
  const { id } = bound.collection.settings;
  const head = JSON.stringify({ collection: id, count: found.total, updated, ...more });
  return { ...found, body: written(`${head.slice(0, -1)},"objects":[`, found.rows, ']}', names) };
}

/**
 * `{collection, count, updated, objects}` of the objects that match `include`, `exclude` and `search`, in the order of
 * `sort`; `limit` and `offset` choose a part of them, `fields` what is shown of each. Criteria apply to whole objects, not only to what the index shows. Throws `missing` for an unknown
 * collection, `invalid` for parameters that cannot be read.
 */
export async function listIndex(
  base: Base,
  name: string,
  words: IndexWords,
): Promise<WholeIndex | LongIndex> {
  const bound = await boundCollection(base, name);
  const { collectionIndex } = bound;
  const page = pageOf(words, UNBOUNDED);
  const request = { ...(await requestOf(base, bound, words)), page };
  const names = namesIn(words);
  const part = [page.limit, page.offset, names ? [...names].sort() : null];
  const key = `index ${JSON.stringify(part)}${findKeys(request).all}`;
  const cached = base.listCache.get(name, collectionIndex, key);
  if (cached) return cached;
  const { rows, total, version, body } = await entries(base, bound, request, { names });
  if (request.sort.shuffle) return { total, body };
  const etag = etagOfVersion(version, key);
  if (rows.length > MAX_CACHED_ENTRIES) return { etag, total, body };
  const answer = { bytes: await whole(body), etag, total, count: rows.length, ...page };
  if (version === collectionIndex.version) base.listCache.set(name, collectionIndex, key, answer);
  return answer;
}

/** Reads all objects of a collection again and answers the index made of them; until then requests see the old one. */
export async function rebuildIndex(
  base: Content & Clock,
  name: string,
  words: QueryParams,
): Promise<LongIndex> {
  base.collections.get(name);
  base.store.catalogue.forget(name);
  const bound = await boundCollection(base, name);
  const { total, body } = await entries(base, bound, await requestOf(base, bound, words), { rebuilt: true });
  return { total, body };
}
