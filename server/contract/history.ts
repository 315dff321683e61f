/** Versions of objects, and what happened in the folder, as answers have them (spec/history.md). */
import { ACTOR, TRANSACTION } from './changes.js';
import {
  all,
  anything,
  bool,
  choice,
  count,
  extended,
  listOf,
  named,
  open,
  orNull,
  type Shape,
  type Typed,
  text,
  texts,
  time,
} from './json-schema.js';

export const HISTORY_KINDS = ['saved', 'removed', 'outside', 'found'] as const;

/** A change of a file (spec/history.md#versions). */
export const VERSION = all(
  {
    /** Names the content; null where the object was gone. */
    revision: orNull(text),
    at: time,
    kind: choice(...HISTORY_KINDS),
  },
  {
    actor: ACTOR,
    transaction: TRANSACTION,
    /** Properties in which it differs from the version before; absent where that is not known. */
    changed: listOf(text),
  },
);
export type Version = Typed<typeof VERSION>;
export const VERSIONS = named('Versions', all({ versions: listOf(VERSION), total: count }));

/** A file of a version (spec/history.md#files). */
const VERSION_FILE = all(
  {
    path: text,
    property: text,
    name: text,
    /** Whether its bytes can still be shown and restored. */
    kept: bool,
  },
  {
    mime: text,
    hash: text,
    uploadDate: text,
    /** Names its bytes; absent where they are not known. */
    revision: text,
    size: count,
  },
);
export type VersionFile = Typed<typeof VERSION_FILE>;

export const VERSION_CONTENT = named(
  'VersionContent',
  extended(VERSION, { object: open, files: listOf(VERSION_FILE) }),
);
export type VersionContent = Typed<typeof VERSION_CONTENT>;

/** A version of a schema or of settings. */
export const DOCUMENT_VERSION = named('DocumentVersion', extended(VERSION, { document: open }));

/** A property that differs; a side is absent where it has no value. */
const DIFFERENCE = all({ property: text }, { before: anything, after: anything });
export type Difference = Typed<typeof DIFFERENCE>;

export const DIFFERENCES = named(
  'Differences',
  all({
    differences: listOf(DIFFERENCE),
    /** Files whose bytes differ, with the versions they are in. */
    files: listOf(all({ path: text }, { before: VERSION_FILE, after: VERSION_FILE })),
  }),
);
export type Differences = Typed<typeof DIFFERENCES>;
export const DOCUMENT_DIFFERENCES = named('DocumentDifferences', all({ differences: listOf(DIFFERENCE) }));

type SubjectType =
  | { type: 'object'; collection: string; id: string }
  | { type: 'collection'; collection: string }
  | { type: 'schema'; schema: string }
  | { type: 'settings' };
/** What a change was about. */
const SUBJECT = all(
  { type: choice('object', 'collection', 'schema', 'settings') },
  texts('collection', 'id', 'schema'),
) as Shape<SubjectType>;
export type Subject = Typed<typeof SUBJECT>;

const CHANGE = extended(
  VERSION,
  { subject: SUBJECT },
  {
    /** Of an object that exists. */
    title: text,
  },
);
export type Activity = Typed<typeof CHANGE>;

export const ACTIVITY = named(
  'Activity',
  all(
    { activity: listOf(CHANGE) },
    {
      /** `before` of the next page. */
      next: text,
    },
  ),
);
export type ActivityPage = Typed<typeof ACTIVITY>;

const UNDONE_CHANGE = all(
  { subject: SUBJECT, result: choice('restored', 'removed', 'unchanged', 'clash', 'skipped') },
  { properties: listOf(text), message: text, files: listOf(text), missingFiles: listOf(text) },
);
export type Undone = Typed<typeof UNDONE_CHANGE>;
export const UNDONE = named('Undone', all({ dryRun: bool, undone: listOf(UNDONE_CHANGE) }));

/** Room the history takes on this machine. */
export const HISTORY_USAGE = named(
  'HistoryUsage',
  all(
    {
      bytes: count,
      /** How many different contents are kept. */
      contents: count,
      /** Of images and other files. */
      files: all({ bytes: count, contents: count }),
    },
    {
      /** Why the history is incomplete. */
      problem: text,
    },
  ),
);
export type HistoryUsage = Typed<typeof HISTORY_USAGE>;
