/** `plinth oauth` beside a running server, and what was answered about access after a server was killed. */
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
import { built, plinth, run } from '../helpers/process.js';
import { type Answer, type Sent, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

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
      // Nor has the library told anybody to update, or to configure it.
      expect((await server.ended).stderr).not.toContain('oidc-provider');
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

it('plinth oauth lists and ends what programs were allowed; a running server honours it at once', async () => {
  const server = await startTestServer(ENABLED);
  const home = join(server.folder, '..');
  const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const client = await makeClient(server);
  const [first, second] = [await tokensFor(server, client), await tokensFor(server, client)];
  const listed = await plinth(['oauth', 'grants', ...args, '--json']);
  const grants = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(grants).toMatchObject([{ client: { name: 'Good program' } }, { scopes: ['cms:read'] }]);
  expect((await plinth(['oauth', 'grants', ...args])).stdout).toContain('Good program, authorized by Owner');

  const posts = '/api/collections/blog';
  expect((await plinth(['oauth', 'revoke', grants[0].id, ...args])).code).toBe(0);
  const open = async () =>
    (await Promise.all([first, second].map(({ access }) => withToken(server, access, posts)))).map(
      ({ status }) => status,
    );
  expect((await open()).toSorted()).toEqual([200, 401]);
  expect((await plinth(['oauth', 'revoke', grants[0].id, ...args])).code).toBe(1);
  const all = await plinth(['oauth', 'revoke', '--all', ...args, '--json']);
  expect(JSON.parse(all.stdout)).toEqual({ event: 'revoked', grants: 1 });
  expect(await open()).toEqual([401, 401]);
  const logged = await plinth(['logs', '--json', '--data', server.folder, '--cache', join(home, 'cache')]);
  const revoked = logged.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ security }) => security === 'grant.revoked');
  expect(revoked).toMatchObject(
    grants.map(({ id }) => ({ caller: 'command line', folder: 'content', grant: id })),
  );
  expect(JSON.parse((await plinth(['oauth', 'gc', ...args, '--json'])).stdout)).toEqual({
    event: 'pruned',
    grants: 0,
    tokens: 0,
    clients: 0,
  });
  for (const wrong of [['revoke'], ['revoke', 'x', '--all'], ['sing'], []]) {
    expect((await plinth(['oauth', ...wrong, ...args])).code).toBe(2);
  }
});
