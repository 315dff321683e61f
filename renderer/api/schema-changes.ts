import type { QueryClient } from '@tanstack/react-query';
import type { ConvertResult, RenameResult, SchemaImpact } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { schemaPath } from './paths';
import type { Together } from './together';

/** What saving a document under the id of a schema would mean for its objects. Nothing is written. */
export const schemaImpact = async (id: string, document: JsonObject): Promise<SchemaImpact> =>
  (await api.post<SchemaImpact>(`${schemaPath(id)}/impact`, { ifMatch: NO_VERSION, body: document })).data;

/** Saves a document under the id of a schema and converts the values of properties that changed their type. */
export async function convertSchema(
  client: QueryClient,
  { id, ifMatch }: { id: string; ifMatch: string },
  body: JsonObject,
  together: Together,
): Promise<ConvertResult> {
  const { data } = await api.post<ConvertResult>(`${schemaPath(id)}/convert`, { ifMatch, body, together });
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.schemas }),
    client.invalidateQueries({ queryKey: ['collection'] }),
    client.invalidateQueries({ queryKey: keys.health }),
  ]);
  return data;
}

/**
 * Rewrites the files that hold a property under its former name. Can be asked for again where it was cut off. 412 when
 * the schema is no longer the version of `ifMatch`.
 */
export async function carryRenaming(
  client: QueryClient,
  id: string,
  renaming: { from: string; to: string },
  ifMatch: string,
  together: Together,
): Promise<RenameResult> {
  const { data } = await api.post<RenameResult>(`${schemaPath(id)}/rename`, {
    ifMatch,
    body: { ...renaming },
    together,
  });
  await client.invalidateQueries({ queryKey: ['collection'] });
  await client.invalidateQueries({ queryKey: keys.schemas });
  return data;
}
