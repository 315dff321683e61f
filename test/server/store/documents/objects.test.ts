import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stampAt } from '../../../../server/store/disk/stamp.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { blogWith, filesIn, freshPlaces, openHere, put } from '../folder.js';

const error = (kind: string) => expect.objectContaining({ kind });

describe('writing an object', () => {
  test('that is absent makes a whole file with the stamp it answers, and leaves no temp file', async () => {
    const { places, store } = await blogWith();
    const stamp = await store.objects.write('blog', { id: 'a', title: 'A' }, 'absent', ORIGIN);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toBe(
      '{\n  "id": "a",\n  "title": "A"\n}\n',
    );
    expect(stampAt(join(places.folder, 'blog/a.json'))).toEqual(stamp);
    expect(await store.objects.read('blog', 'a')).toMatchObject({ document: { id: 'a', title: 'A' }, stamp });
    expect(filesIn(places.folder)).toEqual(['blog/.meta.json', 'blog/a.json']);
  });

  test('over the file that was read replaces it', async () => {
    const { store } = await blogWith({ id: 'a', title: 'old' });
    const read = await store.objects.read('blog', 'a');
    await store.objects.write('blog', { id: 'a', title: 'new' }, read ?? 'absent', ORIGIN);
    expect((await store.objects.read('blog', 'a'))?.document.title).toBe('new');
  });

  test('where a file appeared meanwhile is stale and leaves that file alone', async () => {
    const { places, store } = await blogWith();
    put(places.folder, { 'blog/a.json': '{"id":"a","by":"another"}' });
    await expect(store.objects.write('blog', { id: 'a' }, 'absent', ORIGIN)).rejects.toThrow(error('stale'));
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toBe('{"id":"a","by":"another"}');
    expect(readdirSync(join(places.folder, '.system/tmp'))).toEqual([]);
  });

  test.each([
    ['written anew', (path: string) => writeFileSync(path, '{"id":"a","title":"another one"}')],
    [
      'replaced by a file of the same size and time',
      (path: string) => {
        const { atime, mtime } = lstatSync(path);
        const bytes = readFileSync(path, 'utf8').replace('old', 'odd');
        rmSync(path);
        writeFileSync(`${path}.keeps-the-inode-away`, '');
        writeFileSync(path, bytes);
        utimesSync(path, atime, mtime);
      },
    ],
    ['deleted', (path: string) => rmSync(path)],
    ['set back in time', (path: string) => utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'))],
  ])('over a file that was %s meanwhile is stale and writes nothing', async (_name, change) => {
    const { places, store } = await blogWith({ id: 'a', title: 'old' });
    const path = join(places.folder, 'blog/a.json');
    const read = await store.objects.read('blog', 'a');
    change(path);
    const before = existsSync(path) && readFileSync(path, 'utf8');
    await expect(
      store.objects.write('blog', { id: 'a', title: 'mine' }, read ?? 'absent', ORIGIN),
    ).rejects.toThrow(error('stale'));
    expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(before);
  });

  test('over a damaged one keeps its bytes in the trash first', async () => {
    const { places, store } = await blogWith();
    put(places.folder, { 'blog/a.json': '{"id":"a","title":' });
    await store.objects.write('blog', { id: 'a', title: 'sound' }, 'damaged', ORIGIN);
    expect((await store.objects.read('blog', 'a'))?.document.title).toBe('sound');
    const [entry] = await store.trash.list();
    expect(entry).toMatchObject({ kind: 'damaged', collection: 'blog', object: 'a' });
    const kept = join(places.folder, '.system/trash', entry?.id ?? '', 'document.json');
    expect(readFileSync(kept, 'utf8')).toBe('{"id":"a","title":');
  });

  test('over a damaged one that has been repaired is stale', async () => {
    const { store } = await blogWith({ id: 'a', title: 'mended' });
    await expect(store.objects.write('blog', { id: 'a' }, 'damaged', ORIGIN)).rejects.toThrow(error('stale'));
    expect((await store.objects.read('blog', 'a'))?.document.title).toBe('mended');
  });

  test('into a collection that is not there is rejected', async () => {
    const { store } = await blogWith();
    await expect(store.objects.write('pages', { id: 'a' }, 'absent', ORIGIN)).rejects.toThrow(
      error('missing'),
    );
  });

  test('many at once leaves every one whole', async () => {
    const { places, store } = await blogWith();
    const ids = Array.from({ length: 200 }, (_, number) => `post-${number}`);
    await Promise.all(ids.map((id) => store.objects.write('blog', { id, title: id }, 'absent', ORIGIN)));
    for (const id of ids) expect((await store.objects.read('blog', id))?.document.title).toBe(id);
    expect(readdirSync(join(places.folder, '.system/tmp'))).toEqual([]);
  });
});

describe('symbolic links', () => {
  test('are neither read nor written through, wherever they stand below the root', async () => {
    const { places, store } = await blogWith({ id: 'a', title: 'A' });
    const outside = join(dirname(places.folder), 'outside');
    put(outside, { 'secret.json': '{"id":"secret"}', 'first.json': '{"id":"first"}' });
    symlinkSync(join(outside, 'secret.json'), join(places.folder, 'blog/secret.json'));
    symlinkSync(outside, join(places.folder, 'linked'));

    expect(await store.objects.read('blog', 'secret')).toBeUndefined();
    expect(await store.objects.read('linked', 'first')).toBeUndefined();
    expect((await store.catalogue.collectionIndex('blog')).get('secret')).toBeUndefined();
    expect(await store.collections.ids()).toEqual(['blog']);
    for (const expected of ['absent', 'damaged'] as const) {
      await expect(store.objects.write('blog', { id: 'secret' }, expected, ORIGIN)).rejects.toThrow(
        error('forbidden'),
      );
      await expect(store.objects.write('linked', { id: 'new' }, expected, ORIGIN)).rejects.toThrow(
        error('forbidden'),
      );
    }
    await expect(store.trash.trashObject('blog', 'secret', '', ORIGIN)).rejects.toThrow(error('missing'));
    await expect(store.trash.trashCollection('linked', '', ORIGIN)).rejects.toThrow(error('missing'));
    expect(filesIn(outside)).toEqual(['first.json', 'secret.json']);
    expect(readFileSync(join(outside, 'secret.json'), 'utf8')).toBe('{"id":"secret"}');
  });

  test('in place of the system folder are not written through', async () => {
    const places = freshPlaces();
    const outside = join(dirname(places.folder), 'outside');
    mkdirSync(outside);
    put(places.folder, { 'blog/.meta.json': { id: 'blog' }, 'blog/a.json': { id: 'a' } });
    symlinkSync(outside, join(places.folder, '.system'));
    symlinkSync(outside, join(places.folder, '.schemas'));
    const store = await openHere(places);
    await expect(store.objects.write('blog', { id: 'b' }, 'absent', ORIGIN)).rejects.toThrow(
      error('forbidden'),
    );
    await expect(store.trash.trashObject('blog', 'a', 'A', ORIGIN)).rejects.toThrow(error('forbidden'));
    await expect(store.record('settings', {})).rejects.toThrow(/symbolic link/);
    const schema = { id: 'x', properties: {}, required: [], index: [] };
    await expect(store.schemas.write(schema, {}, ORIGIN)).rejects.toThrow(error('forbidden'));
    expect(readdirSync(outside)).toEqual([]);
    expect(await store.objects.read('blog', 'a')).toBeDefined();
  });

  test('to the data folder itself are fine', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': { id: 'blog' } });
    const link = `${places.folder}-link`;
    symlinkSync(places.folder, link);
    const store = await openHere({ ...places, folder: link });
    await store.objects.write('blog', { id: 'a' }, 'absent', ORIGIN);
    expect(store.root).toBe(places.folder);
    expect(existsSync(join(places.folder, 'blog/a.json'))).toBe(true);
  });
});

describe('copying the files of an object', () => {
  test('copies the folder whole, without derivatives and links', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, {
      'blog/a/photo/bank.jpg': 'jpeg',
      'blog/a/photo/.cache/bank.jpg/w200': 'derivative',
      'blog/a/papers/2026/plan.pdf': 'pdf',
    });
    symlinkSync('/etc/passwd', join(places.folder, 'blog/a/photo/link.jpg'));
    await store.objects.copyFiles(
      { collection: 'blog', id: 'a' },
      { collection: 'blog', id: 'b' },
      undefined,
      ORIGIN,
    );
    expect(filesIn(join(places.folder, 'blog/b'))).toEqual(['papers/2026/plan.pdf', 'photo/bank.jpg']);
    expect(readdirSync(join(places.folder, '.system/tmp'))).toEqual([]);
  });

  test('does nothing where there are none', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    await store.objects.copyFiles(
      { collection: 'blog', id: 'a' },
      { collection: 'blog', id: 'b' },
      undefined,
      ORIGIN,
    );
    expect(filesIn(places.folder)).toEqual(['blog/.meta.json', 'blog/a.json']);
  });

  test('puts files that belong to no object into the trash instead of mixing with them', async () => {
    const { places, store } = await blogWith({ id: 'a' });
    put(places.folder, { 'blog/a/photo/new.jpg': 'new', 'blog/b/photo/old.jpg': 'old' });
    await store.objects.copyFiles(
      { collection: 'blog', id: 'a' },
      { collection: 'blog', id: 'b' },
      undefined,
      ORIGIN,
    );
    expect(filesIn(join(places.folder, 'blog/b'))).toEqual(['photo/new.jpg']);
    const [entry] = await store.trash.list();
    expect(filesIn(join(places.folder, '.system/trash', entry?.id ?? ''))).toContain('files/photo/old.jpg');
  });

  test('never touches the files of a standing object', async () => {
    const { places, store } = await blogWith({ id: 'a' }, { id: 'b' });
    put(places.folder, { 'blog/a/photo/new.jpg': 'new', 'blog/b/photo/own.jpg': 'own' });
    const copy = store.objects.copyFiles(
      { collection: 'blog', id: 'a' },
      { collection: 'blog', id: 'b' },
      undefined,
      ORIGIN,
    );
    await expect(copy).rejects.toThrow(error('conflict'));
    expect(filesIn(join(places.folder, 'blog/b'))).toEqual(['photo/own.jpg']);
  });
});
