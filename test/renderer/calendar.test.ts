import { describe, expect, it } from 'vitest';
import type { KindName } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { clockOf, dayOf } from '../../renderer/fields/date/date-value.ts';
import { boardColumns } from '../../renderer/lists/board.ts';
import {
  between,
  byDay,
  monthAfter,
  monthIn,
  movedTo,
  timeIn,
  undated,
  weeksOf,
} from '../../renderer/lists/calendar.ts';
import type { FilterProperty } from '../../renderer/lists/filter/questions.ts';
import { firstDayOf } from '../../renderer/locale.js';
import { parseCriteria } from '../../server/query/criteria.ts';

const property = (topic: FilterProperty['topic'], field: KindName, more: object = {}): FilterProperty => ({
  name: 'when',
  label: 'When',
  topic,
  definition: { type: 'string', field, required: false, ...more },
});
const day = property('date', 'date');
const moment = property('moment', 'datetime');

describe('a month', () => {
  it.each([
    ['2026-11', 1, '2026-10-26', 6, '2026-12-06'],
    ['2026-11', 0, '2026-11-01', 5, '2026-12-05'],
    ['2026-11', 6, '2026-10-31', 5, '2026-12-04'],
    ['2021-02', 1, '2021-02-01', 4, '2021-02-28'],
    ['2028-02', 1, '2028-01-31', 5, '2028-03-05'],
  ])(
    '%s with weeks that begin on day %i is shown from %s in %i weeks to %s',
    (month, first, from, weeks, to) => {
      const days = weeksOf(month, first);
      expect([days[0]?.[0], days.length, days.at(-1)?.at(-1)]).toEqual([from, weeks, to]);
      expect(new Set(days.flat()).size).toBe(weeks * 7);
    },
  );

  it.each([
    ['en-US', 0],
    ['de-DE', 1],
    ['ar-EG', 6],
    ['no language at all', 1],
  ])('begins its weeks where people read %s on day %i', (language, first) => {
    expect(firstDayOf(language)).toBe(first);
  });

  it.each([
    ['2026-02', '2026-02'],
    ['2026-13', '2026-11'],
    ['../x', '2026-11'],
    [null, '2026-11'],
  ])('asked for as %s is %s', (asked, month) => expect(monthIn(asked, '2026-11-23')).toBe(month));

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
  ])('%s and %i is %s', (month, by, after) => expect(monthAfter(month, by)).toBe(after));

  it('is asked for with a day to spare at both ends, besides what the view asks', () => {
    const asked = between(
      { include: 'draft:true', sort: 'title', natural: true },
      'when',
      '2026-10-26',
      '2026-12-06',
    );
    expect(asked).toEqual({
      include: 'draft:true,when:gte:2026-10-25,when:lt:2026-12-08',
      sort: 'when',
      order: 'asc',
    });
    expect(undated({ exclude: 'a:b' }, 'when').exclude).toBe('a:b,when:gte:0001-01-01');
  });
});

describe('an object in a calendar', () => {
  const local = (clock: string) => new Date(`2026-03-28T${clock}`).toISOString();

  it('is on its day where the reader is, or on none', () => {
    const objects: JsonObject[] = [
      { id: 'a', when: '2026-03-28' },
      { id: 'b', when: local('23:30:00') },
      { id: 'c', when: 'soon' },
      { id: 'd' },
    ];
    expect([...byDay(objects, 'when')]).toEqual([['2026-03-28', [objects[0], objects[1]]]]);
    expect(timeIn(moment, local('23:30:00'))).toBe('23:30');
    expect(timeIn(day, '2026-03-28')).toBeUndefined();
  });

  it('keeps its time of day on another one, also where the clocks change in between', () => {
    const moved = movedTo(moment, local('23:30:00'), '2026-03-30');
    expect([dayOf(moved), clockOf(moved)]).toEqual(['2026-03-30', '23:30']);
    expect(moved).toMatch(/Z$/);
    const first = movedTo(moment, undefined, '2026-03-30');
    expect([dayOf(first), clockOf(first)]).toEqual(['2026-03-30', '00:00']);
    expect(movedTo(day, '2026-03-28', '2026-03-30')).toBe('2026-03-30');
  });
});

describe('the columns of a board', () => {
  it('are the options in their order, each with what the server is asked, and what has none of them', () => {
    const by = property('choice', 'select', { options: [{ value: 'b', label: 'Bee' }, 'a', 2] });
    const columns = boardColumns(by, { include: 'draft:true', sort: 'title' });
    expect(columns.map(({ label, value }) => [label, value])).toEqual([
      ['Bee', 'b'],
      ['a', 'a'],
      ['2', 2],
      ['No value', null],
    ]);
    expect(columns[0]?.view).toEqual({ include: 'draft:true,when:in:b', sort: 'title' });
    expect(parseCriteria(columns[3]?.view.exclude ?? '')).toEqual([
      { name: 'when', operator: 'in', value: 'b|a|2' },
    ]);
  });

  it('leave what filters cannot name in the last one, where nothing can be moved to if a value is required', () => {
    const options = ['plain', 'a,b', 'a|b', 'a*', 'true', ' spaced', ''];
    const columns = boardColumns(property('choice', 'select', { options, required: true }), {});
    expect(columns.map(({ label, value }) => [label, value])).toEqual([
      ['plain', 'plain'],
      ['No value or another', undefined],
    ]);
  });

  it('of a switch are on and off, and off is what is not on', () => {
    const columns = boardColumns(property('flag', 'toggle'), { exclude: 'a:b' });
    expect(columns.map(({ value, view }) => [value, view])).toEqual([
      [true, { exclude: 'a:b', include: 'when:true' }],
      [false, { exclude: 'a:b,when:true' }],
    ]);
  });
});
