/** Which texts of a schema are markup, for searches. */
import { ITEM_SCHEMA } from '../contract/deck.js';
import type { Markup } from '../query/searchable.js';
import { reachable } from './reach.js';
import type { Property, Schema } from './schema.js';

interface Parts {
  readonly properties: Map<string, Markup>;
}

/** The markup of several schemas in one; the names of the schemas themselves are not searched. */
function united(schemas: readonly Schema[], all: ReadonlyMap<string, Parts>): Parts {
  const properties = schemas.flatMap(({ id }) => [...(all.get(id)?.properties ?? [])]);
  return { properties: new Map([...properties, [ITEM_SCHEMA, 'none']]) };
}

function markupOf({ kind, definition, children }: Property, all: ReadonlyMap<string, Parts>) {
  if (children?.named) return { items: united(children.all(), all) };
  const parts = children?.schema();
  const inside = parts && all.get(parts.id);
  if (inside) return children?.many ? { items: inside } : inside;
  return kind.markup?.(definition) === true ? 'whole' : undefined;
}

/** Which texts of a schema's objects are markup, those of cards and decks included. */
export function searchMarkup(schema: Schema): Parts {
  const schemas = reachable(schema);
  const all = new Map(schemas.map((one) => [one.id, { properties: new Map<string, Markup>() }]));
  // What is united comes last, when what it is made of is complete. Decks stand in the outermost schema only.
  for (const one of [...schemas.slice(1), ...schemas.slice(0, 1)]) {
    for (const [name, property] of one.properties) {
      const markup = markupOf(property, all);
      if (markup !== undefined) all.get(one.id)?.properties.set(name, markup);
    }
  }
  return all.get(schema.id) ?? { properties: new Map() };
}

/** The same text for schemas with the same markup. */
export const searchMarkupKey = (schema: Schema): string =>
  JSON.stringify(
    reachable(schema).map(({ id, properties }) => [
      id,
      [...properties.values()]
        .filter(({ kind, definition, children }) => children || kind.markup?.(definition) === true)
        .map(({ name, children }) => [name, children?.schemaIds, children?.many]),
    ]),
  );
