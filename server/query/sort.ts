/** Orders of a collection's rows (interface 4.1, 4.6; facts 4.1, 4.6). Pure. */
import type { JsonValue } from '../contract/values.js';
import type { Row } from '../store/store.js';

export type Direction = 'asc' | 'desc';

/** Reads the value a row is sorted by; undefined where it has none. */
export type RowValue = (row: Row) => JsonValue | undefined;

export type Comparator = (a: Row, b: Row) => number;

type Scalar = number | boolean | string;

/** A value as it sorts: a list by its first element, an object by its JSON text, null and nothing as missing. */
function sortable(value: JsonValue | undefined): Scalar | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  if (one === undefined || one === null) return undefined;
  return typeof one === 'object' ? JSON.stringify(one) : one;
}

/** Numbers before booleans before text. */
function rank(value: Scalar): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? 1 : 2;
}

/** A UTF-16 unit moved so that comparing units compares code points: surrogates stand above U+E000 to U+FFFF. */
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

function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return rank(a) - rank(b) || Number(a) - Number(b);
}

/**
 * The comparator of one property. Missing values come last ascending and first descending; rows that are alike
 * stand in ascending order of their ids in both directions.
 */
export function byProperty(valueIn: RowValue, direction: Direction): Comparator {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    const left = sortable(valueIn(a));
    const right = sortable(valueIn(b));
    if (left === undefined || right === undefined) {
      if (left === right) return compareText(a.id, b.id);
      return left === undefined ? sign : -sign;
    }
    return sign * compareScalars(left, right) || compareText(a.id, b.id);
  };
}

/** Ascending by id: the order in which everything can be walked. */
export const byId: Comparator = (a, b) => compareText(a.id, b.id);
