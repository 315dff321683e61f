/** Change sets: edits that are not live yet, read and written through a perspective (spec/change-sets.md). */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeSetWithObjects, ComparedObject } from '../../server/contract/change-sets.js';
import { BLOG, errorOf, type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const FIRST = '/api/collections/blog/first-post';
const draft = (sent: Sent = {}): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'X-Plinth-Perspective': 'draft' },
});
const save = (server: TestServer, path: string, json: object, sent: Sent = {}) =>
  server.request(path, draft({ method: 'PATCH', json, ...sent }));
const setOf = async (server: TestServer, set = 'draft') =>
  (await server.request(`/api/change-sets/${set}`)).json as unknown as ChangeSetWithObjects;
const publish = (server: TestServer, json: object = {}, set = 'draft') =>
  server.request(`/api/change-sets/${set}/publish`, { method: 'POST', json });
const onDisk = async (server: TestServer, path: string) =>
  JSON.parse(await readFile(join(server.folder, path), 'utf8'));
const titles = async (server: TestServer, sent: Sent = {}, query = '') => {
  const { json } = await server.request(`/api/collections/blog?sort=title:asc${query}`, sent);
  return (json.objects as { title: string }[]).map(({ title }) => title);
};

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
    await server.request(
      '/api/collections/blog',
      draft({ method: 'POST', json: { id: 'third', title: 'Quokka' } }),
    );
    const removed = await server.request('/api/collections/blog/second-post', draft({ method: 'DELETE' }));
    expect([removed.status, removed.headers.get('x-trash-id')]).toEqual([204, null]);

    expect(await titles(server)).toEqual(['First post', 'Second post']);
    expect(await titles(server, draft())).toEqual(['Quokka', 'Zanzibar']);
    expect(await titles(server, draft(), '&search=zanzibar')).toEqual(['Zanzibar']);
    expect(await titles(server, {}, '&search=zanzibar')).toEqual([]);
    expect(await titles(server, draft(), '&filter[title]=Quokka')).toEqual(['Quokka']);
    expect((await server.request('/api/collections/blog/third')).status).toBe(404);
    expect((await server.request('/api/collections/blog/second-post', draft())).status).toBe(404);
    expect((await server.request('/api/collections/blog/second-post')).status).toBe(200);
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
    const live = [
      '/api/search/titles?q=C',
      '/api/search?q=Z',
      '/api/overview',
      `/api${at}/schema/options/parent`,
    ];
    for (const path of live) {
      const { status, text } = await server.request(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/"(?:c|C|Z)"/);
    }
  });

  it('follows what is live below it, merged by property', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted' });
    expect(await titles(server, draft())).toEqual(['Drafted', 'Second post']);
    await server.request(FIRST, { method: 'PATCH', json: { tags: ['live'] } });
    await server.request('/api/collections/blog/second-post', {
      method: 'PATCH',
      json: { title: 'Another' },
    });
    expect((await server.request(FIRST, draft())).json).toMatchObject({ title: 'Drafted', tags: ['live'] });
    expect(await titles(server, draft())).toEqual(['Another', 'Drafted']);
    expect((await setOf(server)).objects).toEqual([
      expect.objectContaining({ id: 'first-post', properties: ['title'] }),
    ]);
  });

  it('has nothing left of what was taken back', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted' });
    await save(server, FIRST, { title: 'First post' });
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

  it('checks what is saved by the schema', async () => {
    const server = await startTestServer(BLOG);
    const saved = await save(server, FIRST, { title: 5 });
    expect([saved.status, (await setOf(server)).objects]).toEqual([422, []]);
  });
});

describe('publishing', () => {
  it('makes everything live as one transaction, which one undo takes back', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Published' });
    await server.request(
      '/api/collections/blog',
      draft({ method: 'POST', json: { id: 'third', title: 'New' } }),
    );
    await server.request('/api/collections/blog/second-post', draft({ method: 'DELETE' }));
    const checked = await publish(server, { dryRun: true });
    expect(checked.json).toMatchObject({ dryRun: true });
    expect(await titles(server)).toEqual(['First post', 'Second post']);

    const done = await publish(server);
    expect(done.status).toBe(200);
    expect(await titles(server)).toEqual(['New', 'Published']);
    expect((await setOf(server)).objects).toEqual([]);

    const transaction = done.headers.get('x-plinth-transaction');
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect(undone.status).toBe(200);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
  });

  it('merges onto what is live, and names object and property where both were changed', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted', tags: ['draft'] });
    await save(server, '/api/collections/blog/second-post', { title: 'Also drafted' });
    await server.request(FIRST, { method: 'PATCH', json: { title: 'Live' } });
    const refused = await publish(server);
    expect(refused.status).toBe(409);
    expect(Object.keys(errorOf(refused).details ?? {})).toEqual(['blog/first-post.title']);
    expect(await titles(server)).toEqual(['Live', 'Second post']);
    expect((await setOf(server)).objects.find(({ id }) => id === 'first-post')).toMatchObject({
      clashes: ['title'],
    });

    const part = { collection: 'blog', id: 'first-post', properties: ['tags'] };
    expect((await publish(server, { objects: [part] })).status).toBe(200);
    expect((await server.request(FIRST)).json).toMatchObject({ title: 'Live', tags: ['draft'] });
    const left = (await server.request('/api/change-sets/draft/objects/blog/first-post'))
      .json as unknown as ComparedObject;
    expect(left.differences).toEqual([
      { property: 'title', base: 'First post', mine: 'Drafted', live: 'Live', clash: true },
    ]);

    // Saved again over what is live now, it is no clash any more; or kept as it is.
    await save(server, FIRST, { title: 'Decided' });
    await server.request(FIRST, { method: 'PATCH', json: { title: 'Live again' } });
    expect((await publish(server)).status).toBe(409);
    const keep = '/api/change-sets/draft/objects/blog/first-post/keep';
    const kept = await server.request(keep, { method: 'POST', json: { properties: ['title'] } });
    expect(kept.status).toBe(204);
    expect((await publish(server)).status).toBe(200);
    expect(await titles(server)).toEqual(['Also drafted', 'Decided']);
  });

  it('names each new object that cannot be created', async () => {
    const server = await startTestServer(BLOG);
    const at = '2026-01-01T00:00:00Z';
    const bad = (values: object) => ({ change: 'new', base: {}, values, at });
    await writeFiles(server.folder, {
      '.changes/draft/blog/third.json': bad({ title: 5 }),
      '.changes/draft/blog/fourth.json': bad({ title: 6 }),
      '.changes/draft/blog/new.json': bad({ title: 'Reserved' }),
    });
    const details = async () => Object.keys(errorOf(await publish(server)).details ?? {}).sort();
    expect(await details()).toEqual(['blog/new.id']);
    await rm(join(server.folder, '.changes/draft/blog/new.json'));
    await expect.poll(details).toEqual(['blog/fourth.title', 'blog/third.title']);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
  });

  const note = (rules: object) => ({
    id: 'note',
    properties: { title: { type: 'string', field: 'text', ...rules } },
    required: [],
    index: ['title'],
  });
  const NOTES = {
    '.schemas/note.json': note({}),
    'notes/.meta.json': { id: 'notes', schema: 'note' },
    'notes/one.json': { id: 'one', title: 'One' },
    'notes/two.json': { id: 'two', title: 'Two' },
  };
  it.each<[string, string, Sent]>([
    ['was removed', '/api/collections/notes/one', { method: 'DELETE' }],
    ['has a stricter schema', '/api/schemas/note', { method: 'PUT', json: note({ maxLength: 5 }) }],
    [
      'is another one under this id',
      '/api/collections/notes',
      { method: 'POST', json: { id: 'three', title: 'Taken' } },
    ],
  ])('changes nothing where an object %s', async (_, path, sent) => {
    const server = await startTestServer(NOTES);
    await save(server, '/api/collections/notes/one', { title: 'Much too long' });
    await save(server, '/api/collections/notes/two', { title: 'Fine' });
    await server.request(
      '/api/collections/notes',
      draft({ method: 'POST', json: { id: 'three', title: 'New' } }),
    );
    expect((await server.request(path, sent)).status).toBeLessThan(300);
    const refused = await publish(server);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(errorOf(refused).details ?? {})).toHaveLength(1);
    expect((await server.request('/api/collections/notes/two')).json.title).toBe('Two');
    expect((await setOf(server)).objects).toHaveLength(3);
  });

  it('is done where another machine has published the same', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Published' });
    const file = join(server.folder, '.changes/draft/blog/first-post.json');
    const kept = await readFile(file);
    await publish(server);
    const etag = (await server.request(FIRST)).headers.get('etag');
    await writeFile(file, kept);
    expect((await publish(server)).status).toBe(200);
    expect((await server.request(FIRST)).headers.get('etag')).toBe(etag);
    expect((await setOf(server)).objects).toEqual([]);
  });
});

describe('releases and suggestions', () => {
  it('are made, named, moved into and dropped', async () => {
    const server = await startTestServer(BLOG);
    const made = await server.request('/api/change-sets', {
      method: 'POST',
      json: { kind: 'release', title: 'Autumn issue', reason: 'For Friday' },
    });
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ id: 'autumn-issue', kind: 'release', title: 'Autumn issue', objects: 0 }),
    ]);
    await save(server, FIRST, { title: 'Autumn', tags: ['later'] });
    const chosen = { collection: 'blog', id: 'first-post', properties: ['title'] };
    const moved = await server.request('/api/change-sets/draft/move', {
      method: 'POST',
      json: { to: 'autumn-issue', objects: [chosen] },
    });
    expect(moved.status).toBe(204);
    expect((await setOf(server)).objects[0]?.properties).toEqual(['tags']);
    expect((await setOf(server, 'autumn-issue')).objects[0]?.properties).toEqual(['title']);
    const both = await server.request(`${FIRST}?perspective=draft,autumn-issue`);
    expect(both.json).toMatchObject({ title: 'Autumn', tags: ['later'] });
    // Nothing is left of it to move.
    const again = await server.request('/api/change-sets/draft/move', {
      method: 'POST',
      json: { to: 'autumn-issue', objects: [chosen] },
    });
    expect(again.status).toBe(204);
    expect((await setOf(server)).objects[0]?.properties).toEqual(['tags']);
    expect((await setOf(server, 'autumn-issue')).objects[0]?.properties).toEqual(['title']);

    const named = await server.request('/api/change-sets/autumn-issue', {
      method: 'PATCH',
      json: { title: 'Winter issue' },
    });
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
    return json.changeSets as { id: string; objects: number; more?: number; changes: { id: string }[] }[];
  };
  const short = (sets: Awaited<ReturnType<typeof listed>>) =>
    sets.map(({ id, changes }) => [id, ...changes.map((change) => change.id)]);
  const inSet = (set: string): Sent => ({ headers: { 'X-Plinth-Perspective': set } });

  it('are those that change one of its objects, each with its changes, and always the shared draft', async () => {
    const server = await startTestServer({
      ...BLOG,
      'news/.meta.json': { id: 'news', schema: 'blog' },
    });
    await server.request('/api/collections/news', { method: 'POST', json: { id: 'one', title: 'One' } });
    for (const title of ['Autumn', 'Winter', 'Empty']) {
      await server.request('/api/change-sets', { method: 'POST', json: { kind: 'release', title } });
    }
    await save(server, FIRST, { title: 'Drafted' });
    await server.request('/api/collections/blog/second-post', { method: 'DELETE', ...inSet('autumn') });
    await server.request('/api/collections/blog', {
      method: 'POST',
      json: { id: 'third', title: 'New' },
      ...inSet('autumn'),
    });
    await server.request('/api/collections/news/one', {
      method: 'PATCH',
      json: { title: 'News' },
      ...inSet('winter'),
    });

    const blog = await listed(server, 'collection=blog');
    expect(blog).toEqual([
      expect.objectContaining({
        id: 'draft',
        objects: 1,
        changes: [
          {
            id: 'first-post',
            change: 'edit',
            at: expect.any(String),
            actor: { kind: 'owner', id: 'owner', name: 'Owner' },
          },
        ],
      }),
      expect.objectContaining({
        id: 'autumn',
        changes: [
          expect.objectContaining({ id: 'third', change: 'new' }),
          expect.objectContaining({ id: 'second-post', change: 'remove' }),
        ],
      }),
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
    await server.request(FIRST, { method: 'PATCH', json: { title: 'Drafted' } });
    await expect.poll(async () => (await listed(server, 'collection=blog'))[0]?.more).toBe(6);
    const [draftSet] = await listed(server, 'collection=blog');
    expect(draftSet?.changes.slice(0, 2)).toEqual([
      expect.objectContaining({ id: 'p-1004' }),
      expect.objectContaining({ id: 'p-1003' }),
    ]);
    expect(short(await listed(server, 'collection=blog&id=first-post,p-3'))).toEqual([['draft', 'p-3']]);
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
    await server.request('/api/collections/blog/second-post', draft({ method: 'DELETE' }));
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
    const settings = await server.request(
      '/api/collections/blog',
      draft({ method: 'PATCH', json: { name: 'B' } }),
    );
    expect(settings.status).toBe(400);
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
    expect((await entries(server)).map(({ kind, set }) => [kind, set])).toEqual([
      ['change', 'draft'],
      ['change', 'draft'],
    ]);
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
    const json = { kind: 'release', title: 'Autumn issue', id: 'autumn' };
    await server.request('/api/change-sets', { method: 'POST', json });
    await save(server, FIRST, { title: 'Autumn' }, { headers: { 'X-Plinth-Perspective': 'autumn' } });
    await save(server, FIRST, { title: 'Autumn' });
    await server.request('/api/change-sets/draft/move', {
      method: 'POST',
      json: { to: 'autumn', objects: [{ collection: 'blog', id: 'first-post' }] },
    });
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

describe('races', () => {
  it('saves of one object through two requests at once leave one of them, and the other is told', async () => {
    const server = await startTestServer(BLOG);
    const first = await server.request(FIRST, draft());
    const etag = first.headers.get('etag') ?? '';
    const both = await Promise.all(
      ['One', 'Two'].map((title) => save(server, FIRST, { title }, { headers: { 'If-Match': etag } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('a save into the set while it is published stays in the set', async () => {
    const server = await startTestServer(BLOG);
    for (let round = 0; round < 10; round += 1) {
      await save(server, FIRST, { title: `Round ${round}` });
      const [published, saved] = await Promise.all([
        publish(server),
        save(server, FIRST, { title: `Later ${round}` }),
      ]);
      expect([published.status, saved.status]).toEqual([200, 200]);
      expect((await server.request(FIRST, draft())).json.title).toBe(`Later ${round}`);
      expect((await publish(server)).status).toBe(200);
      expect((await server.request(FIRST)).json.title).toBe(`Later ${round}`);
    }
  });

  it('two publications at once make it live once', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Once' });
    await server.request(
      '/api/collections/blog',
      draft({ method: 'POST', json: { id: 'third', title: 'New' } }),
    );
    const both = await Promise.all([publish(server), publish(server)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await titles(server)).toEqual(['New', 'Once', 'Second post']);
    expect((await setOf(server)).objects).toEqual([]);
  });
});
