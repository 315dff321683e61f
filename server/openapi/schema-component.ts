/** A schema of the folder as a JSON Schema component (interface 2.1; OpenAPI 3.1 speaks JSON Schema 2020-12). */
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

/** What a value must be. Keywords no validator would take (a file can hold anything) are left out. */
function valueShape(property: Property): JsonObject {
  const { definition, kind, children } = property;
  const part = children?.schema();
  if (children && part) {
    return children.many ? { type: 'object', additionalProperties: schemaRef(part.id) } : schemaRef(part.id);
  }
  const wire = kind.onWire?.(definition) ?? {};
  const shown = Object.fromEntries(
    Object.entries(wire).filter(([key]) => key === 'format' || key === 'items'),
  );
  const whole = plain({ ...valueSchema(definition, kind), ...shown });
  return soundKeywords(whole);
}

function propertyOf(property: Property): JsonObject {
  const { definition, kind, kindName } = property;
  const preset = asJson(definition.default);
  const help = typeof definition.help === 'string' ? definition.help : '';
  return {
    ...valueShape(property),
    title: labelOf(property),
    ...(help !== '' && { description: help }),
    ...(preset !== undefined && preset !== null && { default: preset }),
    ...(kind.keepWhenBlank && { writeOnly: true }),
    ...(kind.kept && { readOnly: true }),
    'x-plinth-kind': kind.kept ? kind.type : kindName,
  };
}

/** The component of a schema: every property of the flattened schema. What must be there is said where it is used. */
export function schemaComponent(schema: Schema): JsonObject {
  const { description } = schema.document;
  const properties: [string, JsonValue][] = [];
  for (const [name, property] of schema.properties) {
    if (!SYSTEM_PROPERTIES.has(name)) properties.push([name, propertyOf(property)]);
  }
  return {
    type: 'object',
    ...(typeof description === 'string' && description !== '' && { description }),
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
    autogenOf(definition) !== undefined ||
    settings.calc !== undefined
  );
}

/** Names that must be sent for a new object. */
export const requiredInput = (schema: Schema): string[] =>
  schema.required.filter((name) => {
    const property = schema.properties.get(name);
    return property !== undefined && name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !isFilledIn(property);
  });
