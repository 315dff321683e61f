/** Reading the folder as it was at a time (`at`), over HTTP. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const LIST = '/api/collections/blog';

const send = async (server: TestServer, method: string, path: string, json?: JsonObject) => {
  const answer = await server.request(path, { method, ...(json && { json }) });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer;
};

/** When the newest change happened. */
const lastChange = async (server: TestServer): Promise<string> => {
  const [entry] = (await send(server, 'GET', '/api/activity?limit=1')).json.activity as unknown as {
    at: string;
  }[];
  return entry?.at ?? '';
};

const later = (at: string) => new Date(Date.parse(at) + 1).toISOString();

/** A folder with an old state, and the time of that state. */
async function start() {
  const server = await startTestServer(BLOG);
  await send(server, 'PATCH', `${LIST}/first-post`, { title: 'Old title', tags: ['old'] });
  await send(server, 'POST', LIST, { id: 'gone', title: 'Gone later', tags: ['old'] });
  const at = await lastChange(server);
  // The next change is at least a millisecond later.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(later(at)));
  await send(server, 'PATCH', `${LIST}/first-post`, { title: 'New title', tags: ['new'] });
  await send(server, 'DELETE', `${LIST}/gone`);
  await send(server, 'POST', LIST, { id: 'young', title: 'Made later', tags: ['new'] });
  return { server, at };
}

const idsIn = ({ json }: { json: JsonObject }) =>
  Object.values(json)
    .filter(Array.isArray)
    .flat()
    .map((one) => (one as JsonObject).id)
    .sort();

describe('reading with a time', () => {
  it('answers objects, lists, filters, searches and queries as they were then', async () => {
    const { server, at } = await start();
    const read = (path: string) => send(server, 'GET', `${path}${path.includes('?') ? '&' : '?'}at=${at}`);
    expect((await read(`${LIST}/first-post`)).json).toMatchObject({ title: 'Old title', tags: ['old'] });
    expect((await read(`${LIST}/gone`)).json.title).toBe('Gone later');
    expect((await server.request(`${LIST}/young?at=${at}`)).status).toBe(404);
    const old = ['first-post', 'gone'];
    expect(idsIn(await read(LIST))).toEqual([...old, 'second-post']);
    expect(idsIn(await read(`${LIST}?filter[tags]=old`))).toEqual(old);
    expect(idsIn(await read(`${LIST}?search=Old+title`))).toEqual(['first-post']);
    expect(idsIn(await read(`${LIST}/query?include=tags:old&sort=title`))).toEqual(old);
    expect((await read(`${LIST}/index`)).text).toContain('Gone later');
    expect((await read(`/api/export/collections/blog/csv`)).text).not.toContain('Made later');
    expect((await read('/api/collections')).json.collections).toMatchObject([{ count: 3 }, { count: 1 }]);
    expect((await send(server, 'GET', `${LIST}/first-post`)).json.title).toBe('New title');
    expect(idsIn(await send(server, 'GET', LIST))).toEqual(['first-post', 'second-post', 'young']);
    expect(server.warnings()).toEqual([]);
  });

  it('uses the schema and the settings of then', async () => {
    const server = await startTestServer(BLOG);
    const schema = (more: JsonObject): JsonObject => ({
      id: 'event',
      required: ['id'],
      index: ['id'],
      properties: { id: { type: 'id' }, title: { type: 'text' }, ...more },
    });
    await send(server, 'POST', '/api/schemas', schema({ place: { type: 'text', label: 'Then' } }));
    await send(server, 'POST', '/api/collections', { id: 'events', schema: 'event', name: 'Then' });
    await send(server, 'POST', '/api/collections/events', { id: 'a', title: 'A', place: 'Here' });
    const at = await lastChange(server);
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(later(at)));
    await send(server, 'PUT', '/api/schemas/event', schema({}));
    await send(server, 'PATCH', '/api/collections/events', { name: 'Now' });
    await send(server, 'DELETE', '/api/collections/events?force=true');
    const { json } = await send(server, 'GET', `/api/collections/events/a?at=${at}`);
    expect(json).toMatchObject({ title: 'A', place: 'Here' });
    expect((await send(server, 'GET', `/api/collections/events/settings?at=${at}`)).json.name).toBe('Then');
    expect((await send(server, 'GET', `/api/schemas/event?at=${at}`)).text).toContain('Then');
  });

  it('is only for callers who may change all objects', async () => {
    const { server, at } = await start();
    const statusFor = async (as: { key: string } | 'nobody', path = `${LIST}/first-post`) =>
      (await server.request(`${path}?at=${at}`, { as })).status;
    expect(await statusFor({ key: await server.key() })).toBe(200);
    expect(await statusFor({ key: await server.key({ methods: ['GET', 'PATCH'] }) })).toBe(200);
    expect(await statusFor({ key: await server.key({ methods: ['GET'] }) })).toBe(403);
    expect(await statusFor({ key: await server.key({ paths: ['/collections/blog'] }) })).toBe(403);
    expect(await statusFor('nobody')).toBe(401);
    await send(server, 'PATCH', LIST, { publicOperations: ['read'] });
    expect(await statusFor('nobody')).toBe(403);
  });

  it('rejects times in the future and what is not a time', async () => {
    const server = await startTestServer(BLOG);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const at of [tomorrow, 'yesterday', '', '5', '2026-13-01', '2026-01-01T99:00:00Z', '%00']) {
      expect([at, (await server.request(`${LIST}?at=${at}`)).status]).toEqual([at, 400]);
    }
    expect(idsIn(await send(server, 'GET', `${LIST}?at=2001-01-01`))).toEqual([]);
  });

  it('keeps few times open, and leaves nothing behind', async () => {
    const { server, at } = await start();
    const times = [0, 1, 2, 3, 4, 5].map((day) => new Date(Date.parse(at) - day * 86_400_000).toISOString());
    for (const time of times) await server.request(`${LIST}?at=${time}`);
    expect((await send(server, 'GET', `${LIST}/gone?at=${at}`)).json.title).toBe('Gone later');
    const folder = join(server.folder, '../cache/past');
    expect((await readdir(folder)).length).toBeGreaterThan(0);
    await server.close();
    expect(await readdir(folder)).toEqual([]);
  });
});
