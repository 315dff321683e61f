/** Moving an object in the manual order or the tree of its collection (spec/content.md#moving). */
import { all, count, integer, named, number, orNull, some, type Typed, text, yes } from './json-schema.js';
import { ID } from './names.js';

/** A parent, a place, or both. */
export const MOVE_REQUEST = named(
  'MoveObjectRequest',
  some({
    /** Null for the top level; without it the object goes where its neighbor is, or stays below its parent. */
    parent: orNull(ID),
    /** At most one of these five. */
    before: ID,
    after: ID,
    first: yes,
    last: yes,
    /** By so many places, towards the first one with a negative number. */
    by: integer,
    /** Where the caller has seen the object: a move from elsewhere is 412. */
    from: some({ parent: orNull(ID), order: orNull(number) }),
  }),
);
export type MoveRequest = Typed<typeof MOVE_REQUEST>;

export const MOVED_OBJECT = named(
  'MovedObject',
  all(
    {
      id: text,
      /** How many objects were written; 0 where it was there already. */
      changed: count,
    },
    {
      parent: text,
      order: number,
      /** Its place in the order or among its siblings, counted from 1, of so many; where a place was asked for. */
      place: count,
      total: count,
    },
  ),
);
export type MovedObject = Typed<typeof MOVED_OBJECT>;
