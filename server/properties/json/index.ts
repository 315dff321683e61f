/** `json`: any object or list (spec/field-kinds.md#code-and-json). */
import { message } from '../../contract/messages/message.js';
import { UNSAFE_KEYS } from '../../contract/names.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';

/** Deepest nesting taken; far below what makes a recursive reader run out of stack. */
const MAX_DEPTH = 64;

/** Whether a value nests no deeper than `limit`, told without recursion of unknown depth. */
export function isShallow(value: JsonValue, limit = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  return Object.values(value).every((child) => isShallow(child, limit - 1));
}

/** A copy without keys that could reach a prototype. */
function safeCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(safeCopy);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, child] of Object.entries(value)) if (!UNSAFE_KEYS.has(key)) copy[key] = safeCopy(child);
  return copy;
}

/** Text that is a JSON object or list, read; any other value as it is. */
function readText(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

const words = (value: JsonValue): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(words)
    : value === null
      ? []
      : [String(value)];

/** A property whose type is plainly `object` holds objects only; one of the type `json` lists and text as well. */
const onlyObjects = ({ type, $ref }: PropertyDefinition): boolean => type === 'object' && $ref === undefined;

export const jsonKind: PropertyKind = {
  type: 'json',
  ofTypes: ['json', 'object'],
  blank: null,
  schema: (definition) => ({ type: onlyObjects(definition) ? 'object' : ['object', 'array', 'string'] }),
  valueType: () => 'unknown',
  normalise(value, definition) {
    const read = typeof value === 'string' ? readText(value) : value;
    if (read === '') return null;
    // An empty list is what PHP writes for an empty object.
    if (onlyObjects(definition) && Array.isArray(read) && read.length === 0) return {};
    return isShallow(read) ? safeCopy(read) : read;
  },
  check: (value) => (isShallow(value) ? [] : [message('levelsOver', { limit: MAX_DEPTH })]),
  merge(current, patch) {
    if (isJsonObject(current) && isJsonObject(patch)) return { ...current, ...patch };
    if (Array.isArray(current) && Array.isArray(patch)) {
      const known = new Set(current.map((entry) => JSON.stringify(entry)));
      return [...current, ...patch.filter((entry) => !known.has(JSON.stringify(entry)))];
    }
    return patch;
  },
  text: (value) => (isShallow(value) ? words(value).join(' ') : ''),
};
