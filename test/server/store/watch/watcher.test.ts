import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeEvent } from '../../../../server/contract/wire.js';
import type { Store } from '../../../../server/store/store.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { settingsOf } from '../files.js';
import { age, blogWith, freshPlaces, nextChange, openHere, plain, put } from '../folder.js';

/** All events from here on. */
function recorded(store: Store): ChangeEvent[] {
  const events: ChangeEvent[] = [];
  onTestFinished(store.onOutsideChange((event) => events.push(event)));
  return events;
}

/** Resolves when everything that happened before was looked at: the sentinel file comes last. */
async function settled(store: Store, folder: string): Promise<void> {
  await store.catalogue.collectionIndex('blog');
  const sentinel = nextChange(store, (event) => 'id' in event && event.id === 'sentinel');
  put(folder, { 'blog/sentinel.json': { id: 'sentinel', at: performance.now() } });
  await sentinel;
}

describe('an outside change', () => {
  test('of an object is in the catalogue when it is told', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const created = nextChange(store);
    put(places.folder, { 'blog/b.json': { id: 'b', title: 'B' } });
    expect(await created).toEqual({ type: 'object.created', collection: 'blog', id: 'b' });
    expect(collectionIndex.get('b')?.entry.title).toBe('B');

    const updated = nextChange(store);
    put(places.folder, { 'blog/a.json': { id: 'a', title: 'AA' } });
    expect(await updated).toEqual({ type: 'object.updated', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')?.entry.title).toBe('AA');

    const deleted = nextChange(store);
    rmSync(join(places.folder, 'blog/a.json'));
    expect(await deleted).toEqual({ type: 'object.deleted', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')).toBeUndefined();
  });

  test('is seen in a file that was changed in place and has the same size and time', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'old' });
    const path = join(places.folder, 'blog/a.json');
    age(path);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const { stamp } = collectionIndex.get('a') ?? {};
    const updated = nextChange(store);
    writeFileSync(path, readFileSync(path, 'utf8').replace('old', 'new'));
    age(path);
    expect(await updated).toEqual({ type: 'object.updated', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')).toMatchObject({ entry: { title: 'new' }, stamp });
  });

  test('that damages an object removes its row, and repairing restores it', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const damaged = nextChange(store);
    writeFileSync(join(places.folder, 'blog/a.json'), '{"id":"a","tit');
    expect(await damaged).toEqual({ type: 'object.damaged', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')).toBeUndefined();
    expect(collectionIndex.damaged()).toEqual([
      { collection: 'blog', id: 'a', reason: expect.stringMatching(/^The file is truncated \(line/) },
    ]);
    const mended = nextChange(store);
    put(places.folder, { 'blog/a.json': { id: 'a', title: 'mended' } });
    expect(await mended).toEqual({ type: 'object.updated', collection: 'blog', id: 'a' });
    expect(collectionIndex.get('a')?.entry.title).toBe('mended');
    expect(collectionIndex.damaged()).toEqual([]);
  });

  test('of collections and schemas is told', async () => {
    const { places, store } = await blogWith();
    await store.schemas.readAll();
    const expected: [() => void, ChangeEvent][] = [
      [
        () => put(places.folder, { 'pages/.meta.json': { id: 'pages' } }),
        { type: 'collection.created', collection: 'pages' },
      ],
      [
        () => put(places.folder, { 'pages/.meta.json': { id: 'pages', name: 'Pages' } }),
        { type: 'collection.updated', collection: 'pages' },
      ],
      [
        () => rmSync(join(places.folder, 'pages/.meta.json')),
        { type: 'collection.deleted', collection: 'pages' },
      ],
      [
        () => put(places.folder, { '.schemas/event.json': { id: 'event' } }),
        { type: 'schema.saved', schema: 'event' },
      ],
      [
        () => put(places.folder, { '.schemas/event.json': { id: 'event', properties: {} } }),
        { type: 'schema.saved', schema: 'event' },
      ],
      [() => rmSync(join(places.folder, '.schemas/event.json')), { type: 'schema.deleted', schema: 'event' }],
    ];
    for (const [change, event] of expected) {
      const next = nextChange(store);
      change();
      expect(await next).toEqual(event);
    }
  });

  test('that takes a whole collection away is one event', async () => {
    const { places, store } = await blogWith({ id: 'a' }, { id: 'b' });
    await store.catalogue.collectionIndex('blog');
    const events = recorded(store);
    const gone = nextChange(store, (event) => event.type === 'collection.deleted');
    renameSync(join(places.folder, 'blog'), `${places.folder}-elsewhere`);
    await gone;
    expect((await store.catalogue.collectionIndex('blog')).size).toBe(0);
    const back = nextChange(store, (event) => event.type === 'collection.created');
    renameSync(`${places.folder}-elsewhere`, join(places.folder, 'blog'));
    await back;
    expect(events.map((event) => event.type)).toEqual(['collection.deleted', 'collection.created']);
  });

  test('is no event when it is our own', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const events = recorded(store);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    for (let number = 0; number < 50; number += 1) {
      const id = `p${number % 10}`;
      const read = await store.objects.read('blog', id);
      const stamp = await store.objects.write('blog', { id, number }, read ?? 'absent', ORIGIN);
      collectionIndex.put({ id, number }, stamp);
    }
    const entry = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    collectionIndex.drop('a');
    await store.trash.restore(entry.id, ORIGIN);
    const back = await store.objects.read('blog', 'a');
    if (back) collectionIndex.put(back.document, back.stamp);
    await store.collections.read('blog');
    await store.collections.write('blog', settingsOf('blog', 'New name'), {}, ORIGIN);
    await store.schemas.readAll();
    await store.schemas.write({ id: 'own', properties: {}, required: [], index: [] }, {}, ORIGIN);
    await settled(store, places.folder);
    expect(events).toEqual([{ type: 'object.created', collection: 'blog', id: 'sentinel' }]);
  });

  test('is no event when the file says the same as before', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const events = recorded(store);
    await store.catalogue.collectionIndex('blog');
    put(places.folder, { 'blog/a.json': '{ "id": "a",\n\n "title": "A" }' });
    await settled(store, places.folder);
    expect(events.map((event) => ('id' in event ? event.id : event.type))).toEqual(['sentinel']);
    const read = await store.objects.read('blog', 'a');
    expect((await store.catalogue.collectionIndex('blog')).get('a')?.stamp).toEqual(read?.stamp);
  });

  test('keeps the row of an object whose file the cloud has moved away', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    renameSync(join(places.folder, 'blog/a.json'), join(places.folder, 'blog/.a.json.icloud'));
    await settled(store, places.folder);
    expect(collectionIndex.get('a')?.entry.title).toBe('A');
  });

  test('of unknown names is ignored, but conflict copies are reported as such', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    const events = recorded(store);
    put(places.folder, {
      'blog/a.sync-conflict-20260101-101010-ABC.json': '{"id":"a"}',
      'blog/a (conflicted copy).json': '{"id":"a"}',
      'blog/A.json.tmp': 'x',
      'blog/a/photo/bank.jpg': 'x',
      'notes.txt': 'x',
      '.git/HEAD': 'x',
    });
    await settled(store, places.folder);
    const told = events.map((event) =>
      'path' in event ? `${event.type} ${event.id} ${event.path}` : event.type,
    );
    expect(told.sort()).toEqual([
      'conflict.found a blog/a (conflicted copy).json',
      'conflict.found a blog/a.sync-conflict-20260101-101010-ABC.json',
      'object.created',
    ]);
  });

  test('of a file the catalogue has just read is not missed while it reads the rest', async () => {
    const places = freshPlaces();
    const ids = Array.from({ length: 150 }, (_, number) => `p${number}`);
    put(places.folder, { 'blog/.meta.json': {} });
    for (const id of ids) put(places.folder, { [`blog/${id}.json`]: { id, title: 'old' } });
    const store = await openHere(places);
    const read: string[] = [];
    store.catalogue.project('blog', {
      ...plain,
      key: 'slow',
      entry: (document, stamp) => {
        read.push(document.id);
        for (const end = performance.now() + 3; performance.now() < end; );
        return plain.entry(document, stamp);
      },
    });
    // The watcher has done with its first look around when it tells of something.
    const awake = nextChange(store);
    put(places.folder, { '.schemas/x.json': { id: 'x' } });
    await awake;
    const filling = store.catalogue.collectionIndex('blog');
    await vi.waitFor(() => expect(read.length).toBeGreaterThan(0), { interval: 1, timeout: 15_000 });
    const [first = ''] = read;
    expect(read.length).toBeLessThan(ids.length);
    const told = nextChange(store);
    put(places.folder, { [`blog/${first}.json`]: { id: first, title: 'new' } });
    const collectionIndex = await filling;
    expect(await told).toEqual({ type: 'object.updated', collection: 'blog', id: first });
    expect(collectionIndex.get(first)?.entry.title).toBe('new');
  });

  test('between a read and a write makes the write stale', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    await store.catalogue.collectionIndex('blog');
    const read = await store.objects.read('blog', 'a');
    const seen = nextChange(store);
    put(places.folder, { 'blog/a.json': { id: 'a', title: 'theirs' } });
    await seen;
    const write = store.objects.write('blog', { id: 'a', title: 'mine' }, read ?? 'absent', ORIGIN);
    await expect(write).rejects.toThrow(expect.objectContaining({ kind: 'stale' }));
    expect((await store.objects.read('blog', 'a'))?.document.title).toBe('theirs');
  });
});

describe('a closed store', () => {
  test('tells nothing more', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {} });
    const store = await openHere(places);
    const events = recorded(store);
    await store.close();
    mkdirSync(join(places.folder, 'pages'));
    put(places.folder, { 'pages/.meta.json': {} });
    const other = await openHere(places);
    const seen = nextChange(other);
    put(places.folder, { 'third/.meta.json': {} });
    await seen;
    expect(events).toEqual([]);
  });
});
