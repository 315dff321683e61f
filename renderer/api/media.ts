/** All files of the folder. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { MediaList } from '#contract/media';
import { api } from './client';
import { keys } from './keys';

const PAGE = 60;

export interface MediaRequest {
  search: string;
  /** A media type; empty for all. */
  type: string;
  sort: string;
  withoutAlt: boolean;
  /** Files no object names, instead of those that are named. */
  unnamed: boolean;
}

/** Files a page at a time. */
export const mediaQuery = ({ search, type, sort, withoutAlt, unnamed }: MediaRequest) =>
  infiniteQueryOptions({
    queryKey: [...keys.media, { search, type, sort, withoutAlt, unnamed }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        search: search || undefined,
        type: type || undefined,
        sort,
        withoutAlt: withoutAlt || undefined,
        unnamed: unnamed || undefined,
        limit: PAGE,
        offset: pageParam,
      };
      return (await api.get<MediaList>('/api/media', { query, signal })).data;
    },
    initialPageParam: 0,
    getNextPageParam: ({ offset, count, total }) => (offset + count < total ? offset + count : undefined),
  });
