/** A dry run of an import: the same steps on schemas and collections in memory, with the same validation. */

import { Locks } from '../async/locks.js';
import { newSettings } from '../content/collections/manage-collections.js';
import type { Content, WriteBase } from '../content/core/base.js';
import { sentObject } from '../content/core/body.js';
import { guardDecks } from '../content/core/edition.js';
import { newContext } from '../content/core/save-context.js';
import type { Collection } from '../content/model/collection.js';
import { settingsFrom } from '../content/model/collection-settings.js';
import { bindCollection } from '../content/model/open-collections.js';
import { checkObjectId, idTakenError, proposals } from '../content/objects/create.js';
import { hasObject } from '../content/reading/read.js';
import { guardSchema } from '../content/schemas/manage-schemas.js';
import { message } from '../contract/messages/message.js';
import { isLegalId, RESERVED_OBJECT_IDS } from '../contract/names.js';
import type { CollectionSettings, ObjectDocument, SentProperties } from '../contract/objects.js';
import type { SchemaDocument } from '../contract/schemas.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { failed } from '../errors.js';
import type { Library } from '../schemas/library.js';
import { openLibrary } from '../schemas/open-library.js';
import { prepare } from '../schemas/prepare.js';
import type { SchemaFiles } from '../store/types/documents.js';
import { type Target, valuesIn } from './target.js';

/** The schemas of the folder, in a library whose changes stay in memory. */
const unwritten = ({ library }: Content): SchemaFiles => ({
  readAll: async () => ({
    documents: library.ids().flatMap((id) => (library.isBuiltIn(id) ? [] : (library.document(id) ?? []))),
    damaged: [],
  }),
  hasChanged: () => false,
  write: async () => undefined,
  remove: async () => {
    throw new Error('A dry run removes no schema');
  },
});

export class TrialTarget implements Target {
  readonly #base: WriteBase;
  readonly #library: Library;
  /** Settings of collections that would be created or changed. */
  readonly #settings = new Map<string, CollectionSettings>();
  readonly #bound = new Map<string, Collection>();
  /** Objects that would be created, per collection. */
  readonly #made = new Map<string, Map<string, ObjectDocument>>();
  /** Values of unique properties, per collection and property. */
  readonly #held = new Map<string, Map<string, Set<string>>>();
  readonly #turns = new Locks();

  private constructor(base: WriteBase, library: Library) {
    this.#base = base;
    this.#library = library;
  }

  static async open(base: WriteBase): Promise<TrialTarget> {
    return new TrialTarget(base, await openLibrary({ schemas: unwritten(base) }));
  }

  now = (): Date => this.#base.now();

  document(id: string): SchemaDocument | undefined {
    return this.#library.document(id);
  }

  async saveSchema(schema: JsonObject & { id: string }): Promise<void> {
    const { id } = schema;
    const options = this.document(id) ? { create: false, id } : { create: true };
    guardSchema({ library: this.#library, edition: this.#base.edition }, schema, options);
    await this.#library.save(schema, options, this.#base.change);
    this.#bound.clear();
  }

  hasCollection(id: string): boolean {
    return this.#settings.has(id) || this.#base.collections.has(id);
  }

  collection(id: string): Collection {
    const known = this.#bound.get(id);
    if (known) return known;
    const settings = this.#settings.get(id) ?? this.#base.collections.get(id).settings;
    const bound = bindCollection(this.#library, settings);
    this.#bound.set(id, bound);
    return bound;
  }

  async createCollection(settings: JsonObject & { id: string }): Promise<void> {
    this.#settings.set(
      settings.id,
      settingsFrom(settings.id, newSettings({ library: this.#library }, settings)),
    );
  }

  async changeCollection(id: string, overrides: JsonObject): Promise<void> {
    const { settings } = this.collection(id);
    const sent = newSettings({ library: this.#library }, { ...overrides, id, schema: settings.schema });
    this.#settings.set(id, { ...settings, ...sent });
    this.#bound.delete(id);
  }

  async hasObject(collection: string, id: string): Promise<boolean> {
    if (this.#made.get(collection)?.has(id)) return true;
    this.collection(collection);
    return this.#base.collections.has(collection) && hasObject(this.#base, collection, id);
  }

  createObject(name: string, body: JsonObject): Promise<void> {
    // One after another, as in the folder where values must be unique.
    return this.#turns.run(name, () => this.#create(name, body));
  }

  async #create(name: string, body: JsonObject): Promise<void> {
    const collection = this.collection(name);
    const { schema } = collection;
    const { sent, id: explicit } = sentObject(body);
    const id = await this.#idFor(collection, sent, explicit);
    guardDecks(this.#base, collection, sent, undefined);
    const held = await this.#uniqueValues(collection);
    const isTaken = (property: string, value: JsonValue) => held.get(property)?.has(textOf(value)) === true;
    const context = newContext(this.#base);
    const document = await prepare({ schema, sent, mode: 'create', context, id, isTaken });
    for (const [property, values] of held) {
      const value = document[property];
      if (value !== undefined) values.add(textOf(value));
    }
    const made = this.#made.get(name) ?? new Map<string, ObjectDocument>();
    this.#made.set(name, made.set(id, document));
  }

  async proposeId(name: string, data: JsonObject, reserved: (id: string) => boolean): Promise<string> {
    return this.#idFor(this.collection(name), sentObject(data).sent, undefined, reserved);
  }

  async values(collection: string, property: string): Promise<JsonValue[]> {
    const made = [...(this.#made.get(collection)?.values() ?? [])];
    const ours = made.map((document) => document[property]).filter((value) => value !== undefined);
    return [...(await valuesIn(this.#base, collection, property)), ...ours];
  }

  async #idFor(
    collection: Collection,
    sent: SentProperties,
    explicit: unknown,
    reserved: (id: string) => boolean = () => false,
  ): Promise<string> {
    const { id: name, singleton } = collection.settings;
    const chosen = singleton ? name : explicit;
    if (chosen !== undefined && chosen !== '') {
      checkObjectId(chosen);
      if (await this.hasObject(name, chosen)) throw idTakenError(name, chosen);
      return chosen;
    }
    const ordinal = (this.#made.get(name)?.size ?? 0) + 1;
    for (const id of proposals(this.#base, collection, sent, ordinal)) {
      if (!isLegalId(id) || RESERVED_OBJECT_IDS.has(id) || reserved(id)) continue;
      if (!(await this.hasObject(name, id))) return id;
    }
    throw failed({ id: [message('idNotGenerated')] });
  }

  /** Values of the unique properties of a collection, in the folder and in this run. */
  async #uniqueValues({ schema, settings, hasUnique }: Collection): Promise<Map<string, Set<string>>> {
    const known = this.#held.get(settings.id);
    if (known) return known;
    const held = new Map<string, Set<string>>();
    const unique = [...schema.properties.values()].filter(({ definition }) => definition.unique === true);
    for (const { name } of hasUnique ? unique : []) {
      held.set(name, new Set((await valuesIn(this.#base, settings.id, name)).map(textOf)));
    }
    this.#held.set(settings.id, held);
    return held;
  }
}

const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));
