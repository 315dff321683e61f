/** Long work that the server answers in lines of JSON while it goes on: its progress, then its result or its error. */
import { type QueryClient, type QueryKey, queryOptions, skipToken } from '@tanstack/react-query';
import type { Progress } from '#contract/progress';
import { ApiError, api, NO_ANSWER, type RequestOptions, UNREACHABLE } from './client';
import { eventsIn } from './ndjson';
import { inLanguage } from './read-error';
import type { Said } from './server-messages';

type WorkEvent<Told, Result> =
  | Told
  | ({ event: 'result' } & Result)
  | ({ event: 'error'; message: string } & Said);

const isResult = <Result>(event: { event: string }): event is { event: 'result' } & Result =>
  event.event === 'result';

/**
 * Reads such an answer, as the option `read` of a write. `told` is called with each other event, `lost` says what became
 * of the work where the answer ends too early. Throws `ApiError`.
 */
export const readWork =
  <Told extends { event: string }, Result>(told: (event: Told) => void, lost: string) =>
  async (response: Response): Promise<Result> => {
    const { body, status } = response;
    if (body) {
      for await (const event of eventsIn<WorkEvent<Told, Result>>(body)) {
        if (isResult<Result>(event)) return event;
        if (event.event !== 'error') told(event as Told);
        else {
          const { message } = await inLanguage({ ...(event as { message: string } & Said), details: {} });
          throw new ApiError(status, message);
        }
      }
    }
    throw new ApiError(UNREACHABLE, lost);
  };

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
