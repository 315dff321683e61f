/** What the server has to look for in the whole folder, with how far it is. Apart from `work.ts`, which the first screen loads. */
import { type QueryClient, type QueryKey, queryOptions, skipToken } from '@tanstack/react-query';
import type { Progress } from '#contract/progress';
import { api, NO_ANSWER, type RequestOptions } from './client';
import { readWork } from './work';

/** How far the server is with what a query asks for; null or undefined where nothing is known. */
export const progressQuery = (queryKey: QueryKey) =>
  queryOptions<Progress | null>({ queryKey: ['progress', ...queryKey], queryFn: skipToken });

interface FindOptions extends Pick<RequestOptions, 'query'> {
  /** Of the query that asks. The server stops when it is given up, which the signal says. */
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

type FindEvent<Told> = ({ event: 'progress' } & Progress) | Told;

/**
 * GETs what the server has to look for. How far it is is kept for `progressQuery`; `told` is called with each other
 * event. Throws `ApiError`.
 */
export async function find<Result, Told extends { event: string } = never>(
  path: string,
  { query, client, queryKey, signal }: FindOptions,
  told?: (event: Told) => void,
): Promise<Result> {
  const key = progressQuery(queryKey).queryKey;
  const read = readWork<FindEvent<Told>, Result>((event) => {
    if (event.event === 'progress') client.setQueryData(key, event as Progress);
    else told?.(event as Told);
  }, NO_ANSWER);
  try {
    return (await api.get<Result>(path, { ...(query && { query }), signal, read })).data;
  } finally {
    client.setQueryData(key, null);
  }
}
