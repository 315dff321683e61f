/**
 * Values that a save leaves as they are. What they broke before, they may go on breaking (spec/content.md#old-values).
 */
import { isDeepStrictEqual } from 'node:util';
import { ITEM_SCHEMA } from '../contract/deck.js';
import type { Details } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';

const isBlank = (value: JsonValue | undefined) => value === undefined || value === null || value === '';

const own = (value: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/** The key that a dotted path begins with, the longest one; keys of other programs may hold dots themselves. */
function headOf(path: string, ...objects: readonly JsonObject[]): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const key = path.slice(0, end);
    if (objects.some((object) => Object.hasOwn(object, key))) return key;
  }
  return path.split('.', 1)[0] ?? '';
}

/** An item of a deck that follows another schema than before is another item. */
const isOther = (before: JsonObject, now: JsonObject) =>
  typeof before[ITEM_SCHEMA] === 'string' && before[ITEM_SCHEMA] !== now[ITEM_SCHEMA];

const sameKeys = (before: JsonObject, now: JsonObject) =>
  isDeepStrictEqual(new Set(Object.keys(before)), new Set(Object.keys(now)));

const isObject = (value: JsonValue | undefined) => typeof value === 'object' && value !== null;

/** Compares two documents at many paths. Nothing is compared twice: each path leads through the same values. */
class Comparison {
  readonly #same = new WeakMap<object, { now: JsonValue | undefined; same: boolean }>();
  readonly #empty = new WeakMap<JsonObject, boolean>();
  readonly #entries = new WeakMap<readonly JsonValue[], ReadonlySet<JsonValue>>();

  #isSame(before: JsonValue | undefined, now: JsonValue | undefined): boolean {
    if (typeof before !== 'object' || before === null) return before === now;
    const known = this.#same.get(before);
    if (known && known.now === now) return known.same;
    const same = isDeepStrictEqual(before, now);
    this.#same.set(before, { now, same });
    return same;
  }

  /** Looking for the first key of an object reads all of them. */
  #isEmpty(value: JsonObject): boolean {
    const empty = this.#empty.get(value) ?? Object.keys(value).length === 0;
    this.#empty.set(value, empty);
    return empty;
  }

  #has(list: readonly JsonValue[], entry: JsonValue | undefined): boolean {
    if (entry === undefined) return false;
    if (isObject(entry)) return list.some((one) => isDeepStrictEqual(one, entry));
    const entries = this.#entries.get(list) ?? new Set(list);
    this.#entries.set(list, entries);
    return entries.has(entry);
  }

  /**
   * How the value at a path stands to the one before: `same` there, or `moved` as an entry of a list that has it still.
   * Undefined where it was changed or is new. What a path ends at may hold other values as long as it has as many: a rule
   * of how many there are is not touched by what is in them.
   */
  standing(
    before: JsonValue | undefined,
    now: JsonValue | undefined,
    path: string,
  ): 'same' | 'moved' | undefined {
    if (this.#isSame(before, now) || (isBlank(before) && isBlank(now))) return 'same';
    if (Array.isArray(before) && Array.isArray(now)) {
      if (path === '') return before.length === now.length ? 'same' : undefined;
      return this.#has(before, now[Number(path.split('.', 1)[0])]) ? 'moved' : undefined;
    }
    if (!isJsonObject(before) || !isJsonObject(now) || this.#isEmpty(before)) return undefined;
    if (path === '') return sameKeys(before, now) ? 'same' : undefined;
    if (isOther(before, now)) return undefined;
    const key = headOf(path, before, now);
    return this.standing(own(before, key), own(now, key), path.slice(key.length + 1));
  }
}

/** Whether two lists have the same entries, in any order. */
function isReordered(before: readonly JsonValue[], now: readonly JsonValue[]): boolean {
  if (before.length !== now.length) return false;
  const counts = new Map<string, number>();
  for (const entry of before) {
    const text = JSON.stringify(entry);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return now.every((entry) => {
    const text = JSON.stringify(entry);
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  });
}

/** Whether the value that steps lead to is in all its parts what it was; a list may have another order. */
export function isUntouched(before: JsonObject, now: JsonObject, steps: readonly string[]): boolean {
  let was: JsonValue | undefined = before;
  let is: JsonValue | undefined = now;
  for (const step of steps) {
    if (!isJsonObject(was) || !isJsonObject(is) || isOther(was, is)) return false;
    [was, is] = [own(was, step), own(is, step)];
  }
  if (Array.isArray(was) && Array.isArray(is)) return isReordered(was, is);
  return isDeepStrictEqual(was, is);
}

/** A document with what is wrong with it. */
export interface Judged {
  document: JsonObject;
  details: Details;
}

/**
 * The paths of a document that are wrong as they were before: the value is the same, and was wrong then. `before` is
 * the document as a save that sends nothing would leave it. May pause wherever it yields.
 */
export function* oldProblems(before: Judged, now: Judged): Generator<void, string[]> {
  const comparison = new Comparison();
  const old: string[] = [];
  for (const [path, messages] of Object.entries(now.details)) {
    const found = comparison.standing(before.document, now.document, path);
    const known = Object.hasOwn(before.details, path) ? (before.details[path] ?? []) : [];
    if (
      found === 'moved' ||
      (found === 'same' && messages.every(({ text }) => known.some((one) => one.text === text)))
    )
      old.push(path);
    yield;
  }
  return old;
}
