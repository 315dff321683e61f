import { describe, expect, it } from 'vitest';
import { listIndex, rebuildIndex } from '../../../server/content/index-listing.js';
import { type QueryWords, queryObjects, queryPage } from '../../../server/content/query.js';
import { queryCsv, queryHtml } from '../../../server/content/query-formats.js';
import { listObjects } from '../../../server/content/read.js';
import { createObject, patchObject, removeObject } from '../../../server/content/write.js';
import { isJsonObject, type JsonObject } from '../../../server/contract/values.js';
import type { Site } from '../../../server/site.js';
import { refusal, shownIn, type TestSite } from '../../helpers/site.js';
import { makeWalks } from './walks.js';

const idsOf = (list: unknown): string =>
  Array.isArray(list) ? list.map((one: { id: string }) => one.id).join(' ') : 'no list';

const query = async ({ site }: Pick<TestSite, 'site'>, words: QueryWords = {}, collection = 'walks') =>
  idsOf(shownIn(await queryObjects(site, collection, words)).data);

const list = async ({ site }: Pick<TestSite, 'site'>, words: object, collection = 'walks') =>
  idsOf(shownIn(await listObjects(site, collection, { sort: 'id', order: 'asc', ...words })).objects);

/** The index as its body reads. */
async function index(site: Site, collection: string, words: object = {}): Promise<JsonObject> {
  let text = '';
  for await (const piece of (await listIndex(site, collection, words)).body) text += piece;
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** Walks as files, so that every value is as it stands here. */
const WALKS: Record<string, unknown>[] = [
  {
    id: 'a',
    title: 'River walk',
    km: 12,
    level: 'easy',
    open: true,
    tags: ['water', 'Long'],
    note: 'Bring boots',
  },
  { id: 'b', title: 'river bank', km: 3, level: 'hard', open: false, tags: ['water'], note: '' },
  { id: 'c', title: 'Old mill', km: 7, level: 'easy', open: true, tags: [], code: 'sesame' },
  { id: 'd', title: 'Item 10', open: true, note: 'The old miller&apos;s boots' },
  { id: 'e', title: 'Item 9', km: 3, level: null, open: false, note: '<p>Up the <b>hill</b></p>' },
].map((one) => ({
  ...one,
  created: '2026-01-01T00:00:00.000Z',
  modified: `2026-01-0${'abcde'.indexOf(one.id) + 1}T00:00:00.000Z`,
}));

const makeFiled = () =>
  makeWalks({ files: Object.fromEntries(WALKS.map((one) => [`walks/${one.id}.json`, one])) });

describe('the list', () => {
  it.each<[object, string]>([
    [{ filter: { open: 'true' } }, 'a c d'],
    [{ filter: { open: '' } }, 'a c d'],
    [{ filter: { open: 'false' } }, 'b e'],
    [{ filter: { title: 'RIVER*' } }, 'a b'],
    [{ filter: { title: 'RIVER*', open: 'true' } }, 'a'],
    // several of one property are all asked for
    [{ filter: { tags: ['water', 'long'] } }, 'a'],
    [{ filter: { km: ['gte:3', 'lt:12'] } }, 'b c e'],
    // not indexed
    [{ filter: { level: 'easy' } }, 'a c'],
    [{ filter: { level: 'ne:easy' } }, 'b'],
    [{ filter: { note: '*boots*' } }, 'a d'],
    [{ filter: { id: 'in:a|e' } }, 'a e'],
    [{ filter: { created: '2026-01-01T00:00:00.000Z' } }, 'a b c d e'],
    [{ filter: { modified: 'gt:2026-01-03' } }, 'd e'],
    // nothing the schema knows, and nothing that is hidden
    [{ filter: { unheard: 'ne:x' } }, ''],
    [{ filter: { code: 'sesame' } }, ''],
    [{ filter: { code: '*' } }, ''],
    [{ filter: { code: 'eq:' } }, ''],
    [{ search: 'boots' }, 'a d'],
    [{ search: 'mill' }, 'c'],
    [{ search: 'sesame' }, ''],
    [{ search: '"the hill"' }, 'e'],
    [{ search: 'boots', filter: { open: 'true', title: 'item*' } }, 'd'],
    [{ search: 'river or mill', sort: '-title' }, 'b a c'],
    [{ filter: { open: 'true' }, limit: '1', offset: '1' }, 'c'],
    [{ sort: 'km,-title', order: 'desc' }, 'd a c b e'],
    [{ sort: 'title:asc:natural' }, 'e d c b a'],
    [{ sort: 'level', order: 'asc' }, 'a c b d e'],
    [{ sort: 'unheard,id:desc' }, 'e d c b a'],
  ])('with %j holds %s', async (words, expected) => {
    expect(await list(await makeFiled(), words)).toBe(expected);
  });

  it('counts what it filters', async () => {
    const { site } = await makeFiled();
    const answer = await listObjects(site, 'walks', { filter: { open: 'true' }, limit: '2' });
    expect(shownIn(answer)).toMatchObject({ total: 3, count: 2, limit: 2, offset: 0 });
    expect(answer.total).toBe(3);
  });

  it.each<[object, string]>([
    [{ filter: 'plain' }, 'filter'],
    [{ filter: ['a'] }, 'filter'],
    [{ filter: { km: { gte: '3' } } }, 'filter'],
    [{ filter: { km: Array.from({ length: 21 }, () => '1') } }, 'filter'],
    [{ search: 'x'.repeat(201) }, 'search'],
    [{ search: { a: 'b' } }, 'search'],
    [{ sort: Array.from({ length: 21 }, (_, n) => `p${n}`).join() }, 'sort'],
  ])('refuses %j', async (words, parameter) => {
    const { site } = await makeWalks();
    const refused = await refusal(listObjects(site, 'walks', words));
    expect(refused.kind).toBe('invalid');
    expect(refused.details).toHaveProperty(parameter);
  });

  it('takes a search of 200 characters and 20 criteria', async () => {
    const test = await makeFiled();
    expect(await list(test, { search: 'boots '.repeat(33) })).toBe('a d');
    expect(await list(test, { filter: { km: Array.from({ length: 20 }, () => '12') } })).toBe('a');
  });
});

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

  it('refuses more than 20 criteria in all', async () => {
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
    expect(await queryObjects(site, 'walks', words)).toBe(first);
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

describe('a query as CSV', () => {
  it('has the properties of the page in the schema’s order', async () => {
    const { site } = await makeFiled();
    const page = await queryPage(site, 'walks', { limit: '2', exclude: 'created,modified' });
    expect(queryCsv(page)).toBe(
      [
        'id,title,km,level,open,tags,note',
        'a,River walk,12,easy,true,"[""water"",""Long""]",Bring boots',
        'b,river bank,3,hard,false,"[""water""]",',
        '',
      ].join('\n'),
    );
  });

  it('of nothing is a header of the schema’s properties', async () => {
    const { site } = await makeWalks();
    expect(queryCsv(await queryPage(site, 'notes', {}))).toBe('id,title,count,value,note,created,modified\n');
    expect(queryCsv(await queryPage(site, 'notes', { include: 'value,title' }))).toBe('id,title,value\n');
  });

  it('holds no cell that a spreadsheet would calculate', async () => {
    const { site } = await makeWalks({
      objects: { notes: [{ id: 'a', title: '=1+1', value: '-1+1|cmd', note: '@x, "y"', count: -5 }] },
    });
    const page = await queryPage(site, 'notes', { exclude: 'created,modified' });
    const [, line = ''] = queryCsv(page).split('\n');
    expect(line).toMatch(/^a,("?)'=1\+1\1,-5,("?)'-1\+1\|cmd\2,"'@x, ""y"""$/);
  });
});

describe('a query as HTML', () => {
  it('is a table with everything escaped, and a link to the next page', async () => {
    const { site } = await makeWalks({
      files: { 'notes/a.json': { id: 'a', title: '"A" & \'B\' <script>alert(1)</script>', count: 3 } },
    });
    const page = await queryPage(site, 'notes', { include: 'title,count' });
    const html = queryHtml(page, '/api/x?a=1&offset=1');
    expect(html).toBe(
      [
        '<table class="plinth-query">',
        '<thead><tr><th>id</th><th>title</th><th>count</th></tr></thead>',
        '<tbody>',
        '<tr><td>a</td><td>&quot;A&quot; &amp; &#39;B&#39; &lt;script&gt;alert(1)&lt;/script&gt;</td><td>3</td></tr>',
        '</tbody>',
        '</table>',
        '<a rel="next" href="/api/x?a=1&amp;offset=1">Next page</a>',
        '',
      ].join('\n'),
    );
    expect(queryHtml(page)).not.toContain('<a');
  });
});

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

  it('of many objects comes in pieces that make one answer', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1203 }, (_, n) => [`notes/n${n}.json`, { id: `n${n}`, count: n }]),
    );
    const { site } = await makeWalks({ files });
    const shown = await index(site, 'notes', { sort: 'count' });
    expect(shown.count).toBe(1203);
    expect(idsOf(shown.objects)).toBe(Array.from({ length: 1203 }, (_, n) => `n${n}`).join(' '));
  });

  it('is made of the files again when it is rebuilt', async () => {
    const test = await makeFiled();
    const { site } = test;
    await index(site, 'walks', { search: 'boots' });
    await test.place('walks/a.json', { ...WALKS[0], title: 'Another walk', note: 'shoes' });
    await test.place('walks/z.json', { id: 'z', title: 'Zed', note: 'boots' });
    let text = '';
    for await (const piece of (await rebuildIndex(site, 'walks', { search: 'boots' })).body) text += piece;
    expect(JSON.parse(text)).toMatchObject({ collection: 'walks', count: 2, rebuilt: true });
    expect(idsOf((await index(site, 'walks')).objects)).toBe('a b c d e z');
    expect(JSON.stringify(await index(site, 'walks', { include: 'id:a' }))).toContain('Another walk');
    expect((await refusal(rebuildIndex(site, 'nope', {}))).kind).toBe('missing');
  });
});

describe('what is kept to find things', () => {
  it('goes with its collection and with the site', async () => {
    const test = await makeFiled();
    const { site } = test;
    const shelf = await site.store.catalogue.shelf('walks');
    const finder = site.finder.of(site.collections.get('walks'), shelf);
    const before = finder.indexBytes;
    expect(await query(test, { search: 'boots' })).toBe('a d');
    expect(finder.indexBytes).toBeGreaterThan(before);
    site.finder.forget('walks');
    expect(site.finder.of(site.collections.get('walks'), shelf)).not.toBe(finder);
    expect(finder.indexBytes).toBe(before);
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
