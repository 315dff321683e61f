import { queryOptions } from '@tanstack/react-query';
import type { CollectionTree } from '#contract/tree';
import { api } from './client';
import { keys } from './keys';

interface Part {
  /** Undefined for the top level. */
  parent: string | undefined;
  limit: number;
  offset?: number;
  /** The change set that is read instead of what is live. */
  set?: string | undefined;
}

/** Objects below a parent, or at the top level. */
export const treeQuery = (collection: string, { parent, limit, offset, set }: Part) =>
  queryOptions({
    queryKey: [...keys.pages(collection), 'tree', parent ?? '', limit, offset ?? 0, { set }],
    queryFn: async ({ signal }) => {
      const query = {
        parent,
        limit: String(limit),
        offset: offset === undefined ? undefined : String(offset),
      };
      const at = `/api/tree/collections/${encodeURIComponent(collection)}`;
      return (await api.get<CollectionTree>(at, { query, signal, set })).data;
    },
    // While more of a level is read, what is known of it stays.
    placeholderData: (before, query) => (query?.queryKey[4] === (parent ?? '') ? before : undefined),
  });
