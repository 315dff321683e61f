/**
 * A page of a list of files: narrowed, ordered, and counted by places and tags. Places are collections and fields:
 * folders of the library would be an order that only Media knows. Counts come with the page, since a second request
 * could describe another state.
 */
import { LRUCache } from 'lru-cache';
import { placesInOrder } from '../async/sort-in-slices.js';
import { Yielder } from '../async/yielder.js';
import {
  MAX_COUNTED_TAGS,
  type MediaCounts,
  type MediaFile,
  type MediaList,
  type MediaSort,
  type MediaType,
  mediaType,
} from '../contract/media.js';

export interface MediaQuery {
  type?: MediaType | undefined;
  collection?: string | undefined;
  /** A property of the objects themselves, with all files below it. */
  property?: string | undefined;
  tag?: string | undefined;
  /** Words of names, titles and alternative texts; all must be found. */
  search?: string | undefined;
  /** Only images without alternative text. */
  withoutAlt: boolean;
  /** Only files whose bytes another one has, too; those with the same bytes follow each other. */
  duplicates: boolean;
  /** Min bytes of a file. */
  minSize: number;
  sort: MediaSort;
  limit: number;
  offset: number;
  /** Counts files by places and tags as well. */
  counts: boolean;
  /** Whether the caller may read the objects of a collection. */
  mayRead(collection: string): boolean;
}

const words = (search: string | undefined) =>
  (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether a file passes the filters other than its place and its tags. */
function matches(file: MediaFile, query: MediaQuery, searched: readonly string[]): boolean {
  if (query.type !== undefined && mediaType(file.mime) !== query.type) return false;
  if (query.withoutAlt && file.alt !== '') return false;
  if (file.size < query.minSize) return false;
  if (searched.length === 0) return true;
  const all =
    `${file.name} ${file.title} ${file.alt ?? ''} ${file.property} ${file.tags?.join(' ') ?? ''}`.toLowerCase();
  return searched.every((word) => all.includes(word));
}

/** The property of the object itself that a file is in or was in; empty for none. */
function propertyOf({ property, path }: MediaFile): string {
  const place = property === '' ? path : `${property}/`;
  return place.slice(0, Math.max(0, place.indexOf('/')));
}

function isIn(file: MediaFile, { collection, property }: MediaQuery): boolean {
  if (collection !== undefined && file.collection !== collection) return false;
  return property === undefined || propertyOf(file) === property;
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** One for all comparisons: making one for each takes most of the time of a list. */
const NAMES = new Intl.Collator('en', { numeric: true });

const ORDERS: Readonly<Record<MediaSort, (a: MediaFile, b: MediaFile) => number>> = {
  newest: (a, b) => compare(b.uploadDate ?? '', a.uploadDate ?? ''),
  largest: (a, b) => b.size - a.size,
  name: (a, b) => NAMES.compare(a.name, b.name),
};

/** Ties by place, so that pages do not overlap. */
const byPlace = (a: MediaFile, b: MediaFile) =>
  compare(a.collection, b.collection) || compare(a.id, b.id) || compare(a.path, b.path);

const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** What the schema of a collection calls a property. */
type Labels = (collection: string, property: string) => string | undefined;

/** Counts files by places and tags. */
class Counter {
  readonly #places = new Map<string, { count: number; properties: Map<string, number> }>();
  readonly #tags = new Map<string, number>();

  addPlace(file: MediaFile): void {
    const place = this.#places.get(file.collection) ?? { count: 0, properties: new Map() };
    this.#places.set(file.collection, place);
    place.count += 1;
    const property = propertyOf(file);
    if (property !== '') add(place.properties, property);
  }

  addTags({ tags = [] }: MediaFile): void {
    for (const [at, tag] of tags.entries()) if (tags.indexOf(tag) === at) add(this.#tags, tag);
  }

  counts(labelOf: Labels): MediaCounts {
    const places = [...this.#places].map(([collection, { count, properties }]) => ({
      collection,
      count,
      properties: [...properties].map(([property, files]) => {
        const label = labelOf(collection, property);
        return { property, count: files, ...(label !== undefined && { label }) };
      }),
    }));
    const tags = [...this.#tags].map(([tag, count]) => ({ tag, count }));
    tags.sort((a, b) => b.count - a.count || NAMES.compare(a.tag, b.tag) || compare(a.tag, b.tag));
    return { places, tags: tags.slice(0, MAX_COUNTED_TAGS) };
  }
}

/** What a query finds, whichever page of it is asked for. */
interface Found {
  files: readonly MediaFile[];
  /** Bytes of all of them. */
  size: number;
  counter: Counter | undefined;
}

/** Places are counted as the other filters and the tag leave them, tags as the other filters and the place do. */
async function find(files: readonly MediaFile[], query: MediaQuery): Promise<Found> {
  const searched = words(query.search);
  const counter = query.counts ? new Counter() : undefined;
  const found: MediaFile[] = [];
  const rights = new Map<string, boolean>();
  let size = 0;
  const yielder = new Yielder();
  for (const file of files) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const { collection } = file;
    const may = rights.get(collection) ?? query.mayRead(collection);
    rights.set(collection, may);
    if (!may || !matches(file, query, searched)) continue;
    const here = isIn(file, query);
    const tagged = query.tag === undefined || file.tags?.includes(query.tag) === true;
    if (tagged) counter?.addPlace(file);
    if (here) counter?.addTags(file);
    if (!here || !tagged) continue;
    found.push(file);
    size += file.size;
  }
  return { files: found, size, counter };
}

function pageOf({ files, size, counter }: Found, { limit, offset }: MediaQuery, labelOf: Labels): MediaList {
  const page = files.slice(offset, offset + limit);
  return {
    total: files.length,
    count: page.length,
    limit,
    offset,
    size,
    files: page,
    ...(counter && { counts: counter.counts(labelOf) }),
  };
}

/** A page of files in the order they are in. */
export const pageInOrder = async (
  files: readonly MediaFile[],
  query: MediaQuery,
  labelOf: Labels,
): Promise<MediaList> => pageOf(await find(files, query), query, labelOf);

/** So many results are kept for their other pages. */
const MAX_FOUND = 8;

/** Files in one state of the folder. Their orders and what was found last are kept for the pages that follow. */
export class SortedFiles {
  readonly files: readonly MediaFile[];
  readonly #collections: ReadonlySet<string>;
  readonly #orders = new Map<MediaSort, Promise<Uint32Array>>();
  readonly #found = new LRUCache<string, Promise<Found>>({ max: MAX_FOUND });

  constructor(files: readonly MediaFile[]) {
    this.files = files;
    this.#collections = new Set(files.map(({ collection }) => collection));
  }

  async page(query: MediaQuery, labelOf: Labels): Promise<MediaList> {
    const { limit, offset, mayRead, ...filter } = query;
    const key = JSON.stringify([filter, [...this.#collections].filter(mayRead)]);
    const known = this.#found.get(key);
    const found = known ?? this.#find(query);
    if (!known) this.#found.set(key, found);
    return pageOf(await found, query, labelOf);
  }

  async #find(query: MediaQuery): Promise<Found> {
    const [found, order] = [await find(this.files, query), await this.#order(query.sort)];
    const isFound = new Set(found.files);
    const files: MediaFile[] = [];
    const yielder = new Yielder();
    for (const at of order) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const file = this.files[at];
      if (file && isFound.has(file)) files.push(file);
    }
    return { ...found, files };
  }

  #order(sort: MediaSort): Promise<Uint32Array> {
    const known = this.#orders.get(sort);
    if (known) return known;
    const compared = ORDERS[sort];
    const order = placesInOrder(this.files.length, (at, other) => {
      const [a, b] = [this.files[at], this.files[other]];
      return a && b ? compared(a, b) || byPlace(a, b) : 0;
    });
    this.#orders.set(sort, order);
    return order;
  }
}
