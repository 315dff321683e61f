import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  ask,
  authorizeUrl,
  codeFor,
  decide,
  exchange,
  makeClient,
  proof,
  REDIRECT,
  refresh,
  sendForm,
  startOAuth,
  tokensFor,
  withToken,
} from '../helpers/oauth.js';

const POSTS = '/api/collections/blog';

describe('the authorization code flow', () => {
  it('gives an app that a user authorized a token that any library can verify', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const given = proof();
    const waiting = await ask(server, authorizeUrl(client, given, { scope: 'cms:read mcp:tools' }));
    const { location } = await decide(server, waiting, true);
    expect(location?.origin + (location?.pathname ?? '')).toBe(REDIRECT);
    expect(location?.searchParams.get('state')).toBe('some-state');
    expect(location?.searchParams.get('iss')).toBe(server.url);

    const answer = await exchange(server, client, location?.searchParams.get('code') ?? '', given);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.json).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'cms:read mcp:tools',
    });

    const keys = createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(String(answer.json.access_token), keys, {
      issuer: server.url,
      audience: server.url,
      typ: 'at+jwt',
      algorithms: ['RS256'],
    });
    expect(protectedHeader.kid).toMatch(/^k-/);
    expect(payload).toMatchObject({ sub: 'owner', client_id: client.id, scope: 'cms:read mcp:tools' });
    expect(payload.jti).toBeTypeOf('string');
    expect((Number(payload.exp) - Number(payload.iat)) / 60).toBe(60);

    const token = String(answer.json.access_token);
    expect((await withToken(server, token, POSTS)).status).toBe(200);
    expect((await withToken(server, token, POSTS, { method: 'POST', json: { title: 'x' } })).status).toBe(
      403,
    );
  });

  it('notifies the app when a user denies access, and keeps nothing', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { location } = await decide(server, await ask(server, authorizeUrl(client, proof())), false);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'some-state',
      iss: server.url,
    });
    expect((await server.request('/api/oauth/grants')).json.grants).toEqual([]);
  });

  it('asks every time, also for an app that was authorized before', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const waiting = await ask(server, authorizeUrl(client, proof()));
    await decide(server, waiting, true);
    const headers = { cookie: `${server.cookie}; ${waiting.cookies}` };
    const again = await server.request(authorizeUrl(client, proof()), { headers });
    expect(again.headers.get('location')).toMatch(/^\/admin\/oauth\/consent\//);
    const silent = await server.request(authorizeUrl(client, proof(), { prompt: 'none' }), { headers });
    expect(silent.headers.get('location')).toMatch(/^https:\/\/good\.example\/cb\?error=\w+_required&/);
  });

  it.each([
    [
      'over TLS that a proxy ends',
      { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example' },
      true,
    ],
    ['without TLS', {}, false],
  ])(
    'gives its cookies the right strictness %s, and believes no other name',
    async (_how, headers, secure) => {
      const server = await startOAuth();
      const url = authorizeUrl(await makeClient(server), proof());
      const answer = await server.request(url, { as: 'nobody', headers });
      expect(answer.headers.get('location')).toMatch(/^\/admin\/oauth\/consent\//);
      const cookies = answer.headers.getSetCookie();
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) {
        expect(cookie).not.toContain('evil');
        expect(/; secure/i.test(cookie)).toBe(secure);
        expect(cookie).toMatch(/; httponly/i);
      }
    },
  );

  it('shows the consent to no other browser and only to signed-in users', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { id, cookies } = await ask(server, authorizeUrl(client, proof()));
    const page = `/admin/oauth/consent/${id}`;
    const details = (headers: Record<string, string>) =>
      server.request(`${page}/details`, { as: 'nobody', headers });
    expect((await details({ cookie: cookies })).status).toBe(401);
    expect((await details({ cookie: server.cookie })).status).toBe(404);
    const shown = await details({ cookie: `${server.cookie}; ${cookies}` });
    expect(shown.json).toMatchObject({
      client: { id: client.id, name: 'Good program' },
      redirectHost: 'good.example',
      scopes: ['cms:read'],
      withheld: [],
      user: { id: 'owner' },
    });
    // Somebody who is led to allow a request of another browser gives nothing away.
    expect((await decide(server, { id, cookies: '' }, true)).decision.status).toBe(404);
    const forged = { cookie: server.cookie, csrfToken: 'f'.repeat(64) };
    expect((await decide(server, { id, cookies }, true, forged)).decision.status).toBe(403);
    expect((await server.request('/api/oauth/grants')).json.grants).toEqual([]);
    expect((await decide(server, { id, cookies }, true)).location?.searchParams.get('code')).toBeTruthy();
    expect((await decide(server, { id, cookies }, true)).decision.status).toBe(404);
  });

  it('takes the secret of a client that has one, in the header or in the form, and no other', async () => {
    const server = await startOAuth();
    const client = await makeClient(server, { confidential: true });
    expect((await server.read('.system/oauth-clients.json')).toString()).not.toContain(client.secret);
    const { refresh: token } = await tokensFor(server, client);
    const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const authorization = `Basic ${basic}`;
    const second = await sendForm(server, '/oauth/token', form, { authorization });
    expect(second.status).toBe(200);
    for (const secret of [null, 'f'.repeat(64), `sha256:${client.secret}`]) {
      const wrong = await refresh(server, { ...client, secret }, second.json.refresh_token);
      expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client']);
    }
  });

  it('lets a program of this machine come back to whatever port it listens on', async () => {
    const server = await startOAuth();
    const client = await makeClient(server, { redirectUris: ['http://127.0.0.1/callback'] });
    const redirect_uri = 'http://127.0.0.1:53211/callback';
    expect((await tokensFor(server, client, { redirect_uri })).access).not.toBe('');
    const other = authorizeUrl(client, proof(), { redirect_uri: 'http://127.0.0.1:53211/else' });
    expect((await server.request(other)).status).toBe(400);
  });

  it('gives a usual scope to a program that names none, and only what its client may ask for', async () => {
    const server = await startOAuth();
    const client = await makeClient(server, { scopes: ['cms:read', 'mcp:tools'] });
    expect((await tokensFor(server, client, { scope: undefined })).answer.scope).toBe('cms:read mcp:tools');
    const greedy = { scope: 'cms:read cms:write cms:admin openid email' };
    expect((await tokensFor(server, client, greedy)).answer.scope).toBe('cms:read');
    const strange = await server.request(authorizeUrl(client, proof(), { scope: 'admin *' }));
    expect(strange.headers.get('location')).toMatch(/^https:\/\/good\.example\/cb\?error=invalid_scope&/);
  });

  it('gives tokens for the resource that is asked for, and a token for MCP opens nothing else', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { access, refresh: token } = await tokensFor(server, client, { resource: `${server.url}/mcp` });
    expect((await withToken(server, access, POSTS)).status).toBe(401);
    const elsewhere = await refresh(server, client, token, { resource: server.url });
    expect([elsewhere.status, elsewhere.json.error]).toEqual([400, 'invalid_target']);
    for (const resource of ['https://other.example', `${server.url}/api`]) {
      const foreign = await server.request(authorizeUrl(client, proof(), { resource }));
      const sent = new URL(foreign.headers.get('location') ?? '').searchParams;
      expect([sent.get('error'), sent.get('error_description')]).toEqual([
        'invalid_target',
        `resource must be ${server.url} or ${server.url}/mcp`,
      ]);
    }
  });
});

describe('codes', () => {
  it('are for one client, one address, one verifier and one use; the second use ends what the first gave', async () => {
    const server = await startOAuth();
    const [client, other] = [await makeClient(server), await makeClient(server)];
    const given = proof();
    const code = await codeFor(server, client, given);
    const refused = [
      exchange(server, other, code, given),
      exchange(server, client, code, proof()),
      exchange(server, client, code, given, { redirect_uri: 'https://good.example/other' }),
      exchange(server, client, 'nope', given),
    ];
    for (const answer of await Promise.all(refused)) {
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_grant']);
    }
    const first = await exchange(server, client, code, given);
    expect(first.status).toBe(200);
    expect((await withToken(server, String(first.json.access_token), POSTS)).status).toBe(200);
    expect((await exchange(server, client, code, given)).json.error).toBe('invalid_grant');
    expect((await withToken(server, String(first.json.access_token), POSTS)).status).toBe(401);
    expect((await refresh(server, client, first.json.refresh_token)).json.error).toBe('invalid_grant');
    expect(server.log.join()).toContain(`client ${client.id} reused a code or refresh token`);
  });

  it('leave nothing open when two exchanges of one code race', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const given = proof();
    const code = await codeFor(server, client, given);
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(server, client, code, given)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { json } of answers) {
      if (json.access_token === undefined) continue;
      expect((await withToken(server, String(json.access_token), POSTS)).status).toBe(401);
      expect((await refresh(server, client, json.refresh_token)).status).toBe(400);
    }
  });
});

describe('refresh tokens', () => {
  it('are replaced with every use; one that comes again ends the grant', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { refresh: first } = await tokensFor(server, client);
    const second = await refresh(server, client, first);
    expect(second.json.refresh_token).not.toBe(first);
    const third = await refresh(server, client, second.json.refresh_token);
    expect((await withToken(server, String(third.json.access_token), POSTS)).status).toBe(200);

    expect((await refresh(server, client, first)).json.error).toBe('invalid_grant');
    expect((await withToken(server, String(third.json.access_token), POSTS)).status).toBe(401);
    expect((await refresh(server, client, third.json.refresh_token)).json.error).toBe('invalid_grant');
    expect(server.log.join()).toContain(`client ${client.id} reused a code or refresh token`);
  });

  it('leave nothing open when two uses of one race', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { refresh: token } = await tokensFor(server, client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(server, client, token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { json } of answers) {
      if (json.access_token === undefined) continue;
      expect((await withToken(server, String(json.access_token), POSTS)).status).toBe(401);
    }
    expect((await server.request('/api/oauth/grants')).json.grants).toEqual([]);
  });

  it('can ask for less but never for more', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { refresh: token } = await tokensFor(server, client, { scope: 'cms:read mcp:tools' });
    const less = await refresh(server, client, token, { scope: 'cms:read' });
    expect([less.status, less.json.scope]).toEqual([200, 'cms:read']);
    const more = await refresh(server, client, less.json.refresh_token, { scope: 'cms:read cms:write' });
    expect([more.status, more.json.error]).toEqual([400, 'invalid_scope']);
  });

  it('are of no use to another client', async () => {
    const server = await startOAuth();
    const [client, other] = [await makeClient(server), await makeClient(server)];
    const { refresh: token } = await tokensFor(server, client);
    expect((await refresh(server, other, token)).json.error).toBe('invalid_grant');
    expect((await sendForm(server, '/oauth/revoke', { token, client_id: other.id })).status).toBe(200);
    expect((await refresh(server, client, token)).status).toBe(200);
  });
});

describe('ends', () => {
  it('come at once when a program gives its token back', async () => {
    const server = await startOAuth();
    const client = await makeClient(server);
    const { access, refresh: token } = await tokensFor(server, client);
    expect((await sendForm(server, '/oauth/revoke', { token, client_id: client.id })).status).toBe(200);
    expect((await withToken(server, access, POSTS)).status).toBe(401);
    expect((await sendForm(server, '/oauth/revoke', { token: 'nope', client_id: client.id })).status).toBe(
      200,
    );
  });

  it('come at once when the owner ends the grant, deletes the client or turns OAuth off', async () => {
    const server = await startOAuth();
    const grantsOf = async () => JSON.parse((await server.request('/api/oauth/grants')).text).grants;

    const first = await makeClient(server);
    const { access } = await tokensFor(server, first);
    await withToken(server, access, POSTS);
    const [grant] = await grantsOf();
    expect(grant).toMatchObject({
      client: { name: 'Good program' },
      user: { id: 'owner' },
      scopes: ['cms:read'],
    });
    expect((await server.request(`/api/oauth/grants/${grant.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await server.request(`/api/oauth/grants/${grant.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await withToken(server, access, POSTS)).status).toBe(401);

    const second = await tokensFor(server, first);
    expect((await server.request(`/api/oauth/clients/${first.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await withToken(server, second.access, POSTS)).status).toBe(401);
    expect((await refresh(server, first, second.refresh)).json.error).toBe('invalid_client');
    expect(await grantsOf()).toEqual([]);

    const third = await tokensFor(server, await makeClient(server));
    await server.request('/api/settings', { method: 'PATCH', json: { 'oauth.enabled': false } });
    expect((await withToken(server, third.access, POSTS)).status).toBe(401);
    expect((await server.request('/oauth/token', { method: 'POST', as: 'nobody' })).status).toBe(404);
    await server.request('/api/settings', { method: 'PATCH', json: { 'oauth.enabled': true } });
    expect((await withToken(server, third.access, POSTS)).status).toBe(200);
  });
});
