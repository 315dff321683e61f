import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeTime, indexedValue, placeIn } from '../../../../server/store/catalogue/row.js';
import type { Projection } from '../../../../server/store/types/catalogue.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { age, filesIn, freshPlaces, openHere, type Places, plain, put } from '../folder.js';

/** Titles in the order of ids, and which files were read for them. */
async function titles(places: Places, key = 'counted'): Promise<{ titles: unknown[]; read: string[] }> {
  const read: string[] = [];
  const counted: Projection = {
    key,
    entry: (document, stamp) => {
      read.push(document.id);
      return plain.entry(document, stamp);
    },
    bytes: plain.bytes,
  };
  const store = await openHere(places);
  store.catalogue.project('blog', counted);
  const collectionIndex = await store.catalogue.collectionIndex('blog');
  const found = collectionIndex.rowsById().map((row) => row.entry.title);
  await store.close();
  return { titles: found, read: read.sort() };
}

/** A folder of three old objects whose snapshot has been written. */
async function withSnapshot(): Promise<{ places: Places; snapshot: string }> {
  const places = freshPlaces();
  put(places.folder, { 'blog/.meta.json': {} });
  for (const id of ['a', 'b', 'c']) {
    put(places.folder, { [`blog/${id}.json`]: { id, title: `${id} one` } });
    age(join(places.folder, `blog/${id}.json`));
  }
  expect((await titles(places)).read).toEqual(['a', 'b', 'c']);
  const [file] = filesIn(places.cache);
  return { places, snapshot: join(places.cache, file ?? '') };
}

describe('a snapshot', () => {
  test('lies in the cache directory, and the data folder stays as it was', async () => {
    const { places, snapshot } = await withSnapshot();
    expect(snapshot).toMatch(/catalogue\/[0-9a-f]{16}\/blog\.ndjson$/);
    expect(filesIn(places.folder)).toEqual(['blog/.meta.json', 'blog/a.json', 'blog/b.json', 'blog/c.json']);
  });

  test('spares reading files that are as they were', async () => {
    const { places } = await withSnapshot();
    expect(await titles(places)).toEqual({ titles: ['a one', 'b one', 'c one'], read: [] });
  });

  test('keeps what objects refer to, also of those that were saved since it was read', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {} });
    for (const id of ['a', 'b', 'c']) {
      put(places.folder, { [`blog/${id}.json`]: { id, ...(id !== 'b' && { to: [`${id}1`, `${id}2`] }) } });
      age(join(places.folder, `blog/${id}.json`));
    }
    const read: string[] = [];
    const referring: Projection = {
      ...plain,
      references: ({ id, to }) => {
        read.push(id);
        return Array.isArray(to) ? { to: to.map(String) } : undefined;
      },
    };
    const open = async (change?: (store: Awaited<ReturnType<typeof openHere>>) => Promise<void>) => {
      const store = await openHere(places);
      store.catalogue.project('blog', referring);
      const rows = (await store.catalogue.collectionIndex('blog')).rowsById();
      const references = rows.map((row) => row.references);
      await change?.(store);
      await store.close();
      return references;
    };
    const found = [{ to: ['a1', 'a2'] }, undefined, { to: ['c1', 'c2'] }];
    expect(await open()).toEqual(found);
    expect(read.splice(0).sort()).toEqual(['a', 'b', 'c']);
    const saved = { id: 'b', to: ['b1'] };
    expect(
      await open(async (store) => {
        const collectionIndex = await store.catalogue.collectionIndex('blog');
        const before = (await store.objects.read('blog', 'b')) ?? 'absent';
        collectionIndex.put(saved, await store.objects.write('blog', saved, before, ORIGIN));
      }),
    ).toEqual(found);
    expect(read.splice(0)).toEqual(['b']);
    age(join(places.folder, 'blog/b.json'));
    expect(await open()).toEqual([found[0], { to: ['b1'] }, found[2]]);
    expect(await open()).toEqual([found[0], { to: ['b1'] }, found[2]]);
    expect(read).toEqual(['b']);
  });

  test('does not hide what was written in place while the old time was set again', async () => {
    const { places } = await withSnapshot();
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const before = (await store.objects.read('blog', 'c')) ?? 'absent';
    collectionIndex.put(
      { id: 'c', title: 'c own' },
      await store.objects.write('blog', { id: 'c', title: 'c own' }, before, ORIGIN),
    );
    await store.close();
    for (const id of ['b', 'c']) age(join(places.folder, `blog/${id}.json`));
    await titles(places);
    for (const id of ['b', 'c']) {
      const path = join(places.folder, `blog/${id}.json`);
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .replace('"title": "', '"title": "ZZ')
          .replace(/(one|own)"/, 'o"'),
      );
      age(path);
    }
    const found = await titles(places);
    expect(found.read).toEqual(['b', 'c']);
  });

  test('keeps the time of the last change of what was written here, so that it is not read again', async () => {
    const { places } = await withSnapshot();
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const before = (await store.objects.read('blog', 'b')) ?? 'absent';
    const written = await store.objects.write('blog', { id: 'b', title: 'b own' }, before, ORIGIN);
    age(join(places.folder, 'blog/b.json'));
    collectionIndex.put(
      { id: 'b', title: 'b own' },
      { ...written, mtimeMs: Date.parse('2026-01-01T00:00:00Z') },
    );
    await store.close();
    expect(await titles(places, 'plain')).toEqual({ titles: ['a one', 'b own', 'c one'], read: [] });
  });

  test('is written again only where a hundredth of the objects is not in it', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {} });
    const save = (at: number, title: string) => {
      put(places.folder, { [`blog/p${at}.json`]: { id: `p${at}`, title } });
      age(join(places.folder, `blog/p${at}.json`));
    };
    for (let at = 0; at < 300; at += 1) save(at, 'one');
    expect((await titles(places)).read).toHaveLength(300);
    const snapshot = join(places.cache, filesIn(places.cache)[0] ?? '');
    const before = readFileSync(snapshot);
    for (const at of [1, 2]) save(at, 'other');
    expect((await titles(places)).read).toEqual(['p1', 'p2']);
    expect(readFileSync(snapshot).equals(before)).toBe(true);
    save(3, 'other');
    expect((await titles(places)).read).toEqual(['p1', 'p2', 'p3']);
    expect(readFileSync(snapshot).equals(before)).toBe(false);
    expect((await titles(places)).read).toEqual([]);
  });

  test('has the rows that were read without it, so that their objects need no memory', async () => {
    const { places } = await withSnapshot();
    rmSync(join(places.cache, filesIn(places.cache)[0] ?? ''));
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const [row] = collectionIndex.rowsById();
    const before = [row?.entry, row?.stamp];
    await store.close();
    expect(collectionIndex.snapshot).toBeDefined();
    expect(row && placeIn(row, collectionIndex.snapshot ?? '')).toBe(0);
    expect([row?.entry, row?.stamp]).toEqual(before);
  });

  test('keeps no block of the one before for rows that have gone, whose values stay', async () => {
    const { places } = await withSnapshot();
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    collectionIndex.put({ id: 'd', title: 'd own' }, { size: 1, mtimeMs: 1, ino: 1 });
    await collectionIndex.saved();
    const former = collectionIndex.snapshot ?? '';
    const [a, b, c] = [...collectionIndex.rows()];
    const valuesOf = (row = a) => [row?.id, row?.entry, row?.stamp, row && changeTime(row)];
    const before = [valuesOf(a), valuesOf(b)];
    collectionIndex.put({ id: 'a', title: 'a two' }, { size: 1, mtimeMs: 1, ino: 1 });
    collectionIndex.drop('b');
    const inFormer = [a, b, c].map((row) => row && placeIn(row, former));
    await store.close();
    expect(collectionIndex.snapshot).not.toBe(former);
    expect([inFormer, [a, b].map((row) => row && placeIn(row, former))]).toEqual([
      [0, 1, 2],
      [undefined, undefined],
    ]);
    expect([valuesOf(a), valuesOf(b)]).toEqual(before);
    expect(c && placeIn(c, collectionIndex.snapshot ?? '')).toBe(1);
  });

  test('knows no time of change of a file that is another one by now', async () => {
    const { places } = await withSnapshot();
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const row = collectionIndex.put({ id: 'b', title: 'b own' }, { size: 1, mtimeMs: 1, ino: 1 });
    await store.close();
    expect(placeIn(row, collectionIndex.snapshot ?? '')).toBe(1);
    expect(changeTime(row)).toBeUndefined();
    expect((await titles(places, 'plain')).read).toEqual(['b']);
  });

  test('of a collection that was asked for before makes it ready before it is asked for again', async () => {
    const { places } = await withSnapshot();
    put(places.folder, { 'walks/.meta.json': { id: 'walks', schema: 'blog', name: 'Walks' } });
    const store = await openHere(places);
    store.catalogue.project('walks', plain);
    await store.catalogue.warm();
    const ready = new Set<string>();
    for (const id of ['blog', 'walks'])
      void store.catalogue.collectionIndex(id).then(
        () => ready.add(id),
        () => 'called off by the closing',
      );
    // An index that has yet to be filled takes longer than this.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    expect([...ready]).toEqual(['blog']);
    await store.close();
  });

  test('that is being read when the folder is closed is canceled', async () => {
    const { places } = await withSnapshot();
    const store = await openHere(places);
    const warmed = store.catalogue.warm();
    await store.close();
    await warmed;
    await expect(store.catalogue.collectionIndex('blog')).rejects.toMatchObject({ kind: 'busy' });
  });

  test.each([
    [
      'a changed file',
      (folder: string) => put(folder, { 'blog/b.json': { id: 'b', title: 'two' } }),
      ['a one', 'two', 'c one'],
      ['b'],
    ],
    [
      'a new file',
      (folder: string) => put(folder, { 'blog/d.json': { id: 'd', title: 'd one' } }),
      ['a one', 'b one', 'c one', 'd one'],
      ['d'],
    ],
    ['a deleted file', (folder: string) => rmSync(join(folder, 'blog/b.json')), ['a one', 'c one'], []],
    [
      'an older file put in place (git checkout, restored backup)',
      (folder: string) => {
        put(folder, { 'blog/b.json': { id: 'b', title: 'old' } });
        utimesSync(join(folder, 'blog/b.json'), new Date('2019-01-01'), new Date('2019-01-01'));
      },
      ['a one', 'old', 'c one'],
      ['b'],
    ],
  ])('is put right by %s', async (_name, change, expected, read) => {
    const { places } = await withSnapshot();
    change(places.folder);
    expect(await titles(places)).toEqual({ titles: expected, read });
  });

  test.each([
    ['deleted', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['NUL-filled', (path: string) => writeFileSync(path, Buffer.alloc(500))],
    ['cut in the middle', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 150))],
    [
      'without its last line',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(0, -2).join('\n')),
    ],
    [
      'of another folder',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('/data"', '/other"')),
    ],
    [
      'of another format',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"format":5', '"format":1')),
    ],
    [
      'changed in one letter',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('a one', 'a 0ne')),
    ],
  ])('that is %s is ignored', async (_name, spoil) => {
    const { places, snapshot } = await withSnapshot();
    spoil(snapshot);
    expect(await titles(places)).toEqual({ titles: ['a one', 'b one', 'c one'], read: ['a', 'b', 'c'] });
  });

  test('gives back entries as they were, whatever properties each has and in which order', async () => {
    const places = freshPlaces();
    const entries = [
      { id: 'a', one: 1, created: 'x' },
      { id: 'b', two: null, three: ['3', { deep: true }], created: 'x' },
      { id: 'c', one: 1, two: '', created: 'y' },
      { id: 'd', two: 2, one: 1, created: 'z' },
      { id: 'e', created: 'z', one: '\n' },
      { id: 'f' },
    ];
    put(places.folder, { 'blog/.meta.json': {} });
    for (const entry of entries) {
      put(places.folder, { [`blog/${entry.id}.json`]: entry });
      age(join(places.folder, `blog/${entry.id}.json`));
    }
    const whole: Projection = { ...plain, key: 'whole', entry: (document) => document };
    const texts = async (projection: Projection) => {
      const store = await openHere(places);
      store.catalogue.project('blog', projection);
      const rows = (await store.catalogue.collectionIndex('blog')).rowsById();
      const found = rows.map(({ entry }) => JSON.stringify(entry));
      const ones = rows.map((row) => indexedValue(row, 'one'));
      await store.close();
      return { found, ones };
    };
    const expected = {
      found: entries.map((entry) => JSON.stringify(entry)),
      ones: [1, undefined, 1, 1, '\n', undefined],
    };
    expect(await texts(whole)).toEqual(expected);
    const unread: Projection = {
      ...whole,
      entry: () => {
        throw new Error('A file was read');
      },
    };
    expect(await texts(unread)).toEqual(expected);
  });

  test('made by another projection is ignored', async () => {
    const { places } = await withSnapshot();
    expect((await titles(places, 'another')).read).toEqual(['a', 'b', 'c']);
  });

  test('does not vouch for a file written just before it', async () => {
    const { places } = await withSnapshot();
    put(places.folder, { 'blog/b.json': { id: 'b', title: 'fresh' } });
    // However long the snapshot takes to come, the file is younger than it.
    const soon = Date.now() / 1000 + 3600;
    utimesSync(join(places.folder, 'blog/b.json'), soon, soon);
    await titles(places);
    expect((await titles(places)).read).toEqual(['b']);
  });

  test('is not written where everything came from it, and leaves no temp file', async () => {
    const { places, snapshot } = await withSnapshot();
    const before = readFileSync(snapshot, 'utf8');
    await titles(places);
    expect(readFileSync(snapshot, 'utf8')).toBe(before);
    expect(readdirSync(join(snapshot, '..'))).toEqual(['blog.ndjson']);
  });

  test('that cannot be written is only a warning', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {}, 'blog/a.json': { id: 'a', title: 'A' } });
    writeFileSync(places.cache, 'a file where the cache directory should be');
    expect((await titles(places)).titles).toEqual(['A']);
    expect(existsSync(places.cache)).toBe(true);
  });
});
