/** From a stored document to what answers and indexes show (interface 2.2, facts 2.2). */
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument } from '../contract/objects.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { Entry } from '../store/store.js';
import type { Property, Schema } from './schema.js';

export interface Times {
  created: string;
  modified: string;
}

/** Whether answers for those who may write differ from answers for everybody else. */
export function hasPrivate(schema: Schema): boolean {
  return [...schema.properties.values()].some(({ kind }) => kind.private === true);
}

function shown({ kind }: Property, value: JsonValue, writer: boolean): JsonValue {
  if (kind.private === true && !writer) return kind.blank;
  return kind.present ? kind.present(value) : value;
}

/**
 * An object as answers carry it: `id`, the schema's properties in its order, `created`, `modified`. Keys of the file
 * the schema does not know stay in the file only: one of them may be a secret whose property was removed.
 */
export function present(
  schema: Schema,
  document: ObjectDocument,
  { writer, times }: { writer: boolean; times: Times },
): JsonObject {
  const answer: JsonObject = { id: document.id };
  for (const [name, property] of schema.properties) {
    if (name === 'id' || SYSTEM_PROPERTIES.has(name) || !Object.hasOwn(document, name)) continue;
    const value = document[name];
    if (value !== undefined) answer[name] = shown(property, value, writer);
  }
  answer.created = times.created;
  answer.modified = times.modified;
  return answer;
}

/** The indexed fields of an object, as everybody may see them; always `id`, `created` and `modified`. */
export function entryOf(schema: Schema, document: ObjectDocument, times: Times): Entry {
  const entry: Entry = { id: document.id };
  for (const name of schema.index) {
    const property = schema.properties.get(name);
    if (!property || name === 'id' || SYSTEM_PROPERTIES.has(name) || !Object.hasOwn(document, name)) continue;
    const value = document[name];
    if (value !== undefined) entry[name] = shown(property, value, false);
  }
  entry.created = times.created;
  entry.modified = times.modified;
  return entry;
}
