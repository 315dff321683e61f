import { describe, expect, it, vi } from 'vitest';
import { removeObject } from '../../../../server/content/objects/write.js';
import { listIndex, rebuildIndex } from '../../../../server/content/reading/index-listing.js';
import { refusal } from '../../../helpers/site.js';
import { idsOf, index, makeFiled, textOf, WALKS } from '../filed-walks.js';
import { makeWalks } from '../walks.js';

describe('the index', () => {
  it('holds the indexed properties of every object', async () => {
    const { site } = await makeFiled();
    const shown = await index(site, 'walks');
    expect(shown).toMatchObject({ collection: 'walks', count: 5, updated: '2026-01-05T00:00:00.000Z' });
    expect(idsOf(shown.objects)).toBe('a b c d e');
    expect(Array.isArray(shown.objects) && shown.objects[0]).toEqual({
      id: 'a',
      title: 'River walk',
      km: 12,
      open: true,
      created: '2026-01-01T00:00:00.000Z',
      modified: '2026-01-01T00:00:00.000Z',
    });
  });

  it('of nothing was never updated', async () => {
    const { site } = await makeWalks();
    expect(await index(site, 'notes')).toEqual({ collection: 'notes', count: 0, updated: null, objects: [] });
    expect((await refusal(listIndex(site, 'nope', {}))).kind).toBe('missing');
  });

  it.each<[object, string]>([
    // every token is a criterion, so a bare one asks for true
    [{ include: 'open' }, 'a c d'],
    [{ include: 'open,title:river*' }, 'a'],
    [{ exclude: 'open' }, 'b e'],
    // whole objects are looked at
    [{ include: 'level:easy' }, 'a c'],
    [{ search: 'boots' }, 'a d'],
    [{ search: 'boots', include: 'km:12' }, 'a'],
    [{ search: '"the hill" or river', sort: '-title' }, 'b a e'],
    [{ sort: 'km:desc,title:desc' }, 'd a c b e'],
    [{ filter: { open: 'false' } }, 'b e'],
    [{ include: 'code:sesame' }, ''],
  ])('with %j holds %s', async (words, expected) => {
    const { site } = await makeFiled();
    const shown = await index(site, 'walks', words);
    expect(idsOf(shown.objects)).toBe(expected);
    expect(shown.count).toBe(expected === '' ? 0 : expected.split(' ').length);
  });

  it.each<[object, string]>([
    [{ limit: '2' }, 'a b'],
    [{ limit: 2, offset: '1' }, 'b c'],
    [{ offset: 4 }, 'e'],
    [{ offset: 9 }, ''],
    [{ sort: '-title', limit: 2, include: 'open' }, 'a c'],
  ])('with %j is a part of the whole', async (words, expected) => {
    const { site } = await makeFiled();
    const shown = await index(site, 'walks', words);
    expect(idsOf(shown.objects)).toBe(expected);
    expect(shown.count).toBe('include' in words ? 3 : 5);
  });

  it('shows the fields that are asked for, and always the id', async () => {
    const { site } = await makeFiled();
    const entriesWith = async (fields: string) => (await index(site, 'walks', { fields, limit: 1 })).objects;
    expect(await entriesWith('id')).toEqual([{ id: 'a' }]);
    expect(await entriesWith('km, title')).toEqual([{ id: 'a', title: 'River walk', km: 12 }]);
    expect(await entriesWith('code')).toEqual([{ id: 'a' }]);
  });

  it('is the same answer until something changes', async () => {
    const { site } = await makeFiled();
    const ask = () => listIndex(site, 'walks', { include: 'open' });
    const first = await ask();
    const kept = await ask();
    expect(await ask()).toBe(kept);
    expect(await textOf(kept)).toBe(await textOf(first));
    expect(kept.etag).toBe(first.etag);
    await removeObject(site, 'walks', 'a');
    const after = await ask();
    expect(after.etag).not.toBe(first.etag);
    expect(idsOf(JSON.parse(await textOf(after)).objects)).toBe('c d');
  });

  it('of very many objects comes in pieces that make one answer', async () => {
    const { site } = await makeWalks();
    const collectionIndex = await site.store.catalogue.collectionIndex('notes');
    const count = 10_001;
    // The watcher may still be looking at the new folder, and takes out again what has no file.
    await vi.waitFor(async () => {
      // Filed as if they had been read: so many files would only slow the test down.
      for (let n = 0; n < count; n += 1)
        collectionIndex.put({ id: `n${n}`, count: n }, { size: 1, mtimeMs: n, ino: n });
      const listing = await listIndex(site, 'notes', { sort: 'count' });
      expect(listing).not.toHaveProperty('bytes');
      const { objects, ...head } = JSON.parse(await textOf(listing));
      expect(head).toMatchObject({ collection: 'notes', count });
      expect(idsOf(objects)).toBe(Array.from({ length: count }, (_, n) => `n${n}`).join(' '));
      const some = await listIndex(site, 'notes', { include: 'count:lt:10000' });
      expect(some).toHaveProperty('bytes');
    }, 20_000);
  });

  it('is made of the files again when it is rebuilt', async () => {
    const test = await makeFiled();
    const { site } = test;
    await index(site, 'walks', { search: 'boots' });
    await test.place('walks/a.json', { ...WALKS[0], title: 'Another walk', note: 'shoes' });
    await test.place('walks/z.json', { id: 'z', title: 'Zed', note: 'boots' });
    const text = await textOf(await rebuildIndex(site, 'walks', { search: 'boots' }));
    expect(JSON.parse(text)).toMatchObject({ collection: 'walks', count: 2, rebuilt: true });
    expect(idsOf((await index(site, 'walks')).objects)).toBe('a b c d e z');
    expect(JSON.stringify(await index(site, 'walks', { include: 'id:a' }))).toContain('Another walk');
    expect((await refusal(rebuildIndex(site, 'nope', {}))).kind).toBe('missing');
  });
});
