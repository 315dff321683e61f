/** The list of a collection (spec/queries.md#list): cached bytes joined in a cached order. */
import { LIST_BOUNDS, pageOf } from '../../query/page.js';
import type { Direction } from '../../query/sort.js';
import { etagOf, joined } from '../answers/answer.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { stateAsked } from '../core/live.js';
import { unknownNames } from '../core/unknown-names.js';
import { findKeys } from '../search/collection-query.js';
import type { AddressedList, ListAnswer } from '../search/list-cache.js';
import { bracketFilter, searchFrom, sortFrom } from '../search/query-params.js';
import { reachesOut, type ShapeWords, shapeKey, shapeRequest } from '../shaping/shape-request.js';
import { type Shaping, shapedTexts } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';
import { etagOfVersion, readableBytes } from './find-rows.js';

/** Words of the list's query as they came; an unreadable limit, offset, sort or order counts as not sent (spec/queries.md#pages). */
export interface ListQuery extends ShapeWords {
  limit?: unknown;
  offset?: unknown;
  /** A property, or a sort of 4.6; `created` when it is not sent. */
  sort?: unknown;
  /** `asc` or `desc`; `desc` when it is neither. The direction of every sort criterion that names none. */
  order?: unknown;
  /** `filter[property]=value` as an object. */
  filter?: unknown;
  /** Criteria of which one must match; each repetition is a group. */
  any?: unknown;
  search?: unknown;
  /** Only what is in this state. */
  state?: unknown;
}

/**
 * The list: the whole body, joined from the cached bytes of its objects and cached until the collection changes.
 * Throws `missing` for an unknown collection and `invalid` for a filter, search or shape that cannot be read.
 */
export const listObjects = (
  base: Base,
  name: string,
  query: ListQuery,
  mayRead: MayReadObject = NONE,
): Promise<ListAnswer> => list(base, name, query, { shape: shapeRequest(query), mayRead });

const NONE: MayReadObject = () => false;

/** The order depends on the schema or the settings of the folder. */
const isByMore = (sort: unknown): boolean =>
  [sort].flat().some((one) => typeof one === 'string' && /:\s*(?:options|natural)/i.test(one));

async function list(base: Base, name: string, query: ListQuery, shaping: Shaping): Promise<ListAnswer> {
  const bound = await boundCollection(base, name);
  const { collection, collectionIndex } = bound;
  const { shape } = shaping;
  const page = pageOf(query, LIST_BOUNDS);
  const direction: Direction = query.order === 'asc' ? 'asc' : 'desc';
  const newest = { keys: [{ name: 'created', direction, natural: false }], shuffle: false };
  const request = {
    filter: bracketFilter(query.filter, query.any),
    search: searchFrom(query.search),
    sort: sortFrom(query.sort, collection.schema, base.language(), direction) ?? newest,
    live: await stateAsked(base, bound, { published: shape?.published === true, state: query.state }),
    page,
  };

  const keys = findKeys(request);
  const { limit, offset } = page;
  const key = `list ${limit} ${offset} ${shapeKey(shape)}${keys.all}`;
  // A random order is another one each time; other collections and settings change without a new version of this one.
  const hasVersion = !request.sort.shuffle && !(shape && reachesOut(shape));
  const kept = hasVersion ? base.listCache.get(name, collectionIndex, key) : undefined;
  if (kept) return kept;
  const { rows, total, version } = await base.queries.of(collection, collectionIndex).find(request, keys);
  const answers = await readableBytes(base, name, collectionIndex, rows);
  const { objects, warnings } = await shapedTexts(base, collection, answers, shaping);
  const count = objects.length;
  const head = JSON.stringify({ collection: name, total, count, limit, offset });
  const bytes = joined(`${head.slice(0, -1)},"objects":[`, objects, ']}');
  const etag = hasVersion ? etagOfVersion(version, key) : etagOf(bytes);
  const unknown = request.live ? [...request.live.rule.unknown, ...warnings] : warnings;
  // Named one by one: this is made for every page of a pull, and spreading costs as much as the tag.
  const answer = { bytes, etag, total, count, limit, offset, warnings: unknown };
  // Counts rise without a new version of the collection.
  const cacheable = hasVersion && version === collectionIndex.version && !base.counts.any(name);
  if (cacheable) base.listCache.set(name, collectionIndex, key, answer);
  return answer;
}

/**
 * The list of a URL. A URL with a cached answer is not parsed again: its parameters, query and links stay the same
 * until the collection changes. Throws as `listObjects`.
 */
export async function listAt(
  base: Base,
  name: string,
  address: string,
  ask: { query(): ListQuery; links(answer: ListAnswer): string; mayRead: MayReadObject },
): Promise<AddressedList> {
  base.collections.get(name);
  const collectionIndex = await base.store.catalogue.collectionIndex(name);
  const known = base.listCache.at(name, collectionIndex, address);
  if (known) return known;
  const query = ask.query();
  const shape = shapeRequest(query);
  const answer = await list(base, name, query, { shape, mayRead: ask.mayRead });
  const warnings = [...new Set([...unknownNames(base, name, query), ...(answer.warnings ?? [])])];
  const addressed = { answer, links: ask.links(answer), warnings };
  // What is live, options and languages change without a new version of the collection.
  const lasts = !shape?.published && query.state === undefined && !isByMore(query.sort);
  if (lasts) base.listCache.address(name, collectionIndex, address, addressed);
  return addressed;
}
