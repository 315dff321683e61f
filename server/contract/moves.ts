/** Moving an object in the manual order or the tree of its collection (spec/content.md#moving). */

/** Body of `POST {api}/collections/{collection}/{id}/move`: a parent, a place, or both. */
export interface MoveRequest {
  /** Null for the top level; without it the object goes where its neighbor is, or stays below its parent. */
  parent?: string | null;
  /** At most one of these five. */
  before?: string;
  after?: string;
  first?: true;
  last?: true;
  /** By so many places, towards the first one with a negative number. */
  by?: number;
  /** Where the caller has seen the object: a move from elsewhere is 412. */
  from?: { parent?: string | null; order?: number | null };
}

/** Its answer. */
export interface MovedObject {
  id: string;
  parent?: string;
  order?: number;
  /** Its place in the order or among its siblings, counted from 1, of so many; where a place was asked for. */
  place?: number;
  total?: number;
  /** How many objects were written; 0 where it was there already. */
  changed: number;
}
