/** An object moved to another place of the order that users keep by hand: the numbers it takes are read and written. */
import type { QueryClient } from '@tanstack/react-query';
import { type Neighbors, type Numbers, numbersAt } from '#contract/order-numbers';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import { refreshLists } from '../../../api/mutations';
import { objectsPageQuery, PAGE_SIZE } from '../../../api/queries';
import { boundsOf } from '../../../fields/number/bounds';
import { numberKeyword } from '../../../fields/settings';
import { own } from '../../../json';
import { alterations } from '../bulk/bulk-change';
import { previewRows, writeEdit } from '../bulk/bulk-edit';

/** Beside an object that the list shows at the place `near`, or to an end, or past one neighbor or some. */
export type MoveTo =
  | 'up'
  | 'down'
  | 'top'
  | 'bottom'
  | { by: number }
  | { before: string; near: number }
  | { after: string; near: number };

export interface Move {
  collection: string;
  view: ListView;
  name: string;
  definition: PropertyOnWire;
  /** As the list shows it, at this place. */
  object: JsonObject;
  index: number;
  to: MoveTo;
}

export type Moved =
  /** At another place, where it has this number; so many others have a new one. */
  | { result: 'moved'; index: number; number: number; total: number; others: number; transaction?: string }
  /** It is there already. */
  | { result: 'same' }
  /** Others have moved it, or what it was to be moved beside. */
  | { result: 'changed' }
  | { result: 'full' }
  /** Some of the new numbers were written before it failed. */
  | { result: 'partly'; written: number; of: number; transaction: string | undefined; reason: string }
  | { result: 'failed'; reason: string };

const numberOf = (object: JsonObject, name: string): number | undefined => {
  const value = own(object, name);
  return typeof value === 'number' ? value : undefined;
};

const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

const isSame = (a: JsonValue | undefined, b: JsonValue | undefined): boolean =>
  a === b || (isNothing(a) && isNothing(b));

/** What the numbers of a property may be. */
export function rulesOf(definition: PropertyOnWire): Numbers {
  const { min, max } = boundsOf(definition);
  const multipleOf =
    numberKeyword(definition, 'multipleOf') ?? (definition.type === 'integer' ? 1 : undefined);
  return { min, max, ...(multipleOf !== undefined && multipleOf > 0 && { multipleOf }) };
}

/** The list as it is now, read in pages as they are asked for. */
class Rows {
  total = 0;
  readonly client: QueryClient;
  readonly move: Move;
  readonly #pages = new Map<number, JsonObject[]>();

  constructor(client: QueryClient, move: Move) {
    this.client = client;
    this.move = move;
  }

  async page(offset: number): Promise<JsonObject[]> {
    const read = this.#pages.get(offset);
    if (read) return read;
    const { collection, view } = this.move;
    const query = { ...objectsPageQuery(collection, { ...view, offset }), staleTime: 0 };
    const { objects, total } = await this.client.fetchQuery(query);
    this.total = total;
    this.#pages.set(offset, objects);
    return objects;
  }

  /** Rows from a page's first to another page's last one. */
  async between(first: number, last: number): Promise<JsonObject[]> {
    const rows: JsonObject[] = [];
    for (let offset = first; offset < last; offset += PAGE_SIZE) rows.push(...(await this.page(offset)));
    return rows;
  }
}

const pageOf = (index: number): number => Math.floor(Math.max(0, index) / PAGE_SIZE) * PAGE_SIZE;

/** Rows in a part of the list, the moved one left out, and where among them it goes. */
interface Part {
  rest: JsonObject[];
  at: number;
  /** Place of the first of them in the list without the moved object. */
  start: number;
  /** It is there already. */
  same: boolean;
  neighbors: Neighbors;
}

/** By how many places; undefined where that is not said. */
function stepOf(to: MoveTo): number | undefined {
  if (to === 'up') return -1;
  if (to === 'down') return 1;
  return typeof to === 'object' && 'by' in to ? to.by : undefined;
}

/** The place among `rows` without the moved one; undefined where what it is beside is not among them. */
function placeIn({ object, to }: Move, rows: readonly JsonObject[]): number | undefined {
  const rest = rows.filter(({ id }) => id !== object.id);
  const was = rows.findIndex(({ id }) => id === object.id);
  if (to === 'top') return 0;
  if (to === 'bottom') return rest.length;
  const step = stepOf(to);
  if (step !== undefined) {
    return was < 0 ? undefined : Math.max(0, Math.min(rest.length, was + step));
  }
  if (typeof to === 'string' || 'by' in to) return undefined;
  const beside = rest.findIndex(({ id }) => id === ('before' in to ? to.before : to.after));
  if (beside < 0) return undefined;
  return 'before' in to ? beside : beside + 1;
}

async function partOf(rows: Rows, first: number, last: number): Promise<Part | undefined> {
  const { move } = rows;
  const found = await rows.between(first, last);
  const at = placeIn(move, found);
  if (at === undefined) return undefined;
  const rest = found.filter(({ id }) => id !== move.object.id);
  const isBefore = rest.length === found.length && move.index < first;
  const ends = { first: first === 0, last: last >= rows.total };
  const isBetween = (at > 0 || ends.first) && (at < rest.length || ends.last);
  return {
    rest,
    at,
    start: first - (isBefore ? 1 : 0),
    same: isBetween && found[at]?.id === move.object.id,
    neighbors: { values: rest.map((object) => numberOf(object, move.name)), ...ends },
  };
}

/** The objects that get a number, by id: the one the list showed, and the new one. */
type Changes = Map<string, { shown: JsonValue | undefined; number: number }>;

async function write(rows: Rows, changes: Changes) {
  const { client, move } = rows;
  const { collection, name, object } = move;
  const preview = await previewRows(
    collection,
    [...changes.keys()],
    (now, id) => {
      const change = changes.get(id);
      if (change === undefined || !isSame(own(now, name), change.shown)) return { altered: [], refused: '' };
      return { altered: alterations(now, [{ name, action: 'set', value: change.number }]) };
    },
    () => undefined,
  );
  const left = preview.rows.find(({ refused }) => refused !== undefined);
  if (left?.refused === '') return { result: 'changed' } as const;
  if (left) {
    const reason = left.id === object.id ? left.refused : `“${left.title}”: ${left.refused}`;
    return { result: 'failed', reason: reason ?? '' } as const;
  }
  const { failure, transaction, written } = await writeEdit(client, collection, preview.rows);
  if (failure === undefined) return { result: 'written', transaction, count: written.length } as const;
  if (written.length > 0) {
    const counts = { written: written.length, of: preview.rows.length };
    return { result: 'partly', ...counts, transaction, reason: failure.message } as const;
  }
  const clashes = [...failure.reasons.values()].some((row) => row.clashes !== undefined);
  return clashes
    ? ({ result: 'changed' } as const)
    : ({ result: 'failed', reason: failure.message } as const);
}

/** Where in the list the first page to read is. */
function startOf({ to, index }: Move, total: number): number {
  if (to === 'top') return 0;
  if (to === 'bottom') return total - 1;
  return typeof to === 'object' && 'near' in to ? to.near : index;
}

/** Writes the numbers that put the object at its place. Throws `ApiError`. */
export async function moveObject(client: QueryClient, move: Move): Promise<Moved> {
  const rows = new Rows(client, move);
  await rows.page(pageOf(move.index));
  const start = pageOf(startOf(move, rows.total));
  let [first, last] = [start, start + PAGE_SIZE];
  for (let width = PAGE_SIZE; ; width *= 2) {
    const part = await partOf(rows, first, last);
    if (part?.same) return { result: 'same' };
    const placed = part && numbersAt(part.neighbors, part.at, rulesOf(move.definition));
    const isWhole = first === 0 && last >= rows.total;
    if (part === undefined || placed === undefined || placed === 'more') {
      // Others may have moved it further than the pages around its place reach.
      if (part === undefined && (isWhole || width > PAGE_SIZE)) return changed(client, move);
      first = Math.max(0, first - width);
      last += width;
      continue;
    }
    if (placed === 'full') return { result: 'full' };
    return finish(rows, part, placed.from, placed.numbers);
  }
}

/** The list is read again, which others have changed. */
async function changed(client: QueryClient, { collection }: Move): Promise<Moved> {
  await refreshLists(client, collection);
  return { result: 'changed' };
}

async function finish(
  rows: Rows,
  { rest, at, start }: Part,
  from: number,
  numbers: readonly number[],
): Promise<Moved> {
  const { client, move } = rows;
  const ordered = rest.toSpliced(at, 0, move.object);
  const changes: Changes = new Map();
  numbers.forEach((number, n) => {
    const object = ordered[from + n];
    if (object === undefined) return;
    const shown = own(object, move.name);
    const isMoved = object.id === move.object.id;
    if (isMoved || shown !== number) changes.set(String(object.id), { shown, number });
  });
  const number = numbers[at - from] ?? 0;
  const done = await write(rows, changes);
  if (done.result === 'changed') return changed(client, move);
  if (done.result !== 'written') return done;
  const { transaction, count } = done;
  const others = Math.max(0, count - 1);
  return {
    result: 'moved',
    index: start + at,
    number,
    total: rows.total,
    others,
    ...(transaction !== undefined && { transaction }),
  };
}
