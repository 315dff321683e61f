import { describe, expect, it } from 'vitest';
import { errorOf, startTestServer } from '../helpers/server.js';

const CLUB = {
  version: '1.0.0',
  name: 'Club',
  schemas: [
    {
      id: 'walk',
      properties: {
        id: { type: 'slug', field: 'id', factory: 'slug' },
        title: { type: 'string', field: 'text', factory: 'sentence(4)' },
      },
      required: ['id', 'title'],
      index: ['id', 'title'],
    },
  ],
  collections: { reserved: ['text'], custom: [{ id: 'walks', schema: 'walk', name: 'Walks' }] },
  objects: [{ collection: 'text', id: 'motto', data: { text: 'Keep walking' } }],
  factory: [{ collection: 'walks', count: 3 }],
};

describe('POST /import/jumpstart', () => {
  it('makes what the definition describes', async () => {
    const server = await startTestServer({});
    const answer = await server.request('/import/jumpstart', { method: 'POST', json: CLUB });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      success: true,
      errors: [],
      summary: {
        schemas_created: 1,
        collections_created: 2,
        objects_created: 1,
        factory_items_created: 3,
        total_errors: 0,
      },
    });
    expect((await server.request('/collections/walks')).json.total).toBe(3);
    expect((await server.request('/collections/text/motto')).json.text).toBe('Keep walking');
  });

  it('takes the definition as the file of a form, too', async () => {
    const server = await startTestServer({});
    const send = (field: string, content: string) => {
      const body = new FormData();
      body.append(field, new Blob([content]), 'club.json');
      return server.request('/import/jumpstart', { method: 'POST', body });
    };
    expect((await send('jumpstart', JSON.stringify(CLUB))).json).toMatchObject({ success: true });
    expect((await server.request('/collections/walks')).json.total).toBe(3);
    expect((await send('jumpstart', '{"version"')).status).toBe(400);
    expect((await send('jumpstart', '[]')).status).toBe(400);
    expect((await send('picture', JSON.stringify(CLUB))).status).toBe(400);
  });

  it('has no prefix', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/import/jumpstart', { method: 'POST', json: CLUB })).status).toBe(404);
  });

  it('keeps what is there', async () => {
    const server = await startTestServer();
    const json = {
      version: '1.0.0',
      name: 'x',
      objects: [{ collection: 'blog', id: 'first-post', data: { title: 'overwritten?' } }],
    };
    const before = await server.read('blog/first-post.json');
    const answer = await server.request('/import/jumpstart', { method: 'POST', json });
    expect([answer.status, answer.json.summary]).toEqual([200, expect.objectContaining({ skipped: 1 })]);
    expect(await server.read('blog/first-post.json')).toEqual(before);
  });

  it('makes what is sound and names the rest', async () => {
    const server = await startTestServer({});
    const json = {
      ...CLUB,
      schemas: [...CLUB.schemas, { id: 'blog', properties: {} }],
      collections: { ...CLUB.collections, reserved: ['text', 'nonsense', 'builder-pages'] },
      objects: [
        ...CLUB.objects,
        { collection: 'nowhere', id: 'a', data: {} },
        { collection: 'walks', id: '../x', data: {} },
        { collection: 'walks', id: 'untitled', data: {} },
      ],
      factory: [...CLUB.factory, { collection: 'walks', count: 1e9 }],
    };
    const answer = await server.request('/import/jumpstart', { method: 'POST', json });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      success: false,
      errors: [
        expect.stringMatching(/^schemas\[1\]\.id: "blog" is reserved/),
        expect.stringMatching(/^collections\.reserved\[1\]: "nonsense" is not a built-in/),
        expect.stringMatching(/^objects\[1\]\.collection: there is no collection "nowhere"/),
        expect.stringMatching(/^objects\[2\]\.id: must consist/),
        expect.stringMatching(/^factory\[1\]\.count: must be a whole number/),
        expect.stringMatching(/^objects\[3\] walks\/untitled: .*title/),
      ],
      summary: { collections_created: 3, objects_created: 1, factory_items_created: 3, total_errors: 6 },
    });
    expect((await server.request('/collections/walks')).json.total).toBe(3);
    expect((await server.request('/collections/builder-pages')).status).toBe(200);
  });

  it('rejects a body that is no template, and answers all others alike', async () => {
    const server = await startTestServer({});
    const status = async (json: unknown) =>
      (await server.request('/import/jumpstart', { method: 'POST', json })).status;
    expect(await status([CLUB])).toBe(400);
    expect(await status({ posts: [{ title: 'From elsewhere' }] })).toBe(422);
    expect(await status({ ...CLUB, version: 1, name: '', schemas: 3 })).toBe(200);
    expect(await status({ version: '1', title: 'x' })).toBe(422);
    const bad = { collection: 'nowhere', id: 'a', data: {} };
    const good = { collection: 'text', id: 'a', data: { text: 'A' } };
    for (const objects of [[bad], [good, bad]]) {
      const json = { version: '1', name: 'x', objects };
      const answer = await server.request('/import/jumpstart', { method: 'POST', json });
      expect([answer.status, answer.json.success]).toEqual([200, false]);
      const at = `objects[${objects.length - 1}].collection: `;
      expect(answer.json.errors).toEqual([expect.stringContaining(at)]);
    }
    for (const parts of [
      { schemas: [{ id: 'blog', properties: {} }] },
      { objects: 3 },
      { factory: [null] },
    ]) {
      const json = { version: '1', name: 'x', ...parts };
      const answer = await server.request('/import/jumpstart', { method: 'POST', json });
      expect([parts, answer.status, answer.json.success]).toEqual([parts, 200, false]);
    }
  });

  it('takes the owner or a key that covers it', async () => {
    const server = await startTestServer({});
    const status = async (as: 'nobody' | { key: string }) =>
      (await server.request('/import/jumpstart', { method: 'POST', as, json: CLUB })).status;
    expect(await status('nobody')).toBe(401);
    expect(await status({ key: await server.key({ paths: ['/collections'] }) })).toBe(403);
    expect(await status({ key: await server.key({ paths: ['/import'] }) })).toBe(200);
  });
});

describe('GET {api}/starters', () => {
  it('names the bundled starters, each of which can be imported', async () => {
    const server = await startTestServer({});
    const { starters } = (await server.request('/api/starters')).json;
    expect(starters).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'magazine' })]));
    expect((await server.request('/api/starters', { as: 'nobody' })).status).toBe(401);
  });
});

describe('GET {api}/starters/{starter}', () => {
  it('answers the definition, which can be imported as it is', async () => {
    const server = await startTestServer({});
    const { text, json } = await server.request('/api/starters/magazine');
    expect(json).toMatchObject({ name: expect.any(String), collections: expect.any(Object) });
    const answer = await server.request('/import/jumpstart', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    expect((await server.request('/api/collections/blog')).json.total).toBeGreaterThan(0);
  });

  it('is 404 for an unknown one, and for the owner only', async () => {
    const server = await startTestServer({});
    for (const name of ['nope', 'Blog', '..%2f..%2fschemas%2fblog', '__proto__']) {
      const answer = await server.request(`/api/starters/${name}`);
      expect([name, answer.status, errorOf(answer).message]).toEqual([name, 404, 'There is no such starter']);
    }
    expect((await server.request('/api/starters/magazine', { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/starters/magazine', { as: { key: await server.key() } })).status).toBe(
      403,
    );
  });
});
