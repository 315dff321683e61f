/** Problems of the content, as `GET {api}/health` and `plinth check` report them. */
import * as wire from './json-schema.js';
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

const PROBLEM = wire.all(
  {
    /** File or folder below the data folder, with `/`. */
    path: wire.text,
    /** A sentence without a full stop. */
    message: wire.text,
  },
  {
    /** The collection of the object. */
    collection: wire.text,
    /** The object; absent for problems of other files, which only the owner and admins see. */
    id: wire.text,
    /** Of the object. */
    title: wire.text,
    /** Of invalid objects: messages by property. */
    details: wire.messages,
    /** As `details`, by keys and values. */
    problems: wire.problems,
    /** Of references. */
    missing: wire.all({ property: REFERRING_PROPERTY, reference: wire.text, target: wire.text }),
    /** Of images and unused files. */
    file: MEDIA_FILE,
    /** Of texts with images that have no alternative text: how many. */
    text: wire.all({ property: REFERRING_PROPERTY, images: wire.count }),
    /** Of conflicts: the id of the conflict. */
    conflict: wire.text,
  },
);
export type HealthProblem = wire.Typed<typeof PROBLEM>;

/** How many problems of each kind the caller may see. */
export const HEALTH_COUNTS = wire.named(
  'HealthCounts',
  wire.all({ counts: wire.all(wire.counts(...HEALTH_KINDS)) }),
);
export type HealthCounts = wire.Typed<typeof HEALTH_COUNTS>;

export const HEALTH_LIST = wire.named(
  'HealthProblems',
  wire.all({ data: wire.listOf(PROBLEM), ...wire.counts('total', 'limit', 'offset') }),
);
export type HealthList = wire.Typed<typeof HEALTH_LIST>;

/** What breaks rules of the schema in an object as it is stored. */
export const OBJECT_PROBLEMS = wire.named(
  'ObjectProblems',
  wire.all({ details: wire.messages, problems: wire.problems }),
);
