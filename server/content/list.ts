/** The list of a collection (interface 2.5, 4.1): kept bytes joined in a kept order. */
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { LIST_BOUNDS, pageOf } from '../query/page.js';
import { byId, byProperty, type Direction, type RowValue } from '../query/sort.js';
import type { Schema } from '../schemas/schema.js';
import type { Row, Shelf } from '../store/store.js';
import { etagOf } from './answer.js';
import type { Base } from './base.js';
import type { ListAnswer, Pages } from './pages.js';

/** How long reading unindexed values may hold the event loop, in milliseconds. */
const SLICE = 8;

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** Words of the list's query as they came; unreadable ones count as not sent (facts 4.1). */
export interface ListQuery {
  limit?: unknown;
  offset?: unknown;
  /** A property; `created` when it is not sent. */
  sort?: unknown;
  /** `asc` or `desc`; `desc` when it is neither. */
  order?: unknown;
}

interface Sorting {
  readonly property: string;
  readonly valueIn: RowValue;
  /** The values stand in the answers only, not in the catalogue's entries. */
  readonly unindexed: boolean;
}

/** A property of the object's answer; undefined where the file can no longer be read. */
function answered(shelf: Shelf, row: Row, property: string): JsonValue | undefined {
  try {
    const shown: unknown = JSON.parse(shelf.bytes(row).toString());
    return isJsonObject(shown) ? shown[property] : undefined;
  } catch (error) {
    if (error instanceof PlinthError) return undefined;
    throw error;
  }
}

/**
 * Where the values to sort by come from. A property the schema does not know, or one that answers do not show to
 * everybody, sorts by id: an order must not tell what an answer hides.
 */
function sortingOf(pages: Pages, schema: Schema, shelf: Shelf, property: string): Sorting {
  if (property === 'created' || property === 'modified') {
    return { property, valueIn: (row) => row.entry[property], unindexed: false };
  }
  const kind = schema.properties.get(property)?.kind;
  if (property === 'id' || !kind || kind.private) {
    return { property: 'id', valueIn: (row) => row.id, unindexed: false };
  }
  if (schema.index.includes(property)) {
    return { property, valueIn: (row) => row.entry[property], unindexed: false };
  }
  const valueIn: RowValue = (row) => pages.value(row, property, () => answered(shelf, row, property));
  return { property, valueIn, unindexed: true };
}

/** Reads all values in slices that leave the loop free, so that the sort that follows finds them. */
async function readValues(shelf: Shelf, valueIn: RowValue): Promise<void> {
  let started = performance.now();
  for (const row of [...shelf.ordered('id:asc', byId)]) {
    valueIn(row);
    if (performance.now() - started < SLICE) continue;
    await new Promise((resolve) => setImmediate(resolve));
    started = performance.now();
  }
}

/** The bytes of every row that can be read: one damaged since it was filed must not spoil the list. */
function readableBytes(shelf: Shelf, rows: readonly Row[]): Buffer[] {
  const parts: Buffer[] = [];
  for (const row of rows) {
    try {
      parts.push(shelf.bytes(row));
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
    }
  }
  return parts;
}

/**
 * The list: the whole body, joined from the kept bytes of its objects and remembered until the collection changes.
 * Throws `missing` for an unknown collection.
 */
export async function listObjects(base: Base, collection: string, query: ListQuery): Promise<ListAnswer> {
  const { schema } = base.collections.get(collection);
  const { limit, offset } = pageOf(query, LIST_BOUNDS);
  const asked = typeof query.sort === 'string' && query.sort !== '' ? query.sort : 'created';
  const direction: Direction = query.order === 'asc' ? 'asc' : 'desc';

  const shelf = await base.store.catalogue.shelf(collection);
  const { property, valueIn, unindexed } = sortingOf(base.pages, schema, shelf, asked);
  const key = `${limit} ${offset} ${direction} ${property}`;
  const kept = base.pages.get(collection, shelf, key);
  if (kept) return kept;
  if (unindexed) await readValues(shelf, valueIn);

  // From here on nothing waits: the rows, the total and the version they are kept under belong together.
  const rows = shelf.ordered(`${property}:${direction}`, byProperty(valueIn, direction));
  const objects = readableBytes(shelf, rows.slice(offset, offset + limit));
  const page = { total: shelf.size, count: objects.length, limit, offset };
  const head = JSON.stringify({ collection, ...page });
  const parts: Buffer[] = [Buffer.from(`${head.slice(0, -1)},"objects":[`)];
  for (const [at, object] of objects.entries()) parts.push(...(at === 0 ? [object] : [COMMA, object]));
  parts.push(END);
  const bytes = Buffer.concat(parts);
  const answer = { bytes, etag: etagOf(bytes), ...page };
  base.pages.set(collection, shelf, key, answer);
  return answer;
}
