/** Versions of objects, and what happened in the folder, as answers have them (spec/history.md). */
import { CHANGE_KINDS } from './change-sets.js';
import { ACTOR, TRANSACTION } from './changes.js';
import * as wire from './json-schema.js';

export const HISTORY_KINDS = ['saved', 'removed', 'outside', 'found'] as const;

/** A change of a file (spec/history.md#versions). */
export const VERSION = wire.all(
  {
    /** Names the content; null where the object was gone. */
    revision: wire.orNull(wire.text),
    at: wire.time,
    kind: wire.choice(...HISTORY_KINDS),
  },
  {
    actor: ACTOR,
    transaction: TRANSACTION,
    /** Properties in which it differs from the version before; absent where that is not known. */
    changed: wire.listOf(wire.text),
    /** Of versions that are not live, in a perspective: the change set. */
    set: wire.text,
    /** What the set did to the object then; with `changed`. */
    change: wire.choice(...CHANGE_KINDS),
  },
);
export type Version = wire.Typed<typeof VERSION>;
export const VERSIONS = wire.named(
  'Versions',
  wire.all({ versions: wire.listOf(VERSION), total: wire.count }),
);

/** A file of a version (spec/history.md#files). */
const VERSION_FILE = wire.all(
  {
    path: wire.text,
    property: wire.text,
    name: wire.text,
    /** Whether its bytes can still be shown and restored. */
    kept: wire.bool,
  },
  {
    mime: wire.text,
    hash: wire.text,
    uploadDate: wire.text,
    /** Names its bytes; absent where they are not known. */
    revision: wire.text,
    size: wire.count,
  },
);
export type VersionFile = wire.Typed<typeof VERSION_FILE>;

export const VERSION_CONTENT = wire.named(
  'VersionContent',
  wire.extended(VERSION, { object: wire.open, files: wire.listOf(VERSION_FILE) }),
);
export type VersionContent = wire.Typed<typeof VERSION_CONTENT>;

/** A version of a schema or of settings. */
export const DOCUMENT_VERSION = wire.named(
  'DocumentVersion',
  wire.extended(VERSION, { document: wire.open }),
);

/** A property that differs; a side is absent where it has no value. */
const DIFFERENCE = wire.all({ property: wire.text }, { before: wire.anything, after: wire.anything });
export type Difference = wire.Typed<typeof DIFFERENCE>;

export const DIFFERENCES = wire.named(
  'Differences',
  wire.all({
    differences: wire.listOf(DIFFERENCE),
    /** Files whose bytes differ, with the versions they are in. */
    files: wire.listOf(wire.all({ path: wire.text }, { before: VERSION_FILE, after: VERSION_FILE })),
  }),
);
export type Differences = wire.Typed<typeof DIFFERENCES>;
export const DOCUMENT_DIFFERENCES = wire.named(
  'DocumentDifferences',
  wire.all({ differences: wire.listOf(DIFFERENCE) }),
);

type SubjectType =
  | { type: 'object'; collection: string; id: string }
  | { type: 'collection'; collection: string }
  | { type: 'schema'; schema: string }
  | { type: 'settings' };
/** What a change was about. */
const SUBJECT = wire.all(
  { type: wire.choice('object', 'collection', 'schema', 'settings') },
  wire.texts('collection', 'id', 'schema'),
) as wire.Shape<SubjectType>;
export type Subject = wire.Typed<typeof SUBJECT>;

const CHANGE = wire.extended(
  VERSION,
  { subject: SUBJECT },
  {
    /** Of an object that exists. */
    title: wire.text,
  },
);
export type Activity = wire.Typed<typeof CHANGE>;

export const ACTIVITY = wire.named(
  'Activity',
  wire.all(
    { activity: wire.listOf(CHANGE) },
    {
      /** `before` of the next page. */
      next: wire.text,
    },
  ),
);
export type ActivityPage = wire.Typed<typeof ACTIVITY>;

const UNDONE_CHANGE = wire.all(
  { subject: SUBJECT, result: wire.choice('restored', 'removed', 'unchanged', 'clash', 'skipped') },
  {
    properties: wire.listOf(wire.text),
    message: wire.text,
    files: wire.listOf(wire.text),
    missingFiles: wire.listOf(wire.text),
  },
);
export type Undone = wire.Typed<typeof UNDONE_CHANGE>;
export const UNDONE = wire.named(
  'Undone',
  wire.all({ dryRun: wire.bool, undone: wire.listOf(UNDONE_CHANGE) }),
);

/** Room the history takes on this machine. */
export const HISTORY_USAGE = wire.named(
  'HistoryUsage',
  wire.all(
    {
      bytes: wire.count,
      /** How many different contents are kept. */
      contents: wire.count,
      /** Of images and other files. */
      files: wire.all({ bytes: wire.count, contents: wire.count }),
    },
    {
      /** Why the history is incomplete. */
      problem: wire.text,
    },
  ),
);
export type HistoryUsage = wire.Typed<typeof HISTORY_USAGE>;
