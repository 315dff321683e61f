/** The states of the rows in view. */
import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CollectionStates, DatedState } from '#contract/objects';
import { statesQuery } from '../../api/states';
import { useDraftsOfList } from './list-drafts';
import { idsByPage, type ObjectPages } from './useObjectPages';

/** By id; empty where nothing says what is live. */
export function useRowStates(
  collection: string,
  publishes: boolean,
  pages: Pick<ObjectPages, 'row'>,
  inView: readonly (readonly [number, number])[],
): ReadonlyMap<string, DatedState> {
  const { set } = useDraftsOfList();
  const asked = publishes ? idsByPage(pages, inView) : [];
  const combine = useCallback(
    (results: { data: CollectionStates | undefined }[]) =>
      new Map(results.flatMap(({ data }) => Object.entries(data?.objects ?? {}))),
    [],
  );
  return useQueries({ queries: asked.map((ids) => statesQuery(collection, ids, set)), combine });
}
