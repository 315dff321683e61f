/** The schemas every folder has, from `resources/schemas/` (spec/schemas.md#built-in-schemas). */
import { BUILT_IN_SCHEMA_IDS } from '../contract/names.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { readResource } from '../store/host/resources.js';

/** Reads all of them. Throws when one is missing or no JSON: then Plinth itself is damaged. */
export function readBuiltInSchemas(): ReadonlyMap<string, SchemaDocument> {
  const documents = BUILT_IN_SCHEMA_IDS.map((id): [string, SchemaDocument] => {
    const document: SchemaDocument = JSON.parse(readResource(`schemas/${id}.json`));
    return [id, document];
  });
  return new Map(documents);
}
