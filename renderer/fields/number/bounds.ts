import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import { numberKeyword, numberSetting } from '../settings';

export interface Bounds {
  min: number | undefined;
  max: number | undefined;
  step: number;
}

/** Limits of a number: the form's settings, else the schema's keywords. */
export function boundsOf(definition: PropertyOnWire): Bounds {
  return {
    min: numberSetting(definition, 'min') ?? numberKeyword(definition, 'minimum'),
    max: numberSetting(definition, 'max') ?? numberKeyword(definition, 'maximum'),
    step: Math.abs(numberSetting(definition, 'step') ?? numberKeyword(definition, 'multipleOf') ?? 1) || 1,
  };
}

/** What is wrong with a number, as a sentence without its subject; nothing when it fits. */
export function outOfBounds(value: number, { min, max }: Bounds): string | undefined {
  if (min !== undefined && value < min) return t(`must be at least ${min}`);
  if (max !== undefined && value > max) return t(`must be at most ${max}`);
  return undefined;
}

/** A stored number, also one written as text; undefined for anything else. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Decimal places of a step, e.g. 2 for 0.25. */
export function decimalsOf(step: number): number {
  const [mantissa = '', exponent = '0'] = String(step).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}
