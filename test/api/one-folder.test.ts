import { cp, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSite } from '../../server/site.js';
import { errorOf, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';

const READS = [
  '/api/collections',
  '/api/collections/blog',
  '/api/collections/blog/first-post',
  '/collections/blog/query?search=post',
  '/report/collections/blog/csv?fields=title',
  '/api/schemas',
  '/api/settings',
  '/admin/session',
  '/admin/',
  '/api/no-such-thing',
];

const WRITES = [
  ['PATCH', '/api/settings', { 'dashboard.title': 'New' }],
  ['POST', '/api/collections', { id: 'ghost', schema: 'blog' }],
  ['POST', '/api/collections/blog', { title: 'Ghost' }],
  ['PATCH', '/api/collections/blog/first-post', { title: 'Ghost' }],
  ['DELETE', '/api/collections/blog/first-post', undefined],
  ['POST', '/api/apikeys', { name: 'ghost', methods: ['GET'], paths: ['*'] }],
  ['POST', '/api/schemas', { id: 'ghost', properties: {}, required: [], index: [] }],
] as const;

/** Nobody is told sooner than a look is old. */
const untilGone = (server: TestServer) =>
  expect
    .poll(async () => (await server.request('/api/collections/blog/first-post')).status, { interval: 5 })
    .toBe(503);

async function refusesAll(server: TestServer): Promise<void> {
  await untilGone(server);
  for (const path of READS) {
    const answer = await server.request(path);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
  }
  for (const [method, path, json] of WRITES) {
    const answer = await server.request(path, { method, ...(json && { json }) });
    expect([method, path, answer.status]).toEqual([method, path, 503]);
    expect(errorOf(answer).message).toContain('is not available');
  }
  const health = await server.request('/healthz');
  expect([health.status, health.json.status]).toEqual([200, 'gone']);
}

async function goesOn(server: TestServer): Promise<void> {
  const read = await server.request('/api/collections/blog/first-post');
  expect([read.status, read.json.title]).toEqual([200, 'First post']);
  const saved = await server.request('/api/collections/blog/first-post', {
    method: 'PATCH',
    json: { title: 'Saved again' },
  });
  expect([saved.status, saved.json.title]).toEqual([200, 'Saved again']);
  expect((await server.read('blog/first-post.json')).toString()).toContain('Saved again');
  expect((await server.request('/healthz')).json.status).toBe('ok');
}

describe('a folder that is renamed away', () => {
  it('is 503 for all callers, is not created again, and continues when it is available', async () => {
    const server = await startTestServer();
    const away = `${server.folder}-away`;
    await rename(server.folder, away);
    await refusesAll(server);
    expect(await readdir(join(server.folder, '..'))).not.toContain('content');
    await rename(away, server.folder);
    await goesOn(server);
  });

  it('is left alone by what is done in it meanwhile, which is seen when it is back', async () => {
    const server = await startTestServer();
    const away = `${server.folder}-away`;
    const events: string[] = [];
    server.site.events.on((event) => events.push(event.type));
    expect((await server.request('/api/collections/blog/second-post')).status).toBe(200);
    await rename(server.folder, away);
    await untilGone(server);
    await rm(join(away, 'blog/second-post.json'));
    await rename(away, server.folder);
    await expect
      .poll(async () => (await server.request('/api/collections/blog/second-post')).status)
      .toBe(404);
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
    expect(events).toEqual(['object.deleted']);
  });
});

describe('another folder at its place', () => {
  it.each(['an empty one', 'a copy of it'])('is not touched: %s', async (kind) => {
    const server = await startTestServer();
    const away = `${server.folder}-away`;
    await rename(server.folder, away);
    if (kind === 'a copy of it') await cp(away, server.folder, { recursive: true });
    else await mkdir(server.folder);
    const before = await readdir(server.folder, { recursive: true });
    await refusesAll(server);
    expect(await readdir(server.folder, { recursive: true })).toEqual(before);
    if (kind === 'a copy of it') await rm(server.folder, { recursive: true });
    else await rmdir(server.folder);
    await rename(away, server.folder);
    await goesOn(server);
  });

  it('gets nothing of writes that were under way when it came', async () => {
    const server = await startTestServer();
    const away = `${server.folder}-away`;
    for (let round = 0; round < 8; round += 1) {
      const writes = Array.from({ length: 12 }, (_, at) =>
        server.request('/api/collections/blog', {
          method: 'POST',
          json: { id: `r${round}-${at}`, title: 'x' },
        }),
      );
      await Promise.race(writes);
      await rename(server.folder, away);
      await mkdir(server.folder);
      const answers = await Promise.all(writes);
      expect(await readdir(server.folder)).toEqual([]);
      await rmdir(server.folder);
      await rename(away, server.folder);
      const stand = await readdir(join(server.folder, 'blog'));
      for (const [at, { status }] of answers.entries()) {
        expect([201, 503]).toContain(status);
        if (status === 201) expect(stand).toContain(`r${round}-${at}.json`);
      }
    }
  });

  it('does not keep the server from stopping', async () => {
    const server = await startTestServer();
    await server.key();
    await rename(server.folder, `${server.folder}-away`);
    await untilGone(server);
    await server.close();
    expect(await readdir(join(server.folder, '..'))).not.toContain('content');
  });
});

describe('the id of a folder', () => {
  const sent = (server: TestServer, folder: string | undefined, as?: 'nobody') =>
    server.request('/api/collections/blog/first-post', {
      method: 'PATCH',
      json: { title: 'Written' },
      headers: folder === undefined ? {} : { 'x-plinth-folder': folder },
      ...(as && { as }),
    });

  it('is the same after a restart and another one for a copy', async () => {
    const home = await temporaryFolder();
    const ids: string[] = [];
    await mkdir(join(home, 'one'));
    for (const name of ['one', 'one', 'two']) {
      if (name === 'two') await cp(join(home, 'one'), join(home, 'two'), { recursive: true });
      const site = await openSite({
        folder: join(home, name),
        cache: join(home, 'cache'),
        state: join(home, 'state'),
        log: () => {},
      });
      ids.push(site.store.folder.id);
      await site.close();
    }
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('rejects writes of a page of another folder with 409, for every caller', async () => {
    const server = await startTestServer();
    const { folder } = (await server.request('/admin/session')).json;
    const own = typeof folder === 'object' && folder !== null && 'id' in folder ? String(folder.id) : '';
    for (const as of [undefined, 'nobody'] as const) {
      const refused = await sent(server, 'of-another', as);
      expect([refused.status, errorOf(refused).message]).toEqual([
        409,
        expect.stringContaining('another folder'),
      ]);
    }
    expect((await server.read('blog/first-post.json')).toString()).toContain('First post');
    expect((await sent(server, own)).status).toBe(200);
    // Programs that are no pages of the admin name none.
    expect((await sent(server, undefined)).status).toBe(200);
    const read = await server.request('/api/collections/blog/first-post', {
      headers: { 'x-plinth-folder': 'of-another' },
    });
    expect(read.status).toBe(200);
  });
});
