import { describe, expect, it } from 'vitest';
import { errorOf, startTestServer } from '../helpers/server.js';
import {
  listIn,
  PASSWORD,
  STAFF_IDS,
  sessionOf,
  staffSession,
  trySignIn,
  WITH_STAFF,
} from '../helpers/users.js';

describe('signing in with a password', () => {
  it.each(['editor one', ' Editor ONE ', 'EDITOR@example.org'])(
    'takes the name or the address: %j',
    async (name) => {
      const server = await startTestServer(WITH_STAFF);
      const id = STAFF_IDS.editor;
      const answer = await trySignIn(server, name, PASSWORD);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        user: { id, name: 'editor one', role: 'editor' },
        csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/),
        passwordSignIn: true,
        folder: { id: server.site.store.folder.id, name: 'content' },
        event: server.site.cursors.cursor(),
      });
      const cookie = answer.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^plinth_session_\d+=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      const ada = sessionOf(server, answer);
      expect((await ada.request('/admin/session')).json.user).toEqual(answer.json.user);
      expect((await server.request(`/api/users/${id}`)).json.lastSignIn).toMatch(/Z$/);
    },
  );

  it('answers the same for a wrong password and for an unknown name', async () => {
    const server = await startTestServer(WITH_STAFF);
    const answers = [
      await trySignIn(server, 'editor one', 'wrong password'),
      await trySignIn(server, 'editor@example.org', 'wrong password'),
      await trySignIn(server, 'Nobody', 'wrong password'),
      await trySignIn(server, 'owner', PASSWORD),
      await trySignIn(server, '__proto__', PASSWORD),
    ];
    for (const answer of answers) {
      expect([answer.status, errorOf(answer).message]).toEqual([401, 'Incorrect name or password']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  it.each<[string, unknown]>([
    ['no body at all', []],
    ['no name', { password: PASSWORD }],
    ['no password', { name: 'editor one' }],
    ['an empty password', { name: 'editor one', password: '' }],
    ['an object for a name', { name: { $ne: null }, password: PASSWORD }],
    ['a list for a password', { name: 'editor one', password: [PASSWORD] }],
    ['a password without end', { name: 'editor one', password: 'x'.repeat(1001) }],
  ])('answers 400 to %s', async (_what, json) => {
    const server = await startTestServer(WITH_STAFF);
    const answer = await server.request('/admin/session', { method: 'POST', as: 'nobody', json });
    expect(answer.status).toBe(400);
  });

  it('listens no more after ten wrong tries', async () => {
    const server = await startTestServer(WITH_STAFF);
    // At once: those that are still being compared count as well.
    const tries = Array.from({ length: 14 }, () => trySignIn(server, 'editor one', 'wrong password'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const locked = await trySignIn(server, 'Editor One', PASSWORD);
    expect([locked.status, errorOf(locked).message]).toEqual([
      429,
      expect.stringMatching(/in 1[45] minutes$/),
    ]);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await trySignIn(server, 'viewer one', PASSWORD)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['no origin that could be ours', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('is rejected to a page of %s', async (_what, headers) => {
    const server = await startTestServer(WITH_STAFF);
    const answer = await trySignIn(server, 'editor one', PASSWORD, headers);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
  });

  it('takes JSON only, which no form of another page can send', async () => {
    const server = await startTestServer(WITH_STAFF);
    const answer = await server.request('/admin/session', {
      method: 'POST',
      as: 'nobody',
      body: new URLSearchParams({ name: 'editor one', password: PASSWORD }),
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
  });

  it('gives a new session and ends the one before', async () => {
    const server = await startTestServer(WITH_STAFF);
    const before = await staffSession(server, 'viewer');
    // With a session there has to be its token, as for any write.
    const json = { name: 'editor one', password: PASSWORD };
    const bare = { method: 'POST', as: 'nobody', json, headers: { cookie: before.cookie } } as const;
    expect((await server.request('/admin/session', bare)).status).toBe(403);
    const answer = await before.request('/admin/session', { method: 'POST', json });
    const after = sessionOf(server, answer);
    expect(after.cookie).not.toBe(before.cookie);
    expect(after.csrfToken).not.toBe(before.csrfToken);
    expect((await before.request('/api/collections')).status).toBe(401);
    expect((await after.request('/api/collections')).status).toBe(200);
  });

  it.each<[string, (url: string) => Record<string, string>]>([
    ['the browser’s origin', (url) => ({ origin: url.replace('http:', 'https:') })],
    ['a proxy', () => ({ 'x-forwarded-proto': 'https' })],
  ])('makes the cookie one for TLS where %s says there is TLS', async (_who, headers) => {
    const server = await startTestServer(WITH_STAFF);
    const answer = await trySignIn(server, 'editor one', PASSWORD, headers(server.url));
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
    const sent = { method: 'POST', json: { title: 'Over TLS' }, headers: headers(server.url) };
    const written = await sessionOf(server, answer).request('/api/collections/blog', sent);
    expect(written.status).toBe(201);
  });
});

describe('one’s own password', () => {
  const change = (password: string, newPassword: string) =>
    ({ method: 'POST', json: { password, newPassword } }) as const;
  const path = '/admin/session/password';

  it('is changed by a user who knows it; all other sessions end', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [here, there] = [await staffSession(server, 'editor'), await staffSession(server, 'editor')];
    const answer = await here.request(path, change(PASSWORD, 'a better password'));
    expect(answer.status).toBe(200);
    expect((await here.request('/api/collections')).status).toBe(401);
    expect((await there.request('/api/collections')).status).toBe(401);
    expect((await sessionOf(server, answer).request('/api/collections')).status).toBe(200);
    expect((await trySignIn(server, 'editor one', PASSWORD)).status).toBe(401);
    expect((await trySignIn(server, 'editor one', 'a better password')).status).toBe(200);
  });

  it.each([
    ['wrong password', 'a better password', 422],
    [PASSWORD, 'short', 422],
    [PASSWORD, 'viewer one', 422],
    [PASSWORD, '', 400],
  ])('is not changed from %j to %j', async (password, newPassword, status) => {
    const server = await startTestServer(WITH_STAFF);
    const user = await staffSession(server, 'viewer');
    expect((await user.request(path, change(password, newPassword))).status).toBe(status);
    expect((await user.request('/api/collections')).status).toBe(200);
  });

  it('is not available to the owner, who has none, and to anonymous callers', async () => {
    const server = await startTestServer(WITH_STAFF);
    expect((await server.request(path, change('x', 'a better password'))).status).toBe(403);
    expect((await server.request(path, { ...change('x', 'y'), as: 'nobody' })).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  it('shows all sessions to the owner and a user its own; each is ended by its name', async () => {
    const server = await startTestServer(WITH_STAFF);
    const viewer = await staffSession(server, 'viewer');
    const editor = await staffSession(server, 'editor');
    const all = listIn(
      await server.request('/admin/sessions', { headers: { 'user-agent': 'T' } }),
      'sessions',
    );
    expect(all.map(({ current }) => current)).toEqual([true, false, false]);
    expect(all[1]).toEqual({
      id: expect.any(String),
      user: { id: expect.any(String), name: 'editor one', role: 'editor' },
      started: expect.stringMatching(/Z$/),
      lastSeen: expect.stringMatching(/Z$/),
      address: '127.0.0.1',
      agent: expect.any(String),
      current: false,
    });
    expect(JSON.stringify(all)).not.toContain(viewer.cookie.split('=')[1]);

    const own = listIn(await viewer.request('/admin/sessions'), 'sessions');
    expect(own.map(({ user, current }) => [user, current])).toEqual([[all[2]?.user, true]]);
    const [, editors, viewers] = all.map(({ id }) => `/admin/sessions/${String(id)}`);
    expect((await viewer.request(String(editors), { method: 'DELETE' })).status).toBe(404);
    expect((await editor.request('/api/collections')).status).toBe(200);
    expect((await server.request(String(viewers), { method: 'DELETE' })).status).toBe(204);
    expect((await viewer.request('/api/collections')).status).toBe(401);
    expect((await server.request(String(viewers), { method: 'DELETE' })).status).toBe(404);
  });

  it('ends all others of the same user, and no other user’s', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [here, there] = [await staffSession(server, 'editor'), await staffSession(server, 'editor')];
    const ended = await here.request('/admin/sessions/end-others', { method: 'POST' });
    expect(ended.json).toEqual({ ended: 1 });
    expect((await here.request('/api/collections')).status).toBe(200);
    expect((await there.request('/api/collections')).status).toBe(401);
    expect((await server.request('/api/collections')).status).toBe(200);
  });

  it('is for sessions only', async () => {
    const server = await startTestServer(WITH_STAFF);
    const key = await server.key();
    for (const [method, path] of [
      ['GET', '/admin/sessions'],
      ['POST', '/admin/sessions/end-others'],
      ['DELETE', '/admin/sessions/x'],
    ] as const) {
      expect((await server.request(path, { method, as: 'nobody' })).status).toBe(401);
      expect((await server.request(path, { method, as: { key } })).status).toBe(403);
    }
  });
});
