/** Versions of objects: reading, comparing and restoring them. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { TRANSACTION_HEADER } from '#contract/changes';
import type { Differences, HistoryUsage, Version, VersionContent } from '#contract/history';
import type { JsonObject } from '#contract/values';
import { MISSING_FILES_HEADER } from '#contract/wire';
import { api } from './client';
import { keys } from './keys';
import { HISTORY, historyPath } from './paths';
import type { ObjectWithTag } from './queries';
import { refresh } from './stale';

/** Versions of a page. */
const PAGE = 30;

/**
 * Versions of an object, the newest first; with a `set` those of its change in the set as well. 404 for an object that
 * never was.
 */
export const versionsQuery = (collection: string, id: string, set?: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.history(collection, id), 'versions', { set }],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam, changed: true };
      return (
        await api.get<{ versions: Version[]; total: number }>(historyPath(collection, id), {
          query,
          signal,
          set,
        })
      ).data;
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { versions }) => sum + versions.length, 0);
      return shown < total ? shown : undefined;
    },
  });

/** Address of a file as a version had it. */
export const versionFileUrl = ({ collection, id, set }: Place, revision: string, path: string): string =>
  `${versionPath({ collection, id }, revision)}/file?${new URLSearchParams({ path, ...(set !== undefined && { perspective: set }) })}`;

/** An object, as a set has it or, without one, as it is live. */
interface Place {
  collection: string;
  id: string;
  set?: string | undefined;
}

const versionPath = ({ collection, id }: Place, revision: string): string =>
  `${historyPath(collection, id)}/${encodeURIComponent(revision)}`;

/** How a version differs from another, or from the object as it is now. 404 for a version that is no longer kept. */
export const differencesQuery = (place: Place, revision: string, other?: string) =>
  queryOptions({
    queryKey: [
      ...keys.history(place.collection, place.id),
      'differences',
      revision,
      other ?? null,
      { set: place.set },
    ],
    queryFn: async ({ signal }) => {
      const path = `${versionPath(place, revision)}/differences`;
      const options = { query: { with: other }, signal, set: place.set };
      return (await api.get<Differences>(path, options)).data;
    },
    retry: false,
  });

/** What an object held in a version, and its files. 404 for a version that is no longer kept. */
export const versionQuery = (place: Place, revision: string) =>
  queryOptions({
    queryKey: [...keys.history(place.collection, place.id), 'content', revision, { set: place.set }],
    queryFn: async ({ signal }) =>
      (await api.get<VersionContent>(versionPath(place, revision), { signal, set: place.set })).data,
    retry: false,
  });

interface RestoreRequest extends Place {
  revision: string;
  /** Only these; all of them without. */
  properties?: readonly string[] | undefined;
  /** ETag of the version that is shown. */
  ifMatch: string;
}

export interface Restored extends ObjectWithTag {
  /** The transaction of the change, by which it is undone. */
  transaction: string | undefined;
  /** Files whose bytes are not kept: they are as they were before. */
  missingFiles: readonly string[];
}

/** The transaction of a change, by its answer. */
export const transactionIn = (headers: Headers): string | undefined =>
  headers.get(TRANSACTION_HEADER) ?? undefined;

/** Restores a version, whole or in parts, into the set where one is named. 412 for another version than that of `ifMatch`, 422 where the schema forbids it. */
export async function restoreVersion(client: QueryClient, request: RestoreRequest): Promise<Restored> {
  const { collection, id, set, revision, properties, ifMatch } = request;
  const path = `${versionPath(request, revision)}/restore`;
  const { data, etag, headers } = await api.post<JsonObject>(path, { ifMatch, set, body: { properties } });
  const queryKey = keys.object(collection, id, set);
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, { object: data, etag });
  refreshHistory(client, collection, id);
  void refresh(
    client,
    keys.pages(collection),
    keys.collections,
    ...(set === undefined ? [] : [keys.changeSets]),
  );
  const missing = headers.get(MISSING_FILES_HEADER);
  const missingFiles = missing === null ? [] : missing.split(', ').map(decodeURIComponent);
  return { object: data, etag, transaction: transactionIn(headers), missingFiles };
}

/** Asks for the versions of an object and for what else depends on them again. */
export function refreshHistory(client: QueryClient, collection: string, id: string): void {
  void refresh(client, keys.history(collection, id), keys.activity, keys.trash);
}

export const historyUsageQuery = () =>
  queryOptions({
    queryKey: keys.historyUsage,
    queryFn: async ({ signal }) => (await api.get<HistoryUsage>(HISTORY, { signal })).data,
  });
