/** Request and response bodies for the rows of the route tables. */
import { paginationOf } from '../content/reading/query.js';
import type { JsonObject } from '../contract/values.js';
import { all, some, texts } from '../json-schema.js';
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
export interface Content {
  (shape: ObjectShape): JsonObject;
  /** Components that the row adds to the document. */
  components?: JsonObject;
  /** The schema for validating the body before the handler runs. */
  checkedBy?: JsonObject;
}

const withExample = (schema: JsonObject, example: JsonObject | undefined): JsonObject => ({
  'application/json': { schema, ...(example && { example }) },
});

/** JSON described by a component that every document has. */
export const component =
  (name: SharedComponent): Content =>
  () => ({ 'application/json': { schema: schemaRef(name) } });

/** JSON described by a component of the routes that name it. */
export const newComponent = (name: string, schema: JsonObject): Content =>
  Object.assign(() => ({ 'application/json': { schema: schemaRef(name) } }), {
    components: { [name]: schema },
  });

/** Also brings components that the shape refers to. */
export const bringing = (components: JsonObject, content: Content): Content =>
  Object.assign((shape: ObjectShape) => content(shape), {
    ...(content.checkedBy && { checkedBy: content.checkedBy }),
    components: { ...content.components, ...components },
  });

/** JSON described by an inline schema. */
export const inline =
  (schema: JsonObject): Content =>
  () => ({ 'application/json': { schema } });

/** JSON that is validated with its schema before the handler runs. */
export const checked = (schema: JsonObject): Content => checkedBy(schema, inline(schema));

/** As `checked`, where the description has more rules, whose violation has status 422. */
export const checkedBy = (schema: JsonObject, content: Content): Content =>
  Object.assign((shape: ObjectShape) => content(shape), {
    ...(content.components && { components: content.components }),
    checkedBy: schema,
  });

/** The number of deleted things. */
export const cleared = inline({ type: 'object', properties: { deleted: { type: 'integer' } } });

export const anyJson: Content = inline({});

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
    const objects = { type: 'object', properties: { [name]: { type: 'array', items: item(shape) } } };
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

/** A form with one file and some fields. */
export const form =
  (field: string, fields: JsonObject = {}): Content =>
  () => ({
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: [field],
        properties: {
          [field]: { type: 'string', contentMediaType: 'application/octet-stream' },
          ...fields,
        },
      },
    },
  });

/** One of several types of body. */
export const either = (...contents: Content[]): Content =>
  Object.assign((shape: ObjectShape) => Object.assign({}, ...contents.map((content) => content(shape))), {
    components: Object.assign({}, ...contents.map(({ components }) => components)),
  });

/** A form without files, as in OAuth. */
export const urlencoded =
  (schema: JsonObject): Content =>
  () => ({ 'application/x-www-form-urlencoded': { schema } });

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/**
 * A file of the folder to copy, or the URL of one. They are two shapes: as one, the object `from` would stand beside
 * names that are texts, which types of TypeScript cannot say.
 */
const SENT_FILES: JsonObject = {
  FileToCopy: all({
    from: some(
      { ...texts('collection', 'id', 'path', 'uploadDate'), size: count },
      ...['collection', 'id', 'path'],
    ),
  }),
  FileAtUrl: {
    description: 'The URL of the file under the name of the property, or under `file`.',
    type: 'object',
    minProperties: 1,
    additionalProperties: { type: 'string', format: 'uri' },
  },
};

const fileForm = () => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', contentMediaType: 'application/octet-stream' },
        ...Object.fromEntries(
          ['dzchunkindex', 'dztotalchunkcount', 'chunkindex', 'totalchunkcount', 'dztotalfilesize'].map(
            (name) => [name, count],
          ),
        ),
        dzuuid: text,
      },
    },
  },
});

/** A form with the file or a chunk of it, or JSON that says where the file is. */
export const sentFile: Content = bringing(
  SENT_FILES,
  either(fileForm, inline({ anyOf: Object.keys(SENT_FILES).map(schemaRef) })),
);

/** An image in one of the formats Plinth creates. */
export const imageFile = file('image/jpeg', 'image/png', 'image/webp', 'image/avif');
