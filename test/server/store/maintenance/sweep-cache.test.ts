/** What is kept in the cache is removed with the collection it is of, or when its folder was not opened for long. */
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DurableFiles } from '../../../../server/store/disk/durable.js';
import { Layout } from '../../../../server/store/disk/layout.js';
import { RootGuard } from '../../../../server/store/disk/root-guard.js';
import { sweepCache } from '../../../../server/store/maintenance/sweep-cache.js';
import { filesIn, freshPlaces, openHere, type Places, put } from '../folder.js';

const NOW = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);

/** Two collections, each with something kept in the cache; its folder there. */
async function withKept(): Promise<{ places: Places; kept: string }> {
  const places = freshPlaces();
  for (const id of ['blog', 'news']) {
    put(places.folder, { [`${id}/.meta.json`]: { id, schema: 'blog' }, [`${id}/a.json`]: { id: 'a' } });
  }
  const store = await openHere(places);
  await store.catalogue.collectionIndex('blog');
  await store.close();
  const [snapshot = ''] = filesIn(places.cache).filter((path) => path.endsWith('blog.ndjson'));
  const kept = join(places.cache, snapshot, '..');
  for (const name of ['blog.orders', 'blog.words', 'news.ndjson', 'news.words']) {
    writeFileSync(join(kept, name), '');
  }
  return { places, kept };
}

/** Opens the folder and closes it when it has removed what it removes at its start. */
async function openOnce(places: Places): Promise<void> {
  const store = await openHere(places, () => NOW);
  await store.close();
}

it('goes with a collection whose folder has gone, and with no other', async () => {
  const { places, kept } = await withKept();
  await openOnce(places);
  expect(filesIn(kept)).toEqual(['blog.ndjson', 'blog.orders', 'blog.words', 'news.ndjson', 'news.words']);
  renameSync(join(places.folder, 'blog'), join(places.folder, 'posts'));
  await openOnce(places);
  expect(filesIn(kept)).toEqual(['news.ndjson', 'news.words']);
});

it('stays while the settings of a collection are missing or damaged', async () => {
  const { places, kept } = await withKept();
  const before = filesIn(kept);
  rmSync(join(places.folder, 'blog/.meta.json'));
  writeFileSync(join(places.folder, 'news/.meta.json'), '{ "id": ');
  await openOnce(places);
  expect(filesIn(kept)).toEqual(before);
});

it('stays while the data folder is not at its place', async () => {
  const { places, kept } = await withKept();
  const before = filesIn(kept);
  const { folder, cache } = places;
  const guard = new RootGuard(folder);
  onTestFinished(() => guard.close());
  const sweep = () =>
    sweepCache({
      cache,
      layout: new Layout(folder),
      caches: new DurableFiles({ root: cache, temp: join(cache, 'tmp') }),
      check: () => guard.check(),
      now: () => NOW,
    });
  // The volume is away, and another folder is in its place.
  renameSync(folder, `${folder}-away`);
  mkdirSync(join(folder, 'other'), { recursive: true });
  await expect(sweep()).rejects.toMatchObject({ kind: 'gone' });
  expect(filesIn(kept)).toEqual(before);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  rmSync(join(folder, 'blog'), { recursive: true });
  await sweep();
  expect(filesIn(kept)).toEqual(['news.ndjson', 'news.words']);
});

it('stays where the folder that is opened is empty, as that of a volume that is not there', async () => {
  const { places, kept } = await withKept();
  const before = filesIn(kept);
  for (const id of ['blog', 'news']) rmSync(join(places.folder, id), { recursive: true });
  await openOnce(places);
  expect(filesIn(kept)).toEqual(before);
});

it('goes with a folder that was not opened for 90 days, derivatives among it', async () => {
  const { places, kept } = await withKept();
  const { cache } = places;
  const opened = (path: string, when: Date) => {
    put(cache, { [`${path}/one.ndjson`]: {} });
    utimesSync(join(cache, path), when, when);
  };
  opened('catalogue/long-ago', daysAgo(91));
  opened('catalogue/recently', daysAgo(89));
  opened('derivatives/long-ago', daysAgo(91));
  opened('derivatives/recently', daysAgo(89));
  opened('logs', daysAgo(1000));
  // It is opened now, whenever that was before.
  utimesSync(kept, daysAgo(1000), daysAgo(1000));
  await openOnce(places);
  const left = ['catalogue', 'derivatives'].map((name) =>
    ['long-ago', 'recently'].filter((folder) => existsSync(join(cache, name, folder))),
  );
  expect(left).toEqual([['recently'], ['recently']]);
  expect([existsSync(join(cache, 'logs/one.ndjson')), existsSync(join(kept, 'blog.ndjson'))]).toEqual([
    true,
    true,
  ]);
});
