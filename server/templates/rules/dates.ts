/** Rules for dates and times. Nothing lies after the source's clock unless the template asks for it. */
import { isoSeconds } from '../moment.js';
import { phpDate } from '../php-date.js';
import type { Arguments } from '../rule-call.js';
import type { Source } from '../source.js';
import type { Rule, RuleTable } from './rule.js';

const EPOCH = new Date(0);
const MAX_FORMAT_LENGTH = 60;

/** A moment named by the argument at a place. */
function moment(source: Source, args: Arguments, at: number, fallback: string): Date {
  const words = args.text(at, fallback);
  return source.moment(words) ?? args.refuse(`"${words.slice(0, 40)}" is not a date`);
}

/** A moment between two, whichever comes first. */
function between(source: Source, a: Date, b: Date): Date {
  const [from, to] = a <= b ? [a, b] : [b, a];
  return source.faker.date.between({ from, to });
}

/** A random moment since 1970, written by PHP's letters; the second argument is the latest moment. */
const formatted =
  (fallback: string): Rule =>
  (source, args) => {
    const format = args.text(0, fallback).slice(0, MAX_FORMAT_LENGTH);
    return phpDate(format, between(source, EPOCH, moment(source, args, 1, 'now')));
  };

/** A random moment from a start up to the latest moment, the rule's first argument. */
const isoSince =
  (start: (now: Date) => Date): Rule =>
  (source, args) =>
    isoSeconds(between(source, start(source.now), moment(source, args, 0, 'now')));

const yearsBefore = (date: Date, years: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate()));

export const DATE_RULES: RuleTable = {
  date: formatted('Y-m-d'),
  time: formatted('H:i:s'),
  dayOfWeek: formatted('l'),
  monthName: formatted('F'),
  year: formatted('Y'),
  dateTimeBetween: (source, args) =>
    isoSeconds(between(source, moment(source, args, 0, '-30 years'), moment(source, args, 1, 'now'))),
  dateTime: isoSince(() => EPOCH),
  iso8601: isoSince((now) => yearsBefore(now, 2)),
  dateTimeThisYear: isoSince((now) => new Date(Date.UTC(now.getUTCFullYear(), 0, 1))),
};
