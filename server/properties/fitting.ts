/**
 * What is shown of objects and lists where a kind has no place for them (spec/content.md#old-values). They are left from
 * another kind, as a card with a secret in it, and nothing tells any more which of their values were public.
 */
import type { JsonValue } from '../contract/values.js';

/** A part of a JSON Schema: what of it tells where objects may stand. */
type Shape = unknown;

const part = (shape: Shape, key: string): Shape =>
  typeof shape === 'object' && shape !== null && Object.hasOwn(shape, key)
    ? Reflect.get(shape, key)
    : undefined;

function takes(shape: Shape, type: 'object' | 'array'): boolean {
  const stated = part(shape, 'type');
  return stated === undefined || (Array.isArray(stated) ? stated.includes(type) : stated === type);
}

const SCALAR = { type: 'string' };

/** A value as it is as far as a schema has place for it. Of all other objects the keys remain, with null. */
export function fitting(value: JsonValue, shape: Shape = SCALAR): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries = takes(shape, 'array') ? (part(shape, 'items') ?? {}) : SCALAR;
    return value.map((entry) =>
      Array.isArray(entry) && !takes(entries, 'array') ? [] : fitting(entry, entries),
    );
  }
  const known = takes(shape, 'object') ? part(shape, 'properties') : {};
  const others = part(shape, 'additionalProperties');
  if (known === undefined && typeof others !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const rule = part(known, key) ?? (known === undefined ? others : undefined);
      return [key, rule === undefined ? null : fitting(child, rule)];
    }),
  );
}
