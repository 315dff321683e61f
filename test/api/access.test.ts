import { describe, expect, it } from 'vitest';
import { BLOG, errorOf, startTestServer, type TestServer } from '../helpers/server.js';

describe('API keys', () => {
  it('are taken from X-API-Key, a Bearer header and ?api_key=', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const path = '/api/collections/blog';
    const status = async (target: string, headers = {}) =>
      (await server.request(target, { as: 'nobody', headers })).status;
    expect(await status(path, { 'x-api-key': key })).toBe(200);
    expect(await status(path, { authorization: `Bearer ${key}` })).toBe(200);
    expect(await status(path, { authorization: `bearer   ${key}` })).toBe(200);
    expect(await status(`${path}?api_key=${key}`)).toBe(200);
    expect(await status(path)).toBe(401);
  });

  const bad: [string, Record<string, string>, string][] = [
    ['an unknown key', { 'x-api-key': 'nope' }, ''],
    ['an unknown key of the right shape', { 'x-api-key': `plinth_${'0'.repeat(64)}` }, ''],
    ['an empty key', { 'x-api-key': '' }, ''],
    ['an empty Bearer', { authorization: 'Bearer ' }, ''],
    ['a bare Bearer', { authorization: 'Bearer' }, ''],
    ['an unknown Bearer', { authorization: 'Bearer nope' }, ''],
    ['an empty parameter', {}, '?api_key='],
    ['a parameter in brackets', {}, '?api_key[]=x'],
    ['a parameter sent twice', {}, '?api_key=x&api_key=y'],
  ];
  it.each(bad)('answers 401 to %s, also beside a session', async (_name, headers, query) => {
    const server = await startTestServer();
    for (const as of ['nobody', 'owner'] as const) {
      const answer = await server.request(`/api/collections/blog${query}`, { as, headers });
      expect(answer.status).toBe(401);
      expect(errorOf(answer).message).toBe('Invalid API key');
    }
  });

  it('are not looked for in cookies, bodies and Basic credentials', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const elsewhere: Record<string, string>[] = [
      { cookie: `api_key=${key}` },
      { authorization: `Basic ${btoa(`x:${key}`)}` },
    ];
    for (const headers of elsewhere) {
      expect((await server.request('/api/collections', { as: 'nobody', headers })).status).toBe(401);
    }
    const body = { method: 'POST', as: 'nobody', json: { api_key: key, title: 'x' } } as const;
    expect((await server.request('/api/collections/blog', body)).status).toBe(401);
  });

  it('open whole segments and their methods only', async () => {
    const server = await startTestServer();
    const as = { key: await server.key({ methods: ['GET'], paths: ['/collections/blog'] }) };
    const status = async (method: string, path: string) =>
      (await server.request(path, { method, as, ...(method === 'POST' ? { json: { title: 'x' } } : {}) }))
        .status;
    expect(await status('GET', '/api/collections/blog')).toBe(200);
    expect(await status('GET', '/collections/blog/first-post')).toBe(200);
    expect(await status('HEAD', '/collections/blog/first-post')).toBe(200);
    expect(await status('POST', '/collections/blog')).toBe(403);
    expect(await status('DELETE', '/collections/blog/first-post')).toBe(403);
    expect(await status('GET', '/collections/blog-private')).toBe(403);
    expect(await status('GET', '/api/collections')).toBe(403);
    expect(await status('GET', '/api/collections/blog%2f..%2fblog-private')).toBe(403);
    expect(await status('GET', '/api/collections/BLOG')).toBe(403);
    expect(await status('GET', '/api/collections/blog-private/')).toBe(404);
    expect((await server.read('blog/first-post.json')).toString()).toContain('First post');
  });

  it('cannot be used for what belongs to the owner', async () => {
    const server = await startTestServer();
    const as = { key: await server.key() };
    for (const [method, path] of [
      ['GET', '/api/trash'],
      ['GET', '/api/damaged'],
      ['GET', '/api/status'],
      ['GET', '/api/starters'],
      ['POST', '/admin/session/link'],
      ['POST', '/admin/session/end'],
    ] as const) {
      expect([path, (await server.request(path, { method, as })).status]).toEqual([path, 403]);
      expect([path, (await server.request(path, { method, as: 'nobody' })).status]).toEqual([path, 401]);
    }
  });

  it('do not switch methods by a header', async () => {
    const server = await startTestServer();
    const answer = await server.request('/api/collections/blog/first-post', {
      method: 'POST',
      headers: { 'x-http-method-override': 'DELETE' },
      json: {},
    });
    expect(answer.status).toBe(405);
  });

  it('stop working the moment they are revoked', async () => {
    const server = await startTestServer();
    const { id, key } = await server.site.keys.create({ name: 'x', methods: ['GET'], paths: ['*'] });
    expect((await server.request('/api/collections', { as: { key } })).status).toBe(200);
    await server.site.keys.revoke(id);
    expect((await server.request('/api/collections', { as: { key } })).status).toBe(401);
  });

  it('of an address never reach the log', async () => {
    const server = await startTestServer({ ...BLOG, 'blog/torn.json': '{"id": "to' });
    const key = await server.key();
    expect(
      (await server.request(`/api/collections/blog/torn?api_key=${key}&x=1`, { as: 'nobody' })).status,
    ).toBe(500);
    expect(server.log.join('')).toContain('/api/collections/blog/torn');
    expect(server.log.join('')).not.toContain(key);
  });
});

describe('public operations', () => {
  const open = (operations: string[]) => ({
    ...BLOG,
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: operations },
  });

  it('allow anonymous callers the public operations of a collection only', async () => {
    const server = await startTestServer(open(['read', 'create']));
    const status = async (method: string, path: string, json?: unknown) =>
      (await server.request(path, { method, as: 'nobody', json })).status;
    expect(await status('GET', '/collections/blog')).toBe(200);
    expect(await status('GET', '/collections/blog/first-post')).toBe(200);
    expect(await status('HEAD', '/collections/blog')).toBe(200);
    expect(await status('POST', '/collections/blog', { title: 'Guest' })).toBe(201);
    expect(await status('PATCH', '/collections/blog/first-post', { title: 'x' })).toBe(401);
    expect(await status('DELETE', '/collections/blog/first-post')).toBe(401);
    expect(await status('PUT', '/collections/blog', { name: 'x' })).toBe(401);
    expect(await status('GET', '/collections/blog-private')).toBe(401);
    expect(await status('GET', '/collections')).toBe(401);
  });

  it('do not tell whether a closed collection exists', async () => {
    const server = await startTestServer();
    for (const path of [
      '/collections/blog',
      '/collections/nope',
      '/collections/blog/nope',
      '/schemas/nope',
    ]) {
      expect([path, (await server.request(path, { as: 'nobody' })).status]).toEqual([path, 401]);
    }
  });
});

describe('sessions', () => {
  const write = (server: TestServer, headers: Record<string, string>) =>
    server.request('/api/collections/blog', {
      method: 'POST',
      as: 'nobody',
      headers,
      json: { id: 'made', title: 'x' },
    });

  it('read without and write with their token', async () => {
    const server = await startTestServer();
    const { cookie, csrfToken } = server;
    expect((await server.request('/api/collections', { as: 'nobody', headers: { cookie } })).status).toBe(
      200,
    );
    const own = { cookie, 'x-csrf-token': csrfToken };
    expect(
      (await write(server, { ...own, origin: server.url, 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(201);
  });

  it('reject writes that do not come from our own page', async () => {
    const server = await startTestServer();
    const { cookie, csrfToken } = server;
    const other = await (await fetch(server.adminLink(), { redirect: 'manual' })).headers.get('set-cookie');
    const otherToken = (
      await server.request('/admin/session', {
        as: 'nobody',
        headers: { cookie: other?.split(';')[0] ?? '' },
      })
    ).json.csrfToken;
    const own = { cookie, 'x-csrf-token': csrfToken };
    const refused: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-csrf-token': '' },
      { cookie, 'x-csrf-token': 'nope' },
      { cookie, 'x-csrf-token': String(otherToken) },
      { ...own, origin: 'null' },
      { ...own, origin: 'http://evil.example' },
      { ...own, origin: `http://localhost:${server.port}` },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of refused) {
      const answer = await write(server, headers);
      expect([headers, answer.status, errorOf(answer).message]).toEqual([headers, 403, 'CSRF token invalid']);
    }
    expect((await server.request('/api/collections/blog/made')).status).toBe(404);
  });

  it('are anonymous when the cookie is forged', async () => {
    const server = await startTestServer();
    const headers = {
      cookie: `plinth_session_${server.port}=${'a'.repeat(64)}`,
      'x-csrf-token': server.csrfToken,
    };
    expect((await write(server, headers)).status).toBe(401);
  });
});
