/**
 * Removes invalid keywords from a JSON Schema of the folder. A validator would do the same, but takes longer to compile
 * than the whole document.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { JSON_TYPES } from '../schemas/keywords.js';

const isType = (value: JsonValue): boolean => value === 'null' || JSON_TYPES.has(value);

/** The keyword's valid value; undefined removes the keyword. */
type Reader = (value: JsonValue) => JsonValue | undefined;

const when =
  (holds: (value: JsonValue) => boolean): Reader =>
  (value) =>
    holds(value) ? value : undefined;

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isTexts = (value: JsonValue): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isTypes = (value: JsonValue): boolean =>
  isTexts(value) && Array.isArray(value) && value.length > 0 && value.every(isType);

const number = when((value) => typeof value === 'number');
const count = when((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0);

const schema: Reader = (value) =>
  typeof value === 'boolean' ? value : isJsonObject(value) ? soundKeywords(value) : undefined;
const schemas: Reader = (value) =>
  Array.isArray(value) && value.length > 0 ? value.map((one) => schema(one) ?? true) : undefined;
const schemaMap: Reader = (value) => {
  if (!isJsonObject(value)) return undefined;
  const sound = Object.entries(value).map(([name, one]): [string, JsonValue] => [name, schema(one) ?? true]);
  return Object.fromEntries(sound);
};
const isRegExp = (value: JsonValue): boolean => {
  try {
    return isText(value) && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

const each = (reader: Reader, ...names: string[]): [string, Reader][] => names.map((name) => [name, reader]);

const READERS: ReadonlyMap<string, Reader> = new Map([
  ...each(
    when((value) => isType(value) || isTypes(value)),
    'type',
  ),
  ...each(count, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'),
  ...each(count, 'minProperties', 'maxProperties'),
  ...each(number, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...each(
    when((value) => typeof value === 'number' && value > 0),
    'multipleOf',
  ),
  ...each(when(isRegExp), 'pattern'),
  ...each(when(isText), 'format', 'title', 'description'),
  ...each(
    when((value) => typeof value === 'boolean'),
    'uniqueItems',
  ),
  ...each(
    when((value) => Array.isArray(value) && value.length > 0),
    'enum',
  ),
  ...each((value) => value, 'const', 'default'),
  ...each(when(isTexts), 'required'),
  ...each(schema, 'items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'),
  ...each(schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
  ...each(schemaMap, 'properties', 'patternProperties'),
]);

/** The valid keywords of a schema, at any depth. */
export function soundKeywords(value: JsonObject): JsonObject {
  const sound: [string, JsonValue][] = [];
  for (const [name, given] of Object.entries(value)) {
    const read = READERS.get(name)?.(given);
    if (read !== undefined) sound.push([name, read]);
  }
  return Object.fromEntries(sound);
}
