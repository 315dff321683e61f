/** Two versions of one file, left by a sync tool or by git (spec/conflicts.md). */
import {
  all,
  anything,
  bool,
  choice,
  count,
  extended,
  listOf,
  mapOf,
  named,
  orNull,
  type Typed,
  text,
  texts,
  time,
  yes,
} from './json-schema.js';

const FILE_FACTS = all({ size: count, modified: time });
export type FileFacts = Typed<typeof FILE_FACTS>;

const CONFLICT = all(
  {
    /** Names the conflict in URLs. */
    id: text,
    /** A second file beside the first, or markers of git in one file. */
    kind: choice('copy', 'markers'),
    /**
     * What it is about. `file`: an uploaded file of an object. `other`: a file whose content is not shown, such as the
     * keys of the folder, or one with a name that Plinth cannot use.
     */
    subject: choice('object', 'collection', 'schema', 'settings', 'file', 'other'),
    /** The collection; empty for others. */
    collection: text,
    /** Of the object, schema or record; of a file: of its object. */
    name: text,
    /** The file in use, below the data folder. */
    original: text,
    /** The copy; for markers the same file. */
    path: text,
    /** Both have the same content. */
    same: bool,
    /** The file in use; null where it is gone. */
    mine: orNull(FILE_FACTS),
    /** The copy. */
    theirs: FILE_FACTS,
  },
  {
    /** Of the object, if it exists. */
    title: text,
    /** The program that names its copies like this, where only one does. */
    tool: text,
  },
);
export type Conflict = Typed<typeof CONFLICT>;
export type ConflictSubject = Conflict['subject'];
export const CONFLICTS = named('Conflicts', all({ conflicts: listOf(CONFLICT) }));

/** One property in which the versions differ; a value that is missing is left out. */
const FIELD = all(
  {
    property: text,
    /** Both changed it in different ways, or it is not known which one did: a choice is needed. */
    clash: bool,
  },
  {
    /** Its values are not shown. */
    hidden: yes,
    base: anything,
    mine: anything,
    theirs: anything,
    /** The result; for a clash that of `mine`. */
    merged: anything,
  },
);
export type ConflictField = Typed<typeof FIELD>;

/** Names the contents of both files, so that nothing is decided about versions that were not seen. */
const TAGS = all({
  /** Empty where the file is gone. */
  mine: text,
  theirs: text,
});
export type ConflictTags = Typed<typeof TAGS>;

export const CONFLICT_DETAIL = named(
  'ConflictDetail',
  extended(
    CONFLICT,
    {
      tags: TAGS,
      /** The common version that both have changed; null where it is not known. */
      base: orNull(all({ revision: text, at: time })),
      /** In the order of the schema; empty where the contents are not shown. Those of a group are named `group.key`. */
      fields: listOf(FIELD),
      /** Everything in the copy is already in the file, as it is or changed later. */
      nothingNew: bool,
    },
    {
      /** Of markers: what git calls the two versions, such as names of branches; empty without a name. */
      labels: all(texts('mine', 'theirs')),
      /** Of a file: its media type, and whether its property can keep both. */
      file: all({ mime: text, many: bool }),
      /** Why the versions cannot be compared, a sentence. */
      problem: text,
    },
  ),
);
export type ConflictDetail = Typed<typeof CONFLICT_DETAIL>;

const CONFLICT_SIDES = ['mine', 'theirs', 'base'] as const;
export type ConflictSide = (typeof CONFLICT_SIDES)[number];

/** The versions of a file whose bytes are answered. */
export const CONFLICT_VERSIONS = ['mine', 'theirs'] as const;
export type ConflictVersion = (typeof CONFLICT_VERSIONS)[number];

/** How a conflict is resolved: merged by property, one version as a whole, or both files kept. */
const CONFLICT_RESULTS = ['merged', 'mine', 'theirs', 'both'] as const;
export type ConflictResult = (typeof CONFLICT_RESULTS)[number];

export const CONFLICT_RESOLUTION = all(
  { tags: TAGS },
  {
    /** Default: `merged`; files cannot be merged. `both`: only files of properties with several files. */
    take: choice(...CONFLICT_RESULTS),
    /** Whose value counts, by property; needed for each clash when both are merged. */
    choices: mapOf(choice(...CONFLICT_SIDES)),
  },
);
export type ConflictResolution = Typed<typeof CONFLICT_RESOLUTION>;
/** The copy of an object is kept under this id. */
export const KEPT_CONFLICT = all({ tags: TAGS, id: text });

export const CONFLICT_RESOLVED = named(
  'ConflictResolved',
  all({
    /** Whether the file in use was changed. */
    changed: bool,
    /** Id of the trash entry that has the copy; null where there was only one file. */
    trash: orNull(text),
  }),
);
export type ConflictResolved = Typed<typeof CONFLICT_RESOLVED>;
