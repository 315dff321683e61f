/** The OpenAPI 3.1 document of the open folder: every route, and those of each collection with its schema. */

import { Yielder } from '../async/yielder.js';
import type { Content } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { reachable } from '../schemas/reach.js';
import type { Schema } from '../schemas/schema.js';
import { COMPONENT_RESPONSES, COMPONENT_SCHEMAS, KIND_SCHEMAS, SECURITY_SCHEMES } from './components.js';
import { TAGS } from './operation.js';
import { type DescribedRoute, operationOf } from './operation-object.js';
import {
  componentName,
  PURPOSES,
  type Purpose,
  schemaComponent,
  schemaName,
  schemaRef,
  storedComponent,
  storedName,
} from './schema-component.js';
import { ANY_OBJECT, contentOf, type ObjectShape } from './shapes.js';

export interface MountedRoute extends DescribedRoute {
  /** Served below `/api` as well. */
  prefixed: boolean;
}

export interface DocumentOptions {
  routes: readonly MountedRoute[];
  version: string;
  /** The server's address in this request. */
  url: string;
  /** Whether the reader of the document can read a collection; others are omitted. */
  mayRead: (collection: string) => boolean;
  /** Whether the reader can read a schema that none of these collections has. */
  mayReadSchema: (schema: string) => boolean;
}

/** Maximum size of an example, because the document is loaded as a whole. */
const MAX_EXAMPLE_LENGTH = 20_000;

/** The path of a route with `{name}` for its parameters. Reports have no prefix in the specification. */
const addressOf = ({ path, prefixed }: MountedRoute): string =>
  `${prefixed && !path.startsWith('/report/') ? '/api' : ''}${path.replace(/[:*](\w+)/g, '{$1}')}`;

/** The first object of a collection as in public responses. */
async function exampleOf(base: Content, collection: string): Promise<JsonObject | undefined> {
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const [row] = collectionIndex.rowsById();
  if (!row) return undefined;
  try {
    const bytes = collectionIndex.bytes(row);
    const example: JsonValue = bytes.length > MAX_EXAMPLE_LENGTH ? null : JSON.parse(bytes.toString());
    return isJsonObject(example) ? example : undefined;
  } catch (error) {
    if (error instanceof PlinthError) return undefined;
    throw error;
  }
}

/** The component of a collection's objects: a separate one where its settings change properties of the schema. */
const ownName = ({ settings }: Collection): string =>
  settings.properties ? `${settings.schema}.of.${settings.id}` : schemaName(settings.schema);

/** The shape of a collection's objects. */
async function shapeOf(base: Content, collection: Collection): Promise<ObjectShape> {
  const { settings } = collection;
  const known = base.library.schema(settings.schema) !== undefined;
  const own = (purpose: Purpose) => (known ? schemaRef(componentName(ownName(collection), purpose)) : {});
  const example = await exampleOf(base, settings.id);
  return {
    stored: known ? schemaRef(storedName(ownName(collection))) : schemaRef('StoredObject'),
    shaped: { allOf: [own('shaped'), schemaRef('ShapedObject')] },
    created: own('new'),
    changed: own('change'),
    ...(example && { example, collection: settings.id }),
  };
}

/** Adds an operation to its path. Paths that differ only in the names of their parameters are merged. */
class Paths {
  readonly #byShape = new Map<string, string>();
  readonly #items = new Map<string, JsonObject>();

  add(address: string, method: string, operation: JsonObject): void {
    const shape = address.replace(/\{\w+\}/g, '{}');
    const known = this.#byShape.get(shape) ?? address;
    this.#byShape.set(shape, known);
    this.#items.set(known, { ...this.#items.get(known), [method.toLowerCase()]: operation });
  }

  get object(): JsonObject {
    return Object.fromEntries(this.#items);
  }
}

/** Components of the schemas that may be read, and of those of the collections. */
async function schemaComponents(
  base: Content,
  collections: readonly Collection[],
  mayReadSchema: DocumentOptions['mayReadSchema'],
): Promise<JsonObject> {
  const yielder = new Yielder();
  const ids = [...base.library.ids().filter(mayReadSchema), ...collections.map((one) => one.settings.schema)];
  const found = new Map<string, Schema>();
  for (const id of ids) {
    const schema = base.library.schema(id);
    for (const one of schema ? reachable(schema) : []) found.set(one.id, one);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const components: [string, JsonObject][] = [];
  for (const id of [...found.keys()].sort()) {
    const schema = found.get(id);
    if (schema) components.push([schemaName(id), schemaComponent(schema)]);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const known = collections.filter(({ settings }) => found.has(settings.schema));
  const names = new Map(known.map((collection) => [collection.settings.id, ownName(collection)]));
  const shapedOf = (id: string) => {
    const name = names.get(id);
    return name === undefined ? undefined : schemaRef(componentName(name, 'shaped'));
  };
  for (const collection of known) {
    for (const purpose of PURPOSES) {
      components.push([
        componentName(ownName(collection), purpose),
        schemaComponent(collection.schema, purpose, shapedOf),
      ]);
    }
    const name = ownName(collection);
    components.push([storedName(name), storedComponent(collection.schema, name)]);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return Object.fromEntries(components);
}

/** Components of the rows. */
const ownComponents = (routes: readonly MountedRoute[]): JsonObject =>
  Object.assign(
    {},
    ...routes.flatMap(({ input, output, others = {} }) => [
      input?.components,
      output?.components,
      ...Object.values(others).map(({ output }) => output && contentOf(output).components),
    ]),
  );

/** Creates the document. The first object of each collection is its example. */
export async function openApiOf(base: Content, options: DocumentOptions): Promise<JsonObject> {
  const { routes, version, url, mayRead, mayReadSchema } = options;
  const collections = base.collections.all().filter(({ settings }) => mayRead(settings.id));
  const paths = new Paths();
  const yielder = new Yielder();
  for (const route of routes) {
    paths.add(addressOf(route), route.method, operationOf(route, ANY_OBJECT, {}));
  }
  for (const collection of collections) {
    const { id } = collection.settings;
    const shape = await shapeOf(base, collection);
    for (const route of routes) {
      if (!route.perCollection) continue;
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const own = { ...route, path: route.path.replace(':collection', id) };
      paths.add(addressOf(own), route.method, operationOf(own, shape, collection));
    }
  }
  const components = await schemaComponents(base, collections, mayReadSchema);
  const ownTags = collections.map(({ settings }) => ({
    name: settings.id,
    description: settings.description,
  }));
  return {
    openapi: '3.1.0',
    info: {
      title: `${base.store.folderName} API`,
      version,
      description:
        'The content API of this folder. Addresses below `/api` are served without that prefix as well, those below `/report` also with it.',
    },
    servers: [{ url }],
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), ...ownTags],
    paths: paths.object,
    components: {
      schemas: { ...COMPONENT_SCHEMAS, ...KIND_SCHEMAS, ...ownComponents(routes), ...components },
      responses: COMPONENT_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
