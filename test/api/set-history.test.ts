/** Versions of an object in change sets (spec/change-sets.md#versions). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Differences, Version, VersionContent } from '../../server/contract/history.js';
import { FIRST, publish, release } from '../helpers/change-sets.js';
import { BLOG, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const DRAFT = '.changes/draft/blog/first-post.json';

type Asker = Pick<TestServer, 'request'>;
const through = (sets: string) => ({ 'X-Plinth-Perspective': sets });
const headers = through('draft');

async function save(server: Asker, json: object, sets = 'draft', path = FIRST): Promise<void> {
  const answer = await server.request(path, { method: 'PATCH', json, headers: through(sets) });
  expect(answer.status).toBe(200);
}

async function versions(server: Asker, sets: string | undefined = 'draft', path = FIRST): Promise<Version[]> {
  const answer = await server.request(`${path}/history?changed=true`, {
    headers: sets === '' ? {} : through(sets),
  });
  expect(answer.status).toBe(200);
  const found = answer.json as unknown as { versions: Version[]; total: number };
  expect(found.total).toBe(found.versions.length);
  return found.versions;
}

const restore = (server: Asker, revision: string | null | undefined, json: object = {}, sets = 'draft') =>
  server.request(`${FIRST}/history/${revision}/restore`, { method: 'POST', json, headers: through(sets) });

const shown = async (server: Asker, sets = 'draft') =>
  (await server.request(FIRST, { headers: through(sets) })).json;

/** A server whose draft of the post was saved twice. */
async function drafted(files = {}) {
  const server = await startTestServer({ ...BLOG, ...files });
  await save(server, { title: 'One' });
  await save(server, { title: 'Two', tags: ['two'] });
  const [second, first] = await versions(server);
  return { server, first: first?.revision, second: second?.revision };
}

describe('versions of a draft', () => {
  it('are listed before those that were published, with author and what was changed', async () => {
    const { server } = await drafted();
    const told = (await versions(server)).map(({ set, change, changed, kind, actor }) => ({
      ...{ set, change, changed, kind, actor: actor?.kind },
    }));
    expect(told).toEqual([
      { set: 'draft', change: 'edit', changed: ['title', 'tags'], kind: 'saved', actor: 'owner' },
      { set: 'draft', change: 'edit', changed: ['title'], kind: 'saved', actor: 'owner' },
      { set: undefined, change: undefined, changed: undefined, kind: 'found', actor: undefined },
    ]);
    expect((await versions(server, '')).map(({ set }) => set)).toEqual([undefined]);
    const { json } = await server.request('/api/activity');
    expect(json).toEqual({ activity: [] });
  });

  it('hold what the draft showed, and are compared with it and with each other', async () => {
    const { server, first, second } = await drafted();
    const one = await server.request(`${FIRST}/history/${first}`, { headers });
    expect((one.json as unknown as VersionContent).object).toMatchObject({ title: 'One', tags: ['one'] });
    const compared = async (query: string) => {
      const answer = await server.request(`${FIRST}/history/${first}/differences${query}`, { headers });
      return (answer.json as unknown as Differences).differences.filter(
        ({ property }) => property !== 'modified',
      );
    };
    const both = [
      { property: 'title', before: 'One', after: 'Two' },
      { property: 'tags', before: ['one'], after: ['two'] },
    ];
    expect(await compared('')).toEqual(expect.arrayContaining(both));
    expect(await compared(`?with=${second}`)).toEqual(expect.arrayContaining(both));
    expect((await server.request(`${FIRST}/history/${first}`)).status).toBe(404);
  });

  it('are restored into the draft, whole or by property, and nothing of it is live', async () => {
    const { server, first, second } = await drafted();
    expect((await restore(server, first, { properties: ['tags'] })).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'Two', tags: ['one'] });
    expect((await restore(server, second)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'Two', tags: ['two'] });
    expect((await restore(server, first)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'One', tags: ['one'] });
    expect((await server.request(FIRST)).json).toMatchObject({ title: 'First post', tags: ['one'] });
    const [newest] = await versions(server);
    expect(newest?.transaction?.kind).toBe('restore');
  });

  it('leave what was published since of other properties as it is', async () => {
    const { server, first } = await drafted();
    const live = await server.request(FIRST, { method: 'PATCH', json: { tags: ['live'] } });
    expect(live.status).toBe(200);
    expect((await restore(server, first)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'One', tags: ['live'] });
  });

  it('are there after a restart, as is the undo of a save', async () => {
    const home = await temporaryFolder();
    const first = await startTestServer(BLOG, { home });
    await save(first, { title: 'One' });
    const answer = await first.request(FIRST, { method: 'PATCH', json: { title: 'Two' }, headers });
    await first.close();
    const server = await startTestServer({}, { home });
    const [, one] = await versions(server);
    const transaction = answer.headers.get('x-plinth-transaction') ?? '';
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect(undone.json).toMatchObject({ undone: [{ result: 'restored' }] });
    expect(await shown(server)).toMatchObject({ title: 'One' });
    await save(server, { title: 'Three' });
    expect((await restore(server, one?.revision)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'One' });
  });

  it('stay when the draft was published, discarded, or its set was dropped and restored', async () => {
    const { server, first } = await drafted();
    expect((await publish(server)).status).toBe(200);
    const [live, left] = await versions(server);
    expect([live?.set, live?.revision, left?.set]).toEqual(['draft', null, undefined]);
    expect((await restore(server, first)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'One', tags: ['two'] });

    await release(server, { title: 'Autumn', id: 'autumn' });
    await save(server, { title: 'In autumn' }, 'autumn');
    const [saved] = await versions(server, 'autumn');
    const dropped = await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    const entry = dropped.headers.get('x-trash-id') ?? '';
    expect((await server.request(`/api/trash/${entry}/restore`, { method: 'POST' })).status).toBe(200);
    expect((await versions(server, 'autumn')).map(({ set, revision }) => [set, revision])).toEqual([
      ['autumn', saved?.revision],
      ['autumn', null],
      ['autumn', saved?.revision],
      ...(await versions(server, '')).map(({ revision }) => [undefined, revision]),
    ]);
  });

  it('of several sets are told apart, and restored into the last of them', async () => {
    const { server, first } = await drafted();
    await release(server, { title: 'Autumn', id: 'autumn' });
    await save(server, { title: 'In autumn' }, 'draft,autumn');
    expect((await versions(server, 'draft,autumn')).map(({ set }) => set)).toEqual([
      ...['autumn', 'draft', 'draft', undefined],
    ]);
    expect((await restore(server, first, { properties: ['tags'] }, 'draft,autumn')).status).toBe(200);
    expect(await shown(server, 'draft,autumn')).toMatchObject({ title: 'In autumn', tags: ['one'] });
    expect(await shown(server)).toMatchObject({ title: 'Two', tags: ['two'] });
  });

  it('of a new object are restored after it was dropped, with its own values', async () => {
    const server = await startTestServer(BLOG);
    const json = { id: 'third', title: 'Third' };
    await server.request('/api/collections/blog', { method: 'POST', json, headers });
    const path = '/api/collections/blog/third';
    const [made] = await versions(server, 'draft', path);
    expect(made).toMatchObject({ set: 'draft', change: 'new' });
    expect((await server.request(path, { method: 'DELETE', headers })).status).toBe(204);
    const back = await server.request(`${path}/history/${made?.revision}/restore`, {
      ...{ method: 'POST', json: {}, headers },
    });
    expect([back.status, back.json.title]).toEqual([200, 'Third']);
    expect((await server.request(path)).status).toBe(404);
  });

  it('that would remove the object, or need one that was deleted, say so and change nothing', async () => {
    const { server, first } = await drafted();
    expect((await server.request(FIRST, { method: 'DELETE', headers })).status).toBe(204);
    const [removal] = await versions(server);
    expect(removal).toMatchObject({ set: 'draft', change: 'remove' });
    const rejected = await restore(server, removal?.revision);
    expect([rejected.status, rejected.json.error]).toMatchObject([422, { key: 'versionRemoves' }]);
    await server.request('/api/change-sets/draft/objects/blog/first-post', { method: 'DELETE' });
    expect((await server.request(FIRST, { method: 'DELETE' })).status).toBe(204);
    const gone = await restore(server, first);
    expect([gone.status, gone.json.error]).toMatchObject([422, { key: 'versionNeedsLive' }]);
    expect((await server.request(FIRST, { headers })).status).toBe(404);
  });

  it('name the field that the schema of today does not allow', async () => {
    const server = await startTestServer({
      '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, word: { field: 'text' } } },
      'notes/.meta.json': { id: 'notes', schema: 'note' },
      'notes/a.json': { id: 'a', word: 'live' },
    });
    const path = '/api/collections/notes/a';
    await save(server, { word: null }, 'draft', path);
    await save(server, { word: 'short' }, 'draft', path);
    const [, empty] = await versions(server, 'draft', path);
    const properties = { id: { field: 'id' }, word: { field: 'text' } };
    const changed = await server.request('/api/schemas/note', {
      ...{
        method: 'PUT',
        json: { id: 'note', type: 'object', properties, required: ['id', 'word'], index: ['id'] },
      },
    });
    expect(changed.json).not.toHaveProperty('error');
    const rejected = await server.request(`${path}/history/${empty?.revision}/restore`, {
      ...{ method: 'POST', json: {}, headers },
    });
    expect(rejected.status).toBe(422);
    expect(rejected.json.error).toMatchObject({ details: { word: [expect.anything()] } });
    expect((await server.request(path, { headers })).json.word).toBe('short');
  });

  it('meet a condition like any save, and one of two at once is rejected by it', async () => {
    const { server, first } = await drafted();
    const { headers: seen } = await server.request(FIRST, { headers });
    const conditional = { ...headers, 'If-Match': seen.get('etag') ?? '' };
    const both = await Promise.all([
      server.request(`${FIRST}/history/${first}/restore`, { method: 'POST', json: {}, headers: conditional }),
      server.request(FIRST, { method: 'PATCH', json: { title: 'Other' }, headers: conditional }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('are for those who may change all objects, and show no hash of a password', async () => {
    const { server } = await drafted({
      ...WITH_STAFF,
      '.schemas/door.json': {
        ...{ id: 'door', properties: { id: { field: 'id' }, code: { field: 'password' } } },
      },
      'doors/.meta.json': { id: 'doors', schema: 'door' },
      'doors/a.json': { id: 'a' },
    });
    await save(server, { code: 'correct horse' }, 'draft', '/api/collections/doors/a');
    const [saved] = await versions(server, 'draft', '/api/collections/doors/a');
    const shownVersion = await server.request(`/api/collections/doors/a/history/${saved?.revision}`, {
      headers,
    });
    expect(shownVersion.status).toBe(200);
    expect(shownVersion.text).not.toContain('$');
    for (const [who, status] of [
      ['viewer', 403],
      ['editor', 200],
    ] as const) {
      const staff = await staffSession(server, who);
      expect((await staff.request(`${FIRST}/history`, { headers })).status).toBe(status);
    }
  });

  it('are taken from what another program writes, and those that are no changes are not restored', async () => {
    const { server, first } = await drafted();
    const file = join(server.folder, DRAFT);
    await writeFile(file, '{"change":"explode"}');
    const [outside] = await versions(server);
    expect(outside).toMatchObject({ set: 'draft', kind: 'outside' });
    expect(outside).not.toHaveProperty('change');
    expect((await restore(server, outside?.revision)).status).toBe(500);
    await rm(file);
    expect((await versions(server))[0]).toMatchObject({ set: 'draft', kind: 'outside', revision: null });
    expect((await restore(server, first)).status).toBe(200);
    expect(await shown(server)).toMatchObject({ title: 'One' });
  });

  it('begin with what came with the folder, and follow no link', async () => {
    const change = { change: 'edit', base: {}, values: { title: 'Came' }, at: '2026-01-01T10:00:00.000Z' };
    const server = await startTestServer({ ...BLOG, [DRAFT]: change });
    expect((await versions(server)).map(({ set, kind }) => [set, kind])).toContainEqual(['draft', 'found']);
    expect((await restore(server, 'AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404);
    expect((await server.request(`${FIRST}/history`, { headers: through('no-set') })).status).toBe(404);
    const [now] = await versions(server);
    const rejected = await server.request(`${FIRST}/history/${now?.revision}/restore`, {
      ...{ method: 'POST', json: {}, headers: through('draft,unsaved') },
    });
    expect(rejected.status).toBe(400);
  });
});
