/**
 * The check of a whole template document before anything is written (decision 12): its shape, its ids, and that
 * everything it names exists in it or in the open folder.
 */
import type { Base } from '../content/base.js';
import {
  FORBIDDEN_SCHEMA_IDS,
  idProblem,
  RESERVED_COLLECTION_IDS,
  RESERVED_OBJECT_IDS,
  UNSAFE_KEYS,
} from '../contract/names.js';
import type { FactoryEntry } from '../contract/templates.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { isJsonObject } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import { Problems } from './problems.js';

/** Most objects one factory entry, and all of a document, may ask for. */
export const MOST_PER_ENTRY = 10_000;
export const MOST_GENERATED = 100_000;

/** A custom or reserved collection: its id and settings as sent, hostile keys left out. */
export interface CheckedCollection extends JsonObject {
  id: string;
}

export interface CheckedObject {
  collection: string;
  id: string;
  data: JsonObject;
}

export interface CheckedFactory extends FactoryEntry {
  data: JsonObject;
}

/** A sound document: every list is there, every id is legal, every name is known. */
export interface CheckedTemplate {
  name: string;
  schemas: (JsonObject & { id: string })[];
  custom: (CheckedCollection & { schema: string })[];
  reserved: CheckedCollection[];
  objects: CheckedObject[];
  factory: CheckedFactory[];
  /** How many page templates the document carries; they belong to another program and are left out. */
  pageTemplates: number;
}

/**
 * Checks a body as a template definition for a folder. Throws `invalid` when it is no object, `validation` with
 * every problem by path otherwise.
 */
export function checkTemplate(base: Base, document: unknown): CheckedTemplate {
  if (!isJsonObject(document)) throw invalid('The body must be a template definition, a JSON object');
  const problems = new Problems();
  const check = new Check(base, problems);
  const template = check.template(document);
  if (!problems.none)
    throw failed(problems.details(), 'The template definition has problems; nothing was imported');
  return template;
}

class Check {
  readonly #base: Base;
  readonly #problems: Problems;
  readonly #schemas = new Set<string>();
  readonly #collections = new Set<string>();

  constructor(base: Base, problems: Problems) {
    this.#base = base;
    this.#problems = problems;
  }

  template(document: JsonObject): CheckedTemplate {
    const problems = this.#problems;
    problems.text(document.version, 'version');
    const name = problems.text(document.name, 'name') ?? '';
    if (document.description !== undefined && typeof document.description !== 'string') {
      problems.add('description', 'must be text');
    }
    const collections =
      document.collections === undefined ? {} : (problems.object(document.collections, 'collections') ?? {});
    for (const { settings } of this.#base.collections.all()) this.#collections.add(settings.id);
    const each = <T>(
      value: JsonValue | undefined,
      path: string,
      read: (item: JsonValue, at: string) => T | undefined,
    ) => problems.list(value, path).flatMap((item, at) => read(item, `${path}[${at}]`) ?? []);
    return {
      name,
      schemas: each(document.schemas, 'schemas', (item, at) => this.#schema(item, at)),
      custom: each(collections.custom, 'collections.custom', (item, at) => this.#custom(item, at)),
      reserved: each(collections.reserved, 'collections.reserved', (item, at) => this.#reserved(item, at)),
      objects: each(document.objects, 'objects', (item, at) => this.#object(item, at)),
      factory: this.#total(each(document.factory, 'factory', (item, at) => this.#factory(item, at))),
      pageTemplates: problems.list(document.templates, 'templates').length,
    };
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
    this.#schemas.add(id);
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
    this.#collections.add(id);
    return { ...ownKeys(settings), id, schema };
  }

  #reserved(item: JsonValue, path: string): CheckedCollection | undefined {
    const override = typeof item === 'string' ? { id: item } : this.#problems.object(item, path);
    if (!override) return undefined;
    const idPath = typeof item === 'string' ? path : `${path}.id`;
    const id = this.#id(override.id, idPath);
    if (id === undefined) return undefined;
    if (!this.#base.library.isBuiltIn(id)) this.#problems.add(idPath, `"${id}" is no built-in collection`);
    this.#collections.add(id);
    return { ...ownKeys(override), id };
  }

  #collection(value: JsonValue | undefined, path: string): string | undefined {
    const id = this.#problems.text(value, path);
    if (id === undefined || this.#collections.has(id)) return id;
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
    return { collection, id, data: ownKeys(data) };
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
      this.#problems.add(`${path}.count`, `must be a whole number from 1 to ${MOST_PER_ENTRY}`);
    }
    const id = entry.id === undefined ? undefined : this.#objectId(entry.id, `${path}.id`);
    if (collection === undefined || !data) return undefined;
    return {
      collection,
      data: ownKeys(data),
      ...(isCount(count) ? { count } : {}),
      ...(id === undefined ? {} : { id }),
    };
  }

  #total(entries: CheckedFactory[]): CheckedFactory[] {
    const total = entries.reduce((sum, { count }) => sum + (count ?? 1), 0);
    if (total > MOST_GENERATED) {
      this.#problems.add('factory', `must ask for at most ${MOST_GENERATED} objects in all, not ${total}`);
    }
    return entries;
  }
}

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_PER_ENTRY;

/** A copy without keys that could reach a prototype. */
function ownKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !UNSAFE_KEYS.has(key)));
}
