import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '../../server/access/passwords.js';
import { openSite } from '../../server/site.js';
import { ORIGIN } from '../helpers/origin.js';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, PASSWORD, STAFF_IDS, staff, staffSession, trySignIn, WITH_STAFF } from '../helpers/users.js';

/** The same folder in another process, as far as records go. */
async function elsewhere(server: TestServer) {
  const home = join(server.folder, '..');
  const places = { cache: join(home, 'cache'), state: join(home, 'state') };
  return openSite({ folder: server.folder, ...places, log: () => undefined });
}

/** A change by another process is seen with the next look at the file. */
const until = async (status: () => Promise<number>, expected: number) => expect.poll(status).toBe(expected);

describe('users', () => {
  it('are made, listed, changed and removed by the owner, and never show a password', async () => {
    const server = await startTestServer(BLOG, { passwordCost: PASSWORD_COST });
    const json = { name: ' Ada Lovelace ', email: 'Ada@Example.org', role: 'editor', password: PASSWORD };
    const made = await server.request('/api/users', { method: 'POST', json });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      id: expect.any(String),
      name: 'Ada Lovelace',
      email: 'Ada@Example.org',
      role: 'editor',
      created: expect.stringMatching(/Z$/),
      lastSignIn: null,
    });
    const path = `/api/users/${made.json.id}`;
    expect(made.headers.get('location')).toBe(path);
    expect((await server.request('/users')).json).toEqual({ users: [made.json] });

    const stored = await readFile(join(server.folder, '.system', 'users.json'), 'utf8');
    expect(stored).toContain('$scrypt$ln=15,r=8,p=3$');
    expect(stored).not.toContain(PASSWORD);

    const changed = await server.request(path, { method: 'PATCH', json: { name: 'Countess', email: null } });
    expect(changed.json).toEqual({ ...made.json, name: 'Countess', email: null });
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(path)).status).toBe(404);
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(404);
    expect((await server.request('/api/users')).json).toEqual({ users: [] });
  });

  it.each<[object, string[]]>([
    [{}, ['name', 'role', 'password']],
    [{ name: 'x@y.example', role: 'owner', password: 'short' }, ['name', 'role', 'password']],
    [{ name: 'a\u202eb', email: 'no address', role: 'viewer', password: PASSWORD }, ['name', 'email']],
    [{ name: 'x'.repeat(101), role: 'viewer', password: 'x'.repeat(201) }, ['name', 'password']],
    [{ name: 'Long enough', role: 'viewer', password: 'long ENOUGH' }, ['password']],
  ])('%j is rejected with every problem', async (json, fields) => {
    const server = await startTestServer();
    const answer = await server.request('/api/users', { method: 'POST', json });
    expect(answer.status).toBe(422);
    expect(Object.keys(detailsOf(answer))).toEqual(fields);
  });

  it('have names and addresses of their own, whatever the case', async () => {
    const server = await startTestServer(WITH_STAFF);
    const other = STAFF_IDS.viewer;
    const taken = { name: 'Admin ONE', email: 'ADMIN@example.org', role: 'viewer', password: PASSWORD };
    const answer = await server.request('/api/users', { method: 'POST', json: taken });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, ['name', 'email']]);
    const renamed = await server.request(`/api/users/${other}`, {
      method: 'PATCH',
      json: { name: 'Editor One' },
    });
    expect([renamed.status, Object.keys(detailsOf(renamed))]).toEqual([422, ['name']]);
    // A user's own name is free for itself, and a part of a change is checked beside the rest of the record.
    const kept = await server.request(`/api/users/${other}`, {
      method: 'PATCH',
      json: { name: 'VIEWER ONE' },
    });
    expect([kept.status, kept.json.name]).toEqual([200, 'VIEWER ONE']);
    const weak = { password: 'viewer one' };
    expect((await server.request(`/api/users/${other}`, { method: 'PATCH', json: weak })).status).toBe(422);
  });

  it('are limited to the owner and admins', async () => {
    const server = await startTestServer(WITH_STAFF);
    const id = STAFF_IDS.viewer;
    const [admin, editor] = [await staffSession(server, 'admin'), await staffSession(server, 'editor')];
    const key = await server.key();
    for (const [method, path] of [
      ['GET', '/api/users'],
      ['GET', '/users'],
      ['POST', '/api/users'],
      ['PATCH', `/api/users/${id}`],
      ['DELETE', `/users/${id}`],
    ] as const) {
      const sent = method === 'POST' || method === 'PATCH' ? { method, json: {} } : { method };
      expect((await server.request(path, { ...sent, as: 'nobody' })).status).toBe(401);
      expect((await server.request(path, { ...sent, as: { key } })).status).toBe(403);
      expect((await editor.request(path, sent)).status).toBe(403);
    }
    expect(listIn(await admin.request('/api/users'), 'users')).toHaveLength(3);
    const json = { name: 'Made by an admin', role: 'viewer', password: PASSWORD };
    expect((await admin.request('/api/users', { method: 'POST', json })).status).toBe(201);
  });

  it('need the Pro edition, and their sessions end below it', async () => {
    const server = await startTestServer(WITH_STAFF);
    const viewer = await staffSession(server, 'viewer');
    await server.site.settings.change({ edition: 'standard' }, ORIGIN);
    const list = await server.request('/api/users');
    expect([list.status, errorOf(list).message]).toEqual([403, expect.stringContaining('Pro edition')]);
    const refused = await trySignIn(server, 'viewer one', PASSWORD);
    expect([refused.status, errorOf(refused).message]).toEqual([403, expect.stringContaining('Pro edition')]);
    expect((await viewer.request('/api/collections')).status).toBe(401);
    expect((await server.request('/api/collections')).status).toBe(200);
  });

  it('that came with a folder do not work before it is trusted', async () => {
    const server = await startTestServer(WITH_STAFF, { trust: false });
    const refused = await trySignIn(server, 'admin one', PASSWORD);
    expect([refused.status, errorOf(refused).message]).toEqual([401, expect.stringContaining('trusted')]);
    expect((await server.request('/admin/session')).json.passwordSignIn).toBe(false);
    const shown = listIn(await server.request('/api/trust'), 'users');
    const id = STAFF_IDS.admin;
    expect(shown).toContainEqual({
      record: `user:${id}`,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      approval: 'new',
      id,
      name: 'admin one',
      role: 'admin',
    });
    const json = { name: 'Own', role: 'viewer', password: PASSWORD };
    expect((await server.request('/api/users', { method: 'POST', json })).status).toBe(201);
    expect((await trySignIn(server, 'Own', PASSWORD)).status).toBe(200);
    expect((await trySignIn(server, 'admin one', PASSWORD)).status).toBe(401);

    await server.site.folderApproval.approveAll();
    expect((await server.request('/admin/session')).json.passwordSignIn).toBe(true);
    expect((await trySignIn(server, 'admin one', PASSWORD)).status).toBe(200);
  });

  it('make a folder that holds nothing else one from elsewhere', async () => {
    const users = { users: [staff('admin')] };
    const server = await startTestServer({ '.system/users.json': users }, { trust: false });
    expect((await trySignIn(server, 'admin one', PASSWORD)).status).toBe(401);
  });

  it.each<[string, (record: Record<string, unknown>) => unknown]>([
    ['the role of the owner', (record) => ({ ...record, role: 'owner' })],
    ['the id of the owner', (record) => ({ ...record, id: 'owner' })],
    ['a password in clear', (record) => ({ ...record, hash: PASSWORD })],
    [
      'a hash that takes for ever',
      (record) => ({ ...record, hash: `$scrypt$ln=24,r=8,p=1$c2FsdHNhbHQ$${'A'.repeat(43)}` }),
    ],
    ['a name that is none', (record) => ({ ...record, name: { $ne: '' } })],
    ['no shape at all', () => 'Ada'],
  ])('with %s in the file are no users', async (_what, broken) => {
    const users = [broken(staff('admin'))];
    const server = await startTestServer({ ...BLOG, '.system/users.json': { users } });
    expect((await trySignIn(server, 'admin one', PASSWORD)).status).toBe(401);
    expect((await server.request('/api/users')).json).toEqual({ users: [] });
    // What another program wrote there stays there.
    await server.site.users.create({ name: 'Grace', role: 'viewer', password: PASSWORD });
    expect(JSON.parse((await server.read('.system/users.json')).toString()).users).toHaveLength(2);
  });
});

describe('the sessions of a user', () => {
  it.each<[string, (server: TestServer, id: string) => Promise<unknown>]>([
    ['is removed', (server, id) => server.request(`/api/users/${id}`, { method: 'DELETE' })],
    [
      'gets another role',
      (server, id) => server.request(`/api/users/${id}`, { method: 'PATCH', json: { role: 'admin' } }),
    ],
    [
      'gets another password',
      (server, id) =>
        server.request(`/api/users/${id}`, { method: 'PATCH', json: { password: 'another password' } }),
    ],
  ])('end at once when it %s', async (_what, change) => {
    const server = await startTestServer(WITH_STAFF);
    const id = STAFF_IDS.viewer;
    const ada = await staffSession(server, 'viewer');
    expect((await ada.request('/api/collections')).status).toBe(200);
    await change(server, id);
    expect((await ada.request('/api/collections')).status).toBe(401);
    expect((await ada.request('/admin/session')).json.user).toBeNull();
  });

  it('end when another process removes the user or changes the password', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    const other = await elsewhere(server);
    try {
      await other.users.remove(STAFF_IDS.editor);
      await other.users.change(STAFF_IDS.viewer, { password: 'another password' });
    } finally {
      await other.close();
    }
    await until(async () => (await editor.request('/api/collections')).status, 401);
    await until(async () => (await viewer.request('/api/collections')).status, 401);
    expect((await trySignIn(server, 'editor one', PASSWORD)).status).toBe(401);
    expect((await trySignIn(server, 'viewer one', 'another password')).status).toBe(200);
  });

  it('stay when only the name changes', async () => {
    const server = await startTestServer(WITH_STAFF);
    const id = STAFF_IDS.viewer;
    const ada = await staffSession(server, 'viewer');
    await server.request(`/api/users/${id}`, { method: 'PATCH', json: { name: 'Countess' } });
    expect((await ada.request('/api/collections')).status).toBe(200);
    expect((await trySignIn(server, 'viewer one', PASSWORD)).status).toBe(401);
    expect((await trySignIn(server, 'countess', PASSWORD)).status).toBe(200);
  });
});

describe('a role', () => {
  /** What a request answers to an editor and to a viewer. 404 and 422 are past the gate. */
  const TABLE: readonly [method: string, path: string, editor: number, viewer: number, json?: object][] = [
    ['GET', '/api/collections', 200, 200],
    ['GET', '/collections/blog/first-post', 200, 200],
    ['HEAD', '/api/collections/blog/first-post', 200, 200],
    ['GET', '/api/collections/blog/query', 200, 200],
    ['GET', '/api/report/collections/blog/json?fields=id', 200, 200],
    ['GET', '/api/schemas', 200, 200],
    ['GET', '/api/openapi.json', 200, 200],
    ['GET', '/api/status', 200, 200],
    ['GET', '/api/views/collections/blog', 200, 200],
    // What a viewer changes is a suggestion.
    ['POST', '/api/collections/blog', 201, 201, { id: 'new-post', title: 'New' }],
    ['PATCH', '/collections/blog/first-post', 200, 200, { title: 'Changed' }],
    ['POST', '/api/collections/blog/first-post/title/increment', 400, 400],
    ['POST', '/api/collections/blog/first-post/clone', 200, 200, { id: 'copy' }],
    ['POST', '/api/collections/blog/first-post/move', 400, 400, { first: true }],
    [
      'POST',
      '/api/batch',
      200,
      200,
      { operations: [{ operation: 'patch', collection: 'blog', id: 'second-post', data: {} }] },
    ],
    ['DELETE', '/api/collections/blog/second-post', 204, 204],
    ['POST', '/api/links', 404, 403, { collection: 'blog', id: 'none', property: 'x', password: 'y' }],
    ['GET', '/api/media', 200, 403],
    ['GET', '/api/trash', 200, 403],
    ['GET', '/api/damaged', 200, 403],
    ['GET', '/api/starters', 403, 403],
    ['PATCH', '/api/collections/blog', 403, 403, { name: 'Mine' }],
    ['POST', '/collections', 403, 403, { id: 'mine', schema: 'blog' }],
    ['DELETE', '/collections/blog', 403, 403],
    ['POST', '/api/schemas', 403, 403, {}],
    ['POST', '/api/views/collections/blog', 403, 403, {}],
    ['POST', '/import/jumpstart', 403, 403, {}],
    ['GET', '/api/export/jumpstart', 403, 403],
    ['GET', '/api/apikeys', 403, 403],
    ['POST', '/apikeys', 403, 403, {}],
    ['GET', '/api/settings', 403, 403],
    ['PATCH', '/settings', 403, 403, {}],
    ['GET', '/api/users', 403, 403],
    ['POST', '/admin/session/link', 403, 403, {}],
  ];

  it('opens what it is for and nothing else', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    for (const [method, path, forEditor, forViewer, json] of TABLE) {
      const sent = json === undefined ? { method } : { method, json };
      const refused = await viewer.request(path, sent);
      expect([method, path, refused.status]).toEqual([method, path, forViewer]);
      const answer = await editor.request(path, sent);
      expect([method, path, answer.status]).toEqual([method, path, forEditor]);
    }
  });

  it('of an editor takes back what editors delete, but no collection', async () => {
    const server = await startTestServer(WITH_STAFF);
    const editor = await staffSession(server, 'editor');
    await editor.request('/api/collections/blog/first-post', { method: 'DELETE' });
    await server.request('/api/collections/blog-private?force=true', { method: 'DELETE' });
    const all = listIn(await server.request('/api/trash'), 'entries');
    expect(all).toHaveLength(2);
    const seen = listIn(await editor.request('/api/trash'), 'entries');
    expect(seen.map(({ object }) => object)).toEqual(['first-post']);
    const together = await editor.request('/api/trash/restore', {
      method: 'POST',
      json: { entries: all.map(({ id }) => id) },
    });
    expect(listIn(together, 'restored').map(({ object }) => object)).toEqual(['first-post']);
    expect(listIn(together, 'failed')).toMatchObject([{ problem: { key: 'restoreForbidden' } }]);
    await editor.request('/api/collections/blog/first-post', { method: 'DELETE' });
    for (const { id, object } of listIn(await server.request('/api/trash'), 'entries')) {
      const restored = await editor.request(`/api/trash/${id}/restore`, { method: 'POST' });
      expect(restored.status).toBe(object === 'first-post' ? 200 : 403);
      expect((await editor.request(`/api/trash/${id}`, { method: 'DELETE' })).status).toBe(403);
    }
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
    expect((await server.request('/api/collections/blog-private')).status).toBe(404);
  });

  it('of a viewer is not shown private properties', async () => {
    const server = await startTestServer({
      ...WITH_STAFF,
      '.schemas/note.json': {
        id: 'note',
        type: 'object',
        properties: {
          id: { type: 'string' },
          title: { type: 'string', field: 'text' },
          hidden: { type: 'string', field: 'secret' },
        },
      },
      'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes' },
      'notes/one.json': { id: 'one', title: 'One', hidden: 'for writers' },
    });
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    const owner = await server.request('/api/collections/notes/one');
    expect((await editor.request('/api/collections/notes/one')).json).toEqual(owner.json);
    expect(owner.json.hidden).toBe('for writers');
    expect((await viewer.request('/api/collections/notes/one')).json).toEqual({ ...owner.json, hidden: '' });
  });
});
