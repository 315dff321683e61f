/** Values that are not sent: defaults, time stamps, generated and calculated ones (spec/content.md#create). */
import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed } from '../errors.js';
import type { SaveContext } from '../properties/kind.js';
import { Refusal } from '../properties/refusal.js';
import { autogenOf, fillPlaceholders } from './autogen.js';
import { calculate } from './calc/index.js';
import { labelOf } from './check.js';
import { MAX_NESTING } from './reach.js';
import type { Property, Schema } from './schema.js';

const flag = ({ definition }: Property, name: 'onCreate' | 'onUpdate') =>
  definition.settings?.[name] === true || definition[name] === true;

/** Properties Plinth fills in: neither the id nor its own times, kinds it only keeps, or what is made of parts. */
function* fillable(schema: Schema): Generator<Property> {
  for (const [name, property] of schema.properties) {
    const { kept, files } = property.kind;
    if (name === 'id' || SYSTEM_PROPERTIES.has(name) || kept || files || property.children) continue;
    yield property;
  }
}

const isMissing = (document: JsonObject, name: string) => (document[name] ?? null) === null;

/** A filled-in value in its stored form. Throws `validation` for one its kind rejects. */
async function normalised(property: Property, value: JsonValue, context: SaveContext): Promise<JsonValue> {
  const { name, kind, definition } = property;
  try {
    return kind.normalise ? await kind.normalise(value, definition, context) : value;
  } catch (error) {
    throw error instanceof Refusal ? failed({ [name]: [error.reason.of(labelOf(property))] }) : error;
  }
}

/** Defaults of a new object. A date that was sent as "" gets its default as well. */
export async function fillDefaults(
  schema: Schema,
  document: JsonObject,
  context: SaveContext,
): Promise<void> {
  for (const property of fillable(schema)) {
    const { name, kind, definition } = property;
    const preset = definition.default;
    if (preset === undefined || preset === null) continue;
    const isEmptyDate = document[name] === '' && kind.resolveDefault !== undefined;
    if (!isMissing(document, name) && !isEmptyDate) continue;
    const resolved = kind.resolveDefault ? kind.resolveDefault(preset, context) : preset;
    const value = await normalised(property, resolved, context);
    if (value !== null) document[name] = structuredClone(value);
  }
}

/** Dates that record when an object was created or last saved; sent values are ignored. */
export function stampTimes(
  schema: Schema,
  document: JsonObject,
  { context, creating }: { context: SaveContext; creating: boolean },
): void {
  for (const property of fillable(schema)) {
    const { name, kind } = property;
    if (!kind.resolveDefault) continue;
    if (flag(property, 'onUpdate') || (creating && flag(property, 'onCreate'))) {
      document[name] = kind.resolveDefault('now', context);
    }
  }
}

/**
 * Generated text for properties that are still empty. Unlike an id it is not made a slug, unless its kind does so. Text
 * that its kind rejects is an error of a new object, and leaves the property of another empty.
 */
export async function generate(
  schema: Schema,
  document: JsonObject,
  { context, creating }: { context: SaveContext; creating: boolean },
): Promise<void> {
  for (const property of fillable(schema)) {
    const { name, definition } = property;
    const template = autogenOf(definition);
    if (template === undefined || !(isMissing(document, name) || document[name] === '')) continue;
    const text = fillPlaceholders(template, document, context);
    const value: JsonValue =
      text === ''
        ? text
        : await normalised(property, text, context).catch((error: unknown) => {
            if (creating) throw error;
            return null;
          });
    if (value !== null && value !== '') document[name] = value;
  }
}

/** Cards and items with their own calculations done; the value itself where nothing in it changes. */
function* calculateParts(
  { children }: Property,
  value: JsonValue | undefined,
  depth: number,
): Generator<void, JsonValue | undefined> {
  if (!children || !isJsonObject(value) || depth >= MAX_NESTING) return value;
  if (!children.many) {
    const schema = children.of(value);
    return Object.keys(value).length === 0 || !schema ? value : yield* calculatePart(schema, value, depth);
  }
  const items: [string, JsonValue][] = [];
  for (const [id, item] of Object.entries(value)) {
    const schema = isJsonObject(item) ? children.of(item) : undefined;
    items.push([id, isJsonObject(item) && schema ? yield* calculatePart(schema, item, depth) : item]);
    yield;
  }
  return items.some(([id, item]) => item !== value[id]) ? Object.fromEntries(items) : value;
}

function* calculatePart(schema: Schema, part: JsonObject, depth: number): Generator<void, JsonObject> {
  const copy = { ...part };
  yield* calculateAll(schema, copy, depth + 1);
  return isDeepStrictEqual(copy, part) ? part : copy;
}

/**
 * Calculated properties: those of cards and items first, then the object's own in the order of the schema, so that a
 * later one can use an earlier one. Yields between parts.
 */
export function* calculateAll(schema: Schema, document: JsonObject, depth = 0): Generator<void, void> {
  for (const [name, property] of schema.properties) {
    if (!property.children || !Object.hasOwn(document, name)) continue;
    const value = yield* calculateParts(property, document[name], depth);
    if (value !== undefined) document[name] = value;
  }
  for (const { name, kind, definition } of fillable(schema)) {
    const value = calculate(definition, document);
    if (value === undefined) continue;
    if (kind.numeric) document[name] = value;
    else if (kind.type === 'string') document[name] = String(value);
  }
}
