/** Versions of objects: reading, comparing and restoring them. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Actor, TRANSACTION_HEADER, type Transaction } from '#contract/changes';
import type { JsonObject, JsonValue } from '#contract/values';
import { api } from './client';
import { keys } from './keys';
import { HISTORY, historyPath } from './paths';
import type { ObjectWithTag } from './queries';

/** A change of a file (spec/history.md#versions). */
export interface Version {
  /** Names the content; null where the object was gone. */
  revision: string | null;
  at: string;
  kind: 'saved' | 'removed' | 'outside' | 'found';
  actor?: Actor;
  transaction?: Transaction;
  /** Properties in which it differs from the version before; absent where that is not known. */
  changed?: readonly string[];
}

interface VersionPage {
  versions: Version[];
  total: number;
}

/** Versions of a page. */
const PAGE = 30;

/** Versions of an object, the newest first. 404 for an object that never was. */
export const versionsQuery = (collection: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.history(collection, id), 'versions'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam, changed: true };
      return (await api.get<VersionPage>(historyPath(collection, id), { query, signal })).data;
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { versions }) => sum + versions.length, 0);
      return shown < total ? shown : undefined;
    },
  });

/** A property that differs; a side is absent where it has no value. */
export interface Difference {
  property: string;
  before?: JsonValue;
  after?: JsonValue;
}

const versionPath = (collection: string, id: string, revision: string): string =>
  `${historyPath(collection, id)}/${encodeURIComponent(revision)}`;

/** How a version differs from another, or from the object as it is now. 404 for a version that is no longer kept. */
export const differencesQuery = (collection: string, id: string, revision: string, other?: string) =>
  queryOptions({
    queryKey: [...keys.history(collection, id), 'differences', revision, other ?? null],
    queryFn: async ({ signal }) => {
      const path = `${versionPath(collection, id, revision)}/differences`;
      const options = { query: { with: other }, signal };
      return (await api.get<{ differences: Difference[] }>(path, options)).data.differences;
    },
    retry: false,
  });

/** What an object held in a version. 404 for a version that is no longer kept. */
export const versionQuery = (collection: string, id: string, revision: string) =>
  queryOptions({
    queryKey: [...keys.history(collection, id), 'content', revision],
    queryFn: async ({ signal }) =>
      (await api.get<{ object: JsonObject }>(versionPath(collection, id, revision), { signal })).data.object,
    retry: false,
  });

interface RestoreRequest {
  collection: string;
  id: string;
  revision: string;
  /** Only these; all of them without. */
  properties?: readonly string[] | undefined;
  /** ETag of the version that is shown. */
  ifMatch: string;
}

export interface Restored extends ObjectWithTag {
  /** The transaction of the change, by which it is undone. */
  transaction: string | undefined;
}

/** The transaction of a change, by its answer. */
export const transactionIn = (headers: Headers): string | undefined =>
  headers.get(TRANSACTION_HEADER) ?? undefined;

/** Restores a version, whole or in parts. 412 for another version than that of `ifMatch`, 422 where the schema forbids it. */
export async function restoreVersion(client: QueryClient, request: RestoreRequest): Promise<Restored> {
  const { collection, id, revision, properties, ifMatch } = request;
  const path = `${versionPath(collection, id, revision)}/restore`;
  const { data, etag, headers } = await api.post<JsonObject>(path, { ifMatch, body: { properties } });
  const queryKey = keys.object(collection, id);
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, { object: data, etag });
  refreshHistory(client, collection, id);
  void client.invalidateQueries({ queryKey: keys.pages(collection) });
  void client.invalidateQueries({ queryKey: keys.collections });
  return { object: data, etag, transaction: transactionIn(headers) };
}

/** Asks for the versions of an object and for what else depends on them again. */
export function refreshHistory(client: QueryClient, collection: string, id: string): void {
  void client.invalidateQueries({ queryKey: keys.history(collection, id) });
  void client.invalidateQueries({ queryKey: keys.activity });
  void client.invalidateQueries({ queryKey: keys.trash });
}

/** Room the history takes on this machine. */
interface HistoryUsage {
  bytes: number;
  /** How many different contents are kept. */
  contents: number;
  /** Why the history is incomplete. */
  problem?: string;
}

export const historyUsageQuery = () =>
  queryOptions({
    queryKey: keys.historyUsage,
    queryFn: async ({ signal }) => (await api.get<HistoryUsage>(HISTORY, { signal })).data,
  });
