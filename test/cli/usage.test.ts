import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { temporaryFolder } from '../helpers/server.js';

describe('plinth', () => {
  it.each([
    'serve',
    'link',
    'keys',
    'trust',
    'import',
    'export',
    'exec',
    'history',
    'undo',
    'restore',
    'backup',
    'init',
    'merge-driver',
    'show',
    'logs',
    'routes',
  ])('%s --help says how it is used', async (name) => {
    const { code, stdout, stderr } = await plinth([name, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: plinth ${name}`));
  });

  it('lists its commands', async () => {
    const help = await plinth(['--help']);
    expect(help.code).toBe(0);
    for (const name of [
      'serve',
      'link',
      'keys',
      'trust',
      'import',
      'export',
      'exec',
      'history',
      'undo',
      'restore',
      'backup',
      'init',
      'merge-driver',
      'show',
      'logs',
      'routes',
    ])
      expect(help.stdout).toContain(name);
    expect((await plinth([])).code).toBe(2);
    expect((await plinth(['--version'])).stdout).toBe('0.1.0\n');
  });

  const wrong: [string, string[]][] = [
    ['an unknown command', ['destroy']],
    ['an unknown option', ['serve', '--bogus']],
    ['a value for a switch', ['serve', '--json=x']],
    ['a port that is none', ['serve', '--port', 'http']],
    ['a port beyond all ports', ['serve', '--port', '65536']],
    ['a stray word', ['serve', 'folder']],
    ['a missing folder', ['keys', 'list']],
    ['a missing action', ['keys']],
    ['an unknown action', ['keys', 'sing']],
    ['a key without a name', ['keys', 'create', '--data', '.']],
    ['a method there is not', ['keys', 'create', '--data', '.', '--name', 'x', '--methods', 'GET,LOOK']],
    ['a key to revoke without its id', ['keys', 'revoke', '--data', '.']],
    ['an import without a file', ['import', '--data', '.']],
    ['an import of two files', ['import', 'a', 'b', '--data', '.']],
    ['nothing to execute', ['exec', '--data', '.']],
    ['init without --git', ['init']],
    ['a merge of two files', ['merge-driver', 'a', 'b']],
    ['nothing to show', ['show']],
    ['a command without --', ['exec', '--data', '.', 'ls']],
  ];

  // Each test starts processes, which on a busy machine take their time.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
  it.each(wrong)('answers %s with exit code 2 and a sentence', async (_name, args) => {
    const { code, stdout, stderr } = await plinth(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^plinth: .+\nTry "plinth --help"\.\n$/);
  });

  it('answers with JSON when it fails with --json', async () => {
    const missing = join(await temporaryFolder(), 'missing');
    const { code, stdout, stderr } = await plinth(['keys', 'list', '--data', missing, '--json']);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toEqual({ event: 'failed', message: expect.stringContaining('missing') });
  });

  const elsewhere: [string, string[], string[]][] = [
    ['keys', ['list'], []],
    ['trust', [], []],
    ['import', [fileURLToPath(new URL('../../package.json', import.meta.url))], []],
    ['exec', [], ['--', 'node']],
  ];
  it.each(elsewhere)(
    '%s answers a folder that is not there with exit code 1',
    async (name, before, after) => {
      const missing = join(await temporaryFolder(), 'missing');
      const { code, stderr } = await plinth([name, ...before, '--data', missing, ...after]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(missing)]);
    },
  );

  it('prints the routes', async () => {
    const { code, stdout } = await plinth(['routes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PATCH\s+update\s+\{api\}\/collections\/\{collection\}\/\{id\}$/m);
  });
});
