/** The first argument of every operation: the open folder (decision 4: one live value, no module state). */

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

export interface Base {
  readonly store: Store;
  readonly library: Library;
  readonly collections: Collections;
  readonly events: Events;
  /** List answers that still hold. */
  readonly listCache: ListCache;
  /** How often files were fetched, for answers. */
  readonly counts: Counts;
  /** Recently answered versions, to name what has changed since. */
  readonly versions: Versions;
  /** Earlier revisions of objects, for merging. */
  readonly revisions: RevisionSource;
  /** Filters, searches and sorts; keeps orders and the words of what was searched. */
  readonly queries: CollectionQueries;
  /** The processes where images are decoded. */
  readonly images: HelperPool;
  /** Reads long texts beside other work. */
  readonly longTexts: LongTexts;
  readonly publicWrites: PublicWrites;
  /** Names of missing properties in requests. */
  readonly unknownNameLog: UnknownNameLog;
  /** What the folder is set to; below Pro decks cannot be changed (spec/access.md#editions). */
  edition(): 'pro' | 'standard';
  /** The origin of a change by another program that is noticed now. */
  externalOrigin(): Origin;
  /** The clock; tests hold it still. */
  now(): Date;
  /** The time zone of dates without one. */
  timezone(): string;
  /** The language of texts that name none; empty for no certain one. */
  language(): string;
  /** How many more values of the objects of this request may stay unchecked for the time it takes; absent: any number. */
  readonly slowChecks?: { left: number };
  /** What is read instead of the folder as it is now: as it was at a time, in ms since 1970. */
  readonly view?: { readonly at: number };
}

/** The first argument of operations that change something: with who does it, in which transaction. */
export interface WriteBase extends Base {
  readonly change: Origin;
  /** Files that values come from, beside those they replace, as of a version that is restored. */
  readonly read?: readonly ReadFile[];
}
