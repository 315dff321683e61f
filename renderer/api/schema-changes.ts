import type { QueryClient } from '@tanstack/react-query';
import type { ConvertResult, RenameResult, SchemaImpact } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { schemaPath } from './paths';
import { detailsInLanguage, textsInLanguage } from './read-error';
import { refresh } from './stale';
import type { Together } from './together';

/** The reasons why objects do not pass and values are not converted, in the language of the page. */
async function impactInLanguage(impact: SchemaImpact): Promise<SchemaImpact> {
  const conversions = impact.conversions.map(async (conversion) => ({
    ...conversion,
    examples: await Promise.all(
      conversion.examples.map(async (example) => ({
        ...example,
        problems: await textsInLanguage(example.problems, example.reasons),
      })),
    ),
  }));
  const collections = impact.collections.map(async (collection) => ({
    ...collection,
    examples: await Promise.all(
      collection.examples.map(async (example) => ({
        ...example,
        details: await detailsInLanguage(example),
      })),
    ),
  }));
  return {
    ...impact,
    conversions: await Promise.all(conversions),
    collections: await Promise.all(collections),
  };
}

/** What saving a document under the id of a schema would mean for its objects. Nothing is written. */
export async function schemaImpact(id: string, body: JsonObject): Promise<SchemaImpact> {
  const path = `${schemaPath(id)}/impact`;
  return impactInLanguage((await api.post<SchemaImpact>(path, { ifMatch: NO_VERSION, body })).data);
}

/** Saves a document under the id of a schema and converts the values of properties that changed their type. */
export async function convertSchema(
  client: QueryClient,
  { id, ifMatch }: { id: string; ifMatch: string },
  body: JsonObject,
  together: Together,
): Promise<ConvertResult> {
  const { data } = await api.post<ConvertResult>(`${schemaPath(id)}/convert`, { ifMatch, body, together });
  await refresh(client, keys.schemas, ['collection'], keys.health);
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
  await refresh(client, ['collection'], keys.schemas);
  return data;
}
