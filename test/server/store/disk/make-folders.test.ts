import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolders, makeFoldersSync } from '../../../../server/store/disk/make-folders.js';
import { temporaryFolder } from '../../../helpers/files.js';

const WAYS = [
  ['makeFolders', makeFolders],
  ['makeFoldersSync', async (path: string, mode?: number) => makeFoldersSync(path, mode)],
] as const;

describe.each(WAYS)('%s', (_name, make) => {
  it('makes what is missing with its mode, and takes what is there', async () => {
    const root = await temporaryFolder();
    const path = join(root, 'a', 'b', 'c');
    await make(path, 0o700);
    await make(path);
    for (const made of [path, join(root, 'a')]) {
      const { mode } = await stat(made);
      expect((await stat(made)).isDirectory()).toBe(true);
      if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o700);
    }
    await mkdir(join(root, 'real'));
    await symlink(join(root, 'real'), join(root, 'link'), 'junction');
    await make(join(root, 'link'));
    await make(join(root, 'link', 'below'));
    expect((await stat(join(root, 'real', 'below'))).isDirectory()).toBe(true);
  });

  it('rejects what cannot be a folder', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'file'), '');
    await symlink(join(root, 'gone'), join(root, 'dangling'), 'junction');
    for (const name of ['file', 'file/below', 'file/below/it', 'dangling', 'dangling/below', 'a\0b']) {
      await expect(make(join(root, name)), name).rejects.toThrow();
    }
  });

  it.runIf(process.platform === 'linux')(
    'ends where the system denies that the folder above exists',
    async () => {
      for (const path of ['/proc/plinth', '/proc/plinth/below', '/proc/self/plinth/below'])
        await expect(make(path), path).rejects.toThrow('ENOENT');
    },
  );
});
