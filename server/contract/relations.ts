/** Relations between objects, references to them, and objects found in all collections, for the admin. */
import * as wire from './json-schema.js';
import { OBJECT_STATES } from './objects.js';

/** A property by which an object refers to another. */
export const REFERRING_PROPERTY = wire.all({
  /** Its name, or a dotted path through cards and decks without ids of items. */
  name: wire.text,
  label: wire.text,
});
export type ReferringProperty = wire.Typed<typeof REFERRING_PROPERTY>;

/** An object that refers to another. */
const REFERRER = wire.all({
  collection: wire.text,
  id: wire.text,
  title: wire.text,
  properties: wire.listOf(REFERRING_PROPERTY),
});
export type Referrer = wire.Typed<typeof REFERRER>;

/** The objects that refer to one. */
export const REFERENCES = wire.named(
  'References',
  wire.all(
    { data: wire.listOf(REFERRER), ...wire.counts('total', 'limit', 'offset') },
    {
      /** How many others refer to it that the caller may not read; only for callers who may change it. */
      hidden: wire.count,
    },
  ),
);
export type ReferrerList = wire.Typed<typeof REFERENCES>;

/** Some of the objects that refer to others, and how many do. */
export const REFERRERS = wire.named(
  'Referrers',
  wire.all({ ...wire.counts('total', 'hidden'), objects: wire.listOf(REFERRER) }),
);
export type ReferrerSummary = wire.Typed<typeof REFERRERS>;

/** A reference to an object that does not exist. */
const MISSING_REFERENCE = wire.all({
  collection: wire.text,
  id: wire.text,
  title: wire.text,
  property: REFERRING_PROPERTY,
  /** The value of the relation, or the address of the link. */
  reference: wire.text,
  /** The collection that has no such object. */
  target: wire.text,
});
export type MissingReference = wire.Typed<typeof MISSING_REFERENCE>;
export const MISSING_REFERENCES = wire.named(
  'MissingReferences',
  wire.all({ data: wire.listOf(MISSING_REFERENCE), ...wire.counts('total', 'limit', 'offset') }),
);

/** What stands in the way of an object: it breaks rules of its schema, or its file cannot be read. */
const OBJECT_PROBLEMS = ['invalid', 'damaged'] as const;
export type ObjectProblem = (typeof OBJECT_PROBLEMS)[number];

/** An object that a value names. */
const RELATED_LABEL = wire.all(
  { label: wire.text, value: wire.scalar },
  { ...{ state: wire.choice(...OBJECT_STATES), until: wire.text }, problem: wire.choice(...OBJECT_PROBLEMS) },
);
export type RelatedLabel = wire.Typed<typeof RELATED_LABEL>;

export const RELATED_LABELS = wire.named(
  'RelatedLabels',
  wire.all({
    labels: wire.listOf(RELATED_LABEL),
    /** Values that name no object. */
    missing: wire.listOf(wire.scalar),
  }),
);
export type RelatedLabels = wire.Typed<typeof RELATED_LABELS>;

/** An object found by its title or id. */
const FOUND_OBJECT = wire.all(
  {
    collection: wire.text,
    id: wire.text,
    title: wire.text,
    /** Whether it is live by the settings of its collection. */
    live: wire.bool,
  },
  {
    /** Where its collection says what is live. */
    state: wire.choice(...OBJECT_STATES),
    /** The address of its first image. */
    image: wire.text,
  },
);
export type FoundObject = wire.Typed<typeof FOUND_OBJECT>;

/** The best first. */
export const FOUND_OBJECTS = wire.named(
  'FoundObjects',
  wire.all(
    { objects: wire.listOf(FOUND_OBJECT) },
    {
      /** No title has a word as it was typed; similar words were taken. */
      corrected: wire.yes,
    },
  ),
);
export type FoundObjects = wire.Typed<typeof FOUND_OBJECTS>;

const span: wire.Shape<readonly [start: number, end: number]> = {
  type: 'array',
  items: wire.count,
  minItems: 2,
  maxItems: 2,
};
/** An object found by its title and texts. */
const FOUND_TEXT = wire.extended(
  FOUND_OBJECT,
  {},
  {
    /** A part of a text, and where the words are in it, from and to; absent where only the title has them. */
    excerpt: wire.all({ text: wire.text, hits: wire.listOf(span) }),
    /** The object in the shape that is asked for. */
    data: wire.open,
  },
);
export type FoundText = wire.Typed<typeof FOUND_TEXT>;

const DONE = wire.all({ done: wire.count, of: wire.count });
/** How much of what is searched is indexed: of the rest only titles were searched. */
const PARTIAL_WORDS = wire.named(
  'PartialWords',
  wire.all({
    collections: DONE,
    /** `of`: as far as they have been counted. */
    objects: DONE,
  }),
);
export type PartialWords = wire.Typed<typeof PARTIAL_WORDS>;

export const FOUND_IN_FOLDER = wire.named(
  'FoundInFolder',
  wire.all(
    { data: wire.listOf(FOUND_TEXT), total: wire.count, limit: wire.count, offset: wire.count },
    {
      /** The words that were searched for instead of misspelled ones. */
      corrected: wire.text,
      /** No text has all of the words: those with the most of them come first. */
      closest: wire.yes,
      /** Present where not all texts have been searched. */
      partial: PARTIAL_WORDS,
    },
  ),
);
export type FoundTexts = wire.Typed<typeof FOUND_IN_FOLDER>;

/** An id that an object had, and the one it has; with the addresses of its page where the collection has a pattern. */
const REDIRECT = wire.all(
  { collection: wire.text, from: wire.text, to: wire.text },
  { fromUrl: wire.text, toUrl: wire.text },
);
export type Redirect = wire.Typed<typeof REDIRECT>;
export const REDIRECTS = wire.named('Redirects', wire.all({ redirects: wire.listOf(REDIRECT) }));

const FOLLOWED = wire.all({
  /** The objects whose references were replaced. */
  changed: wire.listOf(wire.all({ collection: wire.text, id: wire.text }, { etag: wire.text })),
  /** How many objects still refer to the objects, since the caller may not change them. */
  kept: wire.count,
});
export const REPLACED = wire.named(
  'ReplacedReferences',
  wire.extended(FOLLOWED, {
    /** Entries of the trash under which the objects can be restored. */
    trash: wire.listOf(wire.all({ id: wire.text, trash: wire.text })),
  }),
);
export type ReplacedReferences = wire.Typed<typeof REPLACED>;

export const RENAMED = wire.named(
  'RenamedObject',
  wire.extended(
    FOLLOWED,
    { collection: wire.text, id: wire.text },
    {
      /** Of the object under its new id. */
      etag: wire.text,
      /** The entry of the trash with the object under its old id. */
      trash: wire.text,
    },
  ),
);
export type RenamedObject = wire.Typed<typeof RENAMED>;
