/** Objects with a parent, as the admin reads them (spec/queries.md#tree). */

/** An object of a tree. */
export interface TreeObject {
  id: string;
  title: string;
  /** How many objects are directly below it. */
  children: number;
  /** The number that orders it among its siblings. */
  order?: number;
  /** Why it is at the top level though it names a parent: there is no such object, or it is below the object itself. */
  problem?: 'missing' | 'cycle';
}

/** `GET {api}/tree/collections/{collection}`. */
export interface CollectionTree {
  total: number;
  /** Those directly below the parent, or at the top level. */
  objects: TreeObject[];
  /** From the top level down to the parent; empty for the top level. */
  path: { id: string; title: string }[];
}
