import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CollectionIndex, Projection, Row } from '../../../../server/store/types/catalogue.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { age, blogWith, freshPlaces, nextChange, openHere, plain, put } from '../folder.js';

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const ids = (collectionIndex: CollectionIndex) => [...collectionIndex.rowsById()].map((row) => row.id);

describe('a collection index', () => {
  test('holds every object and nothing that only looks like one', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' }, { id: 'b', title: 'B' });
    const others = [
      'a.sync-conflict-20260101-101010-ABC.json',
      'a (conflicted copy).json',
      '.c.icloud',
      'A 2.json',
      '.index.json',
      'a/photo/x.json',
      'notes.txt',
    ];
    for (const name of others) put(places.folder, { [`blog/${name}`]: '{"id":"c"}' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    expect(ids(collectionIndex)).toEqual(['a', 'b']);
    expect(collectionIndex.size).toBe(2);
    expect(collectionIndex.damaged()).toEqual([]);
    expect(collectionIndex.get('a')?.entry).toEqual({ id: 'a', title: 'A', rank: null });
  });

  test('lists damaged files with their reason and no row', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, {
      'blog/empty.json': '',
      'blog/torn.json': '{"id":"torn","title":"x',
      'blog/other.json': '{"id":"another"}',
      'blog/deep.json': `{"id":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    expect(ids(collectionIndex)).toEqual(['a']);
    const reasons = Object.fromEntries(collectionIndex.damaged().map((file) => [file.id, file.reason]));
    expect(reasons.empty).toBe('The file is empty');
    expect(reasons.torn).toMatch(/^The file is truncated \(line 1, column \d+\)$/);
    expect(reasons.other).toContain('its id is "another"');
    expect(reasons.deep).toContain('cannot be shown');
    expect(Object.keys(reasons).sort()).toEqual(['deep', 'empty', 'other', 'torn']);
  });

  test('answers the bytes of the projection with a strong tag that changes with them', async () => {
    const { store } = await blogWith({ id: 'a', title: 'A' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const row = collectionIndex.get('a') as Row;
    expect(collectionIndex.bytes(row).toString()).toBe('{"id":"a","title":"A"}');
    const tag = collectionIndex.etag(row);
    expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
    const read = (await store.objects.read('blog', 'a')) ?? 'absent';
    const stamp = await store.objects.write('blog', { id: 'a', title: 'B' }, read, ORIGIN);
    const next = collectionIndex.put({ id: 'a', title: 'B' }, stamp);
    expect(collectionIndex.etag(next)).not.toBe(tag);
    expect(collectionIndex.bytes(next).toString()).toBe('{"id":"a","title":"B"}');
    expect(collectionIndex.size).toBe(1);
  });

  test('never repeats a version, not even after it was forgotten', async () => {
    const { store } = await blogWith({ id: 'a' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const seen = [collectionIndex.version];
    const row = collectionIndex.get('a') as Row;
    collectionIndex.put({ id: 'a', title: 'new' }, row.stamp);
    seen.push(collectionIndex.version);
    collectionIndex.drop('a');
    seen.push(collectionIndex.version);
    store.catalogue.forget('blog');
    seen.push((await store.catalogue.collectionIndex('blog')).version);
    expect(new Set(seen).size).toBe(4);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });

  test('tells what has changed since a version, as long as it remembers', async () => {
    const { store } = await blogWith({ id: 'a', title: 'A' }, { id: 'b', title: 'B' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const { version } = collectionIndex;
    const [a, b] = [collectionIndex.get('a'), collectionIndex.get('b')];
    expect(collectionIndex.changesSince(version)).toEqual([]);
    const stamp = { size: 1, mtimeMs: 1, ino: 1 };
    const other = collectionIndex.put({ id: 'a', title: 'C' }, stamp);
    const between = collectionIndex.version;
    collectionIndex.drop('b');
    const fresh = collectionIndex.put({ id: 'c', title: 'D' }, stamp);
    const told = collectionIndex.changesSince(version)?.map(({ added, removed }) => [added, removed]);
    expect(told).toEqual([
      [other, a],
      [undefined, b],
      [fresh, undefined],
    ]);
    expect(collectionIndex.changesSince(between)).toHaveLength(2);
    expect(collectionIndex.changesSince(version - 1)).toBeUndefined();
    for (let n = 0; n < 200; n += 1) collectionIndex.put({ id: 'd', title: `${n}` }, stamp);
    expect(collectionIndex.changesSince(between)).toBeUndefined();
    const last = collectionIndex.version;
    store.catalogue.forget('blog');
    expect((await store.catalogue.collectionIndex('blog')).changesSince(last)).toBeUndefined();
  });

  test('of a collection without a projection is missing', async () => {
    const { store } = await blogWith();
    await expect(store.catalogue.collectionIndex('pages')).rejects.toThrow(
      expect.objectContaining({ kind: 'missing' }),
    );
  });

  test('is filled once for all who ask at the same time', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {}, 'blog/a.json': { id: 'a' }, 'blog/b.json': { id: 'b' } });
    const store = await openHere(places);
    let projected = 0;
    store.catalogue.project('blog', {
      ...plain,
      key: 'counting',
      entry: (document, stamp) => {
        projected += 1;
        return plain.entry(document, stamp);
      },
    });
    const [one, two] = await Promise.all([
      store.catalogue.collectionIndex('blog'),
      store.catalogue.collectionIndex('blog'),
    ]);
    expect(one).toBe(two);
    expect(projected).toBe(2);
  });

  test('keeps its rows for those who hold it while another one takes its place', async () => {
    const { store } = await blogWith({ id: 'a', title: 'A' }, { id: 'b', title: 'B' });
    const before = await store.catalogue.collectionIndex('blog');
    const row = before.get('a') as Row;
    store.catalogue.forget('blog');
    expect(store.catalogue.isCurrent('blog', before)).toBe(false);
    expect([before.size, ids(before), before.bytes(row).toString()]).toEqual([
      2,
      ['a', 'b'],
      '{"id":"a","title":"A"}',
    ]);
    const after = await store.catalogue.collectionIndex('blog');
    expect([after === before, store.catalogue.isCurrent('blog', after), ids(after)]).toEqual([
      false,
      true,
      ['a', 'b'],
    ]);
  });

  test('groups its rows by a key, and keeps the groups as rows come, change and go', async () => {
    const { store } = await blogWith({ id: 'a', title: 'X' }, { id: 'b', title: 'X' }, { id: 'c' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const keyOf = ({ entry }: Row) => (typeof entry.title === 'string' ? entry.title : undefined);
    const groups = () => {
      const entries = [...collectionIndex.grouped('title', keyOf)];
      return Object.fromEntries(entries.map(([key, rows]) => [key, rows.map(({ id }) => id).sort()]));
    };
    expect(groups()).toEqual({ X: ['a', 'b'] });
    const stamp = { size: 1, mtimeMs: 1, ino: 1 };
    collectionIndex.put({ id: 'b', title: 'Y' }, stamp);
    collectionIndex.put({ id: 'c', title: 'Y' }, stamp);
    expect(groups()).toEqual({ X: ['a'], Y: ['b', 'c'] });
    collectionIndex.drop('a');
    expect(groups()).toEqual({ Y: ['b', 'c'] });
  });

  test('projects again when the projection changes, and during a fill too', async () => {
    const { store } = await blogWith({ id: 'a', title: 'A' });
    const loud = { ...plain, key: 'loud', entry: () => ({ id: 'a', title: 'LOUD' }) };
    const filling = store.catalogue.collectionIndex('blog');
    store.catalogue.project('blog', loud);
    expect((await filling).get('a')?.entry.title).toBe('LOUD');
    store.catalogue.project('blog', plain);
    expect((await store.catalogue.collectionIndex('blog')).get('a')?.entry.title).toBe('A');
  });

  test('reads bytes again from the file as it stands when it was changed unseen, and puts the row right', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    // Entries from a snapshot come without bytes.
    age(join(places.folder, 'blog/a.json'));
    await store.catalogue.collectionIndex('blog');
    await store.close();
    const again = await openHere(places);
    const collectionIndex = await again.catalogue.collectionIndex('blog');
    const row = collectionIndex.get('a') as Row;
    const changed = nextChange(again);
    const path = join(places.folder, 'blog/a.json');
    writeFileSync(`${path}.new`, '{"id":"a","title":"changed"}');
    renameSync(`${path}.new`, path);
    expect(collectionIndex.bytes(row).toString()).toContain('changed');
    expect(await changed).toEqual({ type: 'object.updated', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')?.entry.title).toBe('changed');
  });

  test('knows which answers withhold values, and notices changes of what they withhold', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A', key: 'k' }, { id: 'b', title: 'B' });
    const withholding: Projection = {
      ...plain,
      key: 'withholding',
      bytes: ({ id, title, key }, _stamp, withheld) => {
        if (key !== undefined) withheld();
        return Buffer.from(JSON.stringify({ id, title }));
      },
      digest: ({ key }, partial) => (partial ? JSON.stringify(key) : undefined),
    };
    store.catalogue.project('blog', withholding);
    const partial = (index: CollectionIndex) => [...index.rowsById()].map((row) => index.isPartial(row));
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    expect(partial(collectionIndex)).toEqual([true, false]);
    const rewrite = (id: string, document: object) => {
      writeFileSync(join(places.folder, `blog/${id}.json`), JSON.stringify({ id, ...document }));
      return store.catalogue.recheck('blog', id);
    };
    expect(await rewrite('a', { key: 'other', title: 'A' })).toBe('updated');
    expect(await rewrite('a', { title: 'A', key: 'other' })).toBeUndefined();
    expect(await rewrite('b', { title: 'B', key: 'k' })).toBe('updated');
    expect(partial(collectionIndex)).toEqual([true, true]);
    collectionIndex.put({ id: 'a', title: 'A' }, { size: 1, mtimeMs: 1, ino: 1 });
    expect(partial(collectionIndex)).toEqual([false, true]);
    for (const id of ['a', 'b']) age(join(places.folder, `blog/${id}.json`));
    for (const id of ['a', 'b']) await store.catalogue.recheck('blog', id);
    await store.close();
    const again = await openHere(places);
    again.catalogue.project('blog', withholding);
    expect(partial(await again.catalogue.collectionIndex('blog'))).toEqual([true, true]);
  });

  test('says so when the file of a row without bytes is gone', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    age(join(places.folder, 'blog/a.json'));
    await store.catalogue.collectionIndex('blog');
    await store.close();
    const again = await openHere(places);
    const collectionIndex = await again.catalogue.collectionIndex('blog');
    const row = collectionIndex.get('a') as Row;
    rmSync(join(places.folder, 'blog/a.json'));
    expect(() => collectionIndex.bytes(row)).toThrow(expect.objectContaining({ kind: 'missing' }));
  });
});

describe('rows by id', () => {
  test('equals a fresh sort after any puts and drops', async () => {
    const { store } = await blogWith();
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const random = seeded(20260101);
    const stamp = { size: 1, mtimeMs: 1, ino: 1 };
    const model = new Map<string, string>();
    for (let step = 0; step < 3000; step += 1) {
      const id = `p${Math.floor(random() * 300)}`;
      if (random() < 0.3) {
        collectionIndex.drop(id);
        model.delete(id);
      } else {
        const title = `t${Math.floor(random() * 20)}`;
        collectionIndex.put({ id, title }, stamp);
        model.set(id, title);
      }
      if (step % 50 > 0) continue;
      expect(ids(collectionIndex)).toEqual([...model.keys()].sort());
    }
  });
});
