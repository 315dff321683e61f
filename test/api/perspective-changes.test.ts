/** What changes in a perspective: behind cursors and as events (spec/events.md#perspectives). */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createClient } from '../../server/client/index.js';
import { FIRST, BLOG_POSTS as LIST } from '../helpers/change-sets.js';
import { readEvents } from '../helpers/event-reader.js';
import { BLOG, type Sent, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
import { FORM, type } from '../helpers/typed.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const through = (sent: Sent = {}, perspective = 'draft,unsaved'): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'X-Plinth-Perspective': perspective },
});
const draft = (json: object, path = FIRST, server: TestServer) =>
  server.request(path, through({ method: 'PATCH', json }, 'draft'));
const cursorOf = async (server: TestServer, path = LIST) =>
  (await server.request(path, through())).headers.get('x-plinth-cursor') ?? '';
/** Ids of what has changed in the list, with those that are gone behind a minus, and the next cursor. */
async function since(server: TestServer, cursor: string, query = '') {
  const { status, json } = await server.request(`${LIST}?since=${cursor}${query}`, through());
  if (status !== 200) return { ids: status, cursor: String(json.cursor), more: false };
  const shown = (json.objects as { id: string }[]).map(({ id }) => id);
  const gone = (json.deleted as { id: string }[]).map(({ id }) => `-${id}`);
  return { ids: [...shown, ...gone], cursor: String(json.cursor), more: json.more };
}
const listen = (server: TestServer, query = 'collections=blog,blog-private', headers = {}) =>
  readEvents(`${server.url}/api/events?${query}`, {
    cookie: server.cookie,
    'x-plinth-perspective': 'draft,unsaved',
    ...headers,
  });

it('a cursor of a perspective is followed by what is live, saved as a draft, and typed', async () => {
  const server = await startTestServer(BLOG);
  let cursor = await cursorOf(server);
  const expectIds = async (...expected: string[]) => {
    const answer = await since(server, cursor);
    expect(answer.ids).toEqual(expected);
    cursor = answer.cursor;
    expect((await since(server, cursor)).ids).toEqual([]);
  };
  await server.request(`${LIST}/second-post`, { method: 'PATCH', json: { title: 'Live' } });
  await expectIds('second-post');
  await draft({ title: 'Drafted' }, FIRST, server);
  await expectIds('first-post');
  await type(server, { title: 'Typed' });
  await expectIds('first-post');
  await server.request(`/api/presence/${FORM}`, { method: 'DELETE' });
  await expectIds('first-post');
  await server.request(LIST, through({ method: 'POST', json: { id: 'third', title: 'New' } }, 'draft'));
  await expectIds('third');
  await server.request(`${LIST}/third`, through({ method: 'DELETE' }, 'draft'));
  await server.request(`${LIST}/second-post`, through({ method: 'DELETE' }, 'draft'));
  await expectIds('-third', '-second-post');
  await server.request('/api/change-sets/draft/publish', { method: 'POST', json: {} });
  expect((await since(server, cursor)).ids).toEqual(expect.arrayContaining(['first-post', '-second-post']));
  // The folder as a whole.
  const folder = await server.request('/api/changes', through());
  await type(server, { title: 'Typed again' });
  const { json } = await server.request(`/api/changes?since=${folder.json.cursor}`, through());
  expect(json).toMatchObject({ data: [{ collection: 'blog', id: 'first-post' }], more: false });
});

it('comes in pages', async () => {
  const server = await startTestServer(BLOG);
  const start = await cursorOf(server);
  await server.request(`${LIST}/second-post`, { method: 'PATCH', json: { title: 'Live' } });
  for (const id of ['a', 'b', 'c']) {
    await server.request(LIST, through({ method: 'POST', json: { id, title: id } }, 'draft'));
  }
  const found: unknown[] = [];
  let cursor = start;
  for (let more: unknown = true; more; ) {
    const page = await since(server, cursor, '&limit=1');
    found.push(...(page.ids as string[]));
    ({ cursor, more } = page);
  }
  expect(found).toEqual(['second-post', 'a', 'b', 'c']);
});

it('a cursor of another run, of another perspective, or of what is live is too old', async () => {
  const home = await temporaryFolder();
  const server = await startTestServer(BLOG, { home });
  const own = await cursorOf(server);
  const live = (await server.request(LIST)).headers.get('x-plinth-cursor') ?? '';
  const other = (await server.request(LIST, through({}, 'draft'))).headers.get('x-plinth-cursor') ?? '';
  const forged = [`${own}9`, own.replace(/\d+$/, '-1'), `${live}~`, `${live}~x-0`, '~'];
  for (const cursor of [live, other, ...forged]) {
    expect([cursor, (await since(server, encodeURIComponent(cursor))).ids]).toEqual([cursor, 410]);
  }
  expect((await server.request(`${LIST}?since=${own}`)).status).toBe(410);
  await server.close();
  const again = await startTestServer({}, { home });
  expect((await since(again, own)).ids).toBe(410);
  const past = `${LIST}?since=${own}&at=2026-11-01`;
  for (const path of [past, '/api/events?at=2026-11-01', '/api/changes?at=2026-11-01']) {
    expect((await again.request(path)).status).toBe(400);
  }
});

it('is told as it happens, and again to a client that was away', async () => {
  const server = await startTestServer(BLOG);
  const events = await listen(server);
  expect((await events.next())?.event).toBe('ready');
  await type(server, { title: 'Typed' });
  expect(await events.told(1)).toEqual(['object.updated blog/first-post']);
  await server.request(`${LIST}/second-post`, { method: 'PATCH', json: { title: 'Live' } });
  const heard = await events.next();
  expect([heard?.event, heard?.data.id]).toEqual(['object.updated', 'second-post']);
  events.close();

  await draft({ title: 'Drafted' }, FIRST, server);
  await server.request(`${LIST}/second-post`, { method: 'PATCH', json: { title: 'Live again' } });
  await server.request(LIST, through({ method: 'POST', json: { id: 'fresh', title: 'New' } }, 'draft'));
  const back = await listen(server, undefined, { 'last-event-id': heard?.id ?? '' });
  expect((await back.told(3)).sort()).toEqual([
    'object.created blog/fresh',
    'object.updated blog/first-post',
    'object.updated blog/second-post',
  ]);
  await server.request(`/api/unsaved/${FORM}`, { method: 'DELETE' });
  expect(await back.told(1)).toEqual(['object.updated blog/first-post']);
  const lost = await listen(server, undefined, { 'last-event-id': 'nonsense' });
  expect((await lost.next())?.event).toBe('reset');
});

it('what other programs write into a set is told within a second', async () => {
  const server = await startTestServer(BLOG);
  const events = await listen(server);
  await events.next();
  const folder = join(server.folder, '.changes', 'draft', 'blog');
  await mkdir(folder, { recursive: true });
  const change = { change: 'edit', base: {}, values: { title: 'Synced' }, at: '2026-02-01T10:00:00.000Z' };
  await writeFile(join(folder, 'first-post.json'), JSON.stringify(change));
  expect(await events.told(1)).toEqual(['object.updated blog/first-post']);
  await rm(join(folder, 'first-post.json'));
  expect(await events.told(1)).toEqual(['object.updated blog/first-post']);
});

it('is not told to readers of what is live, nor to other users', async () => {
  const server = await startTestServer(WITH_STAFF);
  const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
  const own = await listen(server);
  const other = await listen(server, undefined, { cookie: editor.cookie });
  const live = await readEvents(`${server.url}/api/events?collections=blog,blog-private`, {
    cookie: server.cookie,
  });
  const narrow = await listen(server, 'collections=blog-private');
  for (const events of [own, other, live, narrow]) expect((await events.next())?.event).toBe('ready');
  expect((await listen(server, undefined, { cookie: viewer.cookie })).status).toBe(403);
  await type(server, { title: 'Typed by the owner' });
  await server.request('/api/collections/blog-private/secret', { method: 'PATCH', json: { title: 'End' } });
  expect(await own.told(2)).toEqual(['object.updated blog/first-post', 'object.updated blog-private/secret']);
  for (const events of [other, narrow, live])
    expect(await events.told(1)).toEqual(['object.updated blog-private/secret']);
});

it('a perspective that is listened to stays open, whatever else is read', async () => {
  const server = await startTestServer(BLOG);
  const cursor = await cursorOf(server);
  const events = await listen(server);
  await events.next();
  for (const set of ['a', 'b', 'c', 'd']) {
    await server.request('/api/change-sets', {
      method: 'POST',
      json: { kind: 'release', title: set, id: set },
    });
    expect((await server.request(LIST, through({}, set))).status).toBe(200);
  }
  await type(server, { title: 'Typed' });
  expect(await events.told(1)).toEqual(['object.updated blog/first-post']);
  expect((await since(server, cursor)).ids).toEqual(['first-post']);
});

it('a stream of a key ends when the key reads through other sets, and its cursor is too old', async () => {
  const server = await startTestServer(BLOG);
  let sets: string[] = ['draft'];
  const reads = { user: 'owner', perspective: () => ({ sets, unsavedOf: 'owner' }) };
  const lent = await server.site.temporaryKeys.lend(0, reads);
  const headers = { 'x-api-key': lent.key };
  const events = await readEvents(`${lent.url}/api/events?collections=blog`, headers);
  await events.next();
  await type(server, { title: 'Typed' });
  const heard = await events.next();
  expect([heard?.event, heard?.data.id]).toEqual(['object.updated', 'first-post']);
  server.site.temporaryKeys.readsChanged();
  await draft({ title: 'Drafted', tags: ['drafted'] }, FIRST, server);
  expect(await events.told(1)).toEqual(['object.updated blog/first-post']);
  sets = [];
  server.site.temporaryKeys.readsChanged();
  expect(await events.told(1)).toEqual(['the end']);
  const again = await readEvents(`${lent.url}/api/events`, { ...headers, 'last-event-id': heard?.id ?? '' });
  expect((await again.next())?.event).toBe('reset');
  const answer = await server.request(FIRST, { as: { key: lent.key } });
  expect(answer.json).toMatchObject({ title: 'Typed', tags: ['one'] });
  // What a request names counts, and nothing can be written.
  const named = await server.request(FIRST, through({ as: { key: lent.key } }, 'draft'));
  expect(named.json).toMatchObject({ title: 'Drafted', tags: ['drafted'] });
  const write = { method: 'PATCH', json: { title: 'X' }, as: { key: lent.key } } as const;
  expect((await server.request(FIRST, write)).status).toBe(403);
  lent.end();
  expect((await server.request(FIRST, { as: { key: lent.key } })).status).toBe(401);
});

it('the client reads, syncs and follows through a perspective, and keeps its answers apart', async () => {
  const server = await startTestServer(BLOG);
  const cache = await temporaryFolder();
  const options = { url: server.url, key: await server.key(), cache };
  const [live, drafted] = [createClient(options), createClient({ ...options, perspective: 'draft' })];
  const title = async (client: typeof live) => (await client.collection('blog').get('first-post'))?.title;
  const { cursor } = await drafted.collection('blog').sync(undefined);
  let first: Promise<unknown> = Promise.resolve();
  const changes = await new Promise<ReturnType<typeof drafted.changes>>((resolve) => {
    const followed = drafted.changes({ collections: ['blog'], onOpen: () => resolve(followed) });
    first = followed.next();
  });
  await draft({ title: 'Drafted' }, FIRST, server);
  expect([await title(live), await title(drafted), await title(live)]).toEqual([
    'First post',
    'Drafted',
    'First post',
  ]);
  expect(await drafted.collection('blog').sync(cursor)).toMatchObject({
    objects: [{ id: 'first-post', title: 'Drafted' }],
    complete: false,
  });
  expect(await first).toMatchObject({
    value: { type: 'object.updated', id: 'first-post' },
  });
  await changes.return();
  vi.stubEnv('PLINTH_PERSPECTIVE', 'draft');
  expect(await title(createClient(options))).toBe('Drafted');
  vi.unstubAllEnvs();
});

it('a folder that goes away while a perspective is open does not end the server', async () => {
  const server = await startTestServer(BLOG);
  await draft({ title: 'Drafted' }, FIRST, server);
  const list = () => server.request(LIST, through({}, 'draft'));
  expect((await list()).status).toBe(200);
  await rename(server.folder, `${server.folder}-away`);
  await expect
    .poll(() => server.warnings().join(), { timeout: 20_000 })
    .toContain('in a perspective could not be read');
  await rename(`${server.folder}-away`, server.folder);
  await expect.poll(async () => (await list()).text, { timeout: 20_000 }).toContain('Drafted');
}, 60_000);
