/** Values in a template (spec/templates.md#export): shareable ones, without files. */
import { UNSAFE_KEYS } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { fittingValue, shownList } from '../schemas/present.js';
import { MAX_NESTING } from '../schemas/reach.js';
import type { Property, Schema } from '../schemas/schema.js';

/** Secrets and password hashes stay in the folder. */
const isSecret = ({ kind }: Property): boolean => kind.private === true || kind.keepWhenBlank === true;

/** Timestamps of a save: an import sets them again. */
const isStamped = ({ definition }: Property): boolean =>
  [
    definition.settings?.onCreate,
    definition.settings?.onUpdate,
    definition.onCreate,
    definition.onUpdate,
  ].includes(true);

/** What a template carries of a value, without the files it names. Undefined leaves the property out. */
function shared(property: Property, value: JsonValue, depth: number): JsonValue | undefined {
  if (isSecret(property) || isStamped(property)) return undefined;
  const { kind, children } = property;
  if (kind.template) return kind.template(value);
  if (!children || typeof value !== 'object') return fittingValue(property, value);
  if (Array.isArray(value)) return shownList(children, value);
  if (!isJsonObject(value) || depth >= MAX_NESTING) return {};
  const single = children.of(value);
  if (!children.many) return single ? templateData(single, value, depth + 1) : {};
  const items = Object.entries(value).map(([id, item]): [string, JsonValue] => {
    const schema = isJsonObject(item) ? children.of(item) : undefined;
    if (Array.isArray(item)) return [id, shownList(children, item)];
    if (!isJsonObject(item)) return [id, item];
    if (!schema) return [id, {}];
    return [id, { ...(item.id !== undefined && { id: item.id }), ...templateData(schema, item, depth + 1) }];
  });
  return Object.fromEntries(items);
}

/**
 * The data of an object, a card or a deck item: the properties of its schema, without the id and automatic timestamps.
 */
export function templateData(schema: Schema, document: JsonObject, depth = 0): JsonObject {
  const data: JsonObject = {};
  for (const [name, property] of schema.properties) {
    if (name === 'id' || name === 'created' || name === 'modified' || UNSAFE_KEYS.has(name)) continue;
    const stored = Object.hasOwn(document, name) ? document[name] : undefined;
    const value = stored === undefined ? undefined : shared(property, stored, depth);
    if (value !== undefined) data[name] = value;
  }
  return data;
}
