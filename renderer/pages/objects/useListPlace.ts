/** Where somebody is in a list: scroll position, row and sort order, kept for the way back. */
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
  /** The filtered view that `top` and `row` are of; absent for the whole list. */
  view?: string;
}

const storageKey = (collection: string): string => `plinth:list:${collection}`;

function readPlace(collection: string): Place {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(collection)) ?? '{}') as Place;
  } catch {
    return {};
  }
}

/** The remembered place of a list; a position only if it is of this view. `view`: empty for the whole list. */
export function recallPlace(collection: string, view = ''): Place {
  const place = readPlace(collection);
  if ((place.view ?? '') === view) return place;
  return place.sort === undefined ? {} : { sort: place.sort };
}

/** Remembers a part of a list's place; the position in another view is forgotten. */
export function keepPlace(collection: string, part: Place, view = ''): void {
  const place = { ...recallPlace(collection, view), ...part, view };
  sessionStorage.setItem(storageKey(collection), JSON.stringify(place));
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
    if (property === null) return;
    const { view } = readPlace(collection);
    keepPlace(collection, { sort: { property, order } }, view);
  }, [collection, property, order]);
  const setSort = useCallback(
    (next: Sort) => {
      const { view } = readPlace(collection);
      keepPlace(collection, { sort: next, top: 0, row: 0 }, view);
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('sort', next.property);
          after.set('order', next.order);
          return after;
        },
        { replace: true },
      );
    },
    [collection, setSearch],
  );
  return [sort, setSort];
}
