import { describe, expect, it } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { queryObjects } from '../../../../server/content/reading/query.js';
import { listObjects } from '../../../../server/content/reading/read.js';
import { refusal } from '../../../helpers/site.js';
import { makeFiled, query } from '../filed-walks.js';
import { makeWalks } from '../walks.js';

describe('what is kept to find things', () => {
  it('goes with its collection and with the site', async () => {
    const test = await makeFiled();
    const { site } = test;
    const collectionIndex = await site.store.catalogue.collectionIndex('walks');
    const finder = site.queries.of(site.collections.get('walks'), collectionIndex);
    expect(await query(test, { search: 'boots' })).toBe('a d');
    expect(finder.index?.size).toBe(5);
    site.queries.forget('walks');
    expect(site.queries.of(site.collections.get('walks'), collectionIndex)).not.toBe(finder);
    expect(finder.index).toBeUndefined();
  });

  /** More than is indexed in one slice. */
  const MANY = Object.fromEntries(
    Array.from({ length: 1500 }, (_, n) => [
      `notes/n${n}.json`,
      { id: `n${n}`, note: `needle ${n} `.repeat(40) },
    ]),
  );

  it('is made once for all who ask meanwhile, and holds what is written meanwhile', async () => {
    const test = await makeWalks({ files: MANY });
    const { site } = test;
    const words = { search: 'needle', sort: '-id', limit: '1' };
    const totals = await Promise.all([
      queryObjects(site, 'notes', words),
      queryObjects(site, 'notes', { ...words, search: '"needle 1499"' }),
      createObject(site, 'notes', { id: 'z', note: 'a needle' }),
      listObjects(site, 'notes', { search: 'needle or nothing' }),
    ]);
    const [first, phrase, , any] = totals;
    expect([1500, 1501]).toContain(Object(first).total);
    expect(Object(phrase).total).toBe(1);
    expect([1500, 1501]).toContain(Object(any).total);
    expect(await query(test, words, 'notes')).toBe('z');
    await removeObject(site, 'notes', 'z');
    expect((await queryObjects(site, 'notes', words)).total).toBe(1500);
  });

  it('is given up with its collection: a search under way ends as busy', async () => {
    const { site } = await makeWalks({ files: MANY });
    await site.store.catalogue.collectionIndex('notes');
    const searching = refusal(queryObjects(site, 'notes', { search: 'needle' }));
    await new Promise((resolve) => setImmediate(resolve));
    site.queries.forget('notes');
    expect((await searching).kind).toBe('busy');
    expect((await queryObjects(site, 'notes', { search: 'needle' })).total).toBe(1500);
  });

  it('does not grow with an object that is saved again and again', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'n', note: 'first' }] } });
    const most: number[] = [];
    for (let n = 0; n < 1100; n += 1) {
      await patchObject(site, 'notes', 'n', { note: `edition${n}` });
      expect((await queryObjects(site, 'notes', { search: `edition${n}` })).total).toBe(1);
      const collectionIndex = await site.store.catalogue.collectionIndex('notes');
      most.push(site.queries.of(site.collections.get('notes'), collectionIndex).index?.size ?? 0);
    }
    expect((await queryObjects(site, 'notes', { search: 'edition7' })).total).toBe(0);
    expect(Math.max(...most)).toBe(1002);
    expect(most.at(-1)).toBeLessThan(100);
  });

  it('follows a schema that shows something else', async () => {
    const test = await makeFiled();
    const { site } = test;
    expect(await query(test, { include: 'km:12' })).toBe('a');
    const document = site.library.document('walk');
    const properties = { ...document?.properties, km: { type: 'string', field: 'secret' } };
    await test.place('.schemas/walk.json', { ...document, properties });
    await site.library.refresh();
    site.collections.rebind();
    expect(await query(test, { include: 'km:12' })).toBe('');
    expect(await query(test, { search: '12' })).toBe('');
  });
});
