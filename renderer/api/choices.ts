import { queryOptions } from '@tanstack/react-query';
import type { Option } from '#contract/schemas';
import { api } from './client';
import { keys } from './keys';
import { collectionPath } from './paths';

/** Most choices one answer holds; with more, a picker searches on the server. */
const MOST = 1000;

export interface Choices {
  options: Option[];
  /** How many there are without the limit. */
  total: number;
}

/**
 * What a property offers beyond its own options: other objects, values in use. Fetched again whenever
 * the window regains focus, because the wanted object may have been made in another one.
 * @param path the property's dotted path from the object
 */
export const choicesQuery = (collection: string, path: string, search = '') =>
  queryOptions({
    queryKey: [...keys.collection(collection), 'choices', path, search],
    staleTime: 10_000,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) => {
      const query = { limit: String(MOST), search: search === '' ? undefined : search };
      const at = `${collectionPath(collection)}/schema/options/${encodeURIComponent(path)}`;
      return (await api.get<Choices>(at, { query, signal })).data;
    },
  });
