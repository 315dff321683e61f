/** Two versions of one file, left by a sync tool or by git (spec/conflicts.md). */
import type { JsonValue } from './values.js';

/**
 * What a conflict is about. `file`: an uploaded file of an object. `other`: a file whose content is not shown, such as the keys of the folder, or one with a
 * name that Plinth cannot use.
 */
export type ConflictSubject = 'object' | 'collection' | 'schema' | 'settings' | 'file' | 'other';

export interface FileFacts {
  size: number;
  /** Time of the file, ISO 8601 UTC. */
  modified: string;
}

/** Item of `GET {api}/conflicts`. */
export interface Conflict {
  /** Names the conflict in URLs. */
  id: string;
  /** A second file beside the first, or markers of git in one file. */
  kind: 'copy' | 'markers';
  subject: ConflictSubject;
  /** The collection; empty for others. */
  collection: string;
  /** Of the object, schema or record; of a file: of its object. */
  name: string;
  /** The file in use, below the data folder. */
  original: string;
  /** Of the object, if it exists. */
  title?: string;
  /** The copy; for markers the same file. */
  path: string;
  /** The program that names its copies like this, where only one does. */
  tool?: string;
  /** Both have the same content. */
  same: boolean;
  /** The file in use; null where it is gone. */
  mine: FileFacts | null;
  /** The copy. */
  theirs: FileFacts;
}

/** One property in which the versions differ; a value that is missing is left out. */
export interface ConflictField {
  property: string;
  /** Both changed it in different ways, or it is not known which one did: a choice is needed. */
  clash: boolean;
  /** Its values are not shown. */
  hidden?: true;
  base?: JsonValue;
  mine?: JsonValue;
  theirs?: JsonValue;
  /** The result; for a clash that of `mine`. */
  merged?: JsonValue;
}

/** Names the contents of both files, so that nothing is decided about versions that were not seen. */
export interface ConflictTags {
  /** Empty where the file is gone. */
  mine: string;
  theirs: string;
}

/** `GET {api}/conflicts/{id}`. */
export interface ConflictDetail extends Conflict {
  tags: ConflictTags;
  /** The common version that both have changed; null where it is not known. */
  base: { revision: string; at: string } | null;
  /** Of markers: what git calls the two versions, such as names of branches; empty without a name. */
  labels?: { mine: string; theirs: string };
  /** In the order of the schema; empty where the contents are not shown. Those of a group are named `group.key`. */
  fields: ConflictField[];
  /** Everything in the copy is already in the file, as it is or changed later. */
  nothingNew: boolean;
  /** Of a file: its media type, and whether its property can keep both. */
  file?: { mime: string; many: boolean };
  /** Why the versions cannot be compared, a sentence. */
  problem?: string;
}

export const CONFLICT_SIDES = ['mine', 'theirs', 'base'] as const;
export type ConflictSide = (typeof CONFLICT_SIDES)[number];

/** The versions of a file whose bytes are answered. */
export const CONFLICT_VERSIONS = ['mine', 'theirs'] as const;
export type ConflictVersion = (typeof CONFLICT_VERSIONS)[number];

/** How a conflict is resolved: merged by property, one version as a whole, or both files kept. */
export const CONFLICT_RESULTS = ['merged', 'mine', 'theirs', 'both'] as const;
export type ConflictResult = (typeof CONFLICT_RESULTS)[number];

/** Body of `POST {api}/conflicts/{id}/resolve`. */
export interface ConflictResolution {
  tags: ConflictTags;
  /** Default: `merged`; files cannot be merged. `both`: only files of properties with several files. */
  take?: ConflictResult;
  /** Whose value counts, by property; needed for each clash when both are merged. */
  choices?: Record<string, ConflictSide>;
}

/** Its answer. */
export interface ConflictResolved {
  /** Whether the file in use was changed. */
  changed: boolean;
  /** Id of the trash entry that has the copy; null where there was only one file. */
  trash: string | null;
}
