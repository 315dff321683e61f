/** Objects that stand where the kind of a property has none: their values are for those who may change them. */
import { describe, expect, it } from 'vitest';
import { connectMcp } from '../helpers/mcp-client.js';
import { type Files, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

/** What a card with a secret, a deck of them and a protected file leave where the kind was changed. */
const HASH = '$2y$10$leakedleakedleakedleakedleakedleakedleakedleakedleakedle';
const CARD = { id: 'x', name: 'Ada', pin: 'kept-1', key: HASH, more: { pin: 'kept-2' } };
const FILE = { name: 'a.pdf', mime: 'image/png', protected: true, note: 'kept-3', password: HASH };
const LEFT = {
  id: 'left',
  title: CARD,
  code: { deck: CARD },
  cost: CARD,
  size: FILE,
  tags: ['x', [CARD], CARD],
  day: [CARD],
  event: CARD,
  summary: [FILE],
  hue: CARD,
  token: CARD,
  texts: { ...CARD, en: 'Hello', de: CARD },
  cover: CARD,
  photos: [CARD, FILE],
  paper: { ...CARD, name: 0 },
  docs: { files: [{ ...FILE, files: [CARD] }], more: CARD },
  venue: { id: 'venue', street: CARD, zip: [CARD] },
  crew: { a: { id: 'a', city: FILE }, b: [{ city: CARD }, [CARD]] },
};

/** What readers see of `CARD`. */
const KEYS = { id: null, name: null, pin: null, key: null, more: null };

const LEFT_FILES: Files = {
  ...WITH_STAFF,
  '.schemas/part.json': {
    id: 'part',
    properties: {
      id: { field: 'id' },
      street: { field: 'text' },
      city: { field: 'text' },
      zip: { field: 'text' },
      pin: { field: 'secret' },
    },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/thing.json': {
    id: 'thing',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      cost: { field: 'number', type: 'number' },
      code: { field: 'text', pattern: '^[A-Z]+$' },
      size: { field: 'select', enum: ['S', 'M'] },
      tags: { field: 'list', items: { type: 'string', maxLength: 4 }, maxItems: 2 },
      day: { field: 'date' },
      event: { field: 'toggle', type: 'boolean' },
      place: { field: 'text' },
      summary: { field: 'textarea' },
      venue: { field: 'card', schemaref: 'part' },
      crew: { field: 'deck', schemaref: 'part' },
      hue: { field: 'color' },
      token: { field: 'secret' },
      texts: { field: 'localizedtext' },
      cover: { field: 'image' },
      photos: { field: 'gallery' },
      paper: { field: 'file' },
      docs: { field: 'depot' },
    },
    required: ['id'],
    index: ['id', 'title', 'tags', 'venue'],
  },
  // Without secrets, so that only objects that do not fit differ for writers.
  '.schemas/leaf.json': {
    id: 'leaf',
    properties: { id: { field: 'id' }, title: { field: 'text' }, place: { field: 'text' } },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/plain.json': {
    id: 'plain',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      place: { field: 'text' },
      parts: { field: 'deck', schemaref: 'leaf' },
      next: { field: 'select', settings: { relationalOptions: { collection: 'plain', value: 'id' } } },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'things/.meta.json': {
    id: 'things',
    schema: 'thing',
    publicOperations: ['read'],
    mcp: { resource: true },
  },
  'things/left.json': LEFT,
  'things/kept.json': { ...LEFT, id: 'kept' },
  'plain/.meta.json': { id: 'plain', schema: 'plain', publicOperations: ['read'] },
  'plain/odd.json': { id: 'odd', title: CARD, parts: { a: { id: 'a', place: CARD } } },
  'plain/even.json': { id: 'even', title: 'Even', next: 'odd' },
};

const THINGS = '/api/collections/things';
const ODD = '/api/collections/plain/odd';

/** Reads whose answers depend on who may change the objects, and those that are the same for all. */
const WRITERS_SEE = [
  `${THINGS}/left`,
  `${THINGS}/left?fields=title,texts,photos,crew`,
  `${THINGS}/left/crew/deck/a`,
  ODD,
  `${ODD}/parts/deck/a`,
  '/export/collections/things/json',
  '/export/collections/things/csv',
  '/export/collections/things/csv?fields=title,code,texts,cover',
  '/export/collections/plain/json',
];
const ALL_SEE = [
  THINGS,
  `${THINGS}?sort=title.pin&include=title.name:Ada`,
  `${THINGS}/index`,
  `${THINGS}/query?search=Ada`,
  `${THINGS}/query?format=csv`,
  `${THINGS}/query?format=html`,
  '/api/collections/plain',
  '/api/collections/plain/even?expand=next',
  '/api/collections/plain?expand=next&fields=next.title',
  '/api/objects.ndjson',
  '/api/objects.ndjson?expand=next',
  '/api/search?search=Ada',
  '/api/search/titles?search=Ada',
  '/report/collections/things/csv?fields=title,code,texts,cover,photos,crew.city,venue.street',
  '/report/collections/things/json?fields=title,code,texts,cover,photos,crew.city,venue.street',
];

type Sent = Record<string, string>;

/** Reads without holding the answer against its description, which such values do not follow. */
async function read(server: TestServer, path: string, headers: Sent = {}, method = 'GET') {
  const answer = await fetch(server.url + path, { method, headers });
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
}

describe('objects left where their kind has no place for them', () => {
  const shared = sharedServer(() => LEFT_FILES);
  const ownerOf = ({ cookie }: TestServer): Sent => ({ cookie });

  /** Those who may read and not change. */
  async function readersOf(server: TestServer): Promise<Record<string, Sent>> {
    const { cookie } = await staffSession(server, 'viewer');
    return {
      nobody: {},
      'a viewer': { cookie },
      'a key that reads': { 'x-api-key': await server.key({ methods: ['GET'] }) },
      'a key that writes elsewhere': {
        'x-api-key': await server.key({ paths: ['/collections/plain/even', '/collections/other'] }),
      },
    };
  }

  it.each([...WRITERS_SEE, ...ALL_SEE])('keep what is in them from readers: %s', async (path) => {
    const server = shared();
    const answers = Object.entries(await readersOf(server)).map(async ([who, headers]) => {
      const { status, text } = await read(server, path, headers);
      return { who, status, leaks: /kept-|leaked/.exec(text)?.[0] };
    });
    const found = await Promise.all(answers);
    for (const { who, leaks } of found) expect([who, leaks]).toEqual([who, undefined]);
    expect(found.map(({ status }) => status)).toContain(200);
  });

  it.each(WRITERS_SEE)('are shown to writers, without passwords: %s', async (path) => {
    const server = shared();
    const key = { 'x-api-key': await server.key() };
    for (const headers of [ownerOf(server), { cookie: (await staffSession(server, 'editor')).cookie }, key]) {
      const { status, text } = await read(server, path, headers);
      expect([status, text]).toEqual([200, expect.stringContaining('kept-')]);
      expect(text).not.toContain('leaked');
    }
  });

  it.each([...ALL_SEE, '/export/jumpstart'])(
    'are in no other answer, to the owner either: %s',
    async (path) => {
      const { status, text } = await read(shared(), path, ownerOf(shared()));
      expect([status, text]).toEqual([200, expect.not.stringMatching(/kept-|leaked/)]);
    },
  );

  it('are keys without values to readers, and are whole to writers', async () => {
    const server = shared();
    const of = async (headers: Sent) => JSON.parse((await read(server, `${THINGS}/left`, headers)).text);
    expect(await of({})).toMatchObject({
      title: KEYS,
      code: { deck: null },
      tags: ['x', [], KEYS],
      summary: [{ name: null, password: null }],
      texts: { name: null, en: 'Hello', de: KEYS },
      cover: { name: 'Ada', pin: null, more: null },
      photos: [
        { name: 'Ada', pin: null },
        { name: 'a.pdf', password: null },
      ],
      paper: { name: 0, pin: null },
      docs: { files: [{ name: 'a.pdf', protected: true, password: '', note: null }], more: null },
      venue: { street: KEYS, zip: [KEYS] },
      crew: { a: { city: { name: null } }, b: [{ city: KEYS }, [{}]] },
    });
    const card = { ...CARD, key: '' };
    expect(await of(ownerOf(server))).toMatchObject({
      ...{
        title: card,
        code: { deck: card },
        tags: ['x', [card], card],
        summary: [{ ...FILE, password: '' }],
      },
      ...{ texts: { ...card, en: 'Hello', de: card }, cover: card, token: card },
      docs: { files: [{ name: 'a.pdf', note: 'kept-3', password: '', hasPassword: true }], more: card },
      venue: { street: card, zip: [card] },
    });
  });

  it.each([
    ['include=title.pin:kept-1', 0],
    ['include=title.name:Ada', 0],
    ['include=venue.street.pin:kept-1', 0],
    ['include=code.deck.pin:kept-1', 0],
    ['search=kept-1', 0],
    ['search=leaked', 0],
    ['any=title.pin:kept-1', 0],
    ['include=texts.en:Hello', 2],
  ])('are found by nothing that is in them: %s', async (query, total) => {
    const server = shared();
    for (const headers of [{}, ownerOf(server)]) {
      const { text } = await read(server, `${THINGS}/query?${query}`, headers);
      expect([query, JSON.parse(text).data?.length]).toEqual([query, total]);
    }
  });

  it('have an ETag of their own for writers, which is for no reader', async () => {
    const server = shared();
    const owner = ownerOf(server);
    for (const method of ['GET', 'HEAD']) {
      const [mine, theirs] = [await read(server, ODD, owner, method), await read(server, ODD, {}, method)];
      expect(mine.etag).not.toBe(theirs.etag);
      const status = async (headers: Sent, etag: string) =>
        (await read(server, ODD, { ...headers, 'if-none-match': etag }, method)).status;
      expect([await status(owner, mine.etag), await status({}, theirs.etag)]).toEqual([304, 304]);
      expect([await status(owner, theirs.etag), await status({}, mine.etag)]).toEqual([200, 200]);
    }
  });

  it('are told to MCP clients as keys, also to those that write', async () => {
    const server = shared();
    const { call } = await connectMcp(server.url, { key: await server.key() });
    for (const [tool, args] of [
      ['get_object', { collection: 'things', id: 'left' }],
      ['query_collection', { collection: 'things' }],
      ['search_collections', { query: 'Ada' }],
    ] as const) {
      const told = await call(tool, args);
      expect([tool, told.isError, JSON.stringify(told)]).toEqual([
        tool,
        false,
        expect.not.stringMatching(/kept-|leaked/),
      ]);
    }
  });
});

describe('objects left where their kind has no place for them, when they are saved', () => {
  const begin = () => startTestServer(LEFT_FILES);
  const readersAndWriters = ({ cookie }: TestServer): Sent[] => [{}, { cookie }];
  const save = async (server: TestServer, path: string, method: string, body: unknown, headers = {}) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        ...{ cookie: server.cookie, 'x-csrf-token': server.csrfToken, 'content-type': 'application/json' },
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };

  it('stay where an answer to a reader or a writer is sent back', async () => {
    const server = await begin();
    for (const headers of readersAndWriters(server)) {
      const { text, etag } = await read(server, `${THINGS}/kept`, headers);
      const json = { ...JSON.parse(text), token: undefined, place: `New ${Object.keys(headers)}` };
      const put = await save(server, `${THINGS}/kept`, 'PUT', json, { 'if-match': etag });
      expect([put.status, put.text]).toEqual([200, expect.stringContaining('kept-1')]);
      const { created, modified, ...document } = JSON.parse(String(await server.read('things/kept.json')));
      expect(document).toEqual({ ...LEFT, id: 'kept', place: json.place });
      // The answer's ETag is that of the next read, and of the next save.
      expect((await read(server, `${THINGS}/kept`, { cookie: server.cookie })).etag).toBe(put.etag);
    }
  });

  it('stay where a table is imported again', async () => {
    const server = await begin();
    for (const headers of readersAndWriters(server)) {
      const fields = 'title,code,cost,size,tags,day,event,summary,hue,cover,crew';
      const table = await read(
        server,
        `/export/collections/things/csv?include=id:kept&fields=${fields}`,
        headers,
      );
      const form = new FormData();
      form.set('csv', new Blob([table.text]), 'a.csv');
      form.set('update', 'true');
      const answer = await server.request('/import/collections/things/csv', { method: 'POST', body: form });
      expect([answer.json.same, answer.json.failed]).toEqual([1, 0]);
      const { created, modified, ...document } = JSON.parse(String(await server.read('things/kept.json')));
      expect(document).toEqual({ ...LEFT, id: 'kept' });
    }
  });

  it('are replaced by a right value, and gone for writers then', async () => {
    const server = await begin();
    const { etag } = await read(server, ODD, { cookie: server.cookie });
    const saved = await save(server, ODD, 'PATCH', { title: 'Right', parts: null }, { 'if-match': etag });
    expect([saved.status, saved.text]).toEqual([200, expect.not.stringContaining('kept-')]);
    expect((await read(server, ODD)).etag).toBe(saved.etag);
    expect((await save(server, ODD, 'PATCH', { title: 'Late' }, { 'if-match': etag })).status).toBe(412);
  });

  it('stay where a change of an outdated version is merged', async () => {
    const server = await begin();
    for (const headers of readersAndWriters(server)) {
      const { etag } = await read(server, ODD, headers);
      await save(server, ODD, 'PATCH', { place: `theirs ${Object.keys(headers)}` });
      const parts = { a: { id: 'a', place: { ...CARD, key: '' } }, b: { id: 'b', title: 'B' } };
      const merge = { 'if-match': etag, prefer: 'merge' };
      const saved = await save(
        server,
        ODD,
        'PATCH',
        { parts: headers.cookie ? parts : { a: { ...parts.a, place: KEYS } } },
        merge,
      );
      expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
      const { title, parts: kept } = JSON.parse(String(await server.read('plain/odd.json')));
      expect([title, kept.a.place]).toEqual([CARD, CARD]);
    }
  });

  it('are gone for everyone where they are the hash of a password in a text, and stay when sent back', async () => {
    const hash = `$2y$10$${'leaked1'.repeat(7)}abcd`;
    const server = await startTestServer({ ...LEFT_FILES, 'plain/odd.json': { id: 'odd', title: hash } });
    const full = { cookie: server.cookie };
    for (const path of [ODD, '/api/collections/plain', '/api/collections/plain/index']) {
      const { status, text } = await read(server, path, full);
      expect([status, text], path).toEqual([200, expect.not.stringContaining('leaked')]);
    }
    for (const asked of [
      '/query?search=leaked1leaked1',
      '/query?include=title:$2y',
      '/query?any=title:$2y',
    ]) {
      const { text } = await read(server, `/api/collections/plain${asked}`);
      expect(text, asked).not.toMatch(/"id":"odd"|leaked/);
    }
    const title = async () => JSON.parse(String(await server.read('plain/odd.json'))).title;
    const { text } = await read(server, ODD, full);
    expect(JSON.parse(text).title).toBe('');
    expect((await save(server, ODD, 'PUT', JSON.parse(text))).status).toBe(200);
    expect(await title()).toBe(hash);
    expect((await save(server, ODD, 'PATCH', { title: 'New' })).status).toBe(200);
    expect(await title()).toBe('New');
  });

  it('are hidden as soon as the schema changes, and shown when it changes back', async () => {
    const server = await begin();
    const address = '/api/collections/plain/even';
    const schema = Object(LEFT_FILES['.schemas/plain.json']);
    const define = (title: object) =>
      save(server, '/api/schemas/plain', 'PUT', {
        ...schema,
        properties: { ...schema.properties, title },
      });
    expect(await define({ field: 'json' })).toMatchObject({ status: 200 });
    expect((await save(server, address, 'PATCH', { title: CARD })).status).toBe(200);
    const [open, whole] = [
      await read(server, address),
      await read(server, address, { cookie: server.cookie }),
    ];
    expect([open.text, open.etag]).toEqual([expect.stringContaining('kept-1'), whole.etag]);
    const found = async () =>
      JSON.parse((await read(server, '/api/collections/plain/query?search=kept-1')).text).data.length;
    expect(await found()).toBe(2);
    expect((await define({ field: 'text' })).status).toBe(200);
    expect(await found()).toBe(0);
    const hidden = await read(server, address, { 'if-none-match': open.etag });
    expect([hidden.status, hidden.text]).toEqual([200, expect.not.stringMatching(/kept-|leaked/)]);
    const shown = await read(server, address, { cookie: server.cookie, 'if-none-match': whole.etag });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('kept-1')]);
    expect((await define({ field: 'json' })).status).toBe(200);
    expect((await read(server, address)).text).toBe(open.text);
  });

  it('are in versions as writers see them, which readers cannot read', async () => {
    const server = await begin();
    await save(server, ODD, 'PATCH', { place: 'x' });
    const { text } = await read(server, `${ODD}/history`, { cookie: server.cookie });
    const { revision } = JSON.parse(text).versions.at(-1);
    for (const path of [`${ODD}/history/${revision}`, `${ODD}/history/${revision}/differences`]) {
      const told = await read(server, path, { cookie: server.cookie });
      expect([told.status, told.text]).toEqual([200, expect.not.stringContaining('leaked')]);
      const { cookie } = await staffSession(server, 'viewer');
      expect([(await read(server, path)).status, (await read(server, path, { cookie })).status]).toEqual([
        401, 403,
      ]);
    }
  });

  it('are shown of the past to those who may read it, without passwords', async () => {
    const server = await begin();
    await save(server, ODD, 'PATCH', { place: 'x' });
    const past = `${ODD}?at=${new Date().toISOString()}`;
    expect((await read(server, past)).status).toBe(403);
    const { status, text } = await read(server, past, { cookie: server.cookie });
    expect([status, text]).toEqual([200, expect.stringContaining('kept-1')]);
    expect(text).not.toContain('leaked');
  });
});
