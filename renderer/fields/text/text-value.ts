import type { JsonValue } from '#contract/values';

/** A value as the text an input shows: numbers and booleans written out, nothing for anything else. */
export function asText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Scalars fit into a text input; lists and objects do not. */
export function isTextual(value: JsonValue): boolean {
  return typeof value !== 'object';
}
