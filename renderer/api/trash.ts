/** The trash, page by page: it may hold tens of thousands of entries. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { TrashEntry } from '#contract/objects';
import { api, type RequestOptions } from './client';
import { keys } from './keys';
import { TRASH } from './paths';

const PAGE = 100;

interface TrashPage {
  entries: TrashEntry[];
  /** Of the whole trash. */
  total: number;
}

/** Entries of the trash, the newest first; all of them without a limit. Throws `ApiError`. */
export async function readTrash(options: RequestOptions = {}): Promise<TrashPage> {
  const { data, headers } = await api.get<{ entries: TrashEntry[] }>(TRASH, options);
  return { entries: data.entries, total: Number(headers.get('x-total-count')) };
}

export const trashQuery = () =>
  infiniteQueryOptions({
    queryKey: [...keys.trash, 'pages'],
    queryFn: ({ pageParam, signal }) => readTrash({ query: { limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? offset + PAGE : undefined),
  });

export const trashCountQuery = () =>
  queryOptions({
    queryKey: [...keys.trash, 'count'],
    queryFn: async ({ signal }) => (await readTrash({ query: { limit: 1 }, signal })).total,
  });
