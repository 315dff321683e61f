/** All schemas of an open folder: the built-in ones and those of `.schemas/` (spec/schemas.md#lookup). */

import type { ChangeOrigin } from '../contract/changes.js';
import type { TrashEntry } from '../contract/objects.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { Schema } from './schema.js';

/** A schema file that cannot be used, or not wholly. */
export interface SchemaProblem {
  /** Name of the file without `.json`. */
  id: string;
  reason: string;
  /** The schema works without what is wrong. */
  usable: boolean;
}

/** The library as it would be with one document saved. */
export interface Proposal {
  document: SchemaDocument;
  /** A schema as it would be; undefined when there is none. */
  schema(id: string): Schema | undefined;
  /** Ids of schemas that would differ for their objects: by inheritance or by what their cards and decks hold. */
  affected: string[];
}

export interface Library {
  /** Ids, built-in ones first, then custom ones A-Z. */
  ids(): string[];
  isBuiltIn(id: string): boolean;
  /** The stored document; undefined when there is none. */
  document(id: string): SchemaDocument | undefined;
  /** Flattened and compiled, kept until the document or a parent changes; undefined when there is none. */
  schema(id: string): Schema | undefined;
  /**
   * Creates or replaces a custom schema (spec/schemas.md#saving). Throws `validation` with every problem by path,
   * `conflict` for a taken or reserved id. Resolves with the stored document. `keep`: what is replaced goes to the trash.
   */
  save(
    document: unknown,
    options: { create: boolean; id?: string; keep?: boolean },
    change: ChangeOrigin,
  ): Promise<SchemaDocument>;
  /** Whether the file of a custom schema is another than the one that was read last. */
  hasChanged(id: string): boolean;
  /** Deletes a custom schema; throws `conflict` when it is built in, inherited, or used by `usedBy` (collection ids). Resolves with the trash entry. */
  remove(id: string, usedBy: readonly string[], change: ChangeOrigin): Promise<TrashEntry>;
  /** Ids of schemas whose flattened form depends on `id`, itself included. */
  dependents(id: string): string[];
  /** As `dependents`, with those whose cards or decks use one of them, directly or not. */
  affected(id: string): string[];
  /**
   * What saving a document would make of the library, without saving: the document as it would be stored, and every
   * schema as it would then be. Throws as `save`.
   */
  proposal(document: unknown, options: { create: boolean; id?: string }): Proposal;
  /** What is wrong with files of `.schemas/`; the library works without them. */
  problems(): SchemaProblem[];
  /** Reads `.schemas/` again after a change from outside. */
  refresh(): Promise<void>;
}
