import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `text/t${n + 1}.json`,
      { id: `t${n + 1}`, text: `Text ${n + 1}`, created: new Date(Date.UTC(2026, 0, n + 1)).toISOString() },
    ]),
  );
const TEXTS = (count: number) => ({
  'text/.meta.json': { id: 'text', schema: 'text', name: 'Text' },
  ...many(count),
});

describe('the list', () => {
  it('is the newest 50, at most 100, in the shape of the specification', async () => {
    const server = await startTestServer(TEXTS(120));
    const answer = await server.request('/api/collections/text');
    expect(answer.json).toMatchObject({ collection: 'text', total: 120, count: 50, limit: 50, offset: 0 });
    expect(Object.keys(answer.json)).toEqual(['collection', 'total', 'count', 'limit', 'offset', 'objects']);
    expect(answer.json.objects).toHaveLength(50);
    expect(answer.json.objects).toMatchObject([{ id: 't120' }, { id: 't119' }, ...Array(48).fill({})]);
    expect(answer.headers.get('x-total-count')).toBe('120');
  });

  const clamped: [string, object][] = [
    ['limit=0', { limit: 1, offset: 0 }],
    ['limit=-5', { limit: 1, offset: 0 }],
    ['limit=1000', { limit: 100, offset: 0 }],
    ['limit=abc&offset=abc', { limit: 50, offset: 0 }],
    ['limit=1.5', { limit: 50 }],
    ['limit=2&limit=7', { limit: 2 }],
    ['limit[x]=2', { limit: 50 }],
    ['offset=-3', { offset: 0 }],
    ['offset=999999', { offset: 999_999, count: 0, objects: [] }],
    ['format=xml&nothing=1', { limit: 50 }],
  ];
  it.each(clamped)('with %s', async (query, shape) => {
    const server = await startTestServer(TEXTS(3));
    const answer = await server.request(`/api/collections/text?${query}`);
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(shape)]);
  });

  it('is whole for every one of many who ask for different pages at once, some of whom hang up', async () => {
    const posts = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `text/t${n}.json`,
        {
          id: `t${n}`,
          text: `${n} `.repeat(800),
          created: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
        },
      ]),
    );
    const server = await startTestServer({
      'text/.meta.json': { id: 'text', schema: 'text', name: 'Text' },
      ...posts,
    });
    const page = (offset: number) => `/api/collections/text?limit=40&order=asc&offset=${offset}`;
    const asked = async (offset: number) => {
      const { objects } = (await server.request(page(offset))).json;
      const texts = Array.isArray(objects) ? objects.map((object) => Object(object).text) : [];
      return { offset, texts };
    };
    const gone = async (offset: number) => {
      const ended = new AbortController();
      const answer = await fetch(server.url + page(offset), {
        headers: { Cookie: server.cookie },
        signal: ended.signal,
      });
      ended.abort();
      await answer.text().catch(() => '');
    };
    const offsets = Array.from({ length: 100 }, (_, n) => (n * 7) % 360);
    const answers = await Promise.all(
      offsets.flatMap((offset, n) => (n % 5 === 0 ? [asked(offset), gone(offset)] : [asked(offset)])),
    );
    for (const { offset, texts } of answers.filter((answer) => answer !== undefined)) {
      expect(texts).toEqual(Array.from({ length: 40 }, (_, n) => `${offset + n} `.repeat(800)));
    }
  });

  it('is sorted by any property either way', async () => {
    const server = await startTestServer(TEXTS(3));
    const ids = async (query: string) => {
      const { objects } = (await server.request(`/api/collections/text?${query}`)).json;
      return Array.isArray(objects) ? objects.map((object) => Object(object).id) : [];
    };
    expect(await ids('sort=id&order=asc')).toEqual(['t1', 't2', 't3']);
    expect(await ids('sort=text&order=desc')).toEqual(['t3', 't2', 't1']);
    expect(await ids('order=asc')).toEqual(['t1', 't2', 't3']);
  });

  it('links its pages with the request’s own prefix and parameters', async () => {
    const server = await startTestServer(TEXTS(25));
    const links = async (target: string) => (await server.request(target)).headers.get('link');
    expect(await links('/api/collections/text?sort=id&limit=10&offset=10')).toBe(
      [
        '</api/collections/text?sort=id&limit=10&offset=0>; rel="first"',
        '</api/collections/text?sort=id&limit=10&offset=0>; rel="prev"',
        '</api/collections/text?sort=id&limit=10&offset=20>; rel="next"',
        '</api/collections/text?sort=id&limit=10&offset=20>; rel="last"',
      ].join(', '),
    );
    expect(await links('/collections/text?limit=25')).toBe(
      '</collections/text?limit=25&offset=0>; rel="first", </collections/text?limit=25&offset=0>; rel="last"',
    );
    expect(await links('/collections/text?other[x]=a b&limit=20')).toContain(
      '</collections/text?other%5Bx%5D=a+b&limit=20&offset=20>; rel="next"',
    );
  });

  it('of an empty collection has one page', async () => {
    const server = await startTestServer(TEXTS(0));
    const answer = await server.request('/collections/text');
    expect(answer.json).toEqual({
      collection: 'text',
      total: 0,
      count: 0,
      limit: 50,
      offset: 0,
      objects: [],
    });
    expect(answer.headers.get('link')).not.toContain('next');
  });

  it('of an unknown collection is 404', async () => {
    const server = await startTestServer();
    for (const name of ['nope', '.system', '.schemas', '..', 'Blog', 'blog.json']) {
      const answer = await server.request(`/api/collections/${encodeURIComponent(name)}`);
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });
});
