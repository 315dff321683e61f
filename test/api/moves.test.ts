/** `POST …/{id}/move`: objects in a manual order and in a tree (spec/content.md#moving). */
import { describe, expect, it } from 'vitest';
import type { MovedObject, MoveRequest } from '../../server/contract/moves.js';
import {
  type Answer,
  detailsOf,
  errorOf,
  type Files,
  type Sent,
  sharedServer,
  startTestServer,
  type TestServer,
  writeFiles,
} from '../helpers/server.js';

const relation = { relationalOptions: { collection: 'pages', value: 'id', label: 'title' } };
const number = { type: 'number', field: 'number', label: 'Place' };
const SCHEMA = {
  id: 'page',
  properties: {
    id: { type: 'slug', field: 'id' },
    title: { type: 'string', field: 'text' },
    parent: { type: 'string', field: 'select', label: 'Parent', settings: relation },
    place: number,
  },
  index: ['id', 'title', 'parent', 'place'],
};
const listSchema = (place: object) => ({ ...SCHEMA, properties: { ...SCHEMA.properties, place } });

/** Objects with these numbers; undefined for one without. */
const stops = (places: Record<string, unknown>): Files =>
  Object.fromEntries(
    Object.entries(places).map(([id, place]) => [
      `stops/${id}.json`,
      { id, ...(place !== undefined && { place }) },
    ]),
  );
const list = (places: Record<string, unknown>, place: object = number, settings: object = {}): Files => ({
  '.schemas/stop.json': { ...listSchema(place), id: 'stop' },
  'stops/.meta.json': { id: 'stops', schema: 'stop', manualOrder: 'place', ...settings },
  ...stops(places),
});
const page = (id: string, place?: number, parent?: string) => ({
  [`pages/${id}.json`]: { id, title: id, ...(place !== undefined && { place }), ...(parent && { parent }) },
});
const TREE: Files = {
  '.schemas/page.json': SCHEMA,
  'pages/.meta.json': { id: 'pages', schema: 'page', manualOrder: 'place', tree: 'parent' },
  ...{ ...page('home', 10), ...page('about', 20), ...page('contact', 30) },
  ...{ ...page('team', 10, 'about'), ...page('jobs', 20, 'about'), ...page('cook', undefined, 'jobs') },
  ...page('lost', 40, 'gone'),
};

const move = (server: TestServer, path: string, json: unknown, sent: Sent = {}) =>
  server.request(`/api/collections/${path}/move`, { method: 'POST', json, ...sent });
const movedIn = (answer: Answer) => answer.json as unknown as MovedObject;
const ids = (objects: unknown) => (objects as { id: string }[]).map(({ id }) => id).join(' ');
const order = async (server: TestServer, query = 'sort=place&order=asc') =>
  ids((await server.request(`/api/collections/stops?${query}&limit=100`)).json.objects);
const level = async (server: TestServer, parent?: string) =>
  ids((await server.request(`/api/tree/collections/pages${parent ? `?parent=${parent}` : ''}`)).json.objects);
const stored = async (server: TestServer, path: string) => JSON.parse(String(await server.read(path)));
const rejection = (answer: Answer) => [answer.status, detailsOf(answer)];

const FOUR = { a: 10, b: 20, c: 30, d: 40 };

describe('a move in a manual order', () => {
  type Row = [
    name: string,
    places: Record<string, unknown>,
    moved: string,
    request: MoveRequest,
    result: { order: string; place: number; number: number | undefined; changed: number },
    definition?: object,
  ];
  const to = (sequence: string, place: number, value: number | undefined, changed = 1) => ({
    ...{ order: sequence, place, number: value, changed },
  });
  const integer = { ...number, type: 'integer', minimum: 0 };
  const ROWS: Row[] = [
    ['goes before another object', FOUR, 'd', { before: 'b' }, to('a d b c', 2, 15)],
    ['goes after another object', FOUR, 'a', { after: 'c' }, to('b c a d', 3, 35)],
    ['goes to the first place', FOUR, 'c', { first: true }, to('c a b d', 1, 0)],
    ['goes to the last place', FOUR, 'b', { last: true }, to('a c d b', 4, 50)],
    ['goes up by some places', FOUR, 'd', { by: -2 }, to('a d b c', 2, 15)],
    ['goes down by some places', FOUR, 'a', { by: 1 }, to('b a c d', 2, 25)],
    ['goes no further than the end', FOUR, 'b', { by: 100 }, to('a c d b', 4, 50)],
    ['writes nothing where the object is there already', FOUR, 'b', { after: 'a' }, to('a b c d', 2, 20, 0)],
    ['writes nothing at the end it is at', FOUR, 'd', { last: true }, to('a b c d', 4, 40, 0)],
    [
      'gives neighbors without room new numbers',
      { a: 1, b: 2, c: 3, d: 9 },
      'd',
      { before: 'b' },
      to('a d b c', 2, 1, 2),
      integer,
    ],
    ['gives equal numbers others', { a: 5, b: 5, c: 5 }, 'c', { before: 'b' }, to('a c b', 2, -5, 2)],
    [
      'puts one without a number among those with one',
      { a: 10, b: 20, c: undefined },
      'c',
      { before: 'b' },
      to('a c b', 2, 15),
    ],
    [
      'gives numbers to those it goes behind',
      { a: 10, b: undefined, c: undefined },
      'a',
      { last: true },
      to('b c a', 3, 30, 3),
    ],
    [
      'takes a text from before for no number',
      { a: 10, b: 20, c: 'third' },
      'c',
      { first: true },
      to('c a b', 1, 0),
    ],
  ];

  it.each(ROWS)('%s', async (_name, places, moved, request, result, definition = number) => {
    const server = await startTestServer(list(places, definition));
    const answer = await move(server, `stops/${moved}`, request);
    expect(answer.status, answer.text).toBe(200);
    expect(movedIn(answer)).toEqual({
      ...{ id: moved, place: result.place, total: Object.keys(places).length, changed: result.changed },
      ...(result.number !== undefined && { order: result.number }),
    });
    expect([await order(server), (await stored(server, `stops/${moved}.json`)).place]).toEqual([
      result.order,
      result.number,
    ]);
  });

  it('is one transaction and one step of undo, whatever it changes', async () => {
    const places = {
      a: 10,
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, undefined])),
    };
    const server = await startTestServer(list(places));
    const transactions = new Set<string>();
    server.site.events.on((_event, { transaction }) => void transactions.add(transaction.id));
    const answer = await move(server, 'stops/a', { last: true });
    expect(movedIn(answer)).toMatchObject({ place: 61, total: 61, changed: 61 });
    const transaction = answer.headers.get('x-plinth-transaction');
    expect([...transactions]).toEqual([transaction]);
    const { json } = await server.request('/api/activity?limit=100');
    expect(JSON.stringify(json)).toContain(String(transaction));
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect([undone.status, (undone.json.undone as unknown[]).length]).toEqual([200, 61]);
    expect([await stored(server, 'stops/a.json'), await stored(server, 'stops/n7.json')]).toMatchObject([
      { place: 10 },
      { id: 'n7' },
    ]);
    expect(await stored(server, 'stops/n7.json')).not.toHaveProperty('place');
  });

  it('counts places in ascending order, also where lists are in descending order', async () => {
    const server = await startTestServer(list(FOUR, number, { sortBy: 'place', reverseSort: true }));
    expect(movedIn(await move(server, 'stops/d', { before: 'b' }))).toMatchObject({ order: 15, place: 2 });
    expect(await order(server, 'sort=place:desc')).toBe('c b d a');
  });

  it('keeps what its schema rejects by now, in the object and in others', async () => {
    const files = list({ a: 1, b: 1, c: 1 });
    const strict = { ...listSchema(number), id: 'stop', required: ['title'] };
    const server = await startTestServer({
      ...files,
      '.schemas/stop.json': strict,
      'stops/c.json': { id: 'c', place: 1, title: 7, extra: 1 },
    });
    expect((await move(server, 'stops/c', { first: true })).status).toBe(200);
    const [first, second] = await Promise.all(['a', 'c'].map((id) => stored(server, `stops/${id}.json`)));
    expect([first, second]).toMatchObject([{ place: 1 }, { title: 7, extra: 1, place: -9 }]);
  });

  it('says that the bounds have no room, and changes nothing', async () => {
    const full = { ...number, type: 'integer', minimum: 1, maximum: 3 };
    const server = await startTestServer(list({ a: 1, b: 2, c: 3, d: undefined }, full));
    const problem = 'The bounds of Place have no room for so many objects';
    const answer = await move(server, 'stops/d', { before: 'b' });
    expect([answer.status, detailsOf(answer), errorOf(answer).message]).toEqual([
      ...[422, { place: [problem] }, problem],
    ]);
    expect(await order(server)).toBe('a b c d');
  });

  it('says how many objects would get a number where that is too many', async () => {
    const server = await startTestServer(
      list(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`n${n}`, undefined]))),
    );
    const answer = await move(server, 'stops/n0', { last: true });
    expect([answer.status, errorOf(answer).message]).toEqual([422, expect.stringContaining('5001 objects')]);
  });
});

describe('a move in a tree', () => {
  type Row = [
    name: string,
    moved: string,
    request: MoveRequest,
    below: string | undefined,
    sequence: string,
    written: object,
  ];
  const ROWS: Row[] = [
    [
      'stays among its siblings',
      'jobs',
      { first: true },
      'about',
      'jobs team',
      { parent: 'about', place: 0 },
    ],
    ['goes up by a place', 'contact', { by: -1 }, undefined, 'home contact about lost', { place: 15 }],
    [
      'goes below another one',
      'home',
      { parent: 'about', before: 'jobs' },
      'about',
      'team home jobs',
      { parent: 'about', place: 15 },
    ],
    [
      'goes where its neighbor is',
      'home',
      { after: 'team' },
      'about',
      'team home jobs',
      { parent: 'about', place: 15 },
    ],
    [
      'goes to the top level',
      'cook',
      { parent: null, last: true },
      undefined,
      'home about contact lost cook',
      { place: 50 },
    ],
    [
      'goes below one without children',
      'home',
      { parent: 'cook', last: true },
      'cook',
      'home',
      { parent: 'cook', place: 10 },
    ],
    [
      'keeps its number with a parent alone',
      'home',
      { parent: 'about' },
      'about',
      'home team jobs',
      { parent: 'about', place: 10 },
    ],
    [
      'keeps a missing parent at the top level',
      'lost',
      { parent: null, first: true },
      undefined,
      'lost home about contact',
      { parent: 'gone', place: 0 },
    ],
    [
      'leaves a missing parent for another',
      'lost',
      { parent: 'jobs', first: true },
      'jobs',
      'lost cook',
      { parent: 'jobs' },
    ],
  ];

  it.each(ROWS)('%s', async (_name, moved, request, below, sequence, written) => {
    const server = await startTestServer(TREE);
    const answer = await move(server, `pages/${moved}`, request);
    expect(answer.status, answer.text).toBe(200);
    expect(await level(server, below)).toBe(sequence);
    const now = await stored(server, `pages/${moved}.json`);
    expect(now).toMatchObject(written);
    expect(movedIn(answer)).toMatchObject({ id: moved, order: now.place, changed: 1 });
    expect(movedIn(answer).parent).toBe(below);
    if (!('parent' in written)) expect(now.parent ?? '').toBe('');
  });

  it('needs no order where the collection has none', async () => {
    const server = await startTestServer({
      ...TREE,
      'pages/.meta.json': { id: 'pages', schema: 'page', tree: 'parent' },
    });
    expect(movedIn(await move(server, 'pages/home', { parent: 'about' }))).toEqual({
      id: 'home',
      parent: 'about',
      changed: 1,
    });
    expect(rejection(await move(server, 'pages/home', { parent: null, first: true }))).toEqual([
      400,
      { first: ['needs a manual order, which the collection does not have'] },
    ]);
  });

  it('is rejected below itself, also when another move makes it so', async () => {
    const server = await startTestServer(TREE);
    const below = 'Parent must not be below the object itself; "cook" is below "about"';
    expect(rejection(await move(server, 'pages/about', { parent: 'cook', last: true }))).toEqual([
      422,
      { parent: [below] },
    ]);
    expect((await move(server, 'pages/about', { parent: 'about', last: true })).status).toBe(422);
    const both = await Promise.all([
      move(server, 'pages/home', { parent: 'contact', last: true }),
      move(server, 'pages/contact', { parent: 'home', last: true }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('a move is rejected', () => {
  const LISTS = {
    ...TREE,
    ...list(FOUR),
    'loose/.meta.json': { id: 'loose', schema: 'stop' },
    'loose/a.json': { id: 'a' },
  };
  type Row = [name: string, path: string, request: unknown, status: number, details?: object];
  const ROWS: Row[] = [
    [
      'without a place',
      'stops/a',
      {},
      400,
      { before: ['or another place is required: before, after, first, last, by, or a parent'] },
    ],
    [
      'with two places',
      'stops/a',
      { before: 'b', last: true },
      400,
      { last: ['cannot be sent with "before"'] },
    ],
    ['with a place that is no id', 'stops/a', { before: '../b' }, 400],
    ['with a place that is off', 'stops/a', { first: false }, 400],
    ['by part of a place', 'stops/a', { by: 0.5 }, 400],
    ['without an object as its body', 'stops/a', [], 400],
    ['beside itself', 'stops/a', { after: 'a' }, 400, { after: ['must be another object'] }],
    [
      'below a parent where there is no tree',
      'stops/a',
      { parent: 'b', first: true },
      400,
      { parent: ['needs a tree, in which the objects of the collection are not'] },
    ],
    [
      'by some places below another parent',
      'pages/home',
      { parent: 'about', by: 1 },
      400,
      { by: ['cannot be sent with "parent"'] },
    ],
    [
      'without order and tree',
      'loose/a',
      { first: true },
      400,
      { manualOrder: ['names no number in the settings'] },
    ],
    ['of no object', 'stops/nope', { first: true }, 404],
    ['in no collection', 'nope/a', { first: true }, 404],
    [
      'beside what is gone',
      'stops/a',
      { before: 'gone' },
      412,
      { before: ['there is no object "gone" in "stops"'] },
    ],
    [
      'below what is gone',
      'pages/home',
      { parent: 'gone', last: true },
      412,
      { parent: ['there is no object "gone" in "pages"'] },
    ],
    [
      'beside what is elsewhere',
      'pages/home',
      { parent: 'about', after: 'contact' },
      412,
      { after: ['is not below "about"'] },
    ],
    [
      'from another number',
      'stops/a',
      { last: true, from: { order: 11 } },
      412,
      { 'from.order': ['is another number by now'] },
    ],
    [
      'from no number',
      'stops/a',
      { last: true, from: { order: null } },
      412,
      { 'from.order': ['is another number by now'] },
    ],
    [
      'from another parent',
      'pages/team',
      { last: true, from: { parent: null } },
      412,
      { 'from.parent': ['is another one by now'] },
    ],
  ];
  const shared = sharedServer(() => LISTS);
  it.each(ROWS)('%s', async (_name, path, request, status, details) => {
    const server = shared();
    const before = [await order(server), await level(server), await level(server, 'about')];
    const answer = await move(server, path, request);
    expect(answer.status, answer.text).toBe(status);
    if (details) expect(detailsOf(answer)).toEqual(details);
    expect([await order(server), await level(server), await level(server, 'about')]).toEqual(before);
  });

  it('by `If-Match` of another version, and done by that of the current one', async () => {
    const server = await startTestServer(LISTS);
    const etag = (await server.request('/api/collections/stops/d')).headers.get('etag') ?? '';
    const send = (ifMatch: string) =>
      move(server, 'stops/d', { first: true }, { headers: { 'if-match': ifMatch } });
    expect((await send('"other"')).status).toBe(412);
    expect(await order(server)).toBe('a b c d');
    expect((await send(etag)).status).toBe(200);
    expect((await send(etag)).status).toBe(412);
  });

  it('where the number is calculated', async () => {
    const calc = { ...number, settings: { calc: '1 + 1' } };
    const server = await startTestServer(list(FOUR, calc));
    expect(rejection(await move(server, 'stops/a', { last: true }))).toEqual([
      400,
      { last: ['cannot be reached: Place is calculated'] },
    ]);
  });

  it('to callers who may not change what it changes, and counts nothing they may not read', async () => {
    const server = await startTestServer({ ...list({ a: 1, b: 1, c: 1 }), ...TREE });
    const key = async (...paths: string[]) => ({
      as: { key: await server.key({ methods: ['GET', 'POST', 'PATCH'], paths }) },
    });
    const own = await key('/collections/stops/c', '/collections/stops/b');
    expect((await move(server, 'stops/a', { last: true }, own)).status).toBe(403);
    // Between two equal numbers one of them has to change, and `a` is not for this key.
    const answer = await move(server, 'stops/c', { before: 'b' }, own);
    expect([answer.status, errorOf(answer).message]).toEqual([
      403,
      expect.stringContaining('you may not change'),
    ]);
    expect(rejection(await move(server, 'stops/c', { before: 'a' }, own))).toEqual([
      412,
      { before: ['there is no object "a" in "stops"'] },
    ]);
    expect(movedIn(await move(server, 'stops/c', { first: true }, own))).toEqual({
      ...{ id: 'c', order: -9, changed: 1 },
    });
    const reads = {
      as: { key: await server.key({ methods: ['GET', 'POST'], paths: ['/collections/stops'] }) },
    };
    expect((await move(server, 'stops/c', { last: true }, reads)).status).toBe(403);
    expect((await move(server, 'stops/c', { last: true }, { as: 'nobody' })).status).toBe(401);
  });

  it('in a folder that is read-only', async () => {
    const newer = { format: 2, minReader: 1, minWriter: 2 };
    const server = await startTestServer({ ...LISTS, '.system/format.json': newer });
    expect((await move(server, 'stops/a', { last: true })).status).toBe(503);
    expect(await order(server)).toBe('a b c d');
  });
});

describe('moves at once', () => {
  it('come one after the other, with batches that give new numbers and other changes', async () => {
    const places = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`n${n}`, 5]));
    const server = await startTestServer(list(places));
    const names = Object.keys(places);
    const batch = (base: number) =>
      server.request('/api/batch', {
        method: 'POST',
        json: {
          operations: names.map((id, n) => ({
            operation: 'patch',
            collection: 'stops',
            id,
            data: { place: base + n },
          })),
        },
      });
    const answers = await Promise.all([
      ...names.map((id) => move(server, `stops/${id}`, { first: true })),
      batch(100),
      ...names.map((id) => move(server, `stops/${id}`, { after: names[(names.indexOf(id) + 1) % 12] })),
      batch(200),
      ...names.map((id) => move(server, `stops/${id}`, { first: true })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // Each of the last ones went before all others.
    expect(await order(server)).toBe(names.toReversed().join(' '));
    const values = await Promise.all(
      names.map(async (id) => (await stored(server, `stops/${id}.json`)).place),
    );
    expect(new Set(values).size).toBe(12);
  });

  it('see what another program has written just before', async () => {
    const server = await startTestServer(list(FOUR));
    expect(await order(server)).toBe('a b c d');
    await writeFiles(server.folder, { 'stops/b.json': { id: 'b', place: 100 } });
    expect(movedIn(await move(server, 'stops/a', { before: 'b' }))).toMatchObject({ order: 70, place: 3 });
    await writeFiles(server.folder, { 'stops/a.json': { id: 'a', place: 1 } });
    expect(rejection(await move(server, 'stops/a', { last: true, from: { order: 70 } }))[0]).toBe(412);
  });
});
