import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const marked = (base: string, ours: string, theirs: string) =>
  `{\n  "id": "two",\n<<<<<<< ours\n${ours}||||||| base\n${base}=======\n${theirs}>>>>>>> theirs\n  "code": "z"\n}\n`;

describe('plinth conflicts', () => {
  it('lists conflicts with their clashes, and merges those without one', async () => {
    const home = await temporaryFolder();
    const folder = join(home, 'content');
    await mkdir(folder);
    await writeFiles(folder, {
      'notes/.meta.json': { id: 'notes', schema: 'text' },
      'notes/one.json': { id: 'one', text: 'One' },
      'notes/one (1).json': { id: 'one', text: 'One' },
      'notes/two.json': marked('"text": "a", "x": 1,\n', '"text": "b", "x": 1,\n', '"text": "a", "x": 2,\n'),
      // Without the common version, as git leaves neighboring lines of which each side has changed one.
      'notes/four.json':
        '{\n  "id": "four",\n<<<<<<< ours\n  "code": "b",\n  "text": "a"\n=======\n  "code": "a",\n  "text": "b"\n>>>>>>> theirs\n}\n',
      'notes/five.json': marked('"text": "a",\n', '"text": "b",\n', '"text": "c",\n').replace('two', 'five'),
      'notes/three.json': { id: 'three', text: 'Three' },
      'notes/three.sync-conflict-20261122-061000-ABCDEFG.json': { id: 'three', text: 'Drei' },
    });
    const args = ['conflicts', '--data', folder, '--cache', join(home, 'c'), '--state', join(home, 's')];
    const listed = await plinth(args);
    expect(listed.code).toBe(1);
    expect(listed.stdout).toContain('"notes/three.json"; they differ in text\n');
    expect(listed.stdout).toContain('notes/four.json: has merge markers; they differ in code, text\n');
    expect(listed.stdout).toContain('notes/five.json: has merge markers; both changed text\n');
    expect(listed.stdout).toContain('5 found, 5 left.\n');
    expect(await readdir(join(folder, 'notes'))).toHaveLength(8);

    const merged = await plinth([...args, '--merge', '--json']);
    expect(merged.code).toBe(1);
    expect(merged.stdout).toContain('"conflicts":5,"left":3');
    expect(JSON.parse(await readFile(join(folder, 'notes', 'two.json'), 'utf8'))).toMatchObject({
      text: 'b',
      x: 2,
      code: 'z',
    });
    const left = await readdir(join(folder, 'notes'));
    expect(left).not.toContain('one (1).json');
    expect(left).toContain('three.sync-conflict-20261122-061000-ABCDEFG.json');

    for (const id of ['three', 'four', 'five'])
      await writeFile(join(folder, 'notes', `${id}.json`), JSON.stringify({ id, text: 'Drei' }));
    expect(await plinth([...args, '--merge'])).toMatchObject({ code: 0 });
    expect(await plinth(args)).toMatchObject({ code: 0, stdout: 'No conflicts.\n' });
  });
});
