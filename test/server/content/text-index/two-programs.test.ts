/** A server, and a command beside it that reads the same folder, keep the words of searches in the same file. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createObject } from '../../../../server/content/objects/write.js';
import { queryObjects } from '../../../../server/content/reading/query.js';
import type { Site } from '../../../../server/site.js';
import { makeSite, shownIn } from '../../../helpers/site.js';
import { plain } from '../walks.js';

const WORDS = ['zebra', 'yak', 'xerus', 'wolf', 'viper'];

async function found(site: Site, search: string): Promise<string> {
  const data = shownIn(await queryObjects(site, 'notes', { search, sort: 'id' })).data as { id: string }[];
  return data.map(({ id }) => id).join(' ');
}

function fileOf(cache: string): string {
  const paths = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  return join(cache, paths.find((path) => path.endsWith('.words')) ?? '');
}

/** A site with the words, and another program over its folder, both of which keep them in one file. */
async function inTwoPrograms() {
  const test = await makeSite({
    schemas: [plain],
    collections: [{ id: 'notes', schema: 'plain' }],
    wordIndexes: { keepFrom: 3 },
  });
  const { site, cache } = test;
  // Numbered as they came, which is against the order of their ids.
  for (const word of WORDS) await createObject(site, 'notes', { id: word, title: word });
  expect(await found(site, 'zebra')).toBe('zebra');
  rmSync(fileOf(cache));
  const other = await test.openAgain();
  expect(await found(other, 'yak')).toBe('yak');
  return { ...test, other };
}

it('are found right when the other one has written the file meanwhile, with other numbers for the same texts', async () => {
  const { site, other, openAgain } = await inTwoPrograms();
  for (const word of ['unau', 'tapir', 'seal']) await createObject(site, 'notes', { id: word, title: word });
  const all = [...WORDS, 'unau', 'tapir', 'seal'];
  expect(await Promise.all(all.map((word) => found(site, word)))).toEqual(all);
  await other.close();
  const next = await openAgain();
  expect(await Promise.all(all.map((word) => found(next, word)))).toEqual(all);
});

it('leave the file as the other one wrote it last, and are read from it', async () => {
  const { site, cache, other } = await inTwoPrograms();
  const last = readFileSync(fileOf(cache));
  expect(await found(site, 'wolf')).toBe('wolf');
  expect(await found(site, 'viper')).toBe('viper');
  expect(await found(other, 'xerus')).toBe('xerus');
  expect(readFileSync(fileOf(cache)).equals(last)).toBe(true);
});
