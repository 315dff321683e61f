import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entriesIn, foldersIn, namesIn } from '../../../../server/store/disk/names-in.js';
import { temporaryFolder } from '../../../helpers/files.js';

it.each([3, 5010])('the names of a folder come in their order, of %d as well', async (count) => {
  const folder = await temporaryFolder();
  const names = Array.from({ length: count }, (_name, at) => `p${(at * 7919) % count}.json`);
  for (const name of names) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'a folder'));
  symlinkSync(join(folder, 'a folder'), join(folder, 'a link'), 'junction');
  expect(await namesIn(folder)).toEqual([...names, 'a folder', 'a link'].sort());
  const [first] = await entriesIn(folder);
  expect([first?.name, first?.isDirectory()]).toEqual(['a folder', true]);
  expect(await foldersIn(folder)).toEqual(['a folder']);
});

it('a folder that is not there has none', async () => {
  const folder = await temporaryFolder();
  expect(await namesIn(join(folder, 'missing'))).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(await namesIn(join(folder, 'file', 'below'))).toEqual([]);
});
