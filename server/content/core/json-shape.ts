/**
 * What no value of a request may be, whichever door it comes in by (spec/limits.md#requests). Depth, keys and entries
 * do not bound their sum, which is bounded as well: 5 MB of `[],` take 0.3 s to parse, and every later step walks
 * them again.
 */

import { endOfText, inexactNumber } from '../../contract/exact-numbers.js';
import { message } from '../../contract/messages/message.js';
import { invalid, PlinthError } from '../../errors.js';

const MAX_DEPTH = 64;
const MAX_KEYS = 10_000;
const MAX_ITEMS = 100_000;
/** Keys and items of a whole text. */
const MAX_VALUES = 150_000;

const isMark = (code: number) => code === 0x2c || code === 0x5b || code === 0x7b;

/**
 * Rejects a JSON text of more than 150,000 keys and items before it is parsed: 5 MB of empty lists take a second.
 * Commas and opening brackets are counted; invalid JSON is left to the parser. Throws `tooLarge`.
 */
export function checkCount(json: string): void {
  // Every value has at least one comma or bracket.
  if (json.length <= MAX_VALUES) return;
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) at = endOfText(json, at);
    else if (isMark(code)) count += 1;
    if (count > MAX_VALUES) throw tooMany('', 'keys and items', MAX_VALUES);
  }
}

/** Throws `tooLarge` for more than 100,000 items in the array at `path`. */
export function checkItems(count: number, path: string): void {
  if (count > MAX_ITEMS) throw tooMany(path, 'items', MAX_ITEMS);
}

/** Throws `tooLarge` for more than 10,000 keys in the object at `path`. */
export function checkKeys(count: number, path: string): void {
  if (count > MAX_KEYS) throw tooMany(path, 'keys', MAX_KEYS);
}

/**
 * Rejects values beyond the limits, without recursion: more than 64 levels, more than 10,000 keys in an object or
 * 100,000 items in an array, and the key `__proto__`. Names the place by dotted path; `below`: the path of the value
 * itself.
 */
export function checkShape(value: unknown, below = ''): void {
  const open: { value: object; path: string; depth: number }[] = [];
  const visit = (child: unknown, path: string, depth: number) => {
    if (typeof child !== 'object' || child === null) return;
    if (depth > MAX_DEPTH) {
      throw invalid(message('bodyLevels', { limit: MAX_DEPTH }));
    }
    open.push({ value: child, path, depth });
  };
  visit(value, below, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: parent, path, depth } = next;
    const prefix = path === '' ? '' : `${path}.`;
    if (Array.isArray(parent)) {
      checkItems(parent.length, path);
      for (const [index, item] of parent.entries()) visit(item, `${prefix}${index}`, depth + 1);
      continue;
    }
    const entries = Object.entries(parent);
    checkKeys(entries.length, path);
    for (const [key, child] of entries) {
      if (key === '__proto__') throw invalid(message('keyForbidden', { prefix }));
      visit(child, `${prefix}${key}`, depth + 1);
    }
  }
}

/**
 * Rejects a number that would not be stored exactly, by its place in a valid JSON text. `below`: the place of that
 * text. Throws `invalid`.
 */
export function checkNumbers(json: string, below = ''): void {
  const found = inexactNumber(json);
  if (!found) return;
  const number = found.number.length > 40 ? `${found.number.slice(0, 40)}…` : found.number;
  const path = [below, found.path].filter((part) => part !== '').join('.');
  throw invalid(message('bodyNumber', { place: path === '' ? 'The body' : `"${path}"`, number }), {
    ...(path !== '' && { [path]: [message('numberInexact', { number })] }),
  });
}

function tooMany(path: string, what: string, limit: number): PlinthError {
  const place = path === '' ? 'The body' : `"${path}"`;
  return new PlinthError('tooLarge', message('bodyLimit', { place, limit, what }));
}
