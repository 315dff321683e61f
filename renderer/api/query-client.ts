/** The query cache and what every failed request means for it. */
import { type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';
import type { SessionAnswer } from '#contract/access';
import { type ApiClient, ApiError, OTHER_FOLDER, UNREACHABLE } from './client';
import { keys } from './keys';

/** The session has ended; what else was said is as true as before. */
const signedOut = (before: SessionAnswer | undefined): SessionAnswer | undefined =>
  before && { ...before, user: null, csrfToken: null };

/** Only a failure of the server itself is worth a second try; a refusal stays a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.status >= 500;
}

const isSession = ({ queryKey }: Query): boolean => queryKey[0] === keys.session[0];

/**
 * A query cache that also asks again for what changes while it is asked for the first time. The library restarts a
 * request in flight only where there is data to show meanwhile: the first answer may be older than the change, and
 * would otherwise stay until the next one.
 *
 * Once the session has ended only the session itself is asked for; the rest when there is one again.
 */
class ChangeAwareClient extends QueryClient {
  readonly #outdated = new WeakSet<Query>();
  #hasEnded = false;

  constructor(...options: ConstructorParameters<typeof QueryClient>) {
    super(...options);
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      if (isSession(event.query)) this.#follow(event.query.state.data);
      if (event.action.manual || !this.#outdated.delete(event.query)) return;
      void this.invalidateQueries({ queryKey: event.query.queryKey, exact: true });
    });
  }

  /** Whether a query is worth a request: without a session all others are refused. */
  readonly isAnswered = (query: Query): boolean => !this.#hasEnded || isSession(query);

  #follow(session: SessionAnswer | undefined): void {
    const returned = this.#hasEnded && session?.user != null;
    this.#hasEnded = session?.user === null;
    if (returned) void this.invalidateQueries({ predicate: (query) => !isSession(query) });
  }

  override invalidateQueries(...parameters: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const filters: InvalidateQueryFilters | undefined = parameters[0];
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.fetchStatus === 'fetching' && query.state.data === undefined;
      if (isFirst) this.#outdated.add(query);
    }
    if (!this.#hasEnded) return super.invalidateQueries(...parameters);
    const [{ predicate, ...rest } = {}, options] = parameters;
    const matches = (query: Query) => predicate === undefined || predicate(query);
    void super.invalidateQueries({
      ...rest,
      refetchType: 'none',
      predicate: (query) => !isSession(query) && matches(query),
    });
    return super.invalidateQueries(
      { ...rest, predicate: (query) => isSession(query) && matches(query) },
      options,
    );
  }
}

/**
 * Makes the query cache and lets it follow `api`: a 401 means that the session has ended,
 * a 409 that another folder is served, no answer at all means that the server is gone (`ConnectionBanner` shows it and waits).
 */
export function createQueryClient(api: ApiClient): QueryClient {
  const client: ChangeAwareClient = new ChangeAwareClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: (query) => client.isAnswered(query),
        // Loopback works without a network.
        networkMode: 'always',
        staleTime: 5_000,
        retry: worthRetrying,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  api.watch((error) => {
    if (error.status === 401) client.setQueryData(keys.session, signedOut);
    // Another folder is served than the one this page belongs to, which the session names.
    if (error.status === OTHER_FOLDER) void client.invalidateQueries({ queryKey: keys.session });
    if (error.status === UNREACHABLE) client.setQueryData(keys.connection, 'lost');
  });
  return client;
}
