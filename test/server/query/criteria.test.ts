import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../server/contract/values.js';
import {
  clausesOf,
  criterionOf,
  filterKey,
  parseCriteria,
  parseCriterion,
} from '../../../server/query/criteria.js';
import { filterTest, valueTest } from '../../../server/query/matching.js';
import { valueBelow } from '../../../server/query/values.js';

describe('a criterion', () => {
  it.each([
    // shorthand: no value means true
    ['draft', 'draft', 'eq', 'true'],
    ['draft:', 'draft', 'eq', 'true'],
    ['draft: ', 'draft', 'eq', 'true'],
    ['title:Hello', 'title', 'eq', 'Hello'],
    ['  title :  two words ', 'title', 'eq', 'two words'],
    ['km:gte:3', 'km', 'gte', '3'],
    ['km : gte : 3', 'km', 'gte', '3'],
    ['tags:in:a|b', 'tags', 'in', 'a|b'],
    ['title:eq:', 'title', 'eq', ''],
    ['title:ne:', 'title', 'ne', ''],
    // a part that is no operator belongs to the value
    ['url:https://x', 'url', 'eq', 'https://x'],
    ['time:10:30', 'time', 'eq', '10:30'],
    ['title:EQ:x', 'title', 'eq', 'EQ:x'],
    ['title:toString:x', 'title', 'eq', 'toString:x'],
    // an operator without a second colon is a value
    ['status:in', 'status', 'eq', 'in'],
    ['at:gt:10:30', 'at', 'gt', '10:30'],
    [':x', '', 'eq', 'x'],
    ['image.alt:x', 'image.alt', 'eq', 'x'],
  ])('%j asks of %j with %s for %j', (clause, name, operator, value) => {
    expect(parseCriterion(clause)).toEqual({ name, operator, value });
  });

  it('of a bracket may hold commas and further colons', () => {
    expect(criterionOf('title', 'one, two')).toEqual({ name: 'title', operator: 'eq', value: 'one, two' });
    expect(criterionOf('km', 'lt:3')).toEqual({ name: 'km', operator: 'lt', value: '3' });
    expect(criterionOf('draft', '')).toEqual({ name: 'draft', operator: 'eq', value: 'true' });
  });

  it('comes in lists whose empty clauses are nothing', () => {
    expect(clausesOf(' a:1 ,, b ,')).toEqual(['a:1', 'b']);
    expect(parseCriteria('a:1,,b').map(({ name }) => name)).toEqual(['a', 'b']);
    expect(parseCriteria('')).toEqual([]);
  });

  it('has one key whatever the order of a list', () => {
    const key = (include: string, exclude = '') =>
      filterKey({ include: parseCriteria(include), exclude: parseCriteria(exclude) });
    expect(key('a:1,b')).toBe(key('b:true,a:1,b'));
    expect(key('a:1')).not.toBe(key('', 'a:1'));
    expect(key('a:1')).not.toBe(key('a:ne:1'));
    expect(key('a:b|c')).not.toBe(key('a:b', 'c'));
    expect(key('')).toBe('');
  });
});

describe('a value', () => {
  it.each<[JsonValue | undefined, string, boolean]>([
    // true and false are the booleans, and nothing else is
    [true, 'true', true],
    [true, 'false', false],
    [false, 'false', true],
    ['true', 'true', false],
    [1, 'true', false],
    [0, 'false', false],
    ['', 'false', false],
    [true, 'TRUE', false],
    [true, '1', false],
    [true, '*', false],
    ['TRUE', 'TRUE', true],
    // text without regard to case, numbers by their text
    ['Hello', 'hello', true],
    ['hello', 'HELLO', true],
    ['Straße', 'STRASSE', false],
    ['ÉTÉ', 'été', true],
    ['e\u0301te', 'éte', true],
    ['hello', 'hell', false],
    ['hello ', 'hello', false],
    [2, '2', true],
    [2, '2.0', false],
    [-1.5, '-1.5', true],
    ['', 'eq:', true],
    ['x', 'eq:', false],
    // wildcards at the ends
    ['vegetable', '*TABLE', true],
    ['vegetable', 'veg*', true],
    ['vegetable', '*get*', true],
    ['vegetable', 'table*', false],
    ['vegetable', '*veg', false],
    ['vegetable', '*xyz*', false],
    ['', '*', true],
    ['x', '**', true],
    [12, '*', true],
    [120, '12*', true],
    ['a*b', 'a*b', true],
    ['axb', 'a*b', false],
    ['axb', 'a*b*', false],
    ['a*bc', 'a*b*', true],
    ['x', '*x', true],
    ['x', 'x*', true],
    ['x', '*x*', true],
    ['***', '***', true],
    ['a*c', '***', true],
    ['abc', '***', false],
    ['(a+)+$', '(a+)+$', true],
    // lists: any element
    [['River', 'easy'], 'RIVER', true],
    [['River', 'easy'], 'riv*', true],
    [['River', 'easy'], 'hard', false],
    [[['nested']], 'nested', true],
    [[false, true], 'true', true],
    [[], '*', false],
    [[null], '*', false],
    // missing
    [undefined, 'x', false],
    [null, '*', false],
    [undefined, 'false', false],
    [null, 'null', false],
    // objects are no text
    [{ hex: '#fff' }, '*', false],
    [{}, 'true', false],
  ])('%j against %j: %j', (value, asked, expected) => {
    expect(valueTest(criterionOf('p', asked))(value)).toBe(expected);
  });

  it.each<[JsonValue | undefined, string, boolean]>([
    ['a', 'eq:A', true],
    [true, 'eq:true', true],
    ['a', 'ne:b', true],
    ['a', 'ne:A', false],
    ['a', 'ne:a*', false],
    ['x', 'ne:', true],
    ['', 'ne:', false],
    [false, 'ne:true', true],
    ['true', 'ne:true', true],
    [['a', 'b'], 'ne:c', true],
    [['a', 'b'], 'ne:b', false],
    [[], 'ne:b', true],
    [undefined, 'ne:b', false],
    [null, 'ne:b', false],
    [3, 'lt:4', true],
    [4, 'lt:4', false],
    [4, 'lte:4', true],
    [10, 'gt:9', true],
    ['10', 'gt:9', true],
    [10, 'gt:10', false],
    [10, 'gte:10', true],
    [10, 'gte:1e1', true],
    [-2, 'lt:-1.5', true],
    // no match unless both are numbers or both are dates
    ['ten', 'gt:9', false],
    [10, 'gt:nine', false],
    [10, 'lt:2027-01-01', false],
    ['2026-01-01', 'gt:5', false],
    [true, 'gt:0', false],
    ['', 'lt:5', false],
    ['10', 'gt:', false],
    ['2026-05-09', 'gt:2026-05-08', true],
    ['2026-05-09', 'gt:2026-05-09', false],
    ['2026-05-09', 'gte:2026-05-09', true],
    ['true', 'is:true', true],
    [true, 'is:true', false],
    ['ne:x', 'is:ne:x', true],
    ['Is:*', 'is:is:*', true],
    ['x', 'is:*', false],
    [2, 'is:2', true],
    ['2026-05-09T07:30:00Z', 'gt:2026-05-09', true],
    ['2026-05-09', 'lt:2026-05-09T00:00:01Z', true],
    ['2026-05-09T09:30:00+02:00', 'lte:2026-05-09T07:30:00Z', true],
    ['2026-05-09T07:30', 'lte:2026-05-09T07:30:00Z', true],
    ['2026-99-09', 'gt:2026-05-08', false],
    ['may', 'gt:2026-05-08', false],
    [[1, 5], 'gt:4', true],
    [[1, 2], 'gt:4', false],
    ['Vegetable', 'contains:GET', true],
    ['Vegetable', 'contains:*get*', false],
    ['5 * 3', 'contains:*', true],
    ['Vegetable', 'starts:veg', true],
    ['Vegetable', 'starts:getable', false],
    ['Vegetable', 'ends:TABLE', true],
    ['Vegetable', 'ends:veg', false],
    [1234, 'contains:23', true],
    [true, 'contains:true', false],
    [['one', 'two'], 'ends:wo', true],
    ['b', 'in:a|b', true],
    ['B', 'in: a | b ', true],
    ['c', 'in:a|b', false],
    [true, 'in:true|x', true],
    ['true', 'in:true|x', false],
    [2, 'in:1|2', true],
    ['abc', 'in:x|ab*', true],
    [['x', 'b'], 'in:a|b', true],
    ['xabcx', 'in:q|*abc*', true],
    ['a*b', 'in:a*b', true],
    ['axb', 'in:a*b', false],
    ['', 'in:a|', true],
    [false, 'in:true|*', false],
    ['5', 'in:*', true],
    ['abc', 'notin:x|ab*', false],
    ['c', 'notin:a|b', true],
    ['b', 'notin:a|b', false],
    [['x', 'b'], 'notin:a|b', false],
    [[], 'notin:a|b', true],
    [undefined, 'notin:a|b', false],
  ])('%j with %j: %j', (value, asked, expected) => {
    expect(valueTest(criterionOf('p', asked))(value)).toBe(expected);
  });
});

describe('include and exclude', () => {
  const walk: JsonObject = {
    id: 'river',
    kind: 'Walk',
    draft: false,
    open: true,
    km: 12,
    tags: ['easy', 'river'],
    venue: { street: 'Quay', map: { name: 'map.webp' } },
    photos: [{ alt: 'Weir' }, { alt: 'Bank', tags: ['water'] }],
    none: null,
  };
  const keeps = (include: string, exclude = '', document = walk) =>
    filterTest(
      { include: parseCriteria(include), exclude: parseCriteria(exclude) },
      (name) => (entry: JsonObject) => valueBelow(entry, name.split('.')),
    )(document);

  it.each([
    ['', '', true],
    // include: all must match
    ['kind:walk', '', true],
    ['kind:walk,open', '', true],
    ['kind:walk,draft', '', false],
    ['kind:walk,draft:false', '', true],
    // exclude: any is enough
    ['', 'draft', true],
    ['', 'draft,open', false],
    ['', 'kind:talk,tags:river', false],
    // exclude wins
    ['kind:walk', 'kind:walk', false],
    // what is missing is not included, and not excluded
    ['title:*', '', false],
    ['title:ne:x', '', false],
    ['none:ne:x', '', false],
    ['', 'title:ne:x', true],
    ['', 'none', true],
    // dotted names
    ['venue.street:quay', '', true],
    ['venue.map.name:*.webp', '', true],
    ['venue.street.deeper:x', '', false],
    ['photos.alt:weir', '', true],
    ['photos.tags:water', '', true],
    ['photos.alt:none', '', false],
    ['tags.length:2', '', false],
    ['__proto__:*', '', false],
    ['constructor.name:Object', '', false],
    ['venue.__proto__.toString:*', '', false],
    [':x', '', false],
    ['', ':x', true],
  ])('%j without %j: %j', (include, exclude, expected) => {
    expect(keeps(include, exclude)).toBe(expected);
  });
});
