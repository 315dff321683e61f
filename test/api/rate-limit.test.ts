import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  BLOG,
  errorOf,
  type Sent,
  startTestServer,
  type TestServer,
} from '../helpers/server.js';

/** A server that allows this little. */
const limited = (limits: Record<string, number>, more: Record<string, unknown> = {}) =>
  startTestServer({ ...BLOG, '.system/settings.json': { edition: 'pro', limits, ...more } });

const left = ({ headers }: Answer) => [
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
];

/** The status of an anonymous request from an address of this machine. */
function statusFrom(server: TestServer, localAddress: string, headers: Record<string, string> = {}) {
  return new Promise<number>((resolve, reject) => {
    const options = { port: server.port, host: '127.0.0.1', localAddress, headers, path: '/api/collections' };
    httpRequest(options, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

describe('the headers of rate limits', () => {
  const answers: [number, string, string, Sent][] = [
    [200, 'an object, the fast path', '/api/collections/blog/first-post', {}],
    [200, 'a list without the prefix', '/collections/blog', {}],
    [200, 'what Express routes', '/api/collections/blog/query', {}],
    [201, 'a write', '/api/collections/blog', { method: 'POST', json: { id: 'x', title: 'X' } }],
    [304, 'an answer that is there already', '/api/collections/blog', { headers: { 'if-none-match': '*' } }],
    [404, 'an address there is not', '/api/nothing', {}],
    [404, 'an object there is not', '/collections/blog/nothing', {}],
    [405, 'another method', '/api/collections', { method: 'DELETE' }],
    [401, 'nobody', '/api/collections', { as: 'nobody' }],
    [401, 'a wrong key', '/collections/blog', { as: { key: 'wrong' } }],
    [
      403,
      'a session’s write without its proof',
      '/collections/blog',
      { method: 'POST', headers: { 'x-csrf-token': 'x' } },
    ],
    [422, 'a refused body', '/api/collections/blog', { method: 'POST', json: {} }],
    [400, 'a broken body', '/import/jumpstart', { method: 'POST', json: 5 }],
  ];
  it('stand on every answer of the API, and Retry-After on none of them', async () => {
    const server = await startTestServer();
    for (const [status, name, path, sent] of answers) {
      const headers = { ...sent.headers };
      if (headers['x-csrf-token']) headers.cookie = server.cookie;
      const as = headers.cookie ? 'nobody' : sent.as;
      const answer = await server.request(path, { ...sent, headers, ...(as && { as }) });
      expect([name, answer.status]).toEqual([name, status]);
      expect([name, answer.headers.get('x-ratelimit-limit')]).toEqual([
        name,
        [401, 403].includes(status) ? '600' : '600000',
      ]);
      expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
      const reset = Number(answer.headers.get('x-ratelimit-reset')) * 1000 - Date.now();
      expect(reset).toBeGreaterThan(0);
      expect(reset).toBeLessThanOrEqual(61_000);
      expect(answer.headers.get('retry-after')).toBeNull();
    }
  });

  it('do not stand on pages, files and signs of life', async () => {
    const server = await limited({ anonymous: 1 });
    for (const path of [
      '/healthz',
      '/admin/session',
      '/imageworks/blog/x/y.jpg',
      '/download/blog/x/y',
      '/',
    ]) {
      for (let times = 0; times < 3; times += 1) {
        const answer = await server.request(path, { as: 'nobody' });
        expect([path, answer.status === 429, answer.headers.get('x-ratelimit-limit')]).toEqual([
          path,
          false,
          null,
        ]);
      }
    }
  });

  it('count down over both prefixes and both ways', async () => {
    const server = await limited({ sessions: 5 });
    const paths = ['/api/collections/blog', '/collections/blog/first-post', '/api/status', '/collections'];
    // The session asked who it is before, which does not count.
    for (const [at, path] of paths.entries()) {
      expect(left(await server.request(path))).toEqual(['5', String(4 - at)]);
    }
  });
});

describe('beyond the limit', () => {
  it('requests are rejected with the time to wait, before anything else is looked at', async () => {
    const server = await limited({ sessions: 2 });
    for (let times = 0; times < 2; times += 1)
      expect((await server.request('/api/collections')).status).toBe(200);
    for (const path of ['/api/collections', '/collections/blog/first-post', '/api/nothing']) {
      const answer = await server.request(path);
      expect(answer.status).toBe(429);
      expect(errorOf(answer).code).toBe(429);
      expect(left(answer)).toEqual(['2', '0']);
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    const write = await server.request('/collections/blog', {
      method: 'POST',
      json: { id: 'no', title: 'x' },
    });
    expect(write.status).toBe(429);
    await expect(server.read('blog/no.json')).rejects.toThrow();
  });

  it('each key, each session and each address has its own', async () => {
    const server = await limited({ keys: 1, sessions: 1, anonymous: 1 });
    const [one, two] = [await server.key(), await server.key()];
    const callers: Sent['as'][] = [{ key: one }, { key: two }, 'owner', 'nobody'];
    for (const as of callers) expect((await server.request('/api/collections', { as })).status).not.toBe(429);
    for (const as of callers) expect((await server.request('/api/collections', { as })).status).toBe(429);
    expect(await statusFrom(server, '127.0.0.2')).toBe(401);
    expect(await statusFrom(server, '127.0.0.2')).toBe(429);
    // A key opens the door to whoever was refused as nobody.
    expect(await statusFrom(server, '127.0.0.2', { 'x-api-key': await server.key() })).toBe(200);
  });

  it('wrong keys and sessions count as anonymous', async () => {
    const server = await limited({ anonymous: 3 });
    const ask = async (sent: Sent) =>
      (await server.request('/api/collections', { as: 'nobody', ...sent })).status;
    expect(await ask({ as: { key: `plinth_${'0'.repeat(64)}` } })).toBe(401);
    expect(await ask({ headers: { authorization: 'Bearer x' } })).toBe(401);
    expect(await ask({ headers: { cookie: `plinth_session_${server.port}=${'0'.repeat(64)}` } })).toBe(401);
    expect(await ask({ as: { key: 'x' } })).toBe(429);
    expect(await ask({})).toBe(429);
    expect(await ask({ as: 'owner' })).toBe(200);
  });

  it('some things have limits of their own for those who show nothing', async () => {
    const server = await limited({ anonymous: 2, triggers: 1, mcp: 1, tokens: 1, registrations: 1 });
    for (const path of ['/automations/x', '/mcp', '/oauth/token', '/oauth/register']) {
      const post = () => server.request(path, { method: 'POST', as: 'nobody', json: {} });
      expect([path, left(await post())]).toEqual([path, ['1', '0']]);
      expect([path, (await post()).status]).toEqual([path, 429]);
    }
    expect((await server.request('/automations/y', { method: 'POST', as: 'nobody' })).status).toBe(429);
    expect(left(await server.request('/api/collections', { as: 'nobody' }))).toEqual(['2', '1']);
  });

  it('a changed limit holds at once', async () => {
    const server = await limited({ anonymous: 1 });
    const ask = async () => (await server.request('/collections', { as: 'nobody' })).status;
    expect([await ask(), await ask()]).toEqual([401, 429]);
    await server.request('/api/settings', { method: 'PATCH', json: { 'limits.anonymous': 3 } });
    expect([await ask(), await ask()]).toEqual([401, 429]);
  });
});

describe('X-Forwarded-For', () => {
  it('is not believed unless the user trusts the proxy that writes it', async () => {
    const server = await limited({ anonymous: 3 });
    const statuses = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push(await statusFrom(server, '127.0.0.1', { 'x-forwarded-for': `198.51.100.${n}` }));
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
  });

  it('names the client behind a trusted proxy, as far as that has seen it', async () => {
    const server = await limited({ anonymous: 2 }, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    const ask = (forwarded: string) => statusFrom(server, '127.0.0.1', { 'x-forwarded-for': forwarded });
    expect(await ask('198.51.100.1')).toBe(401);
    // What a client writes itself stands before what the proxy adds.
    expect(await ask('203.0.113.9, 198.51.100.1')).toBe(401);
    expect(await ask('198.51.100.1, 10.1.2.3')).toBe(429);
    expect(await ask('198.51.100.2')).toBe(401);
    expect(await statusFrom(server, '127.0.0.2', { 'x-forwarded-for': '198.51.100.1' })).toBe(401);
  });
});
