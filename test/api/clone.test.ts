import { describe, expect, it } from 'vitest';
import { BLOG, startTestServer } from '../helpers/server.js';

describe('clone', () => {
  const clone = '/api/collections/blog/first-post/clone';

  it.each([undefined, {}, { id: 'first-post' }, { id: 'first-post', collection: 'blog' }])(
    'with the body %j answers the source and changes nothing',
    async (json) => {
      const server = await startTestServer();
      const before = await server.read('blog/first-post.json');
      const answer = await server.request(clone, { method: 'POST', json });
      expect([answer.status, answer.json.id]).toEqual([200, 'first-post']);
      expect(await server.read('blog/first-post.json')).toEqual(before);
      expect((await server.request('/collections/blog')).json.total).toBe(2);
    },
  );

  it('copies into another collection', async () => {
    const server = await startTestServer();
    const answer = await server.request(clone, { method: 'POST', json: { collection: 'blog-private' } });
    expect([answer.status, answer.json.id]).toEqual([200, 'first-post']);
    expect((await server.request('/collections/blog-private/first-post')).json.title).toBe('First post');
  });

  const refused: [unknown, number][] = [
    [[], 400],
    ['x', 400],
    [{ id: 7 }, 400],
    [{ collection: 7 }, 400],
    [{ id: '__proto__' }, 422],
    [{ id: 'schema' }, 422],
    [{ id: 'second-post' }, 422],
    [{ id: 'x', collection: 'nope' }, 404],
    [{ id: 'x', collection: '../x' }, 404],
    [{ id: 'x', collection: '.system' }, 404],
  ];
  it.each(refused)('with the body %j is rejected with %i', async (json, status) => {
    const server = await startTestServer();
    const before = await server.read('blog/second-post.json');
    expect((await server.request(clone, { method: 'POST', json })).status).toBe(status);
    expect(await server.read('blog/second-post.json')).toEqual(before);
    expect((await server.request('/collections/blog')).json.total).toBe(2);
  });

  it('asks for the right to the collection it copies into', async () => {
    const server = await startTestServer();
    const as = { key: await server.key({ methods: ['GET', 'POST'], paths: ['/collections/blog'] }) };
    const into = (collection: string) =>
      server.request(clone, { method: 'POST', as, json: { id: 'copy', collection } });
    expect((await into('blog-private')).status).toBe(403);
    expect((await into('blog')).status).toBe(200);
  });

  it('is rejected for callers who may create but not read', async () => {
    const opened = (operations: string[]) => ({ id: 'blog', schema: 'blog', publicOperations: operations });
    const server = await startTestServer({ ...BLOG, 'blog/.meta.json': opened(['create']) });
    expect((await server.request(clone, { method: 'POST', as: 'nobody' })).status).toBe(401);
    const open = await startTestServer({ ...BLOG, 'blog/.meta.json': opened(['create', 'read']) });
    expect((await open.request(clone, { method: 'POST', as: 'nobody' })).status).toBe(200);
    const elsewhere = { id: 'copy', collection: 'blog-private' };
    expect((await open.request(clone, { method: 'POST', as: 'nobody', json: elsewhere })).status).toBe(401);
  });
});

describe('private properties', () => {
  const files = {
    '.schemas/account.json': {
      id: 'account',
      properties: {
        id: { type: 'slug', field: 'id' },
        title: { type: 'string', field: 'text' },
        token: { type: 'string', field: 'secret' },
      },
      required: ['id'],
      index: ['id', 'title'],
    },
    'accounts/.meta.json': {
      id: 'accounts',
      schema: 'account',
      publicOperations: ['read', 'create', 'update'],
    },
    'accounts/one.json': { id: 'one', title: 'One', token: 'hush-hush' },
  };

  it('are shown only to callers who may write the object', async () => {
    const server = await startTestServer(files);
    const reader = { key: await server.key({ methods: ['GET', 'POST'], paths: ['/collections/accounts'] }) };
    const writer = { key: await server.key({ methods: ['GET', 'PATCH'], paths: ['/collections/accounts'] }) };
    const path = '/api/collections/accounts';
    for (const as of ['owner', writer] as const) {
      expect((await server.request(`${path}/one`, { as })).json.token).toBe('hush-hush');
    }
    for (const as of ['nobody', reader] as const) {
      for (const [method, address, json] of [
        ['GET', path, undefined],
        ['GET', `${path}/one`, undefined],
        ['POST', `${path}/one/clone`, undefined],
        ['POST', `${path}/one/clone`, { id: `copy-${as === 'nobody' ? 'a' : 'b'}` }],
        ['POST', path, { title: 'Two', token: 'hush-hush' }],
      ] as const) {
        const answer = await server.request(address, { method, as, json });
        expect([method, address, answer.status < 300]).toEqual([method, address, true]);
        expect(answer.text).not.toContain('hush');
      }
    }
  });

  it('are not in the answer of a change that is open to everyone', async () => {
    const server = await startTestServer(files);
    const path = '/api/collections/accounts/one';
    const writer = { key: await server.key({ methods: ['PUT', 'PATCH'], paths: ['/collections/accounts'] }) };
    for (const method of ['PUT', 'PATCH']) {
      for (const as of ['owner', writer] as const) {
        const shown = await server.request(path, { method, as, json: { title: 'Two' } });
        expect([method, shown.status, shown.json.token]).toEqual([method, 200, 'hush-hush']);
      }
      const hidden = await server.request(path, { method, as: 'nobody', json: { title: 'Three' } });
      expect([method, hidden.status, hidden.json.title]).toEqual([method, 200, 'Three']);
      expect(hidden.text).not.toContain('hush');
    }
    expect((await server.request(path)).json).toMatchObject({ title: 'Three', token: 'hush-hush' });
  });
});
