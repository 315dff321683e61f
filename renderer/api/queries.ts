/** What the admin reads, as query options: key and fetch live together. */
import { queryOptions } from '@tanstack/react-query';
import type { SiteStatus } from '#contract/access';
import type { CollectionSettings, CollectionSummary, DamagedFiles, ObjectList } from '#contract/objects';
import type { PartialWords } from '#contract/relations';
import type { SchemaDefinition, SchemaSummary } from '#contract/schemas';
import type { StarterSummary } from '#contract/templates';
import type { JsonObject } from '#contract/values';
import { askAgain } from './ask-again';
import { api, tagged, untagged } from './client';
import { keys } from './keys';
import { isNarrowed, type ListView, listRequest } from './list-request';
import { COLLECTIONS, collectionPath, objectPath, SCHEMAS, schemaPath } from './paths';

/** Objects a list page holds; the interface allows no more. */
export const PAGE_SIZE = 100;

/** A page of a view. */
export interface PageRequest extends ListView {
  offset: number;
  limit?: number;
}

/** Answer of `/query` (spec/resources.md#pagination). */
interface QueryAnswer {
  data: JsonObject[];
  pagination: { total: number; count: number };
  partial?: PartialWords;
}

/** A page of objects; of a search perhaps not yet all that is found. */
export interface ObjectsPage extends ObjectList {
  partial?: PartialWords | undefined;
}

/** An object with the ETag a later save sends as If-Match. */
export interface ObjectWithTag {
  object: JsonObject;
  etag: string;
  /** Properties whose markup lost something in the save, by dotted path. */
  lostMarkup?: readonly string[];
}

export const sessionQuery = () =>
  queryOptions({
    queryKey: keys.session,
    queryFn: ({ signal }) => api.session(signal),
    staleTime: 30_000,
  });

export const statusQuery = () =>
  queryOptions({
    queryKey: keys.status,
    queryFn: async ({ signal }) => (await api.get<SiteStatus>('/api/status', { signal })).data,
    staleTime: 60_000,
  });

export const collectionsQuery = () =>
  queryOptions({
    queryKey: keys.collections,
    queryFn: async ({ signal }) =>
      (await api.get<{ collections: CollectionSummary[] }>(COLLECTIONS, { signal })).data.collections,
  });

export const collectionSettingsQuery = (collection: string) =>
  queryOptions({
    queryKey: keys.settings(collection),
    queryFn: async ({ signal }) =>
      tagged(await api.get<CollectionSettings>(`${collectionPath(collection)}/settings`, { signal })),
    select: untagged,
  });

/** The flattened definition of a collection's schema, the collection's overrides applied. */
export const schemaQuery = (collection: string) =>
  queryOptions({
    queryKey: keys.schemaOf(collection),
    queryFn: async ({ signal }) =>
      (await api.get<SchemaDefinition>(`${collectionPath(collection)}/schema`, { signal })).data,
  });

/** An object as it is live, or as a change set has it. */
export const objectQuery = (collection: string, id: string, set?: string) =>
  queryOptions({
    queryKey: keys.object(collection, id, set),
    queryFn: async ({ signal }): Promise<ObjectWithTag> => {
      const { data, etag } = await api.get<JsonObject>(objectPath(collection, id), { signal, set });
      return { object: data, etag };
    },
  });

/** One page of a collection's objects, `limit` at most 100; of those a filter and a search leave, where there are any. */
export const objectsPageQuery = (collection: string, page: PageRequest) =>
  queryOptions({
    queryKey: [...keys.pages(collection), page],
    queryFn: async ({ signal }): Promise<ObjectsPage> => {
      const { offset, limit = PAGE_SIZE } = page;
      const { path, query } = listRequest(collection, page);
      const partial = page.search ? true : undefined;
      const options = { query: { offset, limit, ...query, partial }, signal, set: page.set };
      if (!isNarrowed(page)) return (await api.get<ObjectList>(path, options)).data;
      const { data, pagination, partial: rest } = (await api.get<QueryAnswer>(path, options)).data;
      const { total, count } = pagination;
      return { collection, offset, limit, objects: data, total, count, partial: rest };
    },
    refetchInterval: ({ state }) => askAgain(state.data?.partial),
  });

export const schemasQuery = () =>
  queryOptions({
    queryKey: keys.schemas,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ schemas: SchemaSummary[] }>(SCHEMAS, { signal });
      const { translatedSchema } = await import('./server-texts');
      return data.schemas.map(translatedSchema);
    },
  });

/** A schema by its id, flattened. */
export const schemaByIdQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.schema(id), { flat: true }],
    queryFn: async ({ signal }) => tagged(await api.get<SchemaDefinition>(schemaPath(id), { signal })),
    select: untagged,
  });

/** A schema as it is in its file, with the tag of that version. */
export const storedSchemaQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.schema(id), { stored: true }],
    queryFn: async ({ signal }) =>
      tagged(await api.get<SchemaDefinition>(schemaPath(id), { query: { raw: true }, signal })),
  });

export const damagedQuery = () =>
  queryOptions({
    queryKey: keys.damaged,
    queryFn: async ({ signal }) => (await api.get<DamagedFiles>('/api/damaged', { signal })).data,
  });

export const startersQuery = () =>
  queryOptions({
    queryKey: keys.starters,
    queryFn: async ({ signal }) =>
      (await api.get<{ starters: StarterSummary[] }>('/api/starters', { signal })).data.starters,
    staleTime: Number.POSITIVE_INFINITY,
  });
