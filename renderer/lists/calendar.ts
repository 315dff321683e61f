/** Months of a calendar: their days in weeks, what is asked of the server, and dates that are moved. Pure. */
import dayjs from 'dayjs';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ListView } from '../api/list-request';
import { clockOf, dayOf, momentOf } from '../fields/date/date-value';
import type { FilterProperty } from './filter/questions';

const DAY = 'YYYY-MM-DD';
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Objects of a month that are loaded; with more the calendar says so. */
export const MOST_IN_MONTH = 500;

export const today = (): string => dayjs().format(DAY);

/** The month an address asks for, else that of a day. */
export const monthIn = (asked: string | null, day: string): string =>
  asked !== null && MONTH.test(asked) ? asked : day.slice(0, 7);

export const monthAfter = (month: string, by: number): string =>
  dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM');

export const dayAfter = (day: string, by: number): string => dayjs(day).add(by, 'day').format(DAY);

/** Whole weeks that contain a month, day by day. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = dayjs(`${month}-01`);
  const before = (first.day() - firstDay + 7) % 7;
  const count = Math.ceil((before + first.daysInMonth()) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_day, n) => first.add(week * 7 + n - before, 'day').format(DAY)),
  );
}

const and = (criteria: string | undefined, more: string): string =>
  criteria === undefined || criteria === '' ? more : `${criteria},${more}`;

/** What is asked for between two days. A day more at each end: the server compares in UTC, days are those of the reader. */
export function between(view: ListView, name: string, first: string, last: string): ListView {
  const range = `${name}:gte:${dayAfter(first, -1)},${name}:lt:${dayAfter(last, 2)}`;
  return { ...view, include: and(view.include, range), sort: name, order: 'asc', natural: undefined };
}

/** The objects of a view that have no date. */
export const undated = (view: ListView, name: string): ListView => ({
  ...view,
  exclude: and(view.exclude, `${name}:gte:0001-01-01`),
});

/** Objects by their day, in the order they came in. */
export function byDay(objects: readonly JsonObject[], name: string): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const object of objects) {
    const day = dayOf(object[name]);
    if (day !== undefined) found.set(day, [...(found.get(day) ?? []), object]);
  }
  return found;
}

/** A value moved to another day; a moment keeps its time of day, where the reader is. */
export function movedTo(
  { topic }: Pick<FilterProperty, 'topic'>,
  value: JsonValue | undefined,
  day: string,
): string {
  return topic === 'moment' ? momentOf(day, clockOf(value) ?? '') : day;
}

/** The time of day that a calendar shows; none for days. */
export const timeIn = ({ topic }: Pick<FilterProperty, 'topic'>, value: JsonValue | undefined) =>
  topic === 'moment' ? clockOf(value) : undefined;
