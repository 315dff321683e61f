import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { built, plinth, run } from '../helpers/process.js';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const WITH_COVERS: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: { id: { field: 'id' }, cover: { $ref: 'https://example.test/image.json', field: 'image' } },
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one' },
};

const placesOf = (server: TestServer) => {
  const home = join(server.folder, '..');
  return ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
};

/** A command that has `url` and `headers`, and `get` for the body and the cursor of an answer. */
const script = (code: string) => [
  ...['--', process.execPath, '-e'],
  `const url = process.env.PLINTH_URL;
   const headers = { 'x-api-key': process.env.PLINTH_KEY };
   const get = async (path) => {
     const answer = await fetch(url + path, { headers });
     return { status: answer.status, cursor: answer.headers.get('x-plinth-cursor'), ...(await answer.json()) };
   };
   (async () => { ${code} })();`,
];

const exec = (server: TestServer, code: string, ...options: string[]) =>
  plinth(['exec', ...placesOf(server), ...options, ...script(code)]);

const start = (server: TestServer, code: string, ...options: string[]) =>
  run(built('cli/plinth.js'), ['exec', ...placesOf(server), ...options, ...script(code)]);

/** Says where it runs and with which key, and goes on until it is ended. */
const WAIT = `console.log(url + ' ' + headers['x-api-key']); setInterval(() => {}, 1000);`;

const CHANGED = (cursor: string) =>
  `const { status, objects } = await get('/api/collections/blog?since=${cursor}');
   console.log(url, status, (objects ?? []).map(({ id }) => id).join());`;

/** The status of an answer on a connection of its own. */
const statusOf = (url: string, key: string) =>
  new Promise<number | 'closed' | undefined>((resolve) => {
    const request = get(`${url}/api/collections/blog`, { agent: false, headers: { 'x-api-key': key } });
    request.on('response', (answer) => resolve(answer.resume().statusCode));
    request.on('error', () => resolve('closed'));
  });

describe('plinth exec while a server has the folder open', () => {
  it('reads only what has changed since, at the same address, and also when the server is closed', async () => {
    const server = await startTestServer();
    const first = await exec(server, `console.log(url, (await get('/api/collections/blog')).cursor);`);
    const [url = '', cursor = ''] = first.stdout.trim().split(' ');
    expect([first.stderr, url]).toEqual(['', expect.stringMatching(/^http:\/\/127\.0\.0\.1:2\d{4}$/)]);

    const sent = { method: 'PATCH', json: { title: 'Another title' } };
    await server.request('/api/collections/blog/first-post', sent);
    const second = await exec(server, CHANGED(cursor));
    expect([second.stdout, second.stderr]).toEqual([`${url} 200 first-post\n`, '']);

    await server.close();
    const third = await exec(server, CHANGED(cursor));
    expect([third.stdout, third.stderr]).toEqual([`${url} 200 first-post\n`, '']);
  });

  it('changes content through it, as far as --methods says', async () => {
    const server = await startTestServer();
    const code = `
      const at = url + '/api/collections/blog/first-post';
      const ask = async (method, body) =>
        (await fetch(at, { method, headers: { ...headers, 'content-type': 'application/json' }, body })).status;
      console.log(await ask('PATCH', '{"title":"By the build"}'), await ask('DELETE'));`;
    const { stdout } = await exec(server, code, '--methods', 'GET,PATCH');
    expect(stdout).toBe('200 403\n');
    expect((await server.request('/api/collections/blog/first-post')).json.title).toBe('By the build');
  });

  it('shares the address with others that run, and each key ends with its own command', async () => {
    const server = await startTestServer();
    const [ended, killed, last] = [start(server, WAIT), start(server, WAIT), start(server, WAIT)];
    const lines = await Promise.all([ended, killed, last].map(({ line }) => line()));
    const [[url = '', a = ''] = [], [, b = ''] = [], [, c = ''] = []] = lines.map((line) => line.split(' '));
    expect(new Set(lines.map((line) => line.split(' ')[0])).size).toBe(1);
    const statuses = () => Promise.all([a, b, c].map((key) => statusOf(url, key)));
    expect(await statuses()).toEqual([200, 200, 200]);

    ended.child.kill('SIGTERM');
    await ended.ended;
    expect(await statuses()).toEqual([401, 200, 200]);
    killed.child.kill('SIGKILL');
    await expect.poll(statuses).toEqual([401, 401, 200]);
    last.child.kill('SIGTERM');
    await last.ended;
    expect(await Promise.all([a, b, c].map((key) => statusOf(server.url, key)))).toEqual([401, 401, 401]);
    await expect.poll(() => statusOf(url, c)).toBe('closed');
    expect(server.site.keys.list()).toEqual([]);
  });

  it.each([[[]], [['--perspective', 'draft']]])(
    'goes on at the same address when the server is closed in the middle: %j',
    async (options) => {
      const server = await startTestServer();
      const go = join(server.folder, '..', 'go');
      const running = start(
        server,
        `console.log((await get('/api/collections/blog')).total);
       const pause = () => new Promise((done) => setTimeout(done, 20));
       while (!require('fs').existsSync(${JSON.stringify(go)})) await pause();
       for (;;) {
         const answer = await get('/api/collections/blog').catch(() => undefined);
         if (!answer) {
           await pause();
           continue;
         }
         console.log(answer.status, answer.total);
         break;
       }`,
        ...options,
      );
      expect(await running.line()).toBe('2');
      await server.close();
      await writeFile(go, '');
      const { code, stdout, stderr } = await running.ended;
      expect([code, stdout], stderr).toEqual([0, '2\n200 2\n']);
      expect(stderr).toContain('Plinth was closed');
    },
  );

  it('writes the files that its pages name, through a perspective and in a development server', async () => {
    const server = await startTestServer(WITH_COVERS);
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await plainPng(40, 30))]), 'cover.png');
    const headers = { 'X-Plinth-Perspective': 'draft' };
    const sent = await server.request('/api/collections/pages/one/cover', { method: 'POST', body, headers });
    expect(sent.status).toBe(200);
    const out = join(server.folder, '..', 'dist');
    await mkdir(out);
    const page = async (options: readonly string[], env = {}) => {
      const code = `require('fs').writeFileSync(${JSON.stringify(join(out, 'index.html'))},
        '<img src="' + url + '/imageworks/pages/one/cover.png?w=20">')`;
      const args = ['exec', ...placesOf(server), ...options, '--assets', out, ...script(code)];
      const { stderr } = await run(built('cli/plinth.js'), args, { env }).ended;
      return [await readFile(join(out, 'index.html'), 'utf8'), stderr];
    };
    const written = [
      expect.stringMatching(/^<img src="\/plinth-assets\/[0-9a-f]+\.png">$/),
      expect.anything(),
    ];
    expect(await page(['--perspective', 'draft'])).toEqual(written);
    expect((await server.request('/api/change-sets/draft/publish', { method: 'POST' })).status).toBe(200);
    const reads = { user: 'owner', token: 'a1'.repeat(32), perspective: () => undefined };
    const { url: PLINTH_URL, key: PLINTH_KEY } = await server.site.temporaryKeys.lend(0, reads);
    expect(PLINTH_URL).toContain('/preview-files/');
    expect(await page([], { PLINTH_URL, PLINTH_KEY, PLINTH_FOLDER: server.dataDir })).toEqual(written);
  });

  it.each([
    ['is of another version', { version: '0.0.1' }, 'another version of Plinth (0.0.1)'],
    ['does not answer', { url: 'http://127.0.0.1:9' }, 'did not answer'],
  ])('does without the server where it %s, and says so', async (_case, change, told) => {
    const server = await startTestServer();
    const folder = join(server.folder, '..', 'state', 'runtime');
    const [name = ''] = await readdir(folder);
    const info = JSON.parse(await readFile(join(folder, name), 'utf8'));
    await writeFile(join(folder, name), JSON.stringify({ ...info, ...change }));
    const { code, stdout, stderr } = await exec(
      server,
      `console.log((await get('/api/collections/blog')).total);`,
    );
    expect([code, stdout, stderr]).toEqual([0, '2\n', expect.stringContaining(told)]);
  });

  it('lists properties that its own requests named and that do not exist', async () => {
    const server = await startTestServer();
    await server.request('/api/collections/blog?sort=others');
    const { stdout, stderr } = await exec(
      server,
      `console.log((await get('/api/collections/blog?sort=dtae&filter[others]=x')).status);`,
    );
    expect([stdout, stderr.trim().split('\n').slice(1)]).toEqual([
      '200\n',
      ['  blog: "others" in "filter"', '  blog: "dtae" in "sort"'],
    ]);
  });
});

it('a static copy that is made while a server has the folder open has a cursor of that server', async () => {
  const server = await startTestServer();
  const out = join(server.folder, '..', 'copy');
  const made = await plinth(['mirror', ...placesOf(server), '--as', 'api', '--out', out]);
  expect(made.code, made.stderr).toBe(0);
  await rm(join(server.folder, 'blog/second-post.json'));
  const { cursor } = JSON.parse(await readFile(join(out, 'plinth.json'), 'utf8'));
  await expect
    .poll(async () => {
      const { status, json } = await server.request(`/api/changes?since=${cursor}`);
      return [status, json.data];
    })
    .toEqual([200, [expect.objectContaining({ id: 'second-post', deleted: true })]]);
});
