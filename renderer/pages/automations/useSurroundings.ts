import { useQuery } from '@tanstack/react-query';
import { collectionsQuery, statusQuery } from '../../api/queries';
import type { Surroundings } from './trigger-words';

/** What words about triggers need to know, as it is now. */
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
