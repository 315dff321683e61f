/** Collections: settings, schema binding, counts (interface 2.3, 4.1; facts 2.3). */
import type { CollectionSettings } from '../contract/objects.js';
import type { Schema } from '../schemas/schema.js';

/** A collection ready for work. */
export interface Collection {
  readonly settings: CollectionSettings;
  /** The schema with the collection's own property overrides applied. */
  readonly schema: Schema;
}

export interface Collections {
  /** In the order of their ids. */
  all(): Collection[];
  /** Throws `missing`. */
  get(id: string): Collection;
}
