/** Problems of the content, as `GET {api}/health` and `plinth check` report them. */
import { all, count, counts, listOf, messages, named, problems, type Typed, text } from './json-schema.js';
import { MEDIA_FILE } from './media.js';
import { REFERRING_PROPERTY } from './relations.js';

/**
 * `damaged`: files that cannot be read or used; `conflicts`: files with two versions; `invalid`: objects that break
 * rules of their schema; `references`: relations and links to objects and files that do not exist; `alt`: images without
 * alternative text; `oversize`: images larger than pages need; `unused`: files that nothing uses.
 */
export const HEALTH_KINDS = [
  'damaged',
  'conflicts',
  'invalid',
  'references',
  'alt',
  'oversize',
  'unused',
] as const;
export type HealthKind = (typeof HEALTH_KINDS)[number];

/** Images with more bytes, or more pixels on one side, are reported. */
export const LARGE_IMAGE = { bytes: 5 * 1024 * 1024, pixels: 6000 } as const;

/** How many problems a page of a list has: usually, and at most. */
export const HEALTH_PAGE = { limit: 50, max: 100 } as const;

const PROBLEM = all(
  {
    /** File or folder below the data folder, with `/`. */
    path: text,
    /** A sentence without a full stop. */
    message: text,
  },
  {
    /** The collection of the object. */
    collection: text,
    /** The object; absent for problems of other files, which only the owner and admins see. */
    id: text,
    /** Of the object. */
    title: text,
    /** Of invalid objects: messages by property. */
    details: messages,
    /** As `details`, by keys and values. */
    problems,
    /** Of references. */
    missing: all({ property: REFERRING_PROPERTY, reference: text, target: text }),
    /** Of images and unused files. */
    file: MEDIA_FILE,
    /** Of texts with images that have no alternative text: how many. */
    text: all({ property: REFERRING_PROPERTY, images: count }),
    /** Of conflicts: the id of the conflict. */
    conflict: text,
  },
);
export type HealthProblem = Typed<typeof PROBLEM>;

/** How many problems of each kind the caller may see. */
export const HEALTH_COUNTS = named('HealthCounts', all({ counts: all(counts(...HEALTH_KINDS)) }));
export type HealthCounts = Typed<typeof HEALTH_COUNTS>;

export const HEALTH_LIST = named(
  'HealthProblems',
  all({ data: listOf(PROBLEM), ...counts('total', 'limit', 'offset') }),
);
export type HealthList = Typed<typeof HEALTH_LIST>;

/** What breaks rules of the schema in an object as it is stored. */
export const OBJECT_PROBLEMS = named('ObjectProblems', all({ details: messages, problems }));
