/** Counting a property up and down (spec/content.md#counting): exact in decimals, never lost, within its bounds. */
import { message } from '../../contract/messages/message.js';
import type { JsonValue } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import { addDecimals, isPlainDecimal } from '../../properties/number/decimal.js';
import { boundsOf } from '../../properties/number/index.js';
import { calcOf } from '../../schemas/calc/index.js';
import { labelOf } from '../../schemas/check.js';
import type { Property } from '../../schemas/schema.js';
import type { WriteBase } from '../core/base.js';
import { type ChangeOptions, changeObject } from './change.js';
import { addressedProperty, type PropertyPlace, storedValue } from './property.js';

export interface Step {
  direction: 'increment' | 'decrement';
  /** As in the URL; 1 by default. */
  amount?: string;
}

/** The amount as decimal text without a sign. Throws `invalid`. */
function amountOf(amount = '1'): string {
  const exact = isPlainDecimal(amount) && addDecimals('0', amount, 1) !== undefined;
  if (exact && /[1-9]/.test(amount)) return amount;
  throw invalid(message('amountInvalid'), {
    amount: [message('amountNotDecimal')],
  });
}

const countable = ({ name, kind, definition }: Property): void => {
  if (!kind.numeric) throw invalid(message('countNeedsNumber', { name }));
  if (calcOf(definition) !== undefined) throw invalid(message('countOfCalculated', { name }));
};

function next(property: Property, stored: JsonValue | undefined, amount: string, sign: 1 | -1): number {
  const { name, definition } = property;
  const current = stored === undefined || stored === null || stored === '' ? 0 : stored;
  const value =
    typeof current === 'number' || (typeof current === 'string' && isPlainDecimal(current.trim()))
      ? addDecimals(String(current).trim(), amount, sign)
      : undefined;
  if (value === undefined) {
    throw typeof current === 'number'
      ? invalid(message('countLosesDigits', { value: current, amount }))
      : invalid(message('countOfNoNumber', { name }));
  }
  const { min, max } = boundsOf(definition);
  const isAbove = max !== undefined && value > max;
  const limit = isAbove ? max : min !== undefined && value < min ? min : undefined;
  if (limit !== undefined) {
    const bounds = `${isAbove ? 'at most' : 'at least'} ${limit}`;
    throw invalid(message('countBeyond', { name, value, bounds }), {
      [name]: [message(isAbove ? 'maximum' : 'minimum', { limit }).of(labelOf(property))],
    });
  }
  return value;
}

/**
 * Adds to a numeric property or takes from it; one without a value counts from 0. Returns the value as stored.
 * Throws `missing`, `invalid` for what is not numeric, a bad amount, or a result beyond the property's bounds.
 */
export async function stepProperty(
  base: WriteBase,
  [collection, id, name]: PropertyPlace,
  { direction, amount }: Step,
  options: ChangeOptions = {},
): Promise<{ property: string; value: JsonValue }> {
  countable(addressedProperty(base.collections.get(collection), name));
  const by = amountOf(amount);
  const { document } = await changeObject(
    base,
    collection,
    id,
    { ...options, mode: 'merge' },
    (bound, stored) => {
      const property = addressedProperty(bound, name);
      countable(property);
      return { [name]: next(property, storedValue(stored, name), by, direction === 'increment' ? 1 : -1) };
    },
  );
  return { property: name, value: storedValue(document, name) ?? null };
}
