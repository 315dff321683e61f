/** A folder of automations that was written by hand, without settings, is the built-in collection. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BLOG, type Files, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { listIn } from '../helpers/users.js';

const BY_HAND: Files = {
  'automations/echo.json': {
    id: 'echo',
    name: 'Echo',
    enabled: true,
    triggers: { hook: { type: 'webhook', auth: 'none', sync: true } },
  },
  'automations/echo/handler.mjs': 'export default async ({ args }) => args.word;',
};
const SETTINGS = 'automations/.meta.json';
const COLLECTION = '/api/collections/automations';

const trigger = (server: TestServer) =>
  server.request('/automations/echo', { method: 'POST', json: { word: 'heard' }, as: 'nobody' });

const waiting = async (server: TestServer) =>
  listIn(await server.request('/api/trust'), 'automations').map(({ id, approval }) => [id, approval]);

async function accept(server: TestServer) {
  const [handler] = listIn(await server.request('/api/trust'), 'automations');
  const records = { [String(handler?.record)]: handler?.digest };
  expect((await server.request('/api/trust', { method: 'POST', json: { records } })).status).toBe(200);
}

const objects = async (server: TestServer) => (await server.request(COLLECTION)).json;

it('is listed and read, waits for trust, runs after it, and gets no settings file by that', async () => {
  const server = await startTestServer({ ...BLOG, ...BY_HAND }, { trust: false });
  expect(listIn(await server.request('/api/collections'), 'collections')).toContainEqual(
    expect.objectContaining({ name: 'automations', title: 'Automations', count: 1 }),
  );
  expect(await objects(server)).toMatchObject({ total: 1 });
  expect((await server.request(`${COLLECTION}/echo`)).json).toMatchObject({ name: 'Echo' });
  expect(await waiting(server)).toEqual([['echo', 'new']]);
  expect((await trigger(server)).status).toBe(404);

  await accept(server);
  expect(await trigger(server)).toMatchObject({ status: 200, text: expect.stringContaining('heard') });
  const created = await server.request(COLLECTION, {
    method: 'POST',
    json: { id: 'second', name: 'Second' },
  });
  expect(created.status).toBe(201);
  await expect(server.read(SETTINGS)).rejects.toThrow('ENOENT');
});

it('is not trusted, like any folder with content of other users', async () => {
  const server = await startTestServer(BY_HAND, { trust: false });
  expect((await server.request('/api/status')).json.trusted).toBe(false);
  expect(await waiting(server)).toEqual([['echo', 'new']]);
});

it('comes, goes and comes back while the server runs', async () => {
  const server = await startTestServer();
  const status = async () => (await server.request(COLLECTION)).status;
  const total = async () => (await objects(server)).total;
  expect(await status()).toBe(404);
  await writeFiles(server.folder, BY_HAND);
  await expect.poll(total).toBe(1);
  await expect.poll(() => waiting(server)).toEqual([['echo', 'new']]);
  await accept(server);
  expect((await trigger(server)).status).toBe(200);

  const place = join(server.folder, 'automations');
  await rename(place, `${place}-away`);
  await expect.poll(status).toBe(404);
  expect((await trigger(server)).status).toBe(404);
  await rename(`${place}-away`, place);
  await expect.poll(total).toBe(1);
  await expect.poll(async () => (await trigger(server)).status).toBe(200);
});

it('takes settings that come later, and keeps its objects when they go', async () => {
  const server = await startTestServer({ ...BLOG, ...BY_HAND });
  const name = async () => (await server.request(`${COLLECTION}/settings`)).json.name;
  expect(await name()).toBe('Automations');
  const theirs = { id: 'automations', schema: 'automations', name: 'Theirs' };
  await writeFile(join(server.folder, SETTINGS), JSON.stringify(theirs));
  await expect.poll(name).toBe('Theirs');
  await rm(join(server.folder, SETTINGS));
  await expect.poll(name).toBe('Automations');
  expect(await objects(server)).toMatchObject({ total: 1 });

  const changed = await server.request(COLLECTION, { method: 'PATCH', json: { name: 'Ours' } });
  expect(changed.status).toBe(200);
  expect(JSON.parse((await server.read(SETTINGS)).toString())).toMatchObject({ name: 'Ours' });
  expect(await objects(server)).toMatchObject({ total: 1 });
});

it('goes to the trash as a whole and comes back from it', async () => {
  const server = await startTestServer({ ...BLOG, ...BY_HAND });
  const removed = await server.request(`${COLLECTION}?force=true`, { method: 'DELETE' });
  expect(removed.status).toBe(204);
  expect((await server.request(COLLECTION)).status).toBe(404);
  const [entry] = listIn(await server.request('/api/trash'), 'entries');
  const restored = await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' });
  expect(restored.status).toBe(200);
  expect(await objects(server)).toMatchObject({ total: 1 });
});

it('stays hidden with settings that cannot be read, and behind a name that is no folder', async () => {
  const damaged = await startTestServer({ ...BLOG, ...BY_HAND, [SETTINGS]: '{"id": ' });
  expect((await damaged.request(COLLECTION)).status).toBe(500);
  const server = await startTestServer();
  await writeFile(join(server.folder, 'automations'), 'a file');
  await mkdir(join(server.folder, 'hikes'));
  await writeFiles(server.folder, { 'hikes/one.json': { id: 'one' } });
  const names = listIn(await server.request('/api/collections'), 'collections').map(({ name }) => name);
  expect(names).toEqual(['blog', 'blog-private']);
});
