/**
 * `settings.visibility`: a field shown, hidden or switched off by another field's value (spec/field-kinds.md#settings).
 * One implementation for the form and for saves: what a rule hides need not be filled in.
 */
import { isJsonObject, type JsonValue } from './values.js';

export const OPERATORS = ['==', '!=', '>', '<', '>=', '<=', 'in', 'not_in', 'empty', 'not_empty'] as const;
export type Operator = (typeof OPERATORS)[number];

export interface VisibilityRule {
  /** Name of the property whose value decides. */
  watch: string;
  value: JsonValue;
  operator: Operator;
  /** What happens while the rule does not hold. */
  mode: 'hide' | 'disable';
}

export type Visibility = 'shown' | 'hidden' | 'disabled';

/** The rule in a property's settings; `undefined` when there is none or it names nothing to watch. */
export function visibilityRule(settings: unknown): VisibilityRule | undefined {
  if (!isJsonObject(settings) || !isJsonObject(settings.visibility)) return undefined;
  const { watch, value = null, operator, mode } = settings.visibility;
  if (typeof watch !== 'string' || watch === '') return undefined;
  return {
    watch,
    value,
    operator: OPERATORS.find((known) => known === operator) ?? '==',
    mode: mode === 'disable' ? 'disable' : 'hide',
  };
}

/** Whether a value counts as not filled in. `false` and 0 are values. */
export function isEmptyValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const asText = (value: JsonValue | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Rules are typed by hand, so `"3"` equals 3 and `"true"` equals true; a list equals what it holds. */
function same(value: JsonValue | undefined, wanted: JsonValue): boolean {
  if (Array.isArray(value) && !Array.isArray(wanted)) return value.some((item) => same(item, wanted));
  if (typeof wanted === 'boolean' && isEmptyValue(value)) return wanted === false;
  return asText(value) === asText(wanted);
}

function compare(value: JsonValue | undefined, wanted: JsonValue): number {
  const [left, right] = [asText(value), asText(wanted)];
  if (left === '' || right === '') return Number.NaN;
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left === right ? 0 : left < right ? -1 : 1;
}

function isOneOf(value: JsonValue | undefined, wanted: JsonValue): boolean {
  const list = Array.isArray(wanted) ? wanted : asText(wanted).split(',');
  return list.some((item) => same(value, typeof item === 'string' ? item.trim() : item));
}

const TESTS: Record<Operator, (value: JsonValue | undefined, wanted: JsonValue) => boolean> = {
  '==': same,
  '!=': (value, wanted) => !same(value, wanted),
  '>': (value, wanted) => compare(value, wanted) > 0,
  '<': (value, wanted) => compare(value, wanted) < 0,
  '>=': (value, wanted) => compare(value, wanted) >= 0,
  '<=': (value, wanted) => compare(value, wanted) <= 0,
  in: isOneOf,
  not_in: (value, wanted) => !isOneOf(value, wanted),
  empty: isEmptyValue,
  not_empty: (value) => !isEmptyValue(value),
};

/** What a rule makes of a field, given the watched property's value. */
export function visibilityOf(rule: VisibilityRule | undefined, watched: JsonValue | undefined): Visibility {
  if (rule === undefined || TESTS[rule.operator](watched, rule.value)) return 'shown';
  return rule.mode === 'disable' ? 'disabled' : 'hidden';
}
