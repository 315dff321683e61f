/** Finds objects of all collections by their words, the best first (spec/queries.md#search-of-the-folder). */
import { inSlices, Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { FoundText } from '../../contract/relations.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import { NO_FILTER } from '../../query/criteria.js';
import { holdsTerm, parseSearch, type Search } from '../../query/search-terms.js';
import { collapse, searchableText, searchableValues } from '../../query/searchable.js';
import type { Sort } from '../../query/sort.js';
import type { Schema } from '../../schemas/schema.js';
import { searchMarkup } from '../../schemas/search-markup.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Base, Clock, Content, Live } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveNow, liveTest, stateReader } from '../core/live.js';
import type { CollectionQuery } from '../search/collection-query.js';
import { bm25, excerptOf, type Measured, measured, rarity, titleScore } from '../search/folder-score.js';
import { MAX_SEARCH_LENGTH } from '../search/query-params.js';
import { titleReader } from '../search/title-reader.js';
import { isReshaped, type ShapeRequest } from '../shaping/shape-request.js';
import { shapedObjects } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';
import { correctedSearch } from './corrected-search.js';
import { readableBytes, readableBytesOf } from './find-rows.js';
import { imageOf } from './search-titles.js';
import { allWords } from './words-there.js';

/** So many hits are looked at by their titles, the newest of each collection, and so many of them read. */
const MAX_TITLES = 20_000;
const MAX_READ = 300;
/** How long titles are looked at in place of words that are not there, in ms: a later search goes on from there. */
const TITLES_MS = 300;
/** Later results are not ranked any more. */
export const MAX_OFFSET = 1000;

export interface SearchRequest {
  readonly q: string;
  readonly collections: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly shape: ShapeRequest | undefined;
  readonly mayRead: MayReadObject;
  /** Whether only what is live is found; by default as the shape says. */
  readonly published?: boolean;
  readonly visible?: Visible;
  /** Cancels the search: it ends before the next collection. */
  readonly signal?: AbortSignal;
  /** Collections whose words are being made: in what is there, and by titles, as far as these have been read. */
  readonly without?: ReadonlySet<string>;
}

/** What the reader may know of objects, where that is not all: words elsewhere are neither found nor counted. */
export interface Visible {
  /** Whether something of the objects of a schema is hidden. */
  hides(schema: Schema): boolean;
  of(schema: Schema, object: JsonObject): JsonObject;
}

interface Hit {
  readonly bound: BoundCollection;
  readonly row: Row;
  /** Whether its words are looked for in what is visible of it: what the index knows is not counted. */
  readonly isChecked: boolean;
  title: string;
  rank: number;
  readonly modified: string;
  /** How many of the words it has, where no object has all. */
  held: number;
  score: number;
  measured?: Measured;
}

const NEWEST: Sort = { keys: [{ name: 'modified', direction: 'desc', natural: false }], shuffle: false };

/** The search of a text as it is typed: its last word may be the beginning of one. Throws `invalid`. */
function searchOf(q: string): Search {
  if (q.length > MAX_SEARCH_LENGTH) {
    throw invalid(message('searchTooLong'), {
      q: [message('maxLength', { limit: MAX_SEARCH_LENGTH })],
    });
  }
  const typed = /[\p{L}\p{N}\p{M}_]$/u.test(q) ? `${q}*` : q;
  return parseSearch(typed) ?? { any: false, terms: [] };
}

const better = (a: Hit, b: Hit): number =>
  b.held - a.held ||
  (b.measured?.exact ?? 0) - (a.measured?.exact ?? 0) ||
  b.rank - a.rank ||
  b.score - a.score ||
  compare(b.modified, a.modified) ||
  compare(a.bound.collection.settings.id, b.bound.collection.settings.id) ||
  compare(a.row.id, b.row.id);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The best hits of a page, and how many there are. Throws `invalid`. */
export async function searchFolder(
  base: Base,
  request: SearchRequest,
): Promise<{ total: number; data: FoundText[]; corrected?: string; closest?: true }> {
  const asked = searchOf(request.q);
  if (asked.terms.length === 0) return { total: 0, data: [] };
  if (!request.without) await allWords(base, request.collections, request.signal);
  request.signal?.throwIfAborted();
  const find = async (search: Search) => readBest(base, request, await hitsIn(base, request, search), search);
  const open = request.collections.filter(
    (name) => !isChecked(base, request, name) && !request.without?.has(name),
  );
  let found = await find(asked);
  // What was not found yet may be in the other texts.
  const isNone = () => found.total === 0 && !request.without;
  const corrected = isNone() ? await correctedSearch(base, open, asked, request.signal) : undefined;
  if (corrected) found = await find(corrected.search);
  let search = corrected?.search ?? asked;
  const isClosest = isNone() && !search.any && search.terms.length > 1;
  if (isClosest) {
    search = { any: true, terms: search.terms };
    found = await find(search);
  }
  const { read, total, objects } = found;
  const weights = await weightsOf(base, { ...request, collections: open }, search, objects);
  const words = read.reduce((sum, hit) => sum + (hit.measured?.words ?? 0), 0);
  const average = words / Math.max(1, read.length);
  for (const hit of read) hit.score = hit.measured ? bm25(hit.measured, { average, weights }) : 0;
  const page = read.sort(better).slice(request.offset, request.offset + request.limit);
  const data: FoundText[] = [];
  for (const hit of page) data.push(await shown(base, hit, request));
  return {
    total,
    data,
    ...(corrected && total > 0 && { corrected: corrected.text }),
    ...(isClosest && total > 0 && { closest: true }),
  };
}

/** How many of the terms each row has, where one of them is enough. */
async function heldIn(
  query: CollectionQuery,
  { any, terms }: Search,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Row, number>> {
  const held = new Map<Row, number>();
  const yielder = new Yielder(signal);
  for (const term of any ? terms : []) {
    const { rows } = await query.find({
      filter: NO_FILTER,
      search: { any: false, terms: [term] },
      sort: NEWEST,
    });
    for (const row of rows) {
      held.set(row, (held.get(row) ?? 0) + 1);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return held;
}

/** Those whose words are there before the others. */
const thereFirst = ({ collections, without }: SearchRequest): readonly string[] =>
  without ? [...collections.filter((name) => !without.has(name)), ...without] : collections;

/** What of the collections has the words, by their titles only. `total`: of those that are not checked. */
async function hitsIn(base: Content & Clock, request: SearchRequest, search: Search) {
  const { shape, mayRead, signal, without } = request;
  const hits: Hit[] = [];
  let [total, objects] = [0, 0];
  const yielder = new Yielder(signal);
  let titlesUntil: number | undefined;
  for (const collection of thereFirst(request)) {
    signal?.throwIfAborted();
    if (!base.collections.has(collection)) continue;
    const partial = without?.has(collection) === true;
    if (partial) {
      titlesUntil ??= performance.now() + TITLES_MS;
      if (performance.now() > titlesUntil || !base.store.catalogue.filled(collection)) continue;
    }
    const bound = await boundCollection(base, collection);
    const live = (request.published ?? shape?.published) ? await liveNow(base, bound) : undefined;
    const checked = isChecked(base, request, collection);
    const query = base.queries.of(bound.collection, bound.collectionIndex);
    const { rows } = await query.find({ filter: NO_FILTER, search, sort: NEWEST, live, partial });
    const held = partial ? undefined : await heldIn(query, search, signal);
    objects += bound.collectionIndex.size;
    const titleOf = titleReader(bound.collection, bound.collectionIndex);
    for (const row of rows) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      if (!mayRead(collection, row.id)) continue;
      if (!checked) total += 1;
      if (hits.length >= MAX_TITLES) continue;
      const title = titleOf(row);
      const modified = String(indexedValue(row, 'modified') ?? '');
      const known = checked
        ? { rank: 0, held: 0 }
        : { rank: titleScore(title, search.terms), held: held?.get(row) ?? 0 };
      hits.push({ bound, row, title, isChecked: checked, ...known, modified, score: 0 });
    }
  }
  return { hits, total, objects };
}

/** Whether something is hidden in the objects of a collection. */
const isChecked = (base: Content, { visible }: SearchRequest, collection: string): boolean =>
  visible !== undefined &&
  base.collections.has(collection) &&
  visible.hides(base.collections.get(collection).schema);

/**
 * The best hits, read and measured, and how many there are. Of those that are checked, the ones that are not read, and
 * without the words in what is visible, are none.
 */
async function readBest(
  base: Live,
  { offset, limit, visible, signal }: SearchRequest,
  { hits, total, objects }: Awaited<ReturnType<typeof hitsIn>>,
  search: Search,
) {
  hits.sort(better);
  const best = hits.slice(0, Math.max(MAX_READ, Math.min(offset, MAX_OFFSET) + limit));
  const read: Hit[] = [];
  const yielder = new Yielder(signal);
  for (const hit of best) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const { schema } = hit.bound.collection;
    const whole = objectOf(base, hit);
    const object = whole && (visible?.of(schema, whole) ?? whole);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const texts = object ? searchableValues(object, searchMarkup(schema)) : [];
    if (hit.isChecked && !(object && isFoundIn(hit, object, texts, search))) continue;
    read.push(hit);
    hit.measured = await inSlices(measured(hit.title, texts, search.terms), yielder);
  }
  return { read, total: total + read.filter((hit) => hit.isChecked).length, objects };
}

/** Whether a search finds an object by its visible texts, by which it is ranked from now on. */
function isFoundIn(hit: Hit, visible: JsonObject, texts: readonly string[], { any, terms }: Search): boolean {
  const all = collapse(searchableText(visible, searchMarkup(hit.bound.collection.schema)));
  const held = terms.filter((term) => holdsTerm(all, term)).length;
  hit.title = texts.includes(hit.title) ? hit.title : '';
  hit.rank = titleScore(hit.title, terms);
  if (any) hit.held = held;
  return any ? held > 0 : held === terms.length;
}

function objectOf(base: Live, { bound: { collection, collectionIndex }, row }: Hit): JsonObject | undefined {
  const bytes = readableBytesOf(base, collection.settings.id, collectionIndex, row);
  const object: unknown = bytes && JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : undefined;
}

/** A single term needs no weight. */
async function weightsOf(
  base: Content,
  { collections, signal }: SearchRequest,
  { terms }: Search,
  objects: number,
): Promise<number[]> {
  if (terms.length === 1) return [1];
  const weights: number[] = [];
  for (const term of terms) {
    let found = 0;
    for (const collection of collections) {
      signal?.throwIfAborted();
      if (!base.collections.has(collection)) continue;
      const bound = await boundCollection(base, collection);
      const query = base.queries.of(bound.collection, bound.collectionIndex);
      const search = { any: false, terms: [term] };
      const page = { offset: 0, limit: 0 };
      found += (await query.find({ filter: NO_FILTER, search, sort: NEWEST, page })).total;
    }
    weights.push(rarity(found, objects));
  }
  return weights;
}

async function shown(base: Base, hit: Hit, { shape, mayRead }: SearchRequest): Promise<FoundText> {
  const { bound, row, title } = hit;
  const { collection, collectionIndex } = bound;
  const { id } = collection.settings;
  const excerpt =
    hit.measured && hit.measured.best.spans.length > 0 ? excerptOf(hit.measured.best) : undefined;
  const image = imageOf(base, bound, row);
  const state = stateReader(base, bound)?.(row).state;
  const found = {
    collection: id,
    id: row.id,
    title: (title || row.id).slice(0, 200),
    live: liveTest(base, bound)(row),
    ...(state && { state }),
    ...(image !== undefined && { image }),
    ...(excerpt && { excerpt }),
  };
  if (!shape || !isReshaped(shape)) return found;
  const answers = await readableBytes(base, id, collectionIndex, [row]);
  const { objects } = await shapedObjects(base, collection, answers, { shape, mayRead }, (object) => object);
  const [data] = objects;
  return data ? { ...found, data } : found;
}
