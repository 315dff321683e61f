/** Where somebody is in a list: sort order in the address, scroll position and row kept for the way back. */
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CollectionSettings } from '#contract/objects';

export interface Sort {
  property: string;
  order: 'asc' | 'desc';
}

/** What is remembered of a list while the browser's tab lives. */
export interface Place {
  sort?: Sort;
  /** Scroll position in pixels. */
  top?: number;
  /** Row the keyboard is on. */
  row?: number;
}

const storageKey = (collection: string): string => `plinth:list:${collection}`;

/** The remembered place of a list; empty when there is none. */
export function recallPlace(collection: string): Place {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(collection)) ?? '{}') as Place;
  } catch {
    return {};
  }
}

/** Remembers a part of a list's place. */
export function keepPlace(collection: string, part: Place): void {
  sessionStorage.setItem(storageKey(collection), JSON.stringify({ ...recallPlace(collection), ...part }));
}

/** The order a list has until somebody sorts it: the collection's own, else what was changed last. */
function defaultSort(settings: CollectionSettings): Sort {
  if (settings.sortBy === '' || settings.sortBy === 'id') return { property: 'modified', order: 'desc' };
  return { property: settings.sortBy, order: settings.reverseSort ? 'desc' : 'asc' };
}

/** The list's sort order and its setter. The address wins, then what was chosen last in this tab. */
export function useListSort(collection: string, settings: CollectionSettings): [Sort, (sort: Sort) => void] {
  const [search, setSearch] = useSearchParams();
  const property = search.get('sort');
  const order = search.get('order') === 'asc' ? 'asc' : 'desc';
  const sort = useMemo<Sort>(
    () => (property === null ? (recallPlace(collection).sort ?? defaultSort(settings)) : { property, order }),
    [property, order, collection, settings],
  );
  useEffect(() => {
    if (property !== null) keepPlace(collection, { sort: { property, order } });
  }, [collection, property, order]);
  const setSort = useCallback(
    (next: Sort) => {
      keepPlace(collection, { sort: next, top: 0, row: 0 });
      setSearch({ sort: next.property, order: next.order }, { replace: true });
    },
    [collection, setSearch],
  );
  return [sort, setSort];
}
