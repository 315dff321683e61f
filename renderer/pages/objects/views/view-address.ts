/**
 * A list's view in its address. `?view=` names a saved one; the other parameters say in what the list differs from it,
 * so that a short link shows the view as it is now and a changed one shows the change. Pure.
 */
import type { SavedView } from '#contract/views';

/** What a view consists of. The address writes `sort` as `sort` and `order`, the others as they are called here. */
const VIEW_PARTS = ['q', 'include', 'any', 'exclude', 'state', 'sort', 'columns', 'layout', 'by'] as const;
export type ViewPart = (typeof VIEW_PARTS)[number];
export type ViewParts = Partial<Record<ViewPart, string>>;

/** A part of a saved view; empty where it has none. */
function savedPart(view: SavedView | undefined, part: ViewPart): string {
  if (view === undefined) return '';
  if (part === 'columns') return view.columns?.join() ?? '';
  return view[part === 'q' ? 'search' : part] ?? '';
}

/** The view an address shows; undefined for the whole collection. Without a word about it the default one. */
export function shownView(
  params: URLSearchParams,
  views: readonly SavedView[],
  opens: string | null,
): SavedView | undefined {
  const asked = params.get('view');
  const silent = asked === null && VIEW_PARTS.every((part) => !params.has(part));
  const id = silent ? opens : asked;
  return views.find((view) => view.id === id);
}

/** A part of what is shown: the address's own, else the saved view's. A sort is `property:order`. */
export function partIn(params: URLSearchParams, view: SavedView | undefined, part: ViewPart): string {
  if (!params.has(part)) return savedPart(view, part);
  if (part !== 'sort') return params.getAll(part).join();
  const property = params.get('sort') ?? '';
  return property === '' ? '' : `${property}:${params.get('order') === 'asc' ? 'asc' : 'desc'}`;
}

/** Whether the list differs from its saved view. */
export const isEdited = (params: URLSearchParams, view: SavedView): boolean =>
  VIEW_PARTS.some((part) => partIn(params, view, part) !== savedPart(view, part));

/**
 * An address after changes of parts. In a saved view what equals it is left out and an empty part is said; without one
 * an empty part is left out.
 */
export function changedParams(
  before: URLSearchParams,
  view: SavedView | undefined,
  changes: ViewParts,
): URLSearchParams {
  const after = new URLSearchParams(before);
  if (view) after.set('view', view.id);
  for (const part of VIEW_PARTS) {
    const value = changes[part];
    if (value === undefined) continue;
    after.delete(part);
    if (part === 'sort') after.delete('order');
    if (value === savedPart(view, part)) continue;
    const [property = '', order] = part === 'sort' ? value.split(':') : [value];
    after.set(part, property);
    if (order) after.set('order', order);
  }
  return after;
}

/** The search of an address that shows a saved view as it is, or the whole collection. */
export function viewSearch(view: string | undefined, opens: string | null): string {
  if (view !== undefined) return `?view=${encodeURIComponent(view)}`;
  return opens === null ? '' : '?view=';
}

/** What is shown as the body of a saved view; null takes away what it does not have. `usual`: the order where nothing else says one, and the layout that is shown. */
export function viewBody(
  params: URLSearchParams,
  view: SavedView | undefined,
  columns: readonly string[] | undefined,
  usual: { sort: string; layout: string } = { sort: '', layout: '' },
) {
  const part = (name: ViewPart) => partIn(params, view, name).trim() || null;
  return {
    search: part('q'),
    include: part('include'),
    any: part('any'),
    exclude: part('exclude'),
    state: part('state'),
    sort: part('sort') ?? (usual.sort || null),
    columns: columns === undefined ? null : [...columns],
    layout: usual.layout || part('layout'),
    by: part('by'),
  };
}
