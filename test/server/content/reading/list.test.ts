import { describe, expect, it } from 'vitest';
import { removeCollection } from '../../../../server/content/collections/manage-collections.js';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import type { ListQuery } from '../../../../server/content/reading/list.js';
import { getObject, hasObject, listAt, listObjects } from '../../../../server/content/reading/read.js';
import { refusal, shownIn, type TestSite } from '../../../helpers/site.js';
import { makeWalks } from '../walks.js';

const ids = async ({ site }: Pick<TestSite, 'site'>, collection: string, query: ListQuery = {}) => {
  const objects: unknown = shownIn(await listObjects(site, collection, query)).objects;
  return Array.isArray(objects) ? objects.map((one: { id: string }) => one.id).join(' ') : 'no list';
};

describe('a list', () => {
  it('has the shape of the interface, with the objects as GET answers them', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
    const answer = await listObjects(site, 'notes', {});
    expect(shownIn(answer)).toEqual({
      collection: 'notes',
      total: 1,
      count: 1,
      limit: 50,
      offset: 0,
      objects: [shownIn(await getObject(site, 'notes', 'a', { writer: false }))],
    });
    expect(answer).toMatchObject({ total: 1, count: 1, limit: 50, offset: 0 });
  });

  it('of nothing is empty, of an unknown collection missing', async () => {
    const { site } = await makeWalks();
    expect(shownIn(await listObjects(site, 'notes', {}))).toMatchObject({ total: 0, count: 0, objects: [] });
    for (const name of ['nope', '../notes', '__proto__']) {
      expect((await refusal(listObjects(site, name, {}))).kind).toBe('missing');
    }
  });

  it('is newest first unless told otherwise', async () => {
    let time = Date.UTC(2026, 0, 1);
    const site = await makeWalks({
      now: () => {
        time += 1000;
        return new Date(time);
      },
      objects: { notes: [{ id: 'b' }, { id: 'c' }, { id: 'a' }] },
    });
    expect(await ids(site, 'notes')).toBe('a c b');
    expect(await ids(site, 'notes', { order: 'asc' })).toBe('b c a');
    expect(await ids(site, 'notes', { sort: '', order: 'sideways' })).toBe('a c b');
  });

  it.each<[ListQuery, string]>([
    [{ sort: 'id', order: 'asc' }, 'a b c d e f'],
    [{ sort: 'id' }, 'f e d c b a'],
    // numbers, booleans, text, then what is missing; alike ones by id
    [{ sort: 'value', order: 'asc' }, 'c d a b e f'],
    [{ sort: 'value', order: 'desc' }, 'e f b a c d'],
    [{ sort: 'count', order: 'asc' }, 'd b a c e f'],
    [{ sort: 'count', order: 'desc' }, 'c e f a b d'],
    // a property that is not indexed
    [{ sort: 'note', order: 'asc' }, 'e c a b d f'],
    [{ sort: 'note', order: 'desc' }, 'a b d f c e'],
    // nothing the schema knows
    [{ sort: 'unheard', order: 'desc' }, 'f e d c b a'],
    [{ sort: '__proto__', order: 'asc' }, 'a b c d e f'],
    [{ sort: ['id'], order: 'asc' }, 'a b c d e f'],
    [{ sort: 'id', order: 'asc', limit: '2', offset: '3' }, 'd e'],
    [{ sort: 'id', order: 'asc', limit: '0' }, 'a'],
    [{ sort: 'id', order: 'asc', offset: '-3', limit: '2' }, 'a b'],
    [{ sort: 'id', order: 'asc', offset: '99' }, ''],
    [{ sort: 'id', order: 'asc', limit: 'many' }, 'a b c d e f'],
  ])('asked for with %j holds %s', async (query, expected) => {
    // As files from elsewhere, whose values need not be of the schema's types.
    const objects: Record<string, unknown>[] = [
      { id: 'a', count: 10, value: true },
      { id: 'b', count: 9, value: 'text' },
      { id: 'c', value: 3, note: 'z' },
      { id: 'd', count: -1, value: 3 },
      { id: 'e', note: 'Z' },
      { id: 'f' },
    ];
    const files = Object.fromEntries(objects.map((one) => [`notes/${one.id}.json`, one]));
    const site = await makeWalks({ files });
    expect(await ids(site, 'notes', query)).toBe(expected);
  });

  it('does not tell by its order what its objects hide', async () => {
    const site = await makeWalks({
      objects: {
        walks: [
          { id: 'a', title: 'A', code: 'zz' },
          { id: 'b', title: 'B', code: 'aa' },
        ],
      },
    });
    expect(await ids(site, 'walks', { sort: 'code', order: 'asc' })).toBe('a b');
    expect(await ids(site, 'walks', { sort: 'code', order: 'desc' })).toBe('b a');
  });

  it('holds at most 100 objects and counts all', async () => {
    const { site } = await makeWalks();
    await Promise.all(Array.from({ length: 103 }, (_, n) => createObject(site, 'notes', { id: `n${n}` })));
    expect(await listObjects(site, 'notes', { limit: '1000' })).toMatchObject({
      total: 103,
      count: 100,
      limit: 100,
    });
    expect(await listObjects(site, 'notes', { offset: '100' })).toMatchObject({
      total: 103,
      count: 3,
      offset: 100,
    });
  });

  it('follows every change, and is the same answer until there is one', async () => {
    const test = await makeWalks({
      objects: {
        notes: [
          { id: 'a', note: 'x' },
          { id: 'b', note: 'y' },
        ],
      },
    });
    const { site } = test;
    const query = { sort: 'note', order: 'asc' };
    const first = await listObjects(site, 'notes', query);
    const kept = await listObjects(site, 'notes', query);
    expect(await listObjects(site, 'notes', query)).toBe(kept);
    expect([kept.etag, kept.bytes]).toEqual([first.etag, first.bytes]);
    await patchObject(site, 'notes', 'a', { note: 'z' });
    expect(await ids(test, 'notes', query)).toBe('b a');
    await createObject(site, 'notes', { id: 'c', note: 'a' });
    expect(await ids(test, 'notes', query)).toBe('c b a');
    await removeObject(site, 'notes', 'b');
    expect(await ids(test, 'notes', query)).toBe('c a');
    expect((await listObjects(site, 'notes', query)).etag).not.toBe(first.etag);
  });

  it('omits damaged files', async () => {
    const site = await makeWalks({
      files: {
        'notes/torn.json': '{"id":',
        'notes/whole.json': { id: 'whole' },
        'notes/wrong.json': { id: 'x' },
      },
    });
    expect(await ids(site, 'notes')).toBe('whole');
    expect(await hasObject(site.site, 'notes', 'torn')).toBe(true);
    expect(await hasObject(site.site, 'notes', 'none')).toBe(false);
  });
});

describe('a list asked for by its address', () => {
  const seed = { objects: { notes: [{ id: 'a', title: 'A' }] } };
  /** Asks by an address; `asked` counts how often its words were read. */
  function asker(site: TestSite['site']) {
    const asked: string[] = [];
    const ask = async (address: string, query: ListQuery = {}) => {
      const list = await listAt(site, 'notes', address, {
        query: () => {
          asked.push(address);
          return query;
        },
        links: ({ total }) => `${address} of ${total}`,
        mayRead: () => false,
      });
      return { ...shownIn(list.answer), links: list.links };
    };
    return { asked, ask };
  }

  it('is the same list, and its words are read no more once it is kept', async () => {
    const { site } = await makeWalks(seed);
    const { asked, ask } = asker(site);
    for (let n = 0; n < 5; n += 1) {
      expect(await ask('/notes')).toEqual({
        ...shownIn(await listObjects(site, 'notes', {})),
        links: '/notes of 1',
      });
    }
    expect(asked.length).toBeLessThan(3);
    expect(await ask('/notes?limit=1', { limit: '1' })).toMatchObject({ limit: 1 });
  });

  it('is a new one after every change', async () => {
    const { site } = await makeWalks(seed);
    const { ask } = asker(site);
    for (let n = 0; n < 4; n += 1) await ask('/notes');
    await patchObject(site, 'notes', 'a', { title: 'B' });
    expect(await ask('/notes')).toMatchObject({ total: 1, objects: [{ id: 'a', title: 'B' }] });
    await createObject(site, 'notes', { id: 'b', title: 'C' });
    expect(await ask('/notes')).toMatchObject({ total: 2, links: '/notes of 2' });
    await removeObject(site, 'notes', 'a');
    expect(await ask('/notes')).toMatchObject({ total: 1, objects: [{ id: 'b' }] });
  });

  it('is missing with its collection', async () => {
    const { site } = await makeWalks(seed);
    const { ask } = asker(site);
    for (let n = 0; n < 4; n += 1) await ask('/notes');
    await removeCollection(site, 'notes', { force: true });
    expect((await refusal(ask('/notes'))).kind).toBe('missing');
  });
});
