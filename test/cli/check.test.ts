import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { BLOG, type Files, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const SOUND: Files = {
  'notes/.meta.json': { id: 'notes', schema: 'text' },
  'notes/one.json': { id: 'one', text: 'One' },
};

async function prepare(files: Files) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  return {
    folder,
    args: ['check', '--data', folder, '--cache', join(home, 'c'), '--state', join(home, 's')],
  };
}

const events = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('plinth check', () => {
  it('finds nothing in a sound folder', async () => {
    const { args } = await prepare(SOUND);
    expect(await plinth(args)).toMatchObject({
      code: 0,
      stdout: 'Checked 1 object in 1 collection.\nNo problems found.\n',
    });
  });

  it('ends with exit code 1 while problems remain, and repairs with --fix', async () => {
    const { folder, args } = await prepare({
      ...SOUND,
      'notes/two.json': '{"id":"tw',
      'notes/three.json': { id: 'wrong', text: 'Three' },
      'notes/a b.json': '{}',
    });
    const found = await plinth(args);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('notes/two.json: The file is truncated (line 1, column 10)\n');
    expect(found.stdout).toContain('3 problems.\n');
    expect(await readFile(join(folder, 'notes', 'two.json'), 'utf8')).toBe('{"id":"tw');

    const repaired = await plinth([...args, '--fix', '--json']);
    expect(repaired.code).toBe(1);
    expect(await readFile(join(folder, 'notes', 'two.json'), 'utf8')).toBe('{"id":"tw');
    expect(events(repaired.stdout)).toEqual([
      {
        event: 'problem',
        kind: 'damaged',
        path: 'notes/three.json',
        message: expect.stringContaining('its id is "wrong"'),
        repaired: expect.stringContaining('trash'),
      },
      {
        event: 'problem',
        kind: 'damaged',
        path: 'notes/two.json',
        message: 'The file is truncated (line 1, column 10)',
      },
      { event: 'problem', kind: 'illegalName', path: 'notes/a b.json', message: expect.any(String) },
      {
        event: 'checked',
        collections: 1,
        objects: 2,
        schemas: expect.any(Number),
        problems: 3,
        repaired: 1,
        remaining: 2,
        warnings: 0,
      },
    ]);
    expect((await plinth(args)).stdout).toContain('2 problems.\n');
  });

  it('ends with exit code 0 when all is repaired', async () => {
    const { args } = await prepare({ ...SOUND, 'notes/two.json': { id: 'wrong', text: 'Two' } });
    const { code, stdout } = await plinth([...args, '--fix']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 problem, 1 repaired, 0 left.')]);
    expect((await plinth(args)).code).toBe(0);
  });

  it('ends with exit code 0 with warnings only', async () => {
    const { args } = await prepare({ ...SOUND, 'notes/one/old/map.gpx': '<gpx/>' });
    expect(await plinth(args)).toMatchObject({
      code: 0,
      stdout:
        'notes/one/old/map.gpx: warning: is not used by its object\n' +
        'Checked 1 object in 1 collection.\nNo problems found.\n1 warning.\n',
    });
  });

  it('names the rules an object breaks', async () => {
    const { args } = await prepare({ ...BLOG, 'blog/untitled.json': { id: 'untitled', title: '' } });
    const { code, stdout } = await plinth([...args, '--json']);
    const broken = events(stdout).find(({ kind }) => kind === 'invalidObject');
    expect([code, broken]).toMatchObject([
      1,
      { path: 'blog/untitled.json', details: { title: [expect.any(String)] } },
    ]);
  });

  it('needs a folder that is there', async () => {
    expect((await plinth(['check'])).code).toBe(2);
    expect((await plinth(['check', '--data', '/nowhere/at/all'])).code).toBe(1);
    expect((await plinth(['check', '--fxi', '--data', '/'])).code).toBe(2);
  });
});
