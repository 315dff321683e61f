/**
 * Moves an object in the order that users keep by hand and in the tree of its collection (spec/content.md#moving). What
 * it takes, a number between those of its neighbors or new ones for some of them, is worked out under the lock of the
 * collection, so that moves, batches and saves come one after the other.
 */
import { message, rule } from '../../contract/messages/message.js';
import type { MovedObject, MoveRequest } from '../../contract/moves.js';
import type { SentProperties } from '../../contract/objects.js';
import { conflict, failed, invalid, PlinthError } from '../../errors.js';
import { NO_FILTER } from '../../query/criteria.js';
import { labelOf } from '../../schemas/check.js';
import type { Property } from '../../schemas/schema.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Clock, Content, Live, WriteBase } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { orderProperty } from '../model/order-setting.js';
import { parentProperty } from '../model/tree-setting.js';
import { applyChangeOnDisk } from '../objects/commit.js';
import { numbersAt, numbersOf, type Placed } from '../objects/order-numbers.js';
import { currentObject } from '../objects/plan.js';
import { noObject } from '../reading/read.js';
import { orderIn, shownParent, siblingsInOrder, treeLevel } from '../reading/tree.js';
import { changeUnderLock } from './batch.js';
import type { BatchOperation } from './batch-operations.js';
import { namedProblems } from './problems.js';

/** Objects that one move can give new numbers. */
const MAX_NUMBERED = 5000;
/** Neighbors that are looked at first, to each side. */
const WIDTH = 50;

export interface MoveAsked {
  collection: string;
  id: string;
  /** The body, of which the route has checked the shape. */
  request: MoveRequest;
  ifMatch?: string | undefined;
  mayRead(id: string): boolean;
  /** The object itself the caller may change. */
  mayChange(id: string): boolean;
  /** Whether the caller may know how many objects there are. */
  mayCount: boolean;
}

const PLACES = ['before', 'after', 'first', 'last', 'by'] as const;
type PlaceName = (typeof PLACES)[number];

/** What the request asks for, and the properties that hold it. */
interface Target {
  place: PlaceName | undefined;
  order: Property | undefined;
  /** The property of the parent. */
  tree: string | undefined;
}

const rejected = (field: string, sentence: string) =>
  invalid(message('ruleOfField', { field, rule: sentence }), { [field]: [rule(sentence)] });
const outdated = (field: string, sentence: string) =>
  new PlinthError('stale', message('ruleOfFieldNow', { field, rule: sentence }), {
    details: { [field]: [rule(sentence)] },
  });

/** What a request asks for. Throws `invalid` where it does not fit the collection. */
function targetOf({ collection }: BoundCollection, { id, request }: MoveAsked): Target {
  const [place, second] = PLACES.filter((name) => request[name] !== undefined);
  const order = orderProperty(collection);
  const tree = parentProperty(collection);
  if (order === undefined && tree === undefined) {
    throw invalid(message('collectionUnordered'), { manualOrder: [message('noNumberNamed')] });
  }
  if (second !== undefined) throw rejected(second, `cannot be sent with "${place}"`);
  if (place === undefined && request.parent === undefined) {
    throw rejected('before', `or another place is required: ${PLACES.join(', ')}, or a parent`);
  }
  if (place !== undefined && order === undefined) {
    throw rejected(place, 'needs a manual order, which the collection does not have');
  }
  if (order?.definition.settings?.calc !== undefined && place !== undefined) {
    throw rejected(place, `cannot be reached: ${labelOf(order)} is calculated`);
  }
  if (tree === undefined && request.parent !== undefined) {
    throw rejected('parent', 'needs a tree, in which the objects of the collection are not');
  }
  if (place === 'by' && request.parent !== undefined) throw rejected('by', 'cannot be sent with "parent"');
  const beside = place === 'before' || place === 'after' ? place : undefined;
  if (beside !== undefined && request[beside] === id) throw rejected(beside, 'must be another object');
  return { place, order, tree };
}

/** An object that the request names. Throws `stale` where there is none any more. */
function named(bound: BoundCollection, asked: MoveAsked, field: 'before' | 'after' | 'parent'): Row {
  const id = asked.request[field] ?? '';
  const row = asked.mayRead(id) ? bound.collectionIndex.get(id) : undefined;
  if (!row) throw outdated(field, `there is no object "${id}" in "${asked.collection}"`);
  return row;
}

/** The object and its neighbors, and where among them it goes. */
interface Level {
  parent: string | undefined;
  /** Its parent does not change. */
  same: boolean;
  /** The others, in order. */
  rest: readonly Row[];
  /** Its place among them; undefined where none was asked for. */
  at: number | undefined;
  /** It is there already. */
  there: boolean;
}

/** All objects as a list shows them that is sorted by the number, or the siblings as the tree shows them. */
async function rowsOf(
  base: Content & Clock,
  bound: BoundCollection,
  { order, tree }: Target,
  parent: string | undefined,
): Promise<readonly Row[]> {
  const { collection, collectionIndex } = bound;
  if (tree !== undefined) {
    const { rows } = await treeLevel(collectionIndex, tree, parent);
    return siblingsInOrder(base, bound, rows);
  }
  const keys = [{ name: order?.name ?? '', direction: 'asc', natural: false } as const];
  const sort = { keys, shuffle: false };
  return (await base.queries.of(collection, collectionIndex).find({ filter: NO_FILTER, sort })).rows;
}

/** The place among the others. Throws `stale`. */
function placeIn(rest: readonly Row[], was: number, { place }: Target, asked: MoveAsked): number | undefined {
  const { request } = asked;
  if (place === undefined) return undefined;
  if (place === 'first') return 0;
  if (place === 'last') return rest.length;
  if (place === 'by') return Math.max(0, Math.min(rest.length, was + (request.by ?? 0)));
  const found = rest.findIndex(({ id }) => id === request[place]);
  if (found < 0)
    throw outdated(place, request.parent ? `is not below "${request.parent}"` : 'is not at the top level');
  return place === 'before' ? found : found + 1;
}

async function levelOf(
  base: Content & Clock,
  bound: BoundCollection,
  target: Target,
  row: Row,
  asked: MoveAsked,
): Promise<Level> {
  const { collectionIndex } = bound;
  const { place, tree } = target;
  const { request } = asked;
  const above = (one: Row) => (tree === undefined ? undefined : shownParent(collectionIndex, tree, one));
  const own = above(row);
  if (typeof request.parent === 'string') named(bound, asked, 'parent');
  const neighbor = place === 'before' || place === 'after' ? named(bound, asked, place) : row;
  const parent = request.parent === undefined ? above(neighbor) : (request.parent ?? undefined);
  const rows = place === undefined ? [] : await rowsOf(base, bound, target, parent);
  const was = rows.findIndex(({ id }) => id === row.id);
  const rest = rows.filter(({ id }) => id !== row.id);
  const at = placeIn(rest, was, target, asked);
  const same = parent === own;
  return { parent, same, rest, at, there: same && (at === undefined || at === was) };
}

/** Numbers from a place among the others on. Throws `validation` where the bounds of the property leave none. */
function numbered(
  { collection }: BoundCollection,
  order: Property,
  rest: readonly Row[],
  at: number,
): Placed {
  const rules = numbersOf(order.definition);
  for (let width = WIDTH; ; width *= 4) {
    const [from, to] = [Math.max(0, at - width), Math.min(rest.length, at + width)];
    const values = rest.slice(from, to).map((row) => orderIn(collection, row));
    const placed = numbersAt({ values, first: from === 0, last: to === rest.length }, at - from, rules);
    if (placed === 'more') continue;
    if (placed === 'full') {
      const full = message('moveBounds', { property: labelOf(order) });
      throw failed({ [order.name]: [full] }, full);
    }
    return { ...placed, from: from + placed.from };
  }
}

/** The properties to write, by the ids of the objects. Throws `forbidden` where the caller may not change them. */
function changesOf(
  bound: BoundCollection,
  { order, tree }: Target,
  { parent, same, rest, at }: Level,
  row: Row,
  mayChange: MoveAsked['mayChange'],
): Map<string, SentProperties> {
  const changes = new Map<string, SentProperties>();
  if (tree !== undefined && !same) changes.set(row.id, { [tree]: parent ?? null });
  if (order === undefined || at === undefined) return changes;
  const { from, numbers } = numbered(bound, order, rest, at);
  const ordered = rest.toSpliced(at, 0, row);
  for (const [n, number] of numbers.entries()) {
    const one = ordered[from + n];
    if (one === undefined || orderIn(bound.collection, one) === number) continue;
    changes.set(one.id, { ...changes.get(one.id), [order.name]: number });
    if (one.id !== row.id && !mayChange(one.id)) {
      throw new PlinthError('forbidden', message('moveNumbersForbidden'));
    }
  }
  if (changes.size > MAX_NUMBERED) {
    throw conflict(message('moveNumbersLimit', { count: changes.size, limit: MAX_NUMBERED }));
  }
  return changes;
}

/** Throws `stale` where the object is not where the caller has seen it. */
function checkFrom(bound: BoundCollection, { tree }: Target, row: Row, asked: MoveAsked): void {
  const { parent, order } = asked.request.from ?? {};
  const { collection, collectionIndex } = bound;
  const now = tree === undefined ? undefined : shownParent(collectionIndex, tree, row);
  if (parent !== undefined && parent !== (now ?? null))
    throw outdated('from.parent', 'is another one by now');
  if (order !== undefined && order !== (orderIn(collection, row) ?? null)) {
    throw outdated('from.order', 'is another number by now');
  }
}

/** The objects as they are now, also where another program has just changed one that the request names. */
async function current(
  base: Content & Live,
  asked: MoveAsked,
): Promise<{ bound: BoundCollection; row: Row }> {
  const { collection: name, id, request, ifMatch } = asked;
  for (const one of [id, request.before, request.after, request.parent]) {
    if (typeof one === 'string') await applyChangeOnDisk(base, name, one);
  }
  const { collection } = await boundCollection(base, name);
  await currentObject(base, collection, id, ifMatch);
  const bound = await boundCollection(base, name);
  const row = bound.collectionIndex.get(id);
  if (!row) throw noObject(bound.collectionIndex, name, id);
  return { bound, row };
}

/** What is wrong with the object itself is named by its properties alone, as the caller knows them. */
function ownNamed(error: unknown, operations: readonly BatchOperation[], object: string): unknown {
  const found = namedProblems(error, operations, (one) => `The place of ${one}`);
  if (!(found instanceof PlinthError) || !found.details) return found;
  const own = Object.entries(found.details).flatMap(([place, problems]) =>
    place.startsWith(`${object}.`) ? [[place.slice(object.length + 1), problems] as const] : [],
  );
  if (own.length === 0) return found;
  const problems = own.flatMap(([, all]) => all.map(({ text }) => text)).join('; ');
  return new PlinthError(found.kind, message('problemsTogether', { problems }), {
    details: Object.fromEntries(own),
    cause: error,
  });
}

/**
 * Moves an object: before or after another one, to an end or by some places, below a parent or to the top level. All
 * that it takes is written together. Throws `missing` for an unknown object, `invalid` for what the collection does not
 * have, `stale` where the object or what it is moved beside is elsewhere by now, `validation` for a parent below the
 * object itself or bounds without room, `forbidden` where others had to be changed that the caller may not change.
 */
export async function moveObject(base: WriteBase, asked: MoveAsked): Promise<MovedObject> {
  const { collection, id, mayChange, mayCount } = asked;
  let operations: BatchOperation[] = [];
  let moved: Omit<MovedObject, 'changed'> = { id };
  const operationsNow = async () => {
    const { bound, row } = await current(base, asked);
    const target = targetOf(bound, asked);
    checkFrom(bound, target, row, asked);
    const level = await levelOf(base, bound, target, row, asked);
    const changes = level.there ? new Map() : changesOf(bound, target, level, row, mayChange);
    const { collectionIndex } = bound;
    operations = [...changes].map(([one, sent], at): BatchOperation => {
      return { operation: 'patch', at, collection, id: one, sent, made: collectionIndex.get(one)?.stamp };
    });
    const order = target.order && (changes.get(id)?.[target.order.name] ?? orderIn(bound.collection, row));
    moved = {
      id,
      ...(level.parent !== undefined && { parent: level.parent }),
      ...(typeof order === 'number' && { order }),
      ...(level.at !== undefined && mayCount && { place: level.at + 1, total: level.rest.length + 1 }),
    };
    return operations;
  };
  try {
    const { length } = await changeUnderLock(base, collection, operationsNow);
    return { ...moved, changed: length };
  } catch (error) {
    throw ownNamed(error, operations, `${collection}/${id}`);
  }
}
