/** The states of the rows in view. */
import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CollectionStates, DatedState } from '#contract/objects';
import type { JsonObject } from '#contract/values';
import { statesQuery } from '../../api/states';
import { useDraftsOfList } from './list-drafts';

/** Rows are asked about in blocks, so that scrolling by one row asks nothing new. */
const BLOCK = 50;

interface Rows {
  row(index: number): JsonObject | undefined;
  first: number;
  last: number;
}

/** By id; empty where nothing says what is live. */
export function useRowStates(
  collection: string,
  publishes: boolean,
  { row, first, last }: Rows,
): ReadonlyMap<string, DatedState> {
  const { set } = useDraftsOfList();
  const blocks: string[][] = [];
  for (let block = Math.floor(first / BLOCK); publishes && block <= Math.floor(last / BLOCK); block += 1) {
    const ids = Array.from({ length: BLOCK }, (_, n) => row(block * BLOCK + n)?.id);
    const known = ids.filter((id) => typeof id === 'string');
    if (known.length > 0) blocks.push(known);
  }
  const combine = useCallback(
    (results: { data: CollectionStates | undefined }[]) =>
      new Map(results.flatMap(({ data }) => Object.entries(data?.objects ?? {}))),
    [],
  );
  return useQueries({ queries: blocks.map((ids) => statesQuery(collection, ids, set)), combine });
}
