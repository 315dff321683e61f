/** What the server has to look for in the whole folder, with how far it is. Apart from `work.ts`, which the first screen loads. */
import { type QueryClient, type QueryKey, queryOptions, skipToken } from '@tanstack/react-query';
import type { Progress } from '#contract/progress';
import { api, NO_ANSWER, NO_VERSION, type RequestOptions } from './client';
import { readWork } from './work';

/** How far the server is with what a query asks for; null or undefined where nothing is known. */
export const progressQuery = (queryKey: QueryKey) =>
  queryOptions<Progress | null>({ queryKey: ['progress', ...queryKey], queryFn: skipToken });

interface FindOptions extends Pick<RequestOptions, 'query'> {
  /** POST where what is looked for is what a change would do. */
  method?: 'get' | 'post';
  /** Of the query that asks. The server stops when it is given up, which the signal says. */
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

type FindEvent<Told> = ({ event: 'progress' } & Progress) | Told;

/**
 * Asks for what the server has to look for. How far it is is kept for `progressQuery`; `told` is called with each other
 * event. Throws `ApiError`.
 */
export async function find<Result, Told extends { event: string } = never>(
  path: string,
  { method = 'get', client, queryKey, ...options }: FindOptions,
  told?: (event: Told) => void,
): Promise<Result> {
  const key = progressQuery(queryKey).queryKey;
  const read = readWork<FindEvent<Told>, Result>((event) => {
    if (event.event === 'progress') client.setQueryData(key, event as Progress);
    else told?.(event as Told);
  }, NO_ANSWER);
  try {
    const request = { ...options, read };
    const answer =
      method === 'get'
        ? api.get<Result>(path, request)
        : api.post<Result>(path, { ...request, ifMatch: NO_VERSION });
    return (await answer).data;
  } finally {
    client.setQueryData(key, null);
  }
}
