/** JSON Schema keywords of a property definition, as far as they speak of its value (spec/field-kinds.md#validation). */
import { UNSAFE_KEYS } from '../contract/names.js';
import type { PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import type { PropertyKind } from '../properties/kind.js';
import { statedType } from '../properties/resolve.js';

const KEYWORDS = new Set(
  (
    'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minItems maxItems uniqueItems enum const items prefixItems contains minContains maxContains properties ' +
    'patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired ' +
    'allOf anyOf oneOf not if then else'
  ).split(' '),
);

/** The types of JSON Schema without `null`, which no property can have. */
export const JSON_TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
]);

/** Subschemas deeper than this are ignored: real schemas do not need them, and they are read recursively. */
const MAX_DEPTH = 16;

/** A copy of a subschema without references (nothing is ever fetched) and without hostile keys. */
function plainCopy(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.map((entry) => plainCopy(entry, depth + 1));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('$') && !UNSAFE_KEYS.has(key));
  return Object.fromEntries(entries.map(([key, child]) => [key, plainCopy(child, depth + 1)]));
}

/** The keywords a definition adds to its kind's schema. */
export function keywordsOf(
  definition: PropertyDefinition,
  { ownKeywords }: Pick<PropertyKind, 'ownKeywords'>,
): Record<string, unknown> {
  const own = new Set(ownKeywords);
  const added = Object.entries(definition).filter(
    ([key, value]) => KEYWORDS.has(key) && !own.has(key) && value !== null && value !== undefined,
  );
  return Object.fromEntries(added.map(([key, value]) => [key, plainCopy(value)]));
}

/** JSON Schema of a property's value: what its kind says, narrowed by what the definition says. */
export function valueSchema(definition: PropertyDefinition, kind: PropertyKind): Record<string, unknown> {
  const base = kind.schema(definition);
  const type = statedType(definition);
  const typed = Object.keys(base).length === 0 && type !== undefined && JSON_TYPES.has(type) ? { type } : {};
  return { ...typed, ...base, ...keywordsOf(definition, kind) };
}
