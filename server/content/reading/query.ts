/** `/query` of a collection (spec/queries.md#query): filtered, searched, sorted, paged, chosen properties. */
import type { JsonObject } from '../../contract/values.js';
import { type Criterion, clausesOf, parseCriterion } from '../../query/criteria.js';
import { type Page, pageOf, QUERY_BOUNDS } from '../../query/page.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import { etagOf, joined } from '../answers/answer.js';
import type { Base, Clock, Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { stateAsked } from '../core/live.js';
import type { Collection } from '../model/collection.js';
import { type FindKeys, type FindRequest, findKeys } from '../search/collection-query.js';
import type { ListAnswer } from '../search/list-cache.js';
import {
  bracketFilter,
  checkFilterSize,
  collectionSort,
  groupsIn,
  listIn,
  searchFrom,
  sortFrom,
} from '../search/query-params.js';
import {
  reachesOut,
  type ShapeRequest,
  type ShapeWords,
  shapeKey,
  shapeRequest,
} from '../shaping/shape-request.js';
import { shapedObjects, shapedTexts } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';
import { etagOfVersion, readableBytes } from './find-rows.js';
import { wordsThere } from './words-there.js';

/** Words of the query as they came. */
export interface QueryWords extends ShapeWords {
  limit?: unknown;
  offset?: unknown;
  sort?: unknown;
  search?: unknown;
  /** Tokens with `:` are criteria, the others choose properties (spec/queries.md#query). */
  include?: unknown;
  exclude?: unknown;
  /** Criteria of which one must match; each repetition is a group. */
  any?: unknown;
  /** `filter[property]=value` as an object: further criteria that must match. */
  filter?: unknown;
  /** Only what is in this state. */
  state?: unknown;
  /** Whether a search does with titles while the texts are being indexed. */
  partial?: boolean;
}

/** Which properties of each object are shown; `id` always is. */
interface Choice {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

interface QueryRequest {
  readonly collection: Collection;
  readonly collectionIndex: CollectionIndex;
  readonly request: FindRequest & { readonly page: Page };
  readonly choice: Choice;
  readonly shape: ShapeRequest | undefined;
  readonly keys: FindKeys;
  /** What the answer depends on besides the collection's content. */
  readonly key: string;
}

/** Figures of a page as `pagination` carries them (spec/resources.md#pagination). */
export interface Pagination {
  total: number;
  count: number;
  per_page: number;
  current_page: number;
  total_pages: number;
}

/** A page of objects for formats other than JSON. */
export interface QueryPage extends Page {
  readonly collection: string;
  readonly total: number;
  /** Names of the properties the objects have, in the schema's order; of the schema's where there is no object. */
  readonly properties: readonly string[];
  readonly objects: readonly JsonObject[];
  /** Names to warn of. */
  readonly warnings: readonly string[];
}

/** The criteria and the bare names of a list of tokens. */
function tokensOf(name: string, value: unknown): { criteria: Criterion[]; names: string[] } {
  const clauses = clausesOf(listIn(name, value) ?? '');
  return {
    criteria: clauses.filter((clause) => clause.includes(':')).map(parseCriterion),
    names: clauses.filter((clause) => !clause.includes(':')),
  };
}

/** The criteria of a query, and the properties it chooses. Throws `invalid`. */
function partsOf(words: QueryWords) {
  const [include, exclude] = [tokensOf('include', words.include), tokensOf('exclude', words.exclude)];
  const all = [...include.criteria, ...bracketFilter(words.filter).include];
  const only = include.names.length > 0 ? new Set(include.names) : undefined;
  return {
    filter: checkFilterSize({ include: all, exclude: exclude.criteria, ...groupsIn(words.any) }, 'include'),
    search: searchFrom(words.search),
    choice: { only, without: new Set(exclude.names) },
  };
}

/** Which objects a query has, and what it makes of each. Throws `invalid`. */
export function queryParts(words: QueryWords) {
  const { choice, ...selection } = partsOf(words);
  const finish = isAll(choice) ? undefined : (object: JsonObject) => chosen(object, choice);
  return { selection, finish };
}

async function prepareQuery(base: Content & Clock, name: string, words: QueryWords): Promise<QueryRequest> {
  const bound = await boundCollection(base, name);
  const { collection, collectionIndex } = bound;
  const shape = shapeRequest(words);
  const { choice, ...criteria } = partsOf(words);
  const request = {
    ...criteria,
    sort: sortFrom(words.sort, collection.schema, base.language()) ?? collectionSort(collection),
    live: await stateAsked(base, bound, { published: shape?.published === true, state: words.state }),
    page: pageOf(words, QUERY_BOUNDS),
  };
  const names = [[...(choice.only ?? [])].sort(), [...choice.without].sort()];
  const { limit, offset } = request.page;
  const keys = findKeys(request);
  const key = `query ${limit} ${offset} ${JSON.stringify(names)} ${shapeKey(shape)}${keys.all}`;
  return { collection, collectionIndex, request, choice, shape, keys, key };
}

/** Properties that every answer has in a fixed place. */
const OWN = ['id', 'created', 'modified'];

const isChosen = ({ only, without }: Choice, name: string): boolean =>
  name === 'id' || ((only === undefined || only.has(name)) && !without.has(name));

const isAll = ({ only, without }: Choice): boolean => only === undefined && without.size === 0;

/** The chosen properties of an object. */
const chosen = (object: JsonObject, choice: Choice): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isChosen(choice, name)));

export function paginationOf(total: number, count: number, { limit, offset }: Page): Pagination {
  return {
    total,
    count,
    per_page: limit,
    current_page: Math.floor(offset / limit) + 1,
    total_pages: Math.max(1, Math.ceil(total / limit)),
  };
}

/**
 * The answer in JSON, `{data, pagination}`; `meta.pagination` repeats the figures for clients of the reference system.
 * Throws `missing` for an unknown collection and `invalid` for parameters that cannot be read.
 */
export async function queryObjects(
  base: Base,
  name: string,
  words: QueryWords,
  mayRead: MayReadObject = NONE,
): Promise<ListAnswer> {
  const { collection, collectionIndex, request, choice, shape, keys, key } = await prepareQuery(
    base,
    name,
    words,
  );
  const hasVersion = !request.sort.shuffle && !(shape && reachesOut(shape));
  const kept = hasVersion ? base.listCache.get(name, collectionIndex, key) : undefined;
  if (kept) return kept;
  const query = base.queries.of(collection, collectionIndex);
  const partial = words.partial && request.search ? await wordsThere(base, [name]) : undefined;
  const found = partial ? query.find({ ...request, partial: true }) : query.find(request, keys);
  const { rows, total, version } = await found;
  const answers = await readableBytes(base, name, collectionIndex, rows);
  const finish = isAll(choice) ? undefined : (object: JsonObject) => chosen(object, choice);
  const page = await shapedTexts(base, collection, answers, { shape, mayRead }, finish);
  const { objects } = page;
  const pagination = JSON.stringify(paginationOf(total, objects.length, request.page));
  const rest = partial ? `,"partial":${JSON.stringify(partial.progress)}` : '';
  const bytes = joined(
    '{"data":[',
    objects,
    `],"pagination":${pagination},"meta":{"pagination":${pagination}}${rest}}`,
  );
  const etag = hasVersion && !partial ? etagOfVersion(version, key) : etagOf(bytes);
  const warnings = [...(request.live?.rule.unknown ?? []), ...page.warnings];
  const answer = { bytes, etag, total, count: objects.length, ...request.page, warnings };
  const cacheable = hasVersion && !partial && version === collectionIndex.version && !base.counts.any(name);
  if (cacheable) base.listCache.set(name, collectionIndex, key, answer);
  return answer;
}

const NONE: MayReadObject = () => false;

/** The same page as values, for other formats. Throws as `queryObjects`. */
export async function queryPage(
  base: Base,
  name: string,
  words: QueryWords,
  mayRead: MayReadObject = NONE,
): Promise<QueryPage> {
  const { collection, collectionIndex, request, choice, shape } = await prepareQuery(base, name, words);
  const { rows, total } = await base.queries.of(collection, collectionIndex).find(request);
  const answers = await readableBytes(base, name, collectionIndex, rows);
  const finish = (object: JsonObject) => chosen(object, choice);
  const page = await shapedObjects(base, collection, answers, { shape, mayRead }, finish);
  const { objects } = page;
  const fields = shape?.fields && new Set(['id', ...shape.fields.map((field) => field.split('.', 1)[0])]);
  const inSchema = [...collection.schema.properties.keys()].filter((property) => !OWN.includes(property));
  const all = ['id', ...inSchema, 'created', 'modified'].filter(
    (property) => isChosen(choice, property) && (!fields || fields.has(property)),
  );
  const held = all.filter((property) => objects.some((object) => Object.hasOwn(object, property)));
  const properties = objects.length > 0 ? held : all;
  const warnings = [...(request.live?.rule.unknown ?? []), ...page.warnings];
  return { collection: name, total, properties, objects, warnings, ...request.page };
}
