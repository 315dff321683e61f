/** `card`: one part that follows a schema of its own, with the property's name as its id (spec/field-kinds.md#card). */

import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { isEmptyValue } from '../../contract/visibility.js';
import { isShallow } from '../json/index.js';
import type { PropertyKind } from '../kind.js';
import { childSchemas } from '../reference.js';
import { plainText } from '../styledtext/sanitize.js';

/** Every text and number of a value, at any depth; ids of parts are no words of it. */
export function wordsIn(value: JsonValue): string {
  const words = (part: JsonValue): string[] => {
    if (typeof part === 'string') return [plainText(part)];
    if (typeof part === 'number') return [String(part)];
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([key, child]) => (key === 'id' ? [] : words(child)));
  };
  return isShallow(value)
    ? words(value)
        .filter((word) => word !== '')
        .join(' ')
    : '';
}

/** Whether nothing but the id of a part is filled in. An empty list is what PHP writes for an empty object. */
export const isEmptyPart = (value: JsonValue): boolean =>
  isJsonObject(value)
    ? Object.entries(value).every(([key, child]) => key === 'id' || isEmptyValue(child))
    : isEmptyValue(value);

/** The keys of both; null in the patch removes one. */
export function mergeKeys(current: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  return isJsonObject(current) ? { ...current, ...patch } : patch;
}

export const cardKind: PropertyKind = {
  type: 'card',
  ofTypes: ['card'],
  exclusive: true,
  blank: {},
  schema: () => ({ type: 'object' }),
  valueType: () => 'unknown',
  isEmpty: isEmptyPart,
  children: (definition) => ({
    schemas: childSchemas(definition).ids.slice(0, 1),
    named: false,
    many: false,
  }),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsIn(value) : ''),
};
