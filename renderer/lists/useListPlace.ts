/** The user's place in a list: scroll position, row and sort order, kept for the way back. */
import { useCallback, useEffect, useMemo } from 'react';
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

/** The default order of a list: the collection's own, else what was changed last. */
export function defaultSort(settings: CollectionSettings): Sort {
  if (settings.sortBy === '' || settings.sortBy === 'id') return { property: 'modified', order: 'desc' };
  return { property: settings.sortBy, order: settings.reverseSort ? 'desc' : 'asc' };
}

/** The order a list has where its address says nothing: what was chosen last in this tab, else the collection's own. */
export const rememberedSort = (settings: CollectionSettings): Sort =>
  recallPlace(settings.id).sort ?? defaultSort(settings);

interface AskedSort {
  /** `property:order` of the address or of the saved view; empty where they say nothing. */
  asked: string;
  /** A saved view is shown: its order is its own, and none is remembered for the list. */
  ofView: boolean;
  write(asked: string): void;
}

/** The list's sort order and its setter. The address and the saved view win, then what was chosen last in this tab. */
export function useListSort(
  settings: CollectionSettings,
  { asked, ofView, write }: AskedSort,
): [Sort, (sort: Sort) => void] {
  const collection = settings.id;
  const sort = useMemo<Sort>(() => {
    const [property, order] = asked.split(':');
    if (property) return { property, order: order === 'asc' ? 'asc' : 'desc' };
    return ofView ? defaultSort(settings) : rememberedSort(settings);
  }, [asked, ofView, settings]);
  useEffect(() => {
    if (asked === '' || ofView) return;
    const { view } = readPlace(collection);
    keepPlace(collection, { sort }, view);
  }, [asked, ofView, collection, sort]);
  const setSort = useCallback(
    (next: Sort) => {
      const { view } = readPlace(collection);
      keepPlace(collection, { ...(!ofView && { sort: next }), top: 0, row: 0 }, view);
      write(`${next.property}:${next.order}`);
    },
    [collection, ofView, write],
  );
  return [sort, setSort];
}
