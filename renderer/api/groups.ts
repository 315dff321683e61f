import { queryOptions } from '@tanstack/react-query';
import type { CollectionGroups } from '#contract/objects';
import { api } from './client';
import { keys } from './keys';
import { type ListView, listRequest } from './list-request';

/** The groups of a view that is sorted by what groups it. */
export const groupsQuery = (collection: string, view: ListView) =>
  queryOptions({
    queryKey: [...keys.pages(collection), 'groups', view],
    queryFn: async ({ signal }) => {
      const { query } = listRequest(collection, view);
      const { property: by, month } = view.group ?? {};
      const at = `/api/groups/collections/${encodeURIComponent(collection)}`;
      const asked = { ...query, by, part: month ? 'month' : undefined };
      return (await api.get<CollectionGroups>(at, { query: asked, signal, set: view.set })).data;
    },
  });
