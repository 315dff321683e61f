/** The objects below a parent, and what is above an object (spec/queries.md#tree). */
import { sortInSlices } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import type { CollectionTree, TreeObject } from '../../contract/tree.js';
import { invalid, missing } from '../../errors.js';
import { compareNatural } from '../../query/natural.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { parentProperty } from '../model/tree-setting.js';
import { titleReader } from '../search/title-reader.js';
import { childrenOf, parentOf, parentsOf } from './parents.js';

/** Rows between two checks of the clock. */
const ROWS_PER_SLICE = 256;

export interface TreeAsked {
  /** The object whose children are asked for; undefined for the top level. */
  parent: string | undefined;
  limit: number;
  offset: number;
  mayRead: (collection: string, id: string) => boolean;
}

type Problem = TreeObject['problem'];

/** Why an object that names a parent is at the top level; undefined where it is below that parent. */
function problemOf(collectionIndex: CollectionIndex, property: string, row: Row): Problem {
  const parent = parentOf(row, property);
  if (parent === undefined) return undefined;
  if (!collectionIndex.get(parent)) return 'missing';
  return parentsOf(collectionIndex, property, row.id).has(row.id) ? 'cycle' : undefined;
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

async function topLevel(collectionIndex: CollectionIndex, property: string): Promise<Row[]> {
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
  return [...top, ...rest.filter((row) => problemOf(collectionIndex, property, row) === 'cycle')];
}

/** Siblings by their number, those without one last, then by title. */
async function inOrder(
  rows: readonly Row[],
  order: string | undefined,
  titleOf: (row: Row) => string,
): Promise<Row[]> {
  const numbers = rows.map((row) => {
    const value = order === undefined ? undefined : indexedValue(row, order);
    return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  });
  const titles: string[] = [];
  const { compare } = new Intl.Collator('en');
  const titleAt = (at: number): string => {
    const row = rows[at];
    titles[at] ??= row ? titleOf(row) : '';
    return titles[at];
  };
  const places = await sortInSlices(Uint32Array.from(rows.keys()), (a, b) => {
    const [left = 0, right = 0] = [numbers[a], numbers[b]];
    if (left !== right) return left < right ? -1 : 1;
    return (
      compareNatural(titleAt(a), titleAt(b), compare) || ((rows[a]?.id ?? '') < (rows[b]?.id ?? '') ? -1 : 1)
    );
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
  const children = childrenOf(collectionIndex, property);
  /** Those in a cycle are at the top level. */
  const below = (id: string): Row[] => {
    const all = children.get(id) ?? [];
    const chain = all.length === 0 ? undefined : parentsOf(collectionIndex, property, id);
    return all.filter((row) => row.id !== id && chain?.has(row.id) !== true && mayRead(name, row.id));
  };
  const title = titleReader(collection, collectionIndex);
  const titleOf = (row: Row): string => title(row) || row.id;
  const order = collection.settings.manualOrder;
  const found =
    parent === undefined
      ? (await topLevel(collectionIndex, property)).filter(({ id }) => mayRead(name, id))
      : below(parent);
  const object = (row: Row): TreeObject => {
    const value = order === undefined ? undefined : indexedValue(row, order);
    const problem = parent === undefined ? problemOf(collectionIndex, property, row) : undefined;
    return {
      ...{ id: row.id, title: titleOf(row), children: below(row.id).length },
      ...(typeof value === 'number' && { order: value }),
      ...(problem && { problem }),
    };
  };
  const path = parent === undefined ? [] : [parent, ...parentsOf(collectionIndex, property, parent)];
  return {
    total: found.length,
    objects: (await inOrder(found, order, titleOf)).slice(offset, offset + limit).map(object),
    path: [...new Set(path)].reverse().flatMap((id) => {
      const row = mayRead(name, id) ? collectionIndex.get(id) : undefined;
      return row ? [{ id, title: titleOf(row) }] : [];
    }),
  };
}
