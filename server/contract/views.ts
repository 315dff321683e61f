/** Saved views of a collection: a name for what a list shows. Shared by all users of the folder. */

import * as wire from './json-schema.js';
import { OBJECT_STATES, type ObjectState } from './objects.js';

/** How a list draws its objects. */
export const LAYOUTS = ['table', 'cards', 'calendar', 'board', 'tree'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const isLayout = (word: unknown): word is Layout => LAYOUTS.some((layout) => layout === word);

/** As stored in the collection's settings. Unknown keys are kept. */
export interface SavedView {
  /** Valid id, unique in the collection; used in URLs. */
  id: string;
  name: string;
  /** Words to search for (spec/queries.md#search). */
  search?: string;
  /** Criteria that must all match, comma-separated. */
  include?: string;
  /** Criteria of which at least one must match, comma-separated. */
  any?: string;
  /** Criteria of which none may match, comma-separated. */
  exclude?: string;
  /** Only objects in this state. */
  state?: ObjectState;
  /** `property:asc` or `property:desc`; absent: the collection's own order. */
  sort?: string;
  /** Absent: a table. */
  layout?: Layout;
  /** The date of a calendar, the choice of a board's columns, the property whose values group a table. */
  by?: string;
  /** Properties shown, in their order; absent: those that fit. */
  columns?: string[];
  [key: string]: unknown;
}

/** As answers show it. */
export interface ViewOnWire extends SavedView {
  /** Properties it names that the schema does not (or no longer) have. The view is kept unchanged. */
  unknown?: string[];
}

const VIEW = wire.named(
  'SavedView',
  wire.atLeast(
    {},
    {
      ...wire.texts('id', 'name', 'search', 'include', 'any', 'exclude', 'sort', 'by'),
      layout: wire.choice(...LAYOUTS),
      columns: wire.listOf(wire.text),
      state: wire.choice(...OBJECT_STATES),
      unknown: { ...wire.listOf(wire.text), readOnly: true },
    },
  ) as wire.Shape<ViewOnWire>,
);

export const SAVED_VIEWS = wire.named(
  'SavedViews',
  wire.all({
    /** In the order set by users. */
    views: wire.listOf(VIEW),
    /** The view a list opens with; null: the whole collection. */
    default: wire.orNull(wire.text),
  }),
);
export type SavedViews = wire.Typed<typeof SAVED_VIEWS>;
