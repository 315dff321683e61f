/** A card or an item of a deck as one line of text. */
import type { SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../draft/same-json';
import { shownProperties } from '../../form/field-rules';
import { kindFor } from '..';

/** Most properties a summary tells of. */
const TOLD = 3;

/** What a property of a part says in one line; nothing where there is no value, or a secret one. */
export function lineOf(part: JsonObject, name: string, schema: SchemaDefinition): string {
  const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  const value = own(part, name);
  if (definition === undefined || value === undefined || value === null) return '';
  const kind = kindFor(definition, value);
  return kind.sensitive ? '' : kind.summary(value, definition).trim();
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

/** Texts and numbers of a value whose schema is not at hand, as the lists show it. */
export function looseSummary(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return '';
  return Object.entries(value)
    .flatMap(([key, part]) =>
      key !== 'id' && (typeof part === 'string' || typeof part === 'number') && part !== ''
        ? [String(part)]
        : [],
    )
    .map((text) =>
      text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .slice(0, TOLD)
    .join(' · ');
}
