/** Who is let in at /mcp, from where, and how clients find it. */
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { connectMcp } from '../helpers/mcp-client.js';
import { ORIGIN } from '../helpers/origin.js';
import { type Answer, BLOG, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = 'application/json, text/event-stream';

function ask(
  server: TestServer,
  as: 'owner' | 'nobody' | { key: string },
  headers: Record<string, string> = {},
) {
  return server.request('/mcp', { method: 'POST', json: PING, as, headers: { accept: ACCEPT, ...headers } });
}

const set = (server: TestServer, mcp: JsonObject) =>
  server.site.settings.change(
    Object.fromEntries(Object.entries(mcp).map(([name, value]) => [`mcp.${name}`, value])),
    ORIGIN,
  );

const challengeOf = (answer: Answer) => answer.headers.get('www-authenticate');

describe('the MCP endpoint', () => {
  it.each([
    ['nobody', undefined, 401],
    ['the owner’s session', 'owner', 200],
    ['a key for everything', { paths: ['*'] }, 200],
    ['a key for /mcp that only reads', { methods: ['GET' as const], paths: ['/mcp'] }, 200],
    ['a key for a collection only', { paths: ['/collections/blog'] }, 403],
    ['a key for something that begins alike', { paths: ['/mcp-other'] }, 403],
  ])('answers %s by its status', async (_who, scope, status) => {
    const server = await startTestServer();
    const as =
      typeof scope === 'object' ? { key: await server.key(scope) } : scope === 'owner' ? 'owner' : 'nobody';
    expect((await ask(server, as)).status).toBe(status);
  });

  it('tells rejected clients how to authenticate, and never takes a key from the URL', async () => {
    const server = await startTestServer();
    const nobody = await ask(server, 'nobody');
    expect([nobody.status, challengeOf(nobody)]).toEqual([401, 'Bearer realm="MCP"']);
    const unknown = await ask(server, { key: `plinth_${'0'.repeat(64)}` });
    expect([unknown.status, challengeOf(unknown)]).toEqual([
      401,
      'Bearer realm="MCP", error="invalid_token"',
    ]);
    const key = await server.key();
    const inAddress = await server.request(`/mcp?api_key=${key}`, {
      method: 'POST',
      json: PING,
      as: 'nobody',
    });
    expect(inAddress.status).toBe(401);
    const bearer = await ask(server, 'nobody', { authorization: `Bearer ${key}` });
    expect(bearer.status).toBe(200);
  });

  it('accepts anonymous clients if that is set, up to a limit per minute; a wrong key is still rejected', async () => {
    const server = await startTestServer();
    await server.site.settings.change({ 'mcp.publicAccess': true, 'limits.mcp': 3 }, ORIGIN);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(server, 'nobody')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(Number((await ask(server, 'nobody')).headers.get('retry-after'))).toBeGreaterThan(0);
    await server.site.settings.change({ 'limits.mcp': 100 }, ORIGIN);
    expect((await ask(server, { key: 'plinth_wrong' })).status).toBe(401);
    expect((await ask(server, { key: await server.key() })).status).toBe(200);
  });

  it('takes a key for none where the edition has no keys any more', async () => {
    const server = await startTestServer();
    const key = await server.key();
    await server.site.settings.change({ edition: 'standard', 'mcp.publicAccess': true }, ORIGIN);
    expect((await server.request('/api/collections', { as: { key } })).status).toBe(403);
    const { tools } = await connectMcp(server.url, { key });
    expect(await tools()).not.toContain('create_object');
    await set(server, { publicAccess: false });
    expect((await ask(server, { key })).status).toBe(401);
  });

  it('is not there when it is switched off', async () => {
    const server = await startTestServer();
    await set(server, { enabled: false });
    expect((await ask(server, { key: await server.key() })).status).toBe(404);
    const { json } = await server.request('/.well-known/mcp.json', { as: 'nobody' });
    expect(json).toMatchObject({ disabled: true, publicTools: [] });
  });

  it.each(['GET', 'DELETE', 'PUT'])('does not know %s', async (method) => {
    const server = await startTestServer();
    const answer = await server.request('/mcp', { method, as: { key: await server.key() } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it.each([
    ['none', undefined, [], 200],
    ['our own', 'own', [], 200],
    ['another port of this machine', 'http://127.0.0.1:1', [], 200],
    ['a name that begins like this machine', 'http://localhost.evil.example', [], 403],
    ['a page from elsewhere', 'https://evil.example', [], 403],
    ['an opaque one', 'null', [], 403],
    ['an opaque one, where all are allowed', 'null', ['*'], 403],
    ['one on the list', 'https://ai.example', ['https://ai.example'], 200],
    ['one that begins like one on the list', 'https://ai.example.evil.example', ['https://ai.example'], 403],
    ['any, where all are allowed', 'https://else.example', ['*'], 200],
  ])('answers the origin: %s', async (_what, origin, allowedOrigins, status) => {
    const server = await startTestServer();
    await set(server, { allowedOrigins });
    const sent = origin === 'own' ? server.url : origin;
    const answer = await ask(server, { key: await server.key() }, sent === undefined ? {} : { origin: sent });
    expect(answer.status).toBe(status);
    const allowed = status === 200 ? (sent ?? null) : null;
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
  });

  it('rejects a page of another origin before it looks at the session, and answers preflights of allowed ones', async () => {
    const server = await startTestServer();
    expect((await ask(server, 'owner', { origin: 'https://evil.example' })).status).toBe(403);
    await set(server, { allowedOrigins: ['https://ai.example'] });
    const preflight = (origin: string) =>
      server.request('/mcp', {
        method: 'OPTIONS',
        as: 'nobody',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const yes = await preflight('https://ai.example');
    expect([yes.status, yes.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('MCP-Protocol-Version'),
    ]);
    expect((await preflight('http://localhost:3000')).status).toBe(204);
    expect((await preflight('https://evil.example')).status).toBe(403);
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost:1'])(
    'answers for no host of the name %s',
    async (host) => {
      const server = await startTestServer();
      const key = await server.key();
      const body = JSON.stringify(PING);
      const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Type: application/json`;
      const { status } = await server.raw(
        `${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      expect(status).toBe(403);
    },
  );

  it('is described by a public document, which contains no other address than its own', async () => {
    const files: Files = { ...BLOG, '.system/settings.json': { dashboard: { title: 'Harbour' } } };
    const server = await startTestServer(files);
    const { status, json } = await server.request('/.well-known/mcp.json', { as: 'nobody' });
    expect([status, json]).toEqual([
      200,
      {
        name: 'Harbour',
        version: expect.stringMatching(/^\d+\.\d+/),
        endpoint: `${server.url}/mcp`,
        transport: 'streamable-http',
        protocolVersions: expect.arrayContaining(['2026-07-28', '2025-11-25', '2025-06-18']),
        disabled: false,
        publicAccess: false,
        authentication: { apiKey: { header: 'X-API-Key' }, oauth: false },
        publicTools: [],
      },
    ]);
    const versions = json.protocolVersions as string[];
    expect(SUPPORTED_PROTOCOL_VERSIONS).toEqual(expect.arrayContaining(versions.slice(1)));
    await set(server, { publicAccess: true, toolPrefix: 'harbour_' });
    const open = await server.request('/.well-known/mcp.json', { as: 'nobody' });
    expect(open.json.publicTools).toEqual(
      [
        'list_collections',
        'describe_collection',
        'query_collection',
        'search_collection',
        'search_collections',
        'get_object',
      ].map((name) => `harbour_${name}`),
    );
    const { call } = await connectMcp(server.url);
    expect((await call('harbour_list_collections')).value).toMatchObject({ collections: [] });
  });

  it('lets go of a subscription when the key that made it is revoked', async () => {
    const files: Files = {
      ...BLOG,
      'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', mcp: { resource: true } },
    };
    const server = await startTestServer(files);
    const record = await server.site.keys.create({ name: 'short', methods: ['GET'], paths: ['*'] });
    const kept = await connectMcp(server.url, { key: await server.key() });
    const short = await connectMcp(server.url, { key: record.key });
    const heard: string[] = [];
    for (const [name, { client }] of [['kept', kept] as const, ['short', short] as const]) {
      client.setNotificationHandler('notifications/resources/updated', () => {
        heard.push(name);
      });
      await client.listen({ resourceSubscriptions: ['plinth://blog/'] });
    }
    await server.site.keys.revoke(record.id);
    await server.request('/api/collections/blog/first-post', { method: 'PATCH', json: { title: 'x' } });
    await expect.poll(() => heard).toEqual(['kept']);
  });

  it('ends with the server, which does not wait for open streams', async () => {
    const server = await startTestServer();
    const { client } = await connectMcp(server.url, { key: await server.key() });
    await client.listen({ toolsListChanged: true });
    await server.close();
    await expect(client.listTools()).rejects.toThrow();
  });
});
