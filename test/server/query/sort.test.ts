import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../server/contract/values.js';
import { compareNatural } from '../../../server/query/natural.js';
import { LIST_BOUNDS, pageOf, QUERY_BOUNDS } from '../../../server/query/page.js';
import {
  byId,
  compareSortables,
  compareText,
  type Direction,
  parseSort,
  type Sortable,
  sortable,
  sortKey,
} from '../../../server/query/sort.js';
import type { Row } from '../../../server/store/types/catalogue.js';

const stamp = { size: 0, mtimeMs: 0, ino: 0 };
const row = (id: string, value?: JsonValue): Row => ({
  id,
  entry: value === undefined ? { id } : { id, value },
  stamp,
});

function sorted(rows: Row[], direction: Direction): string[] {
  const key = { name: 'value', direction, natural: false };
  const sortableIn = (one: Row) => sortable(one.entry.value);
  return rows
    .toSorted((a, b) => compareSortables(sortableIn(a), sortableIn(b), key) || byId(a, b))
    .map((one) => one.id);
}

describe('sorting by a property', () => {
  it('puts numbers before booleans before text, and missing values last', () => {
    const rows = [
      row('none'),
      row('text', 'a'),
      row('yes', true),
      row('two', 2),
      row('no', false),
      row('ten', 10),
    ];
    expect(sorted(rows, 'asc')).toEqual(['two', 'ten', 'no', 'yes', 'text', 'none']);
  });

  it('descending is the other way round, missing values first', () => {
    const rows = [row('two', 2), row('none'), row('text', 'a'), row('null', null), row('yes', true)];
    expect(sorted(rows, 'desc')).toEqual(['none', 'null', 'text', 'yes', 'two']);
  });

  it.each<Direction>(['asc', 'desc'])('keeps alike rows in ascending order of ids, %s', (direction) => {
    const rows = [row('c', 1), row('a', 1), row('b', 1), row('z'), row('y', null)];
    const alike = sorted(rows, direction).filter((id) => 'abc'.includes(id));
    const missing = sorted(rows, direction).filter((id) => 'yz'.includes(id));
    expect([alike, missing]).toEqual([
      ['a', 'b', 'c'],
      ['y', 'z'],
    ]);
  });

  it('takes the first element of a list, and an empty list as missing', () => {
    const rows = [row('empty', []), row('b', ['b', 'a']), row('a', ['a', 'z'])];
    expect(sorted(rows, 'asc')).toEqual(['a', 'b', 'empty']);
  });

  it('keeps the empty text before other text and apart from missing', () => {
    const rows = [row('missing'), row('a', 'a'), row('blank', '')];
    expect(sorted(rows, 'asc')).toEqual(['blank', 'a', 'missing']);
  });
});

it('compares text by code point, upper case first', () => {
  const texts = ['é', '\u{1f600}', '\uffee', 'b', 'B', 'ba', ''];
  expect(texts.toSorted(compareText)).toEqual(['', 'B', 'b', 'ba', 'é', '\uffee', '\u{1f600}']);
});

describe('a page', () => {
  it.each([
    [{}, 50, 0],
    [{ limit: '10', offset: '20' }, 10, 20],
    [{ limit: 7, offset: 3 }, 7, 3],
    [{ limit: '0' }, 1, 0],
    [{ limit: '-1', offset: '-5' }, 1, 0],
    [{ limit: '101' }, 100, 0],
    [{ limit: '99999999999999999999' }, 100, 0],
    [{ limit: 'abc', offset: 'x' }, 50, 0],
    [{ limit: '1.5', offset: '1e3' }, 50, 0],
    [{ limit: Number.NaN, offset: Number.POSITIVE_INFINITY }, 50, 0],
    [{ limit: ['1', '2'], offset: { a: '1' } }, 50, 0],
    [{ limit: '', offset: '' }, 50, 0],
  ])('asked for as %j has limit %d and offset %d', (asked, limit, offset) => {
    expect(pageOf(asked, LIST_BOUNDS)).toEqual({ limit, offset });
  });
});

it('a page of a query has 20 objects unless asked otherwise, and at most 100', () => {
  expect(pageOf({}, QUERY_BOUNDS).limit).toBe(20);
  expect(pageOf({ limit: '1000' }, QUERY_BOUNDS).limit).toBe(100);
});

describe('a sort', () => {
  it.each<[string, Direction, string]>([
    ['title', 'asc', 'title:asc'],
    ['title', 'desc', 'title:desc'],
    ['-title', 'asc', 'title:desc'],
    ['title:asc', 'desc', 'title:asc'],
    ['title:desc', 'asc', 'title:desc'],
    ['title:DESC', 'asc', 'title:desc'],
    ['-title:asc', 'asc', 'title:asc'],
    ['date:desc,title:asc', 'asc', 'date:desc,title:asc'],
    [' date : desc , title ', 'asc', 'date:desc,title:asc'],
    ['title:asc:natural', 'asc', 'title:asc:natural'],
    ['title:desc:natural', 'asc', 'title:desc:natural'],
    ['title:natural', 'asc', 'title:asc:natural'],
    ['-title:natural', 'asc', 'title:desc:natural'],
    // a direction that is none is ascending
    ['title:sideways', 'desc', 'title:asc'],
    // a second criterion on the same property decides nothing
    ['title,title:desc,id', 'asc', 'title:asc,id:asc'],
    ['shuffle', 'asc', 'shuffle'],
    ['shuffle,shuffle', 'asc', 'shuffle'],
    ['shuffle,title', 'asc', 'title:asc,shuffle'],
    // a property of that name
    ['shuffle:asc', 'asc', 'shuffle:asc'],
    ['image.width:desc', 'asc', 'image.width:desc'],
    ['', 'asc', ''],
    [',-,:desc', 'asc', ''],
  ])('%j, otherwise %s, is %j', (written, otherwise, expected) => {
    expect(sortKey(parseSort(written, otherwise))).toBe(expected);
  });
});

describe('natural order', () => {
  it.each<[string[]]>([
    [['item 1', 'Item 2', 'item 10', 'ITEM 11']],
    [['1.2.3', '1.2.10', '1.10.0', '2']],
    [['a', 'a1', 'a2', 'a10', 'aa', 'b']],
    [['7', '08', '9', '10']],
    [['v99999999999999999998', 'v99999999999999999999', 'v100000000000000000000']],
    [['', '1', 'a']],
    [['Apfel', 'Äpfel', 'apfel 2', 'Äpfel 10', 'Birne', 'Öl', 'zebra', '日本']],
    [['cote', 'coté', 'côte', 'côté', 'coter']],
    [['ελα', 'έλα 2', 'ζ']],
    [['иб', 'йа', 'к']],
  ])('is %j', (texts) => {
    const order = (a: string, b: string) => compareNatural(a, b, compareText);
    expect(texts.toReversed().toSorted(order)).toEqual(texts);
    expect(texts.toSorted(order)).toEqual(texts);
  });

  it('takes case and leading zeros for nothing', () => {
    expect(compareNatural('Item 007', 'iTEM 7', compareText)).toBe(0);
  });

  it('is only for text', () => {
    const key = { name: 'p', direction: 'asc', natural: true } as const;
    const values: Sortable[] = ['b10', 'b9', true, 10, 9, undefined];
    expect(values.toSorted((a, b) => compareSortables(a, b, key))).toEqual([
      9,
      10,
      true,
      'b9',
      'b10',
      undefined,
    ]);
  });
});
