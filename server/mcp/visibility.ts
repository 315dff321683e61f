/** Which properties MCP clients can see: no secrets, and none that are marked as hidden. */
import { isShown } from '../content/search/row-values.js';
import { ITEM_SCHEMA } from '../contract/deck.js';
import { message } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { invalid } from '../errors.js';
import { clausesOf, parseCriterion } from '../query/criteria.js';
import type { Conversions } from '../rich-text/conversions.js';
import { type Format, rendered } from '../rich-text/formats.js';
import type { Property, Schema } from '../schemas/schema.js';

/** Whether a property is visible: `mcp.expose`, true by default; never a password or a secret. */
export function isVisible({ definition, kind }: Property): boolean {
  if (kind.private === true || kind.keepWhenBlank === true) return false;
  const { mcp } = definition;
  return !(isJsonObject(mcp) && mcp.expose === false);
}

/** The names of hidden properties. */
export const hiddenIn = (schema: Schema): string[] =>
  [...schema.properties.values()].filter((property) => !isVisible(property)).map(({ name }) => name);

/** The names of an item of blocks, which tell nothing else of it. */
const named = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name === 'id' || name === ITEM_SCHEMA));

function visibleValue(property: Property, value: JsonValue, format: Format): JsonValue {
  const { children } = property;
  if (children) {
    if (!isJsonObject(value)) return {};
    const visible = (part: JsonValue): JsonObject => {
      if (!isJsonObject(part)) return {};
      const schema = children.of(part);
      // An item of a schema that is not in the list any more stays when it is sent back with its names.
      return schema ? visibleParts(schema, part, format) : named(part);
    };
    if (!children.many) return visible(value);
    return Object.fromEntries(Object.entries(value).map(([id, item]) => [id, visible(item)]));
  }
  if (property.kind.embeds && typeof value === 'string') return rendered(value, format);
  return value;
}

function visibleParts(schema: Schema, value: JsonObject, format: Format): JsonObject {
  const visible: JsonObject = {};
  for (const [name, part] of Object.entries(value)) {
    const property = schema.properties.get(name);
    if (name === 'id' || SYSTEM_PROPERTIES.has(name)) visible[name] = part;
    else if (property && isVisible(property)) visible[name] = visibleValue(property, part, format);
  }
  return visible;
}

/** An object as in public responses, in the format for MCP clients. */
export const visibleObject = (
  schema: Schema,
  object: JsonObject,
  format: Exclude<Format, 'markdown'>,
): JsonObject => visibleParts(schema, object, format);

/** As `shownObject`, with long rich text converted in a thread. */
export async function convertedObject(
  schema: Schema,
  object: JsonObject,
  format: Format,
  conversions: Conversions,
): Promise<JsonObject> {
  const visible = visibleObject(schema, object, 'html');
  return format === 'html'
    ? visible
    : convertedParts(schema, visible, (html) => conversions.read(html, format));
}

type Convert = (html: string) => Promise<string>;

async function convertedParts(schema: Schema, value: JsonObject, convert: Convert): Promise<JsonObject> {
  const converted: JsonObject = {};
  for (const [name, part] of Object.entries(value)) {
    const property = schema.properties.get(name);
    converted[name] = property ? await convertedValue(property, part, convert) : part;
  }
  return converted;
}

async function convertedValue(property: Property, value: JsonValue, convert: Convert): Promise<JsonValue> {
  const { children } = property;
  if (children && isJsonObject(value)) {
    const converted = async (part: JsonValue): Promise<JsonValue> => {
      const schema = isJsonObject(part) ? children.of(part) : undefined;
      return isJsonObject(part) && schema ? convertedParts(schema, part, convert) : part;
    };
    if (!children.many) return converted(value);
    const items: [string, JsonValue][] = [];
    for (const [id, item] of Object.entries(value)) items.push([id, await converted(item)]);
    return Object.fromEntries(items);
  }
  return property.kind.embeds && typeof value === 'string' ? convert(value) : value;
}

/** Throws `invalid` for a hidden property: a filter or a sort would reveal its value. */
export function rejectHidden(schema: Schema, names: readonly string[]): void {
  for (const name of names) {
    const property = schema.properties.get(name.split('.')[0] ?? '');
    if (!isShown(schema, name) || (property && !isVisible(property))) {
      throw invalid(message('mcpPropertyMissing', { name }));
    }
  }
}

/**
 * The names used in the criteria and the sort of a query. Throws `invalid` for a criterion without a value, which
 * `/query` takes as a choice of properties.
 */
export function queriedNames({
  include,
  exclude,
  sort,
}: {
  include: string;
  exclude: string;
  sort: string;
}): string[] {
  const clauses = [include, exclude].flatMap(clausesOf);
  const bare = clauses.find((clause) => !clause.includes(':'));
  if (bare !== undefined) throw invalid(message('mcpCriterionInvalid', { text: bare }));
  const sorted = sort.split(',').map((clause) => clause.trim().replace(/^-/, '').split(':')[0] ?? '');
  const named = clauses.map((clause) => parseCriterion(clause).name);
  return [...named, ...sorted].filter((name) => name !== '' && name !== 'shuffle');
}
