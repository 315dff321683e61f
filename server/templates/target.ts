/** The target of an import: the open folder, or memory in a dry run (`trial.ts`). */

import { changeCollection, createCollection } from '../content/collections/manage-collections.js';
import type { Content, WriteBase } from '../content/core/base.js';
import { sentObject } from '../content/core/body.js';
import type { Undo } from '../content/imports/undo.js';
import type { Collection } from '../content/model/collection.js';
import { idForNew } from '../content/objects/plan.js';
import { createObject } from '../content/objects/write.js';
import { hasObject } from '../content/reading/read.js';
import { saveSchema } from '../content/schemas/manage-schemas.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { JsonObject, JsonValue } from '../contract/values.js';

export interface Target {
  readonly now: () => Date;
  /** The stored document of a schema; undefined when there is none. */
  document(id: string): SchemaDocument | undefined;
  /** Creates or overwrites a schema. Throws as `saveSchema`. */
  saveSchema(schema: JsonObject & { id: string }): Promise<void>;
  hasCollection(id: string): boolean;
  /** Throws `missing`, `damaged`. */
  collection(id: string): Collection;
  /** Throws as the operation of the same name. */
  createCollection(settings: JsonObject & { id: string }): Promise<void>;
  /** Throws as the operation of the same name. */
  changeCollection(id: string, overrides: JsonObject): Promise<void>;
  /** Throws `missing` for an unknown collection. */
  hasObject(collection: string, id: string): Promise<boolean>;
  /** Throws as the operation of the same name. */
  createObject(collection: string, body: JsonObject): Promise<void>;
  /** The id the schema creates for an object: the first that is neither in use nor `reserved`. Throws `validation`. */
  proposeId(collection: string, data: JsonObject, reserved: (id: string) => boolean): Promise<string>;
  /** The values of a property in all objects of a collection; none when there is no such collection. */
  values(collection: string, property: string): Promise<JsonValue[]>;
}

/** The folder itself; changes are recorded in `undo`. */
export class FolderTarget implements Target {
  readonly #base: WriteBase;
  readonly #undo: Undo;

  constructor(base: WriteBase, undo: Undo) {
    this.#base = base;
    this.#undo = undo;
  }

  now = (): Date => this.#base.now();

  document(id: string): SchemaDocument | undefined {
    return this.#base.library.document(id);
  }

  async saveSchema(schema: JsonObject & { id: string }): Promise<void> {
    const { id } = schema;
    const before = this.document(id);
    await saveSchema(this.#base, schema, before ? { create: false, id } : { create: true });
    if (before) this.#undo.schemaChanged(before);
    else this.#undo.schemaCreated(id);
  }

  hasCollection(id: string): boolean {
    return this.#base.collections.has(id);
  }

  collection(id: string): Collection {
    return this.#base.collections.get(id);
  }

  async createCollection(settings: JsonObject & { id: string }): Promise<void> {
    await createCollection(this.#base, settings);
    this.#undo.collectionCreated(settings.id);
  }

  async changeCollection(id: string, overrides: JsonObject): Promise<void> {
    const before = this.collection(id).settings;
    await changeCollection(this.#base, id, overrides);
    this.#undo.collectionChanged(before);
  }

  hasObject(collection: string, id: string): Promise<boolean> {
    return hasObject(this.#base, collection, id);
  }

  async createObject(collection: string, body: JsonObject): Promise<void> {
    const { id, etag } = await createObject(this.#base, collection, body);
    this.#undo.created(collection, id, etag);
  }

  proposeId(collection: string, data: JsonObject, reserved: (id: string) => boolean): Promise<string> {
    const { sent } = sentObject(data);
    return idForNew(this.#base, this.collection(collection), sent, undefined, reserved);
  }

  values(collection: string, property: string): Promise<JsonValue[]> {
    return valuesIn(this.#base, collection, property);
  }
}

/** The values of a property in the objects of a collection of the folder. */
export async function valuesIn(base: Content, collection: string, property: string): Promise<JsonValue[]> {
  if (!base.collections.has(collection)) return [];
  const rows = (await base.store.catalogue.collectionIndex(collection)).rowsById();
  return rows.map((row) => row.entry[property]).filter((value) => value !== undefined);
}
