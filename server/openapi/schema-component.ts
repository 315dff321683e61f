/**
 * A schema of the folder as a JSON Schema component (spec/resources.md#schema; OpenAPI 3.1 speaks JSON Schema
 * 2020-12). Only the answer to a save promises required properties: reads can leave them out (`fields`), and files of
 * other programs lack them.
 */

import { relationOf, targetOf } from '../content/model/relation.js';
import { ITEM_SCHEMA } from '../contract/deck.js';
import * as wire from '../contract/json-schema.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { namesOf } from '../properties/references.js';
import { labelOf } from '../schemas/check.js';
import { valueSchema } from '../schemas/keywords.js';
import { reachable } from '../schemas/reach.js';
import { requiredInput, requiredStored } from '../schemas/required-input.js';
import type { Property, Schema } from '../schemas/schema.js';
import { soundKeywords } from './sound-keywords.js';

/** Where a component is referred to. */
export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that generated clients would call as types they use themselves, as the form that sends a `File`. */
const HIDING = new Set([
  ...['array', 'awaited', 'blob', 'date', 'error', 'exclude', 'extract', 'file', 'form-data', 'headers'],
  ...['iterable', 'map', 'object', 'omit', 'partial', 'pick', 'promise', 'readonly', 'record', 'request'],
  ...['request-init', 'required', 'response', 'set'],
]);

/** The component of a schema. */
export const schemaName = (id: string): string => (HIDING.has(id) ? `${id}.schema` : id);

/** A plain JSON copy; undefined for other values. */
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

/** Whether a response may have "" for the value: it is empty or hidden. */
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
 * Keywords that also accept "", because rules do not apply to empty values (spec/field-kinds.md#validation). `anyOf`
 * would express the same, but is far harder to read for people and client generators.
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

/** The schema of a value. Keywords that no validator accepts (a file can contain anything) are dropped. */
function valueShape(property: Property): JsonObject {
  const { definition, kind, children } = property;
  const part = children?.schema();
  if (children?.named && part) {
    const block = ({ id }: Schema) => ({
      allOf: [
        schemaRef(schemaName(id)),
        { type: 'object', properties: { [ITEM_SCHEMA]: { const: id } }, required: [ITEM_SCHEMA] },
      ],
    });
    const ids = children.all().map(({ id }) => id);
    // Items can name a schema that is gone.
    const other = { type: 'object', properties: { [ITEM_SCHEMA]: { type: 'string', not: { enum: ids } } } };
    return { type: 'object', additionalProperties: { anyOf: [...children.all().map(block), other] } };
  }
  if (children && part) {
    const one = schemaRef(schemaName(part.id));
    return children.many ? { type: 'object', additionalProperties: one } : one;
  }
  const { component } = kind;
  if (component?.many) return { type: 'array', items: schemaRef(component.name) };
  if (component) return schemaRef(component.name);
  // A date can be a day or a date-time, and a time of day has no zone, so their formats are not guaranteed.
  const { items, format } = kind.onWire?.(definition) ?? {};
  const { pattern, properties } = kind.described ?? {};
  const whole = plain({
    ...(items !== undefined && { items }),
    ...(pattern !== undefined && { pattern }),
    ...valueSchema(definition, kind),
    ...(properties && { properties }),
  });
  const sound = soundKeywords(whole);
  const shape = sound.type === 'string' && mayBeBlank(property) ? withBlank(sound) : sound;
  const named = typeof format === 'string' ? format : String(sound.format);
  const look = FORMAT_EXAMPLES[named];
  // JSON Schema knows no such format, and validators warn of it.
  if (format === 'html') return { ...shape, contentMediaType: 'text/html' };
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

/** Whether a default is valid according to the schema's own keywords. */
function fits({ type, enum: choices, $ref }: JsonObject, value: JsonValue): boolean {
  if ($ref !== undefined) return false;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  return type === undefined || [type].flat().some((one) => isOf(one, value));
}

/** Lists of any values have explicit items, which client generators require. */
const withItems = (shape: JsonObject): JsonObject =>
  [shape.type].flat().includes('array') && shape.items === undefined ? { ...shape, items: {} } : shape;

/**
 * The purposes of a component: objects in responses; also with expanded relations and texts of one language; new
 * objects; changes.
 */
export const PURPOSES = ['shown', 'shaped', 'new', 'change'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The component of the objects of a collection as they are stored. */
export const storedName = (schema: string): string => `${schema}.stored`;

/** The component of a schema for a purpose; parts of cards and decks have one for all. */
export const componentName = (schema: string, purpose: Purpose): string =>
  purpose === 'shown' ? schema : `${schema}.${purpose}`;

/** The component of the objects of a collection; undefined where the document has none. */
export type ComponentOf = (collection: string) => JsonObject | undefined;

const isReshaped = (property: Property): boolean =>
  property.kind.locales !== undefined || targetOf(property) !== undefined;

/** Whether a part of a value can be expanded or has texts by language. */
function hasReshaped({ children }: Property): boolean {
  const inside = children?.all().flatMap(reachable) ?? [];
  return inside.some(({ properties }) => [...properties.values()].some(isReshaped));
}

/** The schema of a value as `expand` and `locale` answer it, or as it is. */
function shapedValue(property: Property, shape: JsonObject, componentOf: ComponentOf): JsonObject {
  if (property.kind.locales !== undefined) return { anyOf: [shape, { type: 'string' }] };
  const target = targetOf(property);
  if (target === undefined) return hasReshaped(property) ? { type: 'object' } : shape;
  const object = componentOf(target) ?? { type: 'object' };
  return { anyOf: [shape, object, { type: 'array', items: object }, { type: 'null' }] };
}

/** Which objects the values name, and by which property. */
function relationNote(property: Property): JsonObject {
  const collection = targetOf(property);
  if (collection === undefined) return {};
  const [by = 'id'] = namesOf(relationOf(property)?.value);
  return { 'x-plinth-relation': { collection, property: by } };
}

/** In which order languages stand in for one that a text does not have. */
function localesNote({ definition, kind }: Property): JsonObject {
  const { locales } = definition.settings ?? {};
  return kind.locales && Array.isArray(locales) ? { 'x-plinth-locales': locales } : {};
}

function propertyOf(property: Property, purpose: Purpose, componentOf: ComponentOf): JsonObject {
  const { definition, kind, kindName } = property;
  const whole = withItems(valueShape(property));
  const shape = purpose === 'shaped' ? shapedValue(property, whole, componentOf) : whole;
  const preset = kind.resolveDefault ? undefined : asJson(definition.default);
  const help = typeof definition.help === 'string' ? definition.help : '';
  // Many generators treat a property with a default as required.
  const hasDefault = purpose === 'shown' && preset !== undefined && preset !== null && fits(shape, preset);
  return {
    ...(purpose === 'change' ? wire.orNull(shape) : shape),
    title: labelOf(property),
    ...(help !== '' && { description: help }),
    ...(hasDefault && { default: preset }),
    ...(kind.keepWhenBlank && { writeOnly: true }),
    ...(kind.kept && { readOnly: true }),
    'x-plinth-kind': kind.kept ? kind.type : kindName,
    ...relationNote(property),
    ...localesNote(property),
  };
}

/**
 * The component of a schema: every property of the flattened schema. Parts of objects may lack any of them; new objects
 * must have the required ones.
 */
export function schemaComponent(
  schema: Schema,
  purpose: Purpose = 'shown',
  componentOf: ComponentOf = () => undefined,
): JsonObject {
  const { description } = schema.document;
  const properties: [string, JsonValue][] = [];
  for (const [name, property] of schema.properties) {
    if (!SYSTEM_PROPERTIES.has(name)) properties.push([name, propertyOf(property, purpose, componentOf)]);
  }
  const required = purpose === 'new' ? requiredInput(schema) : [];
  return {
    type: 'object',
    ...(typeof description === 'string' && description !== '' && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

/**
 * The component of whole objects: the schema's, with what every saved object has. Its required properties are repeated
 * with their values, because generators overlook a `required` without `properties`. Cards and items of decks, which
 * share the schema's component, may lack them: an empty card has none.
 */
export function storedComponent(schema: Schema, name: string): JsonObject {
  const properties: [string, JsonValue][] = [];
  for (const required of requiredStored(schema)) {
    const property = schema.properties.get(required);
    if (property) properties.push([required, withItems(valueShape(property))]);
  }
  const filled = {
    type: 'object',
    required: properties.map(([required]) => required),
    properties: Object.fromEntries(properties),
  };
  return {
    allOf: [schemaRef(name), schemaRef('StoredObject'), ...(properties.length > 0 ? [filled] : [])],
  };
}
