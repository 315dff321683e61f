/** The grammar of criteria, as both sides speak it (interface 4.6). */

export const OPERATORS = [
  'eq',
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

/** Criteria of one request (limits of the promises, part 5). */
export const MAX_CRITERIA = 20;
