/** How rules are read: names, arguments, quotes; PHP's date letters; natural words of dates. */
import { describe, expect, test } from 'vitest';
import { phpDate } from '../../../server/templates/php-date.js';
import { asValue, readCall, splitArguments } from '../../../server/templates/rule-call.js';
import { openSource } from '../../../server/templates/source.js';

describe('arguments are split on commas outside quotes', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['1,2,3', ['1', '2', '3']],
    [' 1 , 2 ', ['1', '2']],
    ["'-1 year','now'", ['-1 year', 'now']],
    ['"a, b", c', ['a, b', 'c']],
    ['\'a "b"\',c', ['a "b"', 'c']],
    ["don't,can't", ["don't", "can't"]],
    ["'don\\'t',x", ["don't", 'x']],
    ["'unclosed, still", ["'unclosed, still"]],
    ['1,,3', ['1', '', '3']],
    ["'',x", ['', 'x']],
    ['517491', ['517491']],
  ])('%s', (list, expected) => {
    expect(splitArguments(list)).toEqual(expected);
  });
});

describe('a call', () => {
  test('is a name, alone or with arguments', () => {
    expect(readCall('word')?.args.count).toBe(0);
    expect(readCall('word()')?.args.count).toBe(0);
    expect(readCall('tags(1,3,news)')?.args.rest(2)).toEqual(['news']);
  });

  test('keeps its arguments as text until a rule asks for something else', () => {
    const args = readCall("imageShapes(1920,'x',517491,true)")?.args;
    expect(args?.text(2, '')).toBe('517491');
    expect(args?.integer({ at: 0, name: 'width', fallback: 1, min: 1, max: 5000 })).toBe(1920);
    expect(args?.boolean(3, false)).toBe(true);
    expect(args?.text(9, 'default')).toBe('default');
  });

  test.each([
    ['1', 1],
    ['-12', -12],
    ['true', true],
    ['false', false],
    ['007', '007'],
    ['1.5', '1.5'],
    ['#fff', '#fff'],
    ['TRUE', 'TRUE'],
  ])('passes %s on as %j', (argument, value) => {
    expect(asValue(argument)).toBe(value);
  });
});

describe("dates are written by PHP's letters", () => {
  const date = new Date('2026-01-04T15:07:09.045Z');
  test.each([
    ['Y-m-d', '2026-01-04'],
    ['d.m.y', '04.01.26'],
    ['j/n/Y', '4/1/2026'],
    ['D, d M Y', 'Sun, 04 Jan 2026'],
    ['l jS F', 'Sunday 4th January'],
    ['N w z t L', '7 0 3 31 0'],
    ['o-W', '2026-01'],
    ['g:i a', '3:07 pm'],
    ['h A, G H s', '03 PM, 15 15 09'],
    ['v u e I O P T Z', '045 045000 UTC 0 +0000 +00:00 UTC 0'],
    ['c', '2026-01-04T15:07:09+00:00'],
    ['r', 'Sun, 04 Jan 2026 15:07:09 +0000'],
    ['U', '1767539229'],
    ['\\Y\\e\\a\\r: Y', 'Year: 2026'],
  ])('%s', (format, expected) => {
    expect(phpDate(format, date)).toBe(expected);
  });

  test.each([
    ['2024-12-30', '2025-01'],
    ['2021-01-03', '2020-53'],
    ['2020-12-31', '2020-53'],
  ])('the ISO week of %s is %s', (day, week) => {
    expect(phpDate('o-W', new Date(day))).toBe(week);
  });

  test.each([
    [1, 'st'],
    [2, 'nd'],
    [3, 'rd'],
    [11, 'th'],
    [12, 'th'],
    [13, 'th'],
    [21, 'st'],
    [22, 'nd'],
    [30, 'th'],
  ])('the %ith ends in %s', (day, suffix) => {
    expect(phpDate('S', new Date(Date.UTC(2026, 0, day)))).toBe(suffix);
  });
});

describe('words of dates are read from a held clock', () => {
  test.each([
    ['now', '2026-01-31T12:00'],
    ['-1 year', '2025-01-31T12:00'],
    ['-30 years', '1996-01-31T12:00'],
    ['+2 weeks', '2026-02-14T12:00'],
    ['tomorrow', '2026-02-01T12:00'],
    ['2020-02-29', '2020-02-29T00:00'],
    ['2020-02-29T10:20:30Z', '2020-02-29T10:20'],
    ['@0', '1970-01-01T00:00'],
    ['first day of next month', '2026-02-01T00:00'],
    ['last day of next month', '2026-02-28T00:00'],
    ['first day of january 2020', '2020-01-01T00:00'],
  ])('%s', async (words, expected) => {
    const source = await openSource(1, new Date('2026-01-31T12:00:00Z'));
    expect(source.moment(words)?.toISOString().slice(0, 16)).toBe(expected);
  });

  test.each(['', 'gibberish', '2026-02-40', 'constructor'])('%j means no date', async (words) => {
    const source = await openSource(1, new Date('2026-01-31T12:00:00Z'));
    expect(source.moment(words)).toBeUndefined();
  });
});
