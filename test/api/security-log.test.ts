/** The lines of the log about who was let in, who was not, and what was changed about it. */
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { openLog } from '../../server/http/log.js';
import { BLOG, startTestServer, temporaryFolder } from '../helpers/server.js';
import { PASSWORD, STAFF_IDS, signIn, trySignIn, WITH_STAFF } from '../helpers/users.js';

async function logged(files = WITH_STAFF, folder?: string) {
  const logs = folder ?? join(await temporaryFolder(), 'logs');
  const server = await startTestServer(files, { logger: openLog({ level: 'silent', files: logs }) });
  const text = async () => {
    const names = await readdir(logs).catch(() => []);
    return (await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')))).join('');
  };
  const lines = async (): Promise<JsonObject[]> =>
    (await text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter((line) => line.security !== undefined);
  return { server, logs, text, lines };
}

describe('the security log', () => {
  it('has successful, failed and locked sign-ins, and never what was typed', async () => {
    const { server, text, lines } = await logged();
    await signIn(server, 'editor one');
    for (let n = 0; n < 11; n += 1) await trySignIn(server, 'viewer one', `typed wrongly ${n}`);
    await trySignIn(server, 'my secret typed as a name', PASSWORD);
    const signIns = (await lines()).filter(({ security }) => String(security).startsWith('sign-in'));
    expect(signIns).toMatchObject([
      { level: 30, security: 'sign-in', user: STAFF_IDS.editor, address: '127.0.0.1', folder: 'content' },
      ...Array.from({ length: 10 }, () => ({ security: 'sign-in.refused', user: STAFF_IDS.viewer })),
      { security: 'sign-in.locked', user: STAFF_IDS.viewer },
      { security: 'sign-in.refused', user: null },
    ]);
    expect(await text()).not.toMatch(/typed|correct horse/);
  });

  it('has every change of access, with its author', async () => {
    const { server, lines, text } = await logged();
    const { request } = server;
    const send = async (method: string, path: string, json: unknown) =>
      (await request(path, { method, json })).json;
    const made = await send('POST', '/api/apikeys', { name: 'K', methods: ['GET'], paths: ['*'] });
    const key = made.apiKey as JsonObject;
    await request(`/api/apikeys/${key.id}`, { method: 'DELETE' });
    const user = await send('POST', '/api/users', { name: 'New', role: 'viewer', password: PASSWORD });
    await send('PATCH', `/api/users/${user.id}`, { role: 'admin' });
    await request(`/api/users/${user.id}`, { method: 'DELETE' });
    await send('PATCH', '/api/settings', { 'oauth.enabled': true });
    await send('POST', '/api/trust', { records: {} });
    await send('PATCH', '/api/collections/blog', { publicOperations: ['create'] });
    const program = await send('POST', '/api/oauth/clients', {
      name: 'P',
      redirectUris: ['http://127.0.0.1/cb'],
      scopes: ['cms:read'],
    });
    const { id } = program.client as JsonObject;
    await request(`/api/oauth/clients/${id}`, { method: 'DELETE' });
    const link = String((await send('POST', '/admin/session/link', {})).admin);
    await fetch(link, { redirect: 'manual' });
    await fetch(link, { redirect: 'manual' });
    await send('POST', '/api/collections/automations', {
      id: 'job',
      name: 'Job',
      handler: 'export default () => 1;',
    });
    await request('/admin/session/end', { method: 'POST' });
    const found = await lines();
    expect(found.map(({ security }) => security)).toEqual([
      'link.used',
      'key.created',
      'key.revoked',
      'user.created',
      'user.changed',
      'user.removed',
      'settings.changed',
      'trust.approved',
      'collection.changed',
      'program.created',
      'program.removed',
      'link.made',
      'link.used',
      'link.refused',
      'automation.approved',
      'sign-out',
    ]);
    const by = { caller: 'user owner', requestId: expect.any(String) };
    expect(found).toMatchObject(
      found.map(({ security }) => {
        if (String(security).startsWith('link.')) return {};
        return security === 'automation.approved' ? { caller: by.caller } : by;
      }),
    );
    expect(found[4]).toMatchObject({ user: user.id, role: 'admin', fields: ['role'] });
    const written = await text();
    for (const secret of [String(key.key), PASSWORD, link.split('token=')[1] ?? '?', server.csrfToken]) {
      expect(written).not.toContain(secret);
    }
  });

  it('has what was deleted permanently, with its author and transaction', async () => {
    const { server, lines } = await logged({ ...BLOG, ...WITH_STAFF });
    const remove = async (id: string) =>
      (await server.request(`/api/collections/blog/${id}`, { method: 'DELETE' })).headers.get('x-trash-id');
    const entries = [await remove('first-post'), await remove('second-post')];
    const purged = await server.request(`/api/trash/${entries[0]}`, { method: 'DELETE' });
    const emptied = await server.request('/api/trash', { method: 'DELETE' });
    await server.request('/api/trash', { method: 'DELETE' });
    const transactionOf = ({ headers }: typeof purged) => headers.get('x-plinth-transaction');
    const found = (await lines()).filter(({ security }) => security === 'trash.purged');
    expect(found).toMatchObject([
      {
        security: 'trash.purged',
        caller: 'user owner',
        entries: [entries[0]],
        transaction: transactionOf(purged),
      },
      {
        security: 'trash.purged',
        caller: 'user owner',
        entries: [entries[1]],
        transaction: transactionOf(emptied),
      },
    ]);
  });

  it('has rejections of requests with credentials only', async () => {
    const { server, lines, text } = await logged();
    const bad = `plinth_${'0'.repeat(64)}`;
    await server.request('/api/collections', { as: { key: bad } });
    await server.request(`/api/collections?api_key=${bad}`, { as: 'nobody' });
    const narrow = await server.key({ methods: ['GET'], paths: ['/schemas'] });
    await server.request('/api/collections/blog', { as: { key: narrow } });
    await server.request('/api/collections', { as: 'nobody' });
    await server.request('/api/collections/none', { as: 'owner' });
    const refused = (await lines()).filter(({ security }) => security === 'refused');
    expect(refused).toMatchObject([
      { status: 401, method: 'GET', url: '/api/collections' },
      { status: 401, url: '/api/collections?api_key=[redacted]' },
      { status: 403, caller: expect.stringMatching(/^key /), url: '/api/collections/blog' },
    ]);
    expect(await text()).not.toContain(bad);
  });
});

it.skipIf(process.platform === 'win32')(
  'only this user reads the log and what is known of the folder',
  async () => {
    const logs = join(await temporaryFolder(), 'logs');
    await mkdir(logs, { mode: 0o755 });
    await writeFile(join(logs, 'plinth.1.log'), '');
    await chmod(join(logs, 'plinth.1.log'), 0o644);
    const { server } = await logged(WITH_STAFF, logs);
    await signIn(server, 'editor one');
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(logs)).toBe('700');
    for (const name of await readdir(logs)) expect(await modeOf(join(logs, name)), name).toBe('600');
    const home = join(server.folder, '..');
    expect([await modeOf(join(home, 'state')), await modeOf(join(home, 'cache'))]).toEqual(['700', '700']);
  },
);
