/** Saved views of a collection: a name over what a list shows. Shared by everybody who works on the folder. */

/** As it stands in the collection's settings. Unknown keys are kept. */
export interface SavedView {
  /** Legal id, unique in the collection; stands in addresses. */
  id: string;
  name: string;
  /** Words to search for (spec/queries.md#search). */
  search?: string;
  /** Criteria that must all match, comma-separated. */
  include?: string;
  /** Criteria of which none may match, comma-separated. */
  exclude?: string;
  /** `property:asc` or `property:desc`; absent: the collection's own order. */
  sort?: string;
  /** Properties shown, in their order; absent: those that fit. */
  columns?: string[];
  [key: string]: unknown;
}

/** As answers show it. */
export interface ViewOnWire extends SavedView {
  /** Properties it names that the schema does not have (any more). The view is kept as it is. */
  unknown?: string[];
}

/** `GET {api}/views/collections/{collection}`. */
export interface SavedViews {
  /** In the order people gave them. */
  views: ViewOnWire[];
  /** The view a list opens with; null: the whole collection. */
  default: string | null;
}
