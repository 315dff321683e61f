/** Relations between objects, references to them, and objects found in all collections, for the admin. */
import {
  all,
  bool,
  choice,
  count,
  counts,
  extended,
  listOf,
  named,
  open,
  type Shape,
  scalar,
  type Typed,
  text,
  yes,
} from './json-schema.js';
import { OBJECT_STATES } from './objects.js';

/** A property by which an object refers to another. */
export const REFERRING_PROPERTY = all({
  /** Its name, or a dotted path through cards and decks without ids of items. */
  name: text,
  label: text,
});
export type ReferringProperty = Typed<typeof REFERRING_PROPERTY>;

/** An object that refers to another. */
const REFERRER = all({ collection: text, id: text, title: text, properties: listOf(REFERRING_PROPERTY) });
export type Referrer = Typed<typeof REFERRER>;

/** The objects that refer to one. */
export const REFERENCES = named(
  'References',
  all(
    { data: listOf(REFERRER), ...counts('total', 'limit', 'offset') },
    {
      /** How many others refer to it that the caller may not read; only for callers who may change it. */
      hidden: count,
    },
  ),
);
export type ReferrerList = Typed<typeof REFERENCES>;

/** Some of the objects that refer to others, and how many do. */
export const REFERRERS = named('Referrers', all({ ...counts('total', 'hidden'), objects: listOf(REFERRER) }));
export type ReferrerSummary = Typed<typeof REFERRERS>;

/** A reference to an object that does not exist. */
const MISSING_REFERENCE = all({
  collection: text,
  id: text,
  title: text,
  property: REFERRING_PROPERTY,
  /** The value of the relation, or the address of the link. */
  reference: text,
  /** The collection that has no such object. */
  target: text,
});
export type MissingReference = Typed<typeof MISSING_REFERENCE>;
export const MISSING_REFERENCES = named(
  'MissingReferences',
  all({ data: listOf(MISSING_REFERENCE), ...counts('total', 'limit', 'offset') }),
);

/** What stands in the way of an object: it breaks rules of its schema, or its file cannot be read. */
const OBJECT_PROBLEMS = ['invalid', 'damaged'] as const;
export type ObjectProblem = (typeof OBJECT_PROBLEMS)[number];

/** An object that a value names. */
const RELATED_LABEL = all(
  { label: text, value: scalar },
  { ...{ state: choice(...OBJECT_STATES), until: text }, problem: choice(...OBJECT_PROBLEMS) },
);
export type RelatedLabel = Typed<typeof RELATED_LABEL>;

export const RELATED_LABELS = named(
  'RelatedLabels',
  all({
    labels: listOf(RELATED_LABEL),
    /** Values that name no object. */
    missing: listOf(scalar),
  }),
);
export type RelatedLabels = Typed<typeof RELATED_LABELS>;

/** An object found by its title or id. */
const FOUND_OBJECT = all(
  {
    collection: text,
    id: text,
    title: text,
    /** Whether it is live by the settings of its collection. */
    live: bool,
  },
  {
    /** Where its collection says what is live. */
    state: choice(...OBJECT_STATES),
    /** The address of its first image. */
    image: text,
  },
);
export type FoundObject = Typed<typeof FOUND_OBJECT>;

/** The best first. */
export const FOUND_OBJECTS = named(
  'FoundObjects',
  all(
    { objects: listOf(FOUND_OBJECT) },
    {
      /** No title has a word as it was typed; similar words were taken. */
      corrected: yes,
    },
  ),
);
export type FoundObjects = Typed<typeof FOUND_OBJECTS>;

const span: Shape<[start: number, end: number]> = { type: 'array', items: count, minItems: 2, maxItems: 2 };
/** An object found by its title and texts. */
const FOUND_TEXT = extended(
  FOUND_OBJECT,
  {},
  {
    /** A part of a text, and where the words are in it, from and to; absent where only the title has them. */
    excerpt: all({ text, hits: listOf(span) }),
    /** The object in the shape that is asked for. */
    data: open,
  },
);
export type FoundText = Typed<typeof FOUND_TEXT>;

export const FOUND_IN_FOLDER = named(
  'FoundInFolder',
  all(
    { data: listOf(FOUND_TEXT), total: count, limit: count, offset: count },
    {
      /** The words that were searched for instead of misspelled ones. */
      corrected: text,
      /** No text has all of the words: those with the most of them come first. */
      closest: yes,
    },
  ),
);
export type FoundTexts = Typed<typeof FOUND_IN_FOLDER>;

/** An id that an object had, and the one it has; with the addresses of its page where the collection has a pattern. */
const REDIRECT = all({ collection: text, from: text, to: text }, { fromUrl: text, toUrl: text });
export type Redirect = Typed<typeof REDIRECT>;
export const REDIRECTS = named('Redirects', all({ redirects: listOf(REDIRECT) }));

const FOLLOWED = all({
  /** The objects whose references were replaced. */
  changed: listOf(all({ collection: text, id: text }, { etag: text })),
  /** How many objects still refer to the objects, since the caller may not change them. */
  kept: count,
});
export const REPLACED = named(
  'ReplacedReferences',
  extended(FOLLOWED, {
    /** Entries of the trash under which the objects can be restored. */
    trash: listOf(all({ id: text, trash: text })),
  }),
);
export type ReplacedReferences = Typed<typeof REPLACED>;

export const RENAMED = named(
  'RenamedObject',
  extended(
    FOLLOWED,
    { collection: text, id: text },
    {
      /** Of the object under its new id. */
      etag: text,
      /** The entry of the trash with the object under its old id. */
      trash: text,
    },
  ),
);
export type RenamedObject = Typed<typeof RENAMED>;
