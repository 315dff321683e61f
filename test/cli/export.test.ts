import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { BLOG, type Files, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 });

async function prepare(files: Files, name = 'content'): Promise<{ args: string[]; home: string }> {
  const home = await temporaryFolder();
  await mkdir(join(home, name));
  await writeFiles(join(home, name), files);
  const args = ['--data', join(home, name), '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  return { args, home };
}

describe('plinth export', () => {
  it('prints the folder as a template definition, with --json in one line', async () => {
    const { args } = await prepare({ ...BLOG, 'blog/torn.json': '{' }, 'Club');
    const plain = await plinth(['export', ...args, '--description', 'Walks']);
    expect([plain.code, plain.stderr]).toEqual([0, expect.stringContaining('1 objects were skipped')]);
    const document = JSON.parse(plain.stdout);
    expect(document).toMatchObject({ version: '1.0.0', name: 'Club', description: 'Walks' });
    expect(document.objects).toHaveLength(3);
    const line = await plinth(['export', ...args, '--json', '--name', 'Club', '--description', 'Walks']);
    expect([line.stdout.trim().split('\n').length, JSON.parse(line.stdout)]).toEqual([1, document]);
  });

  it('writes a file that `plinth import` makes the same folder of', async () => {
    const motto = { id: 'motto', text: 'Keep walking', created: '2026-01-01T10:00:00.000Z' };
    const first = await prepare({
      'text/.meta.json': { id: 'text', schema: 'text' },
      'text/motto.json': motto,
    });
    const file = join(first.home, 'club.json');
    const done = await plinth(['export', ...first.args, '--out', file, '--json']);
    expect([done.code, JSON.parse(done.stdout)]).toEqual([
      0,
      { event: 'exported', file, objects: 1, collections: 1, schemas: 0, skipped: 0 },
    ]);
    const second = await prepare({});
    expect((await plinth(['import', file, ...second.args])).code).toBe(0);
    const again = await plinth(['export', ...second.args]);
    expect(again.stdout).toBe(await readFile(file, 'utf8'));
  });

  it('leaves what stands in the file’s place when it fails', async () => {
    const { args, home } = await prepare(BLOG);
    const file = join(home, 'kept.json');
    await writeFile(file, 'kept');
    const missing = await plinth(['export', '--data', join(home, 'nowhere'), '--out', file]);
    expect([missing.code, await readFile(file, 'utf8')]).toEqual([1, 'kept']);
    const folder = await plinth(['export', ...args, '--out', join(home, 'no', 'such', 'folder.json')]);
    expect(folder.code).toBe(1);
    expect((await plinth(['export'])).code).toBe(2);
  });
});
