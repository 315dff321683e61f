import { describe, expect, it } from 'vitest';
import { createObject, patchObject, removeObject } from '../../../../server/content/objects/write.js';
import { type QueryWords, queryObjects } from '../../../../server/content/reading/query.js';
import { listObjects } from '../../../../server/content/reading/read.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeFiled, query } from '../filed-walks.js';
import { makeWalks } from '../walks.js';

describe('a query', () => {
  it('has the shape of the interface, with the objects as GET answers them', async () => {
    const { site } = await makeFiled();
    const answer = await queryObjects(site, 'walks', { limit: '2', offset: '2' });
    const pagination = { total: 5, count: 2, per_page: 2, current_page: 2, total_pages: 3 };
    const { objects } = shownIn(
      await listObjects(site, 'walks', { sort: 'id', order: 'asc', limit: 2, offset: 2 }),
    );
    expect(shownIn(answer)).toEqual({ data: objects, pagination, meta: { pagination } });
    expect(answer).toMatchObject({ total: 5, count: 2, limit: 2, offset: 2 });
  });

  it('of nothing has one page', async () => {
    const { site } = await makeWalks();
    expect(shownIn(await queryObjects(site, 'notes', {}))).toMatchObject({
      data: [],
      pagination: { total: 0, count: 0, per_page: 20, current_page: 1, total_pages: 1 },
    });
  });

  it.each<[QueryWords, string]>([
    [{}, 'a b c d e'],
    [{ sort: '-id' }, 'e d c b a'],
    [{ sort: 'km:desc,title' }, 'd a c e b'],
    [{ include: 'open:true' }, 'a c d'],
    [{ include: 'open:true,km:gt:7' }, 'a'],
    [{ exclude: 'open:true' }, 'b e'],
    [{ exclude: 'open:true,km:3' }, ''],
    [{ include: 'km:gt:1', exclude: 'tags:water' }, 'c e'],
    [{ include: 'title:river*', exclude: 'title:river walk' }, 'b'],
    [{ include: ['open:true', 'km:12'] }, 'a'],
    [{ include: 'open:true', filter: { km: '12' } }, 'a'],
    [{ search: 'boots', sort: 'title:desc' }, 'a d'],
    [{ search: 'boots', include: 'open:true', exclude: 'km:12' }, 'd'],
    [{ include: ',,' }, 'a b c d e'],
  ])('with %j holds %s', async (words, expected) => {
    expect(await query(await makeFiled(), words)).toBe(expected);
  });

  it('finds the same texts by signs after an object came and went between two searches', async () => {
    const { site } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'C++' }] } });
    const found = async (search: string) => shownIn(await queryObjects(site, 'notes', { search })).pagination;
    expect(await found('c++')).toMatchObject({ total: 1 });
    await createObject(site, 'notes', { id: 'b', title: 'C' });
    await removeObject(site, 'notes', 'b');
    await createObject(site, 'notes', { id: 'c', title: 'C++ too' });
    expect(await found('c++ or c#')).toMatchObject({ total: 2 });
  });

  it('follows the collection’s own order unless told otherwise', async () => {
    const test = await makeWalks({
      collections: [{ id: 'sorted', schema: 'plain', sortBy: 'count', reverseSort: true }],
      objects: {
        sorted: [
          { id: 'a', count: 1 },
          { id: 'b', count: 3 },
          { id: 'c', count: 2 },
        ],
      },
    });
    expect(await query(test, {}, 'sorted')).toBe('b c a');
    expect(await query(test, { sort: 'id' }, 'sorted')).toBe('a b c');
  });

  it.each<[QueryWords, string[]]>([
    [{ include: 'title' }, ['id', 'title']],
    [{ include: 'title,km,unheard' }, ['id', 'title', 'km']],
    [{ include: 'unheard' }, ['id']],
    [{ include: 'title,km', exclude: 'km' }, ['id', 'title']],
    [{ exclude: 'id,title,tags,note,level,created,modified' }, ['id', 'km', 'open']],
    // a bare token chooses, a token with a colon is a criterion
    [{ include: 'open,open:true' }, ['id', 'open']],
    [{ include: '__proto__' }, ['id']],
  ])('with %j shows %j', async (words, properties) => {
    const { site } = await makeFiled();
    const { data } = shownIn(await queryObjects(site, 'walks', { ...words, limit: '1' }));
    expect(data).toEqual([expect.objectContaining({ id: 'a' })]);
    expect(Array.isArray(data) ? Object.keys(data[0]) : []).toEqual(properties);
  });

  it('rejects more than 20 criteria in all', async () => {
    const { site } = await makeWalks();
    const many = (count: number) => Array.from({ length: count }, () => 'km:1').join();
    const refused = await refusal(queryObjects(site, 'walks', { include: many(11), exclude: many(10) }));
    expect(refused).toMatchObject({ kind: 'invalid', details: { include: [expect.any(String)] } });
    expect((await queryObjects(site, 'walks', { include: many(10), exclude: many(10) })).total).toBe(0);
    expect((await refusal(queryObjects(site, 'walks', { include: { a: 'b' } }))).kind).toBe('invalid');
    expect((await refusal(queryObjects(site, 'nope', {}))).kind).toBe('missing');
  });

  it('is the same answer until something changes, and has another tag then', async () => {
    const test = await makeFiled();
    const { site } = test;
    const words = { include: 'open:true', search: 'boots', sort: 'title' };
    const first = await queryObjects(site, 'walks', words);
    const kept = await queryObjects(site, 'walks', words);
    expect(await queryObjects(site, 'walks', words)).toBe(kept);
    expect([kept.etag, kept.bytes]).toEqual([first.etag, first.bytes]);
    await createObject(site, 'walks', { id: 'f', title: 'A boot, boots', open: true });
    const second = await queryObjects(site, 'walks', words);
    expect(second.etag).not.toBe(first.etag);
    expect(await query(test, words)).toBe('f d a');
    await patchObject(site, 'walks', 'd', { open: false });
    expect(await query(test, words)).toBe('f a');
    await patchObject(site, 'walks', 'a', { note: 'shoes' });
    expect(await query(test, words)).toBe('f');
    await removeObject(site, 'walks', 'f');
    expect(await query(test, words)).toBe('');
  });

  it('has a tag of its own for every question', async () => {
    const { site } = await makeFiled();
    const questions: QueryWords[] = [
      {},
      { limit: '2' },
      { limit: '2', offset: '2' },
      { sort: '-id' },
      { sort: 'title:asc:natural' },
      { include: 'open:true' },
      { exclude: 'open:true' },
      { include: 'open' },
      { exclude: 'open' },
      { search: 'boots' },
      { search: 'boots or mill' },
    ];
    const tags = await Promise.all(questions.map((words) => queryObjects(site, 'walks', words)));
    expect(new Set(tags.map(({ etag }) => etag)).size).toBe(questions.length);
    const [{ etag }, listed] = [await queryObjects(site, 'walks', {}), await listObjects(site, 'walks', {})];
    expect(listed.etag).not.toBe(etag);
  });
});

describe('a random order', () => {
  it('holds everything once, and is another one each time', async () => {
    const objects = Array.from({ length: 40 }, (_, n) => ({ id: `n${n}`, count: n % 2 }));
    const test = await makeWalks({
      files: Object.fromEntries(objects.map((one) => [`notes/${one.id}.json`, one])),
    });
    const words = { sort: 'shuffle', limit: '100' };
    const [first, second] = [await query(test, words, 'notes'), await query(test, words, 'notes')];
    expect(first.split(' ').sort()).toEqual(objects.map(({ id }) => id).sort());
    expect(second).not.toBe(first);
    const page = shownIn(
      await queryObjects(test.site, 'notes', { sort: 'shuffle', limit: '7', offset: '35' }),
    );
    expect(page).toMatchObject({ pagination: { total: 40, count: 5 } });
    // Among other criteria it only breaks ties.
    const ties = await query(test, { sort: 'count:desc,shuffle', limit: '100' }, 'notes');
    const counts = ties.split(' ').map((id) => Number(id.slice(1)) % 2);
    expect(counts).toEqual([...Array(20).fill(1), ...Array(20).fill(0)]);
    const kept = await queryObjects(test.site, 'notes', { sort: 'shuffle', include: 'count:1' });
    expect(kept.total).toBe(20);
  });
});
