/** Values as text and back, for properties that change their kind (spec/schemas.md#converting). */
import type { JsonValue } from '../contract/values.js';
import type { PropertyKind } from './kind.js';

/** A single value as text; undefined for any other. */
export const scalarText = (value: JsonValue): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** For kinds whose values are texts; their rules say which. */
export const textValues: Required<Pick<PropertyKind, 'wholeText' | 'readText'>> = {
  wholeText: scalarText,
  readText: (text) => text,
};
