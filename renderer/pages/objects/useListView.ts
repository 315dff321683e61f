/** What a list shows of its collection: saved view, search, filter, order and columns, all of it in the address. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type CollectionSettings, OBJECT_STATES, type ObjectState } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { Layout, SavedView, SavedViews } from '#contract/views';
import { asTyped, type GroupedBy, isNarrowed, type ListView } from '../../api/list-request';
import { groupingOf, hasOwnOptions, isByMonth } from '../../lists/arrangement';
import { criteriaOf, parseConditions } from '../../lists/filter/condition';
import type { Filtered, Step } from '../../lists/filter/useFilterDraft';
import { sortsNaturally } from '../../lists/natural';
import { treeOf } from '../../lists/tree';
import { defaultSort, type Sort, useListSort } from '../../lists/useListPlace';
import { changedParams, isEdited, partIn, shownView, type ViewParts, viewBody } from './views/view-address';

export interface ObjectView extends Filtered {
  sort: Sort;
  /** The order is not the one the collection has by itself. */
  sorted: boolean;
  setSort(sort: Sort): void;
  search: string;
  setSearch(search: string): void;
  /** Undefined for objects in any state. */
  state: ObjectState | undefined;
  setState(state: ObjectState | undefined): void;
  /** Back to the whole collection. */
  clear(): void;
  /** The view as the API is asked for it. */
  request: ListView;
  /** Names what is shown, whatever the order; empty for the whole collection. */
  key: string;
  /** The saved view that is shown; undefined for none. */
  saved: SavedView | undefined;
  /** The list differs from its saved view. */
  edited: boolean;
  /** Back to the saved view as it is. */
  reset(): void;
  /** Columns of a saved view, or changed in it; undefined where it says nothing. */
  columns: readonly string[] | undefined;
  setColumns(columns: readonly string[] | undefined): void;
  /** How the objects are drawn, and the property by which: as asked, whether or not the schema can. */
  asked: { layout: string; by: string };
  setLayout(layout: Layout, by?: string): void;
  /** What is shown, as it would be saved; `columns` where the user chose them. */
  body(columns: readonly string[] | undefined): ReturnType<typeof viewBody>;
}

interface Asked extends Pick<ListView, 'include' | 'any' | 'exclude' | 'state' | 'set'> {
  layout: string;
  by: string;
  sort: Sort;
  search: string;
}

/** The view as the API is asked for it. */
function useRequest(schema: SchemaDefinition, asked: Asked): ListView {
  const { layout, by, sort, search, include, any, exclude, state, set } = asked;
  const group = useMemo<GroupedBy | undefined>(() => {
    const grouping = groupingOf(schema, { layout, by });
    if (grouping === undefined) return undefined;
    const month = isByMonth(grouping);
    const first = month ? 'desc' : 'asc';
    const order = sort.property === grouping.name ? sort.order : first;
    const options = hasOwnOptions(grouping);
    return { property: grouping.name, order, ...(month && { month }), ...(options && { options }) };
  }, [schema, layout, by, sort]);
  return useMemo<ListView>(
    () => ({
      group,
      sort: sort.property,
      natural: sortsNaturally(schema, sort.property) || undefined,
      order: sort.order,
      search: asTyped(search) || undefined,
      include: include || undefined,
      any: any || undefined,
      exclude: exclude || undefined,
      state,
      set,
    }),
    [group, sort, schema, search, include, any, exclude, state, set],
  );
}

/** The view of a collection's list; `set`: the change set it is read from instead of what is live. */
export function useListView(
  settings: CollectionSettings,
  schema: SchemaDefinition,
  views: SavedViews,
  set: string | undefined,
): ObjectView {
  const [params, setParams] = useSearchParams();
  const saved = shownView(params, views.views, views.default);
  const part = (name: keyof ViewParts) => partIn(params, saved, name);
  const search = part('q').trim();
  const [included, excluded, either] = [part('include'), part('exclude'), part('any')];
  const columnNames = part('columns');
  const conditions = useMemo(() => parseConditions(included, excluded, either), [included, excluded, either]);
  const columns = useMemo(() => (columnNames === '' ? undefined : columnNames.split(',')), [columnNames]);
  const { include, exclude, any } = criteriaOf(conditions);
  const asked = part('state');
  const state = OBJECT_STATES.find((one) => one === asked);

  const write = useCallback(
    (changes: ViewParts, step: Step) =>
      setParams((before) => changedParams(before, shownView(before, views.views, views.default), changes), {
        replace: step === 'same',
      }),
    [setParams, views],
  );
  const [sort, setSort] = useListSort(settings, {
    asked: part('sort'),
    ofView: saved !== undefined,
    write: useCallback((asked: string) => write({ sort: asked }, 'same'), [write]),
  });

  const by = part('by');
  // Objects in a tree are shown as one where nothing else is asked for.
  const usual = saved === undefined && treeOf(settings, schema) !== undefined ? 'tree' : 'table';
  const layout = part('layout') || (usual === 'tree' && by === '' ? 'tree' : '');
  const request = useRequest(schema, { layout, by, sort, search, include, any, exclude, state, set });

  const ordinary = defaultSort(settings);
  const sorted = sort.property !== ordinary.property || sort.order !== ordinary.order;

  const key = isNarrowed(request) ? JSON.stringify([search, include, any, exclude, state]) : '';
  // The same object until something of it changes: what is around the rows is not drawn again with them.
  return useMemo(
    () => ({
      sort,
      sorted,
      setSort,
      search,
      // Going back leads to the list before the search, not through its letters.
      setSearch: (next) => write({ q: next }, search === '' ? 'new' : 'same'),
      state,
      setState: (next) => write({ state: next ?? '' }, 'new'),
      conditions,
      setConditions: (next, step) => write(criteriaOf(next), step),
      clear: () => write({ q: '', include: '', any: '', exclude: '', state: '' }, 'new'),
      request,
      key,
      saved,
      edited: saved !== undefined && isEdited(params, saved),
      reset: () => setParams(saved ? { view: saved.id } : {}),
      columns,
      setColumns: (next) => write({ columns: next?.join() ?? '' }, 'same'),
      asked: { layout, by },
      setLayout: (layout, by = '') => write({ layout: layout === usual ? '' : layout, by }, 'new'),
      // An order remembered of an earlier visit is shown without a word of it in the address.
      body: (chosen) =>
        viewBody(params, saved, chosen, {
          sort: sorted && saved === undefined ? `${sort.property}:${sort.order}` : '',
          layout: layout === 'table' ? '' : layout,
        }),
    }),
    [
      conditions,
      columns,
      params,
      saved,
      request,
      key,
      sort,
      sorted,
      search,
      state,
      layout,
      by,
      usual,
      setSort,
      setParams,
      write,
    ],
  );
}
