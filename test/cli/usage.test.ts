import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth, plinthEach } from '../helpers/process.js';
import { temporaryFolder } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe('plinth', () => {
  it('lists its commands, and says with COMMAND --help how each of them is used', async () => {
    const overview = await plinth(['--help']);
    expect(overview.code).toBe(0);
    const names = [...overview.stdout.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(20);
    const help = await plinthEach(names.map((name) => [name, '--help']));
    const usage = (text: string) => /^Usage: plinth (\S+) \S/.exec(text)?.[1];
    expect(help.map(({ code, stdout, stderr }) => [usage(stdout), code, stderr])).toEqual(
      names.map((name) => [name, 0, '']),
    );
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

  it('answers wrong usage with exit code 2 and a sentence', async () => {
    const answers = await plinthEach(wrong.map(([, args]) => args));
    for (const [at, [what]] of wrong.entries()) {
      const { code, stdout, stderr } = answers[at] ?? {};
      expect([code, stdout], what).toEqual([2, '']);
      expect(stderr, what).toMatch(/^plinth: .+\nTry "plinth --help"\.\n$/);
    }
    expect(await plinth(['destroy'])).toEqual(answers[0]);
  });

  it('answers with JSON when it fails with --json', async () => {
    const missing = join(await temporaryFolder(), 'missing');
    const { code, stdout, stderr } = await plinth(['keys', 'list', '--data', missing, '--json']);
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'failed',
      message: expect.stringContaining('missing'),
      type: 'not-found',
    });
  });

  it('answers a folder that is not there with exit code 1', async () => {
    const missing = join(await temporaryFolder(), 'missing');
    const answers = await plinthEach([
      ['keys', 'list', '--data', missing],
      ['trust', '--data', missing],
      ['exec', '--data', missing, '--', 'node'],
    ]);
    const expected = [1, expect.stringContaining(missing)];
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual([expected, expected, expected]);
  });

  it('prints pages of the documentation and the skill for coding agents', async () => {
    const [list, page, skill, unknown, outside] = await plinthEach([
      ['docs'],
      ['docs', 'errors'],
      ['docs', 'skill'],
      ['docs', 'nothing'],
      ['docs', '../package'],
    ]);
    expect([list?.code, list?.stdout]).toEqual([0, expect.stringContaining('](errors.md)')]);
    expect(page?.stdout).toMatch(/^# Errors\n/);
    expect(skill?.stdout).toMatch(/^---\nname: plinth\ndescription: .+\n---\n/);
    for (const { code, stderr = '' } of [unknown, outside].flatMap((one) => one ?? [])) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('"plinth docs" lists all pages')]);
    }
  });

  it('prints the routes', async () => {
    const { code, stdout } = await plinth(['routes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PATCH\s+update\s+\{api\}\/collections\/\{collection\}\/\{id\}$/m);
  });
});
