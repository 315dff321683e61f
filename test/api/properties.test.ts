/** Property operations over HTTP (spec/content.md#properties). */
import { describe, expect, it } from 'vitest';
import { detailsOf, errorOf, startTestServer } from '../helpers/server.js';
import { WALKS } from './content-schemas.js';

const RIVER = '/api/collections/walks/river';
const start = () => startTestServer(WALKS);

describe('PUT of a property', () => {
  it.each<[property: string, value: unknown, stored: unknown]>([
    ['title', 'Lake', 'Lake'],
    ['title', 'x', 'x'],
    ['views', 0, 0],
    ['views', '12', 12],
    ['open', false, false],
    ['tags', ['a', 'b', 'a'], ['a', 'b']],
    ['tags', [], []],
    ['data', { new: [1] }, { new: [1] }],
    ['tint', '#fff', { hex: '#ffffff', oklch: { l: 100, c: 0, h: 0 } }],
    ['views', null, undefined],
    ['venue', { street: '2 Quay', key: 'in the pot' }, { id: 'venue', street: '2 Quay', key: 'in the pot' }],
  ])('of %s to %j stores %j and answers the whole object', async (property, value, stored) => {
    const server = await start();
    const answer = await server.request(`${RIVER}/${property}`, { method: 'PUT', json: value });
    expect(answer.status).toBe(200);
    expect(answer.json[property]).toEqual(stored);
    expect(answer.json).toMatchObject({ id: 'river', data: expect.anything() });
    const file = JSON.parse((await server.read('walks/river.json')).toString());
    expect(file[property]).toEqual(stored);
    expect(file.note).toBe('a key no schema knows');
    expect(file.modified > file.created).toBe(true);
  });

  it.each<[path: string, value: unknown, status: number]>([
    ['river/title', '', 422],
    ['river/title', null, 422],
    ['river/title', 'x'.repeat(41), 422],
    ['river/title', { a: 1 }, 422],
    ['river/views', 'many', 422],
    ['river/seats', 21, 422],
    ['river/venue', { street: '', key: 'x' }, 422],
    ['river/cover', { name: 'other.jpg' }, 422],
    ['river/id', 'x', 400],
    ['river/created', '1970-01-01T00:00:00Z', 400],
    ['river/modified', '1970-01-01T00:00:00Z', 400],
    ['river/note', 'x', 404],
    ['river/unheard', 'x', 404],
    ['river/__proto__', 'x', 404],
    ['river/constructor', 'x', 404],
    ['river/..%2fx', 'x', 404],
    ['lake/title', 'x', 404],
  ])('of %s to %j is rejected with %i and changes nothing', async (path, value, status) => {
    const server = await start();
    const before = await server.read('walks/river.json');
    const answer = await server.request(`/api/collections/walks/${path}`, { method: 'PUT', json: value });
    expect(answer.status).toBe(status);
    expect(errorOf(answer).code).toBe(status);
    expect(await server.read('walks/river.json')).toEqual(before);
  });

  it('without a body, with a broken one, or to another collection is rejected', async () => {
    const server = await start();
    const put = (path: string, body?: string) =>
      server.request(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    expect((await put(`${RIVER}/title`)).status).toBe(400);
    expect((await put(`${RIVER}/title`, '"half')).status).toBe(400);
    expect((await put('/collections/nope/river/title', '"x"')).status).toBe(404);
    expect((await server.request(`${RIVER}/title`)).status).toBe(405);
  });

  it('names the failing places of a card by dotted path', async () => {
    const server = await start();
    const answer = await server.request(`${RIVER}/venue`, { method: 'PUT', json: { key: 'x', pass: ' ab' } });
    expect(detailsOf(answer)).toEqual({
      'venue.street': ['Venue › Street is required'],
      'venue.pass': ['Venue › Pass must not begin or end with a space'],
    });
  });

  it('takes passwords with spaces inside', async () => {
    const server = await start();
    const before = JSON.parse(String(await server.read('walks/river.json'))).venue?.pass;
    const sent = { method: 'PATCH', json: { pass: 'two words  apart' } };
    expect((await server.request(`${RIVER}/venue`, sent)).status).toBe(200);
    const after = JSON.parse(String(await server.read('walks/river.json'))).venue.pass;
    expect(after).not.toBe(before);
    expect(after).toMatch(/^\$/);
  });

  it('honours If-Match', async () => {
    const server = await start();
    const { headers } = await server.request(RIVER);
    const put = (ifMatch: string) =>
      server.request(`${RIVER}/views`, { method: 'PUT', json: 6, headers: { 'if-match': ifMatch } });
    expect((await put('"other"')).status).toBe(412);
    const changed = await put(headers.get('etag') ?? '');
    expect([changed.status, changed.json.views]).toEqual([200, 6]);
    expect((await put(headers.get('etag') ?? '')).status).toBe(412);
    expect((await put(changed.headers.get('etag') ?? '')).status).toBe(200);
  });
});

describe('PATCH of a property', () => {
  it.each<[property: string, patch: unknown, stored: unknown]>([
    ['tags', ['far', 'easy'], ['easy', 'far']],
    ['tags', 'far, near', ['easy', 'far', 'near']],
    ['data', { b: 3, d: 4 }, { a: 1, b: 3, d: 4 }],
    ['venue', { street: '2 Quay' }, { id: 'venue', street: '2 Quay', key: 'under the mat' }],
    ['venue', { key: null }, { id: 'venue', street: '1 Quay' }],
  ])('of %s merges %j to %j', async (property, patch, stored) => {
    const server = await start();
    const answer = await server.request(`${RIVER}/${property}`, { method: 'PATCH', json: patch });
    expect([answer.status, answer.json[property]]).toEqual([200, stored]);
  });

  it('of a value that is not there begins with nothing', async () => {
    const server = await start();
    const patch = (property: string, json: unknown) =>
      server.request(`/api/collections/walks/hill/${property}`, { method: 'PATCH', json });
    expect((await patch('tags', ['a'])).json.tags).toEqual(['a']);
    expect((await patch('data', { a: 1 })).json.data).toEqual({ a: 1 });
    expect((await patch('venue', { street: 'S' })).json.venue).toEqual({ id: 'venue', street: 'S' });
  });

  it.each<[property: string, patch: unknown, status: number]>([
    ['title', 'more', 400],
    ['views', 1, 400],
    ['open', true, 400],
    ['title', { a: 1 }, 400],
    ['data', 'text', 400],
    ['data', [1], 400],
    ['tags', null, 400],
    ['tags', 5, 400],
    ['tags', [{ a: 1 }], 422],
    ['venue', 'text', 400],
    ['venue', { street: '' }, 422],
    ['id', { a: 1 }, 400],
    ['unheard', { a: 1 }, 404],
  ])('of %s with %j is rejected with %i', async (property, patch, status) => {
    const server = await start();
    const before = await server.read('walks/river.json');
    expect((await server.request(`${RIVER}/${property}`, { method: 'PATCH', json: patch })).status).toBe(
      status,
    );
    expect(await server.read('walks/river.json')).toEqual(before);
  });
});

describe('DELETE of a property', () => {
  it('removes it from answer and file and keeps the rest', async () => {
    const server = await start();
    const answer = await server.request(`${RIVER}/data`, { method: 'DELETE' });
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('data');
    expect(answer.json).toMatchObject({ title: 'River', tags: ['easy'], views: 5 });
    expect((await server.request(RIVER)).json).toEqual(answer.json);
    expect((await server.request(`${RIVER}/data`, { method: 'DELETE' })).status).toBe(200);
  });

  it.each([
    ['title', 422],
    ['id', 400],
    ['created', 400],
    ['note', 404],
    ['__proto__', 404],
  ])('of %s is rejected with %i', async (property, status) => {
    const server = await start();
    const before = await server.read('walks/river.json');
    expect((await server.request(`${RIVER}/${property}`, { method: 'DELETE' })).status).toBe(status);
    expect(await server.read('walks/river.json')).toEqual(before);
  });
});

describe('counting', () => {
  const count = async (...paths: string[]) => {
    const server = await start();
    const answers: [status: number, value: unknown][] = [];
    for (const path of paths) {
      const answer = await server.request(`/api/collections/walks/${path}`, { method: 'POST' });
      answers.push([answer.status, answer.json.value]);
      if (answer.status === 200) expect(Object.keys(answer.json)).toEqual(['property', 'value']);
    }
    return answers;
  };

  it.each<[path: string, value: number]>([
    ['river/views/increment', 6],
    ['river/views/increment/10', 15],
    ['river/views/increment/0.1', 5.1],
    ['river/views/decrement', 4],
    ['river/views/decrement/7.25', -2.25],
    ['hill/views/increment/3', 3],
    ['hill/views/decrement', -1],
    ['river/seats/increment', 10],
  ])('POST %s answers %d', async (path, value) => {
    expect(await count(path)).toEqual([[200, value]]);
  });

  it('adds decimals without dust', async () => {
    const twice = await count(
      'hill/views/increment/0.1',
      'hill/views/increment/0.2',
      'hill/views/decrement/0.3',
    );
    expect(twice).toEqual([
      [200, 0.1],
      [200, 0.3],
      [200, 0],
    ]);
  });

  it.each<[path: string, status: number]>([
    ['river/title/increment', 400],
    ['river/tags/decrement', 400],
    ['river/open/increment', 400],
    ['river/total/increment', 400],
    ['river/id/increment', 400],
    ['river/modified/increment', 400],
    ['river/seats/increment/2', 400],
    ['river/seats/decrement/10', 400],
    ['river/seats/increment/0.5', 422],
    ['river/views/increment/0', 400],
    ['river/views/increment/0.0', 400],
    ['river/views/increment/-5', 400],
    ['river/views/increment/abc', 400],
    ['river/views/increment/NaN', 400],
    ['river/views/increment/Infinity', 400],
    ['river/views/increment/1e309', 400],
    ['river/views/increment/0x10', 400],
    ['river/views/increment/1,5', 400],
    ['river/views/increment/%20', 400],
    ['river/views/increment/9007199254740993', 400],
    ['river/views/increment/0.12345678901234567890', 400],
    ['river/views/increment/1/2', 404],
    ['river/unheard/increment', 404],
    ['river/__proto__/increment', 404],
    ['lake/views/increment', 404],
  ])('POST %s is rejected with %i', async (path, status) => {
    expect(await count(path)).toEqual([[status, undefined]]);
  });

  it('names the bound that stands in the way', async () => {
    const server = await start();
    const answer = await server.request(`${RIVER}/seats/increment/2`, { method: 'POST' });
    expect(detailsOf(answer)).toEqual({ seats: ['Seats must be at most 10'] });
  });

  it('loses none of 100 parallel steps and stamps the object', async () => {
    const server = await start();
    const steps = Array.from({ length: 100 }, (_, n) =>
      server.request(`${RIVER}/views/${n % 4 === 0 ? 'decrement/0.1' : 'increment/0.3'}`, { method: 'POST' }),
    );
    const answers = await Promise.all(steps);
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(new Set(answers.map(({ json }) => json.value)).size).toBeGreaterThan(50);
    const { json } = await server.request(RIVER);
    expect(json).toMatchObject({ views: 25, saved: expect.stringMatching(/^2\d{3}-/) });
  });

  it('honours If-Match and reads a number that was stored as text', async () => {
    const server = await startTestServer({
      ...WALKS,
      'walks/old.json': { id: 'old', title: 'Old', views: '7' },
      'walks/odd.json': { id: 'odd', title: 'Odd', views: 'seven' },
    });
    const post = (path: string, headers = {}) =>
      server.request(`/api/collections/walks/${path}`, { method: 'POST', headers });
    expect((await post('old/views/increment')).json.value).toBe(8);
    expect((await post('odd/views/increment')).status).toBe(400);
    expect((await post('old/views/increment', { 'if-match': '"x"' })).status).toBe(412);
  });
});

describe('rights', () => {
  it('of a key decide by method and collection, with and without the prefix', async () => {
    const server = await start();
    const reader = await server.key({ methods: ['GET'], paths: ['/collections/walks'] });
    const poster = await server.key({ methods: ['POST'], paths: ['/collections/walks'] });
    const other = await server.key({ paths: ['/collections/other'] });
    const step = (key: string, prefix = '/api') =>
      server.request(`${prefix}/collections/walks/river/views/increment`, { method: 'POST', as: { key } });
    expect((await step(reader)).status).toBe(403);
    expect((await step(other)).status).toBe(403);
    expect((await step(poster)).status).toBe(200);
    expect((await step(poster, '')).status).toBe(200);
    const put = { method: 'PUT', json: 1 };
    expect((await server.request(`${RIVER}/views`, { ...put, as: { key: poster } })).status).toBe(403);
    expect((await server.request(`${RIVER}/views`, { ...put, as: 'nobody' })).status).toBe(401);
  });
});
