/**
 * Orders of a collection's rows (spec/queries.md#sort). Pure. Ties are broken by id. A private property sorts by id:
 * an order must not tell what an answer hides.
 */
import type { JsonValue } from '../contract/values.js';
import type { Row } from '../store/types/catalogue.js';
import { type Collation, collationOf } from './collation.js';
import { clausesOf } from './criteria.js';
import { compareNatural } from './natural.js';

export type Direction = 'asc' | 'desc';

export type Comparator = (a: Row, b: Row) => number;

/** A value as it sorts; undefined sorts as missing. */
export type Sortable = number | boolean | string | undefined;

export interface SortKey {
  /** A property, or a dotted name that reaches into one. */
  readonly name: string;
  readonly direction: Direction;
  /** Numbers inside text count as numbers, and case does not count. */
  readonly natural: boolean;
  /** Natural order is that of a language. */
  readonly collation?: Collation | undefined;
  /** The places of values, as text, that come before all others. */
  readonly options?: ReadonlyMap<string, number> | undefined;
}

/** What a schema says of the order of a property's values; undefined where it says nothing. */
export interface OrderOf {
  /** The places of its options. */
  options(name: string): ReadonlyMap<string, number> | undefined;
  collation(name: string): Collation | undefined;
}

const NOTHING: OrderOf = { options: () => undefined, collation: () => undefined };

export interface Sort {
  /** The first one decides; the later ones break its ties. */
  readonly keys: readonly SortKey[];
  /** What the keys leave alike comes in random order. */
  readonly shuffle: boolean;
}

const MANNERS: ReadonlySet<string> = new Set(['natural', 'options']);

/**
 * `name`, `-name`, `name:asc`, `name:desc`, each with `:natural` and `:options`. A direction that is none of these is
 * `asc`.
 */
function keyOf(clause: string, otherwise: Direction, orderOf: OrderOf): SortKey {
  const [first = '', ...words] = clause.split(':').map((word) => word.trim());
  const minus = first.startsWith('-');
  const directions = words.map((word) => word.toLowerCase());
  const named = directions.find((word) => !MANNERS.has(word));
  const unnamed = minus ? 'desc' : otherwise;
  const name = (minus ? first.slice(1) : first).trim();
  const options = directions.includes('options') ? orderOf.options(name) : undefined;
  const natural = directions.includes('natural');
  const collation = natural ? orderOf.collation(name) : undefined;
  return {
    name,
    direction: named === undefined ? unnamed : named === 'desc' ? 'desc' : 'asc',
    natural,
    ...(collation && { collation }),
    ...(options && { options }),
  };
}

/**
 * A comma-separated list of sort criteria; `shuffle` alone is random order, among others it only breaks ties. A
 * second criterion on the same name decides nothing and is left out. `otherwise`: of those that name no direction.
 */
export function parseSort(text: string, otherwise: Direction = 'asc', orderOf = NOTHING): Sort {
  const clauses = clausesOf(text);
  const keys = new Map<string, SortKey>();
  for (const clause of clauses) {
    if (clause === 'shuffle') continue;
    const key = keyOf(clause, otherwise, orderOf);
    if (key.name !== '' && !keys.has(key.name)) keys.set(key.name, key);
  }
  return { keys: [...keys.values()], shuffle: clauses.includes('shuffle') };
}

/** The same text for sorts of the same order. */
export const sortKey = ({ keys, shuffle }: Sort): string =>
  [
    ...keys.map(({ name, direction, natural, collation, options }) => {
      // The options themselves: another order of them makes another order of the rows.
      const places = options ? `:${JSON.stringify([...options.keys()])}` : '';
      const manner = natural ? `:natural${collation ? ` ${collation.language}` : ''}` : '';
      return `${name}:${direction}${manner}${places}`;
    }),
    ...(shuffle ? ['shuffle'] : []),
  ].join();

/** A value as it sorts: a list by its first element, an object by its JSON text, null as missing. */
export function sortable(value: JsonValue | undefined): Sortable {
  const one = Array.isArray(value) ? value[0] : value;
  if (one === undefined || one === null) return undefined;
  return typeof one === 'object' ? JSON.stringify(one) : one;
}

/** Numbers before booleans before text. */
function rank(value: number | boolean | string): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? 1 : 2;
}

/** A UTF-16 unit shifted so that comparing units compares code points: surrogates sort above U+E000 to U+FFFF. */
function unitOrder(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Compares texts by code point, case-sensitively: negative, zero or positive. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return unitOrder(left) - unitOrder(right);
  }
  return a.length - b.length;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Whether a value sorts the same by code unit, which is faster, as by code point. */
export const isPlain = (value: Sortable): boolean => typeof value !== 'string' || !SURROGATE.test(value);

const compareNaturally = (a: string, b: string) => compareNatural(a, b, compareText);

/** The natural order of texts in a language; `''` for none. */
export const naturalOrder = (language: string): ((a: string, b: string) => number) =>
  (language === '' ? undefined : collationOf(language)?.compare) ?? compareNaturally;

/** Compares texts by code unit: the order of `compareText` for texts that are plain. */
export const compareUnits: typeof compareText = (a, b) => (a < b ? -1 : Number(a > b));

/**
 * Compares two values under one criterion. Missing values come last ascending and first descending. `compare` orders
 * texts.
 */
export function compareSortables(
  a: Sortable,
  b: Sortable,
  { direction, natural, collation, options }: SortKey,
  compare = compareText,
): number {
  const sign = direction === 'asc' ? 1 : -1;
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? sign : -sign;
  if (options) {
    const [left, right] = [a, b].map((value) => options.get(String(value)) ?? options.size);
    if (left !== right) return sign * ((left ?? 0) - (right ?? 0));
  }
  if (typeof a === 'string' && typeof b === 'string') {
    if (collation) return sign * collation.compare(a, b);
    return sign * (natural ? compareNatural(a, b, compare) : compare(a, b));
  }
  return sign * (rank(a) - rank(b) || Number(a) - Number(b));
}

/** Ascending by id, which is ASCII: the order in which everything can be walked. */
export const byId: Comparator = (a, b) => compareUnits(a.id, b.id);
