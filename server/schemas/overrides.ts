/** What a collection changes in the forms of its schema (`properties` of `.meta.json`; spec/field-kinds.md#settings). */
import type { CollectionSettings } from '../contract/objects.js';
import type { PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { compileSchema } from './compile.js';
import type { Schema } from './schema.js';

const OVERRIDABLE = ['label', 'help', 'placeholder', 'field', 'options'] as const;

function overridden(definition: PropertyDefinition, override: unknown): PropertyDefinition {
  if (!isJsonObject(override)) return definition;
  const changed: PropertyDefinition = { ...definition };
  for (const key of OVERRIDABLE) {
    const value = override[key];
    if (value === undefined || value === null) continue;
    if (key === 'options') changed.options = value;
    else if (typeof value === 'string') changed[key] = value;
  }
  if (isJsonObject(override.settings)) {
    const settings = isJsonObject(definition.settings) ? definition.settings : {};
    changed.settings = { ...settings, ...override.settings };
  }
  return changed;
}

/** The schema with a collection's overrides; names it does not have and keys that may not be overridden are ignored. */
export function applyOverrides(schema: Schema, overrides: CollectionSettings['properties']): Schema {
  if (!isJsonObject(overrides)) return schema;
  const named = Object.keys(overrides).filter((name) => schema.properties.has(name));
  if (named.length === 0) return schema;
  const properties: Record<string, PropertyDefinition> = {};
  const inheritedFrom = new Map<string, string>();
  for (const [name, property] of schema.properties) {
    properties[name] = overridden(property.definition, named.includes(name) ? overrides[name] : undefined);
    if (property.inheritedFrom !== undefined) inheritedFrom.set(name, property.inheritedFrom);
  }
  return compileSchema({ document: { ...schema.document, properties }, inheritedFrom }, schema.schemaOf);
}
