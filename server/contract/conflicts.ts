/** Two versions of one file, left by a sync tool or by git (spec/conflicts.md). */
import * as wire from './json-schema.js';

const FILE_FACTS = wire.all({ size: wire.count, modified: wire.time });
export type FileFacts = wire.Typed<typeof FILE_FACTS>;

const CONFLICT = wire.all(
  {
    /** Names the conflict in URLs. */
    id: wire.text,
    /** A second file beside the first, or markers of git in one file. */
    kind: wire.choice('copy', 'markers'),
    /**
     * What it is about. `changeSet`: what a change set says of itself, in `set.json`. `file`: an uploaded file of an object. `other`: a file whose content is not shown, such as the
     * keys of the folder, or one with a name that Plinth cannot use.
     */
    subject: wire.choice('object', 'collection', 'schema', 'settings', 'changeSet', 'file', 'other'),
    /** The collection; empty for others. */
    collection: wire.text,
    /** Of the object, schema, set or record; of a file: of its object. */
    name: wire.text,
    /** The file in use, below the data folder. */
    original: wire.text,
    /** The copy; for markers the same file. */
    path: wire.text,
    /** Both have the same content. */
    same: wire.bool,
    /** The file in use; null where it is gone. */
    mine: wire.orNull(FILE_FACTS),
    /** The copy. */
    theirs: FILE_FACTS,
  },
  {
    /** Of the object, if it exists. */
    title: wire.text,
    /** The program that names its copies like this, where only one does. */
    tool: wire.text,
  },
);
export type Conflict = wire.Typed<typeof CONFLICT>;
export type ConflictSubject = Conflict['subject'];
export const CONFLICTS = wire.named('Conflicts', wire.all({ conflicts: wire.listOf(CONFLICT) }));

/** One property in which the versions differ; a value that is missing is left out. */
const FIELD = wire.all(
  {
    property: wire.text,
    /** Both changed it in different ways, or it is not known which one did: a choice is needed. */
    clash: wire.bool,
  },
  {
    /** Its values are not shown. */
    hidden: wire.yes,
    base: wire.anything,
    mine: wire.anything,
    theirs: wire.anything,
    /** The result; for a clash that of `mine`. */
    merged: wire.anything,
  },
);
export type ConflictField = wire.Typed<typeof FIELD>;

/** Names the contents of both files, so that nothing is decided about versions that were not seen. */
const TAGS = wire.all({
  /** Empty where the file is gone. */
  mine: wire.text,
  theirs: wire.text,
});
export type ConflictTags = wire.Typed<typeof TAGS>;

export const CONFLICT_DETAIL = wire.named(
  'ConflictDetail',
  wire.extended(
    CONFLICT,
    {
      tags: TAGS,
      /** The common version that both have changed; null where it is not known. */
      base: wire.orNull(wire.all({ revision: wire.text, at: wire.time })),
      /** In the order of the schema; empty where the contents are not shown. Those of a group are named `group.key`. */
      fields: wire.listOf(FIELD),
      /** Everything in the copy is already in the file, as it is or changed later. */
      nothingNew: wire.bool,
    },
    {
      /** Of markers: what git calls the two versions, such as names of branches; empty without a name. */
      labels: wire.all(wire.texts('mine', 'theirs')),
      /** Of a file: its media type, and whether its property can keep both. */
      file: wire.all({ mime: wire.text, many: wire.bool }),
      /** Why the versions cannot be compared, a sentence. */
      problem: wire.text,
    },
  ),
);
export type ConflictDetail = wire.Typed<typeof CONFLICT_DETAIL>;

const CONFLICT_SIDES = ['mine', 'theirs', 'base'] as const;
export type ConflictSide = (typeof CONFLICT_SIDES)[number];

/** The versions of a file whose bytes are answered. */
export const CONFLICT_VERSIONS = ['mine', 'theirs'] as const;
export type ConflictVersion = (typeof CONFLICT_VERSIONS)[number];

/** How a conflict is resolved: merged by property, one version as a whole, or both files kept. */
const CONFLICT_RESULTS = ['merged', 'mine', 'theirs', 'both'] as const;
export type ConflictResult = (typeof CONFLICT_RESULTS)[number];

export const CONFLICT_RESOLUTION = wire.all(
  { tags: TAGS },
  {
    /** Default: `merged`; files cannot be merged. `both`: only files of properties with several files. */
    take: wire.choice(...CONFLICT_RESULTS),
    /** Whose value counts, by property; needed for each clash when both are merged. */
    choices: wire.mapOf(wire.choice(...CONFLICT_SIDES)),
  },
);
export type ConflictResolution = wire.Typed<typeof CONFLICT_RESOLUTION>;
/** The copy of an object is kept under this id. */
export const KEPT_CONFLICT = wire.all({ tags: TAGS, id: wire.text });

export const CONFLICT_RESOLVED = wire.named(
  'ConflictResolved',
  wire.all({
    /** Whether the file in use was changed. */
    changed: wire.bool,
    /** Id of the trash entry that has the copy; null where there was only one file. */
    trash: wire.orNull(wire.text),
  }),
);
export type ConflictResolved = wire.Typed<typeof CONFLICT_RESOLVED>;
