/** Requests that meet files which another program is writing, takes away or keeps elsewhere. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../server/start.js';
import { readEvents } from '../helpers/event-reader.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const POST = '/api/collections/blog/first-post';
const pathOf = (server: TestServer, name = 'first-post.json') => join(server.folder, 'blog', name);
const trashOf = async (server: TestServer) => (await server.request('/api/trash')).json.entries;

/** Another program that has written half of a file and goes on writing until the test is over. */
function halfWritten(path: string): { finish(text: string): void } {
  writeFileSync(path, '{"id": "first-post", "title": "Of anoth');
  const going = setInterval(() => {
    // Ahead of the clock a little, as on a share: a busy machine may let this timer wait.
    const moment = new Date(Date.now() + 400);
    void utimes(path, moment, moment);
  }, 50);
  onTestFinished(() => clearInterval(going));
  return {
    finish(text) {
      clearInterval(going);
      writeFileSync(path, text);
    },
  };
}

describe('a file that another program is writing', () => {
  it.each([
    ['PUT', { title: 'Ours' }],
    ['PATCH', { title: 'Ours' }],
    ['DELETE', undefined],
  ])('is left alone by %s, which may be tried again', async (method, json) => {
    const server = await startTestServer();
    await server.request(POST);
    const other = halfWritten(pathOf(server));
    const refused = await server.request(POST, { method, ...(json && { json }) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.text).toContain('Another program is writing this file');
    expect(await trashOf(server)).toEqual([]);

    other.finish(JSON.stringify({ id: 'first-post', title: 'Theirs', note: 'theirs' }));
    const done = await server.request(POST, { method, ...(json && { json }) });
    expect(done.status).toBe(method === 'DELETE' ? 204 : 200);
    if (json)
      expect(JSON.parse((await server.read('blog/first-post.json')).toString())).toMatchObject({
        title: 'Ours',
        note: 'theirs',
      });
  });

  it('is waited for by the request that needs it', async () => {
    const server = await startTestServer();
    await server.request(POST);
    const other = halfWritten(pathOf(server));
    const change = server.request(POST, { method: 'PATCH', json: { draft: true } });
    for (let n = 0; n < 5; n += 1) await server.request('/healthz');
    other.finish('{"id": "first-post", "title": "Whole"}');
    const { status, json } = await change;
    expect([status, json.title, json.draft]).toEqual([200, 'Whole', true]);
  });
});

describe('DELETE of an object that another program deletes', () => {
  it('answers that it is gone or was not there, and leaves no entry that holds nothing', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `gone-${at}`);
    const server = await startTestServer({
      ...BLOG,
      ...Object.fromEntries(ids.map((id) => [`blog/${id}.json`, { id, title: id }])),
    });
    await server.request('/api/collections/blog');
    const statuses: number[] = [];
    for (const [at, id] of ids.entries()) {
      const answer = server.request(`/api/collections/blog/${id}`, { method: 'DELETE' });
      // At another moment of the deletion each time.
      for (let turn = 0; turn < at % 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      rmSync(pathOf(server, `${id}.json`), { force: true });
      statuses.push((await answer).status);
      expect((await server.request(`/api/collections/blog/${id}`)).status).toBe(404);
    }
    expect(statuses.filter((status) => status !== 204 && status !== 404)).toEqual([]);
  });
});

describe('an object whose file iCloud has moved off the disk', () => {
  const PLACEHOLDER = '.first-post.json.icloud';

  async function evict(server: TestServer): Promise<void> {
    await server.request('/api/collections/blog');
    renameSync(pathOf(server), join(server.folder, '..', 'in-the-cloud.json'));
    writeFileSync(pathOf(server, PLACEHOLDER), 'bplist00');
  }

  async function expectTaken(server: TestServer): Promise<void> {
    const create = await server.request('/api/collections/blog', {
      method: 'POST',
      json: { id: 'first-post', title: 'Another' },
    });
    expect([create.status, create.text]).toEqual([422, expect.stringContaining('already')]);
    const clone = await server.request('/api/collections/blog/second-post/clone', {
      method: 'POST',
      json: { id: 'first-post' },
    });
    expect(clone.status).toBe(422);
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const json = method === 'DELETE' ? {} : { json: { title: 'Changed' } };
      const refused = await server.request(POST, { method, ...json });
      expect([method, refused.status, refused.text]).toEqual([
        method,
        503,
        expect.stringContaining('has not been downloaded'),
      ]);
      expect(refused.headers.get('retry-after')).toBe('60');
    }
    expect(readdirSync(join(server.folder, 'blog')).filter((name) => name.includes('first'))).toEqual([
      PLACEHOLDER,
    ]);
  }

  it('stays listed, is not changed, and its id stays taken', async () => {
    const server = await startTestServer();
    await evict(server);
    await expectTaken(server);
    expect((await server.request('/api/collections/blog')).json.total).toBe(2);
  });

  it('is told after a restart too, and is an object again when it has been downloaded', async () => {
    const server = await startTestServer();
    const headers = { 'x-api-key': await server.key() };
    await evict(server);
    await server.close();
    const home = join(server.folder, '..');
    const again = await startServer({
      folder: server.folder,
      port: 0,
      cache: join(home, 'cache'),
      state: join(home, 'state'),
      renderer: join(home, 'no-admin'),
      log: pino({ level: 'silent' }),
    });
    onTestFinished(() => again.close());
    const stream = await readEvents(`${again.url}/api/events`, headers);
    await stream.told(1);
    expect((await fetch(again.url + POST, { headers })).status).toBe(503);
    const body = JSON.stringify({ id: 'first-post', title: 'Another' });
    const create = await fetch(`${again.url}/api/collections/blog`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    expect(create.status).toBe(422);
    renameSync(join(home, 'in-the-cloud.json'), pathOf(server));
    rmSync(pathOf(server, PLACEHOLDER));
    expect(await stream.told(1)).toEqual(['object.updated blog/first-post']);
    expect(await (await fetch(again.url + POST, { headers })).json()).toMatchObject({ title: 'First post' });
  });

  it('that was never on this disk is told and its id is taken', async () => {
    const server = await startTestServer({ ...BLOG, 'blog/.far.json.icloud': 'bplist00' });
    const get = await server.request('/api/collections/blog/far');
    expect([get.status, get.headers.get('retry-after')]).toEqual([503, '60']);
    const create = await server.request('/api/collections/blog', {
      method: 'POST',
      json: { id: 'far', title: 'x' },
    });
    expect(create.status).toBe(422);
    expect((await server.request('/api/damaged')).json.files).toMatchObject([
      { collection: 'blog', id: 'far', reason: 'The file is in iCloud and has not been downloaded' },
    ]);
    const stream = await readEvents(`${server.url}/api/events`, { 'x-api-key': await server.key() });
    await stream.told(1);
    writeFileSync(pathOf(server, 'far.json'), '{"id": "far", "title": "Here"}');
    rmSync(pathOf(server, '.far.json.icloud'));
    await stream.told(1);
    expect((await server.request('/api/collections/blog/far')).json.title).toBe('Here');
  });
});
