/** Whether a value meets a criterion (spec/queries.md#matching). Pure. */
import { VALUE_SEPARATOR } from '../contract/criteria.js';
import type { JsonValue } from '../contract/values.js';
import type { Criterion, Filter } from './criteria.js';
import { fold } from './fold.js';
import type { Reader } from './values.js';

/** Whether a folded text matches. */
type TextTest = (folded: string) => boolean;

/** Whether a value may match other texts than itself. */
const hasWildcard = (value: string): boolean => /^\*|.\*$/s.test(value);

/**
 * The test of a value. Only a `*` at either end is a wildcard, one inside is literal; `*` and `**` alone match every
 * text. No regular expression is built, so no value can make a request slow.
 */
function wildcard(value: string): TextTest {
  const pattern = fold(value);
  if (pattern === '*' || pattern === '**') return () => true;
  const open = pattern.startsWith('*');
  const end = pattern.length > 1 && pattern.endsWith('*');
  const word = pattern.slice(open ? 1 : 0, end ? -1 : undefined);
  if (open && end) return (text) => text.includes(word);
  if (open) return (text) => text.endsWith(word);
  if (end) return (text) => text.startsWith(word);
  return (text) => text === word;
}

/** Whether a value matches. A missing value and null match nothing. */
export type ValueTest = (value: JsonValue | undefined) => boolean;

/** Whether one element matches: lists have been split, null skipped. */
type ElementTest = (element: JsonValue) => boolean;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** Text of what is compared as text; undefined for booleans, which only `true` and `false` name, and for objects. */
function textOf(element: JsonValue): string | undefined {
  if (typeof element === 'string') return fold(element);
  return typeof element === 'number' ? String(element) : undefined;
}

function numberOf(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

/** Milliseconds of an ISO date; a bare day is its midnight, a time without a zone is UTC. */
function timeOf(value: JsonValue): number | undefined {
  if (typeof value !== 'string' || !DATE.test(value)) return undefined;
  const time = Date.parse(value.length > 10 && !ZONE.test(value) ? `${value}Z` : value);
  return Number.isNaN(time) ? undefined : time;
}

/** `true` and `false` are the booleans and nothing else is; any other value is text. */
function equals(value: string): ElementTest {
  if (value === 'true' || value === 'false') return (element) => element === (value === 'true');
  return onText(wildcard(value));
}

const onText =
  (test: (folded: string) => boolean): ElementTest =>
  (element) => {
    const text = textOf(element);
    return text !== undefined && test(text);
  };

/** Compares when both are numbers or both are dates, else nothing matches. */
function compares(value: string, holds: (element: number, value: number) => boolean): ElementTest {
  const number = numberOf(value);
  if (number !== undefined) return ordered(numberOf, number, holds);
  const time = timeOf(value);
  return time === undefined ? () => false : ordered(timeOf, time, holds);
}

const ordered =
  (
    read: (element: JsonValue) => number | undefined,
    value: number,
    holds: (element: number, value: number) => boolean,
  ): ElementTest =>
  (element) => {
    const found = read(element);
    return found !== undefined && holds(found, value);
  };

/** Each value's text is folded once, for any number of criteria. */
function isOneOf(value: string): ElementTest {
  const options = new Set(value.split(VALUE_SEPARATOR).map((one) => one.trim()));
  const flags = new Set([true, false].filter((flag) => options.delete(String(flag))));
  const words = new Set([...options].filter((one) => !hasWildcard(one)).map(fold));
  const tests = [...options].filter(hasWildcard).map(wildcard);
  const named = onText((text) => words.has(text) || tests.some((test) => test(text)));
  return (element) => (typeof element === 'boolean' ? flags.has(element) : named(element));
}

/** Whether any element of a value passes; lists are taken apart, null counts as missing. */
function any(value: JsonValue, test: ElementTest): boolean {
  if (!Array.isArray(value)) return value !== null && test(value);
  // An explicit stack: files from elsewhere may be nested deeper than calls can be.
  const waiting: JsonValue[] = [...value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (Array.isArray(one)) for (const item of one) waiting.push(item);
    else if (one !== null && test(one)) return true;
  }
  return false;
}

const some =
  (test: ElementTest): ValueTest =>
  (value) =>
    value !== undefined && value !== null && any(value, test);

/** Of a list: no element passes. */
const none =
  (test: ElementTest): ValueTest =>
  (value) =>
    value !== undefined && value !== null && !any(value, test);

/** The test of one criterion's value. */
export function valueTest({ operator, value }: Criterion): ValueTest {
  switch (operator) {
    case 'eq':
      return some(equals(value));
    case 'is': {
      const text = fold(value);
      return some(onText((one) => one === text));
    }
    case 'ne':
      return none(equals(value));
    case 'in':
      return some(isOneOf(value));
    case 'notin':
      return none(isOneOf(value));
    case 'lt':
      return some(compares(value, (element, bound) => element < bound));
    case 'lte':
      return some(compares(value, (element, bound) => element <= bound));
    case 'gt':
      return some(compares(value, (element, bound) => element > bound));
    case 'gte':
      return some(compares(value, (element, bound) => element >= bound));
    default: {
      const pattern = fold(value);
      if (operator === 'contains') return some(onText((text) => text.includes(pattern)));
      if (operator === 'starts') return some(onText((text) => text.startsWith(pattern)));
      return some(onText((text) => text.endsWith(pattern)));
    }
  }
}

/** Whether a filter keeps an item, whose values are read by name. Exclude wins over include. */
export function filterTest<T>(
  { include, exclude, any: groups = [] }: Filter,
  readerOf: (name: string) => Reader<T>,
): (item: T) => boolean {
  const tests = (criteria: readonly Criterion[]) =>
    criteria.map((criterion) => ({ read: readerOf(criterion.name), test: valueTest(criterion) }));
  const [all, no, any] = [tests(include), tests(exclude), groups.map(tests)];
  return (item) =>
    all.every(({ read, test }) => test(read(item))) &&
    any.every((group) => group.some(({ read, test }) => test(read(item)))) &&
    !no.some(({ read, test }) => test(read(item)));
}
