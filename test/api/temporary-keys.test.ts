import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newKey } from '../../server/access/keys.js';
import { hashOf, newSecret } from '../../server/access/secrets.js';
import { hashOfToken, TOKEN_LIFETIME } from '../../server/access/temporary-keys.js';
import { storeSignInLink } from '../../server/store/host/sign-in-links.js';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';

const leave = async ({ folder }: TestServer, hash: (token: string) => string) => {
  const token = newSecret();
  await storeSignInLink(join(folder, '..', 'state'), folder, hash(token), TOKEN_LIFETIME);
  return token;
};

const ask = (server: TestServer, json: object) =>
  server.request('/api/temporary-keys', { method: 'POST', json, as: 'nobody' });

const WANTED = { methods: ['GET'], port: 0 };

describe('a temporary key', () => {
  it('needs a token that this user has left for it, once', async () => {
    const server = await startTestServer();
    const key = newKey();
    const stop = new AbortController();
    const token = await leave(server, hashOfToken);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, signal: stop.signal };
    const body = JSON.stringify({ ...WANTED, key, token });
    const given = await fetch(`${server.url}/api/temporary-keys`, { ...sent, body });
    expect(given.status).toBe(200);
    expect((await server.request('/api/collections/blog', { as: { key } })).status).toBe(200);
    for (const other of [token, newSecret(), await leave(server, hashOf)]) {
      const refused = await ask(server, { ...WANTED, key: newKey(), token: other });
      expect([refused.status, errorOf(refused).message]).toEqual([
        401,
        'The token is unknown, used or too old',
      ]);
    }
    stop.abort();
    await expect
      .poll(async () => (await server.request('/api/collections/blog', { as: { key } })).status)
      .toBe(401);
  });

  it('does not come from a token that signs in, nor signs in by its own', async () => {
    const server = await startTestServer();
    const token = await leave(server, hashOfToken);
    const answer = await server.request(`/admin/?token=${token}`, { as: 'nobody' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/?link=expired']);
  });

  it('is rejected with what is wrong about the request', async () => {
    const server = await startTestServer();
    const refused = await ask(server, { token: 'x', key: 'plinth_1', methods: [], port: 70_000 });
    expect([refused.status, Object.keys(detailsOf(refused)).sort()]).toEqual([
      400,
      ['key', 'methods', 'port'],
    ]);
  });

  it('needs the edition that keys need', async () => {
    const server = await startTestServer({ ...BLOG, '.system/settings.json': { edition: 'standard' } });
    const token = await leave(server, hashOfToken);
    const refused = await ask(server, { ...WANTED, key: newKey(), token });
    expect([refused.status, errorOf(refused).message]).toEqual([403, expect.stringContaining('Pro edition')]);
  });

  it('is not ended by a request without one', async () => {
    const server = await startTestServer();
    for (const as of ['nobody', 'owner', { key: await server.key() }] as const)
      expect((await server.request('/api/temporary-keys', { method: 'DELETE', as })).status).toBe(404);
  });
});
