/** Hostile and broken requests about OAuth (`fixtures/oauth-bad-inputs.json`), each sent byte for byte. */
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { badInputs, bytesOf, type Entry, type Words, wordsOf } from '../helpers/bad-inputs.js';
import { ask, authorizeUrl, codeFor, ENABLED, makeClient, proof, tokensFor } from '../helpers/oauth.js';
import { type RawAnswer, startTestServer, type TestServer } from '../helpers/server.js';

// Many requests, one after the other.
vi.setConfig({ testTimeout: 120_000 });

const entries = await badInputs('oauth-bad-inputs.json');
const SETTINGS = {
  edition: 'pro',
  oauth: { enabled: true, dynamicRegistration: true },
  limits: { registrations: 1000, tokens: 1000 },
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens nobody here has signed, or not for this. */
async function forgedTokens(server: TestServer): Promise<Words> {
  const jwks = JSON.parse((await server.request('/.well-known/jwks.json', { as: 'nobody' })).text);
  const [publicJwk] = jwks.keys;
  const [record = ''] = (await readdir(join(server.folder, '../state'))).filter((name) =>
    name.startsWith('oauth-key-'),
  );
  const stored: unknown = JSON.parse(await readFile(join(server.folder, '../state', record), 'utf8'));
  const own: JsonObject = isJsonObject(stored) && isJsonObject(stored.key) ? stored.key : {};
  const header = { alg: 'RS256', typ: 'at+jwt', kid: publicJwk.kid };
  const now = Math.floor(Date.now() / 1000);
  const grants = JSON.parse((await server.request('/api/oauth/grants')).text).grants;
  const claims = {
    iss: server.url,
    aud: server.url,
    sub: 'owner',
    client_id: grants[0].client.id,
    gid: grants[0].id,
    scope: 'cms:read',
    exp: now + 600,
    iat: now,
    jti: 'x',
  };
  const made = (head: object, body: object, signature: (text: string) => Buffer) => {
    const text = `${part(head)}.${part(body)}`;
    return `${text}.${signature(text).toString('base64url')}`;
  };
  const byUs = (text: string) => sign('sha256', Buffer.from(text), { key: own, format: 'jwk' });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const hmac = (text: string) => createHmac('sha256', pem).update(text).digest();
  // What these are measured by: the same claims signed by our key open the door.
  const sound = made(header, claims, byUs);
  const opened = await server.request('/api/collections/blog', {
    as: 'nobody',
    headers: { authorization: `Bearer ${sound}` },
  });
  expect(opened.status).toBe(200);
  return {
    NONE: `${part({ ...header, alg: 'none' })}.${part(claims)}.`,
    HS256: made({ ...header, alg: 'HS256' }, claims, hmac),
    OTHER_KEY: made(header, claims, (text) => sign('sha256', Buffer.from(text), other)),
    EXPIRED: made(header, { ...claims, exp: now - 1 }, byUs),
    OF_A_CLOCK_AHEAD: made(header, { ...claims, iat: now + 86_400, exp: now + 90_000 }, byUs),
    OTHER_ISSUER: made(header, { ...claims, iss: 'https://other.example' }, byUs),
    NO_GRANT: made(header, { ...claims, gid: 'nope' }, byUs),
    PLAIN_JWT: made({ ...header, typ: 'JWT' }, claims, byUs),
  };
}

const grantsOf = (server: TestServer): number => server.site.oauth.grants.all().length;

/** Whether a check of an entry is not kept. */
function fails(check: string, { head }: RawAnswer, server: TestServer): boolean {
  const [name = '', rest = ''] = check.split(/[:~](.*)/s);
  const [first = '', pattern = ''] = rest.split(/~(.*)/s);
  const location = /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  if (name === 'noHeader') return new RegExp(`^${rest}:`, 'im').test(head);
  if (name === 'header') return !new RegExp(`^${first}:.*${pattern}`, 'im').test(head);
  if (name === 'location') return !new RegExp(rest).test(location);
  if (name === 'locationNot') return new RegExp(rest).test(location);
  if (name === 'unpolluted') return 'polluted' in {};
  return name !== 'grants' || grantsOf(server) !== Number(rest);
}

/** JSON of the interface or of OAuth; the page for people where a browser was sent. */
const isError = (path: string, body: string): boolean =>
  /^\{"error":/.test(body) || (path.startsWith('/oauth/authorize') && body.startsWith('<!doctype html>'));

describe('bad inputs about OAuth', () => {
  it('get the status of the specification, and authorize no client', async () => {
    const server = await startTestServer(
      { ...ENABLED, '.system/settings.json': SETTINGS },
      { name: 'content' },
    );
    const [client, other] = [await makeClient(server), await makeClient(server)];
    const confidential = await makeClient(server, { confidential: true });
    const clients = server.site.oauth.clients.all();
    await tokensFor(server, client);
    const words: Words = {
      ...(await wordsOf(server)),
      ...(await forgedTokens(server)),
      CLIENT: client.id,
      OTHER_CLIENT: other.id,
      SECRET_CLIENT: confidential.id,
      SECRET_HASH: clients.find(({ id }) => id === confidential.id)?.secret?.slice('sha256:'.length) ?? '',
    };
    const problems: string[] = [];
    for (const entry of entries) {
      const report = (problem: string) => problems.push(`${entry.id} ${entry.what}: ${problem}`);
      await server.site.oauth.grants.revoke(() => true);
      Object.assign(words, await freshWords(server, entry, words));
      const before = grantsOf(server);
      const answer = await server.raw(await bytesOf(entry, words));
      if (!entry.expect.includes(answer.status)) {
        report(`${answer.status}, not ${entry.expect}: ${answer.body.slice(0, 200)}`);
      }
      if (answer.status >= 400 && answer.body !== '' && !isError(entry.path, answer.body)) {
        report(`no error: ${answer.body.slice(0, 80)}`);
      }
      if (/"access_token"|"client_secret"/.test(answer.body)) report('gives something away');
      if (/\bat .*\.(?:js|ts):\d+/.test(answer.body)) report('shows a stack');
      for (const check of entry.checks ?? []) if (fails(check, answer, server)) report(check);
      if (grantsOf(server) > before) report('made a grant');
    }
    expect(problems).toEqual([]);
    expect(server.site.oauth.clients.all()).toEqual(clients);
    expect(server.log.filter((line) => /Unexpected error|OAuth failed/.test(line))).toEqual([]);
  });

  /** What an entry takes for granted, made anew since the one before may have used it up. */
  async function freshWords(server: TestServer, entry: Entry, words: Words): Promise<Words> {
    const needs = (word: string) => JSON.stringify(entry).includes(`{{${word}`);
    const client = { id: words.CLIENT ?? '', secret: null };
    const given = proof();
    const fresh: Words = { CHALLENGE: given.challenge, VERIFIER: given.verifier };
    if (needs('CODE}}')) fresh.CODE = await codeFor(server, client, given);
    if (needs('REFRESH') || needs('ACCESS')) {
      const { access, refresh } = await tokensFor(server, client);
      Object.assign(fresh, { ACCESS: access, REFRESH: refresh });
    }
    if (needs('REQUEST')) {
      const waiting = await ask(server, authorizeUrl(client, given));
      Object.assign(fresh, { REQUEST: waiting.id, REQUEST_COOKIES: waiting.cookies });
    }
    return fresh;
  }
});
