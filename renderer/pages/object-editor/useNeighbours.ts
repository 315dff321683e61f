import { useQuery } from '@tanstack/react-query';
import type { CollectionSettings } from '#contract/objects';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';
import { recallPlace, rememberedSort } from '../objects/useListPlace';

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
}

/** The objects before and after this one in the list's order, as far as the page of the list it stands on reaches. */
export function useNeighbours(
  collection: string,
  id: string | undefined,
  settings: CollectionSettings,
): Neighbours {
  const sort = rememberedSort(settings);
  const { row = 0 } = recallPlace(collection);
  const offset = Math.floor(row / PAGE_SIZE) * PAGE_SIZE;
  const { data } = useQuery({
    ...objectsPageQuery(collection, { offset, sort: sort.property, order: sort.order }),
    enabled: id !== undefined && !settings.singleton,
    staleTime: 30_000,
  });
  const ids = (data?.objects ?? []).map((object) => (typeof object.id === 'string' ? object.id : ''));
  const at = id === undefined ? -1 : ids.indexOf(id);
  if (at < 0) return { previous: undefined, next: undefined };
  return { previous: ids[at - 1], next: ids[at + 1] };
}
