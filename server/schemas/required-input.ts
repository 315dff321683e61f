/** Which required properties every saved object has, and which of them are an author's to fill in. */
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { visibilityRule } from '../contract/visibility.js';
import { autogenOf } from './autogen.js';
import type { Property, Schema } from './schema.js';

/** Whether Plinth fills in a property automatically. */
function isFilledIn({ definition }: Property): boolean {
  const { settings = {} } = definition;
  const stamped = [settings.onCreate, settings.onUpdate, definition.onCreate, definition.onUpdate].includes(
    true,
  );
  const preset = definition.default !== undefined && definition.default !== null;
  return stamped || preset || autogenOf(definition) !== undefined || settings.calc !== undefined;
}

/** Whether a save demands a value: the same exceptions as in its check (`checkFilled`). */
function isDemanded(name: string, property: Property | undefined): boolean {
  if (property === undefined || name === 'id' || SYSTEM_PROPERTIES.has(name)) return false;
  const { definition, kind } = property;
  // Files are uploaded after their object exists, and what a rule hides need not be filled in.
  return !kind.kept && !kind.files && visibilityRule(definition.settings) === undefined;
}

/** Required properties that every object has which follows its schema. */
export const requiredStored = (schema: Schema): string[] =>
  schema.required.filter((name) => isDemanded(name, schema.properties.get(name)));

/** Required properties that an author must fill in. */
export const requiredInput = (schema: Schema): string[] =>
  requiredStored(schema).filter((name) => {
    const property = schema.properties.get(name);
    return property !== undefined && !isFilledIn(property);
  });
