import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';

describe('the one-time link', () => {
  it('becomes a session cookie and leads to the admin', async () => {
    const server = await startTestServer();
    const answer = await fetch(server.adminLink(), { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/admin/');
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^plinth_session_\d+=[0-9a-f]{64}; /);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/');
  });

  it('works once', async () => {
    const server = await startTestServer();
    const link = server.adminLink();
    await fetch(link, { redirect: 'manual' });
    const again = await fetch(link, { redirect: 'manual' });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/admin/?link=expired']);
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  it('is not used up by a HEAD', async () => {
    const server = await startTestServer();
    const link = server.adminLink();
    await fetch(link, { method: 'HEAD', redirect: 'manual' });
    expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/admin/');
  });

  it.each(['token=', 'token=nope', 'token[]=x', 'token=a&token=b'])('expires for ?%s', async (query) => {
    const server = await startTestServer();
    const answer = await server.request(`/admin/?${query}`, { as: 'nobody' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/?link=expired']);
  });

  it('that is wrong does not end a session', async () => {
    const server = await startTestServer();
    const answer = await server.request('/admin/?token=nope');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/']);
    expect((await server.request('/api/collections')).status).toBe(200);
  });

  it('is given out afresh to the owner', async () => {
    const server = await startTestServer();
    const answer = await server.request('/admin/session/link', { method: 'POST' });
    expect(answer.status).toBe(200);
    const used = await fetch(String(answer.json.admin), { redirect: 'manual' });
    expect(used.headers.get('location')).toBe('/admin/');
  });
});

describe('the session', () => {
  it('says who is signed in', async () => {
    const server = await startTestServer();
    const owner = await server.request('/admin/session');
    expect(owner.json).toEqual({
      user: { id: 'owner', name: 'Owner', role: 'owner' },
      csrfToken: server.csrfToken,
      passwordSignIn: false,
      folder: { id: server.site.store.folder.id, name: 'content' },
      event: server.site.cursors.cursor(),
    });
    // What the folder is called is for those who are signed in.
    const folder = { id: server.site.store.folder.id, name: null };
    const signedOut = { user: null, csrfToken: null, passwordSignIn: false, folder, event: null };
    const nobody = await server.request('/admin/session', { as: 'nobody' });
    expect(nobody.json).toEqual(signedOut);
    const key = await server.request('/admin/session', { as: { key: await server.key() } });
    expect(key.json).toEqual(signedOut);
  });

  it('ends when it is asked to', async () => {
    const server = await startTestServer();
    const ended = await server.request('/admin/session/end', { method: 'POST' });
    expect(ended.status).toBe(204);
    expect(ended.headers.get('set-cookie')).toMatch(/plinth_session_\d+=;.*Max-Age=0/);
    expect((await server.request('/api/collections')).status).toBe(401);
  });
});

describe('status and health', () => {
  it('tell the owner about the folder and everyone that the server lives', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/status')).json).toEqual({
      version: '0.1.0',
      folderName: 'content',
      command: [process.execPath, expect.stringMatching(/plinth\.js$/)],
      title: 'content',
      url: server.url,
      edition: 'pro',
      trusted: true,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: '',
      history: { problem: null },
    });
    const health = await server.request('/healthz', { as: 'nobody' });
    expect([health.status, health.json]).toEqual([200, { status: 'ok', version: '0.1.0' }]);
  });

  it('does not reveal the path of the folder', async () => {
    const server = await startTestServer();
    expect((await server.request('/api/status')).text).not.toContain(server.folder);
  });
});

it('two servers on one machine do not sign each other out', async () => {
  const [one, other] = [await startTestServer(), await startTestServer()];
  // As a browser does, which sends the cookies of a host to all its ports.
  const cookie = `${one.cookie}; ${other.cookie}`;
  for (const server of [one, other]) {
    const ask = (path: string, more: object = {}) =>
      server.request(path, { as: 'nobody', headers: { cookie, 'x-csrf-token': server.csrfToken }, ...more });
    expect((await ask('/admin/session')).json.user).toMatchObject({ id: 'owner' });
    expect((await ask('/api/collections/blog', { method: 'POST', json: { title: 'Written' } })).status).toBe(
      201,
    );
  }
  const headers = { cookie, 'x-csrf-token': one.csrfToken };
  const ended = await one.request('/admin/session/end', { method: 'POST', as: 'nobody', headers });
  expect(ended.headers.get('set-cookie')).toContain(`plinth_session_${one.port}=;`);
  expect((await other.request('/admin/session', { as: 'nobody', headers })).json.user).not.toBeNull();
  // The session of one opens nothing at the other, under whichever name it is sent.
  const stolen = one.cookie.replace(/^\w+=/, `plinth_session_${other.port}=`);
  expect(
    (await other.request('/admin/session', { as: 'nobody', headers: { cookie: stolen } })).json.user,
  ).toBeNull();
});
