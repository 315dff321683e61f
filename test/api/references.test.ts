/** References between objects: who refers to what, and renames and deletes that they follow. */
import { describe, expect, it, vi } from 'vitest';
import { type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';
import { EXHIBITS as FILES, relation } from './exhibits.js';

const SITE = {
  ...FILES,
  'authors/.meta.json': { ...FILES['authors/.meta.json'], url: '/people/{id}' },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      body: { field: 'styledtext', label: 'Body' },
      claim: { field: 'localizedstyledtext', label: 'Claim' },
      notes: { field: 'textarea', label: 'Notes' },
      pin: { field: 'secret', settings: { relationalOptions: { collection: 'authors' } } },
      also: relation('list', { collection: 'authors' }, { label: 'Also' }),
      more: { field: 'url', label: 'More' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages', url: 'https://example.org/pages' },
};

/** Texts of pages, and whom of the authors they refer to. */
const REFERRING: [what: string, page: object, properties: string[]][] = [
  ['a link to the page', { body: '<p>See <a href="/people/tom">Tom</a>.</p>' }, ['Body']],
  ['another spelling of it', { body: "<a class='x' href='/people/tom/?a=1&amp;b=2#top'>x</a>" }, ['Body']],
  ['a link of Plinth', { body: '<a href="plinth:authors/tom">Tom</a>' }, ['Body']],
  ['an image of it', { body: '<img src="/imageworks/authors/tom/photo.webp?w=200">' }, ['Body']],
  [
    'an upload of its editor',
    { body: '<img alt="" src="/imageworks/upload/authors/tom/bio/a.png">' },
    ['Body'],
  ],
  ['a file of it', { claim: { de: '<a href="/download/authors/tom/cv">CV</a>' } }, ['Claim']],
  ['an address on this machine', { more: 'http://127.0.0.1:4501/api/collections/authors/tom' }, ['More']],
  ['Markdown', { notes: 'Ask [Tom](/people/tom), or /people/tom.' }, ['Notes']],
  ['an entry of a list', { also: ['ines-calloway', 'tom'] }, ['Also']],
  ['several properties', { also: ['tom'], notes: 'plinth:authors/tom' }, ['Notes', 'Also']],
  ['another object', { body: '<a href="/people/tomas">x</a><a href="/people/tom/works">y</a>' }, []],
  ['another server', { body: '<a href="https://else.org/people/tom">x</a>' }, []],
  ['a word', { notes: 'tom people/tom', also: ['to'] }, []],
  ['a private value', { pin: 'tom' }, []],
  ['text that is no link', { body: '<p>href="/people/tom" &lt;a href="/people/tom"&gt;</p>' }, []],
];

type Found = { data: { id: string; properties: { label: string }[] }[]; total: number };
const referrers = async (server: TestServer, object: string, sent?: Sent): Promise<Found> => {
  const answer = await server.request(`/api/references/collections/${object}`, sent);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
};

describe('references to an object', () => {
  it('are found in relations by id and by another property, in lists and in parts', async () => {
    const server = await startTestServer(FILES);
    const { json } = await server.request('/api/references/collections/authors/ines-calloway');
    const named = (id: string, title: string, name: string, label: string) => ({
      ...{ collection: 'exhibits', id, title },
      properties: [{ name, label }],
    });
    const data = [
      named('e1', 'Exhibit 1', 'curator', 'Curator'),
      named('e2', 'Exhibit 2', 'byCode', 'By code'),
      named('e31', 'Exhibit 31', 'stops.guide', 'Stops › Guide'),
    ];
    expect(json).toEqual({ data, total: 3, hidden: 0, limit: 20, offset: 0 });
    const page = await server.request('/api/references/collections/authors/ines-calloway?limit=1&offset=1');
    expect(page.json).toEqual({ data: data.slice(1, 2), total: 3, hidden: 0, limit: 1, offset: 1 });
    expect(page.headers.get('Link')).toContain('rel="next"');
    const summary = '/api/relations/collections/authors/referrers?ids=ines-calloway';
    expect((await server.request(summary)).json).toEqual({ total: 3, hidden: 0, objects: data });
    const both = '/api/relations/collections/authors/referrers?ids=ines-calloway,tom';
    expect((await server.request(both)).json.total).toBe(4);
    for (const ids of ['', 'A!', ',']) {
      const answer = await server.request(`/api/relations/collections/authors/referrers?ids=${ids}`);
      expect([ids, answer.status]).toEqual([ids, 400]);
    }
    // Also after it is gone: references to it remain.
    expect((await referrers(server, 'authors/gone')).total).toBe(1);
    expect((await referrers(server, 'exhibits/e1')).total).toBe(0);
    expect((await server.request('/api/references/collections/nothing/gone')).status).toBe(404);
  });

  it('are found in texts, by every address of an object and its files', async () => {
    const pages = REFERRING.map(([title, page], at) => [
      `pages/p${at}.json`,
      { id: `p${at}`, title, ...page },
    ]);
    const server = await startTestServer({ ...SITE, ...Object.fromEntries(pages) });
    const { data } = await referrers(server, 'authors/tom?limit=100');
    const found = new Map(data.map(({ id, properties }) => [id, properties.map(({ label }) => label)]));
    expect(REFERRING.map(([what], at) => [what, found.get(`p${at}`) ?? []])).toEqual(
      REFERRING.map(([what, , properties]) => [what, properties]),
    );
    // Without a pattern a page is at the collection and the id; a pattern can have other values.
    await server.request('/api/collections/pages/p2', { method: 'PATCH', json: { notes: '/exhibits/e2' } });
    expect((await referrers(server, 'exhibits/e2')).data).toMatchObject([{ id: 'p2' }]);
    await server.request('/api/collections/exhibits', {
      method: 'PATCH',
      json: { url: '/show/{title}/{id}' },
    });
    await server.request('/api/collections/pages/p2', {
      method: 'PATCH',
      json: { notes: '/show/Exhibit%202/e2' },
    });
    expect((await referrers(server, 'exhibits/e2')).data).toMatchObject([{ id: 'p2' }]);
    // The address of a page without a placeholder, with and without its site.
    const link = {
      id: 'link',
      body: '<a href="https://example.org/pages?id=p0">x</a>',
      notes: '/pages?id=p1',
    };
    await server.request('/api/collections/pages', { method: 'POST', json: link });
    expect((await referrers(server, 'pages/p0')).data).toMatchObject([{ id: 'link' }]);
    expect((await referrers(server, 'pages/p1')).data).toMatchObject([{ id: 'link' }]);
  });

  it('follow saves, changes by other programs, settings and schemas', async () => {
    const server = await startTestServer(SITE);
    const ids = async () => (await referrers(server, 'authors/tom')).data.map(({ id }) => id);
    expect(await ids()).toEqual(['e1', 'e4']);
    const link = { id: 'a', body: '<a href="/people/tom">x</a>' };
    await server.request('/api/collections/pages', { method: 'POST', json: link });
    expect(await ids()).toEqual(['e1', 'e4', 'a']);
    await server.request('/api/collections/exhibits/e4', { method: 'PATCH', json: { curator: 'gone' } });
    await server.request('/api/collections/pages/a', { method: 'PATCH', json: { also: ['tom'], body: '' } });
    expect(await ids()).toEqual(['e1', 'a']);
    await server.request('/api/collections/exhibits/e1', { method: 'DELETE' });
    expect(await ids()).toEqual(['a']);

    await writeFiles(server.folder, { 'exhibits/out.json': { id: 'out', helpers: ['tom'] } });
    await vi.waitFor(async () => expect(await ids()).toEqual(['out', 'a']));

    await writeFiles(server.folder, { 'pages/b.json': { id: 'b', body: '<a href="/staff/tom">x</a>' } });
    await server.request('/api/collections/authors', { method: 'PATCH', json: { url: '/staff/{id}' } });
    await vi.waitFor(async () => expect(await ids()).toEqual(['out', 'a', 'b']));

    const { json: schema } = await server.request('/api/schemas/exhibit?raw=true');
    const properties = { ...Object(schema.properties), helpers: { field: 'multiselect' } };
    await server.request('/api/schemas/exhibit', { method: 'PUT', json: { ...schema, properties } });
    expect(await ids()).toEqual(['a', 'b']);
    await server.request('/api/schemas/exhibit', { method: 'PUT', json: schema });
    expect(await ids()).toEqual(['out', 'a', 'b']);
  });

  it('are shown as far as they may be read; callers who may change the object get the number of the others', async () => {
    const server = await startTestServer({ ...WITH_STAFF, ...FILES });
    const narrow = await server.key({ paths: ['/collections/authors', '/collections/exhibits/e1'] });
    const reader = await server.key({ methods: ['GET'], paths: ['/collections/authors'] });
    const as = (key: string) => ({ as: { key } });
    expect(await referrers(server, 'authors/tom', as(narrow))).toMatchObject({ total: 1, hidden: 1 });
    const bare = await referrers(server, 'authors/tom', as(reader));
    expect(bare).toEqual({ data: [], total: 0, limit: 20, offset: 0 });
    const other = await server.key({ paths: ['/collections/exhibits'] });
    expect((await server.request('/api/references/collections/authors/tom', as(other))).status).toBe(403);
    // The authors can be read by everyone, the exhibits cannot.
    const everyone = await referrers(server, 'authors/tom', { as: 'nobody' });
    expect(everyone).toEqual({ data: [], total: 0, limit: 20, offset: 0 });

    const path = '/api/relations/collections/authors/referrers?ids=tom';
    expect((await server.request(path, { as: 'nobody' })).status).toBe(401);
    expect((await server.request(path, { as: { key: await server.key() } })).status).toBe(403);
    const viewer = await staffSession(server, 'viewer');
    expect((await viewer.request(path)).json).toMatchObject({ total: 2, hidden: 0 });
  });
});

describe('references to objects that do not exist', () => {
  const missing = async (server: TestServer, query = '', sent?: Sent) => {
    const answer = await server.request(`/api/references/missing${query}`, sent);
    const { data = [], ...page } = answer.json;
    const brief = Array.isArray(data)
      ? data.map((one) => {
          const { collection, id, property, reference, target } = JSON.parse(JSON.stringify(one));
          return [`${collection}/${id}`, property.name, reference, target];
        })
      : [];
    return { brief, page, status: answer.status };
  };

  it('are listed by object and property, relations and links alike', async () => {
    const server = await startTestServer({
      ...SITE,
      'exhibits/e2.json': { id: 'e2', byCode: 'ZZ' },
      'exhibits/broken.json': '{',
      'pages/p1.json': {
        id: 'p1',
        title: 'Links',
        body:
          '<a href="/people/none">x</a><a href="/people/tom">x</a><a href="/elsewhere">x</a>' +
          '<a href="plinth:gone/x">x</a><a href="plinth:exhibits/broken">x</a><a href="https://else.org/people/a">x</a>',
      },
    });
    const { brief, page } = await missing(server);
    expect(brief).toEqual([
      ['exhibits/e1', 'helpers', 'gone', 'authors'],
      ['exhibits/e2', 'byCode', 'ZZ', 'authors'],
      ['pages/p1', 'body', '/people/none', 'authors'],
      ['pages/p1', 'body', 'plinth:gone/x', 'gone'],
    ]);
    expect(page).toEqual({ total: 4, limit: 20, offset: 0 });
    expect((await missing(server, '?collections=pages&limit=1&offset=1')).brief).toEqual([brief[3]]);
    expect((await missing(server, '?collections=exhibits,pages&id=e2')).brief).toEqual([brief[1]]);
    expect((await missing(server, '?collections=nothing')).status).toBe(404);
    // An object with that name ends it, also one that another program has written.
    await writeFiles(server.folder, { 'authors/none.json': { id: 'none' } });
    await vi.waitFor(async () => expect((await missing(server)).brief).toHaveLength(3));
  });

  it('are found among the addresses of a text that is not saved yet', async () => {
    const server = await startTestServer({ ...SITE, 'exhibits/broken.json': '{' });
    const asked = async (addresses: unknown, sent?: Sent) =>
      await server.request(
        `/api/references/addresses?addresses=${encodeURIComponent(JSON.stringify(addresses))}`,
        sent,
      );
    const links = ['/people/none', '/people/tom', '/elsewhere', 'plinth:gone/x', '=authors/id/none'];
    expect((await asked([...links, 'plinth:exhibits/broken', '/people/none'])).json).toEqual({
      missing: [
        { address: '/people/none', target: 'authors' },
        { address: 'plinth:gone/x', target: 'gone' },
      ],
    });
    // Who may not read a collection is not told what it lacks.
    const key = await server.key({ paths: ['/collections/pages'] });
    expect((await asked(['plinth:exhibits/none'], { as: { key } })).json).toEqual({
      missing: [],
    });
    for (const wrong of ['x', [1], {}, Array.from({ length: 201 }, () => '/a')]) {
      expect((await asked(wrong)).status).toBe(400);
    }
  });

  it('are also addresses of files that objects do not have, in stored texts and in Health', async () => {
    const there = '/download/upload/pages/p1/body/plan%20b.pdf';
    const gone = [
      '/download/upload/pages/p1/body/old.pdf',
      '/imageworks/upload/pages/p1/body/in/a.png?w=300',
    ];
    const server = await startTestServer({
      ...SITE,
      'pages/p1.json': {
        id: 'p1',
        title: 'Links',
        body:
          `<a href="${there}">x</a><a href="${gone[0]}">x</a><img src="${gone[1]}">` +
          '<a href="https://else.org/download/upload/pages/p1/body/old.pdf">x</a>',
      },
      'pages/p1/body/plan b.pdf': '%PDF-1.4',
    });
    const { brief } = await missing(server, '?collections=pages');
    expect(brief).toEqual(gone.map((address) => ['pages/p1', 'body', address, 'pages']));
    const health = await server.request('/api/health/references');
    expect(health.json.data).toEqual(
      expect.arrayContaining(
        gone.map((address) =>
          expect.objectContaining({ message: `"body" refers to "${address}", which does not exist` }),
        ),
      ),
    );
    const asked = async (sent?: Sent) =>
      (
        await server.request(
          `/api/references/addresses?addresses=${encodeURIComponent(JSON.stringify([there, gone[0]]))}`,
          sent,
        )
      ).json;
    expect(await asked()).toEqual({ missing: [{ address: gone[0], target: 'pages' }] });
    const key = await server.key({ paths: ['/collections/exhibits'] });
    expect(await asked({ as: { key } })).toEqual({ missing: [] });
    await writeFiles(server.folder, { 'pages/p1/body/old.pdf': '%PDF-1.4' });
    expect((await missing(server, '?collections=pages')).brief).toHaveLength(1);
  });

  it('do not tell what exists in collections that may not be read', async () => {
    const server = await startTestServer(SITE);
    const key = await server.key({ paths: ['/collections/exhibits'] });
    expect((await missing(server, '', { as: { key } })).brief).toEqual([]);
    expect((await missing(server, '', { as: 'nobody' })).brief).toEqual([]);
    expect((await missing(server, '?collections=pages', { as: 'nobody' })).status).toBe(401);
  });
});

const send = (method: string, json: unknown, more: Sent = {}): Sent => ({ method, json, ...more });
const undo = (server: TestServer, { headers }: { headers: Headers }) =>
  server.request(`/api/activity/${headers.get('x-plinth-transaction')}/undo`, { method: 'POST' });
const stored = async (server: TestServer, path: string) =>
  JSON.parse((await server.read(`${path}.json`)).toString());

describe('renaming an object', () => {
  const LINKS = {
    'pages/p1.json': {
      id: 'p1',
      body:
        '<p><a href="/people/tom?x=1#end">Tom</a>, <a href="/admin/c/authors/tom">T</a> and ' +
        '<a href="/people/tomas">Tomas</a><img alt="tom" src="/imageworks/authors/tom/photo.webp?w=20" /></p>',
      notes: 'Ask /people/tom (plinth:authors/tom). Not /people/tom-tom.',
      also: ['tom', 'ines-calloway'],
    },
    'authors/tom.json': {
      ...{ id: 'tom', name: 'Tom Ashdown', code: 'TA', extra: 'no schema knows it' },
      ...{ created: '2020-01-02T03:04:05.000Z', cv: { name: 'a.txt', mime: 'text/plain', size: 5 } },
    },
    'authors/tom/cv/a.txt': 'bytes',
    '.schemas/author.json': {
      ...FILES['.schemas/author.json'],
      properties: { ...FILES['.schemas/author.json'].properties, cv: { field: 'file' } },
    },
  };
  const rename = (server: TestServer, object: string, json: unknown, sent: Sent = {}) =>
    server.request(`/api/collections/${object}/rename`, send('POST', json, sent));

  it('keeps all of it, moves its files, and rewrites the references to it in one transaction', async () => {
    const server = await startTestServer({ ...SITE, ...LINKS });
    const answer = await rename(server, 'authors/tom', { id: 'Tom Ashdown' });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ collection: 'authors', id: 'tom-ashdown', kept: 0 });
    expect(Object(answer.json.changed)).toMatchObject([{ id: 'e1' }, { id: 'e4' }, { id: 'p1' }]);
    const { headers } = await server.request('/api/collections/authors/tom-ashdown');
    expect(headers.get('etag')).toBe(answer.json.etag);

    expect(await stored(server, 'authors/tom-ashdown')).toMatchObject({
      ...{ id: 'tom-ashdown', name: 'Tom Ashdown', code: 'TA', extra: 'no schema knows it' },
      created: '2020-01-02T03:04:05.000Z',
    });
    expect((await server.read('authors/tom-ashdown/cv/a.txt')).toString()).toBe('bytes');
    expect(await stored(server, 'exhibits/e1')).toMatchObject({ helpers: ['tom-ashdown', 'gone'] });
    expect(await stored(server, 'exhibits/e4')).toMatchObject({ curator: 'tom-ashdown' });
    expect(await stored(server, 'pages/p1')).toMatchObject({
      body:
        '<p><a href="/people/tom-ashdown?x=1#end">Tom</a>, <a href="/admin/c/authors/tom-ashdown">T</a> and ' +
        '<a href="/people/tomas">Tomas</a><img alt="tom" src="/imageworks/authors/tom-ashdown/photo.webp?w=20" /></p>',
      notes: 'Ask /people/tom-ashdown (plinth:authors/tom-ashdown). Not /people/tom-tom.',
      also: ['tom-ashdown', 'ines-calloway'],
    });
    await expect(server.read('authors/tom.json')).rejects.toThrow();
    expect((await referrers(server, 'authors/tom-ashdown')).total).toBe(3);
    expect((await referrers(server, 'authors/tom')).total).toBe(0);

    expect((await undo(server, answer)).status).toBe(200);
    expect((await server.request('/api/collections/authors/tom-ashdown')).status).toBe(404);
    expect(await stored(server, 'authors/tom')).toMatchObject({ id: 'tom', code: 'TA' });
    expect((await server.read('authors/tom/cv/a.txt')).toString()).toBe('bytes');
    expect(await stored(server, 'pages/p1')).toMatchObject(LINKS['pages/p1.json']);
    expect((await referrers(server, 'authors/tom')).total).toBe(3);
    expect((await server.request('/api/redirects')).json).toEqual({ redirects: [] });
  });

  it('rewrites pages whose address has other values of the object', async () => {
    const server = await startTestServer({
      ...SITE,
      'exhibits/.meta.json': { ...FILES['exhibits/.meta.json'], url: 'https://example.org/{title}/{id}' },
      'pages/p1.json': { id: 'p1', notes: 'https://example.org/Exhibit%202/e2#top and /Exhibit%202/e2.' },
    });
    await rename(server, 'exhibits/e2', { id: 'second' });
    expect(await stored(server, 'pages/p1')).toMatchObject({
      notes: 'https://example.org/Exhibit%202/second#top and /Exhibit%202/second.',
    });
    expect((await server.request('/api/redirects')).json.redirects).toMatchObject([
      { fromUrl: 'https://example.org/Exhibit%202/e2', toUrl: 'https://example.org/Exhibit%202/second' },
    ]);
    const path = '/api/references/collections/exhibits/replace';
    await server.request(path, send('POST', { ids: ['second'], to: 'e1' }));
    expect(await stored(server, 'pages/p1')).toMatchObject({
      notes: 'https://example.org/Exhibit%201/e1#top and /Exhibit%201/e1.',
    });
  });

  it('leaves relations by another property and what it is told to leave', async () => {
    const server = await startTestServer({ ...SITE, ...LINKS });
    const renamed = { id: 'ines', references: false, redirect: false };
    expect((await rename(server, 'authors/ines-calloway', renamed)).json).toMatchObject({
      changed: [],
      kept: 3,
    });
    expect((await referrers(server, 'authors/ines')).data).toMatchObject([{ id: 'e2' }]);
    expect((await server.request('/api/redirects')).json).toEqual({ redirects: [] });
    // Later, when only the old references are left.
    const path = '/api/references/collections/authors/replace';
    const replaced = await server.request(path, send('POST', { ids: ['ines-calloway'], to: 'ines' }));
    expect(replaced.json).toMatchObject({ changed: [{ id: 'e1' }, { id: 'e31' }, { id: 'p1' }], kept: 0 });
  });

  it('is rejected whole, with the rule', async () => {
    const server = await startTestServer(SITE);
    const cases: [string, unknown, Sent, number, object][] = [
      ['authors/tom', { id: 'ines-calloway' }, {}, 422, { id: ['"ines-calloway" is already taken'] }],
      ['authors/tom', { id: 'tom' }, {}, 422, { id: ['is the id that the object has'] }],
      ['authors/tom', {}, {}, 422, { id: ['must be text'] }],
      ['authors/tom', { id: 'index' }, {}, 422, { id: [expect.stringContaining('reserved')] }],
      ['authors/tom', { id: 'x', references: 1 }, {}, 400, { references: ['must be true or false'] }],
      ['authors/gone', { id: 'x' }, {}, 404, {}],
      ['authors/tom', { id: 'x' }, { headers: { 'If-Match': '"old"' } }, 412, {}],
    ];
    for (const [object, json, sent, status, details] of cases) {
      const answer = await rename(server, object, json, sent);
      expect([json, answer.status]).toEqual([json, status]);
      expect(Object(answer.json.error).details ?? {}).toMatchObject(details);
    }
    expect(await stored(server, 'exhibits/e4')).toMatchObject({ curator: 'tom' });
    expect((await server.request('/api/redirects')).json).toEqual({ redirects: [] });
    expect(Object(await stored(server, 'authors/.meta')).redirects).toBeUndefined();
  });

  it('needs the rights to create and delete, and leaves what the caller may not change', async () => {
    const server = await startTestServer({ ...WITH_STAFF, ...SITE });
    const narrow = await server.key({ paths: ['/collections/authors', '/collections/exhibits/e4'] });
    for (const scope of [{ methods: ['POST' as const] }, { paths: ['/collections/authors/tom'] }]) {
      const key = await server.key(scope);
      expect((await rename(server, 'authors/tom', { id: 'x' }, { as: { key } })).status).toBe(403);
    }
    const viewer = await staffSession(server, 'viewer');
    const path = '/api/collections/authors/tom/rename';
    expect((await viewer.request(path, send('POST', { id: 'x' }))).status).toBe(403);
    const done = await rename(server, 'authors/tom', { id: 'x' }, { as: { key: narrow } });
    expect(done.json).toMatchObject({ changed: [{ collection: 'exhibits', id: 'e4' }], kept: 1 });
    expect(await stored(server, 'exhibits/e1')).toMatchObject({ helpers: ['tom', 'gone'] });
  });

  it('rewrites the present versions of objects that others change at the same time', async () => {
    const server = await startTestServer({ ...SITE, ...LINKS });
    const titles = Array.from({ length: 12 }, (_, at) => `Title ${at}`);
    const saves = titles.map((title) =>
      server.request('/api/collections/exhibits/e4', send('PATCH', { title })),
    );
    const additions = titles.map((_, at) =>
      server.request('/api/collections/exhibits', send('POST', { id: `new-${at}`, curator: 'tom' })),
    );
    const gone = server.request('/api/collections/exhibits/e1', { method: 'DELETE' });
    const [renamed] = await Promise.all([
      rename(server, 'authors/tom', { id: 'thomas' }),
      ...saves,
      ...additions,
      gone,
    ]);
    expect(renamed.status).toBe(200);
    const e4 = await stored(server, 'exhibits/e4');
    expect(e4.curator).toBe('thomas');
    expect(titles).toContain(e4.title);
    // What was added after the rename still refers to the old id, and a second replacement ends it.
    const path = '/api/references/collections/authors/replace';
    await server.request(path, send('POST', { ids: ['tom'], to: 'thomas' }));
    expect((await referrers(server, 'authors/tom')).total).toBe(0);
    expect((await referrers(server, 'authors/thomas?limit=100')).total).toBe(14);
  });
});

describe('removing objects with the references to them', () => {
  const replace = (server: TestServer, json: unknown, sent: Sent = {}) =>
    server.request('/api/references/collections/authors/replace', send('POST', json, sent));

  it('empties relations, keeps the text of links, and is undone as one', async () => {
    const page = {
      id: 'p1',
      body: '<p>By <a class="x" href="/people/tom">Tom <em>A.</em></a> and <a href="/people/ines-calloway">Ines</a><img src="/imageworks/authors/tom/a.webp" alt="" /></p>',
      also: ['tom'],
      notes: 'See /people/tom',
    };
    const server = await startTestServer({ ...SITE, 'pages/p1.json': page });
    const answer = await replace(server, { ids: ['tom'], to: null, remove: true });
    expect(answer.json).toMatchObject({
      changed: [{ id: 'e1' }, { id: 'e4' }, { id: 'p1' }],
      kept: 0,
      trash: [{ id: 'tom', trash: expect.any(String) }],
    });
    expect((await server.request('/api/collections/authors/tom')).status).toBe(404);
    const e4 = await stored(server, 'exhibits/e4');
    expect(e4.curator ?? '').toBe('');
    expect(await stored(server, 'exhibits/e1')).toMatchObject({ helpers: ['gone'] });
    expect(await stored(server, 'pages/p1')).toMatchObject({
      body: '<p>By Tom <em>A.</em> and <a href="/people/ines-calloway">Ines</a></p>',
      also: [],
      notes: 'See /people/tom',
    });
    expect((await undo(server, answer)).status).toBe(200);
    expect(await stored(server, 'pages/p1')).toMatchObject(page);
    expect((await referrers(server, 'authors/tom')).total).toBe(3);
    expect(await stored(server, 'authors/tom')).toMatchObject({ name: 'Tom Ashdown' });
  });

  it('puts another object in their place, also by another property', async () => {
    const server = await startTestServer(SITE);
    const answer = await replace(server, { ids: ['ines-calloway'], to: 'tom' });
    expect(answer.json).toMatchObject({ changed: [{ id: 'e1' }, { id: 'e2' }, { id: 'e31' }], trash: [] });
    expect(await stored(server, 'exhibits/e2')).toMatchObject({ byCode: 'TA' });
    expect(await stored(server, 'exhibits/e31')).toMatchObject({ stops: { a: { guide: 'tom' } } });
  });

  it('is rejected whole where a rule is broken by it, with the object and the property', async () => {
    const exhibit = { ...FILES['.schemas/exhibit.json'], required: ['id', 'curator'] };
    const server = await startTestServer({ ...SITE, '.schemas/exhibit.json': exhibit });
    const answer = await replace(server, { ids: ['tom'], to: null, remove: true });
    expect(answer.status).toBe(422);
    expect(Object(answer.json.error).details).toEqual({ 'exhibits/e4.curator': ['Curator is required'] });
    expect(await stored(server, 'exhibits/e1')).toMatchObject({ helpers: ['tom', 'gone'] });
    expect((await server.request('/api/collections/authors/tom')).status).toBe(200);
    // What was wrong before is no reason to keep a reference.
    expect((await replace(server, { ids: ['ines-calloway'], to: 'tom' })).json).toMatchObject({ kept: 0 });
  });

  it('is rejected for what cannot be read, and without the rights', async () => {
    const server = await startTestServer(SITE);
    const cases: [unknown, number][] = [
      [{ ids: [], to: null }, 400],
      [{ ids: ['A!'], to: null }, 400],
      [{ ids: ['tom'] }, 400],
      [{ ids: ['tom'], to: 5 }, 400],
      [{ ids: ['tom'], to: 'tom' }, 422],
      [{ ids: ['tom'], to: 'nothing' }, 422],
      [{ ids: ['nothing'], to: null, remove: true }, 422],
    ];
    for (const [json, status] of cases)
      expect([json, (await replace(server, json)).status]).toEqual([json, status]);
    const readers = await server.key({ methods: ['GET', 'POST'] });
    const removal = { ids: ['tom'], to: null, remove: true };
    expect((await replace(server, removal, { as: { key: readers } })).status).toBe(403);
    expect((await replace(server, removal, { as: 'nobody' })).status).toBe(401);
  });
});

describe('redirects of renamed objects', () => {
  it('lead from each former id to the present one, until another object has it', async () => {
    const server = await startTestServer(SITE);
    const rename = (from: string, id: string) =>
      server.request(`/api/collections/authors/${from}/rename`, send('POST', { id }));
    const list = async (sent?: Sent) => (await server.request('/api/redirects', sent)).json.redirects;
    await rename('tom', 'thomas');
    await rename('thomas', 'thomas-ashdown');
    const led = (from: string) => ({
      ...{ collection: 'authors', from, to: 'thomas-ashdown' },
      ...{ fromUrl: `/people/${from}`, toUrl: '/people/thomas-ashdown' },
    });
    expect(await list()).toEqual([led('thomas'), led('tom')]);
    expect(await list({ as: 'nobody' })).toEqual([led('thomas'), led('tom')]);
    expect((await server.request('/api/redirects?collections=exhibits')).json.redirects).toEqual([]);

    await server.request('/api/collections/authors', send('POST', { id: 'tom', name: 'Another Tom' }));
    expect(await list()).toEqual([led('thomas')]);
    // Back again: nothing leads away from it, and no circle is made.
    await rename('thomas-ashdown', 'thomas');
    expect(await list()).toEqual([{ ...led('thomas-ashdown'), to: 'thomas', toUrl: '/people/thomas' }]);
    const settings = { redirects: { old: 'thomas', 'B!': 'x' } };
    expect((await server.request('/api/collections/authors', send('PATCH', settings))).status).toBe(422);
    await server.request('/api/collections/authors', send('PATCH', { redirects: { old: 'thomas' } }));
    expect(await list()).toMatchObject([{ from: 'old', to: 'thomas' }]);
    await server.request('/api/collections/authors/thomas', { method: 'DELETE' });
    expect(await list()).toEqual([]);
  });
});
