/** All files of the folder. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { FilePlace, MediaList, UnusedRemoval } from '#contract/media';
import { api, NO_VERSION } from './client';
import { keys } from './keys';

const PAGE = 60;

export interface MediaRequest {
  search: string;
  /** A media type; empty for all. */
  type: string;
  /** Bytes of the smallest file. */
  minSize: number;
  sort: string;
  withoutAlt: boolean;
  /** Files no object names, instead of those that are named. */
  unnamed: boolean;
}

/** Files a page at a time. */
export const mediaQuery = ({ search, type, minSize, sort, withoutAlt, unnamed }: MediaRequest) =>
  infiniteQueryOptions({
    queryKey: [...keys.media, { search, type, minSize, sort, withoutAlt, unnamed }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        search: search || undefined,
        type: type || undefined,
        minSize: minSize || undefined,
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

/** Moves files that nothing names to the trash; those that are in use after all stay. Throws `ApiError`. */
export async function removeUnused(files: readonly FilePlace[]): Promise<UnusedRemoval> {
  const body = { files: files.map(({ collection, id, path }) => ({ collection, id, path })) };
  return (await api.post<UnusedRemoval>('/api/media/trash', { ifMatch: NO_VERSION, body })).data;
}
