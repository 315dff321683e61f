/** Unsaved changes: kept by user, found by other windows, never shown to others. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSite } from '../../server/site.js';
import { readEvents } from '../helpers/event-reader.js';
import { errorOf, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, STAFF_IDS, signIn, staffSession, WITH_STAFF } from '../helpers/users.js';

const ID = 'abcd-1234-5678';
const unsaved = (more: Record<string, unknown> = {}) => ({
  collection: 'blog',
  object: 'first-post',
  title: 'First post',
  edits: { title: 'Half-finished' },
  base: { title: 'First post' },
  problems: {},
  etag: '"v1"',
  version: 1,
  ...more,
});

const put = (server: Pick<TestServer, 'request'>, json: unknown, id = ID) =>
  server.request(`/api/unsaved/${id}`, { method: 'PUT', json });
const list = async (server: Pick<TestServer, 'request'>) =>
  listIn(await server.request('/api/unsaved'), 'unsaved');

/** All files of unsaved changes in the state directory. */
async function filesOf(server: TestServer): Promise<string[]> {
  const root = join(server.folder, '..', 'state', 'drafts');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('unsaved changes', () => {
  it('are kept with the values they were made on, and listed without values', async () => {
    const server = await startTestServer();
    expect((await put(server, unsaved())).status).toBe(204);
    const [summary] = await list(server);
    expect(summary).toMatchObject({
      id: ID,
      collection: 'blog',
      object: 'first-post',
      title: 'First post',
      properties: ['title'],
      version: 1,
      open: false,
    });
    expect(summary).not.toHaveProperty('edits');
    const { json } = await server.request(`/api/unsaved/${ID}`);
    expect(json).toMatchObject({ id: ID, ...unsaved() });
  });

  it('take the place of one whose changes are in them, with one request', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    const next = 'next-1234-5678';
    expect((await put(server, unsaved({ replaces: '../secret' }), next)).status).toBe(400);
    expect(await list(server)).toHaveLength(1);
    expect((await put(server, unsaved({ replaces: ID }), next)).status).toBe(204);
    expect((await list(server)).map(({ id }) => id)).toEqual([next]);
    expect((await put(server, unsaved({ version: 2, replaces: next }), next)).status).toBe(204);
    expect((await server.request(`/api/unsaved/${next}`)).json).not.toHaveProperty('replaces');
    expect((await server.request(`/api/unsaved/${ID}`)).status).toBe(404);
  });

  it('are private files in the state directory, not in the folder', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    const files = await filesOf(server);
    const own = files.find((file) => file.endsWith(`${ID}.json`)) ?? '';
    expect(await readFile(own, 'utf8')).toContain('Half-finished');
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
    const folder = await readdir(server.folder, { recursive: true });
    expect(folder.filter((name) => name.includes(ID))).toEqual([]);
  });

  it('are not replaced by an earlier version, and a repeated one is accepted', async () => {
    const server = await startTestServer();
    await put(server, unsaved({ version: 3, edits: { title: 'Third' } }));
    expect((await put(server, unsaved({ version: 2, edits: { title: 'Second' } }))).status).toBe(412);
    expect((await put(server, unsaved({ version: 3, edits: { title: 'Third' } }))).status).toBe(204);
    expect((await server.request(`/api/unsaved/${ID}`)).json.edits).toEqual({ title: 'Third' });
  });

  it('end with the last of many versions sent at once', async () => {
    const server = await startTestServer();
    const versions = Array.from({ length: 20 }, (_, at) => at + 1);
    await Promise.all(
      versions.map((version) => put(server, unsaved({ version, edits: { title: `${version}` } }))),
    );
    expect((await server.request(`/api/unsaved/${ID}`)).json.edits).toEqual({ title: '20' });
  });

  it('move from a new object to the object that was created', async () => {
    const server = await startTestServer();
    const { object: _none, ...fresh } = unsaved({ base: {} });
    await put(server, fresh);
    expect((await list(server))[0]).not.toHaveProperty('object');
    await put(server, unsaved({ version: 2 }));
    expect(await list(server)).toMatchObject([{ object: 'first-post' }]);
  });

  it('are kept of schemas and settings as well, and say when what they change is gone', async () => {
    const server = await startTestServer();
    const places = [
      { collection: '.schemas', object: 'gone' },
      { collection: '.schemas' },
      { collection: '.system', object: 'settings' },
      { collection: 'blog', object: '.meta' },
      { collection: 'blog', object: 'first-post' },
      { collection: 'blog', object: 'gone' },
      { collection: 'gone', object: 'first-post' },
    ];
    for (const [at, place] of places.entries()) {
      const { object: _object, ...rest } = unsaved({ at: `2026-01-0${9 - at}T00:00:00Z` });
      expect((await put(server, { ...rest, ...place }, `form-at-${at}`)).status).toBe(204);
    }
    const missing = (await list(server)).map((one) => [one.collection, one.object, one.missing]);
    expect(missing).toEqual([
      ['.schemas', 'gone', true],
      ['.schemas', undefined, undefined],
      ['.system', 'settings', undefined],
      ['blog', '.meta', undefined],
      ['blog', 'first-post', undefined],
      ['blog', 'gone', true],
      ['gone', 'first-post', true],
    ]);
  });

  it('are gone after they are discarded, twice as well', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    for (const _time of [1, 2]) {
      expect((await server.request(`/api/unsaved/${ID}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect((await server.request(`/api/unsaved/${ID}`)).status).toBe(404);
    expect(await list(server)).toEqual([]);
  });

  it('are found by another server on the same folder, also after the folder was renamed', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    await server.close();
    const [home, state] = [join(server.folder, '..'), join(server.folder, '..', 'state')];
    const open = async (folder: string) => {
      const site = await openSite({ folder, state, cache: join(home, 'cache'), log: () => {} });
      onTestFinished(() => site.close());
      return site;
    };
    const again = await open(server.folder);
    expect(await again.unsaved.list('owner')).toMatchObject([{ id: ID }]);
    await again.close();
    const renamed = join(home, 'renamed');
    await rename(server.folder, renamed);
    expect(await (await open(renamed)).unsaved.list('owner')).toMatchObject([{ id: ID }]);
  });

  it('that a version has left that called them drafts are found', async () => {
    const server = await startTestServer();
    await server.close();
    const state = join(server.folder, '..', 'state');
    const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    const left = join(state, 'drafts', short(await realpath(server.folder)), short('owner'));
    await mkdir(left, { recursive: true });
    await writeFile(join(left, `${ID}.json`), JSON.stringify(unsaved({ at: new Date().toISOString() })));
    const cache = join(server.folder, '..', 'cache');
    const site = await openSite({ folder: server.folder, state, cache, log: () => {} });
    onTestFinished(() => site.close());
    expect(await site.unsaved.list('owner')).toMatchObject([{ id: ID }]);
    expect(site.unsaved.read('owner', ID).edits).toEqual({ title: 'Half-finished' });
  });

  it('of another folder are not shown', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    const other = await startTestServer();
    const state = join(server.folder, '..', 'state');
    const site = await openSite({ folder: other.folder, state, cache: join(state, 'c'), log: () => {} });
    onTestFinished(() => site.close());
    expect(await site.unsaved.list('owner')).toEqual([]);
  });

  it('that cannot be read are left alone and not listed', async () => {
    const server = await startTestServer();
    await put(server, unsaved());
    await put(server, unsaved(), 'other-form');
    await server.close();
    const torn = (await filesOf(server)).find((file) => file.endsWith(`${ID}.json`)) ?? '';
    await writeFile(torn, '{"collection":');
    const site = await openSite({
      folder: server.folder,
      state: join(server.folder, '..', 'state'),
      cache: join(server.folder, '..', 'cache'),
      log: () => {},
    });
    onTestFinished(() => site.close());
    expect(await site.unsaved.list('owner')).toMatchObject([{ id: 'other-form' }]);
    expect(await readFile(torn, 'utf8')).toBe('{"collection":');
  });

  it('are removed 90 days after the last change', async () => {
    const server = await startTestServer();
    await put(server, unsaved({ at: '2026-01-01T00:00:00Z' }));
    await put(server, unsaved(), 'other-form');
    await server.close();
    const site = await openSite({
      folder: server.folder,
      state: join(server.folder, '..', 'state'),
      cache: join(server.folder, '..', 'cache'),
      log: () => {},
      now: () => new Date('2026-04-05T00:00:00Z'),
    });
    onTestFinished(() => site.close());
    await expect.poll(() => site.unsaved.list('owner')).toMatchObject([{ id: 'other-form' }]);
  });

  it('notify the other windows of their user only', async () => {
    const server = await startTestServer(WITH_STAFF);
    const editor = await staffSession(server, 'editor');
    const mine = await readEvents(`${server.url}/api/events`, { cookie: editor.cookie });
    const owners = await readEvents(`${server.url}/api/events`, { cookie: server.cookie });
    await mine.next();
    await owners.next();
    await put(editor, unsaved());
    expect((await mine.next())?.event).toBe('unsaved.changed');
    await server.request('/api/collections/blog', { method: 'POST', json: { title: 'After' } });
    expect((await owners.next())?.event).toBe('object.created');
  });
});

describe('unsaved changes of others', () => {
  const server = sharedServer(() => WITH_STAFF);

  it('cannot be listed, read, replaced or discarded', async () => {
    const [admin, editor] = [await staffSession(server(), 'admin'), await staffSession(server(), 'editor')];
    await put(editor, unsaved());
    for (const other of [admin, server()]) {
      expect(await list(other)).toEqual([]);
      expect((await other.request(`/api/unsaved/${ID}`)).status).toBe(404);
      await other.request(`/api/unsaved/${ID}`, { method: 'DELETE' });
      await put(other, unsaved({ version: 9, edits: { title: 'Theirs' } }));
      await other.request(`/api/unsaved/${ID}`, { method: 'DELETE' });
    }
    expect((await editor.request(`/api/unsaved/${ID}`)).json.edits).toEqual({ title: 'Half-finished' });
  });

  it.each([
    ['anonymous callers', 401, async () => ({ as: 'nobody' }) as const],
    ['API keys', 403, async (from: TestServer) => ({ as: { key: await from.key() } })],
  ])('are closed to %s', async (_who, status, as) => {
    const sent = await as(server());
    expect((await server().request('/api/unsaved', sent)).status).toBe(status);
    expect((await server().request(`/api/unsaved/${ID}`, sent)).status).toBe(status);
    const written = await server().request(`/api/unsaved/${ID}`, { ...sent, method: 'PUT', json: unsaved() });
    expect(written.status).toBe(status);
  });

  it('need the right to change or suggest the object', async () => {
    const [viewer, editor] = [await staffSession(server(), 'viewer'), await staffSession(server(), 'editor')];
    expect((await put(viewer, unsaved())).status).toBe(204);
    expect((await put(viewer, unsaved({ collection: 'automations' }))).status).toBe(403);
    for (const place of [
      { collection: 'automations' },
      { collection: '.schemas', object: 'blog' },
      { collection: '.system', object: 'settings' },
      { object: '.meta' },
    ]) {
      expect((await put(editor, unsaved(place))).status).toBe(403);
      const entered = await editor.request('/api/presence/form-1234', {
        method: 'PUT',
        json: { collection: 'blog', object: 'first-post', ...place },
      });
      expect(entered.status).toBe(403);
    }
  });

  it('are not shown any more to a user who may no longer change the object', async () => {
    const admin = await staffSession(server(), 'admin');
    await put(admin, unsaved({ collection: 'automations' }), 'automation-form');
    await server().request(`/api/users/${STAFF_IDS.admin}`, { method: 'PATCH', json: { role: 'editor' } });
    const editor = await signIn(server(), 'admin one');
    expect(await list(editor)).toEqual([]);
    expect((await editor.request('/api/unsaved/automation-form')).status).toBe(404);
  });
});

describe('what is not accepted', () => {
  const server = sharedServer(() => WITH_STAFF);

  it.each([
    ['no edits', { edits: {} }],
    ['edits of another type', { edits: [1] }],
    ['no version', { version: undefined }],
    ['a version below 1', { version: 0 }],
    ['a fractional version', { version: 1.5 }],
    ['a collection that leads out', { collection: '../blog' }],
    ['an object that leads out', { object: '../../first-post' }],
    ['a file of the folder that has no form', { collection: '.system', object: 'apikeys' }],
    ['another folder of the system', { collection: '.trash' }],
    ['settings of schemas', { collection: '.schemas', object: '.meta' }],
  ])('has %s', async (_what, wrong) => {
    expect((await put(server(), unsaved(wrong))).status).toBe(400);
    expect(await list(server())).toEqual([]);
  });

  it.each(['short', 'with space in it', 'UPPER-CASE-ID', '..%2F..%2Fabcdefgh', 'a'.repeat(65)])(
    'has the id "%s"',
    async (id) => {
      expect((await put(server(), unsaved(), id)).status).toBe(404);
    },
  );

  it('is larger than a body may be', async () => {
    const answer = await put(server(), unsaved({ edits: { title: 'x'.repeat(6 * 1024 * 1024) } }));
    expect(answer.status).toBe(413);
  });

  it('is one too many', async () => {
    const many = await startTestServer();
    const { unsaved: kept } = many.site;
    for (let n = 0; n < 500; n += 1) {
      const at = new Date().toISOString();
      await kept.save('owner', `form-number-${n}`, { ...unsaved(), at });
    }
    const answer = await put(many, unsaved());
    expect(answer.status).toBe(507);
    expect(errorOf(answer).message).toContain('too many unsaved changes');
    expect((await put(many, unsaved({ version: 2 }), 'form-number-1')).status).toBe(204);
  });
});
