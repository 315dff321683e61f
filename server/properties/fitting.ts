/**
 * What is shown of objects and lists where a kind has no place for them (spec/content.md#old-values). They are left from
 * another kind, as a card with a secret in it, and nothing tells any more which of their values were public.
 */
import type { JsonObject, JsonValue } from '../contract/values.js';
import { isShallow } from './json/index.js';
import { looksHashed } from './password/index.js';

/** A part of a JSON Schema: what of it tells where objects may stand. */
type Shape = unknown;

const SCALAR = { type: 'string' };

const part = (shape: Shape, key: string): Shape =>
  typeof shape === 'object' && shape !== null && Object.hasOwn(shape, key)
    ? Reflect.get(shape, key)
    : undefined;

function takes(shape: Shape, type: 'object' | 'array'): boolean {
  const stated = part(shape, 'type');
  return stated === undefined || (Array.isArray(stated) ? stated.includes(type) : stated === type);
}

/**
 * A value as far as a schema has place for it, the same one where it has place for all. Of all other objects the keys
 * remain, with null.
 */
export function fitting(value: JsonValue, shape: Shape = SCALAR): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? fittingList(value, shape) : fittingObject(value, shape);
}

function fittingList(list: JsonValue[], shape: Shape): JsonValue {
  const entries = takes(shape, 'array') ? part(shape, 'items') : SCALAR;
  if (entries === undefined) return list;
  let shown: JsonValue[] | undefined;
  for (const [at, entry] of list.entries()) {
    const isCut = Array.isArray(entry) && entry.length > 0 && !takes(entries, 'array');
    const next = isCut ? [] : fitting(entry, entries);
    if (next === entry) continue;
    shown ??= [...list];
    shown[at] = next;
  }
  return shown ?? list;
}

function fittingObject(value: JsonObject, shape: Shape): JsonValue {
  const known = takes(shape, 'object') ? part(shape, 'properties') : {};
  const others = part(shape, 'additionalProperties');
  if (known === undefined && typeof others !== 'object') return value;
  return eachFitting(value, (child, key) => {
    const rule = part(known, key) ?? (known === undefined ? others : undefined);
    return rule === undefined ? null : fitting(child, rule);
  });
}

/** An object with what is shown of each value; the same one where that is all. */
export function eachFitting(
  value: JsonObject,
  shownOf: (child: JsonValue, key: string) => JsonValue,
): JsonObject {
  // Every object of a folder passes here, and almost none needs a copy.
  let shown: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const child = value[key];
    const next = child === undefined ? undefined : shownOf(child, key);
    if (next === undefined || next === child) continue;
    shown ??= { ...value };
    shown[key] = next;
  }
  return shown ?? value;
}

/** A value as those see it who may change it: all but passwords. Of one that is nested too deeply, `fitting`. */
export const withoutPasswords = (value: JsonValue, fitting: JsonValue = null): JsonValue =>
  isShallow(value) ? masked(value) : fitting;

function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return looksHashed(value) ? '' : value;
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      // In files of other programs a password may stand as it was typed.
      return [key, key === 'password' && typeof child === 'string' ? '' : masked(child)];
    }),
  );
}
