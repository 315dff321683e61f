/** A program that asks for access, and the user who decides: the whole flow over HTTP. */
import { createHash, generateKeyPair, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hashOf } from '../../server/access/secrets.js';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { type Answer, BLOG, type Files, startTestServer, type TestServer } from './server.js';

export const REDIRECT = 'https://good.example/cb';

/** As much of a server as a program and a browser need. */
export type Reached = Pick<TestServer, 'request' | 'cookie' | 'csrfToken'>;

export interface Client {
  id: string;
  secret: string | null;
}

/** A trusted folder with OAuth turned on. */
export const ENABLED: Files = {
  ...BLOG,
  '.system/settings.json': { edition: 'pro', oauth: { enabled: true } },
};

let signingKey: Promise<Buffer> | undefined;

/** Makes a key as the server would: that takes longer than most tests. */
async function newSigningKey(): Promise<Buffer> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return Buffer.from(JSON.stringify({ key: privateKey.export({ format: 'jwk' }) }));
}

/** Starts a server that has a key for its tokens, the same one as others. */
export async function startOAuth(files: Files = ENABLED): Promise<TestServer> {
  const server = await startTestServer(files);
  signingKey ??= newSigningKey();
  const name = `oauth-key-${hashOf(server.site.store.root).slice(0, 16)}.json`;
  await writeFile(join(server.folder, '../state', name), await signingKey);
  return server;
}

/** Makes a client as the owner does. */
export async function makeClient(
  server: Reached,
  asked: Partial<{ redirectUris: string[]; scopes: string[]; confidential: boolean; name: string }> = {},
): Promise<Client> {
  const json = {
    name: 'Good program',
    redirectUris: [REDIRECT],
    scopes: ['cms:read', 'cms:write', 'mcp:tools'],
    ...asked,
  };
  const answer = await server.request('/api/oauth/clients', { method: 'POST', json });
  if (answer.status !== 201) throw new Error(answer.text);
  const { client, secret } = answer.json;
  return {
    id: isJsonObject(client) ? String(client.id) : '',
    secret: typeof secret === 'string' ? secret : null,
  };
}

export interface Proof {
  verifier: string;
  challenge: string;
}

/** A fresh verifier and its S256 challenge. */
export function proof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Parameters of a sound authorization request, and what a test changes in them; undefined leaves one out. */
export function authorizeUrl(
  client: Client,
  { challenge }: Pick<Proof, 'challenge'>,
  changed: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: REDIRECT,
    state: 'some-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'cms:read',
    ...changed,
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  return `/oauth/authorize?${search}`;
}

/** A request that waits for a decision, in the browser that was sent there. */
export interface Waiting {
  id: string;
  /** Cookies of that browser. */
  cookies: string;
}

const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Opens an authorization request in a fresh browser. */
export async function ask(server: Reached, url: string): Promise<Waiting> {
  const answer = await server.request(url, { as: 'nobody' });
  const id = /^\/admin\/oauth\/consent\/([\w-]+)$/.exec(answer.headers.get('location') ?? '')?.[1];
  if (answer.status !== 303 || id === undefined) throw new Error(`${answer.status} ${answer.text}`);
  return { id, cookies: cookiesOf(answer) };
}

/** Who decides: a session by its cookie and CSRF token. */
export interface Decider {
  cookie: string;
  csrfToken: string;
}

/** Takes the decision and follows the browser; gives where it ends. */
export async function decide(
  server: Reached,
  waiting: Waiting,
  allow: boolean,
  by: Decider = server,
): Promise<{ decision: Answer; location: URL | undefined }> {
  const decision = await server.request(`/admin/oauth/consent/${waiting.id}/decision`, {
    method: 'POST',
    as: 'nobody',
    json: { allow },
    headers: { cookie: `${by.cookie}; ${waiting.cookies}`, 'x-csrf-token': by.csrfToken },
  });
  if (decision.status !== 200) return { decision, location: undefined };
  const headers = { cookie: waiting.cookies };
  const back = await server.request(String(decision.json.redirect), { as: 'nobody', headers });
  const location = back.headers.get('location');
  return { decision, location: location === null ? undefined : new URL(location) };
}

/** A code for a client: asks, allows, and reads it off the address the browser is sent to. */
export async function codeFor(
  server: Reached,
  client: Client,
  given: Proof,
  changed: Record<string, string | undefined> = {},
): Promise<string> {
  const waiting = await ask(server, authorizeUrl(client, given, changed));
  const { location } = await decide(server, waiting, true);
  const code = location?.searchParams.get('code');
  if (typeof code !== 'string') throw new Error(`no code in ${location}`);
  return code;
}

/** Sends a form to an endpoint. */
export function sendForm(
  server: Reached,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  return server.request(path, { method: 'POST', as: 'nobody', body, headers: { ...type, ...headers } });
}

/** Exchanges a code. */
export const exchange = (
  server: Reached,
  client: Client,
  code: string,
  given: Proof,
  changed: Record<string, string> = {},
): Promise<Answer> =>
  sendForm(server, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client.id,
    code,
    code_verifier: given.verifier,
    redirect_uri: REDIRECT,
    ...(client.secret === null ? {} : { client_secret: client.secret }),
    ...changed,
  });

/** Exchanges a refresh token. */
export const refresh = (
  server: Reached,
  client: Client,
  token: unknown,
  changed: Record<string, string> = {},
): Promise<Answer> =>
  sendForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: String(token),
    ...(client.secret === null ? {} : { client_secret: client.secret }),
    ...changed,
  });

/** The tokens of a client that was let in. */
export async function tokensFor(
  server: Reached,
  client: Client,
  changed: Record<string, string | undefined> = {},
): Promise<{ access: string; refresh: string; answer: JsonObject }> {
  const given = proof();
  const redirect: Record<string, string> = {};
  if (changed.redirect_uri !== undefined) redirect.redirect_uri = changed.redirect_uri;
  const answer = await exchange(
    server,
    client,
    await codeFor(server, client, given, changed),
    given,
    redirect,
  );
  if (answer.status !== 200) throw new Error(answer.text);
  const { access_token: access, refresh_token: again } = answer.json;
  return { access: String(access), refresh: String(again), answer: answer.json };
}

/** A request with a bearer token. */
export const withToken = (
  server: Reached,
  token: string,
  path: string,
  sent: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  server.request(path, {
    ...sent,
    as: 'nobody',
    headers: { ...sent.headers, authorization: `Bearer ${token}` },
  });
