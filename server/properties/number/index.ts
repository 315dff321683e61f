/** `number`, `range` and `price` (spec/field-kinds.md#numbers). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';
import { visitRelation } from '../references.js';
import { scalarText } from '../whole-text.js';
import { parseNumber, parsePrice, sureNumber } from './parse.js';

const numeric = (
  parse: (text: string, definition: PropertyDefinition) => number | undefined,
): PropertyKind => ({
  type: 'number',
  blank: 0,
  numeric: true,
  schema: (definition) => ({ type: definition.type === 'integer' ? 'integer' : 'number' }),
  valueType: () => 'number',
  normalise(value, definition) {
    if (typeof value !== 'string') return value;
    // A form's emptied field: there is no number, which is not the same as 0.
    if (value.trim() === '') return null;
    return parse(value, definition) ?? value;
  },
  references: visitRelation,
  text: (value) => (typeof value === 'number' ? String(value) : ''),
  wholeText: scalarText,
  readText: sureNumber,
});

/** A slider over a range of numbers. */
export const rangeKind = numeric(parseNumber);
export const numberKind: PropertyKind = { ...rangeKind, ofTypes: ['number', 'integer'] };
export const priceKind = numeric(parsePrice);

const asNumber = (value: unknown) => {
  const read = typeof value === 'string' ? parseNumber(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
};

/** Bounds of a numeric property, from the validation keywords and from the form's settings, the narrower wins. */
export function boundsOf(definition: PropertyDefinition): { min?: number; max?: number } {
  const pick = (values: JsonValue[] | unknown[]) =>
    values.map(asNumber).filter((value) => value !== undefined);
  const lows = pick([definition.minimum, definition.settings?.min]);
  const highs = pick([definition.maximum, definition.settings?.max]);
  return {
    ...(lows.length > 0 ? { min: Math.max(...lows) } : {}),
    ...(highs.length > 0 ? { max: Math.min(...highs) } : {}),
  };
}
