/** What a list shows of its collection: search, filter and order, all of it in the address. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { isNarrowed, type ListView } from '../../api/list-request';
import { type Condition, criteriaOf, parseConditions } from './filter/condition';
import { type Sort, useListSort } from './useListPlace';

/** How a change goes into the history: a step of its own to go back over, or part of the step before. */
export type Step = 'new' | 'same';

export interface ObjectView {
  sort: Sort;
  setSort(sort: Sort): void;
  search: string;
  setSearch(search: string): void;
  conditions: readonly Condition[];
  setConditions(conditions: readonly Condition[], step: Step): void;
  /** Back to the whole collection. */
  clear(): void;
  /** The view as the API is asked for it. */
  request: ListView;
  /** Names what is shown, whatever the order; empty for the whole collection. */
  key: string;
}

const NARROWING = ['q', 'include', 'exclude'] as const;
type Narrowing = Partial<Record<(typeof NARROWING)[number], string>>;

/** A parameter sent several times is one list. */
const wordsIn = (params: URLSearchParams, name: string): string => params.getAll(name).join();

/** The view of a collection's list. */
export function useListView(collection: string, settings: CollectionSettings): ObjectView {
  const [params, setParams] = useSearchParams();
  const [sort, setSort] = useListSort(collection, settings);
  const search = (params.get('q') ?? '').trim();
  const [included, excluded] = [wordsIn(params, 'include'), wordsIn(params, 'exclude')];
  const conditions = useMemo(() => parseConditions(included, excluded), [included, excluded]);
  const { include, exclude } = criteriaOf(conditions);

  const request = useMemo<ListView>(
    () => ({
      sort: sort.property,
      order: sort.order,
      search: search || undefined,
      include: include || undefined,
      exclude: exclude || undefined,
    }),
    [sort, search, include, exclude],
  );

  const write = useCallback(
    (changes: Narrowing, step: Step) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const name of NARROWING) {
            const value = changes[name];
            if (value === '') after.delete(name);
            else if (value !== undefined) after.set(name, value);
          }
          return after;
        },
        { replace: step === 'same' },
      ),
    [setParams],
  );

  return {
    sort,
    setSort,
    search,
    // Going back leads to the list before the search, not through its letters.
    setSearch: (next) => write({ q: next }, search === '' ? 'new' : 'same'),
    conditions,
    setConditions: (next, step) => write(criteriaOf(next), step),
    clear: () => write({ q: '', include: '', exclude: '' }, 'new'),
    request,
    key: isNarrowed(request) ? JSON.stringify([search, include, exclude]) : '',
  };
}
