import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entriesIn, namesIn } from '../../../../server/store/disk/names-in.js';
import { temporaryFolder } from '../../../helpers/files.js';

it.each([3, 5010])('the names of a folder come in their order, of %d as well', async (count) => {
  const folder = await temporaryFolder();
  const names = Array.from({ length: count }, (_name, at) => `p${(at * 7919) % count}.json`);
  for (const name of names) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'a folder'));
  expect(await namesIn(folder)).toEqual([...names, 'a folder'].sort());
  const [first] = await entriesIn(folder);
  expect([first?.name, first?.isDirectory()]).toEqual(['a folder', true]);
});

it('a folder that is not there has none', async () => {
  const folder = await temporaryFolder();
  expect(await namesIn(join(folder, 'missing'))).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  expect(await namesIn(join(folder, 'file', 'below'))).toEqual([]);
});
