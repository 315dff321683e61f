/** Lists as they are sent: JSON arrays, or text with commas (spec/field-kinds.md#lists). */
import type { JsonValue } from '../../contract/values.js';

const isEmpty = (entry: JsonValue) => entry === null || entry === '';

/** The entries of an array or of a text split at its commas, trimmed, without empty ones; undefined for other values. */
export function readEntries(value: JsonValue): JsonValue[] | undefined {
  const raw = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : undefined;
  return raw
    ?.map((entry) => (typeof entry === 'string' ? entry.trim() : entry))
    .filter((entry) => !isEmpty(entry));
}

/** Both lists one after the other, every scalar once; what is no scalar is left for the validator to refuse. */
export function mergeLists(current: readonly JsonValue[], added: readonly JsonValue[]): JsonValue[] {
  return [...new Set([...current, ...added])];
}
