import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';

const VIEWS = '/api/views/collections/blog';

const send = (server: TestServer, method: string, json: unknown, path = '', headers = {}) =>
  server.request(`${VIEWS}${path}`, { method, json, headers });

const viewsIn = (json: JsonObject): JsonObject[] =>
  Array.isArray(json.views) ? json.views.filter(isJsonObject) : [];
const idsIn = (json: JsonObject) => viewsIn(json).map(({ id }) => id);

/** The settings file of the blog as it stands on disk. */
async function stored(server: TestServer): Promise<JsonObject> {
  const document: unknown = JSON.parse((await server.read('blog/.meta.json')).toString('utf8'));
  return isJsonObject(document) ? document : {};
}

describe('saved views', () => {
  it('are made, changed, put in order, made the default and taken away, in the collection’s settings', async () => {
    const server = await startTestServer(BLOG);
    const made = await send(server, 'POST', {
      name: '  Drafts to read ',
      include: 'draft:true,tags:one',
      any: 'tags:two,featured:true',
      search: 'post',
      sort: 'title:asc',
      columns: ['title', 'draft'],
      layout: 'board',
      by: 'draft',
      color: { kept: true },
    });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${VIEWS}/drafts-to-read`]);
    const [view] = viewsIn(made.json);
    expect(view).toEqual({
      id: 'drafts-to-read',
      name: 'Drafts to read',
      include: 'draft:true,tags:one',
      any: 'tags:two,featured:true',
      search: 'post',
      sort: 'title:asc',
      columns: ['title', 'draft'],
      layout: 'board',
      by: 'draft',
      color: { kept: true },
    });

    const second = await send(server, 'POST', { name: 'Drafts: to read' });
    expect(idsIn(second.json)).toEqual(['drafts-to-read', 'drafts-to-read-2']);
    const changed = await send(
      server,
      'PATCH',
      { name: 'All', search: null, layout: null },
      '/drafts-to-read',
    );
    expect(viewsIn(changed.json)[0]).toEqual({
      id: 'drafts-to-read',
      name: 'All',
      include: 'draft:true,tags:one',
      any: 'tags:two,featured:true',
      by: 'draft',
      sort: 'title:asc',
      columns: ['title', 'draft'],
      color: { kept: true },
    });

    const order = ['drafts-to-read-2', 'drafts-to-read'];
    const arranged = await send(server, 'PATCH', { order, default: 'drafts-to-read' });
    expect([idsIn(arranged.json), arranged.json.default]).toEqual([order, 'drafts-to-read']);
    expect(await stored(server)).toMatchObject({
      id: 'blog',
      schema: 'blog',
      name: 'Blog',
      defaultView: 'drafts-to-read',
    });

    const gone = await send(server, 'DELETE', undefined, '/drafts-to-read');
    expect([idsIn(gone.json), gone.json.default]).toEqual([['drafts-to-read-2'], null]);
    expect((await server.request(VIEWS)).json).toEqual(gone.json);
    expect(await stored(server)).not.toHaveProperty('defaultView');
    expect((await send(server, 'DELETE', undefined, '/drafts-to-read')).status).toBe(404);
  });

  it('are kept when a client that does not know them changes the settings', async () => {
    const server = await startTestServer(BLOG);
    const { json } = await send(server, 'POST', { name: 'Mine' });
    await server.request('/api/collections/blog', {
      method: 'PUT',
      json: { name: 'Journal', schema: 'blog' },
    });
    expect((await server.request(VIEWS)).json).toEqual(json);
  });

  it('keep and flag the properties the schema does not have', async () => {
    const server = await startTestServer(BLOG);
    const sent = {
      name: 'Old',
      exclude: 'gone:true',
      any: 'title:a,left:b',
      layout: 'calendar',
      by: 'when',
      sort: 'lost.part:desc',
      columns: ['id', 'title', 'away'],
    };
    const { json } = await send(server, 'POST', sent);
    expect(viewsIn(json)[0]).toMatchObject({ ...sent, unknown: ['gone', 'left', 'lost', 'away', 'when'] });
    // What answers add is not stored, also when it comes back.
    await send(server, 'PATCH', { ...viewsIn(json)[0], name: 'Older' }, '/old');
    expect((await stored(server)).views).toEqual([{ ...sent, name: 'Older', id: 'old' }]);
  });

  it.each<[body: unknown, status: number, key: string]>([
    [{}, 422, 'name'],
    [{ name: ' ' }, 422, 'name'],
    [{ name: 'x'.repeat(81) }, 422, 'name'],
    [{ name: 'MINE' }, 422, 'name'],
    [{ name: 'New', id: 'mine' }, 422, 'id'],
    [{ name: 'New', id: '../etc' }, 422, 'id'],
    [{ name: 'New', id: '__proto__' }, 422, 'id'],
    [{ name: 'New', include: 7 }, 422, 'include'],
    [{ name: 'New', search: 'x'.repeat(2001) }, 422, 'search'],
    [{ name: 'New', sort: 'title' }, 422, 'sort'],
    [{ name: 'New', sort: 'title:up' }, 422, 'sort'],
    [{ name: 'New', columns: 'title' }, 422, 'columns'],
    [{ name: 'New', columns: ['title', 'title'] }, 422, 'columns'],
    [{ name: 'New', columns: ['a b'] }, 422, 'columns'],
    [{ name: 'New', any: ['a'] }, 422, 'any'],
    [{ name: 'New', layout: 'map' }, 422, 'layout'],
    [{ name: 'New', by: 'a b' }, 422, 'by'],
  ])('reject %j', async (body, status, key) => {
    const server = await startTestServer(BLOG);
    await send(server, 'POST', { name: 'Mine' });
    const before = await stored(server);
    const answer = await send(server, 'POST', body);
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([status, [key]]);
    expect(await stored(server)).toEqual(before);
  });

  it.each([
    [{ order: ['mine'] }, 422],
    [{ order: ['mine', 'mine'] }, 422],
    [{ order: 'mine' }, 400],
    [{ default: 'nobody' }, 422],
    [{ default: 3 }, 400],
    [[], 400],
  ])('reject the arrangement %j with %i', async (body, status) => {
    const server = await startTestServer(BLOG);
    await send(server, 'POST', { name: 'Mine' });
    await send(server, 'POST', { name: 'Yours' });
    expect((await send(server, 'PATCH', body)).status).toBe(status);
  });

  it('answer 412 to a change of a list that is not the latest, and take none of it', async () => {
    const server = await startTestServer(BLOG);
    const read = await server.request(VIEWS);
    const tag = { 'if-match': read.headers.get('etag') ?? '' };
    expect((await send(server, 'POST', { name: 'First' }, '', tag)).status).toBe(201);
    for (const [method, body, path] of [
      ['POST', { name: 'Second' }, ''],
      ['PATCH', { default: 'first' }, ''],
      ['PATCH', { name: 'Other' }, '/first'],
      ['DELETE', undefined, '/first'],
    ] as const) {
      expect((await send(server, method, body, path, tag)).status).toBe(412);
    }
    const { json, headers } = await server.request(VIEWS);
    expect(json).toEqual({ views: [{ id: 'first', name: 'First' }], default: null });
    const kept = await server.request(VIEWS, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(kept.status).toBe(304);
  });

  it('lose nothing when many are saved at once', async () => {
    const server = await startTestServer(BLOG);
    const names = Array.from({ length: 20 }, (_, n) => `View ${n}`);
    const answers = await Promise.all(names.map((name) => send(server, 'POST', { name })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect(idsIn((await server.request(VIEWS)).json).length).toBe(20);
  });

  it('are read with care from settings of other programs, whose entries are kept', async () => {
    const foreign = [
      7,
      { id: 'a', name: 'A', columns: 'all', sort: 'title:asc', layout: 'of a later version' },
      { id: '../b', name: 'B' },
      { id: 'a', name: 'Twice' },
    ];
    const meta = { id: 'blog', schema: 'blog', views: foreign, defaultView: 'nobody' };
    const server = await startTestServer({ ...BLOG, 'blog/.meta.json': meta });
    expect((await server.request(VIEWS)).json).toEqual({
      views: [{ id: 'a', name: 'A', sort: 'title:asc' }],
      default: null,
    });
    await send(server, 'POST', { name: 'New' });
    expect((await stored(server)).views).toEqual([...foreign, { name: 'New', id: 'new' }]);
  });

  it('are not changed where the settings hold something else under that name', async () => {
    const server = await startTestServer({
      ...BLOG,
      'blog/.meta.json': { id: 'blog', schema: 'blog', views: { theirs: 1 } },
    });
    const answer = await send(server, 'POST', { name: 'New' });
    expect([answer.status, errorOf(answer).message]).toEqual([
      422,
      'The settings of "blog" hold "views" of another kind',
    ]);
    expect((await stored(server)).views).toEqual({ theirs: 1 });
  });

  it('are for readers to see and for those who manage the collection to change', async () => {
    const server = await startTestServer(BLOG);
    const reader = { key: await server.key({ methods: ['GET'] }) };
    expect((await server.request(VIEWS, { as: reader })).status).toBe(200);
    const refused = await server.request(VIEWS, { as: reader, method: 'POST', json: { name: 'New' } });
    expect(refused.status).toBe(403);
    expect((await server.request(VIEWS, { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/views/collections/nothing')).status).toBe(404);
  });
});
