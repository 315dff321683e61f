/** Finds the values that a page of the site shows, by its words and its address (spec/preview.md#places). */
import { objectFinder } from '../../contract/page-address.js';
import type { FoundPlace, ShownPart } from '../../contract/preview.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { NO_FILTER } from '../../query/criteria.js';
import { searchFold } from '../../query/fold.js';
import { plainText } from '../../query/plain-text.js';
import { parseSearch } from '../../query/search-terms.js';
import { collapse, type Markup } from '../../query/searchable.js';
import type { Sort } from '../../query/sort.js';
import { searchMarkup } from '../../schemas/search-markup.js';
import type { Base } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { titleReader } from '../search/title-reader.js';
import type { MayReadObject } from '../shaping/targets.js';
import { readableBytesOf } from './find-rows.js';

/** So many of the longest words are looked up; objects that are read of each collection, and in all; answers. */
const WORDS = 8;
const ROWS = 10;
const OBJECTS = 60;
const ANSWERS = 5;

const NEWEST: Sort = { keys: [{ name: 'modified', direction: 'desc', natural: false }], shuffle: false };

export interface PlaceRequest extends ShownPart {
  readonly collections: readonly string[];
  readonly mayRead: MayReadObject;
}

interface Candidate {
  bound: BoundCollection;
  id: string;
  /** The page is that of the object. */
  isOfPage: boolean;
}

/** How well a value fits: it is a part of the text, holds it, or is the text. */
const FIT = { part: 1, holds: 2, same: 3 } as const;

/** Values that are shorter are a part of too many texts. */
const SHORTEST_PART = 12;

function fitOf(value: string, wanted: string): number | undefined {
  if (value === wanted) return FIT.same;
  if (value.includes(wanted)) return FIT.holds;
  return value.length >= SHORTEST_PART && wanted.includes(value) ? FIT.part : undefined;
}

/** The texts of a value with their dotted paths; of a list they are at the list. */
function* textsIn(
  value: JsonValue | undefined,
  markup: Markup | undefined,
  path: string,
): Generator<[path: string, text: string]> {
  if (markup === 'none') return;
  if (typeof value === 'string') yield [path, markup === undefined ? value : plainText(value)];
  else if (typeof value === 'number') yield [path, String(value)];
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one, markup, path);
  else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const below =
        typeof markup !== 'object' ? markup : 'items' in markup ? markup.items : markup.properties.get(name);
      yield* textsIn(inner, below, path === '' ? name : `${path}.${name}`);
    }
  }
}

const folded = (text: string): string => searchFold(collapse(text));

/** The place in the address of an image that Plinth makes (spec/images.md). */
function imageAt(address = ''): { collection: string; id: string; property: string } | undefined {
  const path = URL.canParse(address) ? new URL(address).pathname : '';
  const found = /^(?:\/preview-files\/[^/]+)?\/imageworks\/(?:upload\/)?([^/]+)\/([^/]+)\/([^/.]+)/
    .exec(path)
    ?.slice(1);
  try {
    const [collection = '', id = '', property = ''] = (found ?? []).map(decodeURIComponent);
    return property === '' ? undefined : { collection, id, property };
  } catch {
    return undefined;
  }
}

async function byAddress(base: Base, { address = '', collections }: PlaceRequest): Promise<Candidate[]> {
  const patterns = collections
    .filter((name) => base.collections.has(name))
    .map((name) => base.collections.get(name).settings)
    .map(({ id: collection, url, prettyUrl }) => ({ collection, url, prettyUrl }));
  const found: Candidate[] = [];
  for (const { collection, id } of objectFinder(patterns)(address).slice(0, ROWS)) {
    found.push({ bound: await boundCollection(base, collection), id, isOfPage: true });
  }
  return found;
}

async function byWords(base: Base, { text = '', collections }: PlaceRequest): Promise<Candidate[]> {
  const words = [...new Set(text.match(/[\p{L}\p{N}]{2,}/gu) ?? [])].sort((a, b) => b.length - a.length);
  const search = parseSearch(
    words
      .slice(0, WORDS)
      .map((word) => `"${word}"`)
      .join(' '),
  );
  const found: Candidate[] = [];
  for (const collection of search ? collections : []) {
    if (!base.collections.has(collection) || found.length >= OBJECTS) continue;
    const bound = await boundCollection(base, collection);
    const query = base.queries.of(bound.collection, bound.collectionIndex);
    const page = { offset: 0, limit: ROWS };
    const { rows } = await query.find({ filter: NO_FILTER, search, sort: NEWEST, page });
    found.push(...rows.map(({ id }) => ({ bound, id, isOfPage: false })));
  }
  return found;
}

function objectOf(base: Base, { bound, id }: Candidate): JsonObject | undefined {
  const { collection, collectionIndex } = bound;
  const row = collectionIndex.get(id);
  const bytes = row && readableBytesOf(base, collection.settings.id, collectionIndex, row);
  const object: unknown = bytes && JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : undefined;
}

function titleOf({ collection, collectionIndex }: BoundCollection, id: string): string {
  const row = collectionIndex.get(id);
  return ((row && titleReader(collection, collectionIndex)(row)) || id).slice(0, 200);
}

/** The best places first: by how well their texts fit, then those of the page's own object. */
export async function findPlaces(base: Base, request: PlaceRequest): Promise<FoundPlace[]> {
  const { text = '', image, collections, mayRead } = request;
  const shown = imageAt(image);
  if (shown && collections.includes(shown.collection) && mayRead(shown.collection, shown.id)) {
    const bound = await boundCollection(base, shown.collection);
    if (bound.collectionIndex.get(shown.id)) return [{ ...shown, title: titleOf(bound, shown.id) }];
  }
  const wanted = folded(text);
  if (wanted === '') return [];
  const found: (FoundPlace & { rank: number })[] = [];
  const seen = new Set<string>();
  for (const candidate of [...(await byAddress(base, request)), ...(await byWords(base, request))]) {
    const { bound, id, isOfPage } = candidate;
    const collection = bound.collection.settings.id;
    if (seen.has(`${collection}/${id}`) || !mayRead(collection, id)) continue;
    seen.add(`${collection}/${id}`);
    const object = objectOf(base, candidate);
    for (const [property, value] of textsIn(object, searchMarkup(bound.collection.schema), '')) {
      const fit = property === 'id' ? undefined : fitOf(folded(value), wanted);
      if (fit === undefined) continue;
      found.push({ collection, id, property, title: titleOf(bound, id), rank: fit * 2 + Number(isOfPage) });
    }
  }
  const best = found.sort((a, b) => b.rank - a.rank).slice(0, ANSWERS);
  return best.map(({ rank: _rank, ...place }) => place);
}
