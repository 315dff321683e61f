/** A schema of the folder as a JSON Schema component (spec/resources.md#schema; OpenAPI 3.1 speaks JSON Schema 2020-12). */
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { autogenOf } from '../schemas/autogen.js';
import { labelOf } from '../schemas/check.js';
import { valueSchema } from '../schemas/keywords.js';
import type { Property, Schema } from '../schemas/schema.js';
import { soundKeywords } from './sound-keywords.js';

/** Where a component is referred to. */
export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A copy that is JSON and nothing else; undefined where it is none. */
function asJson(value: unknown): JsonValue | undefined {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) return undefined;
  const copy: JsonValue = JSON.parse(text);
  return copy;
}

const plain = (value: unknown): JsonObject => {
  const copy = asJson(value);
  return isJsonObject(copy) ? copy : {};
};

/** Whether an answer may show "" for the value: nobody has filled it in, or nobody is shown it. */
const mayBeBlank = ({ definition, kind, required }: Property): boolean =>
  !required || definition.minLength === 0 || kind.private === true || kind.present !== undefined;

/** What values of a format look like, for formats that not every value has. */
const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-05-09',
  'date-time': '2026-05-09T07:30:00Z',
  time: '07:30',
  email: 'ada@example.org',
  uri: 'https://example.org/',
};

/**
 * Keywords as they also hold for "", which no rule about filled values concerns (spec/field-kinds.md#validation). Two
 * alternatives would say the same, but are far harder to read for people and generators of clients.
 */
function withBlank(shape: JsonObject): JsonObject {
  const { format: _format, minLength: _minLength, ...kept } = shape;
  const { pattern, enum: choices, const: only } = shape;
  if (typeof pattern === 'string') kept.pattern = `^$|(?:${pattern})`;
  if (Array.isArray(choices) && !choices.includes('')) kept.enum = [...choices, ''];
  if (only !== undefined) {
    kept.enum = [only, ''];
    delete kept.const;
  }
  return kept;
}

/** What a value must be. Keywords no validator would take (a file can hold anything) are left out. */
function valueShape(property: Property): JsonObject {
  const { definition, kind, children } = property;
  const part = children?.schema();
  if (children && part) {
    return children.many ? { type: 'object', additionalProperties: schemaRef(part.id) } : schemaRef(part.id);
  }
  const { component } = kind;
  if (component?.many) return { type: 'array', items: schemaRef(component.name) };
  if (component) return schemaRef(component.name);
  // A date may be written as a day or as a moment, and a time of the day has no zone: their formats are no promise.
  const { items, format } = kind.onWire?.(definition) ?? {};
  const whole = plain({ ...(items !== undefined && { items }), ...valueSchema(definition, kind) });
  const sound = soundKeywords(whole);
  const shape = sound.type === 'string' && mayBeBlank(property) ? withBlank(sound) : sound;
  const named = typeof format === 'string' ? format : String(sound.format);
  const look = FORMAT_EXAMPLES[named];
  if (look === undefined) return named === format ? { ...shape, format } : shape;
  return sound.enum === undefined ? { ...shape, examples: [look] } : shape;
}

const isOf = (type: JsonValue, value: JsonValue): boolean => {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  return typeof value === type;
};

/** Whether a schema's own keywords let a value pass, as far as generators of clients look at defaults. */
function fits({ type, enum: choices, $ref }: JsonObject, value: JsonValue): boolean {
  if ($ref !== undefined) return false;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  return type === undefined || [type].flat().some((one) => isOf(one, value));
}

/** Lists of anything say so: generators of clients ask what is in a list. */
const withItems = (shape: JsonObject): JsonObject =>
  [shape.type].flat().includes('array') && shape.items === undefined ? { ...shape, items: {} } : shape;

/** As answers show objects, as new ones are sent, as changes are sent. */
export const PURPOSES = ['shown', 'new', 'change'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The component of a schema for a purpose; parts of cards and decks have one for all. */
export const componentName = (schema: string, purpose: Purpose): string =>
  purpose === 'shown' ? schema : `${schema}.${purpose}`;

const orNull = (shape: JsonObject): JsonObject => {
  const { type, enum: choices } = shape;
  if (type === undefined && shape.$ref === undefined) return shape;
  if (type === undefined || Array.isArray(type)) return { anyOf: [shape, { type: 'null' }] };
  return { ...shape, type: [type, 'null'], ...(Array.isArray(choices) && { enum: [...choices, null] }) };
};

function propertyOf(property: Property, purpose: Purpose): JsonObject {
  const { definition, kind, kindName } = property;
  const shape = withItems(valueShape(property));
  const preset = kind.resolveDefault ? undefined : asJson(definition.default);
  const help = typeof definition.help === 'string' ? definition.help : '';
  // Many generators take a property with a default for one that must be sent.
  const hasDefault = purpose === 'shown' && preset !== undefined && preset !== null && fits(shape, preset);
  return {
    ...(purpose === 'change' ? orNull(shape) : shape),
    title: labelOf(property),
    ...(help !== '' && { description: help }),
    ...(hasDefault && { default: preset }),
    ...(kind.keepWhenBlank && { writeOnly: true }),
    ...(kind.kept && { readOnly: true }),
    'x-plinth-kind': kind.kept ? kind.type : kindName,
  };
}

/**
 * The component of a schema: every property of the flattened schema. Objects of a folder may lack any of them, new ones
 * may not lack the required ones.
 */
export function schemaComponent(schema: Schema, purpose: Purpose = 'shown'): JsonObject {
  const { description } = schema.document;
  const properties: [string, JsonValue][] = [];
  for (const [name, property] of schema.properties) {
    if (!SYSTEM_PROPERTIES.has(name)) properties.push([name, propertyOf(property, purpose)]);
  }
  const required = purpose === 'new' ? requiredInput(schema) : [];
  return {
    type: 'object',
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

/** Whether Plinth fills a property in by itself. */
function isFilledIn({ definition, kind }: Property): boolean {
  const { settings = {} } = definition;
  const stamped = [settings.onCreate, settings.onUpdate, definition.onCreate, definition.onUpdate].includes(
    true,
  );
  const preset = definition.default !== undefined && definition.default !== null;
  return (
    stamped ||
    preset ||
    kind.kept === true ||
    // Files come after the object they belong to.
    kind.files !== undefined ||
    autogenOf(definition) !== undefined ||
    settings.calc !== undefined
  );
}

/** Names that must be sent for a new object. */
const requiredInput = (schema: Schema): string[] =>
  schema.required.filter((name) => {
    const property = schema.properties.get(name);
    return property !== undefined && name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !isFilledIn(property);
  });
