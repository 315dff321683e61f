/** Releases and suggestions, the sets of a collection, and what was dropped of them (spec/change-sets.md#requests). */
import { describe, expect, it } from 'vitest';
import type { ChangeKind, ListedChange } from '../../server/contract/change-sets.js';
import {
  BLOG_POSTS,
  changeLive,
  create,
  draft,
  FIRST,
  move,
  release,
  remove,
  SECOND,
  save,
  setOf,
  through,
} from '../helpers/change-sets.js';
import { BLOG, type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

describe('releases and suggestions', () => {
  it('are made, named, moved into and dropped', async () => {
    const server = await startTestServer(BLOG);
    const made = await release(server, { title: 'Autumn issue', reason: 'For Friday' });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ id: 'autumn-issue', kind: 'release', title: 'Autumn issue', objects: 0 }),
    ]);
    await save(server, FIRST, { title: 'Autumn', tags: ['later'] });
    const chosen = { collection: 'blog', id: 'first-post', properties: ['title'] };
    // The second time nothing is left of it to move.
    for (const time of ['first', 'second']) {
      const moved = await move(server, { to: 'autumn-issue', objects: [chosen] });
      expect([time, moved.status]).toEqual([time, 204]);
      expect((await setOf(server)).objects[0]?.properties).toEqual(['tags']);
      expect((await setOf(server, 'autumn-issue')).objects[0]?.properties).toEqual(['title']);
    }
    const both = await server.request(`${FIRST}?perspective=draft,autumn-issue`);
    expect(both.json).toMatchObject({ title: 'Autumn', tags: ['later'] });

    const named = await changeLive(server, '/api/change-sets/autumn-issue', { title: 'Winter issue' });
    expect(named.json).toMatchObject({ title: 'Winter issue', reason: 'For Friday' });
    const dropped = await server.request('/api/change-sets/autumn-issue', { method: 'DELETE' });
    expect(dropped.status).toBe(204);
    expect((await server.request(`${FIRST}?perspective=autumn-issue`)).status).toBe(404);
    expect((await server.request('/api/change-sets/draft', { method: 'DELETE' })).status).toBe(422);
  });

  it('drop the change of an object, or of a property', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted', tags: ['two'] });
    const object = '/api/change-sets/draft/objects/blog/first-post';
    expect((await server.request(`${object}?properties=title`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(FIRST, draft())).json).toMatchObject({ title: 'First post', tags: ['two'] });
    expect((await server.request(object, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(object)).status).toBe(404);
  });
});

describe('the sets of a collection', () => {
  const listed = async (server: TestServer, query: string) => {
    const { json } = await server.request(`/api/change-sets?${query}`);
    return json.changeSets as {
      id: string;
      objects: number;
      more?: Record<ChangeKind, number>;
      changes: Partial<ListedChange>[];
    }[];
  };
  const short = (sets: Awaited<ReturnType<typeof listed>>) =>
    sets.map(({ id, changes }) => [id, ...changes.map((change) => change.id)]);

  it('are those that change one of its objects, each with its changes, and always the shared draft', async () => {
    const server = await startTestServer({ ...BLOG, 'news/.meta.json': { id: 'news', schema: 'blog' } });
    await server.request('/api/collections/news', { method: 'POST', json: { id: 'one', title: 'One' } });
    for (const title of ['Autumn', 'Winter', 'Empty']) await release(server, { title });
    await save(server, FIRST, { title: 'Drafted' });
    await remove(server, SECOND, 'autumn');
    await create(server, { id: 'third', title: 'New' }, BLOG_POSTS, 'autumn');
    await save(server, '/api/collections/news/one', { title: 'News' }, through('winter'));

    const blog = await listed(server, 'collection=blog');
    const actor = { kind: 'owner', id: 'owner', name: 'Owner' };
    expect(blog[0]?.changes).toEqual([{ id: 'first-post', change: 'edit', at: expect.any(String), actor }]);
    expect(
      blog.map(({ id, objects, changes }) => [id, objects, changes.map(({ change }) => change)]),
    ).toEqual([
      ['draft', 1, ['edit']],
      ['autumn', 2, ['new', 'remove']],
    ]);
    expect(short(blog)).toEqual([
      ['draft', 'first-post'],
      ['autumn', 'third', 'second-post'],
    ]);
    expect(short(await listed(server, 'collection=news'))).toEqual([['draft'], ['winter', 'one']]);
    expect(short(await listed(server, 'collection=blog&id=third,first-post'))).toEqual([
      ['draft', 'first-post'],
      ['autumn', 'third'],
    ]);
    expect(short(await listed(server, 'collection=nowhere'))).toEqual([['draft']]);
    const tooMany = Array.from({ length: 101 }, (_, at) => `p-${at}`).join(',');
    expect((await server.request(`/api/change-sets?collection=blog&id=${tooMany}`)).status).toBe(400);
  });

  it('leave out what is live already, and say how many more there are of a large one', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted' });
    const change = (at: number) => ({
      change: 'new',
      values: { title: `Post ${at}` },
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    });
    await writeFiles(
      server.folder,
      Object.fromEntries(
        Array.from({ length: 1005 }, (_, at) => [`.changes/draft/blog/p-${at}.json`, change(at)]),
      ),
    );
    await changeLive(server, FIRST, { title: 'Drafted' });
    await expect
      .poll(async () => (await listed(server, 'collection=blog'))[0]?.more)
      .toEqual({
        new: 6,
        edit: 0,
        remove: 0,
      });
    const [draftSet] = await listed(server, 'collection=blog');
    expect(draftSet?.changes.slice(0, 2).map(({ id }) => id)).toEqual(['p-1004', 'p-1003']);
    expect(short(await listed(server, 'collection=blog&id=first-post,p-3'))).toEqual([['draft', 'p-3']]);
  });
});

describe('what was dropped', () => {
  const entries = async (server: TestServer, sent: Sent = {}) =>
    (await server.request('/api/trash', sent)).json.entries as { id: string; kind: string; set: string }[];
  const restore = (server: TestServer, id: string) =>
    server.request(`/api/trash/${id}/restore`, { method: 'POST' });
  const drop = async (server: TestServer, query = '') => {
    const path = `/api/change-sets/draft/objects/blog/first-post${query}`;
    const { status, headers } = await server.request(path, { method: 'DELETE' });
    expect(status).toBe(204);
    return headers.get('x-trash-id') ?? '';
  };

  it('comes back into its set, property by property and whole', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted', tags: ['draft'] });
    const title = await drop(server, '?properties=title');
    const rest = await drop(server);
    expect((await setOf(server)).objects).toEqual([]);
    const dropped = { kind: 'change', set: 'draft' };
    expect(await entries(server)).toMatchObject([dropped, dropped]);
    for (const id of [title, rest]) expect((await restore(server, id)).status).toBe(200);
    expect((await server.request(FIRST, draft())).json).toMatchObject({ title: 'Drafted', tags: ['draft'] });
    expect(await entries(server)).toEqual([]);
    expect((await drop(server, '?properties=nothing')) || 'no entry').toBe('no entry');
  });

  it('does not replace what was saved into the set since', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted' });
    const entry = await drop(server);
    await save(server, FIRST, { title: 'Written since' });
    expect((await restore(server, entry)).status).toBe(422);
    expect((await server.request(FIRST, draft())).json.title).toBe('Written since');
    expect(await entries(server)).toHaveLength(1);
  });

  it('comes back as a release, before changes that were dropped from it', async () => {
    const server = await startTestServer(BLOG);
    await release(server, { title: 'Autumn issue', id: 'autumn' });
    await save(server, FIRST, { title: 'Autumn' }, through('autumn'));
    await save(server, FIRST, { title: 'Autumn' });
    await move(server, { to: 'autumn', objects: [{ collection: 'blog', id: 'first-post' }] });
    const change = await server.request('/api/change-sets/autumn/objects/blog/first-post', {
      method: 'DELETE',
    });
    const set = await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    const ids = [change, set].map(({ headers }) => headers.get('x-trash-id') ?? '');
    expect((await restore(server, ids[0] ?? '')).status).toBe(422);
    expect((await restore(server, ids[1] ?? '')).status).toBe(200);
    expect((await restore(server, ids[0] ?? '')).status).toBe(200);
    expect((await setOf(server, 'autumn')).title).toBe('Autumn issue');
    expect((await setOf(server, 'autumn')).objects).toHaveLength(1);
  });
});
