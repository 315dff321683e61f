/** The rows of a tree as they are shown: each object below its parent, as far as it is open. Pure. */
import type { CollectionTree, TreeObject } from '#contract/tree';
import type { MoveRequest } from '../../../api/moves';

/** An object with its place among its siblings. */
export interface ObjectRow {
  object: TreeObject;
  /** 1 at the top. */
  level: number;
  parent: string | undefined;
  /** From 0, among so many. */
  place: number;
  count: number;
  open: boolean;
}

/** Stands for children that are not read yet: those of a level that has more, or that loads. */
export interface MoreRow {
  of: string | undefined;
  level: number;
  /** How many are not shown; undefined while it loads. */
  rest: number | undefined;
  failed: boolean;
}

export type TreeRow = ObjectRow | MoreRow;

export const isObject = (row: TreeRow | undefined): row is ObjectRow => row !== undefined && 'object' in row;

export interface Level {
  data: CollectionTree | undefined;
  failed: boolean;
}

/** `level` answers the children of a parent; an object that is open twice, as between two answers, is shown once. */
export function treeRows(level: (parent: string | undefined) => Level, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const shown = new Set<string>();
  const add = (parent: string | undefined, depth: number) => {
    const { data, failed } = level(parent);
    if (data === undefined) {
      rows.push({ of: parent, level: depth, rest: undefined, failed });
      return;
    }
    data.objects.forEach((object, place) => {
      if (shown.has(object.id)) return;
      shown.add(object.id);
      const isOpen = object.children > 0 && open.has(object.id);
      rows.push({ object, level: depth, parent, place, count: data.total, open: isOpen });
      if (isOpen) add(object.id, depth + 1);
    });
    const rest = data.total - data.objects.length;
    if (rest > 0) rows.push({ of: parent, level: depth, rest, failed });
  };
  add(undefined, 1);
  return rows;
}

export type TreeStep = 'up' | 'down' | 'in' | 'out';

const siblings = (rows: readonly TreeRow[], { parent }: ObjectRow): ObjectRow[] =>
  rows.filter((row) => isObject(row)).filter((row) => row.parent === parent);

/**
 * Where a key or an item of the menu moves an object; undefined where it cannot go there. `ordered`: siblings are in an
 * order that users keep by hand.
 */
export function placeOf(
  rows: readonly TreeRow[],
  row: ObjectRow,
  step: TreeStep,
  ordered: boolean,
): MoveRequest | undefined {
  const all = siblings(rows, row);
  const at = all.findIndex(({ object }) => object.id === row.object.id);
  const [before, after] = [all[at - 1], all[at + 1]];
  if (step === 'up') return before && ordered ? { by: -1 } : undefined;
  if (step === 'down') return after && ordered ? { by: 1 } : undefined;
  if (step === 'in') return before && inside(before.object.id, ordered);
  if (row.parent === undefined) return undefined;
  const above = rows.find((one) => isObject(one) && one.object.id === row.parent);
  if (!isObject(above)) return undefined;
  return { parent: above.parent ?? null, ...(ordered && { after: row.parent }) };
}

/** Below an object, after what is there. */
export const inside = (parent: string, ordered: boolean): MoveRequest => ({
  parent,
  ...(ordered && { last: true }),
});
