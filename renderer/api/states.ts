/** States of objects, and what is going on in the folder. */
import { queryOptions } from '@tanstack/react-query';
import type { CollectionStates, Overview } from '#contract/objects';
import { api } from './client';
import { keys } from './keys';

/** The states of some objects of a collection, and how many objects are in each. */
export const statesQuery = (collection: string, ids: readonly string[] = [], set?: string) =>
  queryOptions({
    queryKey: [...keys.states(collection), ids, ...(set === undefined ? [] : [{ set }])],
    queryFn: async ({ signal }) => {
      const path = `/api/states/collections/${encodeURIComponent(collection)}`;
      const options = { query: { ids: ids.join() || undefined }, signal, set };
      return (await api.get<CollectionStates>(path, options)).data;
    },
  });

export const overviewQuery = () =>
  queryOptions({
    queryKey: keys.overview,
    queryFn: async ({ signal }) => (await api.get<Overview>('/api/overview', { signal })).data,
  });
