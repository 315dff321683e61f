/** Loads the pages of a list that are in view; rows of pages not there yet are undefined. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { PartialWords } from '#contract/relations';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { type ObjectsPage, objectsPageQuery, PAGE_SIZE } from '../../api/queries';

export interface ObjectPages {
  /** Number of objects; undefined until the first page has come. */
  total: number | undefined;
  row(index: number): JsonObject | undefined;
  /** How far a search is, of which not all is found yet. */
  partial: PartialWords | undefined;
  /** These are still the rows of the view before. */
  stale: boolean;
  error: Error | null;
  retry(): void;
}

interface Loaded {
  /** The answers as they came; the same array as long as nothing has changed. */
  answers: ObjectsPage[];
  view: ListView;
  total: number;
}

function rowIn(answers: readonly ObjectsPage[], index: number): JsonObject | undefined {
  const page = answers.find(({ offset }) => index >= offset && index < offset + PAGE_SIZE);
  return page?.objects[index - page.offset];
}

/** Where the pages begin that hold these parts of a list; of none the first one, which knows the total. */
function offsetsOf(parts: readonly (readonly [number, number])[]): number[] {
  const offsets = new Set<number>();
  for (const [first, last] of parts.length > 0 ? parts : [[0, 0] as const]) {
    const page = Math.floor(Math.max(0, first) / PAGE_SIZE);
    for (let n = page; n * PAGE_SIZE <= Math.max(0, last); n += 1) offsets.add(n * PAGE_SIZE);
  }
  return [...offsets];
}

/** The ids of loaded rows by page, so that scrolling by one row asks nothing new about them. */
export function idsByPage(
  { row }: Pick<ObjectPages, 'row'>,
  parts: readonly (readonly [number, number])[],
): string[][] {
  const pages = offsetsOf(parts).map((offset) =>
    Array.from({ length: PAGE_SIZE }, (_, n) => row(offset + n)?.id).filter((id) => typeof id === 'string'),
  );
  return pages.filter((ids) => ids.length > 0);
}

/** The place of an object among the rows `first` to `last`, as far as they are loaded. */
export function placeIn(
  { row }: Pick<ObjectPages, 'row'>,
  id: JsonValue | undefined,
  first: number,
  last: number,
): number | undefined {
  for (let index = first; index <= last; index += 1) if (row(index)?.id === id) return index;
  return undefined;
}

/**
 * Keys of the rows at places: their objects, so that a click or a key is never that of another object which has come to
 * the place meanwhile. Where pages are of different times an object may be on two of them.
 */
export function keysOf(
  places: readonly number[],
  row: (index: number) => JsonObject | undefined,
): ReadonlyMap<number, string> {
  const keys = new Map<number, string>();
  const ids = new Set<unknown>();
  for (const place of places) {
    const id = row(place)?.id;
    keys.set(place, typeof id === 'string' && !ids.has(id) ? `object ${id}` : `place ${place}`);
    ids.add(id);
  }
  return keys;
}

/**
 * Pages that hold rows of a view of `collection`, in parts from a first to a last one. While a new view loads, the rows of the one
 * before stay, so that a list does not blink with every letter that is searched for.
 */
export function useObjectPages(
  collection: string,
  view: ListView,
  parts: readonly (readonly [number, number])[],
): ObjectPages {
  const offsets = offsetsOf(parts);
  const [loaded, setLoaded] = useState<Loaded>();

  const combine = useCallback(
    (results: UseQueryResult<ObjectsPage>[]) => ({
      answers: results.map(({ data }) => data).filter((data) => data !== undefined),
      error: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error !== null) void result.refetch();
      },
    }),
    [],
  );

  const { answers, error, retry } = useQueries({
    queries: offsets.map((offset) => objectsPageQuery(collection, { ...view, offset })),
    combine,
  });

  const total = answers[0]?.total;
  const changed =
    loaded?.view !== view ||
    loaded.answers.length !== answers.length ||
    loaded.answers.some((answer, n) => answer !== answers[n]);
  if (total !== undefined && changed) setLoaded({ answers, view, total });

  const failed = error !== null && loaded?.view !== view;
  const stale = total === undefined && loaded !== undefined && loaded.view !== view && !failed;
  const shown = stale ? loaded.answers : answers;
  return {
    // The length of the list is kept while another part of it loads, so that the scroll bar stands still.
    total: total ?? (failed ? undefined : loaded?.total),
    row: (index) => rowIn(shown, index),
    partial: shown[0]?.partial,
    stale,
    error,
    retry,
  };
}
