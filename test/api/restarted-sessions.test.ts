/** What a restart of the server leaves of its sessions. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { PASSWORD, type SignedIn, staff, staffSession, trySignIn, WITH_STAFF } from '../helpers/users.js';

/** Requests with an earlier session at another server: cookies bear the port. */
function again(server: TestServer, { cookie, csrfToken }: { cookie: string; csrfToken: string }): SignedIn {
  const moved = cookie.replace(/^[^=]+/, `plinth_session_${server.port}`);
  return {
    cookie: moved,
    csrfToken,
    request: (path, sent = {}) =>
      server.request(path, { ...sent, as: 'nobody', headers: { cookie: moved, 'x-csrf-token': csrfToken } }),
  };
}

const userOf = async (server: TestServer, session: { cookie: string; csrfToken: string }) =>
  (await again(server, session).request('/admin/session')).json.user;

const stateOf = (server: TestServer) => join(dirname(server.folder), 'state');

it('users with a password stay signed in, the owner of a link and those who signed out do not', async () => {
  const first = await startTestServer(WITH_STAFF);
  const [admin, editor, viewer] = [
    await staffSession(first, 'admin'),
    await staffSession(first, 'editor'),
    await staffSession(first, 'viewer'),
  ];
  const other = await staffSession(first, 'editor');
  expect((await viewer.request('/admin/session/end', { method: 'POST' })).status).toBe(204);
  expect((await editor.request('/admin/sessions/end-others', { method: 'POST' })).json.ended).toBe(1);
  // Neither the cookie nor the token can be read from what is kept.
  const state = stateOf(first);
  const [name = ''] = (await readdir(state)).filter((file) => file.startsWith('sessions-'));
  const kept = await readFile(join(state, name), 'utf8');
  for (const { cookie, csrfToken } of [admin, editor]) {
    expect(kept).not.toContain(cookie.split('=')[1]);
    expect(kept).not.toContain(csrfToken);
  }
  await first.close();

  const second = await startTestServer({}, { home: dirname(first.folder) });
  expect(await userOf(second, editor)).toMatchObject({ name: 'editor one', role: 'editor' });
  expect(await userOf(second, admin)).toMatchObject({ role: 'admin' });
  for (const ended of [viewer, other, first]) expect(await userOf(second, ended)).toBeNull();
  const session = again(second, editor);
  const change = { method: 'PATCH', json: { title: 'Changed' } };
  const at = '/api/collections/blog/first-post';
  expect((await session.request(at, { method: 'PATCH', json: change.json })).status).toBe(200);
  await second.close();
});

it.each<[string, (state: string, folder: string) => Promise<unknown>]>([
  [
    'the role was changed meanwhile',
    (_state, folder) =>
      writeFiles(folder, { '.system/users.json': { users: [{ ...staff('editor'), role: 'viewer' }] } }),
  ],
  ['the user was removed', (_state, folder) => writeFiles(folder, { '.system/users.json': { users: [] } })],
  [
    'the record holds something else',
    async (state) => {
      const [name = ''] = (await readdir(state)).filter((file) => file.startsWith('sessions-'));
      const { sessions } = JSON.parse(await readFile(join(state, name), 'utf8'));
      const broken = [null, 'x', ...sessions.map((one: object) => ({ ...one, age: -1 }))];
      await writeFiles(state, { [name]: { at: '2026-01-01T00:00:00.000Z', sessions: broken } });
    },
  ],
  [
    'it was idle for too long',
    async (state) => {
      const [name = ''] = (await readdir(state)).filter((file) => file.startsWith('sessions-'));
      const saved = JSON.parse(await readFile(join(state, name), 'utf8'));
      const at = new Date(Date.parse(saved.at) - 25 * 3_600_000).toISOString();
      await writeFiles(state, { [name]: { ...saved, at } });
    },
  ],
])('a session does not come back where %s', async (_what, meanwhile) => {
  const first = await startTestServer(WITH_STAFF);
  const editor = await staffSession(first, 'editor');
  await first.close();
  await meanwhile(stateOf(first), first.folder);
  const second = await startTestServer({}, { home: dirname(first.folder) });
  expect(await userOf(second, editor)).toBeNull();
  expect((await trySignIn(second, 'nobody', PASSWORD)).status).toBe(401);
});
