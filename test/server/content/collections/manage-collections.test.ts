import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  changeCollection,
  createCollection,
  listCollections,
  removeCollection,
} from '../../../../server/content/collections/manage-collections.js';
import { listDamaged } from '../../../../server/content/maintenance/list-damaged.js';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { getObject, listObjects } from '../../../../server/content/reading/read.js';
import { listTrash, restoreFromTrash } from '../../../../server/content/trash.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeWalks } from '../walks.js';

describe('creating a collection', () => {
  it('writes its settings with defaults and tells the listeners', async () => {
    const { site, read, events } = await makeWalks();
    const settings = await createCollection(site, {
      id: 'news',
      schema: 'blog',
      sortBy: 'date:desc',
      mine: [1],
    });
    expect(settings).toMatchObject({
      id: 'news',
      schema: 'blog',
      name: 'News',
      labelPlural: 'Posts',
      labelSingular: 'Post',
      sortBy: 'date',
      reverseSort: true,
      publicOperations: [],
      mine: [1],
    });
    expect(await read('news/.meta.json')).toEqual(settings);
    expect(events).toEqual([{ type: 'collection.created', collection: 'news' }]);
    expect(shownIn(await listObjects(site, 'news', {}))).toMatchObject({ collection: 'news', total: 0 });
  });

  it('rejects with every problem at once', async () => {
    const { site } = await makeWalks();
    const body = {
      id: '../x',
      schema: 'nope',
      url: 'javascript:alert(1)',
      singleton: 'yes',
      publicOperations: ['fly'],
    };
    const { kind, details } = await refusal(createCollection(site, body));
    expect(kind).toBe('validation');
    expect(Object.keys(Object(details)).sort()).toEqual([
      'id',
      'publicOperations',
      'schema',
      'singleton',
      'url',
    ]);
  });

  it.each([
    [{ schema: 'blog' }, ['id']],
    [{ id: 'news' }, ['schema']],
    [{}, ['id', 'schema']],
    [{ id: 'schemas', schema: 'blog' }, ['id']],
    [{ id: 7, schema: 'blog' }, ['id']],
    [{ id: 'News', schema: 'blog' }, ['id']],
    [{ id: 'news', schema: 'totalcms' }, ['schema']],
    [{ id: 'news', schema: '__proto__' }, ['schema']],
  ])('rejects %j because of %j', async (body, properties) => {
    const { site } = await makeWalks();
    const { kind, details } = await refusal(createCollection(site, body));
    expect([kind, Object.keys(Object(details)).sort()]).toEqual(['validation', properties]);
  });

  it.each([[[]], ['x'], [null], [7]])('rejects the body %j', async (body) => {
    const { site } = await makeWalks();
    expect((await refusal(createCollection(site, body))).kind).toBe('invalid');
  });

  it('rejects a taken id, once for two at a time', async () => {
    const { site } = await makeWalks();
    expect((await refusal(createCollection(site, { id: 'walks', schema: 'blog' }))).kind).toBe('taken');
    const both = await Promise.allSettled(
      [1, 2].map(() => createCollection(site, { id: 'news', schema: 'blog' })),
    );
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('takes over objects that already lie in the folder', async () => {
    const { site, place } = await makeWalks();
    await place('found/a.json', { id: 'a', title: 'A' });
    await createCollection(site, { id: 'found', schema: 'plain' });
    expect(shownIn(await getObject(site, 'found', 'a', { writer: false })).title).toBe('A');
  });
});

it('sees what lies in a folder whose name was a collection before', async () => {
  const { site, place } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
  await removeCollection(site, 'notes', { force: true });
  expect((await site.store.catalogue.collectionIndex('notes')).size).toBe(0);
  await place('notes/b.json', { id: 'b', title: 'B' });
  await createCollection(site, { id: 'notes', schema: 'plain' });
  expect(shownIn(await getObject(site, 'notes', 'b', { writer: false })).title).toBe('B');
});

describe('changing a collection', () => {
  const settings = {
    schema: 'plain',
    name: 'Press kit',
    category: 'Public',
    publicOperations: ['read'],
    mine: 1,
    count: 12,
  };
  const kit = { files: { 'kit/.meta.json': { id: 'kit', ...settings } } };

  it('sets what PATCH sends and keeps the rest', async () => {
    const { site, read, events } = await makeWalks(kit);
    const { settings: changed } = await changeCollection(site, 'kit', {
      name: 'Kit',
      url: '/kit/{id}',
      category: null,
    });
    expect(changed).toMatchObject({ ...settings, name: 'Kit', url: '/kit/{id}', category: '' });
    expect(await read('kit/.meta.json')).toEqual(changed);
    expect(events).toEqual([{ type: 'collection.updated', collection: 'kit' }]);
    expect(site.collections.get('kit').settings).toEqual(changed);
  });

  it('rejects unknown collections, another id, wrong values', async () => {
    const { site } = await makeWalks(kit);
    expect((await refusal(changeCollection(site, 'nope', {}))).kind).toBe('missing');
    expect((await refusal(changeCollection(site, 'kit', { id: 'other' }))).kind).toBe('invalid');
    expect((await refusal(changeCollection(site, 'kit', []))).kind).toBe('invalid');
    const { kind, details } = await refusal(changeCollection(site, 'kit', { schema: null, url: '//x' }));
    expect([kind, Object.keys(Object(details)).sort()]).toEqual(['validation', ['schema', 'url']]);
    expect(site.collections.get('kit').settings.name).toBe('Press kit');
  });

  it('binds objects to another schema and to overrides at once', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A', count: 3 }] } });
    expect(shownIn(await getObject(site, 'notes', 'a', { writer: false }))).toHaveProperty('count');
    await changeCollection(site, 'notes', { schema: 'walk' });
    expect(shownIn(await getObject(site, 'notes', 'a', { writer: false }))).not.toHaveProperty('count');
    await changeCollection(site, 'notes', { properties: { title: { label: 'Headline' } } });
    expect(site.collections.get('notes').schema.properties.get('title')?.definition.label).toBe('Headline');
  });
});

describe('removing a collection', () => {
  it('needs force while it holds objects, and then goes whole to the trash', async () => {
    const { site, path, place } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
    await place('notes/a/image/x.jpg', 'pixels');
    const { kind, message } = await refusal(removeCollection(site, 'notes', { force: false }));
    expect([kind, message]).toEqual(['conflict', expect.stringContaining('1 object')]);

    const entry = await removeCollection(site, 'notes', { force: true });
    expect(entry).toMatchObject({ kind: 'collection', collection: 'notes', title: 'Notes' });
    expect((await refusal(listObjects(site, 'notes', {}))).kind).toBe('missing');
    expect((await refusal(createObject(site, 'notes', { title: 'B' }))).kind).toBe('missing');
    expect(await readdir(path())).not.toContain('notes');

    await restoreFromTrash(site, entry.id);
    expect(shownIn(await getObject(site, 'notes', 'a', { writer: false })).title).toBe('A');
    expect(await readFile(path('notes', 'a', 'image', 'x.jpg'), 'utf8')).toBe('pixels');
    expect(await listTrash(site)).toEqual([]);
  });

  it('needs no force when it is empty, but does for a damaged file', async () => {
    const { site } = await makeWalks({ files: { 'walks/torn.json': '{' } });
    await removeCollection(site, 'notes', { force: false });
    expect((await refusal(removeCollection(site, 'walks', { force: false }))).kind).toBe('conflict');
    expect((await refusal(removeCollection(site, 'notes', { force: false }))).kind).toBe('missing');
  });

  it('leaves the name free for another one', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
    const entry = await removeCollection(site, 'notes', { force: true });
    await createCollection(site, { id: 'notes', schema: 'walk' });
    expect(shownIn(await listObjects(site, 'notes', {}))).toMatchObject({ total: 0 });
    expect((await refusal(restoreFromTrash(site, entry.id))).kind).toBe('conflict');
  });

  it('keeps its objects from coming back without it', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
    const object = await removeObject(site, 'notes', 'a');
    await removeCollection(site, 'notes', { force: true });
    expect((await refusal(restoreFromTrash(site, object.id))).kind).toBe('conflict');
    expect(await listTrash(site)).toHaveLength(2);
  });
});

describe('collections from elsewhere', () => {
  it('are listed with counts in the order of ids', async () => {
    const { site } = await makeWalks({ objects: { walks: [{ id: 'a', title: 'A' }] } });
    expect(await listCollections(site, () => true)).toMatchObject([
      { name: 'notes', title: 'Notes', count: 0, schema: '/schemas/plain' },
      { name: 'walks', title: 'Walks', count: 1, schema: '/schemas/walk', labelPlural: 'Objects' },
    ]);
  });

  it('with damaged settings are told apart from missing ones and leave the others alone', async () => {
    const { site } = await makeWalks({ files: { 'bad/.meta.json': '{"id":', 'bad/a.json': { id: 'a' } } });
    expect((await refusal(listObjects(site, 'bad', {}))).kind).toBe('damaged');
    expect((await listCollections(site, () => true)).map((one) => one.name)).toEqual(['notes', 'walks']);
    expect((await listDamaged(site)).files).toContainEqual(
      expect.objectContaining({ collection: 'bad', id: '.meta' }),
    );
  });

  it('without their schema can be read and not written', async () => {
    const { site, path } = await makeWalks({
      files: { 'lost/.meta.json': { id: 'lost', schema: 'gone' }, 'lost/a.json': { id: 'a', title: 'A' } },
    });
    expect(shownIn(await getObject(site, 'lost', 'a', { writer: true })).id).toBe('a');
    const { kind, details } = await refusal(patchObject(site, 'lost', 'a', { title: 'B' }));
    expect([kind, details]).toEqual(['validation', { id: [expect.stringContaining('"gone"')] }]);
    expect(JSON.parse(await readFile(path('lost', 'a.json'), 'utf8'))).toEqual({ id: 'a', title: 'A' });
  });
});
