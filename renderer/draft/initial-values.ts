import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

const isJson = (value: unknown): value is JsonValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  Array.isArray(value) ||
  isJsonObject(value);

/**
 * What a new object's form starts with: the schema's defaults, which the server fills in by itself when nothing else
 * is sent. Words such as `now` in dates are left to the server.
 */
export function initialValues(schema: SchemaDefinition): JsonObject {
  const values: [string, JsonValue][] = [];
  for (const [name, definition] of Object.entries(schema.properties)) {
    const { default: preset, field } = definition;
    if (!isJson(preset) || preset === null || name === 'id') continue;
    const isDate = field === 'date' || field === 'datetime';
    if (isDate && !(typeof preset === 'string' && /^\d{4}-\d{2}-\d{2}/.test(preset))) continue;
    values.push([name, preset]);
  }
  return Object.fromEntries(values);
}
