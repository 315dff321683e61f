import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { pageLinks } from '../../../server/http/page-links.js';
import { parseQuery } from '../../../server/http/query.js';

describe('a query', () => {
  it.each([
    '',
    'limit=50',
    'limit=50&offset=100&sort=date:desc,title:asc',
    'sort=-title&order=asc',
    'limit=',
    'limit',
    'limit=1&limit=2',
    'a=1&b=2&a=3&b=4',
    'search=two+words',
    'search=%22a%20phrase%22',
    'filter[draft]=true&filter[tags]=one',
    'filter[draft]=true&sort=date&filter[draft]=one',
    'filter=one&filter[draft]=true',
    'filter[draft]=true&filter=one',
    'filter[constructor]=1&limit=2',
    'filter[]=1&filter[a]=2',
    'filter[a][b]=1',
    'include=draft:false,title:*a*',
    'api_key=x&limit=2',
    'constructor=1&valueof=2',
    '__proto__=1&__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    'a=1&&b=2',
    'a==b',
    '=x',
    '&',
  ])('%j is read as qs reads it', (text) => {
    const options = {
      plainObjects: true,
      allowPrototypes: false,
      depth: 4,
      parameterLimit: 200,
      arrayLimit: 100,
    };
    expect({ ...parseQuery(text) }).toEqual({ ...qs.parse(text, options) });
  });

  it.each(['', 'limit=1', 'limit=1&limit=2'])('%j inherits nothing', (text) => {
    const query = parseQuery(text);
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(Reflect.has(query, name)).toBe(false);
      expect(query[name]).toBeUndefined();
    }
  });
});

describe('links to other pages', () => {
  const page = { limit: 10, offset: 10 };

  it.each([
    ['/collections/blog', '/collections/blog?'],
    ['/api/collections/blog?limit=10&offset=10', '/api/collections/blog?'],
    ['/api/collections/blog?offset=5', '/api/collections/blog?'],
    ['/api/collections/blog?limit=10&sort=id&offset=10', '/api/collections/blog?sort=id&'],
    ['/api/collections/blog?limit=ten&x[y]=a b', '/api/collections/blog?x%5By%5D=a+b&'],
    [
      '/api/collections/blog?limit=1&filter[a]=*b&x-limit=3&offset=2&y=',
      '/api/collections/blog?filter%5Ba%5D=*b&x-limit=3&y=&',
    ],
    ['/api/collections/blog?filter[a]=b&limit=1', '/api/collections/blog?filter%5Ba%5D=b&'],
    ['/api/collections/blog?limit=1&limit=2', '/api/collections/blog?'],
  ])('of %s keep its other parameters', (target, start) => {
    expect(pageLinks(target, page, 35).split(', ')).toEqual([
      `<${start}limit=10&offset=0>; rel="first"`,
      `<${start}limit=10&offset=0>; rel="prev"`,
      `<${start}limit=10&offset=20>; rel="next"`,
      `<${start}limit=10&offset=30>; rel="last"`,
    ]);
  });

  it('omit what is least needed where they would get too long', () => {
    const target = `/collections/blog?search=${'x'.repeat(2500)}`;
    const links = pageLinks(target, page, 35);
    expect([...links.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(['prev', 'next']);
    expect(pageLinks(`/collections/blog?search=${'x'.repeat(7000)}`, page, 35)).toBe('');
  });
});
