/** The objects below a parent, and what is above an object (spec/queries.md#tree). */
import { placesInOrder } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { CollectionTree, TreeObject } from '../../contract/tree.js';
import { invalid, missing } from '../../errors.js';
import { naturalOrder } from '../../query/sort.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Clock, Content } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { parentProperty } from '../model/tree-setting.js';
import { titleReader } from '../search/title-reader.js';
import { childrenOf, cyclesAmong, parentIn, parentOf, parentsOf } from './parents.js';

/** Rows between two checks of the clock. */
const ROWS_PER_SLICE = 256;

export interface TreeAsked {
  /** The object whose children are asked for; undefined for the top level. */
  parent: string | undefined;
  limit: number;
  offset: number;
  mayRead: (collection: string, id: string) => boolean;
}

/** Everything that is in a cycle or below one: what is not reached from the top. */
function unreached(collectionIndex: CollectionIndex, property: string, top: readonly Row[]): Row[] {
  const children = childrenOf(collectionIndex, property);
  const waiting = [...top];
  const reached = new Set(top.map(({ id }) => id));
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    for (const child of children.get(row.id) ?? []) {
      if (reached.has(child.id)) continue;
      reached.add(child.id);
      waiting.push(child);
    }
  }
  if (reached.size === collectionIndex.size) return [];
  return [...collectionIndex.rows()].filter(({ id }) => !reached.has(id));
}

interface Level {
  rows: Row[];
  /** Ids of those among them that are in a cycle. */
  cycles: ReadonlySet<string>;
}

async function topLevel(collectionIndex: CollectionIndex, property: string): Promise<Level> {
  const yielder = new Yielder();
  const top: Row[] = [];
  let at = 0;
  for (const row of [...collectionIndex.rows()]) {
    const parent = parentOf(row, property);
    if (parent === undefined || !collectionIndex.get(parent)) top.push(row);
    at += 1;
    if (at % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const rest = unreached(collectionIndex, property, top);
  const ids = rest.map(({ id }) => id);
  const cycles = cyclesAmong(ids, parentIn(collectionIndex, property));
  return { rows: [...top, ...rest.filter(({ id }) => cycles.has(id))], cycles };
}

/** Those of the cycle that an object is in; empty for one in none. */
function cycleOf(collectionIndex: CollectionIndex, property: string, id: string): ReadonlySet<string> {
  const above = parentsOf(collectionIndex, property, id);
  return above.has(id) ? above : new Set();
}

/** Siblings by their number, those without one last, then by title. */
export async function siblingsInOrder(
  base: Clock,
  { collection, collectionIndex }: BoundCollection,
  rows: readonly Row[],
): Promise<Row[]> {
  const numbers = rows.map((row) => orderIn(collection, row) ?? Number.POSITIVE_INFINITY);
  const compare = naturalOrder(base.language());
  const titleOf = titlesOf(collection, collectionIndex);
  const titles: string[] = [];
  const titleAt = (at: number): string => {
    const row = rows[at];
    titles[at] ??= row ? titleOf(row) : '';
    return titles[at];
  };
  const places = await placesInOrder(rows.length, (a, b) => {
    const [left = 0, right = 0] = [numbers[a], numbers[b]];
    if (left !== right) return left < right ? -1 : 1;
    return compare(titleAt(a), titleAt(b)) || ((rows[a]?.id ?? '') < (rows[b]?.id ?? '') ? -1 : 1);
  });
  return [...places].flatMap((place) => rows[place] ?? []);
}

/** The number that orders an object among others. */
export function orderIn({ settings: { manualOrder } }: Collection, row: Row): number | undefined {
  const value = manualOrder === undefined ? undefined : indexedValue(row, manualOrder);
  return typeof value === 'number' ? value : undefined;
}

function titlesOf(collection: Collection, collectionIndex: CollectionIndex): (row: Row) => string {
  const title = titleReader(collection, collectionIndex);
  return (row) => title(row) || row.id;
}

/** The parent below which the tree shows an object; undefined for the top level. */
export function shownParent(
  collectionIndex: CollectionIndex,
  property: string,
  row: Row,
): string | undefined {
  const parent = parentOf(row, property);
  if (parent === undefined || !collectionIndex.get(parent)) return undefined;
  return cycleOf(collectionIndex, property, row.id).size > 0 ? undefined : parent;
}

/** The objects that the tree shows below a parent, or without one at the top level, in no order. */
export async function treeLevel(
  collectionIndex: CollectionIndex,
  property: string,
  parent: string | undefined,
): Promise<Level> {
  if (parent === undefined) return topLevel(collectionIndex, property);
  const cycles = cycleOf(collectionIndex, property, parent);
  const children = childrenOf(collectionIndex, property).get(parent) ?? [];
  return { rows: children.filter(({ id }) => !cycles.has(id)), cycles };
}

/**
 * The objects at the top of a tree, or below one of its objects. Throws `missing` for an unknown collection or object,
 * `invalid` where the objects are in no tree.
 */
export async function collectionTree(
  base: Content & Clock,
  name: string,
  asked: TreeAsked,
): Promise<CollectionTree> {
  const bound = await boundCollection(base, name);
  const { collection, collectionIndex } = bound;
  const property = parentProperty(collection);
  if (property === undefined) {
    throw invalid(message('collectionWithoutTree', { name }), {
      tree: [message('namesNoRelation')],
    });
  }
  const { parent, limit, offset, mayRead } = asked;
  if (parent !== undefined && !collectionIndex.get(parent)) {
    throw missing(message('objectMissingIn', { id: parent, name }));
  }
  const { rows, cycles } = await treeLevel(collectionIndex, property, parent);
  const found = rows.filter(({ id }) => mayRead(name, id));
  const children = childrenOf(collectionIndex, property);
  /** How many are shown below an object; those in a cycle are at the top level. */
  const below = (id: string): number =>
    (children.get(id) ?? []).filter((row) => !cycles.has(row.id) && mayRead(name, row.id)).length;
  const titleOf = titlesOf(collection, collectionIndex);
  /** Why an object that names a parent is at the top level. */
  const problemOf = (row: Row): TreeObject['problem'] => {
    if (cycles.has(row.id)) return 'cycle';
    return parent === undefined && parentOf(row, property) !== undefined ? 'missing' : undefined;
  };
  const object = (row: Row): TreeObject => {
    const order = orderIn(collection, row);
    const problem = problemOf(row);
    return {
      id: row.id,
      title: titleOf(row),
      children: below(row.id),
      ...(order !== undefined && { order }),
      ...(problem && { problem }),
    };
  };
  const sorted = await siblingsInOrder(base, bound, found);
  const path = parent === undefined ? [] : [parent, ...parentsOf(collectionIndex, property, parent)];
  return {
    total: found.length,
    objects: sorted.slice(offset, offset + limit).map(object),
    path: [...new Set(path)].reverse().flatMap((id) => {
      const row = mayRead(name, id) ? collectionIndex.get(id) : undefined;
      return row ? [{ id, title: titleOf(row) }] : [];
    }),
  };
}
