/**
 * Values that a save leaves as they are. What they broke before, they may go on breaking (spec/content.md#old-values).
 */
import { isDeepStrictEqual } from 'node:util';
import { ITEM_SCHEMA } from '../contract/deck.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';

const isBlank = (value: JsonValue | undefined) => value === undefined || value === null || value === '';

const own = (value: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The key that a dotted path begins with; keys of other programs may hold dots themselves. */
function headOf(path: string, ...objects: readonly JsonObject[]): string {
  const [first = ''] = path.split('.', 1);
  const keys = objects.flatMap(Object.keys).filter((key) => path === key || path.startsWith(`${key}.`));
  return keys.reduce((longest, key) => (key.length > longest.length ? key : longest), first);
}

/** An item of a deck that follows another schema than before is another item. */
const isOther = (before: JsonObject, now: JsonObject) =>
  typeof before[ITEM_SCHEMA] === 'string' && before[ITEM_SCHEMA] !== now[ITEM_SCHEMA];

const sameKeys = (before: JsonObject, now: JsonObject) =>
  isDeepStrictEqual(new Set(Object.keys(before)), new Set(Object.keys(now)));

/**
 * How the value at a path stands to the one before: `same` there, or `moved` as an entry of a list that has it still.
 * Undefined where it was changed or is new. What a path ends at may hold other values as long as it has as many: a rule
 * of how many there are is not touched by what is in them.
 */
function standing(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  path: string,
): 'same' | 'moved' | undefined {
  if (isDeepStrictEqual(before, now) || (isBlank(before) && isBlank(now))) return 'same';
  if (Array.isArray(before) && Array.isArray(now)) {
    if (path === '') return before.length === now.length ? 'same' : undefined;
    const entry = now[Number(path.split('.', 1)[0])];
    return before.some((one) => isDeepStrictEqual(one, entry)) ? 'moved' : undefined;
  }
  if (!isJsonObject(before) || !isJsonObject(now) || Object.keys(before).length === 0) return undefined;
  if (path === '') return sameKeys(before, now) ? 'same' : undefined;
  if (isOther(before, now)) return undefined;
  const key = headOf(path, before, now);
  return standing(own(before, key), own(now, key), path.slice(key.length + 1));
}

/** A document with what is wrong with it. */
export interface Judged {
  document: JsonObject;
  details: ErrorDetails;
}

/**
 * The paths of a document that are wrong as they were before: the value is the same, and was wrong then. `before` is
 * the document as a save that sends nothing would leave it.
 */
export function oldProblems(before: Judged, now: Judged): string[] {
  return Object.entries(now.details).flatMap(([path, messages]) => {
    const found = standing(before.document, now.document, path);
    const known = Object.hasOwn(before.details, path) ? (before.details[path] ?? []) : [];
    const isOld = found === 'moved' || (found === 'same' && messages.every((one) => known.includes(one)));
    return isOld ? [path] : [];
  });
}
