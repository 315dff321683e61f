import { connect } from 'node:net';
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

  describe('of large objects', () => {
    const textOf = (n: number) => `${n} `.repeat(800);
    const posts = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `text/t${n}.json`,
        { id: `t${n}`, text: textOf(n), created: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString() },
      ]),
    );
    const FILES = { 'text/.meta.json': { id: 'text', schema: 'text', name: 'Text' }, ...posts };
    const page = (offset: number) => `/api/collections/text?limit=40&order=asc&offset=${offset}`;
    const textsAt = (offset: number) => Array.from({ length: 40 }, (_, n) => textOf(offset + n));
    const textsIn = (objects: unknown) =>
      Array.isArray(objects) ? objects.map((object) => Object(object).text) : [];
    const offsets = Array.from({ length: 100 }, (_, n) => (n * 7) % 360);

    it('is whole for every one of many who ask at once, some of whom hang up', async () => {
      const server = await startTestServer(FILES);
      const asked = async (offset: number) => {
        expect(textsIn((await server.request(page(offset))).json.objects)).toEqual(textsAt(offset));
      };
      const gone = async (offset: number) => {
        const ended = new AbortController();
        const headers = { Cookie: server.cookie };
        const answer = await fetch(server.url + page(offset), { headers, signal: ended.signal });
        ended.abort();
        await answer.text().catch(() => '');
      };
      await Promise.all(
        offsets.flatMap((offset, n) => (n % 5 === 0 ? [asked(offset), gone(offset)] : [asked(offset)])),
      );
    });

    it('is whole for who reads it late, while others are answered', async () => {
      const server = await startTestServer(FILES);
      const socket = connect(server.port, '127.0.0.1');
      // More than the system keeps for a connection, so that most of it waits in the server.
      const requests = offsets.map((offset, n) => {
        const last = n === offsets.length - 1 ? 'Connection: close\r\n' : '';
        return `GET ${page(offset)} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${server.cookie}\r\n${last}\r\n`;
      });
      socket.pause();
      socket.write(requests.join(''));
      for (const offset of offsets.toReversed()) {
        expect(textsIn((await server.request(page(offset))).json.objects)).toEqual(textsAt(offset));
      }
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk);
      const bodies = Buffer.concat(chunks)
        .toString()
        .split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/)
        .slice(1);
      expect(bodies.map((body) => textsIn(JSON.parse(body).objects))).toEqual(offsets.map(textsAt));
    });
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
