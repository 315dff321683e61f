/** The request that answers a view of a collection: the plain list, or a query when it is filtered or searched. */
import type { ObjectState } from '#contract/objects';
import { collectionPath } from './paths';

/** What a list is sorted by before everything else, so that objects with the same value follow each other. */
export interface GroupedBy {
  property: string;
  order: 'asc' | 'desc';
  /** In the order of the property's options. */
  options?: boolean;
  /** Dates count by their month. */
  month?: boolean;
}

export interface ListView {
  group?: GroupedBy | undefined;
  /** Property to sort by; the server's default is `created`. */
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Numbers inside text count as numbers, and case does not count. */
  natural?: boolean | undefined;
  /** Words to search for (spec/queries.md#search). */
  search?: string | undefined;
  /** Criteria that must all match, comma-separated. */
  include?: string | undefined;
  /** Criteria of which at least one must match, comma-separated. */
  any?: string | undefined;
  /** Criteria of which none may match, comma-separated. */
  exclude?: string | undefined;
  /** Only objects in this state. */
  state?: ObjectState | undefined;
  /** The change set that is read instead of what is live. */
  set?: string | undefined;
}

export interface ListRequest {
  path: string;
  query: Record<string, string | undefined>;
}

/** Whether a view shows less than the whole collection. */
export const isNarrowed = ({ search, include, any, exclude, state }: ListView): boolean =>
  [search, include, any, exclude, state].some((word) => word !== undefined && word !== '');

/** A search as it is typed: the last word may be the beginning of one, unless it is part of a phrase. */
export function asTyped(search: string): string {
  const last = /\S+$/.exec(search)?.[0] ?? '';
  const phrase = (search.match(/"/g) ?? []).length % 2 === 1;
  if (phrase || !/[\p{L}\p{N}\p{M}_]$/u.test(last) || /^(?:and|or)$/i.test(last)) return search;
  return `${search}*`;
}

/** A sort of 4.6. */
export function sortWord({ sort, order, natural, group }: ListView): string | undefined {
  const first =
    group === undefined ? [] : [`${group.property}:${group.order}${group.options ? ':options' : ''}`];
  const then = sort === undefined ? [] : [`${sort}:${order ?? 'asc'}${natural ? ':natural' : ''}`];
  // The order within what is alike decides nothing.
  const words = group?.property === sort && !group?.month ? first : [...first, ...then];
  return words.length === 0 ? undefined : words.join();
}

/** Path and parameters of a view without its page (spec/queries.md#list). Both ways answer with the total. */
export function listRequest(collection: string, view: ListView): ListRequest {
  const path = collectionPath(collection);
  const { sort, order, natural } = view;
  if (!isNarrowed(view)) {
    return { path, query: natural || view.group ? { sort: sortWord(view) } : { sort, order } };
  }
  return {
    path: `${path}/query`,
    query: {
      include: view.include || undefined,
      any: view.any || undefined,
      exclude: view.exclude || undefined,
      search: view.search || undefined,
      state: view.state,
      sort: sortWord(view),
    },
  };
}

/** The request for the ids of a view, in its order. It has as many as are asked for. */
export function idsRequest(collection: string, view: ListView): ListRequest {
  const { sort = 'created', order = 'desc', natural, group, include, any, exclude, search, state } = view;
  const isPlain = !isNarrowed(view) && !natural && group === undefined;
  return {
    path: `${collectionPath(collection)}/index`,
    query: {
      include: include || undefined,
      any: any || undefined,
      exclude: exclude || undefined,
      search: search || undefined,
      state,
      sort: isPlain ? `${sort}:${order}` : sortWord(view),
      fields: 'id',
    },
  };
}

/** Path and query of a view as text, with the marks of the filter grammar left readable. */
export function listAddress(collection: string, view: ListView): string {
  const { path, query } = listRequest(collection, view);
  const asked = { ...query, perspective: view.set };
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) words.set(name, value);
  const text = words.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}
