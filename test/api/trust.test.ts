/** What a folder brings, or another program writes into it, waits until somebody on this machine accepts it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { openSite } from '../../server/site.js';
import { BLOG, detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, PASSWORD, STAFF_IDS, staff, staffSession, trySignIn, WITH_STAFF } from '../helpers/users.js';

const SETTINGS = '.system/settings.json';
const ECHO = 'export default async (ctx) => ctx.objects.get("blog-private", "secret");';
const OPEN_BLOG = { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: ['read', 'create'] };

const automation = (more: object = {}): Files => ({
  'automations/.meta.json': { id: 'automations', schema: 'automations', name: 'Automations' },
  'automations/echo.json': {
    id: 'echo',
    name: 'Echo',
    enabled: true,
    triggers: { hook: { type: 'webhook', auth: 'apiKey', sync: true } },
    scope: { methods: ['GET'], paths: ['/collections/blog'] },
    ...more,
  },
  'automations/echo/handler.mjs': ECHO,
});

/** Writes a file as another program would. */
const place = (server: TestServer, path: string, value: unknown) =>
  writeFile(join(server.folder, path), typeof value === 'string' ? value : JSON.stringify(value));

const readJson = async (server: TestServer, path: string): Promise<JsonObject> => {
  const value: unknown = JSON.parse((await server.read(path)).toString());
  if (!isJsonObject(value)) throw new Error(`${path} is no object`);
  return value;
};

/** Names of the records that wait. */
async function waiting(server: TestServer): Promise<string[]> {
  const { json } = await server.request('/api/trust');
  const lists = ['keys', 'users', 'clients', 'settings', 'collections', 'automations'];
  const found = lists.flatMap((name) => listIn({ json } as never, name));
  const names = found.filter(({ approval }) => approval !== 'approved').map(({ record }) => String(record));
  expect(json.pending).toBe(names.length);
  return names;
}

/** Accepts everything that is shown to wait. */
async function acceptAll(server: TestServer): Promise<void> {
  const answer = await server.request('/api/trust');
  const lists = ['keys', 'users', 'clients', 'settings', 'collections', 'automations'];
  const found = lists.flatMap((name) => listIn(answer, name));
  const records = Object.fromEntries(found.map(({ record, digest }) => [record, digest]));
  expect((await server.request('/api/trust', { method: 'POST', json: { records } })).status).toBe(200);
}

const hostStatus = async (server: TestServer, host: string) =>
  (await server.raw(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status;

const post = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  server.request(path, { method: 'POST', as: 'nobody', json: { title: 'Sent' }, headers });

describe('settings that open something', () => {
  const OPENING: readonly (readonly [name: string, value: unknown])[] = [
    ['hosts', ['evil.example']],
    ['origins', ['https://evil.example']],
    ['trustedProxies', ['127.0.0.1']],
    ['sessions.idleHours', 8760],
    ['uploads.allowedHosts', ['127.0.0.1']],
    ['automations.allowedHosts', ['127.0.0.1']],
    ['limits.anonymous', 1_000_000],
    ['limits.jsonSize', 100],
    ['uploads.maxFileSize', 0],
    ['general.maxDownloadSize', 900_000],
    ['mcp.publicAccess', true],
    ['mcp.allowedOrigins', ['*']],
    ['oauth.enabled', true],
    ['oauth.issuer', 'https://evil.example'],
    ['oauth.dynamicRegistration', true],
    ['oauth.accessTokenMinutes', 1440],
    ['logs.level', 'error'],
  ];
  const nested = (name: string, value: unknown): JsonObject =>
    name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as JsonObject;

  it.each(OPENING)('%s waits in a folder from elsewhere and is shown', async (name, value) => {
    const server = await startTestServer({ ...BLOG, [SETTINGS]: nested(name, value) }, { trust: false });
    const shown = async () =>
      listIn(await server.request('/api/settings'), 'settings').find((one) => one.name === name);
    const before = await shown();
    expect(before).toMatchObject({ value: before?.default, own: true, pending: true });
    expect(await waiting(server)).toEqual([`setting:${name}`]);
    expect(listIn(await server.request('/api/trust'), 'settings')).toMatchObject([{ name, value }]);

    await acceptAll(server);
    expect(await shown()).toMatchObject({ value });
    expect(await shown()).not.toHaveProperty('pending');
    expect(await waiting(server)).toEqual([]);
  });

  it('narrow and plain ones count at once', async () => {
    const narrow = { dashboard: { title: 'Theirs' }, limits: { anonymous: 5 }, mcp: { enabled: true } };
    const server = await startTestServer({ ...BLOG, [SETTINGS]: narrow }, { trust: false });
    expect(await waiting(server)).toEqual([]);
    expect((await server.request('/api/status')).json.title).toBe('Theirs');
    const answers = [];
    for (let n = 0; n < 6; n += 1)
      answers.push((await server.request('/collections', { as: 'nobody' })).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('leave the doors shut until they are accepted', async () => {
    const files = {
      ...BLOG,
      'blog/.meta.json': OPEN_BLOG,
      [SETTINGS]: { hosts: ['evil.example:80'], trustedProxies: ['127.0.0.1'], limits: { anonymous: 5 } },
    };
    const server = await startTestServer(files, { trust: false });
    expect(await hostStatus(server, 'evil.example:80')).toBe(403);
    expect((await post(server, '/api/collections/blog')).status).toBe(401);
    expect((await server.request('/collections/blog', { as: 'nobody' })).status).toBe(200);
    const statuses = [];
    for (let n = 0; n < 8; n += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${n}` };
      statuses.push((await server.request('/collections', { as: 'nobody', headers })).status);
    }
    expect(statuses).toContain(429);

    await acceptAll(server);
    expect(await hostStatus(server, 'evil.example:80')).toBe(200);
    const headers = { 'x-forwarded-for': '10.9.9.9' };
    expect((await post(server, '/api/collections/blog', headers)).status).toBe(201);
  });

  it('wait when another program changes them, and not when the owner does', async () => {
    const server = await startTestServer();
    const json = { hosts: ['cms.example:80'] };
    await server.request('/api/settings', { method: 'PATCH', json });
    expect(await hostStatus(server, 'cms.example:80')).toBe(200);
    await place(server, SETTINGS, { hosts: ['cms.example:80', 'evil.example:80'] });
    await expect.poll(() => hostStatus(server, 'cms.example:80')).toBe(403);
    expect(await hostStatus(server, 'evil.example:80')).toBe(403);
    expect(listIn(await server.request('/api/trust'), 'settings')).toMatchObject([{ approval: 'changed' }]);
    // The owner sets something else: what waits goes on waiting.
    await server.request('/api/settings', { method: 'PATCH', json: { 'dashboard.title': 'Mine' } });
    expect(await waiting(server)).toEqual(['setting:hosts']);
    await place(server, SETTINGS, { hosts: ['cms.example:80'] });
    await expect.poll(() => hostStatus(server, 'cms.example:80')).toBe(200);
  });
});

describe('records another program writes into a trusted folder', () => {
  it('keys and scopes of keys wait', async () => {
    const server = await startTestServer();
    const key = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
    const read = (path: string) => server.request(path, { as: { key } });
    expect((await read('/api/collections/blog')).status).toBe(200);
    const file = '.system/apikeys.json';
    const before = await server.read(file);
    const { apikeys } = JSON.parse(before.toString());
    const wide = { ...apikeys[0], scopes: { methods: ['GET'], paths: ['*'] } };
    await place(server, file, { apikeys: [wide] });
    await expect.poll(async () => (await read('/api/collections/blog-private')).status).toBe(401);
    expect((await read('/api/collections/blog')).status).toBe(401);
    expect(await waiting(server)).toEqual([`key:${apikeys[0].id}`]);
    expect(listIn(await server.request('/api/apikeys'), 'apikeys')).toMatchObject([{ pending: true }]);
    await acceptAll(server);
    expect((await read('/api/collections/blog-private')).status).toBe(200);
    // What was accepted first counts no longer.
    await place(server, file, before.toString());
    await expect.poll(async () => (await read('/api/collections/blog')).status).toBe(401);
  });

  it('a revoked key that a sync brings back opens nothing', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const before = await server.read('.system/apikeys.json');
    const [record] = JSON.parse(before.toString()).apikeys;
    await server.request(`/api/apikeys/${record.id}`, { method: 'DELETE' });
    await place(server, '.system/apikeys.json', before.toString());
    await expect.poll(() => waiting(server)).toEqual([`key:${record.id}`]);
    expect((await server.request('/api/collections', { as: { key } })).status).toBe(401);
  });

  it('a role raised by another program ends the sessions and blocks sign-in', async () => {
    const server = await startTestServer(WITH_STAFF);
    const editor = await staffSession(server, 'editor');
    await place(server, '.system/users.json', { users: [{ ...staff('editor'), role: 'admin' }] });
    await expect.poll(async () => (await editor.request('/api/collections')).status).toBe(401);
    const refused = await trySignIn(server, 'editor one', PASSWORD);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('not trusted')]);
    // A change by the owner does not accept what it does not show.
    const path = `/api/users/${STAFF_IDS.editor}`;
    const change = await server.request(path, { method: 'PATCH', json: { name: 'Other' } });
    expect([change.status, change.text]).toEqual([422, expect.stringContaining('approve it first')]);
    expect(await waiting(server)).toEqual([`user:${STAFF_IDS.editor}`]);
  });

  it('a user changed by the owner goes on working, with the old record no more', async () => {
    const server = await startTestServer(WITH_STAFF);
    const before = await readJson(server, '.system/users.json');
    const path = `/api/users/${STAFF_IDS.editor}`;
    const json = { role: 'viewer' };
    expect((await server.request(path, { method: 'PATCH', json })).status).toBe(200);
    expect((await trySignIn(server, 'editor one', PASSWORD)).status).toBe(200);
    await place(server, '.system/users.json', before);
    await expect.poll(() => waiting(server)).toEqual([`user:${STAFF_IDS.editor}`]);
    expect((await trySignIn(server, 'editor one', PASSWORD)).status).toBe(401);
  });

  it('public writing waits, set by the owner it counts', async () => {
    const server = await startTestServer();
    const create = async () => (await post(server, '/api/collections/blog')).status;
    const settings = await readJson(server, 'blog/.meta.json');
    await place(server, 'blog/.meta.json', { ...settings, publicOperations: ['create', 'delete'] });
    await expect.poll(() => waiting(server), { timeout: 10_000 }).toEqual(['collection:blog']);
    expect(await create()).toBe(401);
    // Another setting changed by the owner does not accept it.
    await server.request('/api/collections/blog', { method: 'PATCH', json: { description: 'x' } });
    expect([await create(), await waiting(server)]).toEqual([401, ['collection:blog']]);
    const json = { publicOperations: ['create'] };
    await server.request('/api/collections/blog', { method: 'PATCH', json });
    expect([await create(), await waiting(server)]).toEqual([201, []]);
  });
});

describe('an approved automation', () => {
  const started = async () => {
    const server = await startTestServer({ ...BLOG, ...automation() });
    const key = await server.key();
    const run = (headers: Record<string, string>) => post(server, '/automations/echo', headers);
    expect((await run({ 'x-api-key': key })).status).toBe(500);
    return { server, key, run };
  };

  it.each<[string, object]>([
    ['its scope', { scope: { methods: ['GET'], paths: ['*'] } }],
    ['its scope, by leaving it out', { scope: null }],
    ['who may start it', { triggers: { hook: { type: 'webhook', auth: 'none', sync: true } } }],
    [
      'a trigger more',
      {
        triggers: {
          hook: { type: 'webhook', auth: 'apiKey', sync: true },
          at: { type: 'schedule', cron: '* * * * *' },
        },
      },
    ],
  ])('waits when another program changes %s', async (_what, change) => {
    const { server, key, run } = await started();
    for (const [path, value] of Object.entries(automation(change))) await place(server, path, value);
    expect((await run({ 'x-api-key': key })).status).toBe(404);
    expect(await waiting(server)).toEqual(['automation:echo']);
    await acceptAll(server);
    expect((await run({ 'x-api-key': key })).status).not.toBe(404);
  });

  it('waits when another program switches it on again', async () => {
    const { server, key, run } = await started();
    await server.request('/api/collections/automations/echo', { method: 'PATCH', json: { enabled: false } });
    const stored = await readJson(server, 'automations/echo.json');
    await place(server, 'automations/echo.json', { ...stored, enabled: true });
    expect((await run({ 'x-api-key': key })).status).toBe(404);
    expect(await waiting(server)).toEqual(['automation:echo']);
    await server.request('/api/collections/automations/echo', { method: 'PATCH', json: { enabled: true } });
    expect(await waiting(server)).toEqual([]);
    expect((await run({ 'x-api-key': key })).status).toBe(500);
  });

  it('waits for the part that was changed outside though the owner saves another one', async () => {
    const { server } = await started();
    for (const [path, value] of Object.entries(automation({ scope: { paths: ['*'] } }))) {
      await place(server, path, value);
    }
    const json = { name: 'New name', handler: 'export default async () => 1;', enabled: true };
    await server.request('/api/collections/automations/echo', { method: 'PATCH', json });
    expect(await waiting(server)).toEqual(['automation:echo']);
  });

  it('made or changed with a key waits for the owner, whatever the key may do', async () => {
    const { server, key } = await started();
    const made = {
      id: 'made',
      name: 'Made',
      enabled: true,
      handler: 'export default async () => 1;',
      triggers: { hook: { type: 'webhook', auth: 'none', sync: true } },
    };
    const as = { key };
    const sent = { method: 'POST', json: made, as };
    expect((await server.request('/api/collections/automations', sent)).status).toBe(201);
    const clone = { method: 'POST', json: { id: 'copy' }, as };
    expect((await server.request('/api/collections/automations/echo/clone', clone)).status).toBe(200);
    const change = { method: 'PATCH', json: { handler: 'export default async () => 2;' }, as };
    expect((await server.request('/api/collections/automations/echo', change)).status).toBe(200);
    expect(await waiting(server)).toEqual(['automation:copy', 'automation:echo', 'automation:made']);
    expect((await post(server, '/automations/made')).status).toBe(404);
    await acceptAll(server);
    expect((await post(server, '/automations/made')).text).toBe('1');
  });
});

describe('a yes', () => {
  it('is rejected whole when one of the records has changed since it was shown', async () => {
    const files = { ...WITH_STAFF, ...automation(), [SETTINGS]: { hosts: ['a.example'] } };
    const server = await startTestServer(files, { trust: false });
    const shown = await server.request('/api/trust');
    const records: Record<string, unknown> = {};
    for (const list of ['users', 'settings', 'automations']) {
      for (const { record, digest } of listIn(shown, list)) records[String(record)] = digest;
    }
    await place(server, SETTINGS, { hosts: ['a.example', 'evil.example'] });
    await expect
      .poll(async () => listIn(await server.request('/api/trust'), 'settings'))
      .toMatchObject([{ value: ['a.example', 'evil.example'] }]);
    const answer = await server.request('/api/trust', { method: 'POST', json: { records } });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, ['records.setting:hosts']]);
    expect(await waiting(server)).toHaveLength(5);
  });

  it.each([
    [{ records: [] }, 422],
    [{ records: { 'user:nobody': 'sha256:0' } }, 422],
    [{ records: { 'automation:none': 'sha256:0' } }, 422],
    [{ records: { 'setting:__proto__': 'x' } }, 422],
    [[], 400],
  ])('%j is rejected', async (json, status) => {
    const server = await startTestServer(WITH_STAFF, { trust: false });
    expect((await server.request('/api/trust', { method: 'POST', json })).status).toBe(status);
  });

  it('given by another process counts at once, and is lost with the state directory', async () => {
    const server = await startTestServer(WITH_STAFF, { trust: false });
    const state = join(server.folder, '..', 'state');
    const places = { folder: server.folder, cache: join(server.folder, '..', 'cache'), log: () => undefined };
    const other = await openSite({ ...places, state });
    await other.folderApproval.approveAll();
    await other.close();
    await expect.poll(async () => (await trySignIn(server, 'viewer one', PASSWORD)).status).toBe(200);
    await rm(join(state, 'trust.json'));
    await expect.poll(async () => (await trySignIn(server, 'viewer one', PASSWORD)).status).toBe(401);
  });
});
