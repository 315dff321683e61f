/** What was answered about access holds after the process was killed. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import {
  ENABLED,
  makeClient,
  type Reached,
  refresh,
  sendForm,
  tokensFor,
  withToken,
} from '../helpers/oauth.js';
import { built, run } from '../helpers/process.js';
import { type Answer, type Sent, temporaryFolder, writeFiles } from '../helpers/server.js';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** A served folder in a process of its own, with the owner signed in. */
async function serve(home: string, port: string): Promise<Reached & { kill(): Promise<void>; port: string }> {
  const args = ['serve', '--json', '--trust', '--port', port, '--data', join(home, 'content')];
  const places = ['--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const server = run(built('cli/plinth.js'), [...args, ...places]);
  const { url, admin } = await server.event();
  const signIn = await fetch(String(admin), { redirect: 'manual' });
  const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session: unknown = await (await fetch(`${url}/admin/session`, { headers: { cookie } })).json();
  const csrfToken = isJsonObject(session) ? String(session.csrfToken) : '';
  const request = async (path: string, sent: Sent = {}): Promise<Answer> => {
    const headers: Record<string, string> = { ...sent.headers };
    if ((sent.as ?? 'owner') === 'owner') Object.assign(headers, { cookie, 'x-csrf-token': csrfToken });
    if (sent.json !== undefined) headers['content-type'] = 'application/json';
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
    const response = await fetch(url + path, {
      method: sent.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, json: isJsonObject(json) ? json : {} };
  };
  return {
    request,
    cookie,
    csrfToken,
    port: new URL(String(url)).port,
    async kill() {
      server.child.kill('SIGKILL');
      await server.ended;
    },
  };
}

it('a revocation, a used refresh token and a grant that holds survive a kill', async () => {
  const home = await temporaryFolder();
  await mkdir(join(home, 'content'));
  await writeFiles(join(home, 'content'), ENABLED);
  const server = await serve(home, '0');
  const client = await makeClient(server);
  const [ended, kept, used] = [
    await tokensFor(server, client),
    await tokensFor(server, client),
    await tokensFor(server, client),
  ];
  const next = await refresh(server, client, used.refresh);
  await sendForm(server, '/oauth/revoke', { token: ended.refresh, client_id: client.id });
  await server.kill();

  const again = await serve(home, server.port);
  const posts = '/api/collections/blog';
  expect((await withToken(again, ended.access, posts)).status).toBe(401);
  expect((await refresh(again, client, ended.refresh)).status).toBe(400);
  expect((await withToken(again, kept.access, posts)).status).toBe(200);
  expect((await refresh(again, client, kept.refresh)).status).toBe(200);
  expect((await withToken(again, String(next.json.access_token), posts)).status).toBe(200);
  expect((await refresh(again, client, used.refresh)).status).toBe(400);
  expect((await withToken(again, String(next.json.access_token), posts)).status).toBe(401);
  await again.kill();
});
