import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { startTestServer, temporaryFolder } from '../helpers/server.js';
import { PASSWORD, sessionOf, trySignIn } from '../helpers/users.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

it('makes, lists, changes and removes users; a running server honours it at once', async () => {
  const server = await startTestServer();
  const home = join(server.folder, '..');
  const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const create = ['users', 'create', ...args, '--name', 'Ada', '--email', 'ada@example.org'];
  // In a process of its own, whose input is a pipe.
  const words = [...create, '--role', 'editor', '--json'];
  const made = await run(built('cli/plinth.js'), words, { input: `${PASSWORD}\n` }).ended;
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Ada', email: 'ada@example.org', role: 'editor' });
  expect(await readFile(join(server.folder, '.system', 'users.json'), 'utf8')).not.toContain(PASSWORD);

  const answer = await trySignIn(server, 'Ada', PASSWORD);
  const ada = sessionOf(server, answer);
  expect((await ada.request('/api/collections')).status).toBe(200);
  expect((await plinth(['users', 'list', ...args])).stdout).toMatch(/editor .* Ada <ada@example\.org>/);

  expect((await plinth(['users', 'password', 'ADA', ...args], { input: 'another password\n' })).code).toBe(0);
  await expect.poll(async () => (await ada.request('/api/collections')).status).toBe(401);
  const again = sessionOf(server, await trySignIn(server, 'Ada', 'another password'));
  expect((await plinth(['users', 'remove', 'ada@example.org', ...args])).code).toBe(0);
  await expect.poll(async () => (await again.request('/api/collections')).status).toBe(401);
  expect((await plinth(['users', 'list', ...args, '--json'])).stdout).toBe('');
});

it.each<[string, string[], string, number, string]>([
  ['no name', ['create'], PASSWORD, 2, '--name'],
  ['an unknown role', ['create', '--name', 'Ada', '--role', 'owner'], PASSWORD, 2, 'admin, editor, viewer'],
  ['a short password', ['create', '--name', 'Ada'], 'short', 1, 'password: must have at least 8 characters'],
  ['no password', ['create', '--name', 'Ada'], '', 1, 'Pipe the password in'],
  ['nobody of that name', ['remove', 'Ada'], '', 1, 'There is no user "Ada"'],
  ['no action', [], '', 2, 'create, list, password or remove'],
])('rejects %s with a sentence', async (_what, words, input, code, message) => {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  const places = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const ended = await plinth(['users', ...words, ...(words.length > 0 ? places : [])], {
    input: `${input}\n`,
  });
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
});
