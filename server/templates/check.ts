/**
 * Validates a template document before anything is written: its structure, its ids, and that everything it references
 * exists in it or in the open folder. Valid parts are imported, invalid ones are reported.
 */

import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import { message } from '../contract/messages/message.js';
import {
  builtInCollectionSchema,
  FORBIDDEN_SCHEMA_IDS,
  idProblem,
  RESERVED_COLLECTION_IDS,
  RESERVED_OBJECT_IDS,
  UNSAFE_KEYS,
} from '../contract/names.js';
import type { FactoryEntry } from '../contract/templates.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { failed } from '../errors.js';
import { Problems } from './problems.js';

/** Maximum number of generated objects per factory entry, and per document. */
export const MAX_PER_ENTRY = 10_000;
const MAX_GENERATED = 100_000;

/** A custom or reserved collection: its id and settings as sent, without dangerous keys. */
export interface CheckedCollection extends JsonObject {
  id: string;
}

export interface CheckedObject {
  collection: string;
  id: string;
  data: JsonObject;
  /** Its place in the document, e.g. `objects[3]`. */
  path: string;
}

export interface CheckedFactory extends FactoryEntry {
  data: JsonObject;
  /** Its place in the document. */
  path: string;
}

/** The valid parts of a document: every id is legal, every reference is known. */
export interface CheckedTemplate {
  name: string;
  schemas: (JsonObject & { id: string })[];
  custom: (CheckedCollection & { schema: string })[];
  reserved: CheckedCollection[];
  objects: CheckedObject[];
  factory: CheckedFactory[];
  /** The number of page templates in the document; Plinth does not support them and skips them. */
  pageTemplates: number;
  /** The problems of the other parts. */
  problems: Problems;
}

/** What a template consists of; a body that names none of it, and has problems, is none. */
const PARTS = ['schemas', 'collections', 'objects', 'factory', 'templates'];

/**
 * Validates a body as a template definition for a folder, yielding to the event loop. Throws `validation` if it is none
 * at all.
 */
export async function checkTemplate(base: Base, document: JsonObject): Promise<CheckedTemplate> {
  const template = await new Check(base).template(document);
  const { problems } = template;
  if (problems.total > 0 && !PARTS.some((name) => Object.hasOwn(document, name))) {
    throw failed(problems.details(), message('templateInvalid'));
  }
  return template;
}

class Check {
  readonly #base: Base;
  readonly #problems = new Problems();
  readonly #schemas = new Set<string>();
  readonly #collections = new Set<string>();

  constructor(base: Base) {
    this.#base = base;
  }

  async template(document: JsonObject): Promise<CheckedTemplate> {
    const problems = this.#problems;
    problems.text(document.version, 'version');
    const name = problems.text(document.name, 'name') ?? 'without a name';
    if (document.description !== undefined && typeof document.description !== 'string') {
      problems.add('description', 'must be text');
    }
    const collections =
      document.collections === undefined ? {} : (problems.object(document.collections, 'collections') ?? {});
    for (const { settings } of this.#base.collections.all()) this.#collections.add(settings.id);

    const schemas = await this.#sound(document.schemas, 'schemas', (item, at) => this.#schema(item, at));
    for (const { id } of schemas) this.#schemas.add(id);
    const custom = await this.#sound(collections.custom, 'collections.custom', (item, at) =>
      this.#custom(item, at),
    );
    const reserved = await this.#sound(collections.reserved, 'collections.reserved', (item, at) =>
      this.#reserved(item, at),
    );
    for (const { id } of [...custom, ...reserved]) this.#collections.add(id);
    const objects = await this.#sound(document.objects, 'objects', (item, at) => this.#object(item, at));
    let room = MAX_GENERATED;
    const factory = await this.#sound(document.factory, 'factory', (item, at) => {
      const entry = this.#factory(item, at);
      const count = entry?.count ?? 1;
      if (count > room)
        problems.add(at, `must not exceed ${MAX_GENERATED} generated objects in the whole document`);
      else if (entry) room -= count;
      return entry;
    });
    const pageTemplates = problems.list(document.templates, 'templates').length;
    return { name, schemas, custom, reserved, objects, factory, pageTemplates, problems };
  }

  /** The parsed items of a list, without invalid ones. */
  async #sound<T>(
    value: JsonValue | undefined,
    path: string,
    read: (item: JsonValue, at: string) => T | undefined,
  ): Promise<T[]> {
    const yielder = new Yielder();
    const sound: T[] = [];
    for (const [at, item] of this.#problems.list(value, path).entries()) {
      const before = this.#problems.total;
      const made = read(item, `${path}[${at}]`);
      if (made !== undefined && this.#problems.total === before) sound.push(made);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return sound;
  }

  #id(value: JsonValue | undefined, path: string): string | undefined {
    const problem = value === undefined ? 'is required' : idProblem(value);
    if (problem !== undefined) this.#problems.add(path, problem);
    return problem === undefined && typeof value === 'string' ? value : undefined;
  }

  #schema(item: JsonValue, path: string): (JsonObject & { id: string }) | undefined {
    const schema = this.#problems.object(item, path);
    if (!schema) return undefined;
    const id = this.#id(schema.id, `${path}.id`);
    this.#problems.object(schema.properties, `${path}.properties`);
    if (id === undefined) return undefined;
    if (FORBIDDEN_SCHEMA_IDS.has(id))
      this.#problems.add(`${path}.id`, `"${id}" is reserved for a built-in schema`);
    return { ...ownKeys(schema), id };
  }

  #custom(item: JsonValue, path: string): (CheckedCollection & { schema: string }) | undefined {
    const settings = this.#problems.object(item, path);
    if (!settings) return undefined;
    const id = this.#id(settings.id, `${path}.id`);
    const schema = this.#problems.text(settings.schema, `${path}.schema`);
    if (schema !== undefined && !this.#schemas.has(schema) && !this.#base.library.document(schema)) {
      this.#problems.add(`${path}.schema`, `there is no schema "${schema}" in the folder or in the template`);
    }
    if (id === undefined || schema === undefined) return undefined;
    if (RESERVED_COLLECTION_IDS.has(id)) this.#problems.add(`${path}.id`, `"${id}" is a reserved name`);
    return { ...ownKeys(settings), id, schema };
  }

  #reserved(item: JsonValue, path: string): CheckedCollection | undefined {
    const override = typeof item === 'string' ? { id: item } : this.#problems.object(item, path);
    if (!override) return undefined;
    const idPath = typeof item === 'string' ? path : `${path}.id`;
    const id = this.#id(override.id, idPath);
    if (id === undefined) return undefined;
    if (builtInCollectionSchema(id) === undefined)
      this.#problems.add(idPath, `"${id}" is not a built-in collection`);
    return { ...ownKeys(override), id };
  }

  #collection(value: JsonValue | undefined, path: string): string | undefined {
    const id = this.#problems.text(value, path);
    if (id === undefined || this.#collections.has(id)) return id;
    // Every folder has the built-in ones; they are created by the first write.
    if (builtInCollectionSchema(id) !== undefined) return id;
    this.#problems.add(path, `there is no collection "${id.slice(0, 120)}" in the folder or in the template`);
    return undefined;
  }

  #objectId(value: JsonValue | undefined, path: string): string | undefined {
    const id = this.#id(value, path);
    if (id !== undefined && RESERVED_OBJECT_IDS.has(id))
      this.#problems.add(path, `"${id}" is a reserved name`);
    return id;
  }

  #object(item: JsonValue, path: string): CheckedObject | undefined {
    const object = this.#problems.object(item, path);
    if (!object) return undefined;
    const collection = this.#collection(object.collection, `${path}.collection`);
    const id = this.#objectId(object.id, `${path}.id`);
    const data = this.#problems.object(object.data, `${path}.data`);
    if (collection === undefined || id === undefined || !data) return undefined;
    return { collection, id, path, data: ownKeys(data) };
  }

  #factory(item: JsonValue, path: string): CheckedFactory | undefined {
    const entry = this.#problems.object(item, path);
    if (!entry) return undefined;
    const collection = this.#collection(entry.collection, `${path}.collection`);
    const data = entry.data === undefined ? {} : this.#problems.object(entry.data, `${path}.data`);
    const { count } = entry;
    if ((count === undefined) === (entry.id === undefined)) {
      this.#problems.add(path, 'must have exactly one of count and id');
    }
    if (count !== undefined && !isCount(count)) {
      this.#problems.add(`${path}.count`, `must be a whole number from 1 to ${MAX_PER_ENTRY}`);
    }
    const id = entry.id === undefined ? undefined : this.#objectId(entry.id, `${path}.id`);
    if (collection === undefined || !data) return undefined;
    return {
      collection,
      path,
      data: ownKeys(data),
      ...(isCount(count) ? { count } : {}),
      ...(id === undefined ? {} : { id }),
    };
  }
}

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PER_ENTRY;

/** A copy without keys that could reach a prototype. */
function ownKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !UNSAFE_KEYS.has(key)));
}
