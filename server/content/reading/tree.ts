/** The objects below a parent, and what is above an object (spec/queries.md#tree). */
import { sortInSlices } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import type { CollectionTree, TreeObject } from '../../contract/tree.js';
import { invalid, missing } from '../../errors.js';
import { naturalOrder } from '../../query/sort.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
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

interface Top {
  rows: Row[];
  /** Ids of those among them that are in a cycle. */
  cycles: ReadonlySet<string>;
}

async function topLevel(collectionIndex: CollectionIndex, property: string): Promise<Top> {
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
async function inOrder(
  rows: readonly Row[],
  order: string | undefined,
  titleOf: (row: Row) => string,
  compare: (a: string, b: string) => number,
): Promise<Row[]> {
  const numbers = rows.map((row) => {
    const value = order === undefined ? undefined : indexedValue(row, order);
    return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  });
  const titles: string[] = [];
  const titleAt = (at: number): string => {
    const row = rows[at];
    titles[at] ??= row ? titleOf(row) : '';
    return titles[at];
  };
  const places = await sortInSlices(Uint32Array.from(rows.keys()), (a, b) => {
    const [left = 0, right = 0] = [numbers[a], numbers[b]];
    if (left !== right) return left < right ? -1 : 1;
    return compare(titleAt(a), titleAt(b)) || ((rows[a]?.id ?? '') < (rows[b]?.id ?? '') ? -1 : 1);
  });
  return [...places].flatMap((place) => rows[place] ?? []);
}

/**
 * The objects at the top of a tree, or below one of its objects. Throws `missing` for an unknown collection or object,
 * `invalid` where the objects are in no tree.
 */
export async function collectionTree(base: Base, name: string, asked: TreeAsked): Promise<CollectionTree> {
  const { collection, collectionIndex } = await boundCollection(base, name);
  const property = parentProperty(collection);
  if (property === undefined) {
    throw invalid(`The objects of "${name}" are in no tree`, { tree: ['names no relation in the settings'] });
  }
  const { parent, limit, offset, mayRead } = asked;
  if (parent !== undefined && !collectionIndex.get(parent)) {
    throw missing(`There is no object "${parent}" in "${name}"`);
  }
  const { rows, cycles } =
    parent === undefined
      ? await topLevel(collectionIndex, property)
      : { rows: undefined, cycles: cycleOf(collectionIndex, property, parent) };
  const children = childrenOf(collectionIndex, property);
  /** Those in a cycle are at the top level. */
  const below = (id: string): readonly Row[] =>
    (children.get(id) ?? []).filter((row) => !cycles.has(row.id) && mayRead(name, row.id));
  const title = titleReader(collection, collectionIndex);
  const titleOf = (row: Row): string => title(row) || row.id;
  const order = collection.settings.manualOrder;
  const found = rows?.filter(({ id }) => mayRead(name, id)) ?? below(parent ?? '');
  /** Why an object that names a parent is at the top level. */
  const problemOf = (row: Row): TreeObject['problem'] => {
    if (cycles.has(row.id)) return 'cycle';
    return parent === undefined && parentOf(row, property) !== undefined ? 'missing' : undefined;
  };
  const object = (row: Row): TreeObject => {
    const value = order === undefined ? undefined : indexedValue(row, order);
    const problem = problemOf(row);
    return {
      id: row.id,
      title: titleOf(row),
      children: below(row.id).length,
      ...(typeof value === 'number' && { order: value }),
      ...(problem && { problem }),
    };
  };
  const sorted = await inOrder(found, order, titleOf, naturalOrder(base.language()));
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
