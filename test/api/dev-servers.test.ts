/** Development servers of sites: real processes that listen, end, or stay behind. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DevEvent } from '../../server/contract/sites.js';
import { plainPng, smallPdf } from '../helpers/made-files.js';
import { BLOG, type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { addSite, FOREVER, homeOf, isAlive, pidsIn, readUntil } from '../helpers/site-builds.js';
import { FORM, type } from '../helpers/typed.js';
import { PASSWORD, sessionOf, trySignIn, WITH_STAFF } from '../helpers/users.js';

// Commands of the machine are started, which takes its time on a busy one.
vi.setConfig({ testTimeout: 60_000 });

const PATH = '/api/sites/site/develop';

/** Listens after a moment, with a child, and shows a title of the folder. */
const SERVE = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
const { PLINTH_URL: url, PLINTH_KEY: key } = process.env;
const server = createServer(async (_request, response) => {
  const { title } = await (await fetch(url + '/api/collections/blog/first-post', { headers: { 'x-api-key': key } })).json();
  response.end('<h1>' + title + '</h1>');
});
console.log('pids', process.pid, child.pid);
console.log('reading', url);
setTimeout(() => server.listen(Number(process.env.TO ?? 0), 'localhost', () => {
  if (process.env.QUIET) return;
  const { port } = server.address();
  process.stdout.write('  \\u001b[1mLocal\\u001b[22m:   \\u001b[36mhttp://localhost:\\u001b[1m' + port + '\\u001b[22m/\\u001b[39m\\n');
}), 300);
`;

const stateOf = async (server: TestServer) => (await server.request(PATH)).json;
const start = (server: TestServer) => server.request(PATH, { method: 'POST' });
const stop = (server: TestServer) => server.request(PATH, { method: 'DELETE' });

async function eventsOf(server: TestServer): Promise<DevEvent[]> {
  const { text } = await server.request(`${PATH}/log`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const linesOf = (events: readonly DevEvent[]) =>
  events.flatMap((one) => (one.event === 'log' ? one.lines : []));

/** Waits for a state, and returns it. */
const reach = (server: TestServer, status: string) =>
  vi.waitFor(
    async () => {
      const state = await stateOf(server);
      expect(state.status).toBe(status);
      return state;
    },
    { timeout: 30_000, interval: 50 },
  );

const serving = (server: TestServer, settings: object = {}) =>
  addSite(server, { develop: 'node serve.mjs', ...settings }, { files: { 'serve.mjs': SERVE } });

/** A port that nothing listens at. */
async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe('the development server of a site', () => {
  it('is started once, found where it prints it, shown in the preview, and stopped with its children', async () => {
    const server = await startTestServer();
    await serving(server);
    expect(await stateOf(server)).toEqual({
      status: 'stopped',
      address: null,
      startedAt: null,
      problem: null,
    });
    const [first, second] = await Promise.all([start(server), start(server)]);
    expect(first).toMatchObject({ status: 202, json: { status: 'starting', address: null, problem: null } });
    expect(second.json.startedAt).toBe(first.json.startedAt);
    const stream = eventsOf(server);
    // States that follow one another closely are told as one.
    await readUntil(server, `${PATH}/log`, /"status":"running"/);
    const { address } = await reach(server, 'running');
    expect(await (await fetch(String(address))).text()).toBe('<h1>First post</h1>');
    expect((await start(server)).json).toMatchObject({ status: 'running', address });
    expect((await server.request('/api/preview')).json).toMatchObject({ site: address });

    expect((await stop(server)).json).toMatchObject({ status: 'stopped', address: null, problem: null });
    const events = await stream;
    expect(events.at(-1)).toMatchObject({ event: 'state', state: { status: 'stopped' } });
    const states = events.flatMap((one) => (one.event === 'state' ? [one.state.status] : []));
    expect(states.filter((state) => state !== 'starting')).toEqual(['running', 'stopped']);
    const lines = linesOf(events);
    expect(lines.filter((line) => line.includes('Local'))).toEqual([`  Local:   ${address}/`]);
    const pids = (lines.find((line) => line.startsWith('pids')) ?? '').split(' ').slice(1).map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    expect((await server.request('/api/preview')).json.site).not.toBe(address);
    // Its key has ended with it.
    expect(server.site.keys.list()).toEqual([]);
    expect(await stop(server)).toMatchObject({ status: 200, json: { status: 'stopped' } });
  });

  it('reads through the chosen sets and the unsaved changes of the owner, and follows another choice', async () => {
    const server = await startTestServer(WITH_STAFF);
    const admin = sessionOf(server, await trySignIn(server, 'admin one', PASSWORD));
    await serving(server);
    await start(server);
    const { address } = await reach(server, 'running');
    const shown = async () => (await fetch(String(address))).text();
    const draft = { 'X-Plinth-Perspective': 'draft' };
    const first = '/api/collections/blog/first-post';
    await server.request(first, { method: 'PATCH', json: { title: 'Drafted' }, headers: draft });
    expect(await shown()).toBe('<h1>Drafted</h1>');
    await type(admin, { title: 'Typed by the admin' }, { form: 'form-of-admin' });
    expect(await shown()).toBe('<h1>Drafted</h1>');
    await type(server, { title: 'Typed' });
    expect(await shown()).toBe('<h1>Typed</h1>');
    await server.request(`/api/presence/${FORM}`, { method: 'DELETE' });

    const release = { kind: 'release', title: 'Autumn', id: 'autumn' };
    await server.request('/api/change-sets', { method: 'POST', json: release });
    const autumn = { 'X-Plinth-Perspective': 'autumn' };
    await server.request(first, { method: 'PATCH', json: { title: 'In autumn' }, headers: autumn });
    const choose = (sets: string[]) => server.request('/api/preview', { method: 'PUT', json: { sets } });
    expect((await choose(['draft', 'autumn'])).json).toMatchObject({
      isStarted: true,
      sets: ['draft', 'autumn'],
    });
    expect(await shown()).toBe('<h1>In autumn</h1>');
    expect((await choose([])).json).toMatchObject({ site: address, sets: [] });
    expect(await shown()).toBe('<h1>First post</h1>');
    expect((await choose(['winter'])).status).toBe(404);
    expect((await choose(['unsaved'])).status).toBe(404);
    expect((await choose(['../../x'])).status).toBe(400);
    await choose(['autumn']);
    await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    expect((await server.request('/api/preview')).json).toMatchObject({ sets: [] });
    expect(await shown()).toBe('<h1>First post</h1>');
    expect((await server.request(first)).json).toMatchObject({ title: 'First post' });
  });

  it('is found at its port when it prints nothing, but not where another program answers', async () => {
    const server = await startTestServer();
    const port = await freePort();
    await serving(server, { develop: `TO=${port} QUIET=1 node serve.mjs`, port });
    await start(server);
    expect(await reach(server, 'running')).toMatchObject({ address: `http://localhost:${port}` });
    await stop(server);

    const other = createServer((_request, response) => response.end('another program')).listen(
      port,
      'localhost',
    );
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    await server.request('/api/sites/site', { method: 'PATCH', json: { develop: 'QUIET=1 node serve.mjs' } });
    await start(server);
    const { text } = await vi.waitFor(async () => {
      const answer = await server.request(PATH);
      expect(answer.json.status).toBe('starting');
      return answer;
    });
    expect(text).not.toContain(String(port));
    await stop(server);
  });

  it.each([
    ['ends with an error', 'echo no config >&2; exit 4', { key: 'siteCommandFailed', values: { code: 4 } }],
    ['is no program', 'no-such-program-here', { key: 'siteCommandFailed' }],
    ['ends by itself', 'echo done', { key: 'siteDevelopEnded' }],
  ])('that %s has failed, and can be started again', async (_what, develop, problem) => {
    const server = await startTestServer();
    await serving(server, { develop });
    await start(server);
    expect(await reach(server, 'failed')).toMatchObject({ address: null, problem });
    expect(linesOf(await eventsOf(server))[0]).toBe(`$ ${develop}`);
    await server.request('/api/sites/site', { method: 'PATCH', json: { develop: 'node serve.mjs' } });
    await start(server);
    await reach(server, 'running');
  });

  it('is ended with the folder and with its site, also when it does not want to', async () => {
    const server = await startTestServer();
    await serving(server, { develop: FOREVER });
    await start(server);
    const pids = await pidsIn(server, `${PATH}/log`);
    expect(pids.filter(isAlive)).toEqual(pids);
    expect((await server.request('/api/sites/site', { method: 'DELETE' })).status).toBe(204);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);

    await serving(server);
    await start(server);
    const { address } = await reach(server, 'running');
    await server.close();
    await expect(fetch(String(address))).rejects.toThrow();
    const again = await startTestServer(BLOG, { home: homeOf(server) });
    expect(await stateOf(again)).toMatchObject({ status: 'stopped' });
  });

  it('needs a command, a site and the owner', async () => {
    const server = await startTestServer(WITH_STAFF);
    await addSite(server);
    expect((await start(server)).text).toContain('"siteWithoutDevelop"');
    expect((await server.request('/api/sites/other/develop', { method: 'POST' })).status).toBe(404);
    expect((await eventsOf(server)).at(-1)).toMatchObject({ event: 'state', state: { status: 'stopped' } });
    const admin = sessionOf(server, await trySignIn(server, 'admin one', PASSWORD));
    const key = await server.key();
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['DELETE', PATH],
      ['GET', `${PATH}/log`],
    ] as const) {
      expect((await admin.request(path, { method })).status).toBe(403);
      expect((await server.request(path, { method, as: { key } })).status).toBe(403);
    }
  });
});

describe('an address that a development server reads at', () => {
  const typeOf = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });
  const ONE = '/api/collections/pages/one';
  const FOLDER: Files = {
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id' },
        title: { field: 'text' },
        cover: typeOf('image'),
        box: typeOf('depot'),
      },
      required: ['id'],
    },
    'pages/.meta.json': { id: 'pages', schema: 'page' },
    'pages/one.json': { id: 'one', title: 'One' },
    '.system/settings.json': { edition: 'pro' },
  };

  async function started(server: TestServer): Promise<string> {
    await start(server);
    await reach(server, 'running');
    const [, url = ''] = await readUntil(server, `${PATH}/log`, /"reading ([^"]+)"/);
    return url;
  }
  const put = async (server: TestServer, property: string, name: string, set: string) => {
    const body = new FormData();
    body.append(
      'file',
      new Blob([new Uint8Array(name.endsWith('png') ? await plainPng(40, 30) : smallPdf())]),
      name,
    );
    const answer = await server.request(`${ONE}/${property}`, {
      method: 'POST',
      body,
      headers: { 'X-Plinth-Perspective': set },
    });
    expect(answer.status).toBe(200);
  };

  it('has the files of the chosen sets for pages that know no key, and nothing else', async () => {
    const server = await startTestServer(FOLDER);
    await server.request('/api/change-sets', {
      method: 'POST',
      json: { kind: 'release', title: 'Autumn', id: 'autumn' },
    });
    await put(server, 'cover', 'cover.png', 'draft');
    await put(server, 'box', 'plan.pdf', 'autumn');
    await serving(server);
    const url = await started(server);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/preview-files\/[0-9a-f]{64}$/);
    const { origin } = new URL(url);
    const get = async (path: string, sent: RequestInit = {}) => (await fetch(url + path, sent)).status;
    const [image, file] = ['/imageworks/pages/one/cover.png?w=20', '/download/pages/one/box/plan.pdf'];
    expect((await fetch(origin + image)).status).toBe(404);
    const shown = await fetch(url + image);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
      ...[200, 'image/png', 'private, no-store'],
    ]);
    expect(await get(image, { method: 'HEAD' })).toBe(200);
    // Of a set that is not chosen, until it is.
    expect(await get(file)).toBe(404);
    await server.request('/api/preview', { method: 'PUT', json: { sets: ['draft', 'autumn'] } });
    expect(await get(file)).toBe(200);
    expect(await get(`${file.replace('download', 'stream')}`, { headers: { range: 'bytes=0-3' } })).toBe(206);
    // Another perspective cannot be asked for, and nothing but files is read.
    await server.request('/api/preview', { method: 'PUT', json: { sets: ['draft'] } });
    expect(await get(`${file}?perspective=autumn`)).toBe(404);
    for (const path of [ONE, '/api/collections/pages?perspective=draft', '/api/change-sets', '/api/preview'])
      expect([path, await get(path)]).toEqual([path, 401]);
    expect(await get(ONE, { method: 'PATCH', body: '{}' })).toBe(401);
    for (const path of ['/admin/', `/..${image}`, image.replace('/', '//'), '/']) {
      const [there, plain] = [
        await get(path, { redirect: 'manual' }),
        await fetch(origin + path, { redirect: 'manual' }),
      ];
      expect([path, there]).toEqual([path, plain.status]);
    }
    for (const other of ['0'.repeat(64), '', '../..']) {
      expect((await fetch(`${origin}/preview-files/${other}${image}`)).status).toBe(404);
    }
    // The same each time, as long as it runs.
    await stop(server);
    expect(
      (await server.request(`/preview-files/${url.split('/').at(-1)}${image}`, { as: 'nobody' })).status,
    ).toBe(404);
    expect((await started(server)).split('/').at(-1)).toBe(url.split('/').at(-1));
    expect(await get(image)).toBe(200);
  });
});
