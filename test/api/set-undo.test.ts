/** Undo of what was saved into a change set (spec/change-sets.md#saving). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Undone } from '../../server/contract/history.js';
import { FIRST, release, setOf } from '../helpers/change-sets.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const TRANSACTION = 'x-plinth-transaction';

/** In an order by hand, with images. */
const ALBUM = {
  '.schemas/shot.json': {
    id: 'shot',
    properties: { id: { field: 'id' }, place: { field: 'number' }, cover: { field: 'image' } },
    index: ['id', 'place'],
  },
  'shots/.meta.json': { id: 'shots', schema: 'shot', manualOrder: 'place' },
  'shots/a.json': { id: 'a', place: 1 },
  'shots/b.json': { id: 'b', place: 2 },
  'shots/c.json': { id: 'c', place: 3 },
};

type Asker = Pick<TestServer, 'request'>;
const headers = { 'X-Plinth-Perspective': 'draft' };

/** Saves into the draft; the answer is the transaction. */
async function save(server: Asker, json: object, more: Record<string, string> = {}): Promise<string> {
  const answer = await server.request(FIRST, { method: 'PATCH', json, headers: { ...headers, ...more } });
  expect(answer.status).toBe(200);
  return answer.headers.get(TRANSACTION) ?? '';
}

async function undo(server: Asker, transaction: string, query = '') {
  const answer = await server.request(`/api/activity/${transaction}/undo${query}`, { method: 'POST' });
  const { undone = [] } = answer.json as unknown as { undone?: Undone[] };
  return {
    status: answer.status,
    results: undone.map(({ result }) => result),
    undone,
    transaction: answer.headers.get(TRANSACTION) ?? '',
  };
}

const drafted = async (server: TestServer, id = 'first-post') =>
  readFile(join(server.folder, `.changes/draft/blog/${id}.json`), 'utf8').then(
    (text) => JSON.parse(text).values as object,
    () => undefined,
  );

describe('undo of a save into the draft', () => {
  it('puts the draft back as it was, and undo of that brings the save back', async () => {
    const server = await startTestServer(BLOG);
    const first = await save(server, { title: 'One' });
    const second = await save(server, { title: 'Two', tags: ['two'] });
    expect((await undo(server, second, '?dryRun=true')).results).toEqual(['restored']);
    expect(await drafted(server)).toEqual({ title: 'Two', tags: ['two'] });
    const undone = await undo(server, second);
    expect([undone.status, undone.results]).toEqual([200, ['restored']]);
    expect(await drafted(server)).toEqual({ title: 'One' });
    expect((await undo(server, undone.transaction)).results).toEqual(['restored']);
    expect(await drafted(server)).toEqual({ title: 'Two', tags: ['two'] });
    await undo(server, second);
    expect((await undo(server, first)).results).toEqual(['restored']);
    expect(await drafted(server)).toBeUndefined();
    expect((await server.request(FIRST)).json.title).toBe('First post');
  });

  it('leaves what was saved since, by property', async () => {
    const server = await startTestServer(BLOG);
    const title = await save(server, { title: 'One' });
    const tags = await save(server, { tags: ['two'] });
    await save(server, { title: 'By another' });
    const clash = await undo(server, title);
    expect(clash.undone).toMatchObject([{ result: 'clash', properties: ['title'] }]);
    expect((await undo(server, tags)).results).toEqual(['restored']);
    expect(await drafted(server)).toEqual({ title: 'By another' });
  });

  it('does nothing to what was published, dropped or removed since', async () => {
    for (const [path, method] of [
      ['/api/change-sets/draft/publish', 'POST'],
      ['/api/change-sets/draft/objects/blog/first-post', 'DELETE'],
      [FIRST, 'DELETE'],
    ] as const) {
      const server = await startTestServer(BLOG);
      const transaction = await save(server, { title: 'One' });
      await server.request(path, { method, ...(path === FIRST && { headers }) });
      expect((await undo(server, transaction)).results, path).toEqual(['clash']);
      const live = (await server.request(FIRST)).json.title;
      expect(live, path).toBe(method === 'POST' ? 'One' : 'First post');
    }
  });

  it('takes back all that a batch has saved, new and removed objects among them', async () => {
    const server = await startTestServer(BLOG);
    await save(server, { tags: ['before'] });
    const operations = [
      { operation: 'patch', collection: 'blog', id: 'first-post', data: { title: 'One' } },
      { operation: 'create', collection: 'blog', id: 'third', data: { title: 'Third' } },
      { operation: 'delete', collection: 'blog', id: 'second-post' },
    ];
    const batch = await server.request('/api/batch', { method: 'POST', json: { operations }, headers });
    expect(batch.status).toBe(200);
    const undone = await undo(server, batch.headers.get(TRANSACTION) ?? '');
    expect(undone.results.sort()).toEqual(['removed', 'restored', 'restored']);
    expect(await drafted(server)).toEqual({ tags: ['before'] });
    expect(await drafted(server, 'third')).toBeUndefined();
    expect((await server.request('/api/collections/blog/second-post', { headers })).status).toBe(200);
    const { entries } = (await server.request('/api/trash')).json as { entries: { object: string }[] };
    expect(entries.map(({ object }) => object)).toEqual(['third']);
  });

  it('takes several saves of one transaction as one', async () => {
    const server = await startTestServer(BLOG);
    const transaction = await save(server, { title: 'One' });
    await save(server, { title: 'Two' }, { [TRANSACTION]: transaction });
    await save(server, { tags: ['two'] }, { [TRANSACTION]: transaction });
    expect((await undo(server, transaction)).results).toEqual(['restored']);
    expect(await drafted(server)).toBeUndefined();
  });

  it('skips an object whose former file went to the trash with the save', async () => {
    const cover = { name: 'sea.png', mime: 'image/png', size: 8, hash: 'a1' };
    const server = await startTestServer({
      ...ALBUM,
      '.changes/draft/shots/a.json': {
        ...{ change: 'edit', base: {}, at: '2026-01-01T10:00:00.000Z' },
        values: { cover },
      },
      'shots/a/cover/sea.png': 'no image',
    });
    const answer = await server.request('/api/collections/shots/a', {
      ...{ method: 'PATCH', json: { cover: null }, headers },
    });
    expect(answer.status).toBe(200);
    const undone = await undo(server, answer.headers.get(TRANSACTION) ?? '');
    expect(undone.undone).toMatchObject([{ result: 'skipped', properties: ['cover'] }]);
  });

  it('brings a release back that was dropped with it, and no set that was dropped later', async () => {
    const server = await startTestServer(BLOG);
    await release(server, { title: 'Autumn', id: 'autumn' });
    const autumn = { 'X-Plinth-Perspective': 'autumn' };
    await save(server, { title: 'In autumn' }, autumn);
    const taken = await save(server, { title: 'First post' }, autumn);
    await save(server, { title: 'In autumn again' }, autumn);
    const drop = async () => {
      const { headers: told } = await server.request('/api/change-sets/autumn', { method: 'DELETE' });
      return told.get(TRANSACTION) ?? '';
    };
    const dropped = await drop();
    expect((await undo(server, taken)).results).toEqual(['skipped']);
    expect((await undo(server, dropped, '?dryRun=true')).results).toEqual(['restored']);
    expect((await undo(server, dropped)).results).toEqual(['restored']);
    expect(await setOf(server, 'autumn')).toMatchObject({ title: 'Autumn', objects: [{ id: 'first-post' }] });
    expect((await server.request('/api/trash')).json.entries).toEqual([]);
    expect((await undo(server, dropped)).results).toEqual(['unchanged']);
  });

  it('puts an order back', async () => {
    const server = await startTestServer(ALBUM);
    const order = async () => {
      const { json } = await server.request('/api/collections/shots?sort=place:asc', { headers });
      return (json.objects as { id: string }[]).map(({ id }) => id);
    };
    const moved = await server.request('/api/collections/shots/c/move', {
      ...{ method: 'POST', json: { first: true }, headers },
    });
    expect([moved.status, await order()]).toEqual([200, ['c', 'a', 'b']]);
    const undone = await undo(server, moved.headers.get(TRANSACTION) ?? '');
    expect(new Set(undone.results)).toEqual(new Set(['restored']));
    expect(await order()).toEqual(['a', 'b', 'c']);
    const draft = await server.request('/api/change-sets/draft');
    expect(draft.json.objects).toEqual([]);
  });

  it('gives a suggestion back what was accepted into the draft, and takes it out of the draft', async () => {
    const change = { change: 'edit', at: '2026-01-02T10:00:00.000Z' };
    const suggested = { base: { title: 'First post', tags: ['one'] }, values: { title: 'Ben', tags: ['b'] } };
    const server = await startTestServer({
      ...BLOG,
      '.changes/ideas/set.json': { kind: 'suggestion', title: 'Ideas' },
      '.changes/ideas/blog/first-post.json': { ...change, ...suggested },
    });
    const accept = async (properties?: string[]) => {
      const object = { collection: 'blog', id: 'first-post', ...(properties && { properties }) };
      const json = { to: 'draft', objects: [object] };
      const answer = await server.request('/api/change-sets/ideas/move', { method: 'POST', json });
      expect(answer.status).toBe(204);
      return answer.headers.get(TRANSACTION) ?? '';
    };
    const ideas = async () => (await server.request('/api/change-sets/ideas')).json.objects;
    const title = await accept(['title']);
    const rest = await accept();
    expect((await server.request('/api/change-sets/ideas')).status).toBe(404);
    expect((await undo(server, rest)).results).toEqual(['restored']);
    expect(await drafted(server)).toEqual({ title: 'Ben' });
    expect(await ideas()).toMatchObject([{ properties: ['tags'] }]);
    const undone = await undo(server, title);
    expect(undone.results).toEqual(['restored']);
    expect(await drafted(server)).toBeUndefined();
    expect(await ideas()).toMatchObject([{ properties: expect.arrayContaining(['title', 'tags']) }]);

    const redone = await undo(server, undone.transaction);
    expect([redone.results, await drafted(server)]).toEqual([['restored'], { title: 'Ben' }]);
    expect(await ideas()).toMatchObject([{ properties: ['tags'] }]);
    await undo(server, redone.transaction);

    // Where the draft was saved since, the suggestion gets nothing back either.
    const again = await accept(['title']);
    await save(server, { title: 'By hand' });
    expect((await undo(server, again)).results).toEqual(['clash']);
    expect(await ideas()).toMatchObject([{ properties: ['tags'] }]);
    expect(await drafted(server)).toEqual({ title: 'By hand' });
  });

  it('is for those who may edit, as is the save', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    const transaction = await save(editor, { title: 'One' });
    expect((await undo(viewer, transaction)).status).toBe(403);
    expect((await undo(editor, transaction)).results).toEqual(['restored']);
    expect(await drafted(server)).toBeUndefined();
  });
});

describe('undo of a release that was published', () => {
  const AUTUMN = { 'X-Plinth-Perspective': 'autumn' };
  const objectsIn = async (server: TestServer, set = 'autumn') =>
    ((await server.request(`/api/change-sets/${set}`)).json.objects as { id: string; change: string }[])
      .map(({ id, change }) => `${change} ${id}`)
      .sort();

  it('brings its changes back to be changed and published again, and undo of that publishes them', async () => {
    const server = await startTestServer(BLOG);
    const release = { kind: 'release', title: 'Autumn', id: 'autumn' };
    await server.request('/api/change-sets', { method: 'POST', json: release });
    const write = (method: string, path: string, json?: object) =>
      server.request(`/api/collections/blog${path}`, { method, headers: AUTUMN, ...(json && { json }) });
    await write('PATCH', '/first-post', { title: 'In autumn' });
    await write('POST', '', { id: 'fresh', title: 'New in autumn' });
    await write('DELETE', '/second-post');
    const all = ['edit first-post', 'new fresh', 'remove second-post'];
    expect(await objectsIn(server)).toEqual(all);
    const publish = async () => {
      const answer = await server.request('/api/change-sets/autumn/publish', { method: 'POST', json: {} });
      expect(answer.status).toBe(200);
      return String(answer.json.transaction);
    };
    const live = async () =>
      Promise.all(
        ['first-post', 'fresh', 'second-post'].map(async (id) => {
          const { status, json } = await server.request(`/api/collections/blog/${id}`);
          return status === 200 ? json.title : status;
        }),
      );
    const before = await live();
    const first = await publish();
    const after = await live();
    expect([after, await objectsIn(server)]).toEqual([['In autumn', 'New in autumn', 404], []]);

    expect((await undo(server, first, '?dryRun=true')).status).toBe(200);
    expect(await objectsIn(server)).toEqual([]);
    const undone = await undo(server, first);
    expect([await live(), await objectsIn(server)]).toEqual([before, all]);
    expect((await server.request('/api/change-sets/autumn')).json).not.toHaveProperty('published');
    expect((await undo(server, undone.transaction)).status).toBe(200);
    expect([await live(), await objectsIn(server)]).toEqual([after, []]);
  });

  it('leaves what the set changes again by now, and does not plan a release again', async () => {
    const server = await startTestServer(BLOG);
    const release = { kind: 'release', title: 'Autumn', id: 'autumn', publishAt: '2099-01-01T00:00:00Z' };
    await server.request('/api/change-sets', { method: 'POST', json: release });
    const patch = (json: object) => server.request(FIRST, { method: 'PATCH', json, headers: AUTUMN });
    await patch({ title: 'In autumn' });
    const published = await server.request('/api/change-sets/autumn/publish', { method: 'POST', json: {} });
    await patch({ title: 'In winter' });
    await undo(server, String(published.json.transaction));
    expect((await server.request(FIRST)).json.title).toBe('First post');
    const { json } = await server.request('/api/change-sets/autumn/objects/blog/first-post');
    expect(json.differences).toMatchObject([{ property: 'title', mine: 'In winter' }]);
    expect((await server.request('/api/change-sets/autumn')).json).not.toHaveProperty('publishAt');
  });
});
