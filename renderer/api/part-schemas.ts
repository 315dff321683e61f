import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError } from './client';
import { keys } from './keys';
import { schemaByIdQuery } from './queries';

/** Ids of the schemas that a schema's cards and decks follow. */
const partSchemaIds = (schema: SchemaDefinition): string[] => [
  ...new Set(
    Object.values(schema.properties).flatMap(
      ({ itemSchema, itemSchemas }) => itemSchemas ?? itemSchema ?? [],
    ),
  ),
];

async function schemaIfThere(client: QueryClient, id: string): Promise<SchemaDefinition | undefined> {
  try {
    return (await client.fetchQuery(schemaByIdQuery(id))).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** All schemas that a schema's parts follow, and theirs, by id; one that is gone is left out. */
export const partSchemasQuery = (schema: SchemaDefinition | undefined) => {
  const wanted = schema === undefined ? [] : partSchemaIds(schema);
  return queryOptions({
    queryKey: [...keys.schemas, { parts: wanted }],
    enabled: schema !== undefined,
    queryFn: async ({ client }): Promise<ReadonlyMap<string, SchemaDefinition>> => {
      const found = new Map<string, SchemaDefinition>();
      const asked = new Set<string>();
      let next = wanted;
      while (next.length > 0) {
        for (const id of next) asked.add(id);
        const schemas = await Promise.all(next.map((id) => schemaIfThere(client, id)));
        const there = schemas.filter((one) => one !== undefined);
        for (const one of there) found.set(one.id, one);
        next = [...new Set(there.flatMap(partSchemaIds))].filter((id) => !asked.has(id));
      }
      return found;
    },
  });
};
