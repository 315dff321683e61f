import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSite } from '../../server/site.js';
import { ORIGIN } from '../helpers/origin.js';
import { errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

/** A closed blog, a collection everyone reads, and users. */
const FILES = {
  ...WITH_STAFF,
  'news/.meta.json': { id: 'news', schema: 'blog', name: 'News', publicOperations: ['read'] },
  'news/first-post.json': { id: 'first-post', title: 'Public' },
};

type Headers = Record<string, string>;

/** Every way in, as headers and a query. */
async function callers(server: TestServer): Promise<Record<string, { headers: Headers; query?: string }>> {
  const [all, blog] = [
    await server.key(),
    await server.key({ methods: ['GET'], paths: ['/collections/blog'] }),
  ];
  const gone = await server.key();
  const [record] = server.site.keys.list().slice(-1);
  await server.site.keys.revoke(record?.id ?? '');
  const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
  const unknown = `plinth_${'0'.repeat(64)}`;
  const session = (of: { cookie: string; csrfToken: string }) => ({
    cookie: of.cookie,
    'x-csrf-token': of.csrfToken,
  });
  return {
    nobody: { headers: {} },
    'an unknown key': { headers: { 'x-api-key': unknown } },
    'a revoked key': { headers: { 'x-api-key': gone } },
    'an unknown key beside the owner’s session': { headers: { ...session(server), 'x-api-key': unknown } },
    'a key for all, in X-API-Key': { headers: { 'x-api-key': all } },
    'a key for all, as Bearer': { headers: { authorization: `Bearer ${all}` } },
    'a key for all, in the query': { headers: {}, query: `?api_key=${all}` },
    'a key to read the blog, in X-API-Key': { headers: { 'x-api-key': blog } },
    'a key to read the blog, as Bearer': { headers: { authorization: `Bearer ${blog}` } },
    'a key to read the blog, in the query': { headers: {}, query: `?api_key=${blog}` },
    'a Bearer before X-API-Key': { headers: { authorization: `Bearer ${blog}`, 'x-api-key': all } },
    'X-API-Key before the query': { headers: { 'x-api-key': blog }, query: `?api_key=${all}` },
    'a bad Bearer before a good X-API-Key': { headers: { authorization: 'Bearer x', 'x-api-key': all } },
    'a bad X-API-Key before a good query': { headers: { 'x-api-key': 'x' }, query: `?api_key=${all}` },
    'a key to read the blog beside the owner’s session': {
      headers: { ...session(server), 'x-api-key': blog },
    },
    'the owner': { headers: session(server) },
    'an editor': { headers: session(editor) },
    'a viewer': { headers: session(viewer) },
    'the owner without the token': { headers: { cookie: server.cookie } },
    'a forged cookie': { headers: { cookie: `plinth_session=${'0'.repeat(64)}` } },
  };
}

/** Statuses for: an object, its HEAD, a public object, a list of all, a new object, one's removal, a schema, keys. */
const TABLE: Readonly<Record<string, readonly number[]>> = {
  nobody: [401, 401, 200, 401, 401, 401, 401, 401],
  'an unknown key': [401, 401, 401, 401, 401, 401, 401, 401],
  'a revoked key': [401, 401, 401, 401, 401, 401, 401, 401],
  'an unknown key beside the owner’s session': [401, 401, 401, 401, 401, 401, 401, 401],
  'a key for all, in X-API-Key': [200, 200, 200, 200, 201, 204, 422, 403],
  'a key for all, as Bearer': [200, 200, 200, 200, 201, 204, 422, 403],
  'a key for all, in the query': [200, 200, 200, 200, 201, 204, 422, 403],
  'a key to read the blog, in X-API-Key': [200, 200, 403, 403, 403, 403, 403, 403],
  'a key to read the blog, as Bearer': [200, 200, 403, 403, 403, 403, 403, 403],
  'a key to read the blog, in the query': [200, 200, 403, 403, 403, 403, 403, 403],
  'a Bearer before X-API-Key': [200, 200, 403, 403, 403, 403, 403, 403],
  'X-API-Key before the query': [200, 200, 403, 403, 403, 403, 403, 403],
  'a bad Bearer before a good X-API-Key': [401, 401, 401, 401, 401, 401, 401, 401],
  'a bad X-API-Key before a good query': [401, 401, 401, 401, 401, 401, 401, 401],
  'a key to read the blog beside the owner’s session': [200, 200, 403, 403, 403, 403, 403, 403],
  'the owner': [200, 200, 200, 200, 201, 204, 422, 200],
  'an editor': [200, 200, 200, 200, 201, 204, 403, 403],
  // Its changes are suggestions.
  'a viewer': [200, 200, 200, 200, 201, 204, 403, 403],
  'the owner without the token': [200, 200, 200, 200, 403, 403, 403, 200],
  'a forged cookie': [401, 401, 200, 401, 401, 401, 401, 401],
};

const REQUESTS: readonly [method: string, path: string, json?: object][] = [
  ['GET', '/collections/blog/first-post'],
  ['HEAD', '/collections/blog/first-post'],
  ['GET', '/collections/news/first-post'],
  ['GET', '/collections'],
  ['POST', '/collections/blog', { id: 'made-here', title: 'Made' }],
  ['DELETE', '/collections/blog/made-here'],
  ['POST', '/schemas', {}],
  ['GET', '/apikeys'],
];

describe.each(['/api', ''])('below "%s"', (prefix) => {
  it('every way in answers as the table says', async () => {
    const server = await startTestServer(FILES);
    const ways = await callers(server);
    const answered: Record<string, number[]> = {};
    for (const [name, { headers, query = '' }] of Object.entries(ways)) {
      const statuses: number[] = [];
      for (const [method, path, json] of REQUESTS) {
        const sent = json === undefined ? { method } : { method, json };
        const answer = await server.request(`${prefix}${path}${query}`, { ...sent, as: 'nobody', headers });
        statuses.push(answer.status);
      }
      answered[name] = statuses;
    }
    expect(answered).toEqual(TABLE);
  });
});

describe('a key for one collection', () => {
  /** Other ways to spell what lies outside. The connection sends them as they are. */
  const SPELLINGS = [
    '/api/collections/blog-private/secret',
    '/collections/blog-private/secret',
    '/api/collections/BLOG-PRIVATE/secret',
    '/api/Collections/blog-private/secret',
    '/API/collections/blog-private/secret',
    '/api/api/collections/blog-private/secret',
    '//api/collections/blog-private/secret',
    '/api//collections/blog-private/secret',
    '/api/collections/blog/../blog-private/secret',
    '/api/collections/blog/%2e%2e/blog-private/secret',
    '/api/collections/blog/..%2fblog-private/secret',
    '/api/collections/blog%2f..%2fblog-private/secret',
    '/api/collections/blog%252f..%252fblog-private/secret',
    '/api/collections/blog/%252e%252e/blog-private/secret',
    '/api/collections/blog\\..\\blog-private\\secret',
    '/api/collections/blog/..;/blog-private/secret',
    '/api/collections/%62log-private/secret',
    '/api/collections/blog-private/secret/',
    '/api/collections/blog-private//secret',
    '/api/collections/blog-private/secret?collection=blog',
    '/api/collections/blog-private/secret#/collections/blog',
    '/api/collections/blog%00-private/secret',
  ];

  it.each(SPELLINGS)('does not reach another one as %s', async (path) => {
    const server = await startTestServer(FILES);
    const key = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
    const answer = await server.raw(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 403, 404, 405]).toContain(answer.status);
    expect(answer.body).not.toContain('Secret');
  });

  it.each(['/api/collections/blog/first-post', '/collections/%62log/first%2Dpost'])(
    'reaches its own as %s',
    async (path) => {
      const server = await startTestServer(FILES);
      const key = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
      expect((await server.request(path, { as: { key } })).status).toBe(200);
    },
  );
});

describe('methods', () => {
  it.each([
    ['GET', 200],
    ['POST', 403],
    ['DELETE', 403],
  ] as const)('a key for %s answers HEAD with %d', async (method, status) => {
    const server = await startTestServer(FILES);
    const key = await server.key({ methods: [method] });
    for (const path of ['/api/collections/blog', '/collections/blog/first-post']) {
      expect((await server.request(path, { method: 'HEAD', as: { key } })).status).toBe(status);
    }
  });

  it('reveal nothing by HEAD', async () => {
    const server = await startTestServer(FILES);
    for (const path of ['blog', 'nowhere', 'blog/first-post', 'blog/nothing']) {
      const sent = { method: 'HEAD', as: 'nobody' } as const;
      expect((await server.request(`/api/collections/${path}`, sent)).status).toBe(401);
    }
  });

  it.each<[string, Headers, string]>([
    ['X-HTTP-Method-Override', { 'x-http-method-override': 'DELETE' }, ''],
    ['X-HTTP-Method', { 'x-http-method': 'DELETE' }, ''],
    ['X-Method-Override', { 'x-method-override': 'DELETE' }, ''],
    ['_method in the query', {}, '?_method=DELETE'],
    ['_METHOD in the query', {}, '?_METHOD=DELETE'],
  ])('are not switched by %s', async (_what, headers, query) => {
    const server = await startTestServer(FILES);
    const key = await server.key({ methods: ['GET', 'POST', 'DELETE'] });
    for (const method of ['GET', 'POST'] as const) {
      await server.request(`/api/collections/blog/first-post${query}`, {
        method,
        as: { key },
        headers,
        ...(method === 'POST' ? { json: { _method: 'DELETE', _METHOD: 'DELETE' } } : {}),
      });
    }
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
  });
});

describe('below the Pro edition', () => {
  it('keys answer 403 with a sentence, what is public stays public, the owner stays the owner', async () => {
    const server = await startTestServer(FILES);
    const key = await server.key();
    await server.site.settings.change({ edition: 'standard' }, ORIGIN);
    const refused = await server.request('/api/collections/blog', { as: { key } });
    expect([refused.status, errorOf(refused).message]).toEqual([403, expect.stringContaining('Pro edition')]);
    expect((await server.request('/api/collections/news', { as: 'nobody' })).status).toBe(200);
    expect((await server.request('/api/collections/blog', { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/collections/blog')).status).toBe(200);
  });
});

it('a key that another process revokes opens nothing any more', async () => {
  const server = await startTestServer(FILES);
  const key = await server.key();
  expect((await server.request('/api/collections/blog', { as: { key } })).status).toBe(200);
  const home = join(server.folder, '..');
  const places = { cache: join(home, 'cache'), state: join(home, 'state') };
  const other = await openSite({ folder: server.folder, ...places, log: () => undefined });
  try {
    for (const { id } of other.keys.list()) await other.keys.revoke(id);
  } finally {
    await other.close();
  }
  await expect
    .poll(async () => (await server.request('/api/collections/blog', { as: { key } })).status)
    .toBe(401);
});
