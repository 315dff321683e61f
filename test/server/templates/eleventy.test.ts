/** The Eleventy site of `test/eleventy`, built against a server: a page per post, and never an empty site. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../server/start.js';
import { importTemplate } from '../../../server/templates/import.js';
import { starter } from '../../../server/templates/starters.js';
import { ORIGIN } from '../../helpers/origin.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ELEVENTY = join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs');
const CONFIG = 'test/eleventy/eleventy.config.js';

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-eleventy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with the given template in its folder, and a key for it. */
async function serve(template: unknown) {
  const temp = await tempFolder();
  await mkdir(join(temp, 'data'));
  const server = await startServer({
    folder: join(temp, 'data'),
    cache: join(temp, 'cache'),
    state: join(temp, 'state'),
    port: 0,
    log: pino({ enabled: false }),
  });
  onTestFinished(() => server.close());
  const result = await importTemplate({ ...server.site, change: ORIGIN }, template, { seed: 4 });
  expect(result.errors).toEqual([]);
  const { key } = server.site.keys.addEphemeral({ name: 'site', methods: ['GET'], paths: ['*'] });
  return { url: server.url, key };
}

/** Runs the build as a user would and waits for its end. */
async function build(
  output: string,
  env: Record<string, string>,
): Promise<{ code: number | null; log: string }> {
  const child = spawn(process.execPath, [ELEVENTY, '--config', CONFIG], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ELEVENTY_OUTPUT: output, ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, log };
}

test('builds an index and a page for every published post', async () => {
  const { url, key } = await serve(starter('magazine'));
  const output = join(await tempFolder(), 'site');
  const { code, log } = await build(output, { PLINTH_URL: url, PLINTH_KEY: key });
  expect(code, log).toBe(0);

  const posts = (starter('magazine')?.objects ?? []).filter(({ collection }) => collection === 'blog');
  const published = posts.filter(({ data }) => data.draft !== true);
  expect((await readdir(join(output, 'journal'))).sort()).toEqual(published.map(({ id }) => id).sort());

  const index = await readFile(join(output, 'index.html'), 'utf8');
  const order = [...index.matchAll(/href="\/journal\/([^/"]+)\/"/g)].map(([, id]) => id);
  const newest = published.toSorted((a, b) => String(b.data.date).localeCompare(String(a.data.date)));
  expect(order).toEqual(newest.map(({ id }) => id));
  expect(index).toContain('<title>Field Notes</title>');
  expect(index).toContain('--accent: #3f5b4a');

  for (const { id, data } of published) {
    const page = await readFile(join(output, 'journal', id, 'index.html'), 'utf8');
    expect(page).toContain(`<h1>${data.title}</h1>`);
    expect(page).toContain(String(data.content));
  }
});

test('reads every page of a long list', async () => {
  const { url, key } = await serve({
    version: '1',
    name: 'Many',
    collections: { reserved: ['blog'] },
    factory: [{ collection: 'blog', count: 230, data: { content: 'sentence', extra: '', draft: false } }],
  });
  const output = join(await tempFolder(), 'site');
  const { code, log } = await build(output, { PLINTH_URL: url, PLINTH_KEY: key });
  expect(code, log).toBe(0);
  expect(await readdir(join(output, 'journal'))).toHaveLength(230);
});

/** What must end the build with an error, and what it says. */
const FAILURES: [what: string, env: () => Promise<Record<string, string>>, says: RegExp][] = [
  ['nothing listens', async () => ({ PLINTH_URL: await closedPort(), PLINTH_KEY: 'x' }), /does not answer/],
  [
    'the key is wrong',
    async () => ({ PLINTH_URL: (await serve(starter('magazine'))).url, PLINTH_KEY: 'x' }),
    /answered 401/,
  ],
  ['no key is set', async () => ({ PLINTH_URL: 'http://127.0.0.1:1' }), /PLINTH_KEY is not set/],
  ['no address is set', async () => ({ PLINTH_KEY: 'x' }), /PLINTH_URL is not set/],
  [
    'there are no posts',
    async () => {
      const { url, key } = await serve({ version: '1', name: 'Empty', collections: { reserved: ['blog'] } });
      return { PLINTH_URL: url, PLINTH_KEY: key };
    },
    /holds nothing to publish/,
  ],
  [
    'there is no blog',
    async () => {
      const { url, key } = await serve({ version: '1', name: 'Empty' });
      return { PLINTH_URL: url, PLINTH_KEY: key };
    },
    /no collection "blog"/,
  ],
];

test.each(FAILURES)(
  'fails and leaves the pages of the last build alone when %s',
  async (_what, env, says) => {
    const output = join(await tempFolder(), 'site');
    await mkdir(output);
    await writeFile(join(output, 'index.html'), 'the last good site');
    const { code, log } = await build(output, await env());
    expect(code).not.toBe(0);
    expect(log).toMatch(says);
    const pages = (await readdir(output, { recursive: true })).filter((file) => file.endsWith('.html'));
    expect(pages).toEqual(['index.html']);
    expect(await readFile(join(output, 'index.html'), 'utf8')).toBe('the last good site');
  },
);

/** The address of a port that was free a moment ago. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
