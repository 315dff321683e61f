import { useQuery } from '@tanstack/react-query';
import { collectionsQuery, statusQuery } from '../../api/queries';
import type { Surroundings } from './trigger-words';

/** What trigger texts depend on: the time zone, the time and the titles of collections. */
export function useSurroundings(): Surroundings {
  const { data: status } = useQuery(statusQuery());
  const { data: collections = [] } = useQuery(collectionsQuery());
  const titles = new Map(collections.map(({ name, title }) => [name, title]));
  return {
    zone: status?.timezone ?? 'UTC',
    now: new Date(),
    titleOf: (collection) => titles.get(collection) ?? collection,
  };
}
