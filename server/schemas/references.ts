/** What ties schema documents together: inheritance, and the schemas that cards and decks name (spec/field-kinds.md#card). */
import type { PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { resolveKind } from '../properties/resolve.js';
import { parentIds } from './inherit.js';
import type { Complain } from './save-definition.js';
import type { Schema } from './schema.js';

/** Own properties of a document that are cards or decks, with the id of the schema they name. */
function* ownReferences(
  document: SchemaDocument,
): Generator<{ name: string; definition: PropertyDefinition; schema: string | undefined }> {
  const properties: unknown = document.properties;
  if (!isJsonObject(properties)) return;
  for (const [name, definition] of Object.entries(document.properties)) {
    if (!isJsonObject(definition)) continue;
    const parts = resolveKind(definition).kind.children?.(definition);
    if (parts) yield { name, definition, schema: parts.schema };
  }
}

/** Ids of the schemas whose cards or decks a document's own properties hold. */
export const referredSchemas = (document: SchemaDocument): string[] =>
  [...ownReferences(document)].flatMap(({ schema }) => schema ?? []);

/** Names of a document's own cards and decks that hold parts of a schema. */
export const referencesTo = (document: SchemaDocument, id: string): string[] =>
  [...ownReferences(document)].filter(({ schema }) => schema === id).map(({ name }) => name);

/**
 * Ids of the schemas whose flattened form, entries or checks depend on `id`, through inheritance or parts at any
 * remove; itself first.
 */
export function affectedBy(id: string, documents: readonly SchemaDocument[]): string[] {
  const affected = new Set([id]);
  for (const one of affected) {
    for (const document of documents) {
      if (parentIds(document).includes(one) || referredSchemas(document).includes(one))
        affected.add(document.id);
    }
  }
  return [...affected];
}

/** The first property that cannot be used inside a card or an item. */
const firstNonNestable = (schema: Schema): string | undefined =>
  [...schema.properties.values()].find(({ kind }) => kind.outermost)?.name;

/**
 * Reports cards and decks that could never be saved: without a schema, or whose schema has properties that cannot be
 * nested. `referrers`: schemas whose cards or decks use this one. A schema that does not exist yet is allowed.
 */
export function checkReferences(
  schema: Schema,
  document: SchemaDocument,
  referrers: readonly string[],
  complain: Complain,
): void {
  for (const { name, schema: id } of ownReferences(document)) {
    const path = `properties.${name}.schemaref`;
    if (id === undefined) {
      complain(path, 'must name the schema of the parts of the property');
      continue;
    }
    const inside = id === schema.id ? schema : schema.schemaOf(id);
    const unsupported = inside && firstNonNestable(inside);
    if (unsupported !== undefined)
      complain(path, `must not name "${id}": its "${unsupported}" cannot be used inside a card or an item`);
  }
  const unsupported = firstNonNestable(schema);
  if (unsupported === undefined || referrers.length === 0) return;
  const names = referrers.map((id) => `"${id}"`).join(', ');
  complain(`properties.${unsupported}`, `cannot be used in a schema that cards or decks of ${names} use`);
}
