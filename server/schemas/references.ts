/** What ties schema documents together: inheritance, and the schemas that cards and decks name (spec/field-kinds.md#card). */
import { ITEM_SCHEMA } from '../contract/deck.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { resolveKind } from '../properties/resolve.js';
import { parentIds } from './inherit.js';
import type { Complain } from './save-definition.js';
import type { Schema } from './schema.js';

/** Own properties of a document that are cards or decks, with the ids of the schemas they name. */
function* ownReferences(
  document: SchemaDocument,
): Generator<{ name: string; schemas: readonly string[]; named: boolean }> {
  const properties: unknown = document.properties;
  if (!isJsonObject(properties)) return;
  for (const [name, definition] of Object.entries(document.properties)) {
    if (!isJsonObject(definition)) continue;
    const parts = resolveKind(definition).kind.children?.(definition);
    if (parts) yield { name, schemas: parts.schemas, named: parts.named };
  }
}

/** Ids of the schemas whose cards or decks a document's own properties hold. */
export const referredSchemas = (document: SchemaDocument): string[] =>
  [...ownReferences(document)].flatMap(({ schemas }) => schemas);

/** Names of a document's own cards and decks that hold parts of a schema. */
export const referencesTo = (document: SchemaDocument, id: string): string[] =>
  [...ownReferences(document)].filter(({ schemas }) => schemas.includes(id)).map(({ name }) => name);

/** Whether a document has a deck that lists a schema among others, so that its items name theirs. */
const listsSchema = (document: SchemaDocument, id: string): boolean =>
  [...ownReferences(document)].some(({ schemas, named }) => named && schemas.includes(id));

/**
 * Ids of the schemas whose flattened form, entries or checks depend on some of `ids`, through inheritance or parts at any
 * remove; these first.
 */
export function affectedBy(ids: readonly string[], documents: readonly SchemaDocument[]): string[] {
  const users = new Map<string, string[]>();
  for (const document of documents) {
    for (const used of new Set([...parentIds(document), ...referredSchemas(document)])) {
      const of = users.get(used);
      if (of) of.push(document.id);
      else users.set(used, [document.id]);
    }
  }
  const affected = new Set(ids);
  for (const one of affected) for (const user of users.get(one) ?? []) affected.add(user);
  return [...affected];
}

/** The first property that cannot be used inside a card or an item. */
const firstNonNestable = (schema: Schema): string | undefined =>
  [...schema.properties.values()].find(({ kind }) => kind.outermost)?.name;

const named = (documents: readonly SchemaDocument[]) => documents.map(({ id }) => `"${id}"`).join(', ');

/**
 * Reports cards and decks that could never be saved: without a schema, or whose schema has properties that cannot be
 * nested. `referrers`: documents of schemas whose cards or decks use this one. A schema that does not exist yet is
 * allowed.
 */
export function checkReferences(
  schema: Schema,
  document: SchemaDocument,
  referrers: readonly SchemaDocument[],
  complain: Complain,
): void {
  for (const { name, schemas, named } of ownReferences(document)) {
    const path = `properties.${name}.schemaref`;
    if (schemas.length === 0) complain(path, 'must name the schema of the parts of the property');
    for (const id of schemas) {
      const inside = id === schema.id ? schema : schema.schemaOf(id);
      const unsupported = inside && firstNonNestable(inside);
      if (unsupported !== undefined)
        complain(path, `must not name "${id}": its "${unsupported}" cannot be used inside a card or an item`);
      if (named && inside?.properties.has(ITEM_SCHEMA))
        complain(
          path,
          `must not list "${id}": it has a property "${ITEM_SCHEMA}", where items name their schema`,
        );
    }
  }
  const listing = named(referrers.filter((referrer) => listsSchema(referrer, schema.id)));
  if (listing !== '' && schema.properties.has(ITEM_SCHEMA)) {
    const why = `cannot be called so: items of decks of ${listing} name their schema in it`;
    complain(`properties.${ITEM_SCHEMA}`, why);
  }
  const unsupported = firstNonNestable(schema);
  if (unsupported === undefined || referrers.length === 0) return;
  const names = named(referrers);
  complain(`properties.${unsupported}`, `cannot be used in a schema that cards or decks of ${names} use`);
}
