/** Reads of objects in another shape: `fields`, `expand`, `locale`, `published` (spec/queries.md#shape). */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { isJsonObject } from '../../server/contract/values.js';
import {
  type Answer,
  detailsOf,
  errorOf,
  type Sent,
  sharedServer,
  startTestServer,
} from '../helpers/server.js';
import { ONE, PAGES, PAGES_LIST } from './shapes-folder.js';

const server = sharedServer(() => PAGES);

const get = (path: string, as: Sent['as'] = 'owner') => server().request(path, { as });

const warnings = ({ headers }: Answer) => headers.get('x-plinth-warnings');

/** The object `one` in an answer, whichever address was asked. */
function oneIn({ json }: Answer): JsonObject {
  const list = [json.objects, json.data].find(Array.isArray) ?? [json];
  return list.filter(isJsonObject).find(({ id }) => id === 'one') ?? {};
}

const PLACES = {
  'an object': ONE,
  'a list': `${PAGES_LIST}?limit=9`,
  'a query': `${PAGES_LIST}/query?limit=9`,
};

const at = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

describe.each(Object.entries(PLACES))('%s', (_name, path) => {
  const ask = async (query: string, as?: Sent['as']) => {
    const answer = await get(at(path, query), as);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return answer;
  };

  it('has only the requested fields, and always the id', async () => {
    const one = oneIn(await ask('fields=plain,credit.who,credits.role.de,title.en,author.name'));
    expect(one).toEqual({
      id: 'one',
      plain: 'first page',
      credit: { who: 'ada' },
      credits: { a: { role: { de: 'Text' } }, b: { role: {} } },
      title: { en: 'One' },
      author: 'ada',
    });
    const none = await ask('fields=titel,credit.rol,__proto__,constructor.name');
    expect(oneIn(none)).toEqual({ id: 'one', credit: {} });
    expect(warnings(none)?.split(', ').sort()).toEqual(
      ['__proto__', 'constructor.name', 'credit.rol', 'titel'].sort(),
    );
    expect(oneIn(await ask('fields='))).toEqual(oneIn(await ask('limit=9')));
  });

  it('has objects in place of the values that name them', async () => {
    const answer = await ask('expand=author,byCode,related,credit.who,credits.who');
    const one = oneIn(answer);
    const ada = { id: 'ada', name: 'Ada', friend: 'bob' };
    const bob = { id: 'bob', name: 'Bob', friend: 'ada' };
    expect(one).toMatchObject({
      author: ada,
      byCode: bob,
      related: [
        { id: 'two', author: 'bob' },
        { id: 'one', related: ['two', 'gone', 'one'] },
      ],
      credit: { who: ada },
      credits: { a: { who: bob }, b: { who: ada } },
    });
    expect(warnings(answer)).toBe('related:gone');
    expect(answer.text).not.toContain('hidden word');
  });

  it('follows two relations, also in circles, and no more', async () => {
    const one = oneIn(await ask('expand=related.related,author.friend,related.author'));
    expect(one).toMatchObject({
      author: { id: 'ada', friend: { id: 'bob', friend: 'ada' } },
      related: [
        {
          id: 'two',
          author: { id: 'bob' },
          related: [{ id: 'one', author: 'ada', related: ['two', 'gone', 'one'] }],
        },
        { id: 'one', author: { id: 'ada' } },
      ],
    });
    const deep = await get(at(path, 'expand=related.related.related'));
    expect([deep.status, deep.json.error]).toEqual([
      400,
      expect.objectContaining({
        details: { expand: ['must follow at most 2 relations: "related.related.related" follows more'] },
      }),
    ]);
  });

  it('ignores and names what is no relation, and what there is no object for', async () => {
    const answer = await ask('expand=plain,hidden,nothing,author.name,credits,lost,__proto__,author.nothing');
    expect(oneIn(answer)).toMatchObject({ plain: 'first page', author: 'ada', lost: null });
    expect(warnings(answer)?.split(', ').sort()).toEqual(
      [
        '__proto__',
        'author.name',
        'author.nothing',
        'credits',
        'hidden',
        'lost:someone',
        'nothing',
        'plain',
      ].sort(),
    );
  });

  it('chooses fields of expanded objects, which keep their ids', async () => {
    const answer = await ask('fields=author.name,author.pin,author.nmae,related.plain&expand=author,related');
    expect(oneIn(answer)).toEqual({
      id: 'one',
      author: { id: 'ada', name: 'Ada', pin: '' },
      related: [
        { id: 'two', plain: 'second page' },
        { id: 'one', plain: 'first page' },
      ],
    });
    expect(warnings(answer)?.split(', ')).toEqual(['author.nmae', 'related:gone']);
  });

  it('has one text of each text by language, also inside cards, decks and expanded objects', async () => {
    const texts = async (locale: string) => {
      const answer = await ask(
        `locale=${locale}&expand=author.town&fields=title,credit.role,credits.role,author.bio,author.town.name`,
      );
      const { title, credit, credits, author } = oneIn(answer) as Record<string, JsonObject>;
      const { a, b } = Object(credits);
      const person = Object(author);
      return [title, credit?.role, a.role, b.role, person.bio, Object(person.town).name, warnings(answer)];
    };
    expect(await texts('de')).toEqual(['Eins', 'Bilder', 'Text', '', 'Schreibt', 'Ulm', null]);
    expect(await texts('de_CH')).toEqual(['Eins', 'Bilder', 'Text', '', 'Schreibt', 'Ulm', null]);
    expect(await texts('DE-ch')).toEqual(await texts('de_CH'));
    expect(await texts('en')).toEqual(['One', 'Photos', 'Text', '', 'Writes', 'Ulm', null]);
    expect(await texts('fr_CA')).toEqual(['One', 'Photos', 'Text', '', 'Writes', 'Oulm', null]);
    expect((await texts('ja')).at(-1)).toBe('locale:ja');
    // The languages of the field come before the order in the file.
    expect((await texts('ja'))[0]).toBe('One');
  });

  it('changes its ETag with an expanded object, with rights, and with nothing else', async () => {
    const query = 'expand=author.town&locale=de&fields=author';
    const tags = async (as?: Sent['as']) => (await ask(query, as)).headers.get('etag') ?? '';
    const first = await tags();
    const unchanged = await server().request(at(path, query), { headers: { 'if-none-match': first } });
    expect([unchanged.status, await tags(), (await tags('nobody')) === first]).toEqual([304, first, false]);
    const town = '/api/collections/towns/ulm';
    const patch = (name: JsonObject) => server().request(town, { method: 'PATCH', json: { name } });
    await patch({ en: 'Ulm', de: 'Ulm an der Donau' });
    const changed = await server().request(at(path, query), { headers: { 'if-none-match': first } });
    expect([changed.status, changed.text.includes('Donau')]).toEqual([200, true]);
    await patch({ en: 'Ulm', fr: 'Oulm' });
    const { status, text } = await server().request(at(path, query), { headers: { 'if-none-match': first } });
    // The town was saved twice since.
    expect([status, text.includes('Donau')]).toEqual([200, false]);
  });

  it('shows expanded objects only to callers who may read them', async () => {
    const pagesOnly = await server().key({ methods: ['GET'], paths: ['/collections/pages'] });
    const withAda = await server().key({
      methods: ['GET'],
      paths: ['/collections/pages', '/collections/people/ada'],
    });
    const all = await server().key({ methods: ['GET'], paths: ['*'] });
    const expanded = async (as: Sent['as']) => {
      const answer = await ask(
        'expand=author.town,credits.who,related&fields=author.name,author.town.id,credits.who.id,related.id',
        as,
      );
      return [oneIn(answer), warnings(answer)?.split(', ').sort()];
    };
    const related = [{ id: 'two' }, { id: 'one' }];
    const [ada, bob] = [{ who: { id: 'ada' } }, { who: { id: 'bob' } }];
    const town = { id: 'ulm' };
    const none = { id: 'one', author: null, credits: { a: { who: null }, b: { who: null } }, related };
    const everything = {
      id: 'one',
      author: { id: 'ada', name: 'Ada', town },
      credits: { a: bob, b: ada },
      related,
    };
    const hidden = ['author:ada', 'credits.who:ada', 'credits.who:bob', 'related:gone'];
    for (const as of ['owner', { key: all }] as const) expect((await expanded(as))[0]).toEqual(everything);
    for (const as of ['nobody', { key: pagesOnly }] as const) expect((await expanded(as))[0]).toEqual(none);
    expect((await expanded('nobody'))[1]).toEqual(expect.arrayContaining(hidden));
    expect((await expanded({ key: withAda }))[0]).toEqual({
      ...everything,
      author: { id: 'ada', name: 'Ada', town: null },
      credits: { a: { who: null }, b: ada },
    });
  });
});

describe('what is published', () => {
  it('is all but drafts where the collection has no rule', async () => {
    const found = await Promise.all(
      Object.values(PLACES)
        .slice(1)
        .map((path) => get(at(path, 'published=1'))),
    );
    expect(found.map(({ json }) => json.total ?? Object(json.pagination).total)).toEqual([1, 1]);
    for (const path of [ONE, `${ONE}?published=0`, `${PAGES_LIST}/two`])
      expect((await get(path)).status).toBe(200);
    const draft = await get(`${PAGES_LIST}/two?published=1`, 'nobody');
    expect([draft.status, errorOf(draft).message]).toEqual([
      404,
      'There is no published object "two" in the collection "pages"',
    ]);
  });

  it('holds for index, reports, exports and choices', async () => {
    const texts = await Promise.all(
      [
        `${PAGES_LIST}/index?`,
        '/report/collections/pages/json?fields=plain&',
        '/report/collections/pages/csv?fields=plain&',
        '/api/export/collections/pages/json?',
      ].map(async (path) => [await get(path), await get(`${path}published=1`)]),
    );
    for (const [all, live] of texts) {
      expect(all?.text).toContain('second page');
      expect(live?.text).toContain('first page');
      expect(live?.text).not.toContain('second page');
      expect(live?.headers.get('etag')).not.toBe(all?.headers.get('etag'));
    }
  });

  it('holds for expanded objects, too', async () => {
    const answer = await get(`${ONE}?published=1&expand=byCode,related&fields=byCode.id,related.id`);
    expect(answer.json).toEqual({ id: 'one', byCode: null, related: [{ id: 'one' }] });
    expect(warnings(answer)).toBe('byCode:B2, related:two, related:gone');
  });
});

describe('parameters', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join();
  it.each([
    ['published=yes', 'published', 'must be 1 or 0'],
    ['published=1&published=no', 'published', 'must be 1 or 0'],
    ['published[a]=1', 'published', 'must be 1 or 0'],
    ['locale=german', 'locale', 'must be one language such as "en" or "en_US"'],
    ['locale=__proto__', 'locale', 'must be one language such as "en" or "en_US"'],
    ['locale=de&locale=en', 'locale', 'must be one language such as "en" or "en_US"'],
    ['fields[a]=b', 'fields', 'must be a comma-separated list'],
    ['expand[a]=b', 'expand', 'must be a comma-separated list'],
    [`fields=${names(1001)}`, 'fields', 'must have at most 1000 names'],
    [`expand=${names(21)}`, 'expand', 'must have at most 20 names'],
    [`fields=${'a.'.repeat(10)}a`, 'fields', 'must have names of at most 10 parts'],
    [`expand=${'credit.'.repeat(10)}who`, 'expand', 'must have names of at most 10 parts'],
  ])('that cannot be read are rejected by name: %#', async (query, parameter, rule) => {
    for (const path of Object.values(PLACES)) {
      const answer = await get(at(path, query));
      expect([answer.status, detailsOf(answer)]).toEqual([400, { [parameter]: [rule] }]);
    }
  });

  it('may be sent several times, as one list', async () => {
    const answer = await get(`${ONE}?fields=plain&fields=author.id&expand=author&expand=related`);
    expect(answer.json).toEqual({ id: 'one', plain: 'first page', author: { id: 'ada' } });
  });
});

describe('the past', () => {
  it('is answered in every shape, by what was related and live then', async () => {
    const own = await startTestServer({
      ...PAGES,
      'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', published: { from: 'from' } },
    });
    const patch = async (path: string, json: JsonObject) => {
      await own.request(`/api/collections/${path}`, { method: 'PATCH', json });
      const [last] = (await own.request('/api/activity?limit=1')).json.activity as JsonObject[];
      return String(last?.at);
    };
    await patch('pages/one', { plain: 'then', from: '2020-01-01' });
    const then = await patch('people/ada', { name: 'Ada then', bio: { de: 'Damals' } });
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(then) + 1);
    await patch('people/ada', { name: 'Ada now', bio: { de: 'Heute' } });
    await patch('pages/one', { plain: 'now', from: '2099-01-01' });
    const query = `fields=plain,author.name,author.bio&expand=author&locale=de&published=1&at=${then}`;
    for (const path of Object.values(PLACES)) {
      const answer = await own.request(at(path, query));
      expect([answer.status, oneIn(answer)]).toEqual([
        200,
        { id: 'one', plain: 'then', author: { id: 'ada', name: 'Ada then', bio: 'Damals' } },
      ]);
      const now = await own.request(at(path, query.replace(/&at=.*/, '')));
      expect(oneIn(now).plain).toBeUndefined();
      for (const as of ['nobody', { key: await own.key({ paths: ['/collections/pages'] }) }] as const)
        expect([401, 403]).toContain((await own.request(at(path, query), { as })).status);
    }
  });

  it('has as live what was live then, not what is live now', async () => {
    const own = await startTestServer({
      ...PAGES,
      'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', published: { from: 'from' } },
    });
    const from = new Date(Date.now() + 3_000).toISOString();
    await own.request(ONE, { method: 'PATCH', json: { from } });
    const [last] = (await own.request('/api/activity?limit=1')).json.activity as JsonObject[];
    const then = String(last?.at);
    await expect.poll(async () => (await own.request(`${ONE}?published=1`)).status).toBe(200);
    expect((await own.request(`${ONE}?published=1&at=${then}`)).status).toBe(404);
    const list = await own.request(`${PAGES_LIST}?published=1&at=${then}`);
    expect([list.status, list.json.total]).toEqual([200, 0]);
  });
});

describe('answers with very many expanded objects', () => {
  it('name only as many missing ones as a header has room for', async () => {
    const related = Array.from({ length: 60 }, (_, at) => `${at} ${'\u6728'.repeat(180)}`);
    const own = await startTestServer({ ...PAGES, 'pages/long.json': { id: 'long', related } });
    const answer = await own.request(`${PAGES_LIST}/long?expand=related&fields=related`);
    expect([answer.status, answer.json]).toEqual([200, { id: 'long', related: [] }]);
    expect(warnings(answer)).toMatch(/^related:0%20%E6%9C%A8/);
    expect(warnings(answer)?.length).toBeLessThan(4100);
  });

  it('are rejected by name instead of being made', async () => {
    const ids = Array.from({ length: 101 }, (_, at) => `n${at}`);
    const own = await startTestServer({
      ...PAGES,
      ...Object.fromEntries(
        ids.map((id) => [`pages/${id}.json`, { id, plain: id, related: ids, author: 'long' }]),
      ),
      'people/long.json': { id: 'long', name: 'x'.repeat(200_000) },
    });
    const one = `${PAGES_LIST}/n0`;
    const answer = await own.request(`${one}?expand=related&fields=related.id`);
    expect((answer.json.related as JsonObject[]).map(({ id }) => id)).toEqual(ids);
    // 101 objects, each with 101 more: 10,302.
    const many = await own.request(`${one}?expand=related.related`);
    expect([many.status, detailsOf(many)]).toEqual([
      400,
      {
        expand: [
          'must put at most 10000 objects, or 16 MB of them, into one answer; ask for fewer objects, relations or fields',
        ],
      },
    ]);
    // 100 times 200,000 characters.
    const large = await own.request(`${PAGES_LIST}?limit=100&expand=author`);
    expect([large.status, detailsOf(large)]).toEqual([400, detailsOf(many)]);
    const small = await own.request(`${PAGES_LIST}?limit=100&expand=author&fields=author.id`);
    expect([small.status, small.json.count]).toEqual([200, 100]);
    const list = await own.request(`${PAGES_LIST}?limit=100&expand=related&fields=related.id`);
    expect(list.status).toBe(400);
    const fewer = await own.request(`${PAGES_LIST}?limit=98&sort=id&expand=related&fields=related.id`);
    expect([fewer.status, (fewer.json.objects as JsonObject[]).length]).toEqual([200, 98]);
  });
});
