/** Links in rich texts to what their editor uploaded: they name the object, and so have to follow a copy. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { MAX_NESTING } from './reach.js';
import type { Property, Schema } from './schema.js';

type Place = Readonly<{ collection: string; id: string }>;
type Relink = (text: string) => string;

function inValue({ kind, children }: Property, value: JsonValue, relink: Relink, depth: number): JsonValue {
  if (kind.embeds) return typeof value === 'string' ? relink(value) : value;
  if (!children || !isJsonObject(value) || depth >= MAX_NESTING) return value;
  const inside = (part: JsonObject): JsonObject => {
    const schema = children.of(part);
    return schema ? inPart(schema, part, relink, depth + 1) : part;
  };
  if (!children.many) return inside(value);
  return Object.fromEntries(
    Object.entries(value).map(([id, item]) => [id, isJsonObject(item) ? inside(item) : item]),
  );
}

function inPart(schema: Schema, part: JsonObject, relink: Relink, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const property = schema.properties.get(name);
      return [name, property ? inValue(property, value, relink, depth) : value];
    }),
  );
}

/** A document whose rich texts link to the uploads of another object instead. */
export function relinked(schema: Schema, document: JsonObject, from: Place, to: Place): JsonObject {
  // Ids are made of letters that mean themselves in addresses and in patterns.
  const links = new RegExp(`(/(?:imageworks|stream|download)/upload/)${from.collection}/${from.id}/`, 'g');
  return inPart(
    schema,
    document,
    (text) => text.replace(links, (_all, way: string) => `${way}${to.collection}/${to.id}/`),
    0,
  );
}
