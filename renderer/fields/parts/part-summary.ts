/** A card or an item of a deck as one line of text. */
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { labelOf, shownProperties } from '../../form/field-rules';
import type { PartSchemas } from '../../form/form-context';
import { own } from '../../json';
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

/** All values of a card or a deck, one a line with its label, parts inside further to the right; secrets masked. */
export function partLines(
  value: JsonValue | undefined,
  definition: PropertyOnWire,
  schemas: PartSchemas,
): string[] {
  const schema = schemas.get(definition.itemSchema ?? '');
  if (schema === undefined || !isJsonObject(value))
    return [looseSummary(value)].filter((line) => line !== '');
  const inside = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  if (definition.field === 'deck') {
    const item = { ...definition, field: 'card' as const };
    return Object.entries(value).flatMap(([id, one]) => [id, ...inside(partLines(one, item, schemas))]);
  }
  return shownProperties(schema).flatMap((name) => {
    const inner = schema.properties[name];
    const one = own(value, name);
    if (name === 'id' || inner === undefined || one === undefined || one === null) return [];
    const kind = kindFor(inner, one);
    const label = labelOf(name, inner);
    if (kind.parts) return [label, ...inside(partLines(one, inner, schemas))];
    const text = kind.summary(one, inner).trim();
    return text === '' ? [] : [`${label}: ${text}`];
  });
}
