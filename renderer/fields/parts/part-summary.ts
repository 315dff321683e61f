/** A card or an item of a deck as one line of text. */
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../json';
import { labelOf } from '../field-rules';
import type { PartSchemas } from '../form-context';
import type { FieldLookup } from '../kind';
import { partSchemasOf, schemaOfPart } from './part-schema';

/** Most properties a summary tells of. */
const TOLD = 3;

/** What a property of a part says in one line; nothing where there is none, or one that is secret or made of parts. */
export function lineOf(
  part: JsonObject,
  name: string,
  schema: SchemaDefinition,
  { kindFor }: Pick<FieldLookup, 'kindFor'>,
): string {
  const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  const value = own(part, name);
  if (definition === undefined || value === undefined || value === null) return '';
  const kind = kindFor(definition, value);
  return kind.sensitive || kind.parts ? '' : kind.summary(value, definition).trim();
}

/** The first filled properties of a part; on and off say little without their label and are left out. */
export function partSummary(part: JsonObject, schema: SchemaDefinition, fields: FieldLookup): string {
  return fields
    .shownProperties(schema)
    .filter((name) => name !== 'id' && typeof own(part, name) !== 'boolean')
    .map((name) => lineOf(part, name, schema, fields))
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

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Values of the object a card holds, one a line with its label. */
function objectLines(
  value: JsonObject,
  schema: SchemaDefinition,
  schemas: PartSchemas,
  fields: FieldLookup,
): string[] {
  return fields.shownProperties(schema).flatMap((name) => {
    const inner = schema.properties[name];
    const one = own(value, name);
    if (name === 'id' || inner === undefined || one === undefined || one === null) return [];
    const kind = fields.kindFor(inner, one);
    const label = labelOf(name, inner);
    if (kind.parts) return [label, ...indented(partLines(one, inner, schemas, fields))];
    const text = kind.summary(one, inner).trim();
    return text === '' ? [] : [`${label}: ${text}`];
  });
}

/** All values of a card or a deck, one a line with its label, parts inside further to the right; secrets masked. */
export function partLines(
  value: JsonValue | undefined,
  definition: PropertyOnWire,
  schemas: PartSchemas,
  fields: FieldLookup,
): string[] {
  const linesOf = (part: JsonValue | undefined): string[] => {
    const schema = schemaOfPart(definition, part, schemas);
    return schema === undefined || !isJsonObject(part)
      ? [looseSummary(part)].filter((line) => line !== '')
      : objectLines(part, schema, schemas, fields);
  };
  const many = fields.kindFor(definition, value).parts === 'many';
  const isKnown = partSchemasOf(definition, schemas).length > 0;
  if (!many || !isKnown || !isJsonObject(value)) return linesOf(value);
  return Object.entries(value).flatMap(([id, one]) => [id, ...indented(linesOf(one))]);
}
