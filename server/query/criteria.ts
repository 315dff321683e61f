/** Criteria of `filter[...]`, `include` and `exclude` as they are written (spec/queries.md#criteria). Pure. */

import { isOperator, type Operator } from '../contract/criteria.js';

export interface Criterion {
  /** A property, or a dotted name that reaches into one. */
  readonly name: string;
  readonly operator: Operator;
  readonly value: string;
}

/** An object is kept when every `include` matches, one of each group of `any` does, and no `exclude` does. */
export interface Filter {
  readonly include: readonly Criterion[];
  readonly exclude: readonly Criterion[];
  readonly any?: readonly (readonly Criterion[])[];
}

export const NO_FILTER: Filter = { include: [], exclude: [] };

/**
 * One criterion from a name and its operand: `value` or `operator:value`. An empty operand means `true`; a first part
 * that is not an operator belongs to the value, as in `https://x`.
 */
export function criterionOf(name: string, operand: string): Criterion {
  const text = operand.trim();
  if (text === '') return { name: name.trim(), operator: 'eq', value: 'true' };
  const colon = text.indexOf(':');
  const word = text.slice(0, Math.max(colon, 0)).trim();
  const operator = isOperator(word) ? word : undefined;
  const value = operator === undefined ? text : text.slice(colon + 1).trim();
  return { name: name.trim(), operator: operator ?? 'eq', value };
}

/** One clause: `name`, `name:value` or `name:operator:value`. */
export function parseCriterion(clause: string): Criterion {
  const colon = clause.indexOf(':');
  return colon < 0 ? criterionOf(clause, '') : criterionOf(clause.slice(0, colon), clause.slice(colon + 1));
}

/** The clauses of a comma-separated list; empty ones are nothing. A comma cannot be part of a clause. */
export function clausesOf(text: string): string[] {
  return text
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** The criteria of a comma-separated list. */
export const parseCriteria = (text: string): Criterion[] => clausesOf(text).map(parseCriterion);

/** The same text for filters that keep the same objects, in any order of their criteria. */
export function filterKey({ include, exclude, any = [] }: Filter): string {
  const keys = (criteria: readonly Criterion[]) => {
    const texts = criteria.map(({ name, operator, value }) => JSON.stringify([name, operator, value]));
    return texts.length > 1 ? [...new Set(texts)].sort() : texts;
  };
  if (include.length + exclude.length + any.length === 0) return '';
  const groups = any.map((group) => `|${keys(group)}`).sort();
  return `${keys(include)}!${keys(exclude)}${groups.join('')}`;
}
