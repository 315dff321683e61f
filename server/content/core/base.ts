/** The first argument of every operation: the open folder, or parts of it (decision 4: one live value, no module state). */

import type { PublicOperation } from '../../contract/objects.js';
import type { Events, Origin } from '../../events.js';
import type { HelperPool } from '../../helpers/helper-pool.js';
import type { Library } from '../../schemas/library.js';
import type { Store } from '../../store/store.js';
import type { ReadFile } from '../../store/types/documents.js';
import type { Counts } from '../answers/counted.js';
import type { RevisionSource, Versions } from '../answers/versions.js';
import type { Collections } from '../model/collection.js';
import type { CollectionQueries } from '../search/collection-queries.js';
import type { ListCache } from '../search/list-cache.js';
import type { LongTexts } from './long-texts.js';
import type { UnknownNameLog } from './unknown-name-log.js';

/** Public write access. It applies once it has been set or approved on this machine. */
export interface PublicWrites {
  /** The operations that count, of those in a collection's settings. */
  effective(collection: string, operations: readonly PublicOperation[]): readonly PublicOperation[];
  /** Accepts the operations of a collection before its settings are written. */
  approve(collection: string, operations: readonly PublicOperation[]): Promise<void>;
}

/** What the folder has. */
export interface Content {
  readonly store: Store;
  readonly library: Library;
  readonly collections: Collections;
  /** Filters, searches and sorts; keeps orders and the words of what was searched. */
  readonly queries: CollectionQueries;
}

/** What times and texts without a language mean. */
export interface Clock {
  /** The clock; tests hold it still. */
  now(): Date;
  /** The time zone of dates without one. */
  timezone(): string;
  /** The language of texts that name none; empty for no certain one. */
  language(): string;
  /** What is read instead of the folder as it is now: as it was at a time, in ms since 1970, or with change sets in it. */
  readonly perspective?: { readonly at?: number; readonly sets?: readonly string[] };
}

/** What happens in the folder, and what was answered of it. */
export interface Live {
  readonly events: Events;
  /** Writes to the log what is not answered as an error. */
  logError(message: string, error: unknown): void;
  /** The origin of a change by another program that is noticed now. */
  externalOrigin(): Origin;
  /** List answers that still hold. */
  readonly listCache: ListCache;
  /** How often files were fetched, for answers. */
  readonly counts: Counts;
  /** Recently answered versions, to name what has changed since. */
  readonly versions: Versions;
}

/** The open folder. Operations take the parts of it that they use. */
export interface Base extends Content, Clock, Live {
  /** Earlier revisions of objects, for merging. */
  readonly revisions: RevisionSource;
  /** The processes where images are decoded. */
  readonly images: HelperPool;
  /** Reads long texts beside other work. */
  readonly longTexts: LongTexts;
  readonly publicWrites: PublicWrites;
  /** Names of missing properties in requests. */
  readonly unknownNameLog: UnknownNameLog;
  /** What the folder is set to; below Pro decks cannot be changed (spec/access.md#editions). */
  edition(): 'pro' | 'standard';
  /** How many more values of the objects of this request may stay unchecked for the time it takes; absent: any number. */
  readonly slowChecks?: { left: number };
}

/** Who changes something, in which transaction. */
export interface Changing {
  readonly change: Origin;
  /** Files that values come from, beside those they replace, as of a version that is restored. */
  readonly read?: readonly ReadFile[];
}

/** The first argument of operations that change something. */
export interface WriteBase extends Base, Changing {}
