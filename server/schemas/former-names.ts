/**
 * Renamed properties. The schema has the former names of a property, so that files with a former name (not saved
 * since, or synced late) are still read.
 */
import type { ObjectDocument } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { MAX_NESTING } from './reach.js';
import type { Property, Schema } from './schema.js';

/** The value of a card or deck with present names in its parts; the value itself when it has no former ones. */
function inParts({ children }: Property, value: JsonValue, depth: number): JsonValue {
  if (!children || !isJsonObject(value) || depth >= MAX_NESTING) return value;
  const inPart = (part: JsonObject): JsonObject => {
    const schema = children.of(part);
    return schema ? rename(schema, part, depth + 1) : part;
  };
  if (!children.many) return inPart(value);
  const items = Object.entries(value).map(([id, item]): [string, JsonValue] => [
    id,
    isJsonObject(item) ? inPart(item) : item,
  ]);
  return items.some(([id, item]) => item !== value[id]) ? Object.fromEntries(items) : value;
}

function rename(schema: Schema, document: JsonObject, depth: number): JsonObject {
  const taken = new Set(Object.keys(document));
  const entries: [string, JsonValue][] = [];
  let differs = false;
  for (const [key, value] of Object.entries(document)) {
    const present = schema.former.get(key);
    // A value under the present name wins; the other one stays in the file.
    const name = present === undefined || taken.has(present) ? key : present;
    taken.add(name);
    const property = schema.properties.get(name);
    const inner = property?.children ? inParts(property, value, depth) : value;
    if (name !== key || inner !== value) differs = true;
    entries.push([name, inner]);
  }
  return differs ? Object.fromEntries(entries) : document;
}

/** A document with its values under the names their properties have now; itself when there is nothing to rename. */
export function withPresentNames(schema: Schema, document: ObjectDocument): ObjectDocument {
  if (!schema.renamed) return document;
  const renamed = rename(schema, document, 0);
  return renamed === document ? document : { ...renamed, id: document.id };
}
