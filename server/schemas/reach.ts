/** A schema and all that its cards and decks, and theirs, are made of. */
import type { Schema } from './schema.js';

/** Cards inside cards go no deeper than this; schemas may refer to themselves. */
export const MAX_NESTING = 8;

/** The schema itself first, then every schema its parts follow, each once, however they refer to each other. */
export function reachable(schema: Schema): Schema[] {
  const found = new Map<string, Schema>([[schema.id, schema]]);
  for (const { properties } of found.values()) {
    for (const { children } of properties.values()) {
      for (const child of children?.all() ?? []) if (!found.has(child.id)) found.set(child.id, child);
    }
  }
  return [...found.values()];
}
