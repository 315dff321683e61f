/** Which texts of a schema are markup, for searches. */
import type { Markup } from '../query/searchable.js';
import { reachable } from './reach.js';
import type { Property, Schema } from './schema.js';

interface Parts {
  readonly properties: Map<string, Markup>;
}

function markupOf({ kind, definition, children }: Property, all: ReadonlyMap<string, Parts>) {
  const parts = children?.schema();
  const inside = parts && all.get(parts.id);
  if (inside) return children?.many ? { items: inside } : inside;
  return kind.markup?.(definition) === true ? 'whole' : undefined;
}

/** Which texts of a schema's objects are markup, those of cards and decks included. */
export function searchMarkup(schema: Schema): Parts {
  const all = new Map(reachable(schema).map((one) => [one.id, { properties: new Map<string, Markup>() }]));
  for (const one of reachable(schema)) {
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
        .map(({ name, children }) => [name, children?.schemaId, children?.many]),
    ]),
  );
