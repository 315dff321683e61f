import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrashEntry } from '../../../../server/contract/objects.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { settingsOf } from '../files.js';
import {
  blogWith,
  filesIn,
  freshPlaces,
  nextChange,
  openHere,
  type Places,
  put,
  type TestStore,
} from '../folder.js';

const error = (kind: string) => expect.objectContaining({ kind });
const photo = { 'blog/a/photo/bank.jpg': 'jpeg', 'blog/a/papers/2026/plan.pdf': 'pdf' };
const schema = { id: 'event', properties: {}, required: [], index: [] };

const entryFile = (places: Places, entry: TrashEntry, path: string) =>
  join(places.folder, '.system/trash', entry.id, path);

const HERE = '0123456789abcdef';

/** Writes an entry as a process that is gone left it. */
function leftBehind(places: Places, id: string, record: object): void {
  const whole = {
    id,
    title: 'A',
    deleted: '2026-01-01T00:00:00.000Z',
    machine: HERE,
    pid: 0,
    ...record,
  };
  put(places.state, { machine: HERE });
  put(places.folder, { [`.system/trash/${id}/entry.json`]: whole });
}

/** A clock that stands where the entries of `leftBehind` are a day old. */
const dayAfter = () => new Date('2026-01-02T00:00:00Z');

describe('the trash', () => {
  test('lists entries again without reading them, until what their folders hold has changed', async () => {
    const places = freshPlaces();
    const record = (id: string, title: string) => ({
      ...{ id, title, kind: 'object', collection: 'blog', object: 'a', deleted: '2026-01-01T00:00:00.000Z' },
      ...{ machine: HERE, pid: 0, files: false },
    });
    const ids = ['one', 'two', 'three'];
    for (const id of ids) {
      leftBehind(places, id, record(id, id));
      put(places.folder, { [`.system/trash/${id}/document.json`]: { id: 'a' } });
    }
    const folderOf = (id: string) => join(places.folder, '.system/trash', id);
    const age = (id: string) => utimesSync(folderOf(id), 1_700_000_000, 1_700_000_000);
    const store = await openHere(places, dayAfter);
    for (const id of ids) age(id);
    const titles = async () => (await store.trash.list()).map(({ title }) => title).sort();
    expect(await titles()).toEqual(['one', 'three', 'two']);

    // In its place, so that the folder stays as it was: a list that read the file would show it.
    writeFileSync(join(folderOf('one'), 'entry.json'), JSON.stringify(record('one', 'another')));
    expect(await titles()).toEqual(['one', 'three', 'two']);
    expect(await store.trash.entry('one')).toMatchObject({ title: 'another' });
    utimesSync(folderOf('one'), 1_700_000_001, 1_700_000_001);
    rmSync(join(folderOf('two'), 'document.json'));
    rmSync(folderOf('three'), { recursive: true });
    expect(await titles()).toEqual(['another']);
    expect(await store.trash.entry('two')).toBeUndefined();
  });

  test('takes an object with its files and gives both back as they were', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' }, { id: 'b', title: 'B' });
    put(places.folder, photo);
    const before = filesIn(places.folder);
    const bytes = readFileSync(join(places.folder, 'blog/a.json'));
    const entry = await store.trash.trashObject('blog', 'a', 'The A', ORIGIN);
    expect(entry).toMatchObject({ kind: 'object', collection: 'blog', object: 'a', title: 'The A' });
    expect(await store.trash.list()).toEqual([entry]);
    expect(await store.objects.read('blog', 'a')).toBeUndefined();
    expect(existsSync(join(places.folder, 'blog/a'))).toBe(false);
    expect(await store.trash.restore(entry.id, ORIGIN)).toEqual(entry);
    expect(await store.trash.list()).toEqual([]);
    expect(filesIn(places.folder)).toEqual(before);
    expect(readFileSync(join(places.folder, 'blog/a.json'))).toEqual(bytes);
  });

  test('takes a collection whole and gives it back', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, photo);
    const before = filesIn(places.folder);
    const entry = await store.trash.trashCollection('blog', 'Blog', ORIGIN);
    expect(await store.collections.ids()).toEqual([]);
    await store.trash.restore(entry.id, ORIGIN);
    expect(await store.collections.ids()).toEqual(['blog']);
    expect(filesIn(places.folder)).toEqual(before);
  });

  test('takes a schema and gives it back as a change to be told', async () => {
    const { store } = await blogWith();
    await store.schemas.write(schema, {}, ORIGIN);
    await store.schemas.remove('event', ORIGIN);
    expect((await store.schemas.readAll()).documents).toEqual([]);
    const [entry] = await store.trash.list();
    expect(entry).toMatchObject({ kind: 'schema', object: 'event' });
    const told = nextChange(store);
    await store.trash.restore(entry?.id ?? '', ORIGIN);
    expect(await told).toEqual({ type: 'schema.saved', schema: 'event' });
    expect((await store.schemas.readAll()).documents).toMatchObject([{ id: 'event' }]);
  });

  test('gives a damaged file back where nothing has taken its place', async () => {
    const { places, store } = await blogWith();
    put(places.folder, { 'blog/a.json': 'torn' });
    const stamp = await store.objects.write('blog', { id: 'a' }, 'damaged', ORIGIN);
    const [entry] = await store.trash.list();
    await expect(store.trash.restore(entry?.id ?? '', ORIGIN)).rejects.toThrow(error('conflict'));
    expect(stamp).toEqual((await store.objects.read('blog', 'a'))?.stamp);
    rmSync(join(places.folder, 'blog/a.json'));
    await store.trash.restore(entry?.id ?? '', ORIGIN);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toBe('torn');
  });

  test('keeps settings that are damaged when they are replaced', async () => {
    const { places, store } = await blogWith();
    writeFileSync(join(places.folder, 'blog/.meta.json'), '{"id":"blog","name":"Torn');
    await expect(store.collections.read('blog')).rejects.toThrow(error('damaged'));
    await store.collections.write('blog', settingsOf('blog'), {}, ORIGIN);
    const [entry] = await store.trash.list();
    expect(entry).toMatchObject({ kind: 'damaged', collection: 'blog', title: '.meta.json' });
    expect(readFileSync(entryFile(places, entry as TrashEntry, 'document.json'), 'utf8')).toContain('Torn');
  });

  test.each([
    ['a new object', { 'blog/a.json': '{"id":"a","new":true}' }],
    ['new files', { 'blog/a/photo/other.jpg': 'new' }],
  ])('does not restore over %s', async (_name, files) => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, photo);
    const entry = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    put(places.folder, files);
    await expect(store.trash.restore(entry.id, ORIGIN)).rejects.toThrow(error('conflict'));
    expect(await store.trash.list()).toEqual([entry]);
    for (const [path, content] of Object.entries(files)) {
      expect(readFileSync(join(places.folder, path), 'utf8')).toBe(content);
    }
    expect(existsSync(entryFile(places, entry, 'files/photo/bank.jpg'))).toBe(true);
  });

  test('does not restore into a collection that is gone, nor a collection over another', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    const object = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    const collection = await store.trash.trashCollection('blog', 'Blog', ORIGIN);
    await expect(store.trash.restore(object.id, ORIGIN)).rejects.toThrow(error('conflict'));
    mkdirSync(join(places.folder, 'blog'));
    await expect(store.trash.restore(collection.id, ORIGIN)).rejects.toThrow(error('conflict'));
    expect((await store.trash.list()).length).toBe(2);
  });

  test('empties an entry permanently', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, photo);
    const entry = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    await store.trash.purge(entry.id, ORIGIN);
    expect(filesIn(places.folder)).toEqual(['blog/.meta.json']);
    await expect(store.trash.purge(entry.id, ORIGIN)).rejects.toThrow(error('missing'));
    await expect(store.trash.restore(entry.id, ORIGIN)).rejects.toThrow(error('missing'));
  });

  test.each(['../../blog', '..', '', '.', 'a/b', '__proto__'])('knows no entry %j', async (id) => {
    const { places, store } = await blogWith({ id: 'a' });
    await expect(store.trash.purge(id, ORIGIN)).rejects.toThrow(error('missing'));
    await expect(store.trash.restore(id, ORIGIN)).rejects.toThrow(error('missing'));
    expect(existsSync(join(places.folder, 'blog/a.json'))).toBe(true);
  });

  test('empties at open what lies there for more than thirty days', async () => {
    const { places, store } = await blogWith({ id: 'a' }, { id: 'b' });
    await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    await store.close();
    const days = (count: number) => () => new Date(Date.now() + count * 24 * 3_600_000);
    const early = await openHere(places, days(29));
    const recent = await early.trash.trashObject('blog', 'b', 'B', ORIGIN);
    expect((await early.trash.list()).length).toBe(2);
    await early.close();
    const late = await openHere(places, days(31));
    await expect.poll(() => late.trash.list()).toEqual([recent]);
  });

  test('empties what another machine has deleted a day later', async () => {
    const { places, store } = await blogWith();
    await store.close();
    const deleted = new Date().toISOString();
    leftBehind(places, 'elsewhere', {
      kind: 'object',
      collection: 'blog',
      object: 'a',
      machine: 'other',
      deleted,
    });
    put(places.folder, { '.system/trash/elsewhere/document.json': { id: 'a' } });
    for (const [days, left] of [
      [30.5, 1],
      [31.5, 0],
    ] as const) {
      const later = await openHere(places, () => new Date(Date.now() + days * 24 * 3_600_000));
      await later.close();
      expect(readdirSync(join(places.folder, '.system/trash'))).toHaveLength(left);
    }
  });

  test('leaves the files of what it has emptied to the history, once', async () => {
    const { places, store } = await blogWith({ id: 'a' }, { id: 'b' });
    put(places.folder, photo);
    const former = async ({ fileHistory }: TestStore) => {
      const files = await fileHistory.of('blog', 'a');
      return files.map(({ path, source }) => [path, source && readFileSync(source, 'utf8')]);
    };
    const kept = [
      ['blog/a/papers/2026/plan.pdf', 'pdf'],
      ['blog/a/photo/bank.jpg', 'jpeg'],
    ];
    const { id } = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    expect((await former(store)).sort()).toEqual(kept);
    const inState = () => filesIn(places.state).filter((path) => path.includes('/bytes/'));
    expect(inState()).toEqual([]);
    // As a process leaves it that is killed before the entry goes.
    await store.fileHistory.keep(id);
    await store.close();
    const late = await openHere(places, () => new Date(Date.now() + 31 * 24 * 3_600_000));
    await expect.poll(() => filesIn(join(places.folder, '.system/trash'))).toEqual([]);
    expect((await former(late)).sort()).toEqual(kept);
    expect(inState()).toHaveLength(2);
  });
});

describe('files of an object that names them again', () => {
  const file = (path: string) => ({ path, keys: ['photo'], within: 'bank.jpg', item: {}, at: 0 });
  const bank = { collection: 'blog', id: 'a', paths: ['photo/bank.jpg'] };

  async function dropped() {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, photo);
    const files = [file('photo/bank.jpg')];
    const entry = await store.trash.moveDroppedToTrash(
      { collection: 'blog', id: 'a', title: 'A', files },
      ORIGIN,
    );
    return { places, store, entry: entry?.id ?? '' };
  }

  test('come back beside it and stay in the trash; others are omitted', async () => {
    const { places, store, entry } = await dropped();
    const given = await store.trash.restoreLinks(
      { ...bank, paths: ['photo/bank.jpg', 'photo/none.jpg'] },
      undefined,
      ORIGIN,
    );
    expect(given).toEqual([{ path: 'photo/bank.jpg', entry, item: {} }]);
    expect(readFileSync(join(places.folder, 'blog/a/photo/bank.jpg'), 'utf8')).toBe('jpeg');
    expect(await store.trash.restoreLinks({ ...bank, id: 'b' }, undefined, ORIGIN)).toEqual([]);
    await store.files.clear('blog', 'a', [{ path: 'photo/bank.jpg' }], new Set(), ORIGIN);
    expect(existsSync(join(places.folder, 'blog/a/photo'))).toBe(false);
    expect(await store.trash.list()).toHaveLength(1);
  });

  test('come back from the trash still when that change was interrupted', async () => {
    const { places, store, entry } = await dropped();
    await store.trash.restoreLinks(bank, undefined, ORIGIN);
    await store.trash.restore(entry, ORIGIN);
    expect(readFileSync(join(places.folder, 'blog/a/photo/bank.jpg'), 'utf8')).toBe('jpeg');
    expect(await store.trash.list()).toEqual([]);
  });

  test('do not take the place of another file', async () => {
    const { places, store } = await dropped();
    put(places.folder, { 'blog/a/photo/bank.jpg': 'another' });
    expect(await store.trash.restoreLinks(bank, undefined, ORIGIN)).toEqual([]);
    expect(readFileSync(join(places.folder, 'blog/a/photo/bank.jpg'), 'utf8')).toBe('another');
  });
});

describe('a deletion that was interrupted', () => {
  test('before the object was moved is dropped', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    await store.close();
    leftBehind(places, 'cut-off', { kind: 'object', collection: 'blog', object: 'a', files: false });
    const again = await openHere(places, dayAfter);
    expect(await again.trash.list()).toEqual([]);
    expect(readdirSync(join(places.folder, '.system/trash'))).toEqual([]);
    expect(await again.objects.read('blog', 'a')).toBeDefined();
  });

  test('before the files were moved fetches them', async () => {
    const { places, store } = await blogWith();
    await store.close();
    put(places.folder, photo);
    leftBehind(places, 'cut-off', { kind: 'object', collection: 'blog', object: 'a', files: true });
    put(places.folder, { '.system/trash/cut-off/document.json': { id: 'a' } });
    const again = await openHere(places, dayAfter);
    expect(existsSync(join(places.folder, 'blog/a'))).toBe(false);
    await again.trash.restore('cut-off', ORIGIN);
    expect(existsSync(join(places.folder, 'blog/a/photo/bank.jpg'))).toBe(true);
  });

  test('on another machine is left to that machine for a day', async () => {
    const { places, store } = await blogWith();
    await store.close();
    leftBehind(places, 'elsewhere', {
      kind: 'object',
      collection: 'blog',
      object: 'a',
      files: true,
      machine: 'other',
      deleted: new Date().toISOString(),
    });
    await openHere(places);
    expect(existsSync(join(places.folder, '.system/trash/elsewhere/entry.json'))).toBe(true);
  });

  test('never takes the files of an object that stands there again', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'new' });
    await store.close();
    put(places.folder, photo);
    leftBehind(places, 'cut-off', { kind: 'object', collection: 'blog', object: 'a', files: true });
    put(places.folder, { '.system/trash/cut-off/document.json': { id: 'a', title: 'old' } });
    await openHere(places, dayAfter);
    expect(existsSync(join(places.folder, 'blog/a/photo/bank.jpg'))).toBe(true);
  });
});

describe('a restoration that was interrupted', () => {
  test('after the files came back is undone, and can be done again', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, photo);
    const entry = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    await store.close();
    aged(places, entry);
    renameSync(entryFile(places, entry, 'files'), join(places.folder, 'blog/a'));
    const again = await openHere(places);
    expect(existsSync(join(places.folder, 'blog/a'))).toBe(false);
    await again.trash.restore(entry.id, ORIGIN);
    expect(existsSync(join(places.folder, 'blog/a/photo/bank.jpg'))).toBe(true);
    expect(await again.objects.read('blog', 'a')).toBeDefined();
  });

  test('after the object came back leaves no entry', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    const entry = await store.trash.trashObject('blog', 'a', 'A', ORIGIN);
    await store.close();
    aged(places, entry);
    renameSync(entryFile(places, entry, 'document.json'), join(places.folder, 'blog/a.json'));
    const again = await openHere(places);
    expect(await again.trash.list()).toEqual([]);
    expect(await again.objects.read('blog', 'a')).toBeDefined();
  });
});

describe('an entry another program wrote', () => {
  test.each([
    ['of another name', { id: 'another', kind: 'object', collection: 'blog', object: 'a' }],
    ['of no kind', { kind: 'everything', collection: 'blog', object: 'a' }],
    ['that leads elsewhere', { kind: 'object', collection: '../../..', object: 'a' }],
    ['whose object leads elsewhere', { kind: 'object', collection: 'blog', object: '../../a' }],
    ['without a date', { kind: 'object', collection: 'blog', object: 'a', deleted: 'soon' }],
  ])('%s is neither listed nor touched', async (_name, record) => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {} });
    leftBehind(places, 'strange', record);
    const store = await openHere(places);
    expect(await store.trash.list()).toEqual([]);
    await expect(store.trash.restore('strange', ORIGIN)).rejects.toThrow(error('missing'));
    expect(existsSync(join(places.folder, '.system/trash/strange/entry.json'))).toBe(true);
  });
});

/** Makes an entry look as if the process that made it had been gone for long. */
function aged(places: Places, entry: TrashEntry): void {
  const path = entryFile(places, entry, 'entry.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), pid: 0 }));
}
