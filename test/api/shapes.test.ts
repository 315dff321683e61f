/** Reads of objects in another shape: `fields`, `expand`, `locale`, `published` (spec/queries.md#shape). */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { isJsonObject } from '../../server/contract/values.js';
import { readEvents } from '../helpers/event-reader.js';
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

describe('a date of publication that comes while a server runs', () => {
  it('is told as a change by Plinth, and lists have another ETag', async () => {
    const soon = new Date(Date.now() + 2000).toISOString();
    const settings = { id: 'pages', schema: 'page', name: 'Pages', published: { from: 'from' } };
    const own = await startTestServer({
      ...PAGES,
      'pages/.meta.json': settings,
      'pages/soon.json': { id: 'soon', from: soon },
    });
    const stream = await readEvents(`${own.url}/api/events`, { 'x-api-key': await own.key() });
    await stream.next();
    const list = () => own.request(`${PAGES_LIST}?published=1`);
    const [before, again] = [await list(), await list()];
    const found = () => own.request(`${PAGES_LIST}/soon?published=1`);
    expect([before.json.total, again.headers.get('etag'), (await found()).status]).toEqual([
      1,
      before.headers.get('etag'),
      404,
    ]);
    const event = await stream.next();
    expect([event?.event, event?.data]).toEqual([
      'object.updated',
      expect.objectContaining({ collection: 'pages', id: 'soon', actor: { kind: 'plinth' } }),
    ]);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await own.request(`${PAGES_LIST}?published=1`, { headers });
    expect([after.status, after.json.total, (await found()).status]).toEqual([200, 2, 200]);
  });
});
