import { describe, expect, it } from 'vitest';
import { BLOG, errorOf, startTestServer } from '../helpers/server.js';

const get = (target: string, lines: string[]) =>
  `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;

describe('the Host guard', () => {
  it('answers only for loopback names with the port', async () => {
    const server = await startTestServer();
    const { port } = server;
    const status = async (host: string) => (await server.raw(get('/healthz', [`Host: ${host}`]))).status;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect([host, await status(host)]).toEqual([host, 200]);
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `0.0.0.0:${port}`,
      `127.0.0.1:${port + 1}`,
      `user@127.0.0.1:${port}`,
      'localhost',
    ]) {
      expect([host, await status(host)]).toEqual([host, 403]);
    }
  });

  it('answers 400 for no host, an empty one and two of them', async () => {
    const server = await startTestServer();
    const own = `127.0.0.1:${server.port}`;
    expect((await server.raw('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400);
    expect((await server.raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(400);
    expect((await server.raw(get('/healthz', ['Host: ']))).status).toBe(400);
    expect((await server.raw(get('/healthz', [`Host: ${own}`, 'Host: evil.example']))).status).toBe(400);
    expect((await server.raw(get('/healthz', ['Host: evil.example', `Host: ${own}`]))).status).toBe(400);
  });

  it('looks at the host of an absolute request line', async () => {
    const server = await startTestServer();
    const own = `127.0.0.1:${server.port}`;
    const status = async (target: string) => (await server.raw(get(target, [`Host: ${own}`]))).status;
    expect(await status(`http://${own}/healthz`)).toBe(200);
    expect(await status('http://evil.example/healthz')).toBe(403);
    expect(await status(`http://evil.example@${own}/healthz`)).toBe(403);
    expect(await status('*')).toBe(400);
  });

  it('says why in JSON, with the id of the request', async () => {
    const server = await startTestServer();
    const answer = await server.raw(get('/api/collections', ['Host: evil.example']));
    const { error } = JSON.parse(answer.body);
    expect(error).toMatchObject({
      code: 403,
      type: 'forbidden',
      message: expect.any(String),
      docs: '/docs/errors#forbidden',
      requestId: expect.any(String),
    });
    expect(answer.head).toContain(`X-Request-Id: ${error.requestId}`);
  });
});

describe('the data folder', () => {
  it.each([
    '/content',
    '/content/',
    '/content/blog/first-post.json',
    '/content/.system/settings.json',
    '/CONTENT/blog/first-post.json',
    '/%63ontent/blog/first-post.json',
    '//content/blog/first-post.json',
    '/./content/x',
    '/x/../content/x',
    '/x/%2e%2e/content/x',
    '/%5ccontent/x',
    '/content/nothing-there',
    '/tcms-data/blog/first-post.json',
    '/Tcms-Data',
    '/content?x=1',
  ])('answers 403 to %s', async (target) => {
    const server = await startTestServer(BLOG, { name: 'content' });
    const key = await server.key();
    const answer = await server.raw(get(target, [`Host: 127.0.0.1:${server.port}`, `X-API-Key: ${key}`]));
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('First post');
  });

  it('answers for other methods the same', async () => {
    const server = await startTestServer(BLOG, { name: 'content' });
    expect((await server.request('/content/blog/first-post.json', { method: 'PUT', json: {} })).status).toBe(
      403,
    );
  });

  it.each(['api', 'collections', 'Schemas', 'admin', 'healthz'])(
    'keeps the routes when the folder is called %s',
    async (name) => {
      const server = await startTestServer(BLOG, { name });
      expect((await server.request('/api/collections')).status).toBe(200);
      expect((await server.request('/collections/blog/first-post')).status).toBe(200);
      expect((await server.request('/schemas')).status).toBe(200);
      expect((await server.request('/admin/session')).status).toBe(200);
      expect((await server.request('/healthz')).status).toBe(200);
    },
  );
});

describe('addresses', () => {
  it('answers 404 in JSON where there is nothing', async () => {
    const server = await startTestServer();
    for (const path of [
      '/nothing',
      '/api',
      '/api/',
      '/.env',
      '/package.json',
      '/Api/Collections',
      '/api/collections/',
    ]) {
      const answer = await server.request(path);
      expect([path, answer.status, errorOf(answer).code]).toEqual([path, 404, 404]);
    }
  });

  it('answers 400 to malformed percent-encoding', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/collections/blog/%zz')).status).toBe(400);
    expect((await server.request('/%')).status).toBe(400);
  });

  it('answers 414 above 8192 characters and 431 above 16 kB of headers', async () => {
    const server = await startTestServer();
    const own = `Host: 127.0.0.1:${server.port}`;
    expect((await server.raw(get(`/healthz?x=${'y'.repeat(8192)}`, [own]))).status).toBe(414);
    expect((await server.raw(get('/healthz', [own, `X-A: ${'y'.repeat(17_000)}`]))).status).toBe(431);
    expect((await server.raw(get(`/healthz?x=${'y'.repeat(8000)}`, [own]))).status).toBe(200);
  });

  it('answers 405 with Allow for other methods of a known path, and 204 to OPTIONS', async () => {
    const server = await startTestServer();
    const put = await server.request('/api/collections/blog/first-post', { method: 'POST', json: {} });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    const schema = await server.request('/collections/blog/schema', { method: 'DELETE' });
    expect([schema.status, schema.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await server.request('/import/jumpstart', { method: 'OPTIONS', as: 'nobody' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('answers unreadable HTTP with 400 in JSON and stays alive', async () => {
    const server = await startTestServer();
    const own = `Host: 127.0.0.1:${server.port}`;
    for (const bytes of [
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      `GET /healthz HTTP/1.1\r\n${own}\r\nX-A: a\0b\r\n\r\n`,
      `POST /healthz HTTP/1.1\r\n${own}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'NONSENSE\r\n\r\n',
    ]) {
      const answer = await server.raw(bytes);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error.code).toBe(400);
    }
    expect((await server.request('/healthz')).status).toBe(200);
  });
});

describe('headers', () => {
  it('gives every answer an id of its own and nothing about what serves it', async () => {
    const server = await startTestServer();
    const [one, two] = [await server.request('/healthz'), await server.request('/healthz')];
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    expect(one.headers.get('x-powered-by')).toBeNull();
    expect(one.headers.get('x-content-type-options')).toBe('nosniff');
    expect(one.headers.get('referrer-policy')).toBe('no-referrer');
    expect(one.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(one.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
  });

  it('lets pages of the admin load from here only', async () => {
    const server = await startTestServer();
    const { headers } = await server.request('/admin/');
    const policy = headers.get('content-security-policy') ?? '';
    const [first, second] = policy.split(';');
    expect([first, second]).toEqual([
      "default-src 'none'",
      `script-src 127.0.0.1:${server.port}/admin/assets/`,
    ]);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(headers.get('permissions-policy')).toContain('camera=(), ');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toContain("script-src 'unsafe-inline'");
  });

  it('makes clients ask again for what they keep, and keeps no errors', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/collections')).headers.get('cache-control')).toBe('private, no-cache');
    expect((await server.request('/api/nothing')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('CORS', () => {
  const origins: [string, boolean][] = [
    ['http://localhost:3000', true],
    ['http://127.0.0.1:8080', true],
    ['https://localhost', true],
    ['http://[::1]:3000', true],
    ['null', false],
    ['http://evil.example', false],
    ['http://localhost.evil.example', false],
    ['http://127.0.0.1.evil.example:80', false],
    ['http://evil.example#http://localhost:3000', false],
  ];

  it.each(origins)('for %s: %s', async (origin, allowed) => {
    const server = await startTestServer();
    const as = { key: await server.key() };
    const answer = await server.request('/api/collections/blog', { as, headers: { origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin');
  });
});
