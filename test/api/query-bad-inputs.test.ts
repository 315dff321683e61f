/** Hostile queries (group QUERY of the bad inputs): a safe answer, and nothing changed. */
import { describe, expect, it } from 'vitest';
import { errorOf, startTestServer } from '../helpers/server.js';
import { LIST, POSTS } from './posts.js';

/** The bad inputs of the group QUERY, and the statuses they get here. */
const BAD: readonly [what: string, path: string, status: number][] = [
  ['limit=-1', '?limit=-1', 200],
  ['limit=0', '?limit=0', 200],
  ['limit=abc', '?limit=abc', 200],
  ['limit=1e9', '?limit=1e9', 200],
  ['offset=-5', '?offset=-5', 200],
  ['offset=1e99', '?offset=9999999999999999999999', 200],
  ['sort=__proto__', '?sort=__proto__', 200],
  ['sort ×1000', `?sort=${'title,'.repeat(1000)}`, 200],
  ['sort by 1000 names', `?sort=${Array.from({ length: 1000 }, (_, n) => `p${n}`)}`, 400],
  ['filter[__proto__]', '?filter[__proto__]=1', 200],
  ['filter[constructor]', '?filter[constructor]=1', 200],
  ['filter[a][$ne]', '?filter[status][$ne]=1', 400],
  ['filter nest ×500', `?filter${'[a]'.repeat(500)}=1`, 400],
  ['filter[]= ×1500', `?${'filter[]=a&'.repeat(700)}`, 400],
  ['filter=plain', '?filter=plain', 400],
  ['search unbalanced', '?search=%22abc', 200],
  ['search or or and', '?search=or%20or%20and', 200],
  ['search NUL', '?search=%00', 200],
  ['search empty', '?search=', 200],
  ['search 5 kB', `?search=${'x'.repeat(5000)}`, 400],
  ['search of signs', `?search=${encodeURIComponent('"***" ((( [a-z]+$ \\')}`, 200],
  ['include (a+)+$', '/index?include=title:(a%2B)%2B%24', 200],
  ['include *******', `/index?include=title:${'*'.repeat(200)}`, 200],
  ['include :x', '/index?include=:x', 200],
  ['include title:NUL', '/index?include=title:%00', 200],
  ['include ×1000', `/index?include=${'a:b,'.repeat(1000)}`, 400],
  ['sort=shuffle ×2', '/index?sort=shuffle,shuffle', 200],
  ['format=csv&include=__proto__', '/query?format=csv&include=__proto__', 200],
  ['format=html', '/query?format=html&include=title', 200],
  ['format=xml', '/query?format=xml', 400],
  ['schema?raw=maybe', '/schema?raw=maybe', 200],
];

describe('bad inputs', () => {
  it('get an answer that is safe, and change nothing', async () => {
    const server = await startTestServer(POSTS);
    const files = Object.keys(POSTS);
    const readAll = () => Promise.all(files.map((path) => server.read(path)));
    const before = await readAll();
    for (const [what, path, status] of BAD) {
      const answer = await server.request(LIST + path);
      expect([what, answer.status]).toEqual([what, status]);
      if (status === 400) expect(errorOf(answer)).toMatchObject({ code: 400, details: expect.anything() });
      expect(answer.text).not.toMatch(/\bat .*\.(?:js|ts):\d+/);
      if (!answer.headers.get('content-type')?.includes('json')) expect(answer.text).not.toContain('<script');
      const objects = answer.json.objects ?? answer.json.data;
      if (Array.isArray(objects)) expect(objects.length).toBeLessThanOrEqual(100);
    }
    expect(await readAll()).toEqual(before);
    expect('polluted' in {}).toBe(false);
    expect(server.log.filter((line) => line.includes('Unexpected error'))).toEqual([]);
  });

  it('cannot tell what an answer hides', async () => {
    const server = await startTestServer(POSTS);
    for (const query of [
      'index?include=password:$2*',
      'index?include=password:contains:secret',
      'index?search=secret',
      'query?include=password:ne:x,password:*secret*',
      'query?search=%22$2y$10$secret%22',
    ]) {
      const answer = await server.request(`/api/collections/users/${query}`);
      const { objects, data } = answer.json;
      expect([query, answer.status, objects ?? data]).toEqual([query, 200, []]);
    }
    const all = await server.request('/api/collections/users/query');
    expect(all.text).not.toContain('secret');
  });

  it('of a missing collection answer 404', async () => {
    const server = await startTestServer(POSTS);
    for (const path of ['nope', 'nope/query', 'nope/index', '__proto__/query', '..%2fblog/index']) {
      expect([path, (await server.request(`/api/collections/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await server.request('/api/collections/nope', { method: 'HEAD' })).status).toBe(404);
  });
});
