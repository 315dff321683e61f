/** Collections: settings, schema binding, counts (spec/resources.md#collection). */
import type { CollectionSettings, DamagedFile } from '../../contract/objects.js';
import type { Shown } from '../../properties/kind.js';
import type { Schema } from '../../schemas/schema.js';

/** A collection ready for work. */
export interface Collection {
  readonly settings: CollectionSettings;
  /** The schema with the collection's own property overrides applied. */
  readonly schema: Schema;
  /** What the folder's settings let answers show. */
  readonly shown: Shown;
  /** Some property is private. */
  readonly hasPrivate: boolean;
  /** Some property must differ between objects. */
  readonly hasUnique: boolean;
  /** Objects are compared with each other on a change, so that creates and changes go one at a time. */
  readonly oneAtATime: boolean;
}

export interface Collections {
  /** In the order of their ids. */
  all(): Collection[];
  /** Throws `missing`; `damaged` where the settings file cannot be read. */
  get(id: string): Collection;
  has(id: string): boolean;
  /** Changes when the answers of objects, or which of them are live, would differ. */
  readonly answersKey: string;
  /** Settings files that cannot be read. */
  damaged(): DamagedFile[];
  /** Reads a collection's settings again; undefined when they no longer exist. */
  reload(id: string): Promise<Collection | undefined>;
  /** Reads every collection's settings again. */
  reloadAll(): Promise<void>;
  /** Binds every collection to its schema again after a schema change; returns the ids that differ. */
  rebind(): string[];
  /** Forgets a collection that has left the folder. */
  drop(id: string): void;
}
