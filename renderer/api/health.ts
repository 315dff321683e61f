/** Problems of the content. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HealthCounts, HealthKind, HealthList } from '#contract/health';
import type { ErrorDetails, ErrorProblems } from '#contract/wire';
import { api } from './client';
import { keys } from './keys';
import { detailsInLanguage } from './read-error';

const HEALTH = '/api/health';
const PAGE = 50;

/** How many problems of each kind there are. */
export const healthCountsQuery = () =>
  queryOptions({
    queryKey: [...keys.health, 'counts'],
    queryFn: async ({ signal }) => (await api.get<HealthCounts>(HEALTH, { signal })).data.counts,
  });

/** What breaks rules in an object as it is stored in a version, by property or dotted path. */
export const objectProblemsQuery = (collection: string, id: string, etag: string | undefined) =>
  queryOptions({
    queryKey: [...keys.health, 'object', collection, id, etag],
    queryFn: async ({ signal }) => {
      const path = `${HEALTH}/invalid/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
      const { data } = await api.get<{ details: ErrorDetails; problems: ErrorProblems }>(path, { signal });
      return detailsInLanguage(data);
    },
  });

/** The problems of a kind, a page at a time. */
export const healthQuery = (kind: HealthKind) =>
  infiniteQueryOptions({
    queryKey: [...keys.health, kind],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam };
      const { data: list } = await api.get<HealthList>(`${HEALTH}/${kind}`, { query, signal });
      const data = list.data.map(async (problem) => {
        const { details, problems } = problem;
        return details && problems
          ? { ...problem, details: await detailsInLanguage({ details, problems }) }
          : problem;
      });
      return { ...list, data: await Promise.all(data) };
    },
    initialPageParam: 0,
    getNextPageParam: ({ offset, limit, total }) => (offset + limit < total ? offset + limit : undefined),
  });
