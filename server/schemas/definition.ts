/** Schemas as answers carry them (spec/resources.md#schema-definition). */

import type {
  PropertyDefinition,
  PropertyOnWire,
  SchemaDefinition,
  SchemaDocument,
  SchemaSummary,
} from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { resolveKind, statedType } from '../properties/resolve.js';
import { namesIn, parentIds } from './inherit.js';
import { JSON_TYPES } from './keywords.js';
import { labelFromName } from './messages.js';
import type { Schema } from './schema.js';

export interface DefinitionInfo {
  title: string;
  reserved: boolean;
}

/** The JSON type of a property, for programs that do not know Plinth's kinds. */
function jsonType(definition: PropertyDefinition): string {
  const { kind } = resolveKind(definition);
  const type = kind.schema(definition).type;
  const first = Array.isArray(type) ? type[0] : type;
  if (typeof first === 'string') return first;
  const stated = statedType(definition);
  if (typeof stated === 'string' && JSON_TYPES.has(stated)) return stated;
  return Array.isArray(kind.blank) ? 'array' : isJsonObject(kind.blank) ? 'object' : 'string';
}

/** A property's stored keys, and beside them what the interface names and the form needs. */
function onWire(
  name: string,
  definition: PropertyDefinition,
  required: boolean,
  inheritedFrom?: string,
): PropertyOnWire {
  const { name: field, kind } = resolveKind(definition);
  const written = typeof definition.field === 'string' ? definition.field : statedType(definition);
  const relation = definition.settings?.relationalOptions;
  const parts = kind.children?.(definition);
  const reference = isJsonObject(relation) ? relation.collection : undefined;
  return {
    ...(kind.onWire?.(definition) ?? {}),
    label: labelFromName(name),
    ...(typeof reference === 'string' ? { reference } : {}),
    ...definition,
    type: kind.kept || kind.files ? kind.type : jsonType(definition),
    field,
    required,
    ...(written === undefined || written === field ? {} : { writtenField: written }),
    ...(kind.kept ? { kept: true } : {}),
    ...(parts?.schemas[0] === undefined ? {} : { itemSchema: parts.schemas[0] }),
    ...(parts?.named ? { itemSchemas: [...parts.schemas] } : {}),
    ...(inheritedFrom === undefined ? {} : { inheritedFrom }),
  };
}

function definition(
  document: SchemaDocument,
  { title, reserved }: DefinitionInfo,
  inheritedFrom: (name: string) => string | undefined,
): SchemaDefinition {
  const required = namesIn(document.required);
  const properties: Record<string, PropertyOnWire> = {};
  for (const [name, own] of Object.entries(isJsonObject(document.properties) ? document.properties : {})) {
    if (!isJsonObject(own)) continue;
    properties[name] = onWire(name, own, required.includes(name), inheritedFrom(name));
  }
  const { category, formgrid } = document;
  return {
    id: document.id,
    name: document.id,
    title,
    description: typeof document.description === 'string' ? document.description : '',
    ...(typeof category === 'string' && category !== '' ? { category } : {}),
    properties,
    requiredProperties: required,
    index: namesIn(document.index),
    ...(typeof formgrid === 'string' && formgrid !== '' ? { formgrid } : {}),
    inheritFrom: parentIds(document),
    reserved,
  };
}

/** The definition of a flattened schema. */
export const definitionOf = (schema: Schema, info: DefinitionInfo): SchemaDefinition =>
  definition(schema.document, info, (name) => schema.properties.get(name)?.inheritedFrom);

/** The definition of a document as stored: its own properties and lists only. */
export const rawDefinitionOf = (document: SchemaDocument, info: DefinitionInfo): SchemaDefinition =>
  definition(document, info, () => undefined);

/** Item of `GET {api}/schemas`. */
export function summaryOf(
  document: SchemaDocument,
  { title, reserved, usedBy, partOf }: DefinitionInfo & { usedBy: string[]; partOf: string[] },
): SchemaSummary {
  const { category } = document;
  return {
    name: document.id,
    title,
    description: typeof document.description === 'string' ? document.description : '',
    url: `/schemas/${document.id}`,
    ...(typeof category === 'string' && category !== '' ? { category } : {}),
    reserved,
    usedBy,
    partOf,
  };
}
