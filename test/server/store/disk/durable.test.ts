import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DurableFiles } from '../../../../server/store/disk/durable.js';
import { stampAt } from '../../../../server/store/disk/stamp.js';

/** A file, and another program that puts its own there right after the file was set aside. */
function overtaken() {
  const root = mkdtempSync(join(tmpdir(), 'durable-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const target = join(root, 'a.json');
  writeFileSync(target, 'read');
  const setAside = () => {
    writeFileSync(join(root, 'theirs'), 'theirs');
    renameSync(join(root, 'theirs'), target);
  };
  const files = new DurableFiles({
    root,
    temp: join(root, 'tmp'),
    versions: { keeps: () => true, setAside },
  });
  const expected = stampAt(target);
  if (!expected) throw new Error('The file is not there');
  return { root, target, files, expected };
}

describe('a file that another program replaces between the comparison and the rename', () => {
  it('is left, and the save is told', async () => {
    const { root, target, files, expected } = overtaken();
    const save = files.replace(target, Buffer.from('ours'), { expect: expected });
    await expect(save).rejects.toThrow(expect.objectContaining({ kind: 'stale' }));
    expect(readFileSync(target, 'utf8')).toBe('theirs');
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });
});
