/** Saved views of a collection: a name for what a list shows. Shared by all users of the folder. */

import * as wire from './json-schema.js';
import { OBJECT_STATES } from './objects.js';

/** How a list draws its objects. */
export const LAYOUTS = ['table', 'cards', 'calendar', 'board', 'tree'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const isLayout = (word: unknown): word is Layout => LAYOUTS.some((layout) => layout === word);

const VIEW = wire.named(
  'SavedView',
  wire.atLeast(
    {
      /** Valid id, unique in the collection; used in URLs. */
      id: wire.text,
      name: wire.text,
    },
    {
      /** Words to search for (spec/queries.md#search). */
      search: wire.text,
      /** Criteria that must all match, comma-separated. */
      include: wire.text,
      /** Criteria of which at least one must match, comma-separated. */
      any: wire.text,
      /** Criteria of which none may match, comma-separated. */
      exclude: wire.text,
      /** Only objects in this state. */
      state: wire.choice(...OBJECT_STATES),
      /** `property:asc` or `property:desc`; absent: the collection's own order. */
      sort: wire.text,
      /** Absent: a table. */
      layout: wire.choice(...LAYOUTS),
      /** The date of a calendar, the choice of a board's columns, the property whose values group a table. */
      by: wire.text,
      /** Properties shown, in their order; absent: those that fit. */
      columns: wire.listOf(wire.text),
      /** Properties it names that the schema does not (or no longer) have. The view is kept unchanged. */
      unknown: { ...wire.listOf(wire.text), readOnly: true },
    },
  ),
);
/** Unknown keys of the collection's settings are kept. */
export type SavedView = wire.Typed<typeof VIEW> & { [key: string]: unknown };

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
