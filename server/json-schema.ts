/** JSON Schemas of common values, and functions that create those of objects and lists. */
import { MAX_ID_LENGTH, NAME_PATTERNS } from './contract/names.js';
import type { JsonObject } from './contract/values.js';

export const text = { type: 'string' };
/** A non-empty string. */
export const filled = { type: 'string', minLength: 1 };
export const count = { type: 'integer', minimum: 0 };
export const bool = { type: 'boolean' };
export const time = { type: 'string', format: 'date-time' };
export const open: JsonObject = { type: 'object', additionalProperties: true };
export const messages: JsonObject = { type: 'object', additionalProperties: { type: 'array', items: text } };
/** The key and the values of a message (spec/errors.md#messages). */
export const said = {
  key: text,
  values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
} satisfies JsonObject;
export const problems: JsonObject = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'object', properties: said } },
};

/** An id of a collection, a schema, an object, a view. */
export const id = { type: 'string', pattern: NAME_PATTERNS.id, maxLength: MAX_ID_LENGTH };
export const propertyName = { type: 'string', pattern: NAME_PATTERNS.property, maxLength: MAX_ID_LENGTH };

/** A value, or null, which removes or resets it. */
export const orNull = (shape: JsonObject): JsonObject => {
  const { type, enum: choices } = shape;
  if (type === undefined && shape.$ref === undefined) return shape;
  if (type === undefined || Array.isArray(type)) return { anyOf: [shape, { type: 'null' }] };
  return { ...shape, type: [type, 'null'], ...(Array.isArray(choices) && { enum: [...choices, null] }) };
};
/** Properties that may all be null. */
export const eachOrNull = (properties: Readonly<Record<string, JsonObject>>): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, orNull(shape)]));

export const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
export const mapOf = (items: JsonObject): JsonObject => ({ type: 'object', additionalProperties: items });
export const choice = (...words: string[]): JsonObject => ({ type: 'string', enum: words });
export const each = (shape: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, shape]));
export const texts = (...names: string[]): JsonObject => each(text, names);
export const counts = (...names: string[]): JsonObject => each(count, names);

/** An object with these required properties. */
export const all = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
/** An object with these optional properties. */
export const some = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
/** As `some`, with additional properties. */
export const atLeast = (properties: JsonObject, ...required: string[]): JsonObject => ({
  ...some(properties, ...required),
  additionalProperties: true,
});
