/** The grammar of criteria, as both sides speak it (spec/queries.md#criteria). */

export const OPERATORS = [
  'eq',
  'is',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'starts',
  'ends',
  'in',
  'notin',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const isOperator = (word: string): word is Operator => OPERATORS.some((operator) => operator === word);

/** Between the values of `in` and `notin`. */
export const VALUE_SEPARATOR = '|';

/** Criteria of one request (spec/limits.md#requests). */
export const MAX_CRITERIA = 20;
