/** Objects with a parent, as the admin reads them (spec/queries.md#tree). */
import { all, choice, count, listOf, named, number, type Typed, text } from './json-schema.js';

/** An object of a tree. */
const TREE_OBJECT = all(
  {
    id: text,
    title: text,
    /** How many objects are directly below it. */
    children: count,
  },
  {
    /** The number that orders it among its siblings. */
    order: number,
    /** Why it is at the top level though it names a parent: there is no such object, or it is below the object itself. */
    problem: choice('missing', 'cycle'),
  },
);
export type TreeObject = Typed<typeof TREE_OBJECT>;

export const TREE = named(
  'CollectionTree',
  all({
    total: count,
    /** Those directly below the parent, or at the top level. */
    objects: listOf(TREE_OBJECT),
    /** From the top level down to the parent; empty for the top level. */
    path: listOf(all({ id: text, title: text })),
  }),
);
export type CollectionTree = Typed<typeof TREE>;
