/** The numbers that put an object at a place in an order that users keep by hand (spec/resources.md#manual-order). Pure. */
import type { PropertyDefinition } from '../../contract/schemas.js';
import { boundsOf } from '../../properties/number/index.js';

/** What the numbers of a property may be. */
export interface Numbers {
  min?: number | undefined;
  max?: number | undefined;
  /** They are multiples of this. */
  multipleOf?: number | undefined;
}

/** The number that a value is. */
export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** What the numbers of a property may be. */
export function numbersOf(definition: PropertyDefinition): Numbers {
  const multipleOf = numberIn(definition.multipleOf) ?? (definition.type === 'integer' ? 1 : undefined);
  return { ...boundsOf(definition), ...(multipleOf !== undefined && multipleOf > 0 && { multipleOf }) };
}

/** Objects that follow each other in the list, without the one that is moved. */
export interface Neighbors {
  /** Their numbers in the order of the list; undefined for those without one, which come last. */
  values: readonly (number | undefined)[];
  /** Nothing comes before the first one, or after the last one. */
  first: boolean;
  last: boolean;
}

/** New numbers from a place among the neighbors on; the one of the moved object is at its place among them. */
export interface Placed {
  from: number;
  numbers: number[];
}

/** Between numbers that are given where there is room. */
const GAP = 10;
/** Digits behind the point before others get new numbers instead. */
const DIGITS = 6;

/** Without the noise of binary fractions. */
const plain = (value: number): number => Number(value.toPrecision(15)) + 0;

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((value, n) => n === 0 || value > (numbers[n - 1] ?? value));

/** Numbers between `low` and `high`, both left out; undefined for an open end. */
interface Room {
  low: number | undefined;
  high: number | undefined;
  count: number;
}

/** The given numbers, if they are allowed there. */
function checked(numbers: number[], { low, high }: Room, { min, max }: Numbers): number[] | undefined {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined || !isAscending(numbers)) return undefined;
  if ((low !== undefined && first <= low) || (high !== undefined && last >= high)) return undefined;
  if ((min !== undefined && first < min) || (max !== undefined && last > max)) return undefined;
  return numbers;
}

const multiple = (value: number, unit: number): number => plain(Math.round(value / unit) * unit);

/** As many multiples of `unit` as the room has places, `step` apart. */
function evenly(start: number, step: number, unit: number, room: Room, rules: Numbers): number[] | undefined {
  const { count } = room;
  const at = (n: number) => multiple(start + step * n, unit);
  // The ends say whether they fit: of 10,000 objects without room, as many lists of numbers would be made in vain.
  const ends = [...new Set([1, 2, count - 1, count])].filter((n) => n > 0 && n <= count);
  const inOrder = ends.sort((a, b) => a - b).map(at);
  if (!checked(inOrder, room, rules)) return undefined;
  return checked(
    Array.from({ length: count }, (_, n) => at(n + 1)),
    room,
    rules,
  );
}

/** Beyond one end, or anywhere. */
function atOpenEnd(room: Room, rules: Numbers): number[] | undefined {
  const { low, high, count } = room;
  const unit = rules.multipleOf ?? 1;
  const gap = Math.ceil(GAP / unit) * unit;
  const start = low ?? (high === undefined ? 0 : high - gap * (count + 1));
  return evenly(start, gap, unit, room, rules);
}

/** One number in the middle, with as few digits as possible. */
function middle(low: number, high: number, room: Room, rules: Numbers): number[] | undefined {
  const { min, max, multipleOf } = rules;
  const half = low + (high - low) / 2;
  const short = Array.from({ length: DIGITS + 1 }, (_, digits) => Number(half.toFixed(digits)));
  const choices = multipleOf === undefined ? short : [multiple(half, multipleOf)];
  const bounds = [min, max].filter((bound) => bound !== undefined);
  for (const value of [...choices, ...bounds]) {
    const found = checked([value + 0], room, rules);
    if (found) return found;
  }
  return undefined;
}

/** Numbers for a room; several of them with at least `unit` between them. */
function within(room: Room, rules: Numbers, unit: number): number[] | undefined {
  const { low, high, count } = room;
  const open = low === undefined || high === undefined ? atOpenEnd(room, rules) : undefined;
  if (open) return open;
  // A bound can be taken itself.
  const from = low ?? (rules.min === undefined ? undefined : rules.min - unit);
  const to = high ?? (rules.max === undefined ? undefined : rules.max + unit);
  if (from === undefined || to === undefined) return undefined;
  if (count === 1) return middle(from, to, room, rules);
  const step = (to - from) / (count + 1);
  if (step < unit * (1 - 1e-9)) return undefined;
  return evenly(from, step, unit, room, rules);
}

/** Distances tried when nothing more can be given a new number. */
const units = ({ multipleOf }: Numbers): number[] =>
  multipleOf === undefined ? Array.from({ length: DIGITS }, (_, n) => plain(10 ** -(n + 1))) : [];

/**
 * Numbers that put an object before `values[at]`: one for itself, or also for others around it.
 * `more`: further neighbors are needed to say. `full`: the bounds have no room for so many.
 */
export function numbersAt(
  { values, first, last }: Neighbors,
  at: number,
  rules: Numbers,
): Placed | 'more' | 'full' {
  const unit = rules.multipleOf ?? 1;
  let [from, to] = [at, at];
  // The nearer end, which is open, is tried first.
  for (let up = at * 2 <= values.length; ; up = !up) {
    if ((from === 0 && !first) || (to === values.length && !last)) return 'more';
    const low = values[from - 1];
    // What has no number comes after all that have one.
    const high = values[to];
    const known = from === 0 || low !== undefined;
    const room: Room = { low, high, count: to - from + 1 };
    const numbers = known ? within(room, rules, unit) : undefined;
    if (numbers) return { from, numbers };
    const upward = from > 0;
    const downward = known && high !== undefined;
    if (!upward && !downward) {
      const fine = units(rules).map((one) => within(room, rules, one));
      const found = fine.find((one) => one !== undefined);
      return found ? { from, numbers: found } : 'full';
    }
    if (upward && (!known || up || !downward)) from -= 1;
    else to += 1;
  }
}
