/** Loads the pages of a list that are in view; rows of pages not there yet are undefined. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ObjectList } from '#contract/objects';
import type { JsonObject } from '#contract/values';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';
import type { Sort } from './useListPlace';

export interface ObjectPages {
  /** Number of objects; undefined until the first page has come. */
  total: number | undefined;
  row(index: number): JsonObject | undefined;
  error: Error | null;
  retry(): void;
}

/** Pages that hold the rows `first` to `last` of a list of `collection` in this order. */
export function useObjectPages(collection: string, sort: Sort, first: number, last: number): ObjectPages {
  const firstPage = Math.floor(Math.max(0, first) / PAGE_SIZE);
  const lastPage = Math.floor(Math.max(0, last) / PAGE_SIZE);
  const offsets = Array.from({ length: lastPage - firstPage + 1 }, (_, n) => (firstPage + n) * PAGE_SIZE);
  const [known, setKnown] = useState<{ collection: string; total: number }>();

  const combine = useCallback((results: UseQueryResult<ObjectList>[]) => {
    const pages = new Map<number, JsonObject[]>();
    for (const { data } of results) if (data) pages.set(data.offset, data.objects);
    return {
      pages,
      total: results.find((result) => result.data !== undefined)?.data?.total,
      error: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error !== null) void result.refetch();
      },
    };
  }, []);

  const { pages, total, error, retry } = useQueries({
    queries: offsets.map((offset) =>
      objectsPageQuery(collection, { offset, sort: sort.property, order: sort.order }),
    ),
    combine,
  });

  // The length of the list is kept while another part of it loads, so that the scroll bar stands still.
  if (total !== undefined && (known?.total !== total || known.collection !== collection)) {
    setKnown({ collection, total });
  }
  return {
    total: total ?? (known?.collection === collection ? known.total : undefined),
    row: (index) => pages.get(Math.floor(index / PAGE_SIZE) * PAGE_SIZE)?.[index % PAGE_SIZE],
    error,
    retry,
  };
}
