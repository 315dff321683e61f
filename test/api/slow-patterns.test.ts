/** Stored values that take too long to compare with a pattern made later: they lock nothing, and no new one is taken. */
import { describe, expect, it } from 'vitest';
import { type Answer, detailsOf, type Files, sharedServer, type TestServer } from '../helpers/server.js';

const ENDLESS = '^(a+)+$';
const SLOW = `takes too long to compare with its pattern (${ENDLESS}); the schema needs a simpler one`;
const evil = (end: string) => `${'a'.repeat(60)}${end}`;

const RULES = {
  id: { field: 'id' },
  title: { field: 'text' },
  code: { field: 'text', label: 'Code', pattern: ENDLESS },
  size: { field: 'select', enum: ['S', 'M'] },
  codes: { field: 'list', label: 'Codes', items: { type: 'string', pattern: ENDLESS } },
  venue: { field: 'card', label: 'Venue', schemaref: 'place' },
  crew: { field: 'deck', label: 'Crew', schemaref: 'place' },
};

const OLD = {
  title: 'Old',
  code: evil('!'),
  size: 'XXL',
  codes: [evil('?'), 'a', 'aa'],
  venue: { id: 'venue', code: evil('!'), city: 'Rome' },
  crew: { a: { id: 'a', code: evil('!'), city: 'Oslo' }, b: { id: 'b', code: 'a', city: 'Bergen' } },
};

/** Nine values that take too long: one more than may stay. */
const MANY = Object.fromEntries(
  Array.from({ length: 9 }, (_, n) => [`i${n}`, { id: `i${n}`, code: evil(String(n)) }]),
);

const WAYS = ['patch', 'put', 'property', 'item', 'batch', 'import', 'merge', 'restore', 'undo'] as const;
const BATCHED = ['batched1', 'batched2', 'batched3'];
const IDS = [...WAYS, ...BATCHED, 'named', 'moved', 'touched', 'repaired', 'original', 'returned'];

const at = (id: string) => `/api/collections/things/${id}`;

const FILES: Files = {
  '.schemas/place.json': {
    id: 'place',
    properties: {
      id: { field: 'id' },
      code: { field: 'text', label: 'Code', pattern: ENDLESS },
      city: { field: 'text' },
    },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/thing.json': { id: 'thing', properties: RULES, required: ['id'], index: ['id', 'title'] },
  'things/.meta.json': { id: 'things', schema: 'thing' },
  ...Object.fromEntries(IDS.map((id) => [`things/${id}.json`, { id, ...OLD }])),
  'things/many.json': { id: 'many', title: 'Old', crew: MANY },
  '.schemas/other.json': {
    id: 'other',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      mark: { field: 'text', pattern: ENDLESS, formerly: ['code'] },
      note: { field: 'number', type: 'number' },
    },
    required: ['id'],
    index: ['id'],
  },
  'others/.meta.json': { id: 'others', schema: 'other' },
  'others/renamed.json': { id: 'renamed', title: 'Old', code: evil('!') },
  '.schemas/plain.json': {
    id: 'plain',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      code: { field: 'number', type: 'number' },
      mark: { field: 'text', label: 'Mark', pattern: ENDLESS },
    },
    required: ['id'],
    index: ['id'],
  },
  'plains/.meta.json': { id: 'plains', schema: 'plain' },
  'plains/one.json': { id: 'one', title: evil('!'), code: 7, mark: evil('!') },
};

const stored = async (server: TestServer, id: string, collection = 'things') => {
  const { created, modified, ...document } = JSON.parse(
    String(await server.read(`${collection}/${id}.json`)),
  );
  return document;
};

const patch = (server: TestServer, id: string, json: unknown, headers: Record<string, string> = {}) =>
  server.request(at(id), { method: 'PATCH', json, headers });

const batch = (server: TestServer, ids: readonly string[], data: object) =>
  server.request('/api/batch', {
    method: 'POST',
    json: { operations: ids.map((id) => ({ operation: 'patch', collection: 'things', id, data })) },
  });

const imported = (server: TestServer, rows: unknown, query: Record<string, string> = { update: 'true' }) => {
  const form = new FormData();
  form.set('json', new Blob([JSON.stringify(rows)]), 'a.json');
  for (const [name, value] of Object.entries(query)) form.set(name, value);
  return server.request('/import/collections/things/json', { method: 'POST', body: form });
};

async function restored(server: TestServer, id: string): Promise<Answer> {
  const { json } = await server.request(`${at(id)}/history`);
  const { revision } = Object(Object(json.versions)[1]);
  return server.request(`${at(id)}/history/${revision}/restore`, { method: 'POST', json: {} });
}

/** Every way to give an object the title "New". */
const CHANGES: Record<(typeof WAYS)[number], (server: TestServer, id: string) => Promise<Answer>> = {
  patch: (server, id) => patch(server, id, { title: 'New' }),
  put: async (server, id) =>
    server.request(at(id), { method: 'PUT', json: { ...(await stored(server, id)), title: 'New' } }),
  property: (server, id) => server.request(`${at(id)}/title`, { method: 'PUT', json: 'New' }),
  item: async (server, id) => {
    await patch(server, id, { title: 'New' });
    return server.request(`${at(id)}/crew/deck/b`, { method: 'PUT', json: OLD.crew.b });
  },
  batch: (server, id) => batch(server, [id], { title: 'New' }),
  import: async (server, id) => imported(server, [{ ...(await stored(server, id)), title: 'New' }]),
  merge: async (server, id) => {
    const etag = (await patch(server, id, { size: 'S' })).headers.get('etag') ?? '';
    const other = await patch(server, id, { size: 'M' });
    expect(other.status).toBe(200);
    return patch(server, id, { title: 'New' }, { 'If-Match': etag, Prefer: 'merge' });
  },
  restore: async (server, id) => {
    await patch(server, id, { title: 'New' });
    await patch(server, id, { title: 'Newer' });
    return restored(server, id);
  },
  undo: async (server, id) => {
    await patch(server, id, { title: 'New' });
    const { headers } = await patch(server, id, { title: 'Newer' });
    const transaction = headers.get('x-plinth-transaction');
    return server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
  },
};

const ENDLESS_PATHS = ['code', 'codes', 'crew.a.code', 'venue.code'];

describe('stored values that take too long to compare with their pattern', () => {
  const shared = sharedServer(() => FILES);

  it.each(WAYS)('stay as they are and lock nothing, changed by: %s', async (id) => {
    const server = shared();
    const answer = await CHANGES[id](server, id);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const merged = id === 'merge' ? { size: 'M' } : {};
    expect(await stored(server, id)).toEqual({ id, ...OLD, ...merged, title: 'New' });
  });

  it('of many objects lock no batch and no import', async () => {
    const server = shared();
    expect((await batch(server, BATCHED, { title: 'New' })).status).toBe(200);
    const rows = BATCHED.map((id) => ({ id, title: 'Newer' }));
    const { json } = await imported(server, rows);
    expect(json).toMatchObject({ updated: 3, failed: 0 });
    for (const id of BATCHED) expect(await stored(server, id)).toEqual({ id, ...OLD, title: 'Newer' });
  });

  it('are named by the answer and, with what else is wrong, in Health', async () => {
    const server = shared();
    const { headers } = await patch(server, 'named', { title: 'New' });
    const names = (headers.get('x-plinth-warnings') ?? '').split(', ');
    const wrong = [...ENDLESS_PATHS, 'size'].sort();
    expect(names.map((name) => name.replace(/^invalid:/, '')).sort()).toEqual(wrong);
    const { json } = await server.request('/api/health/invalid/things/named');
    expect(Object.keys(Object(json.details)).sort()).toEqual(wrong);
    expect(json.details).toMatchObject({
      code: [`Code ${SLOW}`],
      'crew.a.code': [`Crew › a › Code ${SLOW}`],
    });
  });

  it('may be moved within their list or deck, and stand beside changed values', async () => {
    const server = shared();
    const { a, b } = OLD.crew;
    const changes = [
      { codes: ['a', evil('?'), 'aa'] },
      { crew: { b, a } },
      { crew: { b, a: { ...a, city: 'Turku' } } },
      { venue: { ...OLD.venue, city: 'Roma' } },
    ];
    for (const change of changes) {
      expect((await patch(server, 'moved', change)).status).toBe(200);
      expect(await stored(server, 'moved')).toMatchObject(change);
    }
  });

  it.each<[string, object, object]>([
    ['another value', { code: evil('?') }, { code: [`Code ${SLOW}`] }],
    ['another entry of a list', { codes: [evil('?'), 'a', evil('!')] }, { codes: [`Codes ${SLOW}`] }],
    ['an entry twice', { codes: [evil('?'), evil('?'), 'a'] }, { codes: [`Codes ${SLOW}`] }],
    [
      'another value in a card',
      { venue: { id: 'venue', code: evil('?') } },
      { 'venue.code': [`Venue › Code ${SLOW}`] },
    ],
    [
      'the value of an item in another',
      { crew: { ...OLD.crew, b: { ...OLD.crew.b, code: evil('!') } } },
      { 'crew.b.code': [`Crew › b › Code ${SLOW}`] },
    ],
    [
      'an item under another id',
      { crew: { c: { id: 'c', code: evil('!') } } },
      { 'crew.c.code': [`Crew › c › Code ${SLOW}`] },
    ],
  ])('must be right where they are touched: %s', async (_what, change, details) => {
    const server = shared();
    const answer = await patch(server, 'touched', change);
    expect([answer.status, detailsOf(answer)]).toEqual([422, details]);
    expect(await stored(server, 'touched')).toEqual({ id: 'touched', ...OLD });
  });

  it('are not taken into new objects, batches and imports', async () => {
    const server = shared();
    const fresh = { id: 'fresh', title: 'New', code: evil('!') };
    const made = await server.request('/api/collections/things', { method: 'POST', json: fresh });
    expect([made.status, detailsOf(made)]).toEqual([422, { code: [`Code ${SLOW}`] }]);
    const several = await batch(server, ['touched'], { code: evil('?') });
    expect([several.status, detailsOf(several)]).toEqual([
      422,
      { 'operations[0].data.code': [`Code ${SLOW}`] },
    ]);
    for (const [row, query] of [
      [fresh, {}],
      [{ id: 'touched', code: evil('?') }, { update: 'true' }],
    ] as const) {
      const answer = await imported(server, [row], query);
      expect([answer.status, detailsOf(answer)]).toEqual([422, { code: [`Code ${SLOW}`] }]);
    }
    expect(await stored(server, 'touched')).toEqual({ id: 'touched', ...OLD });
  });

  it('may be repaired one after the other', async () => {
    const server = shared();
    for (const change of [
      { code: 'aaa' },
      { codes: ['a', 'aa'] },
      { crew: { ...OLD.crew, a: { ...OLD.crew.a, code: 'a' } } },
      { venue: { ...OLD.venue, code: 'a' } },
    ]) {
      expect((await patch(server, 'repaired', change)).status).toBe(200);
    }
    const { json } = await server.request('/api/health/invalid/things/repaired');
    expect(Object.keys(Object(json.details))).toEqual(['size']);
    expect((await patch(server, 'repaired', { code: evil('!') })).status).toBe(422);
  });

  it('are copied with their object, and do not come back from an earlier version', async () => {
    const server = shared();
    const json = { id: 'copy' };
    const copy = await server.request(`${at('original')}/clone`, { method: 'POST', json });
    expect(copy.status).toBe(200);
    expect(await stored(server, 'copy')).toEqual({ ...OLD, id: 'copy' });
    await patch(server, 'returned', { title: 'New' });
    expect((await patch(server, 'returned', { code: 'aaa' })).status).toBe(200);
    const answer = await restored(server, 'returned');
    expect([answer.status, detailsOf(answer)]).toEqual([422, { code: [`Code ${SLOW}`] }]);
    expect(await stored(server, 'returned')).toEqual({ ...OLD, id: 'returned', title: 'New', code: 'aaa' });
  });

  it('lock their object from the ninth on, until one is repaired', async () => {
    const server = shared();
    const locked = await patch(server, 'many', { title: 'New' });
    expect([locked.status, detailsOf(locked)]).toEqual([
      422,
      { 'crew.i8.code': [`Crew › i8 › Code ${SLOW}`] },
    ]);
    const item = { id: 'i3', code: 'a' };
    const repaired = await patch(server, 'many', { title: 'New', crew: { ...MANY, i3: item } });
    expect(repaired.status).toBe(200);
    expect(await stored(server, 'many')).toEqual({ id: 'many', title: 'New', crew: { ...MANY, i3: item } });
    expect((await patch(server, 'many', { title: 'Newer' })).status).toBe(200);
  });

  it('stay under the new name of their property', async () => {
    const server = shared();
    const answer = await server.request('/api/collections/others/renamed', {
      method: 'PATCH',
      json: { title: 'New' },
    });
    expect(answer.status).toBe(200);
    expect(await stored(server, 'renamed', 'others')).toEqual({
      id: 'renamed',
      title: 'New',
      mark: evil('!'),
    });
  });

  it('are told by the impact of a schema, and stay where their property is converted', async () => {
    const server = shared();
    const { json: schema } = await server.request('/api/schemas/plain?raw=true');
    const properties = Object(schema.properties);
    const next = {
      ...schema,
      properties: { ...properties, code: { field: 'text', label: 'Code' }, title: RULES.code },
    };
    const post = (what: string, json: unknown) =>
      server.request(`/api/schemas/plain/${what}`, { method: 'POST', json });
    const impact = await post('impact', next);
    expect([impact.status, impact.json.collections]).toMatchObject([
      200,
      [
        {
          failing: 1,
          alreadyFailing: 1,
          examples: [{ details: { title: [`Code ${SLOW}`], mark: [`Mark ${SLOW}`] } }],
        },
      ],
    ]);
    expect((await post('convert', next)).status).toBe(200);
    expect(await stored(server, 'one', 'plains')).toEqual({
      id: 'one',
      title: evil('!'),
      code: '7',
      mark: evil('!'),
    });
    const list = { ...next, properties: { ...next.properties, mark: RULES.codes } };
    const { status, json } = await post('convert', list);
    expect([status, json.conversions]).toMatchObject([200, [{ property: 'mark', converted: 0, left: 1 }]]);
    expect(await stored(server, 'one', 'plains')).toMatchObject({ mark: evil('!') });
  });
});
