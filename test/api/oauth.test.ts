import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import {
  ask,
  authorizeUrl,
  decide,
  ENABLED,
  exchange,
  makeClient,
  proof,
  REDIRECT,
  refresh,
  startOAuth,
  tokensFor,
  withToken,
} from '../helpers/oauth.js';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { STAFF_IDS, staffSession, WITH_STAFF } from '../helpers/users.js';

const settings = (oauth: object, more: object = {}) => ({
  '.system/settings.json': { edition: 'pro', oauth, ...more },
});
const ENDPOINTS = [
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/.well-known/jwks.json'],
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
] as const;

const statuses = (server: TestServer) =>
  Promise.all(
    ENDPOINTS.map(async ([method, path]) => (await server.request(path, { method, as: 'nobody' })).status),
  );

describe('OAuth', () => {
  it('is off until the owner turns it on, and makes no key before', async () => {
    const server = await startTestServer();
    expect(new Set(await statuses(server))).toEqual(new Set([404]));
    const change = { method: 'PATCH', json: { 'oauth.enabled': true } };
    expect((await server.request('/api/settings', change)).status).toBe(200);
    const document = await server.request('/.well-known/oauth-authorization-server', { as: 'nobody' });
    expect(document.status).toBe(200);
    expect((await server.request('/.well-known/jwks.json', { as: 'nobody' })).json.keys).toMatchObject([
      { kty: 'RSA', use: 'sig', alg: 'RS256' },
    ]);
  });

  it('takes the Pro edition, and a setting that was made or accepted on this machine', async () => {
    const standard = await startTestServer({
      ...BLOG,
      ...settings({ enabled: true }, { edition: 'standard' }),
    });
    expect(new Set(await statuses(standard))).toEqual(new Set([403]));
    const listed = await standard.request('/api/oauth/clients');
    expect([listed.status, errorOf(listed).message]).toEqual([403, expect.stringContaining('Pro edition')]);

    const foreign = await startTestServer(ENABLED, { trust: false });
    expect(new Set(await statuses(foreign))).toEqual(new Set([404]));
    const json = { 'oauth.enabled': true };
    expect((await foreign.request('/api/settings', { method: 'PATCH', json })).status).toBe(200);
    expect(new Set(await statuses(foreign))).toEqual(new Set(await statuses(await startTestServer(ENABLED))));
  });

  it('describes itself by the configured address, whatever host a request names', async () => {
    const server = await startOAuth({
      ...BLOG,
      ...settings(
        { enabled: true, dynamicRegistration: true, issuer: 'https://cms.example' },
        { dashboard: { title: 'Harbour' } },
      ),
    });
    const headers = { host: `localhost:${server.port}` };
    const issuer = 'https://cms.example';
    const of = async (path: string) => (await server.request(path, { as: 'nobody', headers })).json;
    expect(await of('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      registration_endpoint: `${issuer}/oauth/register`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(await of('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: `${issuer}/mcp`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Harbour',
    });
    expect(await of('/.well-known/oauth-protected-resource')).toMatchObject({ resource: issuer });
    await server.request('/api/settings', { method: 'PATCH', json: { 'oauth.dynamicRegistration': false } });
    expect(await of('/.well-known/oauth-authorization-server')).not.toHaveProperty('registration_endpoint');
  });

  it('ends every token when the address changes', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { access } = await tokensFor(server, client);
    await server.request('/api/settings', {
      method: 'PATCH',
      json: { 'oauth.issuer': 'https://cms.example' },
    });
    const answer = await withToken(server, access, '/api/collections/blog');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="Plinth", error="invalid_token", resource_metadata="https://cms.example/.well-known/oauth-protected-resource"',
    );
  });

  it('is named to MCP clients without a credential, with no error', async () => {
    const server = await startOAuth();
    const answer = await server.request('/mcp', { method: 'POST', as: 'nobody', json: {} });
    const at = `${server.url}/.well-known/oauth-protected-resource/mcp`;
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer realm="MCP", resource_metadata="${at}", scope="cms:read mcp:tools"`,
    ]);
  });

  it('opens its endpoints to pages of this machine and to no others', async () => {
    const server = await startOAuth();
    const preflight = async (path: string, origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const answer = await server.request(path, { method: 'OPTIONS', as: 'nobody', headers });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await preflight('/oauth/token', 'http://localhost:6274')).toBe('http://localhost:6274');
    expect(await preflight('/oauth/token', 'https://evil.example')).toBeNull();
    expect(await preflight('/oauth/authorize', 'https://evil.example')).toBeNull();
  });
});

describe('{api}/oauth/clients', () => {
  const bad: [string, object, string[]][] = [
    ['nothing at all', {}, ['name', 'redirectUris', 'scopes']],
    ['an invisible name', { name: 'a\u200bb' }, ['name']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name']],
    ['no addresses', { redirectUris: [] }, ['redirectUris']],
    ['an address of another scheme', { redirectUris: ['ftp://good.example'] }, ['redirectUris']],
    ['a scope there is not', { scopes: ['cms:read', 'cms:everything'] }, ['scopes']],
    ['a secret that is neither', { confidential: 'yes' }, ['confidential']],
  ];
  it.each(bad)('rejects %s and names the field', async (name, changed, fields) => {
    const server = await startOAuth();
    const sound =
      name === 'nothing at all' ? {} : { name: 'A', redirectUris: [REDIRECT], scopes: ['cms:read'] };
    const json = { ...sound, ...changed };
    const answer = await server.request('/api/oauth/clients', { method: 'POST', json });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, fields]);
  });

  it('are the owner’s alone, and never show a secret again', async () => {
    const server = await startOAuth();
    const client = await makeClient(server, { confidential: true });
    const list = await server.request('/api/oauth/clients');
    expect(list.text).not.toContain(client.secret);
    expect(list.text).not.toContain('sha256');
    expect(list.json.clients).toMatchObject([
      { id: client.id, confidential: true, dynamic: false, grants: 0 },
    ]);
    const key = await server.key();
    for (const path of ['/api/oauth/clients', '/api/oauth/grants']) {
      expect((await server.request(path, { as: 'nobody' })).status).toBe(401);
      expect((await server.request(path, { as: { key } })).status).toBe(403);
    }
  });
});

describe('POST /oauth/register', () => {
  const json = {
    client_name: 'An AI client',
    redirect_uris: ['http://127.0.0.1/cb'],
    scope: 'cms:read mcp:tools',
  };
  const register = (server: TestServer, more: object = {}) =>
    server.request('/oauth/register', { method: 'POST', as: 'nobody', json: { ...json, ...more } });

  it('is disabled unless the settings enable it, and then creates a client that can be authorized', async () => {
    const server = await startOAuth();
    expect((await register(server)).status).toBe(403);
    await server.request('/api/settings', { method: 'PATCH', json: { 'oauth.dynamicRegistration': true } });
    const made = await register(server);
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      client_id: expect.any(String),
      client_id_issued_at: expect.any(Number),
      ...json,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const client = { id: String(made.json.client_id), secret: null };
    const redirect_uri = 'http://127.0.0.1:50123/cb';
    expect((await tokensFor(server, client, { redirect_uri })).answer.scope).toBe('cms:read');
  });

  it('opens reading to a program that names no scope', async () => {
    const server = await startOAuth({ ...BLOG, ...settings({ enabled: true, dynamicRegistration: true }) });
    const made = await register(server, { scope: undefined });
    expect([made.status, made.json.scope]).toEqual([201, 'cms:read mcp:tools']);
  });

  it.each([
    'Plinth',
    'Plinth (official)',
    'P l i n t h',
    'Ｐlinth',
    'P1inth',
    'Рlinth',
    'Official helper',
    'Verified',
  ])('lets no program that registers itself claim to be “%s”', async (name) => {
    const server = await startOAuth({ ...BLOG, ...settings({ enabled: true, dynamicRegistration: true }) });
    const refused = await register(server, { client_name: name });
    expect([refused.status, refused.json.error_description]).toEqual([
      400,
      'client_name must not claim to be Plinth, official or verified',
    ]);
    // The owner may call a program what the owner likes.
    const json = { name: 'Plinth', redirectUris: [REDIRECT], scopes: ['cms:read'] };
    expect((await server.request('/api/oauth/clients', { method: 'POST', json })).status).toBe(201);
  });

  it('shows programs that came with a folder before it is trusted', async () => {
    const came = {
      id: '7d8bbe4c-7c26-4b58-9d4f-0f6b62b0a001',
      name: 'Theirs',
      redirectUris: ['https://theirs.example/cb'],
      scopes: ['cms:read'],
      secret: null,
      dynamic: false,
      created: '2026-01-01T00:00:00.000Z',
    };
    const server = await startTestServer(
      { ...ENABLED, '.system/oauth-clients.json': { clients: [came] } },
      { trust: false },
    );
    expect((await server.request('/api/trust')).json).toMatchObject({
      trusted: false,
      clients: [{ id: came.id, name: 'Theirs', redirectUris: ['https://theirs.example/cb'] }],
    });
  });

  it('removes only clients that were not authorized within a day', async () => {
    const server = await startOAuth({ ...BLOG, ...settings({ enabled: true, dynamicRegistration: true }) });
    const [used, unused] = [await register(server), await register(server)];
    const own = await makeClient(server);
    const redirect_uri = 'http://127.0.0.1:50123/cb';
    await tokensFor(server, { id: String(used.json.client_id), secret: null }, { redirect_uri });
    const { clients } = server.site.oauth;
    const ids = () => clients.all().map(({ id }) => id);
    await server.site.oauth.prune();
    expect(ids()).toEqual([used.json.client_id, unused.json.client_id, own.id]);
    const record = JSON.parse((await server.read('.system/oauth-clients.json')).toString());
    for (const client of record.clients) client.created = '2026-01-01T00:00:00.000Z';
    await server.site.store.record('oauth-clients', { clients: [] }).then((file) =>
      file.update((value) => {
        value.clients = record.clients;
      }),
    );
    await expect.poll(() => clients.all()[0]?.created).toBe('2026-01-01T00:00:00.000Z');
    await server.site.oauth.prune();
    expect(ids()).toEqual([used.json.client_id, own.id]);
  });
});

describe('what a program may do', () => {
  const POSTS = '/api/collections/blog';
  const ALL = 'cms:read cms:write cms:admin mcp:tools';
  const files = { ...WITH_STAFF, ...settings({ enabled: true }) };

  it('goes as far as its scopes', async () => {
    const server = await startOAuth();
    const client = await makeClient(server, { scopes: ALL.split(' ') });
    const may = async (scope: string) => {
      const { access } = await tokensFor(server, client, { scope });
      const does = async (method: string, path: string, json?: object) =>
        (await withToken(server, access, path, { method, ...(json && { json }) })).status < 400;
      return {
        read: await does('GET', POSTS),
        schemas: await does('GET', '/api/schemas'),
        create: await does('POST', POSTS, { title: scope }),
        change: await does('PATCH', `${POSTS}/first-post`, { title: scope }),
        manage: await does('POST', '/api/collections', { id: `new-${scope.length}`, schema: 'blog' }),
        automate: await does('POST', '/api/collections/automations', { id: `a${scope.length}` }),
        keys: await does('GET', '/api/apikeys'),
        settings: await does('GET', '/api/settings'),
      };
    };
    const none = { read: false, schemas: false, create: false, change: false, manage: false };
    const closed = { automate: false, keys: false, settings: false };
    expect(await may('mcp:tools')).toEqual({ ...none, ...closed });
    expect(await may('cms:read')).toEqual({ ...none, ...closed, read: true, schemas: true });
    expect(await may('cms:write')).toEqual({ ...none, ...closed, create: true, change: true });
    expect(await may('cms:admin')).toMatchObject({
      read: true,
      schemas: true,
      create: true,
      change: true,
      manage: true,
      keys: false,
      settings: false,
    });
  });

  it('is limited by the current role of the user who authorized it', async () => {
    const server = await startOAuth(files);
    const client = await makeClient(server, { scopes: ALL.split(' ') });
    const letIn = async (role: 'editor' | 'viewer') => {
      const by = await staffSession(server, role);
      const given = proof();
      const waiting = await ask(server, authorizeUrl(client, given, { scope: ALL }));
      const shown = await server.request(`/admin/oauth/consent/${waiting.id}/details`, {
        as: 'nobody',
        headers: { cookie: `${by.cookie}; ${waiting.cookies}` },
      });
      const { location } = await decide(server, waiting, true, by);
      return { shown: shown.json, code: location?.searchParams.get('code') ?? '', given };
    };
    const viewer = await letIn('viewer');
    expect(viewer.shown).toMatchObject({
      scopes: ['cms:read', 'mcp:tools'],
      withheld: ['cms:write', 'cms:admin'],
      user: { role: 'viewer' },
    });
    const editor = await letIn('editor');
    const tokens = (await exchange(server, client, editor.code, editor.given)).json;
    expect(tokens.scope).toBe('cms:read cms:write mcp:tools');
    const change = (title = 'x') =>
      withToken(server, String(tokens.access_token), `${POSTS}/first-post`, {
        method: 'PATCH',
        json: { title },
      });
    expect((await change()).status).toBe(200);
    const user = `/api/users/${STAFF_IDS.editor}`;
    await server.request(user, { method: 'PATCH', json: { role: 'viewer' } });
    // A viewer only suggests.
    expect((await change('y')).headers.get('x-plinth-perspective')).toBe('suggestion-by-app-good-program');
    expect((await server.request(`${POSTS}/first-post`)).json.title).toBe('x');
    await server.request(user, { method: 'DELETE' });
    expect((await change()).status).toBe(401);
    expect((await refresh(server, client, tokens.refresh_token)).json.error).toBe('invalid_grant');
  });

  it('is what a collection opens to everyone, beside that', async () => {
    const meta = { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: ['read'] };
    const server = await startOAuth({ ...ENABLED, 'blog/.meta.json': meta });
    const { access } = await tokensFor(server, await makeClient(server), { scope: 'mcp:tools' });
    expect((await withToken(server, access, POSTS)).status).toBe(200);
    expect((await withToken(server, access, '/api/collections/blog-private')).status).toBe(403);
  });

  it('is written down: when a grant was used last, and how many a client has', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { access } = await tokensFor(server, client);
    const first = async () => {
      const { grants } = (await server.request('/api/oauth/grants')).json;
      return Array.isArray(grants) && isJsonObject(grants[0]) ? grants[0] : {};
    };
    expect((await first()).lastUsed).toBeNull();
    await withToken(server, access, POSTS);
    await expect.poll(async () => (await first()).lastUsed).toBeTypeOf('string');
    expect((await server.request('/api/oauth/clients')).json.clients).toMatchObject([{ grants: 1 }]);
  });
});
