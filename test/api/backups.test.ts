/** Regular backups over HTTP: settings, the schedule, failures, which ones are kept. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackup } from '../../server/store/backup/read-backup.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const PATH = '/api/backups';

const placeOf = (server: TestServer) => join(dirname(server.folder), 'backups');

const change = (server: TestServer, json: unknown) => server.request(PATH, { method: 'PATCH', json });
const make = (server: TestServer) => server.request(PATH, { method: 'POST' });

describe('regular backups', () => {
  it('are made on request and when due, and the oldest are deleted', async () => {
    const server = await startTestServer();
    const to = placeOf(server);
    expect((await server.request(PATH)).json).toMatchObject({ every: 'never', to: '', last: null });
    expect((await make(server)).status).toBe(422);
    expect((await change(server, { to, every: 'day', keep: 2 })).json).toMatchObject({ to, keep: 2 });
    const title = { method: 'PATCH', json: { title: 'Changed' } };
    expect((await server.request('/api/collections/blog/first-post', title)).status).toBe(200);
    const { json } = await make(server);
    expect(json).toMatchObject({ last: { file: expect.stringContaining(to) }, running: false });
    const { zip, list } = await openBackup((json.last as { file: string }).file);
    zip.close();
    expect(Object.keys(list.files)).toEqual(
      expect.arrayContaining(['folder/blog/first-post.json', 'history/position.json']),
    );
    // Those of other folders and machines are neither counted nor deleted, also with the same name.
    const others = [
      'content-20200101-000000.zip',
      'content-20210101-000000.zip',
      'other-20200101-000000.zip',
    ];
    for (const name of others) await writeFile(join(to, name), 'old');
    await server.site.backups.look();
    expect(await readdir(to)).toHaveLength(4);
    await change(server, { keep: 1 });
    const again = (await make(server)).json.last as { file: string };
    expect((await readdir(to)).sort()).toEqual([...others, basename(again.file)].sort());
    expect(server.warnings()).toEqual([]);
  });

  it('report a failure, keep the older ones and go on when the place is back', async () => {
    const server = await startTestServer();
    const to = placeOf(server);
    await change(server, { to, every: 'hour' });
    await writeFile(join(to, 'content-20200101-000000.zip'), 'old');
    await rm(to, { recursive: true });
    await writeFile(to, 'a file, not a folder');
    await server.site.backups.look();
    const { json } = await server.request(PATH);
    expect(json).toMatchObject({ lastGood: null, last: { problem: `No backup can be written to ${to}` } });
    expect((await server.request('/api/status')).json).toHaveProperty('backupProblem');
    expect(server.warnings().join()).toContain('The backup failed');
    await rm(to);
    await mkdir(to);
    await make(server);
    expect(await readdir(to)).toHaveLength(1);
    expect((await server.request('/api/status')).json).not.toHaveProperty('backupProblem');
  });

  it('reject values that are wrong, and a place in the data folder', async () => {
    const server = await startTestServer();
    const wrong: [string, unknown][] = [
      ['to', { to: join(server.folder, 'backups') }],
      ['to', { to: server.folder }],
      ['to', { to: 'backups' }],
      ['to', { to: join(placeOf(server), 'a.zip') }],
      ['to', { to: 5 }],
      ['to', { to: process.platform === 'linux' ? '/proc/plinth' : 'backups' }],
      ['to', { every: 'day' }],
      ['every', { every: 'minute', to: placeOf(server) }],
      ['keep', { keep: 0 }],
      ['keep', { keep: 1.5 }],
      ['history', { history: 'yes' }],
    ];
    for (const [field, json] of wrong) {
      const answer = await change(server, json);
      expect([json, answer.status, answer.text]).toEqual([json, 422, expect.stringContaining(`"${field}"`)]);
    }
    expect((await change(server, [])).status).toBe(400);
    expect(await readdir(server.folder)).not.toContain('backups');
  });

  it('are not for keys', async () => {
    const server = await startTestServer();
    const as = { key: await server.key() };
    for (const method of ['GET', 'PATCH', 'POST']) {
      const sent = { method, ...(method === 'PATCH' && { json: {} }) };
      expect((await server.request(PATH, { ...sent, as })).status).toBe(403);
      expect((await server.request(PATH, { ...sent, as: 'nobody' })).status).toBe(401);
    }
  });
});
