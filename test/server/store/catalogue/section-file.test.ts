/** Files of sections that are read over a long time (server/store/catalogue/section-file.ts). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SectionFile, writeSections } from '../../../../server/store/catalogue/section-file.js';
import { temporaryFolder } from '../../../helpers/server.js';

async function written() {
  const folder = await temporaryFolder();
  const path = join(folder, 'kept');
  const write = (...bytes: number[]) =>
    writeSections({ folder, path, identity: { name: 'kept' } }, (writer) =>
      writer.add('numbers', Uint8Array.from(bytes)),
    );
  return { path, write };
}

describe('a small file that rests', () => {
  it('is read as before', async () => {
    const { path, write } = await written();
    write(1, 2, 3);
    const file = SectionFile.open(path);
    file?.rest();
    expect(await Promise.all([file?.read('numbers'), file?.read('numbers', 1, 2)])).toEqual([
      Uint8Array.of(1, 2, 3),
      Uint8Array.of(2),
    ]);
    file?.close();
    await expect(file?.read('numbers')).rejects.toThrow('closed');
  });

  it('is not mistaken for another one at its place, nor for one that has gone', async () => {
    const { path, write } = await written();
    write(1, 2, 3);
    const [open, resting] = [SectionFile.open(path), SectionFile.open(path)];
    resting?.rest();
    write(4, 5, 6);
    expect(await open?.read('numbers')).toEqual(Uint8Array.of(1, 2, 3));
    await expect(resting?.read('numbers')).rejects.toThrow('damaged');
    open?.close();
    rmSync(path);
    await expect(resting?.read('numbers')).rejects.toThrow('ENOENT');
  });
});
