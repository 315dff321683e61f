/** Calculated properties (spec/field-kinds.md#calculated-values). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonObject } from '../../contract/values.js';
import { boundsOf } from '../../properties/number/index.js';
import { evaluate } from './evaluate.js';
import { CalcError, parseCalc } from './parse.js';

/** The expression of a property; undefined when it is not calculated. */
export function calcOf(definition: PropertyDefinition): string | undefined {
  const calc = definition.settings?.calc;
  return typeof calc === 'string' && calc.trim() !== '' ? calc : undefined;
}

/**
 * The value of a calculated property in a document, within its bounds. Undefined when the expression is invalid or the
 * result is not finite: the property then keeps its value.
 */
export function calculate(definition: PropertyDefinition, document: JsonObject): number | undefined {
  const calc = calcOf(definition);
  if (calc === undefined) return undefined;
  try {
    const value = evaluate(parseCalc(calc), document);
    if (!Number.isFinite(value)) return undefined;
    const { min = -Infinity, max = Infinity } = boundsOf(definition);
    const rounded = Number(value.toPrecision(15));
    return Math.min(Math.max(definition.type === 'integer' ? Math.round(rounded) : rounded, min), max) + 0;
  } catch (error) {
    if (error instanceof CalcError) return undefined;
    throw error;
  }
}
