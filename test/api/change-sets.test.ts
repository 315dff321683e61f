/** The shared draft: edits that are not live yet, read and written through a perspective (spec/change-sets.md). */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BLOG_POSTS,
  changeLive,
  create,
  draft,
  FIRST,
  onDisk,
  publish,
  remove,
  SECOND,
  save,
  setOf,
  titles,
} from '../helpers/change-sets.js';
import { BLOG, type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

describe('the shared draft', () => {
  it('holds what is saved through it, and leaves what is live as it is', async () => {
    const server = await startTestServer(BLOG);
    const before = await readFile(join(server.folder, 'blog/first-post.json'), 'utf8');
    const saved = await save(server, FIRST, { title: 'A better title', tags: ['one', 'two'] });
    expect(saved.status).toBe(200);
    expect(saved.json).toMatchObject({ title: 'A better title', tags: ['one', 'two'] });

    expect((await server.request(FIRST)).json.title).toBe('First post');
    expect(await readFile(join(server.folder, 'blog/first-post.json'), 'utf8')).toBe(before);
    expect((await server.request(FIRST, draft())).json).toMatchObject({ title: 'A better title' });
    expect((await server.request(`${FIRST}?perspective=draft`)).json.title).toBe('A better title');
    expect(await onDisk(server, '.changes/draft/blog/first-post.json')).toMatchObject({
      change: 'edit',
      base: { title: 'First post', tags: ['one'] },
      values: { title: 'A better title', tags: ['one', 'two'] },
      actor: { kind: 'owner' },
    });
  });

  it('is in lists, searches, filters, sorts and counts only where it is asked for', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Zanzibar' });
    await create(server, { id: 'third', title: 'Quokka' });
    const removed = await remove(server, SECOND);
    expect([removed.status, removed.headers.get('x-trash-id')]).toEqual([204, null]);

    expect(await titles(server)).toEqual(['First post', 'Second post']);
    expect(await titles(server, draft())).toEqual(['Quokka', 'Zanzibar']);
    expect(await titles(server, draft(), '&search=zanzibar')).toEqual(['Zanzibar']);
    expect(await titles(server, {}, '&search=zanzibar')).toEqual([]);
    expect(await titles(server, draft(), '&filter[title]=Quokka')).toEqual(['Quokka']);
    expect((await server.request('/api/collections/blog/third')).status).toBe(404);
    expect((await server.request(SECOND, draft())).status).toBe(404);
    expect((await server.request(SECOND)).status).toBe(200);
    expect((await server.request('/api/trash')).json.entries).toEqual([]);
  });

  it('is in the groups, states, trees and labels of the lists of the admin', async () => {
    const relation = { relationalOptions: { collection: 'pages', value: 'id', label: 'title' } };
    const server = await startTestServer({
      '.schemas/page.json': {
        id: 'page',
        properties: {
          id: { field: 'id' },
          title: { field: 'text' },
          draft: { field: 'checkbox' },
          parent: { field: 'select', settings: relation },
        },
        index: ['id', 'title', 'draft', 'parent'],
      },
      'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', tree: 'parent' },
      'pages/a.json': { id: 'a', title: 'A', draft: false },
      'pages/b.json': { id: 'b', title: 'B', draft: false },
    });
    const at = '/collections/pages';
    await save(server, `/api${at}/a`, { title: 'Z', draft: true });
    await server.request(`/api${at}`, draft({ method: 'POST', json: { id: 'c', title: 'C', parent: 'b' } }));
    const read = async (sent: Sent) => {
      const ask = async (path: string) =>
        (await server.request(path, sent)).json as unknown as {
          groups: { value: string }[];
          counts: { draft: number };
          total: number;
          labels: { label: string }[];
        };
      const groups = await ask(`/api/groups${at}?by=title&sort=title`);
      const states = await ask(`/api/states${at}?ids=a,b,c`);
      const tree = await ask(`/api/tree${at}?parent=b`);
      const labels = await ask(`/api/relations${at}/labels/parent?values=${JSON.stringify(['a', 'c'])}`);
      return {
        groups: groups.groups.map(({ value }) => value),
        drafts: states.counts.draft,
        below: tree.total,
        labels: labels.labels.map(({ label }) => label),
      };
    };
    expect(await read({})).toEqual({ groups: ['A', 'B'], drafts: 0, below: 0, labels: ['A'] });
    expect(await read(draft())).toEqual({ groups: ['B', 'C', 'Z'], drafts: 1, below: 1, labels: ['Z', 'C'] });

    // Pickers, the palette, the search and Home ask without it.
    for (const path of [
      'search/titles?q=C',
      'search?q=Z',
      'overview',
      `${at.slice(1)}/schema/options/parent`,
    ]) {
      const { status, text } = await server.request(`/api/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/"(?:c|C|Z)"/);
    }
  });

  it('follows what is live below it, merged by property', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted' });
    expect(await titles(server, draft())).toEqual(['Drafted', 'Second post']);
    await changeLive(server, FIRST, { tags: ['live'] });
    await changeLive(server, SECOND, { title: 'Another' });
    expect((await server.request(FIRST, draft())).json).toMatchObject({ title: 'Drafted', tags: ['live'] });
    expect(await titles(server, draft())).toEqual(['Another', 'Drafted']);
    expect((await setOf(server)).objects).toMatchObject([{ id: 'first-post', properties: ['title'] }]);
  });

  it.each([
    ['was taken back', [{ title: 'Drafted' }, { title: 'First post' }], 200],
    ['the schema rejects', [{ title: 5 }], 422],
  ])('has nothing of what %s', async (_what, saves, status) => {
    const server = await startTestServer(BLOG);
    for (const json of saves) expect((await save(server, FIRST, json)).status).toBe(status);
    expect((await setOf(server)).objects).toEqual([]);
  });

  it('rejects a save onto another version of it', async () => {
    const server = await startTestServer(BLOG);
    const first = await save(server, FIRST, { title: 'One' });
    const etag = first.headers.get('etag') ?? '';
    await save(server, FIRST, { title: 'Two' });
    const stale = await save(server, FIRST, { title: 'Three' }, { headers: { 'If-Match': etag } });
    expect(stale.status).toBe(412);
    expect((await server.request(FIRST, draft())).json.title).toBe('Two');
  });
});

describe('rights', () => {
  it.each([
    ['GET', '/api/change-sets'],
    ['GET', '/api/change-sets?collection=blog'],
    ['GET', '/api/change-sets/draft'],
    ['GET', `${FIRST}?perspective=draft`],
    ['GET', '/api/change-sets/draft/objects/blog/first-post'],
    ['POST', '/api/change-sets/draft/publish'],
  ])('%s %s is only for callers who may change all objects', async (method, path) => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Secret until Friday' });
    const key = await server.key({ methods: method === 'POST' ? ['GET', 'POST'] : ['GET'] });
    const statuses: number[] = [];
    for (const as of ['nobody', { key }] as const) {
      const answer = await server.request(path, { method, as });
      statuses.push(answer.status);
      expect(answer.text).not.toContain('Secret');
    }
    expect(statuses).toEqual([expect.toBeOneOf([401, 403]), 403]);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
  });

  it('publishing needs the right to each change that is published, and to no other', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Published' });
    await remove(server, SECOND);
    const as = { key: await server.key({ methods: ['GET', 'POST', 'PATCH'] }) };
    const send = (json: object) =>
      server.request('/api/change-sets/draft/publish', { method: 'POST', json, as });
    expect((await send({})).status).toBe(403);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
    expect((await send({ objects: [{ collection: 'blog', id: 'first-post' }] })).status).toBe(200);
    expect(await titles(server)).toEqual(['Published', 'Second post']);
  });

  it('a change that no set can hold is rejected instead of going live', async () => {
    const server = await startTestServer(BLOG);
    expect((await save(server, BLOG_POSTS, { name: 'B' })).status).toBe(400);
  });
});

describe('changes that are dropped together', () => {
  const discard = (server: TestServer, objects: unknown, set = 'draft') =>
    server.request(`/api/change-sets/${set}/discard`, { method: 'POST', json: { objects } });
  const of = (id: string, ...properties: string[]) => ({
    ...{ collection: 'blog', id },
    ...(properties.length > 0 && { properties }),
  });

  it('go to the trash, each as far as it can be, and come back', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'One', draft: true, tags: ['new'] });
    await remove(server, SECOND);
    await create(server, { id: 'third', title: 'Third' });
    const asked = [of('first-post', 'title'), of('gone'), of('third'), of('first-post', 'draft')];
    const { status, json } = await discard(server, asked);
    expect([status, json]).toMatchObject([
      200,
      {
        discarded: [
          { kind: 'change', set: 'draft', object: 'first-post' },
          { kind: 'change', set: 'draft', object: 'third' },
        ],
        failed: [{ collection: 'blog', id: 'gone', problem: { key: 'changeMissing' } }],
      },
    ]);
    expect(await onDisk(server, '.changes/draft/blog/first-post.json')).toMatchObject({
      values: { tags: ['new'] },
    });
    expect((await setOf(server)).objects.map(({ id }) => id).sort()).toEqual(['first-post', 'second-post']);
    const { entries } = (await server.request('/api/trash')).json as { entries: { id: string }[] };
    expect(entries).toHaveLength(2);
    const restored = await server.request('/api/trash/restore', {
      ...{ method: 'POST', json: { entries: entries.map(({ id }) => id) } },
    });
    expect(restored.json).toMatchObject({ restored: [{}, {}], failed: [] });
    expect(await onDisk(server, '.changes/draft/blog/first-post.json')).toMatchObject({
      values: { title: 'One', draft: true, tags: ['new'] },
    });
    expect((await setOf(server)).objects).toHaveLength(3);
    expect((await server.request('/api/trash')).json.entries).toEqual([]);
  });

  it('are named by a request of at most 1,000, of a set that exists', async () => {
    const server = await startTestServer(BLOG);
    const many = Array.from({ length: 1001 }, (_, n) => of(`a${n}`));
    for (const objects of [[], many, [{ collection: 'blog' }], 'x'])
      expect((await discard(server, objects)).status).toBe(400);
    expect((await discard(server, [of('first-post')], 'none')).status).toBe(404);
  });

  it('find what another program has written a moment before', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'One' });
    expect((await setOf(server)).objects).toHaveLength(1);
    const path = '.changes/draft/blog/first-post.json';
    const document = await onDisk(server, path);
    await writeFiles(server.folder, { [path]: { ...document, values: { title: 'Of another' } } });
    const { json } = await discard(server, [of('first-post')]);
    expect(json).toMatchObject({ discarded: [{}], failed: [] });
    const [{ id }] = json.discarded as unknown as [{ id: string }];
    expect(await onDisk(server, `.system/trash/${id}/document.json`)).toMatchObject({
      values: { title: 'Of another' },
    });
    expect((await setOf(server)).objects).toEqual([]);
  });
});

describe('the sets of a collection', () => {
  it('list a thousand changes, count the others by kind, and name any object that is asked for', async () => {
    const server = await startTestServer(BLOG);
    const at = (year: number, n: number) => new Date(Date.UTC(year, 0, 1) + n).toISOString();
    await writeFiles(server.folder, {
      ...Object.fromEntries(
        Array.from({ length: 1001 }, (_, n) => [
          `.changes/draft/blog/new-${n}.json`,
          { change: 'new', base: {}, values: { id: `new-${n}`, title: `New ${n}` }, at: at(2026, n) },
        ]),
      ),
      '.changes/draft/blog/first-post.json': {
        ...{ change: 'edit', base: { title: 'First post' }, values: { title: 'One' }, at: at(2025, 0) },
      },
    });
    const sets = async (query = '') =>
      (await server.request(`/api/change-sets?collection=blog${query}`)).json.changeSets as object[];
    const all = [{ changes: { length: 1000 }, more: { new: 1, edit: 1, remove: 0 } }];
    await expect.poll(() => sets()).toMatchObject(all);
    const [asked] = await sets('&id=first-post,new-0,second-post');
    expect(asked).toMatchObject({
      changes: [
        { id: 'new-0', change: 'new' },
        { id: 'first-post', change: 'edit' },
      ],
    });
    expect(asked).not.toHaveProperty('more');
  });
});

describe('a comparison', () => {
  it('shows values as answers do, without hashes of passwords', async () => {
    const server = await startTestServer({
      '.schemas/account.json': {
        id: 'account',
        properties: { name: { type: 'string', field: 'text' }, pass: { type: 'string', field: 'password' } },
        required: [],
        index: ['name'],
      },
      'accounts/.meta.json': { id: 'accounts', schema: 'account' },
      'accounts/one.json': { id: 'one', name: 'One' },
    });
    const one = '/api/collections/accounts/one';
    const saved = await save(server, one, { name: 'Drafted', pass: 'A long pass phrase 5' });
    expect(saved.status).toBe(200);
    expect(JSON.stringify(await onDisk(server, '.changes/draft/accounts/one.json'))).toContain('$2');
    const compared = await server.request('/api/change-sets/draft/objects/accounts/one');
    expect(compared.text).toContain('Drafted');
    expect(compared.text).not.toContain('$2');
  });
});

describe('files of other programs', () => {
  it('are read as they come, and what is wrong with them is named', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Here' });
    const change = {
      change: 'edit',
      base: { title: 'Second post' },
      values: { title: 'There' },
      at: '2026-01-01T00:00:00Z',
    };
    await writeFiles(server.folder, {
      '.changes/draft/blog/second-post.json': change,
      '.changes/draft/blog/broken.json': { change: 'explode' },
      '.changes/draft/nowhere/x.json': { ...change, change: 'new' },
      '.changes/draft/blog/hidden.txt': 'nothing',
    });
    await expect.poll(async () => titles(server, draft())).toEqual(['Here', 'There']);
    const set = await setOf(server);
    expect(set.damaged).toEqual([{ path: 'blog/broken.json', reason: expect.stringContaining('"change"') }]);
    await rm(join(server.folder, '.changes/draft/blog/broken.json'));
    const refused = await publish(server);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await readdir(server.folder)).not.toContain('nowhere');
  });
});
