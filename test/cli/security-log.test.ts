/** Commands that change the access to a folder write to the security log, beside a server that has it open. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import { built, type Ended, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { WITH_STAFF } from '../helpers/users.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

it('has every change, in the files of a running server, each line whole', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, WITH_STAFF);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const command = (words: string[], input?: string): Promise<Ended> => plinth([...words, ...args], { input });

  const trusted = await command(['trust', '--json']);
  expect(trusted.code).toBe(0);
  const again = await command(['trust']);
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(again.stdout).toContain('nothing needs approval.');

  const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
  const { url, admin } = await server.event();
  await fetch(String(admin), { redirect: 'manual' });
  const key = JSON.parse((await command(['keys', 'create', '--name', 'Build', '--json'])).stdout);
  const used = fetch(`${url}/api/collections`, { headers: { 'x-api-key': `${key.key}x` } });
  const user = JSON.parse(
    (await command(['users', 'create', '--name', 'Eve', '--json'], 'a long walk by the river\n')).stdout,
  );
  expect((await command(['users', 'password', 'Eve'], 'another walk by the river\n')).code).toBe(0);
  expect((await command(['users', 'remove', 'Eve'])).code).toBe(0);
  expect((await command(['keys', 'revoke', key.id])).code).toBe(0);
  expect((await command(['keys', 'revoke', key.id])).code).toBe(1);
  expect((await command(['keys', 'list'])).code).toBe(0);
  const link = await command(['link']);
  expect(link.code).toBe(0);
  expect((await used).status).toBe(401);
  server.child.kill('SIGTERM');
  await server.ended;

  const logs = join(home, 'cache', 'logs');
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')));
  const text = texts.join('');
  const lines: unknown[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const security = lines.filter(isJsonObject).filter((line) => line.security !== undefined);
  const ofCommands = security.filter(({ caller }) => caller === 'command line');
  expect(ofCommands).toMatchObject([
    { security: 'trust.approved', folder: 'content', records: expect.any(Array) },
    { security: 'key.created', key: key.id, methods: expect.any(Array), paths: ['*'] },
    { security: 'user.created', user: user.id, role: 'viewer' },
    { security: 'user.changed', user: user.id, role: 'viewer', fields: ['password'] },
    { security: 'user.removed', user: user.id },
    { security: 'key.revoked', key: key.id },
    { security: 'link.made' },
  ]);
  expect(security.map((line) => line.security)).toEqual(expect.arrayContaining(['link.used', 'refused']));
  for (const secret of [key.key, link.stdout.trim().split('token=')[1], 'by the river', 'Eve']) {
    expect(text).not.toContain(secret);
  }
  const shown = await plinth(['logs', '--data', folder, '--cache', join(home, 'cache')]);
  expect(shown.stdout).toContain('key.created');
});
