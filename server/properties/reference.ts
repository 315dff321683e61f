/** References between schema documents, resolved in the folder whatever host they name; nothing is ever fetched. */
import type { PropertyDefinition } from '../contract/schemas.js';

/** The last path segment of a reference without `.json`: `https://any.host/schemas/properties/slug.json` is `slug`. */
export function referenceTail(reference: unknown): string | undefined {
  if (typeof reference !== 'string') return undefined;
  const path = reference.split(/[?#]/, 1)[0] ?? '';
  const tail = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return tail === '' ? undefined : tail;
}

/** The schemas that parts can follow. */
export interface ChildSchemas {
  ids: readonly string[];
  /** The definition lists them, so that each part names its own. */
  named: boolean;
}

/**
 * Ids of the schemas a card or the items of a deck follow (spec/schemas.md#lookup): `schemaref`, its alias `deckref`,
 * either of them also in `settings`.
 */
export function childSchemas(definition: PropertyDefinition): ChildSchemas {
  const { settings } = definition;
  const own = typeof settings === 'object' && settings !== null ? settings : {};
  for (const candidate of [definition.schemaref, definition.deckref, own.schemaref, own.deckref]) {
    const named = Array.isArray(candidate);
    const ids = [...new Set([candidate].flat().flatMap((one) => referenceTail(one) ?? []))];
    if (ids.length > 0) return { ids, named };
  }
  return { ids: [], named: false };
}
