/** Error bodies and change events (spec/errors.md#body). */

import type { ChangeOrigin } from './changes.js';
import type { ErrorId } from './error-ids.js';
import * as wire from './json-schema.js';

/** Values that the sender of a change and others changed in different ways; a missing one: the value was absent. */
export const CLASH = wire.all(
  {
    /** From the property inwards: keys, languages, ids of items, names of files. */
    path: wire.listOf(wire.text),
  },
  {
    /** Only the order of the entries at the path clashes; the values are lists of their names. */
    order: wire.yes,
    base: wire.anything,
    mine: wire.anything,
    theirs: wire.anything,
  },
);
export type ClashOnWire = wire.Typed<typeof CLASH>;

const errorId: wire.Shape<ErrorId> = { type: 'string' };
/** The long error form (spec/errors.md#body). */
export const ERROR = wire.all({
  error: wire.all(
    {
      /** The status. */
      code: wire.count,
      /** Stable, for programs (spec/errors.md#types). */
      type: errorId,
      message: wire.text,
      /** What the message says, for programs: its key and its values (spec/errors.md#messages). */
      ...wire.said,
      /** Path of the page that explains the type. */
      docs: wire.text,
    },
    {
      /** Messages per property, every failing property of a request at once. Nested ones by dotted path. */
      details: wire.messages,
      /** The same messages by their keys and values. */
      problems: wire.problems,
      /** Of a change that could not be merged (spec/content.md#merging). */
      clashes: wire.listOf(CLASH),
      /** Ties it to a line of the log. */
      requestId: wire.text,
    },
  ),
});
export type ErrorBody = wire.Typed<typeof ERROR>;
export type ErrorDetails = NonNullable<ErrorBody['error']['details']>;
export type ErrorProblems = NonNullable<ErrorBody['error']['problems']>;

/**
 * Something changed in the folder, through Plinth or from outside. The documentation shows each comment beside the
 * types below it.
 */
export type ChangeEvent =
  /** An object was created, changed or moved to the trash. A date that makes it live or no longer live is a change. */
  | { type: 'object.created' | 'object.updated' | 'object.deleted'; collection: string; id: string }
  /** Another program wrote the file of an object, which cannot be read any more. */
  | { type: 'object.damaged'; collection: string; id: string }
  /** A sync tool left another version of a file beside it, or removed it; `path` is that of the copy. */
  | { type: 'conflict.found' | 'conflict.gone'; collection: string; id: string; path: string }
  /** A collection or its settings. */
  | { type: 'collection.created' | 'collection.updated' | 'collection.deleted'; collection: string }
  /** A schema. */
  | { type: 'schema.saved' | 'schema.deleted'; schema: string }
  /** An import ended; each of its objects had an event before. */
  | { type: 'import.completed'; collection: string; created: number; updated: number }
  /** A file of an object, by its `path` below the object, e.g. `gallery/quay.jpg`; the object has an event as well. */
  | { type: 'file.saved' | 'file.deleted'; collection: string; id: string; path: string };

/** Every type of change, for listeners that subscribe by name. */
export const CHANGE_TYPES = [
  'object.created',
  'object.updated',
  'object.deleted',
  'object.damaged',
  'conflict.found',
  'conflict.gone',
  'collection.created',
  'collection.updated',
  'collection.deleted',
  'schema.saved',
  'schema.deleted',
  'import.completed',
  'file.saved',
  'file.deleted',
] as const satisfies readonly ChangeEvent['type'][];

/** A change as sent by `GET {api}/events`; `at`: ISO 8601 UTC. Its actor is named to those who may know it. */
export type ChangeOnWire = ChangeEvent & ChangeOrigin & { at: string };

/** Event of a stream that asked for groups: changes of one transaction (spec/events.md#groups). */
export const CHANGE_GROUP = 'changes';

export type ChangeGroup = ChangeOrigin & { changes: (ChangeEvent & { at: string })[] };

/**
 * Header with names of properties, separated by commas: after a save those whose markup was changed by sanitizing,
 * with a list or a query the requested ones that no object of the collection has.
 */
/** Header with files whose bytes could not be brought back, as paths below the object's folder. */
export const MISSING_FILES_HEADER = 'X-Plinth-Missing-Files';
export const WARNINGS_HEADER = 'X-Plinth-Warnings';

/** Stands in that header before the path of a value that breaks a rule as it did before the save. */
export const INVALID_WARNING = 'invalid:';

/** Header with a cursor: what changes after the answer can be asked for with it (spec/events.md#cursors). */
export const CURSOR_HEADER = 'X-Plinth-Cursor';

/** Header of a merged change: names of the properties that others have changed since the sender's version. */
export const MERGED_HEADER = 'X-Plinth-Merged';
