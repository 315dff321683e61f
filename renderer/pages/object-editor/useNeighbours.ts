import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import type { CollectionSettings, ObjectList } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { SHARED_DRAFT } from '#contract/set-names';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';
import { sortsNaturally } from '../../lists/natural';
import { recallPlace, rememberedSort } from '../../lists/useListPlace';
import { stopsBeside, type Walk, walkOf } from '../../lists/walk';
import { useRights } from '../../ui/rights';

/** An object to step to, with the walk as it stands there. */
export interface Step {
  id: string;
  walk: Walk;
}

export interface Neighbours {
  previous: Step | undefined;
  next: Step | undefined;
  /** Where the object stands in the list, counted from 1, and how many there are; undefined where that says nothing. */
  place: { at: number; of: number } | undefined;
  /** Search of the address of the list the object was opened from. */
  search: string;
}

/** Half an hour: about as long as a walk through a list is put aside and taken up again. */
const KEPT = 30 * 60_000;

/** The pages of the list with the rows beside this one. */
function pagesBeside(row: number): number[] {
  const pages = [row - 1, row, row + 1].map((one) => Math.floor(Math.max(0, one) / PAGE_SIZE));
  return [...new Set(pages)];
}

/**
 * The objects before and after this one in the list it was opened from: filter, search, order and all. The list is
 * taken as it was shown then, so that saving an object, which may move it or take it out of the view, does not lead
 * astray. Opened from elsewhere, it is the whole list as far as the page reaches that was looked at last.
 */
export function useNeighbours(
  collection: string,
  id: string | undefined,
  settings: CollectionSettings,
  schema: SchemaDefinition,
): Neighbours {
  const client = useQueryClient();
  const { edits } = useRights();
  const { state, key } = useLocation();
  const given = useMemo(() => walkOf(state), [state]);
  const walk: Walk = given ?? wholeList(settings, schema, edits);
  const from = walk.from ?? key;
  const answers = useQueries({
    queries: pagesBeside(walk.row).map((page) => {
      const shown = objectsPageQuery(collection, { ...walk.view, offset: page * PAGE_SIZE });
      return queryOptions({
        queryKey: ['walk', collection, from, page],
        queryFn: async (): Promise<ObjectList> =>
          client.getQueryData(shown.queryKey) ?? client.fetchQuery({ ...shown, staleTime: 0 }),
        enabled: id !== undefined && !settings.singleton,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEPT,
      });
    }),
  }).flatMap(({ data }) => data ?? []);

  const idAt = (row: number): string | undefined => {
    const page = answers.find(({ offset }) => row >= offset && row < offset + PAGE_SIZE);
    const found = page?.objects[row - page.offset]?.id;
    return typeof found === 'string' ? found : undefined;
  };
  const first = Math.min(...answers.map(({ offset }) => offset));
  const last = Math.max(...answers.map(({ offset }) => offset)) + PAGE_SIZE - 1;
  const { search } = walk;
  const total = answers[0]?.total;
  if (id === undefined || total === undefined)
    return { previous: undefined, next: undefined, place: undefined, search };

  const { at, previous, next } = stopsBeside(id, walk.row, { idAt, around: [first, last] });
  // Not opened from a list and not on the page that was looked at last: its neighbors are unknown.
  if (at === undefined && given === undefined)
    return { previous: undefined, next: undefined, place: undefined, search };
  const step = (stop: typeof next): Step | undefined =>
    stop && { id: stop.id, walk: { view: walk.view, search, row: stop.row, from } };
  return {
    previous: step(previous),
    next: step(next),
    place: at === undefined || total < 2 ? undefined : { at: at + 1, of: total },
    search,
  };
}

function wholeList(settings: CollectionSettings, schema: SchemaDefinition, edits: boolean): Walk {
  const { property, order } = rememberedSort(settings);
  const { row = 0 } = recallPlace(settings.id);
  const natural = sortsNaturally(schema, property) || undefined;
  const set = edits && settings.saves === 'draft' ? SHARED_DRAFT : undefined;
  return { view: { sort: property, order, natural, set }, search: '', row };
}
