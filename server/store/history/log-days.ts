/**
 * Names of the days of the log. A day is a date, `2026-11-26`; where the clock was put back to an earlier day than the last
 * one, a number follows that says how often that had happened: `2026-11-26.1`. These come after all days without a number.
 */
import type { LogPosition } from '../types/changes.js';

const FILE = /^\d{4}-\d{2}-\d{2}(?:\.[1-9]\d{0,8})?\.ndjson$/;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const DAY_MS = 24 * 3_600_000;

export const isFileOfDay = (name: string): boolean => FILE.test(name);

/** The date of a day, as ISO 8601. */
export const dateOf = (day: string): string => day.slice(0, DATE_LENGTH);

/** How often the clock had been put back to an earlier day. */
const timesPutBack = (day: string): number => Number(day.slice(DATE_LENGTH + 1));

/** When a day begins, in ms since 1970. */
const startOf = (day: string): number => Date.parse(dateOf(day));

/** The order in which days were written. */
export const inOrder = (a: string, b: string): number =>
  timesPutBack(a) - timesPutBack(b) || (dateOf(a) < dateOf(b) ? -1 : Number(dateOf(a) > dateOf(b)));

export const isLater = (a: string, b: string): boolean => inOrder(a, b) > 0;

/** Whether one place in the log is before another. */
export const isBefore = (a: LogPosition, b: LogPosition): boolean =>
  a.day === b.day ? a.offset < b.offset : isLater(b.day, a.day);

/** The day that entries of a date are written to, after those of the last one. */
export function dayAfter(last: string | undefined, date: string): string {
  const times = last === undefined ? 0 : timesPutBack(last) + (date < dateOf(last) ? 1 : 0);
  return times === 0 ? date : `${date}.${times}`;
}

/**
 * Those of some days, in order, that may have entries of a period: from the first to the last of its dates, with those
 * between them and one on each side, as the clock may have been wrong. A period of which there is no date: all.
 */
export function mayBeOf(days: readonly string[], from: number, to: number): string[] {
  const isOf = (day: string) => startOf(day) + DAY_MS > from && startOf(day) <= to;
  const first = days.findIndex(isOf);
  if (first < 0) return [...days];
  return days.slice(Math.max(0, first - 1), days.findLastIndex(isOf) + 2);
}
