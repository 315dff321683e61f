/** The key `manualOrder` of a collection's settings (spec/resources.md#manual-order): the number that orders its objects. */
import type { JsonValue } from '../../contract/values.js';
import type { ErrorDetails } from '../../contract/wire.js';
import type { Schema } from '../../schemas/schema.js';

const MAX_NAME_LENGTH = 120;

/** What is wrong with a sent setting that names a property; the empty text is none. */
export const propertyNameProblem = (value: JsonValue): string | undefined =>
  typeof value === 'string' && value.length <= MAX_NAME_LENGTH ? undefined : 'must name a property';

/** What does not fit the schema: lists are sorted by it, and numbers are written to it. */
export function manualOrderMismatch(name: string, schema: Schema): ErrorDetails {
  if (name === '') return {};
  const property = schema.properties.get(name);
  if (!property) return { manualOrder: [`there is no property "${name}" in "${schema.id}"`] };
  if (property.kind.numeric !== true) return { manualOrder: ['must name a number'] };
  if (!schema.index.includes(name)) return { manualOrder: ['must name an indexed property'] };
  return {};
}

/** Such a setting in a settings file; undefined where it names nothing. */
export const propertyNameIn = (value: JsonValue | undefined): string | undefined =>
  value !== undefined && value !== '' && typeof value === 'string' && value.length <= MAX_NAME_LENGTH
    ? value
    : undefined;
