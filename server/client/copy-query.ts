/** Which objects of a copy match, and in which order, as the server says (spec/queries.md#matching). */
import { needsServer } from './failures.js';

export interface CopiedObject {
  readonly id: string;
  readonly [property: string]: unknown;
}

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;

/** A value by a name that may reach into cards, and into each item of a list. */
export function valueAt(object: unknown, name: string): unknown {
  let value = object;
  for (const key of name.split('.')) {
    if (!Array.isArray(value)) value = own(value, key);
    else {
      const items = value.map((item) => own(item, key)).filter((item) => item !== undefined);
      value = items.length > 0 ? items.flat() : undefined;
    }
  }
  return value;
}

type Test = (element: unknown) => boolean;

const fold = (text: string): string => text.toLowerCase().normalize('NFC');

const onText =
  (test: (text: string) => boolean): Test =>
  (element) =>
    (typeof element === 'string' || typeof element === 'number') && test(fold(String(element)));

/** `*` at an end stands for anything. */
function wildcard(value: string): (text: string) => boolean {
  const pattern = fold(value);
  const open = pattern.startsWith('*');
  const end = pattern.length > 1 && pattern.endsWith('*');
  const word = pattern.slice(open ? 1 : 0, end ? -1 : undefined);
  if (open && end) return (text) => text.includes(word);
  if (open) return (text) => text.endsWith(word);
  return end ? (text) => text.startsWith(word) : (text) => text === word;
}

/** `true` and `false` are the booleans, any other value is text. */
const equals = (value: string): Test =>
  value === 'true' || value === 'false'
    ? (element) => element === (value === 'true')
    : onText(wildcard(value));

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

const numberOf = (value: unknown): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && NUMBER.test(value.trim())
      ? Number(value)
      : Number.NaN;

/** A day is its midnight, a time without a zone is UTC. */
const timeOf = (value: unknown): number =>
  typeof value === 'string' && DATE.test(value)
    ? Date.parse(value.length > 10 && !ZONE.test(value) ? `${value}Z` : value)
    : Number.NaN;

/** Both are numbers, or both are dates. */
function compares(value: string, holds: (difference: number) => boolean): Test {
  const read = Number.isNaN(numberOf(value)) ? timeOf : numberOf;
  const bound = read(value);
  return (element) => {
    const found = read(element);
    return !Number.isNaN(found - bound) && holds(found - bound);
  };
}

const TESTS: Readonly<Record<string, (value: string) => Test>> = {
  eq: equals,
  is: (value) => onText((text) => text === fold(value)),
  in: (value) => {
    const tests = value.split('|').map((one) => equals(one.trim()));
    return (element) => tests.some((test) => test(element));
  },
  lt: (value) => compares(value, (difference) => difference < 0),
  lte: (value) => compares(value, (difference) => difference <= 0),
  gt: (value) => compares(value, (difference) => difference > 0),
  gte: (value) => compares(value, (difference) => difference >= 0),
  contains: (value) => onText((text) => text.includes(fold(value))),
  starts: (value) => onText((text) => text.startsWith(fold(value))),
  ends: (value) => onText((text) => text.endsWith(fold(value))),
};
/** What they say is that no element passes. */
const NEGATED: Readonly<Record<string, string>> = { ne: 'eq', notin: 'in' };

/** The test of `operator:value`. A missing value matches nothing. */
function testOf(criterion: string): Test {
  const [, operator = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(criterion) ?? [];
  const positive = NEGATED[operator] ?? operator;
  const test = TESTS[positive]?.(rest.trim()) ?? equals(criterion.trim());
  const wanted = positive === operator;
  return (value) => {
    if (value === undefined || value === null) return false;
    const elements = [value].flat(Number.POSITIVE_INFINITY).filter((one) => one !== null);
    return elements.some(test) === wanted;
  };
}

/** The objects that meet all criteria. */
export function found(
  objects: readonly CopiedObject[],
  criteria: readonly [name: string, text: string][],
): CopiedObject[] {
  const tests = criteria.map(([name, text]) => ({ name, test: testOf(text) }));
  return objects.filter((object) => tests.every(({ name, test }) => test(valueAt(object, name))));
}

/** A unit of UTF-16 so that units compare as code points. */
const place = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;

function compareText(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = place(a.charCodeAt(at)) - place(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Numbers before booleans before text. */
const rank = (value: unknown): number => ['number', 'boolean', 'string'].indexOf(typeof value);

/** A value as it sorts: a list by its first element, an object by its JSON. */
function sortable(value: unknown): unknown {
  const one = Array.isArray(value) ? value[0] : value;
  if (one === null) return undefined;
  return typeof one === 'object' ? JSON.stringify(one) : one;
}

/** Missing values come last in ascending, first in descending order. */
function compare(a: unknown, b: unknown, sign: number): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? sign : -sign;
  if (typeof a === 'string' && typeof b === 'string') return sign * compareText(a, b);
  return sign * (rank(a) - rank(b) || Number(a) - Number(b));
}

/** The objects by properties, `-` before those that descend; ties by id. */
export function sorted(objects: readonly CopiedObject[], order: readonly string[]): CopiedObject[] {
  const keys = order.map((key) => {
    if (key === 'shuffle' || key.includes(':')) throw needsServer(`the order "${key}"`);
    return { name: key.replace(/^-/, ''), sign: key.startsWith('-') ? -1 : 1 };
  });
  const rows = objects.map((object) => ({
    object,
    values: keys.map(({ name }) => sortable(valueAt(object, name))),
  }));
  rows.sort((a, b) => {
    for (const [at, { sign }] of keys.entries()) {
      const difference = compare(a.values[at], b.values[at], sign);
      if (difference !== 0) return difference;
    }
    return compareText(a.object.id, b.object.id);
  });
  return rows.map(({ object }) => object);
}
