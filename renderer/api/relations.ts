/** Relations: what values name; and the search over all collections. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FoundObjects, FoundTexts, RelatedLabels } from '#contract/relations';
import { askAgain } from './ask-again';
import { api } from './client';
import { keys } from './keys';

const RELATIONS = '/api/relations/collections';

/** @param target the collection whose objects the values name: a change there may change what they are called */
export const relatedLabelsQuery = (
  collection: string,
  path: string,
  { target, values, set }: { target: string; values: readonly string[]; set?: string | undefined },
) =>
  queryOptions({
    queryKey: [...keys.labels(target), collection, path, values, ...(set === undefined ? [] : [{ set }])],
    queryFn: async ({ signal }) => {
      const at = `${RELATIONS}/${encodeURIComponent(collection)}/labels/${encodeURIComponent(path)}`;
      return (await api.get<RelatedLabels>(at, { query: { values: JSON.stringify(values) }, signal, set }))
        .data;
    },
    staleTime: 10_000,
  });

/** Objects of all collections by title or ID, while the user types. */
export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: async ({ signal }) =>
      (await api.get<FoundObjects>('/api/search/titles', { query: { q: words }, signal })).data,
    enabled: words !== '',
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  });

/** The best objects by their texts, while the user types. */
export const bestTextsQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'best-texts', words],
    queryFn: async ({ signal }) =>
      (await api.get<FoundTexts>('/api/search', { query: { q: words, limit: 5, partial: true }, signal }))
        .data,
    refetchInterval: ({ state }) => askAgain(state.data?.partial),
    // One letter begins most words.
    enabled: words.length > 2,
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  });

const PAGE = 20;
/** The server ranks no more than these. */
const MAX_FOUND = 300;

/** Objects with words in their titles and texts, page by page. */
export const textsQuery = (words: string, collection: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'texts', words, collection],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        q: words,
        limit: PAGE,
        offset: pageParam,
        partial: true,
        ...(collection !== '' && { collections: collection }),
      };
      return (await api.get<FoundTexts>('/api/search', { query, signal })).data;
    },
    refetchInterval: ({ state }) => askAgain(state.data?.pages[0]?.partial),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) =>
      offset + PAGE < Math.min(total, MAX_FOUND) ? offset + PAGE : undefined,
    enabled: words !== '',
    staleTime: 2_000,
    placeholderData: keepPreviousData,
  });
