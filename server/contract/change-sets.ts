/** Change sets: edits of objects that are not live yet (spec/change-sets.md). */
import { ACTOR } from './changes.js';
import * as wire from './json-schema.js';
import { ID } from './names.js';
import { TRASH_ENTRY } from './objects.js';
import { CLASH } from './wire.js';

/** `draft`: the one of the folder; `release`: published together; `suggestion`: accepted or refused. */
export const SET_KINDS = ['draft', 'release', 'suggestion'] as const;
export type SetKind = (typeof SET_KINDS)[number];

/** What a set does to an object. */
export const CHANGE_KINDS = ['new', 'edit', 'remove'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const TITLE: wire.Shape<string> = { type: 'string', minLength: 1, maxLength: 200 };
/** ISO 8601. */
const TIME: wire.Shape<string> = { type: 'string', maxLength: 40 };
const REASON: wire.Shape<string> = { type: 'string', maxLength: 10_000 };

export const NEW_CHANGE_SET = wire.named(
  'NewChangeSet',
  wire.all(
    { kind: wire.choice('release', 'suggestion'), title: TITLE },
    { id: ID, reason: REASON, /** When a release is published by itself. */ publishAt: TIME },
  ),
);
export type NewChangeSet = wire.Typed<typeof NEW_CHANGE_SET>;

export const EDITED_CHANGE_SET = wire.named(
  'EditedChangeSet',
  wire.some({
    title: TITLE,
    reason: REASON,
    /** Null: not planned any more. */ publishAt: wire.orNull(TIME),
  }),
);
export type EditedChangeSet = wire.Typed<typeof EDITED_CHANGE_SET>;

const CHANGE_SET_PARTS = {
  id: wire.text,
  kind: wire.choice(...SET_KINDS),
  title: wire.text,
};
/** Why a release was not published at its time; nothing of it is live. */
const FAILED = wire.all(
  { /** When it was tried. */ at: wire.time, problem: wire.all({ message: wire.text, ...wire.said }) },
  {
    /** By collection, object and property, as in an error. */
    details: wire.messages,
    problems: wire.problems,
    clashes: wire.listOf(CLASH),
  },
);

const CHANGE_SET_OPTIONS = {
  reason: wire.text,
  created: wire.time,
  author: ACTOR,
  /** When the release is published by itself. */
  publishAt: wire.time,
  /** Of a set that was published as a whole and is empty since; the transaction where this machine has done it. */
  published: wire.all({ at: wire.time }, { transaction: wire.text }),
  failed: FAILED,
};

export const CHANGE_SET = wire.named(
  'ChangeSet',
  wire.all(
    { ...CHANGE_SET_PARTS, /** How many objects it changes. */ objects: wire.count },
    CHANGE_SET_OPTIONS,
  ),
);
export type ChangeSet = wire.Typed<typeof CHANGE_SET>;

/** Max changes of each set in the list of a collection, and max ids to ask for. */
export const MAX_LISTED_CHANGES = 1000;
export const MAX_CHANGED_IDS = 100;

/** The change of an object of a collection. */
const LISTED_CHANGE = wire.named(
  'ListedChange',
  wire.all(
    {
      id: wire.text,
      change: wire.choice(...CHANGE_KINDS),
      /** When it was last changed in the set. */ at: wire.time,
    },
    { actor: ACTOR },
  ),
);
export type ListedChange = wire.Typed<typeof LISTED_CHANGE>;

const LISTED_CHANGE_SET = wire.named(
  'ListedChangeSet',
  wire.extended(
    CHANGE_SET,
    {},
    {
      /** What it changes in the collection that was asked for, changed last first. */
      changes: wire.listOf(LISTED_CHANGE),
      /** How many more there are. */
      more: wire.all({ new: wire.count, edit: wire.count, remove: wire.count }),
    },
  ),
);
export type ListedChangeSet = wire.Typed<typeof LISTED_CHANGE_SET>;

export const CHANGE_SETS = wire.all({ changeSets: wire.listOf(LISTED_CHANGE_SET) });

const CHANGED_PARTS = {
  collection: wire.text,
  id: wire.text,
  title: wire.text,
  change: wire.choice(...CHANGE_KINDS),
  /** Names of the properties that would change; none where the object would be created or removed. */
  properties: wire.listOf(wire.text),
  /** When it was last changed in the set. */
  at: wire.time,
};
const CHANGED_OPTIONS = {
  actor: ACTOR,
  /** Properties in which what is live has changed since in another way. */
  clashes: wire.listOf(wire.text),
};

const CHANGED_OBJECT = wire.named('ChangedObject', wire.all(CHANGED_PARTS, CHANGED_OPTIONS));
export type ChangedObject = wire.Typed<typeof CHANGED_OBJECT>;

export const CHANGE_SET_WITH_OBJECTS = wire.named(
  'ChangeSetWithObjects',
  wire.all(
    {
      ...CHANGE_SET_PARTS,
      objects: wire.listOf(CHANGED_OBJECT),
      /** Files of the set that cannot be read, with the reason. */
      damaged: wire.listOf(wire.all({ path: wire.text, reason: wire.text })),
    },
    CHANGE_SET_OPTIONS,
  ),
);
export type ChangeSetWithObjects = wire.Typed<typeof CHANGE_SET_WITH_OBJECTS>;

/** A property in the set and in what is live; a missing value: the property has none. */
const COMPARED_PROPERTY = wire.named(
  'ComparedProperty',
  wire.all(
    { property: wire.text },
    {
      base: wire.anything,
      /** In the set. */
      mine: wire.anything,
      live: wire.anything,
      /** What publishing would save; missing where both were changed in different ways. */
      merged: wire.anything,
      clash: wire.yes,
    },
  ),
);
export type ComparedProperty = wire.Typed<typeof COMPARED_PROPERTY>;

export const COMPARED_OBJECT = wire.named(
  'ComparedObject',
  wire.all({ ...CHANGED_PARTS, differences: wire.listOf(COMPARED_PROPERTY) }, CHANGED_OPTIONS),
);
export type ComparedObject = wire.Typed<typeof COMPARED_OBJECT>;

/** An object of a set, or some of its properties. */
const CHOSEN = wire.all({ collection: ID, id: ID }, { properties: wire.listOf(wire.filled) });

/** Properties of a change; without them all of it. */
export const KEEP_REQUEST = wire.named(
  'KeepChangeRequest',
  wire.some({ properties: wire.listOf(wire.filled) }),
);

export const PUBLISH_REQUEST = wire.named(
  'PublishChangeSetRequest',
  wire.some({
    /** Without it all of them. */
    objects: wire.listOf(CHOSEN),
    /** Only checks. */
    dryRun: wire.bool,
  }),
);
export type PublishRequest = wire.Typed<typeof PUBLISH_REQUEST>;
export type Chosen = NonNullable<PublishRequest['objects']>[number];

export const PUBLISHED = wire.named(
  'PublishedChangeSet',
  wire.all(
    {
      dryRun: wire.bool,
      published: wire.listOf(
        wire.all({ collection: wire.text, id: wire.text, change: wire.choice(...CHANGE_KINDS) }),
      ),
    },
    { /** What undo takes; absent where all of it was live already. */ transaction: wire.text },
  ),
);
export type Published = wire.Typed<typeof PUBLISHED>;

export const MOVE_CHANGES_REQUEST = wire.named(
  'MoveChangesRequest',
  wire.all(
    { /** The set they go to. */ to: ID, objects: wire.listOf(CHOSEN) },
    {
      /** They are taken where that set has changed the same in another way; else nothing is moved. */ replace:
        wire.bool,
    },
  ),
);
export type MoveChangesRequest = wire.Typed<typeof MOVE_CHANGES_REQUEST>;

/** Changes that are dropped by one request. */
const MAX_DISCARDED = 1000;

export const DISCARD_REQUEST = wire.named(
  'DiscardChangesRequest',
  wire.all({ objects: { ...wire.listOf(CHOSEN), minItems: 1, maxItems: MAX_DISCARDED } }),
);
export type DiscardRequest = wire.Typed<typeof DISCARD_REQUEST>;

/** What became of several changes that were to be dropped. */
export const DISCARDED_CHANGES = wire.named(
  'DiscardedChanges',
  wire.all({
    /** Their entries in the trash. */
    discarded: wire.listOf(TRASH_ENTRY),
    failed: wire.listOf(
      wire.all({
        collection: wire.text,
        id: wire.text,
        problem: wire.all({ message: wire.text, ...wire.said }),
      }),
    ),
  }),
);
export type DiscardedChanges = wire.Typed<typeof DISCARDED_CHANGES>;
