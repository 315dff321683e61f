/** Request and response bodies for the rows of the route tables. */

import { paginationOf } from '../content/reading/query.js';
import * as wire from '../contract/json-schema.js';
import { COPY_SOURCE } from '../contract/media.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { LIST_BOUNDS, QUERY_BOUNDS } from '../query/page.js';
import type { SharedComponent } from './components.js';
import { schemaRef } from './schema-component.js';

/** The objects of an operation: of any collection, or of one. */
export interface ObjectShape {
  /** As in responses. */
  stored: JsonObject;
  /** As in responses of another shape: without some properties, with expanded relations, in one language. */
  shaped: JsonObject;
  /** As sent for a new one. */
  created: JsonObject;
  /** As sent in a change. */
  changed: JsonObject;
  /** A stored one, where the folder has one, and the collection it is in. */
  example?: JsonObject;
  collection?: string;
}

export const ANY_OBJECT: ObjectShape = {
  stored: schemaRef('StoredObject'),
  shaped: schemaRef('ShapedObject'),
  created: schemaRef('SentObject'),
  changed: schemaRef('SentObject'),
};

/** The shape of a body, by its content types. */
export interface Content<Body = unknown> {
  (shape: ObjectShape): JsonObject;
  /** Components that the row adds to the document. */
  components?: JsonObject;
  /** The schema for validating the body before the handler runs. */
  checkedBy?: wire.Shape<Body>;
}

const withExample = (schema: JsonObject, example: JsonObject | undefined): JsonObject => ({
  'application/json': { schema, ...(example && { example }) },
});

/** JSON described by a component that every document has. */
export const component =
  (name: SharedComponent): Content =>
  () => ({ 'application/json': { schema: schemaRef(name) } });

/** A schema with references to its named parts, which are added to the components. */
function withReferences(shape: JsonValue, components: JsonObject): JsonValue {
  if (Array.isArray(shape)) return shape.map((part) => withReferences(part, components));
  if (!isJsonObject(shape)) return shape;
  const schema: JsonObject = {};
  for (const [key, part] of Object.entries(shape)) schema[key] = withReferences(part, components);
  const name = wire.nameOf(shape);
  if (name === undefined) return schema;
  components[name] = schema;
  return schemaRef(name);
}

/** JSON described by a schema; its operation checks it, where it is a body. */
export const unchecked = (shape: JsonObject): Content<JsonValue | undefined> => {
  const components: JsonObject = {};
  const schema = withReferences(shape, components);
  return Object.assign(() => ({ 'application/json': { schema } }), { components });
};

/** JSON that is validated before the handler runs, where the description has more rules, whose violation has status 422. */
export const checkedBy = <S extends JsonObject>(
  schema: S,
  description: JsonObject = schema,
): Content<wire.Typed<S>> =>
  Object.assign(unchecked(description), { checkedBy: schema as wire.Shape<wire.Typed<S>> });

/** The number of deleted things. */
export const cleared = unchecked(wire.some({ deleted: wire.integer }));

export const anyJson = unchecked({});

/** One stored object. */
export const storedObject: Content = ({ stored, example }) => withExample(stored, example);

/** Objects of reads whose parameters may change their shape. */
const eitherShape = ({ stored, shaped }: ObjectShape): JsonObject => ({ anyOf: [stored, shaped] });

/** One object of a read. */
export const readObject: Content = (shape) => withExample(eitherShape(shape), shape.example);

/** A list in a wrapper, with the objects under a name; `around` is the wrapper. */
const framed =
  (
    frame: string,
    name: string,
    item: (shape: ObjectShape) => JsonObject,
    around: (collection: string) => JsonObject,
  ): Content =>
  (shape) => {
    const { example, collection } = shape;
    const objects = wire.some({ [name]: wire.listOf(item(shape)) });
    const schema = { allOf: [schemaRef(frame), objects] };
    return withExample(
      schema,
      example && collection !== undefined ? { ...around(collection), [name]: [example] } : undefined,
    );
  };

export const objectList: Content = framed('ObjectList', 'objects', eitherShape, (collection) => ({
  collection,
  total: 1,
  count: 1,
  limit: LIST_BOUNDS.limit,
  offset: 0,
}));

/** `include` and `exclude` can reduce an object to its id. */
export const queriedObjects: Content = framed(
  'QueryPage',
  'data',
  ({ shaped }) => shaped,
  () => ({ pagination: { ...paginationOf(1, 1, { limit: QUERY_BOUNDS.limit, offset: 0 }) } }),
);
export const objectArray: Content = ({ stored }) => ({
  'application/json': { schema: { type: 'array', items: stored } },
});

/** The object as sent: metadata in responses is maintained by Plinth. */
function sentExample(example: JsonObject | undefined): JsonObject | undefined {
  if (!example) return undefined;
  const { id: _id, created: _created, modified: _modified, ...sent } = example;
  return sent;
}

export const newObject: Content = ({ created, example }) => withExample(created, sentExample(example));
export const changedObject: Content = ({ changed, example }) => withExample(changed, sentExample(example));

/** Bytes or text of another media type. */
export const file =
  (...types: string[]): Content =>
  () =>
    Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

/** A form with one file and some fields. */
export const form =
  (field: string, fields: Readonly<Record<string, JsonObject>> = {}): Content =>
  () => ({
    'multipart/form-data': {
      schema: wire.all({ [field]: BYTES }, fields),
    },
  });

/** What a row takes or answers: a content, or the schema of JSON. */
export type Described = Content | JsonObject;
export const contentOf = (given: Described): Content =>
  typeof given === 'function' ? given : unchecked(given);

/** One of several types of body. */
export const either = (...given: Described[]): Content => {
  const contents = given.map(contentOf);
  return Object.assign(
    (shape: ObjectShape) => Object.assign({}, ...contents.map((content) => content(shape))),
    {
      components: Object.assign({}, ...contents.map(({ components }) => components)),
    },
  );
};

/** A form without files, as in OAuth. */
export const urlencoded =
  (schema: JsonObject): Content =>
  () => ({ 'application/x-www-form-urlencoded': { schema } });

/**
 * A file of the folder to copy, or the URL of one. They are two shapes: as one, the object `from` would stand beside
 * names that are texts, which types of TypeScript cannot say.
 */
const SENT_FILES = [
  wire.named('FileToCopy', wire.all({ from: COPY_SOURCE })),
  wire.named('FileAtUrl', {
    description: 'The URL of the file under the name of the property, or under `file`.',
    type: 'object',
    minProperties: 1,
    additionalProperties: { type: 'string', format: 'uri' },
  }),
];

const fileForm = form('file', {
  ...wire.counts('dzchunkindex', 'dztotalchunkcount', 'chunkindex', 'totalchunkcount', 'dztotalfilesize'),
  dzuuid: wire.text,
});

/** A form with the file or a chunk of it, or JSON that says where the file is. */
export const sentFile: Content = either(fileForm, { anyOf: SENT_FILES });

/** An image in one of the formats Plinth creates. */
export const imageFile = file('image/jpeg', 'image/png', 'image/webp', 'image/avif');
