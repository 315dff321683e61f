import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeWalks } from '../walks.js';

describe('creating an object', () => {
  it('writes a file, files a row and tells the listeners', async () => {
    const { site, read, events } = await makeWalks();
    const answer = await createObject(site, 'walks', { id: 'river', title: 'River walk', km: 8 });
    expect(answer.id).toBe('river');
    expect(shownIn(answer)).toMatchObject({ id: 'river', title: 'River walk', km: 8, open: true });
    expect(await read('walks/river.json')).toMatchObject({ id: 'river', title: 'River walk', km: 8 });
    expect(events).toEqual([{ type: 'object.created', collection: 'walks', id: 'river' }]);
    expect((await site.store.catalogue.collectionIndex('walks')).size).toBe(1);
  });

  it('sets created and modified itself, in UTC', async () => {
    const now = new Date('2026-03-01T10:00:00.000Z');
    const { site, read } = await makeWalks({ now: () => now });
    const sent = { id: 'a', title: 'A', created: '1999-01-01T00:00:00Z', modified: '1999-01-01T00:00:00Z' };
    expect(shownIn(await createObject(site, 'walks', sent))).toMatchObject({
      created: '2026-03-01T10:00:00.000Z',
      modified: '2026-03-01T10:00:00.000Z',
    });
    expect(Object.keys(await read('walks/a.json')).slice(-2)).toEqual(['created', 'modified']);
  });

  it.each([
    ['index', 'reserved'],
    ['query', 'reserved'],
    ['con', 'reserved'],
    ['x'.repeat(121), '120'],
    [7, 'text'],
    [{ a: 1 }, 'text'],
    [true, 'text'],
  ])('rejects the id %j and says why under id', async (id, reason) => {
    const { site } = await makeWalks();
    const { kind, details } = await refusal(createObject(site, 'walks', { id, title: 'A' }));
    expect(kind).toBe('validation');
    expect(details).toEqual({ id: [expect.stringContaining(reason)] });
  });

  it.each([
    ['../evil', 'evil'],
    ['a/b', 'a-b'],
    ['INV-1', 'inv-1'],
    ['My Post!', 'my-post'],
  ])('brings the id %j into the spelling of ids: %s', async (sent, id) => {
    const { site, read } = await makeWalks();
    await createObject(site, 'walks', { id: sent, title: 'A' });
    expect(await read(`walks/${id}.json`)).toMatchObject({ id, title: 'A' });
  });

  it('makes an id where nothing is left of the one that was sent', async () => {
    const { site } = await makeWalks();
    const { bytes } = (await createObject(site, 'walks', { id: '..', title: 'A' })) as { bytes: Buffer };
    expect(JSON.parse(bytes.toString()).id).toMatch(/^[a-z0-9-]+$/);
  });

  it.each([[[]], ['text'], [7], [null], [undefined], [true]])('rejects the body %j', async (body) => {
    const { site } = await makeWalks();
    expect((await refusal(createObject(site, 'walks', body))).kind).toBe('invalid');
  });

  it('rejects a taken id and leaves the object alone', async () => {
    const { site, read } = await makeWalks({ objects: { walks: [{ id: 'a', title: 'First' }] } });
    const { kind, details } = await refusal(createObject(site, 'walks', { id: 'a', title: 'Second' }));
    expect([kind, details]).toEqual(['taken', { id: [expect.any(String)] }]);
    expect(await read('walks/a.json')).toMatchObject({ title: 'First' });
  });

  it('rejects an id whose file the catalogue has not seen yet', async () => {
    const { site, path, read } = await makeWalks();
    await site.store.catalogue.collectionIndex('walks');
    await writeFile(path('walks', 'a.json'), '{"id":"a","title":"From elsewhere"}');
    expect((await refusal(createObject(site, 'walks', { id: 'a', title: 'Mine' }))).kind).toBe('taken');
    expect(await read('walks/a.json')).toEqual({ id: 'a', title: 'From elsewhere' });
  });

  it('rejects what breaks the schema, every property at once', async () => {
    const { site } = await makeWalks();
    const { kind, details } = await refusal(
      createObject(site, 'walks', { id: 'a', km: 'far', contact: 'no' }),
    );
    expect(kind).toBe('validation');
    expect(Object.keys(Object(details)).sort()).toEqual(['contact', 'km', 'title']);
  });

  it('answers missing for an unknown collection', async () => {
    const { site } = await makeWalks();
    for (const collection of ['nope', '../walks', '.system', '__proto__', 'constructor']) {
      expect((await refusal(createObject(site, collection, { title: 'A' }))).kind).toBe('missing');
    }
  });

  it('never pollutes a prototype', async () => {
    const { site, read } = await makeWalks();
    const body: unknown = JSON.parse(
      '{"id":"a","title":"A","__proto__":{"polluted":1},"constructor":{"x":1}}',
    );
    await createObject(site, 'walks', body);
    expect(Object.keys(await read('walks/a.json'))).not.toContain('constructor');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a generated id', () => {
  it.each([[undefined], [null], ['']])('is made from the schema where the id is %j', async (id) => {
    const { site } = await makeWalks();
    expect((await createObject(site, 'walks', { id, title: 'Fluß & Café' })).id).toMatch(
      /^fluss-(and-)?cafe$/,
    );
  });

  it('gets -2, -3 when it is taken, also among parallel creates', async () => {
    const { site } = await makeWalks();
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => createObject(site, 'notes', { title: 'Same name' })),
    );
    expect(made.map((one) => one.id).sort()).toEqual([
      'same-name',
      'same-name-2',
      'same-name-3',
      'same-name-4',
    ]);
  });

  it('steps over reserved words and files the catalogue has not seen', async () => {
    const { site, place } = await makeWalks();
    expect((await createObject(site, 'notes', { title: 'Index' })).id).toMatch(/^index-\d$/);
    expect((await createObject(site, 'notes', { title: 'Con' })).id).toMatch(/^con-\d$/);
    await place('notes/walk.json', { id: 'walk' });
    expect((await createObject(site, 'notes', { title: 'Walk' })).id).toBe('walk-2');
  });

  it('keeps the longest legal length with its suffix', async () => {
    const { site } = await makeWalks();
    const title = 'x'.repeat(200);
    await createObject(site, 'notes', { title });
    const { id } = await createObject(site, 'notes', { title });
    expect([id.length, id.endsWith('x-2')]).toEqual([120, true]);
  });

  it('counts with oid and never gives a number out again', async () => {
    const counted = {
      ...{ id: 'counted', required: ['id'], index: ['id'] },
      properties: { id: { field: 'id', settings: { autogen: `inv-\${oid-000}` } }, title: { field: 'text' } },
    };
    const { site } = await makeWalks({
      schemas: [counted],
      collections: [{ id: 'bills', schema: 'counted' }],
    });
    const ids: string[] = [];
    const next = async () => ids.push((await createObject(site, 'bills', { title: 'Bill' })).id);
    await next();
    await next();
    await next();
    await removeObject(site, 'bills', 'inv-003');
    await next();
    await removeObject(site, 'bills', 'inv-004');
    await removeObject(site, 'bills', 'inv-001');
    await next();
    expect(ids).toEqual(['inv-001', 'inv-002', 'inv-003', 'inv-004', 'inv-005']);
  });
});

describe('a singleton', () => {
  const seed = { collections: [{ id: 'about', schema: 'plain', singleton: true }] };

  it('names its one object after the collection', async () => {
    const { site } = await makeWalks(seed);
    expect((await createObject(site, 'about', { title: 'Us' })).id).toBe('about');
    expect((await refusal(createObject(site, 'about', { title: 'Them' }))).kind).toBe('taken');
  });

  it('rejects another id', async () => {
    const { site } = await makeWalks(seed);
    expect(await refusal(createObject(site, 'about', { id: 'us' }))).toMatchObject({
      kind: 'validation',
      details: { id: [expect.stringContaining('about')] },
    });
  });
});

describe('a unique property', () => {
  it('lets one of many parallel creates have the value', async () => {
    const { site } = await makeWalks();
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((id) =>
        createObject(site, 'walks', { id, title: id, contact: 'x@example.org' }),
      ),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await site.store.catalogue.collectionIndex('walks')).size).toBe(1);
  });

  it('stays with its object through a change, and cannot be taken over by another', async () => {
    const { site } = await makeWalks();
    for (const id of ['a', 'b']) {
      await createObject(site, 'walks', { id, title: id, contact: `${id}@example.org` });
    }
    const kept = await patchObject(site, 'walks', 'a', { km: 3, contact: 'a@example.org' });
    expect(shownIn(kept)).toMatchObject({ km: 3, contact: 'a@example.org' });
    expect(await refusal(patchObject(site, 'walks', 'b', { contact: 'a@example.org' }))).toMatchObject({
      kind: 'validation',
      details: { contact: [expect.any(String)] },
    });
  });

  it('lets any number have none', async () => {
    const { site } = await makeWalks();
    for (const id of ['a', 'b']) await createObject(site, 'walks', { id, title: id, contact: '' });
    expect((await site.store.catalogue.collectionIndex('walks')).size).toBe(2);
  });
});

it('shows a secret only to those who may write', async () => {
  const { site } = await makeWalks();
  const sent = { title: 'A', code: 'swordfish' };
  const toAnyone = await createObject(site, 'walks', { ...sent, id: 'a' });
  const toWriter = await createObject(site, 'walks', { ...sent, id: 'b' }, { writer: true });
  expect([shownIn(toAnyone).code, shownIn(toWriter).code]).toEqual(['', 'swordfish']);
});
