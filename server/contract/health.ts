/** Problems of the content, as `GET {api}/health` and `plinth check` report them. */
import type { MediaFile } from './media.js';
import type { MissingReference } from './relations.js';
import type { ErrorDetails, ErrorProblems } from './wire.js';

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

export interface HealthProblem {
  /** File or folder below the data folder, with `/`. */
  path: string;
  /** A sentence without a full stop. */
  message: string;
  /** The collection of the object. */
  collection?: string;
  /** The object; absent for problems of other files, which only the owner and admins see. */
  id?: string;
  /** Of the object. */
  title?: string;
  /** Of invalid objects: messages by property. */
  details?: ErrorDetails;
  /** As `details`, by keys and values. */
  problems?: ErrorProblems;
  /** Of references. */
  missing?: Pick<MissingReference, 'property' | 'reference' | 'target'>;
  /** Of images and unused files. */
  file?: MediaFile;
  /** Of texts with images that have no alternative text: how many. */
  text?: { property: MissingReference['property']; images: number };
  /** Of conflicts: the id of the conflict. */
  conflict?: string;
}

/** `GET {api}/health`: how many problems of each kind the caller may see. */
export interface HealthCounts {
  counts: Record<HealthKind, number>;
}

/** `GET {api}/health/{kind}`. */
export interface HealthList {
  data: HealthProblem[];
  total: number;
  limit: number;
  offset: number;
}
