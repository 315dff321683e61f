/** `plinth mirror` through change sets and unsaved changes, beside a command (spec/mirror.md#perspective). */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { built, plinth, type Running, run } from '../helpers/process.js';
import { type Files, type Sent, startTestServer, type TestServer } from '../helpers/server.js';
import { addSite, homeOf, isAlive, publish } from '../helpers/site-builds.js';
import { FORM, type } from '../helpers/typed.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const POLL = { timeout: 30_000, interval: 50 };

const PAGES: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      cover: { $ref: 'https://example.test/image.json', field: 'image' },
      text: { field: 'styledtext' },
      box: { $ref: 'https://example.test/depot.json', field: 'depot' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', title: 'One' },
  'pages/two.json': { id: 'two', title: 'Two' },
  '.system/settings.json': { edition: 'pro' },
};

const ONE = '/api/collections/pages/one';
const placesOf = (server: TestServer) => [
  ...['--data', server.folder, '--cache', join(homeOf(server), 'cache')],
  ...['--state', join(homeOf(server), 'state')],
];

const through = (set: string | undefined): Record<string, string> =>
  set === undefined ? {} : { 'X-Plinth-Perspective': set };
const change = (server: TestServer, title: string, set?: string, path = ONE) =>
  server.request(path, { method: 'PATCH', json: { title }, headers: through(set) });
const typed = (server: TestServer, title: string) =>
  type(server, { title }, { collection: 'pages', object: 'one' });
const closeForm = (server: TestServer) => server.request(`/api/presence/${FORM}`, { method: 'DELETE' });
const release = (server: TestServer, id: string) =>
  server.request('/api/change-sets', { method: 'POST', json: { kind: 'release', title: id, id } });

async function upload(server: TestServer, path: string, bytes: Buffer, set?: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'cover.png');
  const sent: Sent = { method: 'POST', body, headers: through(set) };
  expect((await server.request(path, sent)).status).toBe(200);
}

/** The titles of the pages in a copy, by id. */
async function titlesIn(out: string): Promise<Record<string, string>> {
  const names = await readdir(join(out, 'pages')).catch(() => []);
  const texts = names.map(async (name) => {
    const text = await readFile(join(out, 'pages', name), 'utf8').catch(() => '');
    return [name.replace('.md', ''), /^title: (.*)$/m.exec(text)?.[1] ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** Waits until the copy has these titles. */
const shows = (out: string, titles: object) => expect.poll(() => titlesIn(out), POLL).toEqual(titles);

/** The width of the cover of a page in a copy, as its address there says. */
async function coverWidth(site: string, out: string, id = 'one'): Promise<number | undefined> {
  const text = await readFile(join(out, `pages/${id}.md`), 'utf8').catch(() => '');
  const [, name = ''] = /url: "?\/files\/([\w-]+\.\w+)/.exec(text) ?? [];
  const bytes = name === '' ? undefined : await readFile(join(site, '.preview/files', name));
  return bytes && (await sharp(bytes).metadata()).width;
}

/** Listens, and says so. */
const LISTEN = `
import { createServer } from 'node:http';
const server = createServer((_request, response) => response.end('page'));
server.listen(0, 'localhost', () => console.log('pids ' + process.ppid + ' ' + process.pid + ' http://localhost:' + server.address().port));
`;

const MIRROR = `"${process.execPath}" "${built('cli/plinth.js')}" mirror --as markdown --assets-url /files`;

describe('plinth mirror in a development server', () => {
  it('writes what is chosen for the preview and what is typed, with the files of sets, and follows both', async () => {
    const server = await startTestServer(PAGES);
    await upload(server, `${ONE}/cover`, await plainPng());
    await upload(server, `${ONE}/cover`, await plainPng(40, 20), 'draft');
    const places = placesOf(server).map((one) => `"${one}"`);
    const site = await addSite(
      server,
      {
        develop: `${MIRROR} ${places.join(' ')} --out .preview --watch -- node listen.mjs`,
        build: `${MIRROR} ${places.join(' ')} --out dist`,
      },
      { files: { 'listen.mjs': LISTEN } },
    );
    const preview = join(site, '.preview');
    expect((await server.request('/api/sites/site/develop', { method: 'POST' })).status).toBe(202);
    const state = async () => (await server.request('/api/sites/site/develop')).json.status;
    await expect.poll(state, POLL).toBe('running');
    // The command begins when the copy is there.
    expect(await titlesIn(preview)).toEqual({ one: 'One', two: 'Two' });
    expect(await coverWidth(site, preview)).toBe(40);

    await change(server, 'Drafted', 'draft');
    await shows(preview, { one: 'Drafted', two: 'Two' });
    await typed(server, 'Typed');
    await shows(preview, { one: 'Typed', two: 'Two' });
    await change(server, 'Live two', undefined, '/api/collections/pages/two');
    await shows(preview, { one: 'Typed', two: 'Live two' });

    // What goes out has none of it.
    expect(await publish(server)).toMatchObject({ status: 'succeeded' });
    expect(await titlesIn(join(site, 'dist'))).toEqual({ one: 'One', two: 'Live two' });
    const [live] = (await readdir(join(site, 'dist/files'))).filter((name) => name.endsWith('.png'));
    expect((await sharp(await readFile(join(site, 'dist/files', String(live)))).metadata()).width).toBe(30);

    await closeForm(server);
    await shows(preview, { one: 'Drafted', two: 'Live two' });
    const choose = (sets: string[]) => server.request('/api/preview', { method: 'PUT', json: { sets } });
    await release(server, 'autumn');
    await change(server, 'Autumn', 'autumn');
    const made = await server.request('/api/collections/pages', {
      ...{ method: 'POST', json: { id: 'three', title: 'Three' } },
      headers: through('autumn'),
    });
    expect(made.status).toBe(201);
    await choose(['autumn']);
    await shows(preview, { one: 'Autumn', two: 'Live two', three: 'Three' });
    expect(await coverWidth(site, preview)).toBe(30);
    // The same property, live in another way: the value of the set is shown.
    await change(server, 'Changed live');
    await change(server, 'Two again', undefined, '/api/collections/pages/two');
    await shows(preview, { one: 'Autumn', two: 'Two again', three: 'Three' });
    await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    await shows(preview, { one: 'Changed live', two: 'Two again' });
    await choose(['draft']);
    await shows(preview, { one: 'Drafted', two: 'Two again' });

    const { text } = await server.request('/api/sites/site/develop', { method: 'DELETE' });
    expect(JSON.parse(text).status).toBe('stopped');
    const log = (await server.request('/api/sites/site/develop/log')).text;
    const pids = (/pids (\d+) (\d+)/.exec(log) ?? []).slice(1).map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isAlive), POLL).toEqual([]);
  });
});

/** Starts a copy in `out` that follows a perspective. */
function follow(server: TestServer, perspective: string, ...more: string[]): Running & { out: string } {
  const out = join(homeOf(server), 'out');
  const words = ['mirror', ...placesOf(server), '--as', 'markdown', '--out', out, '--watch'];
  return { ...run(built('cli/plinth.js'), [...words, '--perspective', perspective, ...more]), out };
}

describe('plinth mirror --perspective', () => {
  it('goes on when the server is closed, opened again or killed, and a set dropped and restored', async () => {
    const first = await startTestServer(PAGES);
    await release(first, 'autumn');
    await change(first, 'Autumn', 'autumn', '/api/collections/pages/two');
    const { out, child, ended } = follow(first, 'draft,autumn,unsaved');
    await shows(out, { one: 'One', two: 'Autumn' });
    await typed(first, 'Typed');
    await shows(out, { one: 'Typed', two: 'Autumn' });

    const trash = await first.request('/api/change-sets/autumn', { method: 'DELETE' });
    await shows(out, { one: 'Typed', two: 'Two' });
    const entry = trash.headers.get('x-trash-id');
    expect((await first.request(`/api/trash/${entry}/restore`, { method: 'POST' })).status).toBe(200);
    await shows(out, { one: 'Typed', two: 'Autumn' });

    // The key has ended with the server, and nothing is typed anywhere.
    await first.close();
    await shows(out, { one: 'One', two: 'Autumn' });
    const places = placesOf(first);
    await writeFile(join(first.folder, 'pages/one.json'), JSON.stringify({ id: 'one', title: 'Edited' }));
    await shows(out, { one: 'Edited', two: 'Autumn' });
    const again = await startTestServer({}, { home: homeOf(first) });
    expect(again.url).not.toBe(first.url);
    await typed(again, 'Typed again');
    await shows(out, { one: 'Typed again', two: 'Autumn' });
    await again.close();
    await shows(out, { one: 'Edited', two: 'Autumn' });

    const serve = run(built('cli/plinth.js'), ['serve', ...places, '--port', '0', '--json']);
    const { url } = await serve.event();
    expect(String(url)).toMatch(/^http/);
    await writeFile(
      join(first.folder, 'pages/two.json'),
      JSON.stringify({ id: 'two', title: 'Two', text: '' }),
    );
    serve.child.kill('SIGKILL');
    await writeFile(join(first.folder, 'pages/one.json'), JSON.stringify({ id: 'one', title: 'After' }));
    await shows(out, { one: 'After', two: 'Autumn' });
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect([
      code,
      stderr.replaceAll('plinth: The connection to the server of the folder was lost\n', ''),
    ]).toEqual([0, expect.not.stringMatching(/^ +at |Error/m)]);
  });

  it('writes what a perspective shows once, not as a copy of what is published, and rejects unknown ones', async () => {
    const server = await startTestServer(PAGES);
    await change(server, 'Drafted', 'draft');
    const out = join(homeOf(server), 'out');
    const words = (perspective: string) => [
      ...['mirror', ...placesOf(server), '--as', 'api', '--out', out, '--perspective', perspective],
    ];
    for (const [perspective, told] of [
      ['winter', 'winter'],
      ['unsaved,draft', 'unsaved'],
      ['draft,draft', 'perspective'],
      ['winter,unsaved', 'winter'],
    ] as const) {
      const { code, stderr } = await plinth(words(perspective));
      expect([perspective, code, stderr]).toEqual([perspective, 1, expect.stringContaining(told)]);
    }
    expect(await readdir(out)).not.toContain('objects');
    expect((await plinth(words('draft'))).code).toBe(0);
    const json = async (path: string) => JSON.parse(await readFile(join(out, path), 'utf8'));
    expect((await json('objects/pages/one.json')).title).toBe('Drafted');
    expect(await json('plinth.json')).toMatchObject({ published: false, cursor: null });
    const live = await plinth(words('draft').slice(0, -2));
    expect([live.code, live.stderr]).toEqual([0, '']);
    expect((await json('objects/pages/one.json')).title).toBe('One');
    expect(await json('plinth.json')).toMatchObject({ published: true, cursor: expect.any(String) });
  });

  it('leaves out files that need a password, also with the key', async () => {
    const server = await startTestServer(PAGES);
    await upload(server, `${ONE}/box`, await plainPng());
    const box = { password: 'secret' };
    expect((await server.request(ONE, { method: 'PATCH', json: { box } })).status).toBe(200);
    await change(server, 'Drafted', 'draft');
    const out = join(homeOf(server), 'out');
    const { code, stderr } = await plinth([
      ...['mirror', ...placesOf(server), '--as', 'markdown', '--out', out, '--perspective', 'draft,unsaved'],
    ]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/Omitted: \/(?:download|stream)\/pages\/one\/box/),
    ]);
    expect(await titlesIn(out)).toMatchObject({ one: 'Drafted' });
  });
});

describe('plinth mirror with a command', () => {
  const say = (code: string) => ['--', process.execPath, '-e', code];

  it.each<[string, string[], number, string]>([
    ['once, when the copy is written', [], 3, 'one.md,two.md'],
    ['beside the changes', ['--watch'], 3, 'one.md,two.md'],
  ])('runs it %s, and ends with its exit code', async (_case, options, expected, told) => {
    const server = await startTestServer(PAGES);
    const out = join(homeOf(server), 'out');
    const words = ['mirror', ...placesOf(server), '--as', 'markdown', '--out', out, ...options];
    const list = `console.log(require('fs').readdirSync(process.argv[1]).join()); process.exit(3)`;
    const { code, stdout, stderr } = await plinth([...words, ...say(list), join(out, 'pages')]);
    expect([code, stdout, stderr]).toEqual([expected, expect.stringContaining(told), '']);
    const missing = await plinth([...words, '--', 'no-such-command-here']);
    expect([missing.code, missing.stderr]).toEqual([127, expect.stringContaining('command not found')]);
    expect((await plinth([...words, 'word', ...say('')])).code).toBe(2);
  });

  it('does not run it on a copy that could not be written', async () => {
    const server = await startTestServer(PAGES);
    const out = join(homeOf(server), 'out');
    const words = ['mirror', ...placesOf(server), '--as', 'markdown', '--out', out];
    expect((await plinth(words)).code).toBe(0);
    await writeFile(join(out, 'pages/one.md'), 'edited');
    const refused = await plinth([...words, ...say(`console.log('ran')`)]);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    const forced = await plinth([...words, '--force', ...say(`console.log('ran')`)]);
    expect([forced.code, forced.stdout]).toEqual([0, expect.stringMatching(/ran\n$/)]);
  });

  it.skipIf(process.platform === 'win32').each([
    ['is ended', 'SIGTERM', 143],
    ['is killed', 'SIGKILL', null],
  ] as const)('ends it when it %s', async (_case, signal, expected) => {
    const server = await startTestServer(PAGES);
    const forever = say(`console.log(process.pid); setInterval(() => {}, 1000)`);
    const { child, line, ended } = follow(server, 'draft', ...forever);
    await line();
    const pid = Number(await line());
    expect(isAlive(pid)).toBe(true);
    child.kill(signal);
    expect((await ended).code).toBe(expected);
    await expect.poll(() => isAlive(pid), POLL).toBe(false);
  });
});
