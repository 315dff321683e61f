/** The objects of a list that have changed since a cursor (spec/events.md#cursors). */
import { Yielder } from '../../async/yielder.js';
import type { Filter } from '../../query/criteria.js';
import type { Search } from '../../query/search-terms.js';
import type { Sort } from '../../query/sort.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import { revOf } from '../answers/rev.js';
import type { Base, Clock, Content } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveNow, liveTest } from '../core/live.js';
import { rowMatcher } from '../search/row-matcher.js';
import type { Cursors } from './cursors.js';

/** An object that is gone, does not match any more, or cannot be read. */
export interface DeletedObject {
  readonly id: string;
  readonly damaged?: true;
}

export interface ChangedRows {
  readonly rows: readonly Row[];
  readonly collectionIndex: CollectionIndex;
  /** How many objects the list has. */
  readonly total: number;
  readonly deleted: readonly DeletedObject[];
  readonly cursor: string;
  readonly more: boolean;
}

/** Which objects a list has. */
export interface ListSelection {
  readonly filter: Filter;
  readonly search?: Search | undefined;
  readonly published: boolean;
}

/** Whether rows are in a list. */
function selectionTest(
  base: Clock,
  bound: BoundCollection,
  { filter, search, published }: ListSelection,
): (row: Row) => boolean {
  const matches = rowMatcher(bound.collectionIndex, bound.collection.schema, { filter, search });
  const isLive = published ? liveTest(base, bound) : undefined;
  return (row) => (!isLive || isLive(row)) && matches(row);
}

/** Undefined where the cursor is too old or unknown. Throws `missing` for an unknown collection. */
export async function changedRows(
  base: Base & { readonly cursors: Cursors },
  collection: string,
  selection: ListSelection,
  { since, limit }: { since: string; limit: number },
): Promise<ChangedRows | undefined> {
  base.collections.get(collection);
  const page = await base.cursors.since(since, { collections: [collection], limit });
  if (!page) return undefined;
  const bound = await boundCollection(base, collection);
  const { collectionIndex } = bound;
  const matches = selectionTest(base, bound, selection);
  const rows: Row[] = [];
  const deleted: DeletedObject[] = [];
  const yielder = new Yielder();
  for (const { id } of page.changed) {
    const row = collectionIndex.get(id);
    if (row && matches(row)) rows.push(row);
    else deleted.push({ id, ...(!row && collectionIndex.problem(id) && { damaged: true }) });
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return { rows, collectionIndex, deleted, total: await totalOf(base, bound, selection), ...page };
}

async function totalOf(
  base: Content & Clock,
  bound: BoundCollection,
  { filter, search, published }: ListSelection,
): Promise<number> {
  const sort: Sort = { keys: [{ name: 'id', direction: 'asc', natural: false }], shuffle: false };
  const live = published ? await liveNow(base, bound) : undefined;
  const page = { offset: 0, limit: 0 };
  const query = base.queries.of(bound.collection, bound.collectionIndex);
  return (await query.find({ filter, search, sort, live, page })).total;
}

/** Id and revision of every object of a list, read at the pace of the caller. */
export async function* revisionsOf(
  base: Content & Clock,
  collection: string,
  selection: ListSelection,
): AsyncGenerator<{ id: string; rev: string }> {
  const bound = await boundCollection(base, collection);
  const matches = selectionTest(base, bound, selection);
  const yielder = new Yielder();
  for (const row of [...bound.collectionIndex.rowsById()]) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const rev = matches(row) ? revOf(bound.collectionIndex, row) : undefined;
    if (rev !== undefined) yield { id: row.id, rev };
  }
}
