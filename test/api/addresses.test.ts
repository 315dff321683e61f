/** Ids and keys in addresses, and who may ask from where. */
import { describe, expect, it } from 'vitest';
import { BLOG, detailsOf, errorOf, sharedServer, startTestServer } from '../helpers/server.js';

const BLOG_AT = '/api/collections/blog';

describe('an id that is sent', () => {
  it.each([
    ['My Post!', 'my-post'],
    ['  Über uns ', 'ueber-uns'],
    ['a/b', 'a-b'],
    ['../../etc/passwd', 'etc-passwd'],
    ['legal_id-1', 'legal_id-1'],
  ])('is brought into the spelling of ids: %j', async (sent, id) => {
    const server = await startTestServer();
    const made = await server.request(BLOG_AT, { method: 'POST', json: { id: sent, title: 'T' } });
    expect([made.status, made.json.id, made.headers.get('location')]).toEqual([201, id, `${BLOG_AT}/${id}`]);
    const again = await server.request(BLOG_AT, { method: 'POST', json: { id: sent, title: 'T' } });
    expect([again.status, Object.keys(detailsOf(again))]).toEqual([422, ['id']]);

    const clone = await server.request(`${BLOG_AT}/first-post/clone`, {
      method: 'POST',
      json: { id: `${sent} copy` },
    });
    expect([clone.status, clone.json.id]).toEqual([200, `${id}-copy`]);
    const operations = [
      { operation: 'create', collection: 'blog', id: `${sent} batch`, data: { title: 'T' } },
    ];
    const batch = await server.request('/api/batch', { method: 'POST', json: { operations } });
    expect([batch.status, batch.json.results]).toEqual([
      200,
      [expect.objectContaining({ id: `${id}-batch` })],
    ]);
  });

  it.each(['!!!', '', null])('is made like a missing one where nothing is left of it: %j', async (id) => {
    const server = await startTestServer();
    const made = await server.request(BLOG_AT, { method: 'POST', json: { id, title: 'Some title' } });
    expect([made.status, made.json.id]).toEqual([201, 'some-title']);
    const clone = await server.request(`${BLOG_AT}/first-post/clone`, { method: 'POST', json: { id } });
    expect([clone.status, clone.json.id]).toEqual([200, 'first-post']);
  });

  it.each([42, true, {}, 'New', 'CON', '__proto__', 'x'.repeat(200)])('is rejected: %j', async (id) => {
    const server = await startTestServer();
    const refused = await server.request(BLOG_AT, { method: 'POST', json: { id, title: 'T' } });
    expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([422, ['id']]);
  });
});

describe('an id in an address that is none', () => {
  const ODD = `${BLOG_AT}/First%20Post!`;

  it('leads to the object it would be', async () => {
    const server = await startTestServer();
    for (const [method, path, to] of [
      ['GET', ODD, `${BLOG_AT}/first-post`],
      ['HEAD', ODD, `${BLOG_AT}/first-post`],
      ['PATCH', '/collections/blog/FIRST-POST', '/collections/blog/first-post'],
      ['DELETE', ODD, `${BLOG_AT}/first-post`],
      ['PUT', `${ODD}/title?x=1`, `${BLOG_AT}/first-post/title?x=1`],
      ['POST', `${ODD}/clone`, `${BLOG_AT}/first-post/clone`],
    ]) {
      const answer = await server.request(path ?? '', { method: method ?? '' });
      expect([method, path, answer.status, answer.headers.get('location')]).toEqual([method, path, 308, to]);
    }
    expect((await server.request(`${BLOG_AT}/first-post`)).status).toBe(200);
  });

  it('is 404 where there is none', async () => {
    const server = await startTestServer();
    for (const id of ['No%20Such', '%2e%2e', '!!!', 'CON']) {
      expect([id, (await server.request(`${BLOG_AT}/${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('asks for the rights to the real one, and does not carry the key on', async () => {
    const server = await startTestServer();
    const key = await server.key({ methods: ['GET'], paths: ['/collections/blog-private'] });
    expect((await server.request(ODD, { as: { key } })).status).toBe(403);
    expect((await server.request(ODD, { as: 'nobody' })).status).toBe(401);
    const good = await server.key({ methods: ['GET'] });
    const led = await server.request(`${ODD}?api_key=${good}&a=b`, { as: 'nobody' });
    expect([led.status, led.headers.get('location')]).toEqual([308, `${BLOG_AT}/first-post?a=b`]);
  });
});

describe('an address that is no route', () => {
  const shared = sharedServer(() => BLOG);

  it.each([
    ['/api/collections/', '/api/collections'],
    ['/api/collections/blog/?limit=1', '/api/collections/blog'],
    ['/API/Collections', '/api/collections'],
    ['/api/Collections/blog/', '/api/collections/blog'],
    ['/api/collection', undefined],
    ['/api/collections//', undefined],
    ['/API/%3Cb%3E', undefined],
    ['/Report/collections/blog/csv/', '/report/collections/blog/csv'],
  ])('is answered with the one that was meant: %s', async (path, meant) => {
    const answer = await shared().request(path);
    const message = meant === undefined ? 'Not found' : `Not found; did you mean "${meant}"?`;
    expect([answer.status, errorOf(answer).message]).toEqual([404, message]);
  });
});

describe('a key in the query', () => {
  it.each(['api_key', '%61pi_key', 'api%5Fkey'])('is in no link of the answer: %s', async (name) => {
    const server = await startTestServer();
    const key = await server.key();
    // Spelled in another way it is no key, and is left out all the same.
    const sent = name === 'api_key' ? ({ as: 'nobody' } as const) : {};
    for (const path of [`${BLOG_AT}?limit=1&`, `${BLOG_AT}/query?limit=1&`]) {
      const answer = await server.request(`${path}${name}=${key}&sort=title`, sent);
      const link = answer.headers.get('link') ?? '';
      expect([answer.status, link.includes('sort=title')]).toEqual([200, true]);
      expect(decodeURIComponent(link)).not.toContain('api_key');
      expect(answer.text + link).not.toContain(key);
    }
    const page = await server.request(`${BLOG_AT}/query?format=html&limit=1&${name}=${key}`, sent);
    expect([page.status, page.text.includes('rel="next"'), page.text.includes(key)]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('is not looked at on /automations', async () => {
    const server = await startTestServer();
    const unknown = await server.request('/automations/nothing?api_key=plinth_abc', {
      method: 'POST',
      as: 'nobody',
    });
    expect(unknown.status).toBe(404);
    const elsewhere = await server.request(`${BLOG_AT}?api_key=plinth_abc`, { as: 'nobody' });
    expect(elsewhere.status).toBe(401);
  });
});

describe('pages of other origins', () => {
  const ALLOWED = [
    'http://localhost:3000',
    'http://127.0.0.1:4321',
    'http://[::1]:80',
    'https://site.example',
  ];
  const LISTED = { ...BLOG, '.system/settings.json': { origins: ['https://site.example'] } };
  const ROUTES = [
    ['POST', BLOG_AT],
    ['PATCH', `${BLOG_AT}/first-post`],
    ['PUT', `${BLOG_AT}/first-post/title`],
    ['DELETE', '/collections/blog/second-post'],
    ['GET', '/report/collections/blog/csv?fields=title'],
    ['GET', '/download/blog/first-post/x'],
    ['GET', '/healthz'],
    ['POST', '/import/jumpstart'],
    ['GET', '/api/settings'],
  ] as const;

  it.each(ALLOWED)('may use every method of every route with a key, without cookies: %s', async (origin) => {
    const server = await startTestServer(LISTED);
    const key = await server.key();
    for (const [method, path] of ROUTES) {
      const preflight = await server.request(path, {
        method: 'OPTIONS',
        as: 'nobody',
        headers: { origin, 'access-control-request-method': method },
      });
      expect([path, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
        path,
        204,
        origin,
      ]);
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('X-API-Key');
      const answer = await server.request(path, { method, as: { key }, headers: { origin } });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, origin]);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const saved = await server.request(`${BLOG_AT}/first-post`, {
      method: 'PATCH',
      json: { title: 'From a page' },
      as: { key },
      headers: { origin },
    });
    expect(saved.status).toBe(200);
    // The browser would send our cookie between two ports of one host.
    const withCookie = await server.request(`${BLOG_AT}/first-post`, {
      method: 'PATCH',
      json: { title: 'By cookie' },
      headers: { origin },
    });
    expect(withCookie.status).toBe(403);
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
    'are not revealed: %s',
    async (origin) => {
      const server = await startTestServer(LISTED);
      const headers = { origin, 'access-control-request-method': 'POST' };
      const preflight = await server.request(BLOG_AT, { method: 'OPTIONS', as: 'nobody', headers });
      const read = await server.request(BLOG_AT, { as: { key: await server.key() }, headers: { origin } });
      for (const answer of [preflight, read]) {
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(answer.headers.get('vary')).toContain('Origin');
      }
    },
  );
});

describe('/stream', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('does not take %s', async (method) => {
    const server = await startTestServer();
    for (const path of ['/stream/docs/a/doc', '/stream/docs/a/doc/x.pdf']) {
      const answer = await server.request(path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  });
});
