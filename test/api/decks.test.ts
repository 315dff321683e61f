/** Cards and decks over HTTP (spec/content.md#deck-items). */
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { WALKS } from './content-schemas.js';

const RIVER = '/api/collections/walks/river';
const DECK = `${RIVER}/speakers/deck`;
const start = () => startTestServer(WALKS);

const stored = async (server: TestServer, path = 'walks/river.json'): Promise<JsonObject> =>
  JSON.parse((await server.read(path)).toString());
const itemsOf = (object: JsonObject): JsonObject => (isJsonObject(object.speakers) ? object.speakers : {});

describe('POST of a deck item', () => {
  it('adds it at the end, answers 201 with the whole object and says where it is', async () => {
    const server = await start();
    const answer = await server.request(DECK, {
      method: 'POST',
      json: { id: 'cy-1', name: 'Cy', hours: '3', note: '<p onclick=x>n</p>', unheard: 1, fee: 9 },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${DECK}/cy-1`);
    expect(answer.json).toMatchObject({ id: 'river', title: 'River', total: 250 });
    expect(Object.keys(itemsOf(answer.json))).toEqual(['ann_lee', 'bo', 'cy-1']);
    const item = { id: 'cy-1', name: 'Cy', hours: 3, fee: 150, note: '<p>n</p>' };
    expect(itemsOf(await stored(server))['cy-1']).toEqual(item);
    expect((await server.request(`${DECK}/cy-1`)).json).toEqual(item);
  });

  it('makes an id with underscores from the item schema, and another one when that is taken', async () => {
    const server = await start();
    const post = (json: JsonObject) => server.request(DECK, { method: 'POST', json });
    expect((await post({ name: 'Dee Zee' })).headers.get('location')).toBe(`${DECK}/dee_zee`);
    expect((await post({ id: '', name: 'ANN lee' })).headers.get('location')).toBe(`${DECK}/ann_lee_2`);
    expect(Object.keys(itemsOf(await stored(server)))).toEqual(['ann_lee', 'bo', 'dee_zee', 'ann_lee_2']);
  });

  it('gives a mere number a letter in front of it', async () => {
    const server = await start();
    const { headers } = await server.request(DECK, { method: 'POST', json: { name: '2026' } });
    expect(headers.get('location')).toBe(`${DECK}/_2026`);
  });

  it('fills an empty deck and one an older program wrote as a list', async () => {
    const server = await start();
    const answer = await server.request('/api/collections/walks/hill/speakers/deck', {
      method: 'POST',
      json: { id: 'a', name: 'A' },
    });
    expect([answer.status, itemsOf(answer.json)]).toEqual([201, { a: { id: 'a', name: 'A', fee: 0 } }]);
  });

  it.each<[path: string, body: unknown, status: number, at?: string]>([
    ['river/speakers/deck', { id: 'bo', name: 'Other' }, 422, 'id'],
    ['river/speakers/deck', { id: 'BO', name: 'Other' }, 422, 'speakers.BO'],
    ['river/speakers/deck', { id: '__proto__', name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: 'constructor', name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: '../evil', name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: '10', name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: 5, name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: 'move', name: 'A' }, 422, 'id'],
    ['river/speakers/deck', { id: 'x' }, 422, 'speakers.x.name'],
    ['river/speakers/deck', { id: 'x', name: 'X', hours: 'long' }, 422, 'speakers.x.hours'],
    ['river/speakers/deck', {}, 422, 'id'],
    ['river/crew/deck', { street: 'S' }, 422, 'id'],
    ['river/speakers/deck', [], 400],
    ['river/speakers/deck', 'text', 400],
    ['river/title/deck', { id: 'a' }, 400],
    ['river/venue/deck', { id: 'a' }, 400],
    ['river/id/deck', { id: 'a' }, 400],
    ['river/unheard/deck', { id: 'a' }, 404],
    ['lake/speakers/deck', { id: 'a', name: 'A' }, 404],
  ])('to %s with %j is rejected with %i and changes nothing', async (path, json, status, at) => {
    const server = await start();
    const before = await server.read('walks/river.json');
    const answer = await server.request(`/api/collections/walks/${path}`, { method: 'POST', json });
    expect([answer.status, errorOf(answer).code]).toEqual([status, status]);
    if (at !== undefined) expect(Object.keys(detailsOf(answer))).toEqual([at]);
    expect(await server.read('walks/river.json')).toEqual(before);
    expect({}).not.toHaveProperty('polluted');
  });

  it('is rejected when the deck is full', async () => {
    const server = await start();
    const post = (id: string) => server.request(DECK, { method: 'POST', json: { id, name: id } });
    const statuses = [(await post('c')).status, (await post('d')).status, (await post('e')).status];
    expect(statuses).toEqual([201, 201, 422]);
    expect(detailsOf(await post('f'))).toEqual({ speakers: ['Speakers must have at most 4 items'] });
  });

  it('loses none of ten parallel ones', async () => {
    const server = await start();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const crew = `${RIVER}/crew/deck`;
    const answers = await Promise.all(
      ids.map((id) => server.request(crew, { method: 'POST', json: { id, street: id } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
    const { crew: made } = await stored(server);
    expect(Object.keys(isJsonObject(made) ? made : {}).sort()).toEqual(ids);
  });
});

describe('one deck item', () => {
  it('is read as answers show it', async () => {
    const server = await start();
    const answer = await server.request(`${DECK}/ann_lee`);
    expect([answer.status, answer.json]).toEqual([
      200,
      { id: 'ann_lee', name: 'Ann Lee', hours: 2, fee: 100 },
    ]);
    const again = await server.request(`${DECK}/ann_lee`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('is changed in its place: what is not sent stays, and null removes a property', async () => {
    const server = await start();
    const before = itemsOf(await stored(server)).ann_lee;
    const patch = (json: unknown, headers = {}) =>
      server.request(`${DECK}/ann_lee`, { method: 'PATCH', json, headers });
    expect((await patch({ name: 'Ann' })).status).toBe(200);
    expect(Object.keys(itemsOf(await stored(server)))).toEqual(['ann_lee', 'bo']);
    expect(itemsOf(await stored(server)).ann_lee).toEqual({ ...Object(before), id: 'ann_lee', name: 'Ann' });
    const { hours: _removed, ...left } = Object(itemsOf(await stored(server)).ann_lee);
    const answer = await patch({ hours: null });
    expect([answer.status, Object(itemsOf(await stored(server)).ann_lee).hours ?? 0]).toEqual([200, 0]);
    expect(itemsOf(await stored(server)).ann_lee).toMatchObject({ name: left.name });
    expect((await patch({ name: 'B' }, { 'if-match': '"old"' })).status).toBe(412);
  });

  it('is replaced in its place: what is not sent goes, but for keys no schema knows', async () => {
    const server = await start();
    const answer = await server.request(`${DECK}/ann_lee`, {
      method: 'PUT',
      json: { name: 'Ann', note: 'n' },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(itemsOf(answer.json))).toEqual(['ann_lee', 'bo']);
    expect(itemsOf(await stored(server)).ann_lee).toEqual({
      id: 'ann_lee',
      name: 'Ann',
      fee: 0,
      note: 'n',
      older: 'a key no schema knows',
    });
  });

  it('is removed', async () => {
    const server = await start();
    const answer = await server.request(`${DECK}/ann_lee`, { method: 'DELETE' });
    expect([answer.status, Object.keys(itemsOf(answer.json))]).toEqual([200, ['bo']]);
    expect(Object.keys(itemsOf(await stored(server)))).toEqual(['bo']);
    expect((await server.request(`${DECK}/ann_lee`)).status).toBe(404);
    expect((await server.request(`${DECK}/ann_lee`, { method: 'DELETE' })).status).toBe(404);
  });

  it.each<[method: string, path: string, body: unknown, status: number]>([
    ['GET', 'river/speakers/deck/nope', undefined, 404],
    ['GET', 'river/speakers/deck/__proto__', undefined, 404],
    ['GET', 'river/speakers/deck/toString', undefined, 404],
    ['GET', 'river/speakers/deck/..%2f..%2f.meta.json', undefined, 404],
    ['GET', 'river/title/deck/a', undefined, 400],
    ['GET', 'river/unheard/deck/a', undefined, 404],
    ['GET', 'lake/speakers/deck/a', undefined, 404],
    ['GET', 'hill/speakers/deck/a', undefined, 404],
    ['PUT', 'river/speakers/deck/nope', { name: 'A' }, 404],
    ['PATCH', 'river/speakers/deck/nope', { name: 'A' }, 404],
    ['PATCH', 'river/speakers/deck/bo', { id: 'ann_lee', name: 'A' }, 400],
    ['PATCH', 'river/speakers/deck/bo', { name: null }, 422],
    ['PUT', 'river/speakers/deck/__proto__', { name: 'A' }, 404],
    ['PUT', 'river/speakers/deck/bo', { id: 'ann_lee', name: 'A' }, 400],
    ['PUT', 'river/speakers/deck/bo', { hours: 1 }, 422],
    ['PUT', 'river/speakers/deck/bo', [], 400],
    ['DELETE', 'river/speakers/deck/nope', undefined, 404],
    ['DELETE', 'river/speakers/deck/constructor', undefined, 404],
    ['DELETE', 'river/venue/deck/street', undefined, 400],
  ])('%s %s with %j is rejected with %i', async (method, path, json, status) => {
    const server = await start();
    const before = await server.read('walks/river.json');
    const answer = await server.request(`/api/collections/walks/${path}`, { method, json });
    expect([answer.status, errorOf(answer).code]).toEqual([status, status]);
    expect(await server.read('walks/river.json')).toEqual(before);
  });

  it('cannot be the one too few', async () => {
    const server = await start();
    const crew = `${RIVER}/crew/deck`;
    expect((await server.request(crew, { method: 'POST', json: { id: 'a', street: 'S' } })).status).toBe(201);
    const answer = await server.request(`${crew}/a`, { method: 'DELETE' });
    expect([answer.status, detailsOf(answer)]).toEqual([422, { crew: ['Crew must have at least 1 item'] }]);
  });

  it('honours If-Match', async () => {
    const server = await start();
    const send = (method: string, json?: unknown) =>
      server.request(`${DECK}/bo`, { method, json, headers: { 'if-match': '"other"' } });
    expect((await send('PUT', { name: 'B' })).status).toBe(412);
    expect((await send('DELETE')).status).toBe(412);
  });
});

describe('secrets inside', () => {
  it('are hashed or shown to writers only, and kept when they come back as they were shown', async () => {
    const server = await start();
    const post = await server.request(DECK, {
      method: 'POST',
      json: { id: 'cy', name: 'Cy', pass: 'letmein' },
    });
    expect(itemsOf(post.json).cy).toEqual({ id: 'cy', name: 'Cy', pass: '', fee: 0 });
    const before = itemsOf(await stored(server)).cy;
    expect(before).toMatchObject({ pass: expect.stringMatching(/^\$2y\$10\$/) });

    const { json } = await server.request(RIVER);
    const { created: _created, ...sent } = json;
    expect((await server.request(RIVER, { method: 'PUT', json: { ...sent, title: 'New' } })).status).toBe(
      200,
    );
    expect(itemsOf(await stored(server)).cy).toEqual(before);
    await server.request(`${DECK}/cy`, { method: 'PUT', json: { name: 'Cyan' } });
    expect(itemsOf(await stored(server)).cy).toEqual({ ...Object(before), name: 'Cyan' });
    await server.request(`${DECK}/cy`, { method: 'PUT', json: { name: 'Cyan', pass: null } });
    expect(itemsOf(await stored(server)).cy).not.toHaveProperty('pass');
  });

  it('do not show in lists, or to those who may only read', async () => {
    const server = await start();
    const key = await server.key({ methods: ['GET'] });
    const venue = async (path: string, as: 'owner' | { key: string }) =>
      (await server.request(path, { as })).text;
    expect(await venue(RIVER, 'owner')).toContain('under the mat');
    expect(await venue(RIVER, { key })).not.toContain('under the mat');
    expect(await venue('/api/collections/walks', 'owner')).not.toContain('under the mat');
    expect(await venue('/api/collections/walks?sort=venue', { key })).not.toContain('under the mat');
  });
});

describe('decks as a whole', () => {
  it('keep the order they are sent in and drop what is not sent', async () => {
    const server = await start();
    const put = (json: unknown) => server.request(`${RIVER}/speakers`, { method: 'PUT', json });
    const ordered = await put({ z: { name: 'Z' }, bo: { name: 'Bo' }, a: { name: 'A' } });
    expect(Object.keys(itemsOf(ordered.json))).toEqual(['z', 'bo', 'a']);
    expect(Object.keys(itemsOf(await stored(server)))).toEqual(['z', 'bo', 'a']);
    expect(itemsOf((await put([])).json)).toEqual({});
    expect(itemsOf((await put(null)).json)).toEqual({});
  });

  it('keep numeric ids a folder brought along, and take no new ones', async () => {
    const server = await startTestServer({
      ...WALKS,
      'walks/old.json':
        '{"id":"old","title":"Old","speakers":{"10":{"id":"10","name":"Ten"},"2":{"id":"2","name":"Two"}}}',
    });
    const old = '/api/collections/walks/old';
    const { json } = await server.request(old);
    expect((await server.request(`${old}/speakers`, { method: 'PUT', json: json.speakers })).status).toBe(
      200,
    );
    const changed = await server.request(`${old}/speakers/deck/10`, { method: 'PUT', json: { name: 'Dix' } });
    expect(itemsOf(changed.json)).toMatchObject({ 2: { name: 'Two' }, 10: { name: 'Dix' } });
    const added = { ...itemsOf(json), 3: { name: 'Three' } };
    expect((await server.request(`${old}/speakers`, { method: 'PUT', json: added })).status).toBe(422);
  });

  it('merge by item with PATCH', async () => {
    const server = await start();
    const answer = await server.request(`${RIVER}/speakers`, {
      method: 'PATCH',
      json: { bo: null, cy: { name: 'Cy', hours: 1 } },
    });
    expect(itemsOf(answer.json)).toEqual({
      ann_lee: { id: 'ann_lee', name: 'Ann Lee', hours: 2, fee: 100 },
      cy: { id: 'cy', name: 'Cy', hours: 1, fee: 50 },
    });
    expect(answer.json.total).toBe(150);
  });

  it('are calculated before the object on any save', async () => {
    const server = await start();
    const answer = await server.request(RIVER, { method: 'PATCH', json: { title: 'New' } });
    expect(answer.json).toMatchObject({ total: 100, speakers: { bo: { fee: 0 } } });
  });
});

describe('below the Pro edition', () => {
  const standard = async () => {
    const server = await startTestServer({ ...WALKS, '.system/settings.json': { edition: 'standard' } });
    const send = (method: string, path: string, json?: unknown) =>
      server.request(`/api${path}`, { method, json }).then(({ status }) => status);
    return { server, send };
  };

  it('every write to a deck is rejected with 403 and a reason', async () => {
    const { server, send } = await standard();
    const before = await server.read('walks/river.json');
    expect(await send('POST', '/collections/walks/river/speakers/deck', { id: 'x', name: 'X' })).toBe(403);
    expect(await send('PUT', '/collections/walks/river/speakers/deck/bo', { name: 'X' })).toBe(403);
    expect(await send('DELETE', '/collections/walks/river/speakers/deck/bo')).toBe(403);
    expect(await send('PUT', '/collections/walks/river/speakers', {})).toBe(403);
    expect(await send('PATCH', '/collections/walks/river/speakers', { x: { name: 'X' } })).toBe(403);
    expect(await send('DELETE', '/collections/walks/river/speakers')).toBe(403);
    expect(await send('PATCH', '/collections/walks/river', { speakers: null })).toBe(403);
    expect(await send('POST', '/collections/walks', { title: 'New', speakers: { x: { name: 'X' } } })).toBe(
      403,
    );
    expect(await send('POST', '/collections/walks/river/clone', { id: 'copy' })).toBe(403);
    const answer = await server.request(`/api/collections/walks/river/speakers/deck/bo`, {
      method: 'DELETE',
    });
    expect(errorOf(answer).message).toContain('Pro edition');
    expect(await server.read('walks/river.json')).toEqual(before);
  });

  it('a schema that holds one, or would, cannot be changed', async () => {
    const { server, send } = await standard();
    const { properties: _all, ...walk } = (await server.request('/api/schemas/walk?raw=true')).json;
    expect(await send('PUT', '/schemas/walk', { ...walk, properties: { id: { field: 'id' } } })).toBe(403);
    expect(await send('DELETE', '/schemas/walk')).toBe(403);
    const deck = { id: { field: 'id' }, items: { field: 'deck', schemaref: 'place' } };
    const other = { id: 'other', properties: deck, required: [], index: [] };
    expect(await send('POST', '/schemas', other)).toBe(403);
    expect(await send('POST', '/schemas', { ...other, properties: { id: { field: 'id' } } })).toBe(201);
  });

  it('everything else works: decks are read, kept and sent back', async () => {
    const { server, send } = await standard();
    expect((await server.request(`${DECK}/bo`)).json.name).toBe('Bo');
    const { json } = await server.request(RIVER);
    expect(await send('PUT', '/collections/walks/river', { ...json, title: 'New' })).toBe(200);
    expect(await send('PUT', '/collections/walks/river/venue', { street: '9 Quay' })).toBe(200);
    expect(await send('POST', '/collections/walks/river/views/increment')).toBe(200);
    expect(await send('POST', '/collections/walks', { title: 'Plain', speakers: {} })).toBe(201);
    expect(await send('DELETE', '/collections/walks/river')).toBe(204);
    expect(Object.keys(itemsOf(json))).toEqual(['ann_lee', 'bo']);
  });
});
