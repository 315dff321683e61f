/** The list of a collection (spec/queries.md#list): cached bytes joined in a cached order. */
import { LIST_BOUNDS, pageOf } from '../../query/page.js';
import type { Direction } from '../../query/sort.js';
import { etagOf } from '../answers/answer.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { unknownNames } from '../core/unknown-names.js';
import { findKeys } from '../search/collection-query.js';
import type { AddressedList, ListAnswer } from '../search/list-cache.js';
import { bracketFilter, searchFrom, sortFrom } from '../search/query-params.js';
import { etagOfVersion, readableBytes } from './find-rows.js';

/** Words of the list's query as they came; an unreadable limit, offset, sort or order counts as not sent (spec/queries.md#pages). */
export interface ListQuery {
  limit?: unknown;
  offset?: unknown;
  /** A property, or a sort of 4.6; `created` when it is not sent. */
  sort?: unknown;
  /** `asc` or `desc`; `desc` when it is neither. The direction of every sort criterion that names none. */
  order?: unknown;
  /** `filter[property]=value` as an object. */
  filter?: unknown;
  search?: unknown;
}

/**
 * The list: the whole body, joined from the cached bytes of its objects and cached until the collection changes.
 * Throws `missing` for an unknown collection and `invalid` for a filter or search that cannot be read.
 */
export async function listObjects(base: Base, name: string, query: ListQuery): Promise<ListAnswer> {
  const { collection, collectionIndex } = await boundCollection(base, name);
  const page = pageOf(query, LIST_BOUNDS);
  const direction: Direction = query.order === 'asc' ? 'asc' : 'desc';
  const newest = { keys: [{ name: 'created', direction, natural: false }], shuffle: false };
  const request = {
    filter: bracketFilter(query.filter),
    search: searchFrom(query.search),
    sort: sortFrom(query.sort, collection.schema, direction) ?? newest,
    page,
  };

  const keys = findKeys(request);
  const key = `list ${page.limit} ${page.offset} ${keys.all}`;
  const kept = base.listCache.get(name, collectionIndex, key);
  if (kept) return kept;
  const { rows, total, version } = await base.queries.of(collection, collectionIndex).find(request, keys);
  const objects = readableBytes(base, name, collectionIndex, rows);
  const { limit, offset } = page;
  const head = JSON.stringify({ collection: name, total, count: objects.length, limit, offset });
  const { bytes, release } = base.listCache.buffers.join(`${head.slice(0, -1)},"objects":[`, objects, ']}');
  // A random order is another one each time.
  const { shuffle } = request.sort;
  const etag = shuffle ? etagOf(bytes) : etagOfVersion(version, key);
  // Named one by one: this is made for every page of a pull, and spreading costs as much as the tag.
  const answer = { bytes, release, etag, total, count: objects.length, limit, offset };
  // Counts rise without a new version of the collection.
  const cacheable = !shuffle && version === collectionIndex.version && !base.counts.any(name);
  return (cacheable && base.listCache.set(name, collectionIndex, key, answer)) || answer;
}

/**
 * The list of a URL. A URL with a cached answer is not parsed again: its parameters, query and links stay the same
 * until the collection changes. Throws as `listObjects`.
 */
export async function listAt(
  base: Base,
  name: string,
  address: string,
  ask: { query(): ListQuery; links(answer: ListAnswer): string },
): Promise<AddressedList> {
  base.collections.get(name);
  const collectionIndex = await base.store.catalogue.collectionIndex(name);
  const known = base.listCache.at(name, collectionIndex, address);
  if (known) return known;
  const query = ask.query();
  const answer = await listObjects(base, name, query);
  const list = { answer, links: ask.links(answer), warnings: unknownNames(base, name, query) };
  base.listCache.address(name, collectionIndex, address, list);
  return list;
}
