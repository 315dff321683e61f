/** Values nobody sent: defaults, time stamps, generated and calculated ones (facts 2.2). */
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import type { SaveContext } from '../properties/kind.js';
import { autogenOf, fillPlaceholders } from './autogen.js';
import { calculate } from './calc/index.js';
import type { Property, Schema } from './schema.js';

const flag = ({ definition }: Property, name: 'onCreate' | 'onUpdate') =>
  definition.settings?.[name] === true || definition[name] === true;

/** Properties Plinth fills in: neither the id nor its own times nor kinds it only keeps. */
function* fillable(schema: Schema): Generator<Property> {
  for (const [name, property] of schema.properties) {
    if (name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !property.kind.kept) yield property;
  }
}

const isMissing = (document: JsonObject, name: string) => (document[name] ?? null) === null;

/** Defaults of a new object. A date that was sent as "" gets its default as well. */
export async function fillDefaults(
  schema: Schema,
  document: JsonObject,
  context: SaveContext,
): Promise<void> {
  for (const { name, kind, definition } of fillable(schema)) {
    const preset = definition.default;
    if (preset === undefined || preset === null) continue;
    const isEmptyDate = document[name] === '' && kind.resolveDefault !== undefined;
    if (!isMissing(document, name) && !isEmptyDate) continue;
    const resolved = kind.resolveDefault ? kind.resolveDefault(preset, context) : preset;
    const value = kind.normalise ? await kind.normalise(resolved, definition, context) : resolved;
    if (value !== null) document[name] = structuredClone(value);
  }
}

/** Dates that stand for the moment an object was made or last saved; what was sent for them does not count. */
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

/** Generated text for properties that are still empty. Unlike an id it is not made a slug, unless its kind does so. */
export async function generate(schema: Schema, document: JsonObject, context: SaveContext): Promise<void> {
  for (const { name, kind, definition } of fillable(schema)) {
    const template = autogenOf(definition);
    if (template === undefined || !(isMissing(document, name) || document[name] === '')) continue;
    const text = fillPlaceholders(template, document, context);
    const value: JsonValue =
      text !== '' && kind.normalise ? await kind.normalise(text, definition, context) : text;
    if (value !== null && value !== '') document[name] = value;
  }
}

/** Calculated properties, in the order of the schema, so that a later one can use an earlier one. */
export function calculateAll(schema: Schema, document: JsonObject): void {
  for (const { name, kind, definition } of fillable(schema)) {
    const value = calculate(definition, document);
    if (value === undefined) continue;
    if (kind.numeric) document[name] = value;
    else if (kind.type === 'string') document[name] = String(value);
  }
}
