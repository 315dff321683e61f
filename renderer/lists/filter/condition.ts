/** Conditions of a list's filter and the text they are in an address: the grammar of spec/queries.md#criteria. Pure. */

import { isOperator, type Operator } from '#contract/criteria';

export interface Condition {
  /** A property, or a dotted name that reaches into one. */
  name: string;
  operator: Operator;
  value: string;
  /** Those that match are left out. Objects without the property stay, other than with `ne`. */
  not: boolean;
  /** Of these at least one must match. */
  any?: true;
}

/** Splits at the first colon; undefined without one. */
function cut(text: string): [string, string] | undefined {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

/** One clause: `name`, `name:value` or `name:operator:value`; undefined when it names nothing. */
function parseClause(clause: string, not: boolean): Condition | undefined {
  const [name, asked] = cut(clause) ?? [clause.trim(), ''];
  if (name === '') return undefined;
  if (asked === '') return { name, operator: 'eq', value: 'true', not };
  const [word, value] = cut(asked) ?? ['', ''];
  if (isOperator(word)) return { name, operator: word, value, not };
  return { name, operator: 'eq', value: asked, not };
}

/** The clause of a condition. A value that begins like an operator is written with its own in front. */
function clauseOf({ name, operator, value }: Condition): string {
  const text = value.trim();
  const [word] = cut(text) ?? [''];
  const plain = operator === 'eq' && text !== '' && !isOperator(word);
  return plain ? `${name}:${text}` : `${name}:${operator}:${text}`;
}

const parseList = (text: string, not: boolean): Condition[] =>
  text
    .split(',')
    .map((clause) => parseClause(clause, not))
    .filter((condition) => condition !== undefined);

/** What `include`, `exclude` and `any` say, each condition once; a bare name means that it is on. */
export function parseConditions(include: string, exclude: string, any = ''): Condition[] {
  const either = parseList(any, false).map((one): Condition => ({ ...one, any: true }));
  const all = [...parseList(include, false), ...either, ...parseList(exclude, true)];
  return [...new Map(all.map((one) => [conditionKey(one), one])).values()];
}

/** The same text for conditions that are alike. */
export const conditionKey = (condition: Condition): string =>
  `${condition.not ? '!' : condition.any ? '?' : ''}${clauseOf(condition)}`;

export interface Criteria {
  include: string;
  exclude: string;
  any: string;
}

/** The parameters of conditions; empty where there is nothing to ask. Values must hold no comma. */
export function criteriaOf(conditions: readonly Condition[]): Criteria {
  const list = (of: (condition: Condition) => boolean) =>
    [...new Set(conditions.filter(of).map(clauseOf))].join();
  return {
    include: list(({ not, any }) => !not && !any),
    exclude: list(({ not }) => not),
    any: list(({ not, any }) => !not && any === true),
  };
}

/** A condition that must match, or of those of which one must. A condition that must not match stays what it is. */
export function joined({ any: _, ...condition }: Condition, any: boolean): Condition {
  return any && !condition.not ? { ...condition, any } : condition;
}
