import { describe, expect, it } from 'vitest';
import { detailsOf, errorOf, startTestServer } from '../helpers/server.js';

describe.each(['/api', ''])('with the prefix "%s"', (prefix) => {
  it('lists, reads, creates, changes, clones and deletes objects', async () => {
    const server = await startTestServer();
    const path = `${prefix}/collections/blog`;
    const created = await server.request(path, {
      method: 'POST',
      json: { title: 'Hello World', tags: ['a'] },
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ id: 'hello-world', title: 'Hello World', tags: ['a'] });
    expect(created.headers.get('location')).toBe(`${path}/hello-world`);
    expect((await server.request(path)).json).toMatchObject({ collection: 'blog', total: 3, count: 3 });

    const read = await server.request(`${path}/hello-world`);
    expect([read.status, read.text]).toEqual([200, created.text]);
    const replaced = await server.request(`${path}/hello-world`, { method: 'PUT', json: { title: 'New' } });
    expect([replaced.status, replaced.json.title, replaced.json.tags]).toEqual([200, 'New', ['a']]);
    const patched = await server.request(`${path}/hello-world`, { method: 'PATCH', json: { tags: null } });
    expect([patched.status, patched.json.title]).toEqual([200, 'New']);
    expect(patched.json).not.toHaveProperty('tags');

    const copy = await server.request(`${path}/hello-world/clone`, { method: 'POST', json: { id: 'copy' } });
    expect([copy.status, copy.json.id, copy.json.title]).toEqual([200, 'copy', 'New']);

    const deleted = await server.request(`${path}/hello-world`, { method: 'DELETE' });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(deleted.headers.get('x-trash-id')).toBeTruthy();
    expect((await server.request(`${path}/hello-world`)).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('says whether a collection or an object is there, without a body', async () => {
    const server = await startTestServer();
    for (const [path, status] of [
      ['/api/collections/blog', 200],
      ['/collections/blog/first-post', 200],
      ['/collections/nope', 404],
      ['/collections/blog/nope', 404],
    ] as const) {
      const answer = await server.request(path, { method: 'HEAD' });
      expect([path, answer.status, answer.text]).toEqual([path, status, '']);
    }
  });

  it('has the headers of GET', async () => {
    const server = await startTestServer();
    const [head, get] = [
      await server.request('/collections/blog/first-post', { method: 'HEAD' }),
      await server.request('/collections/blog/first-post'),
    ];
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    expect(Number(get.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
  });
});

describe('ETags', () => {
  it.each([
    '/api/collections',
    '/collections/blog',
    '/collections/blog/first-post',
    '/collections/blog/schema',
    '/collections/blog/settings',
    '/schemas',
    '/schemas/blog',
  ])('let %s be asked for again with 304', async (path) => {
    const server = await startTestServer();
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await server.request(path, { headers: { 'if-none-match': value } });
      expect([value, again.status, again.text, again.headers.get('etag')]).toEqual([value, 304, '', etag]);
    }
    expect((await server.request(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
  });

  it('change with the object and its list', async () => {
    const server = await startTestServer();
    const etags = async () => [
      (await server.request('/collections/blog')).headers.get('etag'),
      (await server.request('/collections/blog/first-post')).headers.get('etag'),
    ];
    const before = await etags();
    await server.request('/collections/blog/first-post', { method: 'PATCH', json: { title: 'Changed' } });
    const after = await etags();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('guard writes with If-Match', async () => {
    const server = await startTestServer();
    const path = '/collections/blog/first-post';
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    const changed = await server.request(path, {
      method: 'PATCH',
      headers: { 'if-match': etag },
      json: { title: 'A' },
    });
    expect(changed.status).toBe(200);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = method === 'DELETE' ? {} : { json: { title: 'B' } };
      const stale = await server.request(path, { method, headers: { 'if-match': etag }, ...body });
      expect([method, stale.status]).toEqual([method, 412]);
    }
    expect((await server.request(path)).json.title).toBe('A');
    const fresh = changed.headers.get('etag') ?? '';
    expect((await server.request(path, { method: 'DELETE', headers: { 'if-match': fresh } })).status).toBe(
      204,
    );
  });
});

describe('rejections of writes', () => {
  it('name a taken id and change nothing', async () => {
    const server = await startTestServer();
    const before = await server.read('blog/first-post.json');
    const answer = await server.request('/collections/blog', {
      method: 'POST',
      json: { id: 'first-post', title: 'x' },
    });
    expect(answer.status).toBe(422);
    expect(detailsOf(answer)).toHaveProperty('id');
    expect(await server.read('blog/first-post.json')).toEqual(before);
  });

  it.each([
    'CON',
    'nul',
    '../con',
    '.index',
    'schema',
    'query',
    'index',
    'settings',
    '__proto__',
    'x'.repeat(300),
    5,
    true,
    [],
    {},
  ])('name the id %j', async (id) => {
    const server = await startTestServer();
    const answer = await server.request('/collections/blog', { method: 'POST', json: { id, title: 'x' } });
    expect(answer.status).toBe(422);
    expect(detailsOf(answer)).toHaveProperty('id');
    expect((await server.request('/collections/blog')).json.total).toBe(2);
  });

  it('name every failing property at once', async () => {
    const server = await startTestServer();
    const answer = await server.request('/collections/blog', {
      method: 'POST',
      json: { id: 'x', title: '', media: 'no url', tags: { a: 1 }, date: 'the day after never' },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(detailsOf(answer)).toSorted()).toEqual(['date', 'media', 'tags', 'title']);
    expect(errorOf(answer)).toMatchObject({
      code: 422,
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('are 404 for what is not there', async () => {
    const server = await startTestServer();
    const cases = [
      ['POST', '/collections/nope', { title: 'x' }],
      ['PUT', '/collections/blog/nope', { title: 'x' }],
      ['PATCH', '/collections/blog/nope', { title: 'x' }],
      ['DELETE', '/collections/blog/nope', undefined],
      ['POST', '/collections/blog/nope/clone', {}],
      ['PUT', '/collections/nope/first-post', { title: 'x' }],
      ['DELETE', '/collections/nope/first-post', undefined],
    ] as const;
    for (const [method, path, json] of cases) {
      expect([method, path, (await server.request(path, { method, json })).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });

  it('are 400 for an id that is not the address’s', async () => {
    const server = await startTestServer();
    for (const method of ['PUT', 'PATCH']) {
      const answer = await server.request('/collections/blog/first-post', { method, json: { id: 'other' } });
      expect([method, answer.status]).toEqual([method, 400]);
    }
  });

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '..%5c..%5cx',
    '%00',
    'first-post%00.json',
    '%252e%252e',
    '.index',
    '.meta.json',
    'first-post.json',
    'con',
    'nul.',
    'first-post::$DATA',
    'cafe%cc%81',
    'x'.repeat(300),
    '__proto__',
    'constructor',
    'first-post;x=1',
  ])('are 404 for the id %s in the address, whatever the method', async (id) => {
    const server = await startTestServer();
    const own = `Host: 127.0.0.1:${server.port}\r\nX-API-Key: ${await server.key()}\r\nConnection: close`;
    const before = await server.read('blog/first-post.json');
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const answer = await server.raw(`${method} /api/collections/blog/${id} HTTP/1.1\r\n${own}\r\n\r\n`);
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect(await server.read('blog/first-post.json')).toEqual(before);
  });
});
