/** Rich text in objects from clients, converted to the stored HTML, also in cards and decks. */
import { newContext } from '../content/core/save-context.js';
import { type Details, message, rule } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed } from '../errors.js';
import { Refusal } from '../properties/refusal.js';
import { htmlFrom } from '../rich-text/conversions.js';
import { type Format, MarkupWarnings } from '../rich-text/formats.js';
import type { Property, Schema } from '../schemas/schema.js';
import type { McpSite } from './tool.js';
import { isVisible } from './visibility.js';

interface Conversion {
  readonly format: Format;
  readonly site: McpSite;
  /** Problems of values that cannot be stored as sent, by property path. */
  readonly problems: Details;
}

const objectOr = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

async function convertedText(
  { kind, definition }: Property,
  sent: string,
  stored: string,
  { format, site }: Conversion,
): Promise<string> {
  const clean = async (html: string) => {
    const cleaned = await kind.normalise?.(html, definition, newContext(site));
    return typeof cleaned === 'string' ? cleaned : html;
  };
  return htmlFrom(sent, format, { stored, clean, conversions: site.conversions });
}

async function convertedValue(
  property: Property,
  path: string,
  sent: JsonValue,
  stored: JsonValue | undefined,
  conversion: Conversion,
): Promise<JsonValue> {
  const { children } = property;
  if (children && children.all().length > 0 && isJsonObject(sent)) {
    const before = objectOr(stored);
    const single = children.of(sent);
    if (!children.many) return single ? convertedPart(single, path, sent, before, conversion) : sent;
    const items: [string, JsonValue][] = [];
    for (const [id, item] of Object.entries(sent)) {
      const place = `${path}.${id}`;
      const old = objectOr(before[id]);
      const schema = isJsonObject(item) ? children.of({ ...old, ...item }) : undefined;
      const part =
        isJsonObject(item) && schema ? await convertedPart(schema, place, item, old, conversion) : item;
      items.push([id, part]);
    }
    return Object.fromEntries(items);
  }
  if (!property.kind.embeds || typeof sent !== 'string') return sent;
  try {
    return await convertedText(property, sent, typeof stored === 'string' ? stored : '', conversion);
  } catch (error) {
    if (!(error instanceof MarkupWarnings || error instanceof Refusal)) throw error;
    conversion.problems[path] = [error instanceof Refusal ? error.reason : rule(error.message)];
    return sent;
  }
}

/** A card or deck item: hidden properties and omitted files stay unchanged. */
async function convertedPart(
  schema: Schema,
  path: string,
  sent: JsonObject,
  stored: JsonObject,
  conversion: Conversion,
): Promise<JsonObject> {
  const kept = [...schema.properties.values()].filter(
    (property) =>
      (property.kind.files !== undefined || !isVisible(property)) &&
      Object.hasOwn(stored, property.name) &&
      !Object.hasOwn(sent, property.name),
  );
  for (const property of schema.properties.values()) {
    if (!isVisible(property) && Object.hasOwn(sent, property.name)) {
      conversion.problems[`${path}.${property.name}`] = [message('unsettable')];
    }
  }
  const unseen = Object.fromEntries(kept.map(({ name }) => [name, stored[name] ?? null]));
  return { ...(await convertedParts(schema, `${path}.`, sent, stored, conversion)), ...unseen };
}

async function convertedParts(
  schema: Schema,
  prefix: string,
  sent: JsonObject,
  stored: JsonObject,
  conversion: Conversion,
): Promise<JsonObject> {
  const converted: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(sent)) {
    const property = schema.properties.get(name);
    const taken = property
      ? await convertedValue(property, prefix + name, value, stored[name], conversion)
      : value;
    converted.push([name, taken]);
  }
  return Object.fromEntries(converted);
}

/**
 * An object from a client in a format, with its rich text as HTML. `stored` is the object it changes, with HTML; empty
 * for a new one. Throws `validation` with every text whose markup would be lost.
 */
export async function withHtml(
  schema: Schema,
  sent: JsonObject,
  { stored, format, site }: { stored: JsonObject; format: Format; site: McpSite },
): Promise<JsonObject> {
  const problems: Details = {};
  const converted = await convertedParts(schema, '', sent, stored, { format, site, problems });
  if (Object.keys(problems).length > 0) throw failed(problems);
  return converted;
}
