/** JSON Schema of the objects of a schema or collection, for editors of text and for validators. */
import type { Content } from '../content/core/base.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import { reachable } from '../schemas/reach.js';
import { requiredInput } from '../schemas/required-input.js';
import type { Schema } from '../schemas/schema.js';
import { KIND_SCHEMAS } from './components.js';
import { schemaComponent, schemaName } from './schema-component.js';

const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/definitions/';

/** The same value with references to definitions of this document. */
function local(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(local);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' ? child.replace(COMPONENTS, DEFINITIONS) : local(child),
    ]),
  );
}

function documentOf(schema: Schema, title: string): JsonObject {
  const { properties, ...shape } = schemaComponent(schema);
  const parts = reachable(schema).filter(({ id }) => id !== schema.id);
  const own = [...parts, ...(parts.length > 0 ? [schema] : [])].map((one) => [
    schemaName(one.id),
    schemaComponent(one),
  ]);
  const time = { type: 'string', format: 'date-time', readOnly: true };
  return {
    // Draft 7 is what editors complete; nothing of later drafts is needed.
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    ...shape,
    properties: {
      $schema: { type: 'string' },
      id: { type: 'string' },
      ...(isJsonObject(properties) ? properties : {}),
      created: time,
      modified: time,
    },
    required: [...new Set(['id', ...requiredInput(schema)])],
    definitions: { ...KIND_SCHEMAS, ...Object.fromEntries(own) },
  };
}

/** The JSON Schema by the id of a schema, else of a collection. Throws `missing`. */
export function objectSchema(base: Content, name: string): JsonValue {
  const schema = base.library.schema(name);
  if (schema) return local(documentOf(schema, name));
  if (!base.collections.has(name)) throw missing(message('schemaOrCollectionMissing', { name }));
  return collectionObjectSchema(base, name);
}

/** The JSON Schema of the objects of a collection, with what its settings change. Throws `missing`. */
export function collectionObjectSchema(base: Content, id: string): JsonValue {
  const { settings, schema } = base.collections.get(id);
  return local(documentOf(schema, settings.name));
}
