/** The collections of an open folder, each bound to its schema and projected into the catalogue. */
import { hash } from 'node:crypto';
import { message } from '../../contract/messages/message.js';
import type { CollectionSettings, DamagedFile } from '../../contract/objects.js';
import { missing, PlinthError } from '../../errors.js';
import type { Shown } from '../../properties/kind.js';
import type { Library } from '../../schemas/library.js';
import { referencesOf, relationsKey } from '../../schemas/object-references.js';
import { applyOverrides } from '../../schemas/overrides.js';
import { entryOf, hasHiddenValues, hasPrivate, present } from '../../schemas/present.js';
import type { Schema } from '../../schemas/schema.js';
import type { Store } from '../../store/store.js';
import type { Projection } from '../../store/types/catalogue.js';
import type { Collection, Collections } from './collection.js';
import { settingsFrom } from './collection-settings.js';
import { orderProperty } from './order-setting.js';
import { textFilesOf } from './text-files.js';
import { timesOf } from './times.js';
import { parentProperty } from './tree-setting.js';

/** A schema without properties that rejects every document with the reason. */
function missingSchema(id: string): Schema {
  return {
    id,
    document: { id, properties: {}, required: [], index: [] },
    properties: new Map(),
    required: [],
    index: [],
    former: new Map(),
    renamed: false,
    schemaOf: () => undefined,
    *checkPart() {
      yield;
      return {};
    },
    hash: `absent:${id}`,
    check: async () => ({
      id: [message('schemaAbsent', { id })],
    }),
  };
}

/** Changes when entries or answers of the same document and schema would differ. */
const PROJECTION_VERSION = 4;

/** Changes when the answers of the objects of a collection, or which of them are live, would differ. */
const answersKey = ({ schema, settings, shown }: Collection): string =>
  `${PROJECTION_VERSION}:${schema.id}:${schema.hash}${shown.places ? ':places' : ''}${JSON.stringify(settings.published) ?? ''}`;

/** How a schema's documents become rows and answers. */
function projectionOf(store: Store, { schema, settings, shown }: Collection): Projection {
  const collection = settings.id;
  const texts = [...textFilesOf(schema).keys()];
  const hasHidden = hasHiddenValues(schema);
  return {
    digest: (document, partial) => {
      if (!hasHidden && !partial) return undefined;
      const inFile = Object.entries(document).filter(([name]) => !texts.includes(name));
      return hash('sha1', JSON.stringify(inFile), 'base64url');
    },
    key: `${PROJECTION_VERSION}:${schema.id}:${schema.hash}${shown.places ? ':places' : ''}${relationsKey(schema)}`,
    references: (document) => referencesOf(schema, document),
    entry: (document, stamp) => entryOf(schema, document, timesOf(document, stamp), collection, shown),
    bytes: (document, stamp, withheld) => {
      const whole = store.texts.complete(collection, document);
      const times = timesOf(document, stamp);
      const answer = present(schema, whole, { writer: false, times, collection, shown, withheld });
      return Buffer.from(JSON.stringify(answer));
    },
  };
}

/** A collection with the schema its objects follow. */
export function bindCollection(
  library: Library,
  settings: CollectionSettings,
  shown: Shown = { places: false },
): Collection {
  return bindTo(library.schema(settings.schema), settings, shown);
}

function bindTo(known: Schema | undefined, settings: CollectionSettings, shown: Shown): Collection {
  const plain = known ?? missingSchema(settings.schema);
  const schema = settings.properties ? applyOverrides(plain, settings.properties) : plain;
  const hasUnique = [...schema.properties.values()].some((property) => property.definition.unique === true);
  return {
    settings,
    schema,
    shown,
    hasPrivate: hasPrivate(schema),
    hasUnique,
    oneAtATime:
      hasUnique || [orderProperty, parentProperty].some((of) => of({ settings, schema }) !== undefined),
  };
}

class OpenCollections implements Collections {
  readonly #store: Store;
  readonly #library: Library;
  readonly #bound = new Map<string, Collection>();
  /** What the collections were bound to last: the compiled schema of the library. */
  readonly #schemas = new Map<string, Schema | undefined>();
  readonly #keys = new Map<string, string>();
  readonly #damaged = new Map<string, string>();
  #answersKey: string | undefined;

  /** Whether answers show where images were taken. */
  readonly #places: () => boolean;

  constructor(store: Store, library: Library, places: () => boolean) {
    this.#places = places;
    this.#store = store;
    this.#library = library;
  }

  all(): Collection[] {
    return [...this.#bound.values()].sort((a, b) => (a.settings.id < b.settings.id ? -1 : 1));
  }

  get(id: string): Collection {
    const collection = this.#bound.get(id);
    if (collection) return collection;
    const reason = this.#damaged.get(id);
    if (reason === undefined) throw missing(message('collectionMissing', { id }));
    throw new PlinthError('damaged', message('collectionSettingsDamaged', { id, reason }));
  }

  has(id: string): boolean {
    return this.#bound.has(id);
  }

  get answersKey(): string {
    this.#answersKey ??= [...new Set(this.all().map(answersKey))].sort().join('\n');
    return this.#answersKey;
  }

  damaged(): DamagedFile[] {
    return [...this.#damaged].map(([collection, reason]) => ({ collection, id: '.meta', reason }));
  }

  async reload(id: string): Promise<Collection | undefined> {
    try {
      const document = await this.#store.collections.read(id);
      this.#damaged.delete(id);
      if (document) return this.#bind(settingsFrom(id, document)).collection;
      this.drop(id);
    } catch (error) {
      if (!(error instanceof PlinthError && error.kind === 'damaged')) throw error;
      this.drop(id);
      this.#damaged.set(id, error.message);
    }
    return undefined;
  }

  async reloadAll(): Promise<void> {
    const ids = await this.#store.collections.ids();
    for (const id of [...this.#bound.keys(), ...this.#damaged.keys()]) if (!ids.includes(id)) this.drop(id);
    for (const id of ids) await this.reload(id);
  }

  rebind(): string[] {
    const differing: string[] = [];
    const places = this.#places();
    for (const { settings, shown } of this.all()) {
      // The library compiles a schema again when it, or a schema it is made of, has changed.
      const isSame = this.#schemas.get(settings.id) === this.#library.schema(settings.schema);
      if (isSame && shown.places === places) continue;
      if (this.#bind(settings).differs) differing.push(settings.id);
    }
    return differing;
  }

  drop(id: string): void {
    this.#bound.delete(id);
    this.#answersKey = undefined;
    this.#schemas.delete(id);
    this.#damaged.delete(id);
    if (this.#keys.delete(id)) this.#store.catalogue.forget(id);
  }

  #bind(settings: CollectionSettings): { collection: Collection; differs: boolean } {
    const known = this.#library.schema(settings.schema);
    const collection = bindTo(known, settings, { places: this.#places() });
    const { schema } = collection;
    this.#bound.set(settings.id, collection);
    this.#answersKey = undefined;
    this.#schemas.set(settings.id, known);
    this.#store.texts.declare(settings.id, textFilesOf(schema));
    const projection = projectionOf(this.#store, collection);
    const differs = this.#keys.get(settings.id) !== projection.key;
    if (differs) {
      this.#keys.set(settings.id, projection.key);
      this.#store.catalogue.project(settings.id, projection);
    }
    return { collection, differs };
  }
}

/** Reads the settings of every collection. Damaged ones are listed, not fatal. */
export async function openCollections(
  store: Store,
  library: Library,
  places: () => boolean,
): Promise<Collections> {
  const collections = new OpenCollections(store, library, places);
  await collections.reloadAll();
  return collections;
}
