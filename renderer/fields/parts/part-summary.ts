/** A card or an item of a deck as one line of text. */
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../draft/same-json';
import { shownProperties } from '../../form/field-rules';
import { kindFor } from '..';

/** Most properties a summary tells of. */
const TOLD = 3;

/** What a property of a part says in one line; nothing where there is none, or one that is secret or made of parts. */
export function lineOf(part: JsonObject, name: string, schema: SchemaDefinition): string {
  const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  const value = own(part, name);
  if (definition === undefined || value === undefined || value === null) return '';
  const kind = kindFor(definition, value);
  return kind.sensitive || kind.parts ? '' : kind.summary(value, definition).trim();
}

/** The first filled properties of a part; on and off say little without their label and are left out. */
export function partSummary(part: JsonObject, schema: SchemaDefinition): string {
  return shownProperties(schema)
    .filter((name) => name !== 'id' && typeof own(part, name) !== 'boolean')
    .map((name) => lineOf(part, name, schema))
    .filter((line) => line !== '')
    .slice(0, TOLD)
    .join(' · ');
}

/** How many values a part has; which they are only its schema can tell, for some must not be shown. */
export function looseSummary(value: JsonValue | undefined): string {
  const filled = Object.entries(isJsonObject(value) ? value : {}).filter(
    ([key, one]) => key !== 'id' && one !== null && one !== '' && one !== false,
  ).length;
  if (filled === 0) return '';
  return filled === 1 ? '1 value' : `${filled} values`;
}
