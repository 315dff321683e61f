/**
 * The way through a list as it was shown: an editor opened from a row knows the row and the view it stood in, so that
 * previous and next keep the filter, the search and the order. It travels in the history, so a reload keeps it. Pure.
 */
import { OBJECT_STATES } from '#contract/objects';
import type { GroupedBy, ListView } from '../api/list-request';

export interface Walk {
  /** The view as the API is asked for it. */
  view: ListView;
  /** Search of the list's address, for the way back; empty for the whole list. */
  search: string;
  /** Number of the object's row, from 0. */
  row: number;
  /** Names the walk; absent on its first object, where the place in the history names it. */
  from?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const direction = (order: unknown) => (order === 'asc' || order === 'desc' ? order : undefined);

function groupIn(group: unknown): GroupedBy | undefined {
  const order = isRecord(group) ? direction(group.order) : undefined;
  if (!isRecord(group) || typeof group.property !== 'string' || order === undefined) return undefined;
  const { property, month, options } = group;
  return { property, order, ...(month === true && { month }), ...(options === true && { options }) };
}

const words = (view: Record<string, unknown>): ListView => {
  const word = (name: keyof ListView) => (typeof view[name] === 'string' ? view[name] : undefined);
  return {
    group: groupIn(view.group),
    sort: word('sort'),
    order: direction(view.order),
    natural: view.natural === true || undefined,
    search: word('search'),
    include: word('include'),
    any: word('any'),
    exclude: word('exclude'),
    state: OBJECT_STATES.find((state) => state === view.state),
    set: word('set'),
  };
};

/** The walk in the state of a place in the history; undefined where it was not reached from a list. */
export function walkOf(state: unknown): Walk | undefined {
  const walk = isRecord(state) ? state.walk : undefined;
  if (!isRecord(walk) || !isRecord(walk.view) || !Number.isInteger(walk.row)) return undefined;
  return {
    view: words(walk.view),
    search: typeof walk.search === 'string' ? walk.search : '',
    row: Math.max(0, Number(walk.row)),
    ...(typeof walk.from === 'string' && { from: walk.from }),
  };
}

/** A row of the list and what stands there; undefined where no page of it is known. */
export interface Stop {
  row: number;
  id: string;
}

/**
 * The stops before and after an object. `idAt` tells what a row holds as far as it is known. An object that is not at
 * its row is looked for in the `around` rows; one that is not found has left the view, and its place is the gap.
 */
export function stopsBeside(
  id: string,
  row: number,
  { idAt, around }: { idAt(row: number): string | undefined; around: readonly [number, number] },
): { at: number | undefined; previous: Stop | undefined; next: Stop | undefined } {
  const stop = (where: number): Stop | undefined => {
    const found = idAt(where);
    return found === undefined ? undefined : { row: where, id: found };
  };
  const [first, last] = around;
  let at: number | undefined = idAt(row) === id ? row : undefined;
  for (let n = first; at === undefined && n <= last; n += 1) if (idAt(n) === id) at = n;
  if (at === undefined) return { at, previous: stop(row - 1), next: stop(row) };
  return { at, previous: stop(at - 1), next: stop(at + 1) };
}
