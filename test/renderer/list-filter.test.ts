import { describe, expect, it } from 'vitest';
import type { KindName, SchemaDefinition } from '#contract/schemas';
import { asTyped, listAddress, listRequest } from '../../renderer/api/list-request.ts';
import {
  type Condition,
  criteriaOf,
  joined,
  parseConditions,
} from '../../renderer/lists/filter/condition.ts';
import { fitsInList, isReady, limitOf } from '../../renderer/lists/filter/limits.ts';
import { asks, conditionFor, filterProperties, QUESTIONS } from '../../renderer/lists/filter/questions.ts';
import { sentenceOf, spoken } from '../../renderer/lists/filter/sentence.ts';
import { parseCriteria } from '../../server/query/criteria.ts';

const condition = (name: string, operator: Condition['operator'], value: string, not = false): Condition => ({
  name,
  operator,
  value,
  not,
});

/** Conditions and the text they are in an address. */
const TABLE: readonly [condition: Condition, text: string][] = [
  [condition('draft', 'eq', 'true'), 'draft:true'],
  [condition('author', 'eq', 'Ada Lovelace'), 'author:Ada Lovelace'],
  [condition('author', 'contains', 'ada'), 'author:contains:ada'],
  [condition('author', 'starts', 'ada'), 'author:starts:ada'],
  [condition('author', 'ends', 'lace'), 'author:ends:lace'],
  [condition('link', 'eq', 'https://plinth.example'), 'link:https://plinth.example'],
  [condition('note', 'eq', 'lt:5'), 'note:eq:lt:5'],
  [condition('note', 'eq', ''), 'note:eq:'],
  [condition('note', 'contains', 'a:b'), 'note:contains:a:b'],
  [condition('price', 'lt', '5'), 'price:lt:5'],
  [condition('price', 'lte', '-0.5'), 'price:lte:-0.5'],
  [condition('price', 'gt', '1e21'), 'price:gt:1e21'],
  [condition('created', 'gte', '2026-01-01T10:00:00Z'), 'created:gte:2026-01-01T10:00:00Z'],
  [condition('tags', 'in', 'news|topic-1'), 'tags:in:news|topic-1'],
  [condition('tags', 'notin', 'news|topic-1'), 'tags:notin:news|topic-1'],
  [condition('state', 'ne', 'open'), 'state:ne:open'],
  [condition('image.alt', 'eq', '*pier*'), 'image.alt:*pier*'],
];

describe('a filter in an address', () => {
  it.each(TABLE)('writes %j as %s and reads it back', (one, text) => {
    expect(criteriaOf([one])).toEqual({ include: text, exclude: '', any: '' });
    expect(parseConditions(text, '')).toEqual([one]);
  });

  it.each(TABLE)('means %j to the server too', (one, text) => {
    const { not: _, ...criterion } = one;
    expect(parseCriteria(text)).toEqual([criterion]);
  });

  it.each<[include: string, exclude: string, conditions: Condition[]]>([
    ['', '', []],
    [' , ,', ',', []],
    ['draft', '', [condition('draft', 'eq', 'true')]],
    ['draft:', '', [condition('draft', 'eq', 'true')]],
    [' a : b ', '', [condition('a', 'eq', 'b')]],
    [':b', '', []],
    ['a:b,a:b,a:eq:b', '', [condition('a', 'eq', 'b')]],
    ['a:b', 'a:b', [condition('a', 'eq', 'b'), condition('a', 'eq', 'b', true)]],
    ['__proto__:x', '', [condition('__proto__', 'eq', 'x')]],
  ])('reads include %j and exclude %j', (include, exclude, conditions) => {
    expect(parseConditions(include, exclude)).toEqual(conditions);
  });

  it('keeps those of which one must match apart, and says of what must not match only that', () => {
    const conditions = parseConditions('a:1', 'c:3', 'a:1,b:2');
    expect(conditions).toEqual([
      condition('a', 'eq', '1'),
      { ...condition('a', 'eq', '1'), any: true },
      { ...condition('b', 'eq', '2'), any: true },
      condition('c', 'eq', '3', true),
    ]);
    expect(criteriaOf(conditions)).toEqual({ include: 'a:1', exclude: 'c:3', any: 'a:1,b:2' });
    const all = criteriaOf(conditions.map((one) => joined(one, false)));
    expect(all).toEqual({ include: 'a:1,b:2', exclude: 'c:3', any: '' });
    const either = criteriaOf(conditions.map((one) => joined(one, true)));
    expect(either).toEqual({ include: '', exclude: 'c:3', any: 'a:1,b:2' });
  });

  it('keeps what must match and what must not apart', () => {
    const both = [
      condition('a', 'eq', '1'),
      condition('b', 'contains', 'x', true),
      condition('c', 'lt', '3'),
      condition('a', 'eq', '1'),
    ];
    expect(criteriaOf(both)).toEqual({ include: 'a:1,c:lt:3', exclude: 'b:contains:x', any: '' });
  });
});

describe('the request of a view', () => {
  it('is the plain list while nothing narrows it', () => {
    const view = { sort: 'title', order: 'asc', search: '', include: undefined, exclude: '' } as const;
    expect(listRequest('blog', view)).toEqual({
      path: '/api/collections/blog',
      query: { sort: 'title', order: 'asc' },
    });
    expect(listAddress('blog', view)).toBe('/api/collections/blog?sort=title&order=asc');
  });

  it.each([
    [
      { search: 'a "b c"', sort: 'title', order: 'desc' },
      '/api/collections/my%20blog/query?search=a+%22b+c%22&sort=title:desc',
    ],
    [
      { include: 'a:1,b:lt:2', exclude: 'c:in:x|y' },
      '/api/collections/my%20blog/query?include=a:1,b:lt:2&exclude=c:in:x%7Cy',
    ],
    [
      { include: "t:it's $HOME `x` \\ !" },
      '/api/collections/my%20blog/query?include=t:it%27s+%24HOME+%60x%60+%5C+%21',
    ],
  ] as const)('asks the query for %j in an address that a shell leaves alone', (view, address) => {
    expect(listAddress('my blog', view)).toBe(address);
  });
});

function schema(kinds: Record<string, KindName>, more: Record<string, object> = {}): SchemaDefinition {
  return {
    id: 'sample',
    name: 'sample',
    title: 'Sample',
    description: '',
    properties: Object.fromEntries(
      Object.entries(kinds).map(([name, field]) => [
        name,
        { type: 'string', field, required: false, ...more[name] },
      ]),
    ),
    requiredProperties: [],
    index: Object.keys(kinds).slice(0, 2),
    inheritFrom: [],
    reserved: false,
  };
}

describe('the properties a filter asks about', () => {
  it('are those of the list, the others of the schema and the times of Plinth, each once', () => {
    const found = filterProperties(schema({ id: 'id', title: 'text', body: 'styledtext' }));
    expect(found.map(({ name }) => name)).toEqual(['title', 'id', 'body', 'created', 'modified']);
  });

  it('omit secrets, nested values, hidden ones and names the grammar cannot hold', () => {
    const kinds = {
      pin: 'password',
      key: 'secret',
      box: 'card',
      row: 'deck',
      data: 'json',
      state: 'hidden',
    } as const;
    const names = { 'a,b': 'text', 'a:b': 'text', 'a.b': 'text', veiled: 'text' } as const;
    const found = filterProperties(schema({ id: 'id', ...kinds, ...names }, { veiled: { hide: true } }));
    expect(found.map(({ name }) => name)).toEqual(['id', 'created', 'modified']);
  });

  it('never ask the same question twice in one topic', () => {
    for (const questions of Object.values(QUESTIONS)) {
      for (const question of questions) {
        const asked = conditionFor('x', question);
        expect(questions.filter((one) => asks(one, asked))).toEqual([question]);
      }
    }
  });
});

describe('what a filter cannot say', () => {
  it.each<[Condition, Parameters<typeof limitOf>[1], RegExp | undefined]>([
    [condition('t', 'contains', 'a,b'), 'text', /comma/],
    [condition('t', 'eq', 'a,b'), 'choice', /comma/],
    [condition('t', 'eq', 'true'), 'text', /means on/],
    [condition('t', 'in', 'x|false'), 'words', /means off/],
    [condition('t', 'contains', 'true'), 'text', undefined],
    [condition('t', 'eq', 'true'), 'flag', undefined],
    [condition('t', 'eq', 'a*'), 'choice', /\*/],
    [condition('t', 'eq', 'a*'), 'text', undefined],
    [condition('t', 'eq', 'a b'), 'text', undefined],
  ])('%j of %s is told', (one, topic, message) => {
    if (message === undefined) expect(limitOf(one, topic)).toBeUndefined();
    else expect(limitOf(one, topic)).toMatch(message);
    expect(isReady(one, topic)).toBe(message === undefined);
  });

  it('is not sent while the value is missing', () => {
    expect(isReady(condition('t', 'contains', '  '), 'text')).toBe(false);
  });

  it.each([
    ['plain', true],
    ['a|b', false],
    ['a,b', false],
    ['*', false],
  ])('%j among several: %s', (value, fits) => expect(fitsInList(value)).toBe(fits));
});

describe('a condition in words', () => {
  const options = [
    { value: 'eu', label: 'Europe' },
    { value: 'as', label: 'Asia' },
  ];
  const definition = schema(
    { title: 'text', draft: 'toggle', area: 'select', date: 'date', price: 'price' },
    { title: { label: 'Headline' }, area: { options } },
  );
  const properties = new Map(filterProperties(definition).map((one) => [one.name, one]));
  it.each<[Condition, string]>([
    [condition('title', 'contains', 'sea'), 'Headline contains sea'],
    [condition('draft', 'eq', 'true'), 'Draft is on'],
    [condition('draft', 'eq', 'true', true), 'Draft is off'],
    [condition('draft', 'eq', 'false'), 'Draft is false'],
    [condition('area', 'eq', 'eu'), 'Area is Europe'],
    [condition('area', 'in', 'eu|as', true), 'Area is none of Europe or Asia'],
    [condition('date', 'gte', '2026-05-09'), 'Date is on or after 9 May 2026'],
    [condition('price', 'lt', '5'), 'Price is less than 5'],
    [condition('price', 'lt', '5', true), 'Price not: is less than 5'],
    [condition('image.alt', 'eq', 'x'), 'image.alt is x'],
  ])('%j reads “%s”', (one, words) => {
    expect(spoken(sentenceOf(one, properties.get(one.name)))).toBe(words);
  });
});

describe('a search as it is typed', () => {
  it.each([
    ['riv', 'riv*'],
    ['about riv', 'about riv*'],
    ['hull (', 'hull ('],
    ['"old mast', '"old mast'],
    ['"old mast"', '"old mast"'],
    ['mast or', 'mast or'],
    ['Or', 'Or'],
    ['mast*', 'mast*'],
    ['', ''],
  ])('%j is sent as %j', (typed, sent) => {
    expect(asTyped(typed)).toBe(sent);
  });
});

describe('a natural order', () => {
  it('is asked for in the plain list and in a query', () => {
    const view = { sort: 'title', order: 'desc', natural: true } as const;
    expect(listRequest('blog', view).query).toEqual({ sort: 'title:desc:natural' });
    expect(listRequest('blog', { ...view, search: 'x' }).query.sort).toBe('title:desc:natural');
  });
});
