import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { openSite } from '../../server/site.js';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';

const READ_BLOG = { name: 'Website', methods: ['GET'], paths: ['/api/collections/blog/'] };

async function made(server: TestServer, json: unknown = READ_BLOG): Promise<JsonObject> {
  const answer = await server.request('/api/apikeys', { method: 'POST', json });
  expect(answer.status).toBe(201);
  return isJsonObject(answer.json.apiKey) ? answer.json.apiKey : {};
}

async function listed(server: TestServer): Promise<JsonObject[]> {
  const { apikeys } = (await server.request('/api/apikeys')).json;
  return Array.isArray(apikeys) ? apikeys.filter(isJsonObject) : [];
}

describe('POST {api}/apikeys', () => {
  it('makes a key that opens what it says, and shows it only there', async () => {
    const server = await startTestServer();
    const { id, key, created, ...rest } = await made(server);
    expect(rest).toEqual({ name: 'Website', methods: ['GET'], paths: ['/collections/blog'] });
    expect(key).toMatch(/^plinth_[0-9a-f]{64}$/);
    const as = { key: String(key) };
    expect((await server.request('/api/collections/blog', { as })).status).toBe(200);
    expect((await server.request('/api/collections/blog-private', { as })).status).toBe(403);

    const list = await server.request('/api/apikeys');
    expect(list.text).not.toContain(String(key));
    expect(list.text).not.toContain('sha256');
    expect((await server.read('.system/apikeys.json')).toString()).not.toContain(String(key));
    expect(list.json.apikeys).toMatchObject([
      { id, name: 'Website', created, prefix: String(key).slice(0, 11), last4: String(key).slice(-4) },
    ]);
  });

  it('opens everything for the type "all", whatever paths stand beside it', async () => {
    const server = await startTestServer();
    const key = await made(server, { ...READ_BLOG, 'endpoint-type': 'all' });
    expect(key.paths).toEqual(['*']);
  });

  const bad: [string, JsonObject, string[]][] = [
    ['nothing at all', {}, ['name', 'methods', 'paths']],
    ['an empty name', { ...READ_BLOG, name: '  ' }, ['name']],
    ['a name of 101 characters', { ...READ_BLOG, name: 'x'.repeat(101) }, ['name']],
    ['no methods', { ...READ_BLOG, methods: [] }, ['methods']],
    ['a method there is not', { ...READ_BLOG, methods: ['GET', 'TRACE'] }, ['methods']],
    ['no paths', { ...READ_BLOG, paths: [] }, ['paths']],
    ['a path that climbs', { ...READ_BLOG, paths: ['/collections/../apikeys'] }, ['paths']],
    ['a path without a slash', { ...READ_BLOG, paths: ['collections'] }, ['paths']],
    ['101 paths', { ...READ_BLOG, paths: Array.from({ length: 101 }, (_, n) => `/x/${n}`) }, ['paths']],
  ];
  it.each(bad)('rejects %s and names the field', async (_name, json, fields) => {
    const server = await startTestServer();
    const answer = await server.request('/api/apikeys', { method: 'POST', json });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, fields]);
    expect(await listed(server)).toEqual([]);
  });

  it('rejects bodies that are no object', async () => {
    const server = await startTestServer();
    for (const json of [[], 'x', 5, null]) {
      expect((await server.request('/api/apikeys', { method: 'POST', json })).status).toBe(400);
    }
  });
});

describe('DELETE {api}/apikeys/{id}', () => {
  it('ends a key at once, here and in another process on the same folder', async () => {
    const server = await startTestServer();
    const { id, key } = await made(server);
    const home = server.folder.replace(/content$/, '');
    const other = await openSite({
      folder: server.folder,
      cache: `${home}cache`,
      state: `${home}state`,
      log: () => undefined,
    });
    expect(other.keys.find(String(key))).toMatchObject({ id });
    expect((await server.request(`/api/apikeys/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await server.request('/api/collections/blog', { as: { key: String(key) } })).status).toBe(401);
    await expect.poll(() => other.keys.find(String(key))).toBeUndefined();
    await other.close();
    expect(await listed(server)).toEqual([]);
    expect((await server.request(`/api/apikeys/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('ends this key and no other', async () => {
    const server = await startTestServer();
    const [one, two] = [await made(server), await made(server, { ...READ_BLOG, name: 'Other' })];
    await server.request(`/api/apikeys/${one.id}`, { method: 'DELETE' });
    expect((await listed(server)).map(({ id }) => id)).toEqual([two.id]);
  });
});

describe('who may manage keys', () => {
  const requests: [string, string, JsonObject | undefined][] = [
    ['GET', '/api/apikeys', undefined],
    ['POST', '/apikeys', READ_BLOG],
    ['DELETE', '/api/apikeys/x', undefined],
  ];
  it.each(requests)(
    '%s %s is for the owner: no key, however wide, and no anonymous caller',
    async (method, path, json) => {
      const server = await startTestServer();
      const as = { key: await server.key() };
      const sent = { method, ...(json && { json }) };
      expect((await server.request(path, { ...sent, as })).status).toBe(403);
      expect((await server.request(path, { ...sent, as: 'nobody' })).status).toBe(401);
    },
  );

  it('is rejected below the Pro edition with the reason', async () => {
    const server = await startTestServer({ ...BLOG, '.system/settings.json': { edition: 'standard' } });
    for (const [method, path, json] of requests.slice(0, 2)) {
      const answer = await server.request(path, { method, ...(json && { json }) });
      expect([answer.status, errorOf(answer).message]).toEqual([403, expect.stringContaining('Pro edition')]);
    }
  });

  it('shows records of a file from elsewhere with what they have, and skips what is none', async () => {
    const scopes = { methods: ['GET'], paths: ['/collections/blog'] };
    const apikeys = [{ id: 'a', name: 'Old', hash: 'sha256:0', lastUsed: 7, scopes }, 'junk', { id: 'b' }];
    const server = await startTestServer({ ...BLOG, '.system/apikeys.json': { apikeys } });
    expect(await listed(server)).toEqual([
      { id: 'a', name: 'Old', prefix: '', last4: '', created: '', lastUsed: null, scopes },
    ]);
  });
});
