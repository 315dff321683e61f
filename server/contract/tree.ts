/** Objects with a parent, as the admin reads them (spec/queries.md#tree). */
import * as wire from './json-schema.js';

/** An object of a tree. */
const TREE_OBJECT = wire.all(
  {
    id: wire.text,
    title: wire.text,
    /** How many objects are directly below it. */
    children: wire.count,
  },
  {
    /** The number that orders it among its siblings. */
    order: wire.number,
    /** Why it is at the top level though it names a parent: there is no such object, or it is below the object itself. */
    problem: wire.choice('missing', 'cycle'),
  },
);
export type TreeObject = wire.Typed<typeof TREE_OBJECT>;

export const TREE = wire.named(
  'CollectionTree',
  wire.all({
    total: wire.count,
    /** Those directly below the parent, or at the top level. */
    objects: wire.listOf(TREE_OBJECT),
    /** From the top level down to the parent; empty for the top level. */
    path: wire.listOf(wire.all({ id: wire.text, title: wire.text })),
  }),
);
export type CollectionTree = wire.Typed<typeof TREE>;
