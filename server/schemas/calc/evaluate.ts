/** The value of a parsed `calc` expression for one document (spec/field-kinds.md#calculated-values). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { parseNumber } from '../../properties/number/parse.js';
import type { Expression, FunctionName } from './parse.js';

/** A number as calc sees it: missing or not numeric counts as 0. */
function numberOf(value: JsonValue | undefined): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  return typeof value === 'string' ? (parseNumber(value) ?? 0) : 0;
}

const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Values of a list, or of a deck, which is a map from item id to item. */
const entriesOf = (value: JsonValue): JsonValue[] | undefined =>
  Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : undefined;

/** What a path finds: one value, or one per deck item. A card's key is followed, a deck's items are all taken. */
function find(document: JsonObject, [first = '', ...rest]: readonly string[]): JsonValue | undefined {
  const value = own(document, first);
  return rest.length === 0 || value === undefined ? value : findIn(value, rest);
}

function findIn(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  const [key = ''] = path;
  if (isJsonObject(value) && Object.hasOwn(value, key)) return find(value, path);
  return entriesOf(value)?.map((item) => (isJsonObject(item) ? (find(item, path) ?? null) : null));
}

/** Rounds away floating point errors such as 0.30000000000000004. */
const withoutRoundingError = (value: number) =>
  Number.isFinite(value) ? Number(value.toPrecision(15)) : value;

function round(value: number, digits: number): number {
  const places = Math.min(Math.max(Math.trunc(digits), 0), 12);
  const scaled = withoutRoundingError(Math.abs(value) * 10 ** places);
  return (Math.sign(value) * Math.round(scaled)) / 10 ** places;
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const functions: Record<FunctionName, (values: readonly number[]) => number> = {
  round: ([value = 0, digits = 0]) => round(value, digits),
  floor: ([value = 0]) => Math.floor(value),
  ceil: ([value = 0]) => Math.ceil(value),
  abs: ([value = 0]) => Math.abs(value),
  min: (values) => values.reduce((least, value) => Math.min(least, value), values[0] ?? 0),
  max: (values) => values.reduce((most, value) => Math.max(most, value), values[0] ?? 0),
  sum: total,
  avg: (values) => (values.length === 0 ? 0 : total(values) / values.length),
  count: (values) => values.length,
};

/** The arguments of a call as numbers; a list or a deck is replaced by its values. */
function spread(arg: Expression, document: JsonObject): number[] {
  const value = arg.type === 'field' ? find(document, arg.path) : undefined;
  const entries = value === undefined ? undefined : entriesOf(value);
  return entries ? entries.map(numberOf) : [evaluate(arg, document)];
}

/** The value of an expression; division by zero is 0, the result may be infinite when numbers grow too large. */
export function evaluate(expression: Expression, document: JsonObject): number {
  switch (expression.type) {
    case 'number':
      return expression.value;
    case 'field':
      return numberOf(find(document, expression.path));
    case 'negate':
      return -evaluate(expression.operand, document);
    case 'call': {
      const { name, args } = expression;
      // Counting what is not there gives nothing, not one nought.
      const absent =
        name === 'count' && args.every((arg) => arg.type === 'field' && isAbsent(arg.path, document));
      return absent ? 0 : functions[name](args.flatMap((arg) => spread(arg, document)));
    }
    case 'binary':
      return combine(expression, document);
  }
}

const isAbsent = (path: readonly string[], document: JsonObject) => (find(document, path) ?? null) === null;

function combine(expression: Expression & { type: 'binary' }, document: JsonObject): number {
  const left = evaluate(expression.left, document);
  const right = evaluate(expression.right, document);
  switch (expression.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '%':
      return right === 0 ? 0 : left % right;
  }
}
