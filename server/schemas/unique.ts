/** `unique` properties (spec/field-kinds.md#validation): compared as filters compare text; what is empty is exempt. */
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { fold } from '../query/fold.js';
import { labelOf } from './check.js';
import type { Schema } from './schema.js';

const isEmpty = (value: JsonValue | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** What two values have in common that count as the same: their text without regard to case and to how accents are spelled. */
export const uniqueKey = (value: JsonValue | undefined): string | undefined => {
  if (value === undefined || isEmpty(value)) return undefined;
  return fold(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Messages for values another object already holds. The catalogue finds them only where the schema indexes them. */
export function checkUnique(
  schema: Schema,
  document: JsonObject,
  isTaken: (property: string, value: JsonValue) => boolean,
): ErrorDetails {
  const details: ErrorDetails = {};
  for (const [name, property] of schema.properties) {
    if (property.definition.unique !== true || name === 'id' || property.kind.kept || property.kind.files)
      continue;
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    if (value === undefined || isEmpty(value)) continue;
    const label = labelOf(property);
    if (!schema.index.includes(name)) {
      details[name] = [
        `${label} must be unique, which needs "${name}" in the index of the schema "${schema.id}"`,
      ];
    } else if (isTaken(name, value)) {
      details[name] = [`${label} must be unique; another object has the same value`];
    }
  }
  return details;
}
