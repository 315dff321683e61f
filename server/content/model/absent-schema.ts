/** What a collection is bound to when the folder lacks its schema: everything can be read, nothing written. */
import type { Schema } from '../../schemas/schema.js';

/** A schema without properties that refuses every document and says why. */
export function absentSchema(id: string): Schema {
  return {
    id,
    document: { id, properties: {}, required: [], index: [] },
    properties: new Map(),
    required: [],
    index: [],
    former: new Map(),
    renamed: false,
    schemaOf: () => undefined,
    *checkPart() {
      yield;
      return {};
    },
    hash: `absent:${id}`,
    check: async () => ({
      id: [`cannot be saved: the schema "${id}" of the collection does not exist`],
    }),
  };
}
