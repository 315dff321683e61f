import { describe, expect, it } from 'vitest';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { listIn } from '../helpers/users.js';

const EVENT = {
  id: 'event',
  description: 'Public events',
  properties: {
    id: { type: 'slug', field: 'id', settings: {} },
    title: { type: 'string', field: 'text', label: 'Title', maxLength: 20 },
    seats: { type: 'number', field: 'number', label: 'Seats' },
  },
  required: ['id', 'title'],
  index: ['id', 'title'],
};

const post = (server: TestServer, path: string, json: unknown) =>
  server.request(path, { method: 'POST', json });

describe('collections', () => {
  it('are listed with their counts', async () => {
    const server = await startTestServer();
    for (const path of ['/api/collections', '/collections']) {
      const { collections } = (await server.request(path)).json;
      expect(collections).toMatchObject([
        { name: 'blog', title: 'Blog', count: 2, schema: '/schemas/blog' },
        { name: 'blog-private', title: 'Private', count: 1, schema: '/schemas/blog' },
      ]);
    }
  });

  it('are made, read, changed and deleted', async () => {
    const server = await startTestServer();
    const made = await post(server, '/api/collections', { id: 'news', schema: 'blog', name: 'News' });
    expect([made.status, made.json.id, made.json.schema]).toEqual([201, 'news', 'blog']);
    const path = '/api/collections/news';
    expect((await server.request(`${path}/settings`)).json).toEqual(made.json);
    const patched = await server.request(path, {
      method: 'PATCH',
      json: { name: 'Latest', category: 'Site' },
    });
    expect([patched.status, patched.json.name, patched.json.category]).toEqual([200, 'Latest', 'Site']);
    const named = await server.request(path, { method: 'PUT', json: { name: 'All' } });
    expect([named.status, named.json]).toEqual([
      200,
      { ...patched.json, name: 'All', updated: named.json.updated },
    ]);
    const reset = await server.request(path, { method: 'PUT', json: { category: null } });
    expect([reset.status, reset.json.name, reset.json.category]).toEqual([200, 'All', '']);
    const deleted = await server.request(path, { method: 'DELETE' });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await server.request(path)).status).toBe(404);
  });

  it('have an icon and a color, which their summary shows and a change of others keeps', async () => {
    const server = await startTestServer();
    const look = { icon: 'book', color: 'violet' };
    const blog = async () => {
      const { collections } = (await server.request('/api/collections')).json;
      return Array.isArray(collections) ? collections[0] : undefined;
    };
    const send = (method: string, json: unknown) => server.request('/api/collections/blog', { method, json });
    expect(await blog()).not.toHaveProperty('icon');
    expect((await send('PATCH', look)).json).toMatchObject(look);
    expect((await send('PATCH', { name: 'Journal' })).json).toMatchObject(look);
    expect(await blog()).toMatchObject({ title: 'Journal', ...look });
    expect((await send('PATCH', { icon: '' })).json).not.toHaveProperty('icon');
    expect(await blog()).toMatchObject({ color: 'violet' });
    expect((await send('PUT', { name: 'Log' })).json).toMatchObject({ color: 'violet' });
    const wrong = await send('PATCH', { icon: 'unicorn', color: '#ff0000' });
    expect([wrong.status, Object.keys(detailsOf(wrong))]).toEqual([422, ['icon', 'color']]);
    expect(detailsOf(wrong).color).toEqual([expect.stringContaining('must be one of amber, blue')]);
  });

  it('with objects are deleted with force only, and come back from the trash', async () => {
    const server = await startTestServer();
    const refused = await server.request('/api/collections/blog', { method: 'DELETE' });
    expect([refused.status, errorOf(refused).message]).toEqual([422, expect.stringContaining('2 objects')]);
    const deleted = await server.request('/api/collections/blog?force=true', { method: 'DELETE' });
    expect(deleted.status).toBe(204);
    const entry = deleted.headers.get('x-trash-id');
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(404);
    expect((await post(server, `/api/trash/${entry}/restore`, undefined)).status).toBe(200);
    expect((await server.request('/api/collections/blog')).json.total).toBe(2);
  });

  const refused: [unknown, number, string?][] = [
    [{ id: 'blog', schema: 'blog' }, 422, 'id'],
    [{ id: '../x', schema: 'blog' }, 422, 'id'],
    [{ id: '.system', schema: 'blog' }, 422, 'id'],
    [{ id: 'Upper', schema: 'blog' }, 422, 'id'],
    [{ id: 'schemas', schema: 'blog' }, 422, 'id'],
    [{ id: 'x'.repeat(300), schema: 'blog' }, 422, 'id'],
    [{ schema: 'blog' }, 422, 'id'],
    [{ id: 'news', schema: 'never-there' }, 422, 'schema'],
    [{ id: 'news' }, 422, 'schema'],
    [{ id: 'news', schema: 'blog', publicOperations: ['everything'] }, 422, 'publicOperations'],
    [{ id: 5, schema: 5 }, 422, 'id'],
  ];
  it.each(refused)('like %j are rejected with %i', async (json, status, property) => {
    const server = await startTestServer();
    const answer = await post(server, '/api/collections', json);
    expect(answer.status).toBe(status);
    if (property !== undefined) expect(detailsOf(answer)).toHaveProperty(property);
    expect((await server.request('/api/collections')).json.collections).toHaveLength(2);
  });

  it('are managed by the owner or a key for all of them', async () => {
    const server = await startTestServer();
    const one = { key: await server.key({ paths: ['/collections/blog'] }) };
    const all = { key: await server.key({ paths: ['/collections'] }) };
    const rename = (as: { key: string }) =>
      server.request('/api/collections/blog', { method: 'PATCH', as, json: { name: 'x' } });
    expect((await rename(one)).status).toBe(403);
    expect((await rename(all)).status).toBe(200);
    expect(
      (await server.request('/api/collections', { method: 'POST', as: 'nobody', json: {} })).status,
    ).toBe(401);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const body = method === 'DELETE' ? {} : { json: {} };
      const unknown = await server.request('/api/collections/nope', { method, ...body });
      expect([method, unknown.status]).toEqual([method, 404]);
    }
  });

  it('tell their schema, flattened or raw', async () => {
    const server = await startTestServer({
      ...BLOG,
      '.schemas/base.json': {
        id: 'base',
        properties: { note: { type: 'string', field: 'text' } },
        required: [],
        index: [],
      },
      '.schemas/event.json': { ...EVENT, inheritFrom: ['base'] },
      'events/.meta.json': { id: 'events', schema: 'event', name: 'Events' },
    });
    const flat = await server.request('/collections/events/schema');
    expect(flat.json).toMatchObject({
      id: 'event',
      properties: { title: { required: true }, note: { inheritedFrom: 'base' } },
    });
    const raw = await server.request('/collections/events/schema?raw=true');
    expect(raw.json.properties).not.toHaveProperty('note');
    expect((await server.request('/collections/nope/schema')).status).toBe(404);
  });
});

describe('schemas', () => {
  it('are listed, all or by kind', async () => {
    const server = await startTestServer({ ...BLOG, '.schemas/event.json': EVENT });
    const names = async (query: string) => {
      const { schemas } = (await server.request(`/schemas${query}`)).json;
      return Array.isArray(schemas) ? schemas.map((schema) => Object(schema).name) : [];
    };
    expect(await names('')).toEqual(expect.arrayContaining(['blog', 'text', 'event']));
    expect(await names('?filter=custom')).toEqual(['event']);
    expect(await names('?filter=reserved')).not.toContain('event');
    expect(await names('?filter=nonsense')).toContain('event');
  });

  it('are found by their own id or a collection’s', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/schemas/blog')).json).toMatchObject({ id: 'blog', reserved: true });
    expect((await server.request('/api/schemas/blog-private')).json).toMatchObject({ id: 'blog' });
    for (const name of ['nope', '..', '%2e%2e%2fx', 'Blog', '__proto__']) {
      expect([name, (await server.request(`/api/schemas/${name}`)).status]).toEqual([name, 404]);
    }
  });

  it('are made, changed and deleted', async () => {
    const server = await startTestServer();
    const made = await post(server, '/api/schemas', EVENT);
    expect([made.status, made.json.id]).toEqual([201, 'event']);
    await post(server, '/api/collections', { id: 'events', schema: 'event' });
    expect(
      (await post(server, '/api/collections/events', { title: 'A much too long title of an event' })).status,
    ).toBe(422);
    const longer = {
      ...EVENT,
      properties: { ...EVENT.properties, title: { type: 'string', field: 'text' } },
    };
    expect((await server.request('/api/schemas/event', { method: 'PUT', json: longer })).status).toBe(200);
    expect(
      (await post(server, '/api/collections/events', { title: 'A much too long title of an event' })).status,
    ).toBe(201);
    const used = await server.request('/api/schemas/event', { method: 'DELETE' });
    expect([used.status, errorOf(used).message]).toEqual([422, expect.stringContaining('events')]);
    await server.request('/api/collections/events?force=true', { method: 'DELETE' });
    expect((await server.request('/api/schemas/event', { method: 'DELETE' })).status).toBe(204);
    expect((await server.request('/api/schemas/event')).status).toBe(404);
  });

  it('that are deleted name their trash entry, from which they come back', async () => {
    const server = await startTestServer({ '.schemas/event.json': EVENT });
    const before = await server.request('/api/schemas/event?raw=true');
    const deleted = await server.request('/api/schemas/event', { method: 'DELETE' });
    const entry = deleted.headers.get('x-trash-id');
    expect((await server.request('/api/schemas/event')).status).toBe(404);
    expect((await post(server, `/api/trash/${entry}/restore`, undefined)).status).toBe(200);
    expect((await server.request('/api/schemas/event?raw=true')).text).toBe(before.text);
    const refused = await server.request('/api/schemas/blog', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('x-trash-id')]).toEqual([422, null]);
  });

  describe('from elsewhere', () => {
    const FOREIGN = {
      ...EVENT,
      $id: 'https://example.com/schemas/event.json',
      title: 'An event',
      name: 'Event of the club',
      document: 'event.docx',
      'x-form': { tabs: ['one', 'two'] },
      examples: [],
    };
    const stored = async (server: TestServer) =>
      JSON.parse((await server.read('.schemas/event.json')).toString());

    it('are answered whole with raw=true, also under the name of a collection', async () => {
      const server = await startTestServer({
        '.schemas/event.json': FOREIGN,
        'events/.meta.json': { id: 'events', schema: 'event' },
      });
      for (const path of ['/api/schemas/event', '/api/schemas/events', '/api/collections/events/schema']) {
        expect((await server.request(`${path}?raw=true`)).json.document).toEqual(FOREIGN);
        expect((await server.request(path)).json).not.toHaveProperty('document');
      }
    });

    it('lose nothing when what was read is saved', async () => {
      const server = await startTestServer({ '.schemas/event.json': FOREIGN });
      const { json } = await server.request('/api/schemas/event?raw=true');
      const document = { ...Object(json.document), description: 'Changed' };
      const saved = await server.request('/api/schemas/event', { method: 'PUT', json: document });
      expect(saved.status).toBe(200);
      const { properties: _properties, ...others } = FOREIGN;
      expect(await stored(server)).toMatchObject({ ...others, description: 'Changed' });
      expect(Object(saved.json.document)).toEqual(await stored(server));
    });

    it('keep what an answer names otherwise when the answer itself is saved', async () => {
      const server = await startTestServer({ '.schemas/event.json': FOREIGN });
      const { json } = await server.request('/api/schemas/event?raw=true');
      await server.request('/api/schemas/event', { method: 'PUT', json: { ...json, 'x-new': 1 } });
      const { title, name, document } = FOREIGN;
      expect(await stored(server)).toMatchObject({ title, name, document, 'x-new': 1 });
      expect(await stored(server)).not.toHaveProperty('usedBy');
    });
  });

  it('that inherit from themselves are rejected', async () => {
    const server = await startTestServer();
    const answer = await post(server, '/api/schemas', { ...EVENT, inheritFrom: ['event'] });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, ['inheritFrom']]);
  });

  it('that others inherit from stay', async () => {
    const server = await startTestServer();
    await post(server, '/api/schemas', EVENT);
    await post(server, '/api/schemas', { ...EVENT, id: 'talk', inheritFrom: ['event'] });
    const answer = await server.request('/api/schemas/event', { method: 'DELETE' });
    expect([answer.status, errorOf(answer).message]).toEqual([422, expect.stringContaining('talk')]);
  });

  const refused: [string, unknown, number][] = [
    ['of a built-in id', { ...EVENT, id: 'blog' }, 422],
    ['of a reserved word', { ...EVENT, id: 'schema' }, 422],
    ['of an illegal id', { ...EVENT, id: '../x' }, 422],
    ['of a long id', { ...EVENT, id: 'x'.repeat(300) }, 422],
    ['without properties', { id: 'event', required: [], index: [] }, 422],
    ['with properties of a wrong shape', { ...EVENT, properties: [] }, 422],
    ['with a property of a wrong shape', { ...EVENT, properties: { title: 5 } }, 422],
    ['with required of a wrong shape', { ...EVENT, required: 'title' }, 422],
  ];
  it.each(refused)('%s are rejected', async (_name, json, status) => {
    const server = await startTestServer();
    const answer = await post(server, '/api/schemas', json);
    expect([answer.status, Object.keys(detailsOf(answer)).length > 0]).toEqual([status, true]);
  });

  it('built in or unknown cannot be changed or deleted', async () => {
    const server = await startTestServer();
    const status = async (method: string, id: string, json?: unknown) =>
      (await server.request(`/api/schemas/${id}`, { method, json })).status;
    expect(await status('DELETE', 'blog')).toBe(422);
    expect(await status('PUT', 'blog', { ...EVENT, id: 'blog' })).toBe(422);
    expect(await status('DELETE', 'nope')).toBe(404);
    expect(await status('PUT', 'nope', { ...EVENT, id: 'nope' })).toBe(404);
  });

  it('are managed by the owner or a key that covers them', async () => {
    const server = await startTestServer();
    const create = async (as: { key: string } | 'nobody') =>
      (await server.request('/api/schemas', { method: 'POST', as, json: EVENT })).status;
    expect(await create('nobody')).toBe(401);
    expect(await create({ key: await server.key({ paths: ['/collections'] }) })).toBe(403);
    expect(await create({ key: await server.key({ paths: ['/schemas'], methods: ['GET'] }) })).toBe(403);
    expect(await create({ key: await server.key({ paths: ['/schemas'] }) })).toBe(201);
  });
});

describe('the trash', () => {
  it('gives an object back as it was', async () => {
    const server = await startTestServer();
    const path = '/api/collections/blog/first-post';
    const before = await server.request(path);
    const deleted = await server.request(path, { method: 'DELETE' });
    const entry = deleted.headers.get('x-trash-id');
    expect((await server.request('/api/trash')).json).toEqual({
      entries: [
        {
          id: entry,
          kind: 'object',
          collection: 'blog',
          object: 'first-post',
          title: 'First post',
          deleted: expect.any(String),
        },
      ],
    });
    expect((await server.request(path)).status).toBe(404);
    const restored = await post(server, `/api/trash/${entry}/restore`, undefined);
    expect([restored.status, restored.json.object]).toEqual([200, 'first-post']);
    expect((await server.request(path)).text).toBe(before.text);
    expect((await server.request('/api/trash')).json).toEqual({ entries: [] });
  });

  it('does not write over what has taken the place', async () => {
    const server = await startTestServer();
    const deleted = await server.request('/api/collections/blog/first-post', { method: 'DELETE' });
    await post(server, '/api/collections/blog', { id: 'first-post', title: 'New' });
    const restored = await post(server, `/api/trash/${deleted.headers.get('x-trash-id')}/restore`, undefined);
    expect(restored.status).toBe(422);
    expect((await server.request('/api/collections/blog/first-post')).json.title).toBe('New');
  });

  it('is listed in parts, the newest first', async () => {
    const server = await startTestServer();
    for (const id of ['first-post', 'second-post']) {
      await server.request(`/api/collections/blog/${id}`, { method: 'DELETE' });
    }
    const all = listIn(await server.request('/api/trash'), 'entries');
    expect(all).toHaveLength(2);
    for (const [query, expected] of [
      ['limit=1', all.slice(0, 1)],
      ['limit=1&offset=1', all.slice(1)],
      ['offset=1', all.slice(1)],
      ['offset=9', []],
      ['limit=x&offset=-1', all],
    ] as const) {
      const part = await server.request(`/api/trash?${query}`);
      expect([query, listIn(part, 'entries')]).toEqual([query, expected]);
      expect(part.headers.get('x-total-count')).toBe('2');
    }
  });

  it('gives several back at once, each as far as it can be', async () => {
    const server = await startTestServer();
    const remove = async (id: string) =>
      (await server.request(`/api/collections/blog/${id}`, { method: 'DELETE' })).headers.get('x-trash-id') ??
      '';
    const [first, second] = [await remove('first-post'), await remove('second-post')];
    await post(server, '/api/collections/blog', { id: 'first-post', title: 'New' });
    const gone = '20260101-000000-0000000000';
    const { status, json, headers } = await post(server, '/api/trash/restore', {
      entries: [first, gone, second],
    });
    expect([status, json]).toMatchObject([
      200,
      {
        restored: [{ id: second, object: 'second-post' }],
        failed: [
          { id: first, problem: { message: expect.stringContaining('first-post') } },
          { id: gone, problem: { key: 'trashEntryMissing', values: { id: gone } } },
        ],
      },
    ]);
    expect((await server.request('/api/collections/blog/first-post')).json.title).toBe('New');
    expect((await server.request('/api/trash')).json.entries).toMatchObject([{ id: first }]);
    const { activity } = (await server.request('/api/activity')).json;
    expect(JSON.stringify(activity)).toContain(headers.get('x-plinth-transaction'));

    // Of two entries of one object the one that is named first.
    const other = await remove('first-post');
    const twice = await post(server, '/api/trash/restore', { entries: [first, other] });
    expect(twice.json).toMatchObject({ restored: [{ id: first }], failed: [{ id: other }] });
    expect((await server.request('/api/collections/blog/first-post')).json.title).toBe('First post');

    for (const entries of [
      [],
      [first, first],
      ['../x'],
      'x',
      Array.from({ length: 1001 }, (_, n) => `a${n}`),
    ]) {
      expect((await post(server, '/api/trash/restore', { entries })).status).toBe(400);
    }
  });

  it('is emptied entry by entry', async () => {
    const server = await startTestServer();
    const deleted = await server.request('/api/collections/blog/first-post', { method: 'DELETE' });
    const path = `/api/trash/${deleted.headers.get('x-trash-id')}`;
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(404);
    expect((await post(server, `${path}/restore`, undefined)).status).toBe(404);
    expect((await server.request('/api/trash/..%2f..%2fblog', { method: 'DELETE' })).status).toBe(404);
    expect((await server.request('/api/collections/blog')).json.total).toBe(1);
  });
});

describe('the trash', () => {
  const titles = async (server: TestServer): Promise<unknown[]> => {
    const { entries } = (await server.request('/api/trash')).json;
    return Array.isArray(entries) ? entries : [];
  };

  it('is emptied of what was in it at a moment, and only by the owner', async () => {
    const server = await startTestServer();
    await server.request('/api/collections/blog/first-post', { method: 'DELETE' });
    const [first] = await titles(server);
    const seen =
      first !== null && typeof first === 'object' && 'deleted' in first ? String(first.deleted) : '';
    const before = new Date(Date.parse(seen) - 1).toISOString();
    const empty = (until: string, as?: { key: string }) =>
      server.request(`/api/trash?until=${encodeURIComponent(until)}`, {
        method: 'DELETE',
        ...(as ? { as } : {}),
      });

    expect((await empty(seen, { key: await server.key() })).status).toBe(403);
    expect((await empty('tomorrow')).status).toBe(400);
    expect((await empty(before)).json).toEqual({ deleted: 0 });
    expect(await titles(server)).toHaveLength(1);
    expect((await empty(seen)).json).toEqual({ deleted: 1 });
    expect(await titles(server)).toEqual([]);
  });
});
