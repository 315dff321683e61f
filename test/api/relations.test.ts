/** Objects found by title in all collections, and what names what. */
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const relation = (field: string, relationalOptions: object, more = {}) => ({
  field,
  settings: { relationalOptions },
  ...more,
});

const FILES = {
  '.schemas/author.json': {
    id: 'author',
    properties: {
      id: { field: 'id' },
      name: { field: 'text' },
      code: { field: 'text' },
      pin: { field: 'secret' },
    },
    required: ['id'],
    index: ['id', 'name'],
  },
  '.schemas/stop.json': {
    id: 'stop',
    properties: { id: { field: 'id' }, guide: relation('select', { collection: 'authors', label: 'name' }) },
    required: ['id'],
    index: ['id'],
  },
  '.schemas/exhibit.json': {
    id: 'exhibit',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      curator: relation('select', { collection: 'authors', label: 'name' }, { label: 'Curator' }),
      helpers: relation('multiselect', { collection: 'authors', label: 'name' }, { label: 'Helpers' }),
      byCode: relation(
        'select',
        { collection: 'authors', label: 'name', value: 'code' },
        { label: 'By code' },
      ),
      stops: { field: 'deck', schemaref: 'stop', label: 'Stops' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'authors/.meta.json': { id: 'authors', schema: 'author', name: 'Authors', publicOperations: ['read'] },
  'authors/ines-calloway.json': {
    id: 'ines-calloway',
    name: 'Ines Calloway',
    code: 'IC',
    pin: 'hidden word',
  },
  'authors/tom.json': { id: 'tom', name: 'Tom Ashdown', code: 'TA' },
  'exhibits/.meta.json': { id: 'exhibits', schema: 'exhibit', name: 'Exhibits' },
  'exhibits/e1.json': { id: 'e1', title: 'Exhibit 1', curator: 'ines-calloway', helpers: ['tom', 'gone'] },
  'exhibits/e2.json': { id: 'e2', title: 'Exhibit 2', byCode: 'IC' },
  'exhibits/e31.json': { id: 'e31', title: 'Exhibit 31', stops: { a: { guide: 'ines-calloway' } } },
  'exhibits/e4.json': { id: 'e4', title: 'The last exhibition of Äpfel', curator: 'tom' },
};

describe('the search over all collections', () => {
  const CASES: [q: string, found: string[]][] = [
    ['Exhibit 31', ['e31']],
    ['exhibit 3', ['e31']],
    ['exhibit', ['e1', 'e2', 'e31', 'e4']],
    ['last exhib', ['e4']],
    ['äpf', ['e4']],
    ['ines', ['ines-calloway']],
    ['calloway ines', ['ines-calloway']],
    ['ines call', ['ines-calloway']],
    ['call ines', []],
    ['hidden', []],
    ['', []],
    ['!!', []],
    ['e31', ['e31']],
  ];

  it.each(CASES)('finds of %j %j, the best first', async (q, found) => {
    const server = await startTestServer(FILES);
    const answer = await server.request(`/api/search/titles?q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(200);
    expect(answer.json.objects).toEqual(found.map((id) => expect.objectContaining({ id })));
  });

  it('looks only into what the caller may read', async () => {
    const server = await startTestServer(FILES);
    const narrow = await server.key({ paths: ['/collections/authors'] });
    const look = async (key: string) =>
      (await server.request('/api/search/titles?q=e', { as: { key } })).json;
    expect(await look(narrow)).toEqual({ objects: [] });
    expect(await look(await server.key())).toMatchObject({ objects: [{}, {}, {}, {}] });
    expect((await server.request('/api/search/titles?q=ines', { as: 'nobody' })).json.objects).toHaveLength(
      1,
    );
    expect((await server.request('/api/search/titles?q=exhibit', { as: 'nobody' })).json).toEqual({
      objects: [],
    });
  });

  it('tells who may read nothing so, and rejects what cannot be read', async () => {
    const server = await startTestServer({
      ...FILES,
      'authors/.meta.json': { id: 'authors', schema: 'author' },
    });
    expect((await server.request('/api/search/titles?q=ines', { as: 'nobody' })).status).toBe(401);
    expect((await server.request(`/api/search/titles?q=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await server.request('/api/search/titles?q=exhibit&limit=2')).json.objects).toHaveLength(2);
    expect((await server.request('/api/search/titles?q=exhibit&limit=99999')).json.objects).toHaveLength(4);
  });
});

describe('what names an object', () => {
  it('is found in relations by id and by another property, in lists and in parts', async () => {
    const server = await startTestServer(FILES);
    const { json } = await server.request('/api/relations/collections/authors/referrers?ids=ines-calloway');
    expect(json).toEqual({
      total: 3,
      objects: [
        { collection: 'exhibits', id: 'e1', title: 'Exhibit 1', properties: ['Curator'] },
        { collection: 'exhibits', id: 'e2', title: 'Exhibit 2', properties: ['By code'] },
        { collection: 'exhibits', id: 'e31', title: 'Exhibit 31', properties: ['Stops'] },
      ],
    });
    expect((await server.request('/api/relations/collections/exhibits/referrers?ids=e1')).json.total).toBe(0);
    const both = '/api/relations/collections/authors/referrers?ids=ines-calloway,tom';
    expect((await server.request(both)).json.total).toBe(4);
    for (const ids of ['', 'A!', ',']) {
      const answer = await server.request(`/api/relations/collections/authors/referrers?ids=${ids}`);
      expect([ids, answer.status]).toEqual([ids, 400]);
    }
    // Also after it is gone: who named it still does.
    expect((await server.request('/api/relations/collections/authors/referrers?ids=gone')).json.total).toBe(
      1,
    );
    expect((await server.request('/api/relations/collections/nothing/referrers?ids=gone')).status).toBe(404);
  });

  it('is asked by sessions only', async () => {
    const server = await startTestServer({ ...WITH_STAFF, ...FILES });
    const path = '/api/relations/collections/authors/referrers?ids=tom';
    expect((await server.request(path, { as: 'nobody' })).status).toBe(401);
    expect((await server.request(path, { as: { key: await server.key() } })).status).toBe(403);
    const viewer = await staffSession(server, 'viewer');
    expect((await viewer.request(path)).json.total).toBe(2);
  });
});

describe('the labels of a relation', () => {
  it('are what the objects are called, and values that name none are told', async () => {
    const server = await startTestServer(FILES);
    const ask = async (property: string, values: unknown) => {
      const words = encodeURIComponent(JSON.stringify(values));
      return server.request(`/api/relations/collections/exhibits/labels/${property}?values=${words}`);
    };
    expect((await ask('helpers', ['tom', 'gone', 'ines-calloway'])).json).toEqual({
      labels: [
        { value: 'tom', label: 'Tom Ashdown' },
        { value: 'ines-calloway', label: 'Ines Calloway' },
      ],
      missing: ['gone'],
    });
    expect((await ask('byCode', ['IC', 'XX'])).json).toEqual({
      labels: [{ value: 'IC', label: 'Ines Calloway' }],
      missing: ['XX'],
    });
    expect((await ask('stops.a.guide', ['tom'])).json.labels).toHaveLength(1);
    expect((await ask('title', ['x'])).json).toEqual({ labels: [], missing: [] });
    expect((await ask('nothing', ['x'])).status).toBe(404);
    expect((await ask('helpers', { no: 'list' })).status).toBe(400);
  });
});
