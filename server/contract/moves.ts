/** Moving an object in the manual order or the tree of its collection (spec/content.md#moving). */
import * as wire from './json-schema.js';
import { ID } from './names.js';

/** A parent, a place, or both. */
export const MOVE_REQUEST = wire.named(
  'MoveObjectRequest',
  wire.some({
    /** Null for the top level; without it the object goes where its neighbor is, or stays below its parent. */
    parent: wire.orNull(ID),
    /** At most one of these five. */
    before: ID,
    after: ID,
    first: wire.yes,
    last: wire.yes,
    /** By so many places, towards the first one with a negative number. */
    by: wire.integer,
    /** Where the caller has seen the object: a move from elsewhere is 412. */
    from: wire.some({ parent: wire.orNull(ID), order: wire.orNull(wire.number) }),
  }),
);
export type MoveRequest = wire.Typed<typeof MOVE_REQUEST>;

export const MOVED_OBJECT = wire.named(
  'MovedObject',
  wire.all(
    {
      id: wire.text,
      /** How many objects were written; 0 where it was there already. */
      changed: wire.count,
    },
    {
      parent: wire.text,
      order: wire.number,
      /** Its place in the order or among its siblings, counted from 1, of so many; where a place was asked for. */
      place: wire.count,
      total: wire.count,
    },
  ),
);
export type MovedObject = wire.Typed<typeof MOVED_OBJECT>;
