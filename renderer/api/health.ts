/** Problems of the content. */
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { HealthCounts, HealthKind, HealthList } from '#contract/health';
import type { ErrorDetails, ErrorProblems } from '#contract/wire';
import { api } from './client';
import { find } from './find';
import { keys } from './keys';
import { detailsInLanguage } from './read-error';

const HEALTH = '/api/health';
const PAGE = 50;

type Counts = HealthCounts['counts'];

/** The numbers of those kinds that have been counted, while others are. */
export const countedQuery = () =>
  queryOptions<Partial<Counts>>({ queryKey: ['progress', 'counted'], queryFn: skipToken });

/** How many problems of each kind there are; they are counted one kind after another. */
export const healthCountsQuery = () => {
  const queryKey = [...keys.health, 'counts'];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const keep = (counts: Partial<Counts>) => client.setQueryData(countedQuery().queryKey, counts);
      let counted: Partial<Counts> = {};
      keep(counted);
      const told = ({ kind, count }: { event: 'counted'; kind: HealthKind; count: number }) => {
        counted = { ...counted, [kind]: count };
        keep(counted);
      };
      return (
        await find<HealthCounts, Parameters<typeof told>[0]>(HEALTH, { client, queryKey, signal }, told)
      ).counts;
    },
  });
};

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
export const healthQuery = (kind: HealthKind) => {
  const queryKey = [...keys.health, kind];
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal, client }) => {
      const query = { limit: PAGE, offset: pageParam };
      const list = await find<HealthList>(`${HEALTH}/${kind}`, { query, client, queryKey, signal });
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
};
