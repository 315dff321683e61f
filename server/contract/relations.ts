/** Relations between objects, references to them, and objects found in all collections, for the admin. */
import type { DatedState, ObjectState } from './objects.js';
import type { Option } from './schemas.js';

/** A property by which an object refers to another. */
export interface ReferringProperty {
  /** Its name, or a dotted path through cards and decks without ids of items. */
  name: string;
  label: string;
}

/** An object that refers to another. */
export interface Referrer {
  collection: string;
  id: string;
  title: string;
  properties: ReferringProperty[];
}

/** `GET {api}/references/collections/{collection}/{object}`: the objects that refer to one. */
export interface ReferrerList {
  data: Referrer[];
  total: number;
  /** How many others refer to it that the caller may not read; only for callers who may change it. */
  hidden?: number;
  limit: number;
  offset: number;
}

/** `GET {api}/relations/collections/{collection}/referrers`: some of the objects that refer to others, and how many do. */
export interface ReferrerSummary {
  total: number;
  hidden: number;
  objects: Referrer[];
}

/** A reference to an object that does not exist. */
export interface MissingReference {
  collection: string;
  id: string;
  title: string;
  property: ReferringProperty;
  /** The value of the relation, or the address of the link. */
  reference: string;
  /** The collection that has no such object. */
  target: string;
}

/** What stands in the way of an object: it breaks rules of its schema, or its file cannot be read. */
export const OBJECT_PROBLEMS = ['invalid', 'damaged'] as const;
export type ObjectProblem = (typeof OBJECT_PROBLEMS)[number];

/** An object that a value names. */
export interface RelatedLabel extends Option, Partial<DatedState> {
  problem?: ObjectProblem;
}

/** `GET {api}/relations/collections/{collection}/labels/{property}`. */
export interface RelatedLabels {
  labels: RelatedLabel[];
  /** Values that name no object. */
  missing: (string | number | boolean)[];
}

/** An object found by its title or id. */
export interface FoundObject {
  collection: string;
  id: string;
  title: string;
  /** Whether it is live by the settings of its collection. */
  live: boolean;
  /** Where its collection says what is live. */
  state?: ObjectState;
  /** The address of its first image. */
  image?: string;
}

/** `GET {api}/search/titles`: the best first. */
export interface FoundObjects {
  objects: FoundObject[];
  /** No title has a word as it was typed; similar words were taken. */
  corrected?: true;
}

/** An id that an object had, and the one it has; with the addresses of its page where the collection has a pattern. */
export interface Redirect {
  collection: string;
  from: string;
  to: string;
  fromUrl?: string;
  toUrl?: string;
}

/** `POST {api}/references/collections/{collection}/replace`. */
export interface ReplacedReferences {
  /** The objects whose references were replaced. */
  changed: { collection: string; id: string; etag?: string }[];
  /** How many objects still refer to the objects, since the caller may not change them. */
  kept: number;
  /** Entries of the trash under which the objects can be restored. */
  trash: { id: string; trash: string }[];
}

/** `POST {api}/collections/{collection}/{id}/rename`. */
export interface RenamedObject extends Omit<ReplacedReferences, 'trash'> {
  collection: string;
  id: string;
  /** Of the object under its new id. */
  etag?: string;
  /** The entry of the trash with the object under its old id. */
  trash?: string;
}
