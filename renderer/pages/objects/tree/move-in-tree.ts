/** An object of a tree moved below another parent, or among its siblings: what it takes is read and written. */
import type { QueryClient } from '@tanstack/react-query';
import { numbersAt } from '#contract/order-numbers';
import type { TreeObject } from '#contract/tree';
import type { JsonValue } from '#contract/values';
import { readChildren } from '../../../api/tree';
import { own } from '../../../json';
import type { Ordering } from '../../../lists/ordering';
import type { TreeBy } from '../../../lists/tree';
import { alterations, type BulkChange } from '../bulk/bulk-change';
import { previewRows, writeEdit } from '../bulk/bulk-edit';
import { rulesOf } from '../order/move-object';
import type { TreePlace } from './tree-rows';

export interface TreeMove {
  collection: string;
  tree: TreeBy;
  /** The number that orders siblings; undefined where nothing does. */
  ordering: Ordering | undefined;
  /** As the list shows it. */
  object: TreeObject;
  parent: string | undefined;
  to: TreePlace;
}

export type TreeMoved =
  | { result: 'moved'; others: number; transaction: string | undefined }
  /** Others have changed its parent or a number meanwhile, or what it was to be moved beside is gone. */
  | { result: 'changed' }
  | { result: 'full' }
  | { result: 'partly'; written: number; rest: number; transaction: string | undefined; reason: string }
  | { result: 'failed'; reason: string };

/** What an object gets, and what it was shown with. */
interface Change {
  parent?: string | undefined;
  moved: boolean;
  shown: number | undefined;
  order: number | undefined;
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: JsonValue | undefined) => (typeof value === 'number' ? value : undefined);

/** The place among the siblings without the moved one; undefined where what it goes beside is gone. */
function placeIn(rest: readonly TreeObject[], { at }: TreePlace): number | undefined {
  if (at === 'first') return 0;
  if (at === 'last') return rest.length;
  const found = rest.findIndex(({ id }) => id === ('before' in at ? at.before : at.after));
  if (found < 0) return undefined;
  return 'before' in at ? found : found + 1;
}

type Changes = Map<string, Change>;

/** Numbers for the moved object, and for siblings where none fits between them. */
function numbered(
  move: TreeMove,
  rest: readonly TreeObject[],
  changes: Changes,
): 'changed' | 'full' | undefined {
  const { ordering, object, to } = move;
  const at = placeIn(rest, to);
  if (at === undefined) return 'changed';
  if (!ordering?.writable) return undefined;
  const values = rest.map(({ order }) => order);
  const placed = numbersAt({ values, first: true, last: true }, at, rulesOf(ordering.definition));
  if (placed === 'full' || placed === 'more') return 'full';
  const ordered = rest.toSpliced(at, 0, object);
  placed.numbers.forEach((order, n) => {
    const one = ordered[placed.from + n];
    if (one === undefined) return;
    if (one.id === object.id)
      changes.set(one.id, { ...changes.get(one.id), moved: true, shown: one.order, order });
    else if (one.order !== order) changes.set(one.id, { moved: false, shown: one.order, order });
  });
  return undefined;
}

/** Throws `ApiError`. */
export async function moveInTree(client: QueryClient, move: TreeMove): Promise<TreeMoved> {
  const { collection, tree, ordering, object, parent, to } = move;
  const rest = (await readChildren(collection, to.parent)).filter(({ id }) => id !== object.id);
  const changes: Changes = new Map([[object.id, { moved: true, shown: object.order, order: undefined }]]);
  const problem = numbered(move, rest, changes);
  if (problem !== undefined) return { result: problem };
  const alter = (now: Record<string, JsonValue>, id: string) => {
    const change = changes.get(id);
    const name = ordering?.name;
    const sameOrder = name === undefined || numberOf(own(now, name)) === change?.shown;
    const named = textOf(own(now, tree.name));
    // An object whose parent is missing, or below it, is at the top level with a value.
    const sameParent = change?.moved !== true || object.problem !== undefined || named === (parent ?? '');
    if (change === undefined || !sameOrder || !sameParent) return { altered: [], refused: '' };
    const wanted: BulkChange[] = [];
    // Among those at the top a parent that is missing stays: it may come back.
    if (change.moved && to.parent !== parent && named !== (to.parent ?? '')) {
      wanted.push({
        name: tree.name,
        action: to.parent === undefined ? 'clear' : 'set',
        value: to.parent ?? null,
      });
    }
    if (name !== undefined && change.order !== undefined) {
      wanted.push({ name, action: 'set', value: change.order });
    }
    return { altered: alterations(now, wanted) };
  };
  const preview = await previewRows(collection, [...changes.keys()], alter, () => undefined);
  const left = preview.rows.find(({ refused }) => refused !== undefined);
  if (left)
    return left.refused === '' ? { result: 'changed' } : { result: 'failed', reason: left.refused ?? '' };
  const { written, transaction, failure } = await writeEdit(client, collection, preview.rows);
  if (failure === undefined) return { result: 'moved', others: Math.max(0, written.length - 1), transaction };
  const rows = preview.rows.length;
  if (written.length > 0) {
    const counts = { written: written.length, rest: rows - written.length };
    return { result: 'partly', ...counts, transaction, reason: failure.message };
  }
  const clashes = [...failure.reasons.values()].some((row) => row.clashes !== undefined);
  return clashes ? { result: 'changed' } : { result: 'failed', reason: failure.message };
}
