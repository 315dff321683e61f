/** The examples of README.md as they stand there, run by the real command line. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../helpers/process.js';
import { prepare, ROOT } from './readme-site.js';

// Processes are started, and a site of 160 pages is built.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const ELEVENTY = join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs');

/** What the pages of a built site show and link to at addresses of the site. */
async function addressesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const html = await readFile(join(folder, name), 'utf8');
    for (const [, attribute, value = ''] of html.matchAll(/(src|href|srcset)="([^"]*)"/g)) {
      const many = attribute === 'srcset' ? value.split(',') : [value];
      found.push(...many.map((one) => one.trim().split(' ')[0] ?? ''));
    }
  }
  return found;
}

describe('the site of the README', () => {
  it('has a page for every published post, no draft, and its images with Plinth stopped', async () => {
    const { site, build } = await prepare(165);
    const built = await build('_site', process.execPath, ELEVENTY, '--quiet');
    expect(built.code, built.stderr).toBe(0);
    const output = join(site, '_site');
    const pages = (await readdir(output)).filter((name) => name.startsWith('post-'));
    expect(pages).toHaveLength(165 - 6);
    expect(pages).not.toContain('post-025');
    const html = await readFile(join(output, 'post-041', 'index.html'), 'utf8');
    expect(html).toContain('<h1>Post 41: &quot;quotes&quot; &amp; &lt;tags&gt;</h1>');

    const addresses = await addressesIn(output);
    // Five posts, each with a picture in three sizes, one in its text and a link to a file.
    expect(addresses).toHaveLength(5 * 5);
    for (const address of addresses) {
      expect(address).toMatch(/^\/plinth-assets\/(?:photo-)?[0-9a-f]{16}\.(?:webp|jpg)$/);
      expect([address, existsSync(join(output, address))]).toEqual([address, true]);
    }
    const names = (await readdir(join(output, 'plinth-assets'))).sort();
    const again = await build('_site', process.execPath, ELEVENTY, '--quiet');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('0 written')]);
    expect((await readdir(join(output, 'plinth-assets'))).sort()).toEqual(names);
  });

  it('is filled in Astro by the loader', async () => {
    const { exec } = await prepare(120);
    const { code, stdout, stderr } = await exec(
      process.execPath,
      '--input-type=module',
      '-e',
      `import { plinth } from './src/plinth-loader.js';
       const entries = new Map();
       const store = { clear: () => entries.clear(), set: ({ id, data }) => entries.set(id, data) };
       await plinth('blog').load({ store, parseData: async ({ data }) => data });
       console.log(entries.size, [...entries.values()].some(({ draft }) => draft), entries.get('post-041').title);`,
    );
    expect([code, stdout], stderr).toEqual([0, '116 false Post 41: "quotes" & <tags>\n']);
  });

  it('stops with an error when something cannot be read', async () => {
    const { site, exec } = await prepare(1);
    await writeFile(
      join(site, '_data', 'posts.js'),
      `import { published } from '../plinth.js';\nexport default () => published('nothing');`,
    );
    const built = await exec(process.execPath, ELEVENTY, '--quiet');
    expect([built.code, built.stderr]).toEqual([1, expect.stringContaining('404')]);
  });
});

/** Whether this machine has Hugo. */
const hasHugo = spawnSync('hugo', ['version']).status === 0;
if (!hasHugo)
  process.stderr.write('Left out: the Hugo example of the README, because there is no hugo here.\n');

describe('the examples of the README for other generators', () => {
  it('give Next every published post, and its page by id', async () => {
    const { exec } = await prepare(120);
    const { code, stdout, stderr } = await exec(
      process.execPath,
      '--input-type=module',
      '-e',
      `import { params, post, posts } from './app/posts.js';
       const ids = await params();
       console.log(ids.length, ids.some(({ id }) => id === 'post-025'), (await post(ids[7].id)) === (await posts())[7]);`,
    );
    expect([code, stdout], stderr).toEqual([0, '116 false true\n']);
  });

  it.runIf(hasHugo)('have Hugo build every published post, with its images', async () => {
    const { site, exec, build } = await prepare(120, { hugo: true });
    const prepared = await exec(process.execPath, 'write-content.js');
    expect(prepared.code, prepared.stderr).toBe(0);
    const built = await build('public', 'hugo', '--quiet');
    expect(built.code, built.stderr).toBe(0);
    const output = join(site, 'public');
    const pages = (await readdir(join(output, 'blog'))).filter((name) => name.startsWith('post-'));
    expect(pages).toHaveLength(116);
    expect(pages).not.toContain('post-025');
    const html = await readFile(join(output, 'blog', 'post-041', 'index.html'), 'utf8');
    expect(html).toContain('<h1>Post 41: &#34;quotes&#34; &amp; &lt;tags&gt;</h1>');
    const addresses = (await addressesIn(output)).filter((address) => !address.startsWith('http'));
    // Three posts, each with its picture, one in its text and a link to a file.
    expect(addresses).toHaveLength(3 * 3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/plinth-assets\/(?:photo-)?[0-9a-f]{16}\.(?:webp|jpg)$/);
      expect([address, existsSync(join(output, address))]).toEqual([address, true]);
    }
  });
});

describe('the watcher of the README', () => {
  it('hears whole events, passes over ready, and comes back where it was', async () => {
    const { site } = await prepare(0);
    const changed = join(site, '_data', 'changed.json');
    const waiting: ((asked: { last: string | undefined; response: ServerResponse }) => void)[] = [];
    const asked: { last: string | undefined; response: ServerResponse }[] = [];
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const last = request.headers['last-event-id'];
      const one = { last: typeof last === 'string' ? last : undefined, response };
      const next = waiting.shift();
      if (next) next(one);
      else asked.push(one);
    });
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    onTestFinished(() => void server.close());
    const next = () => {
      const one = asked.shift();
      return one
        ? Promise.resolve(one)
        : new Promise<{ last: string | undefined; response: ServerResponse }>((resolve) =>
            waiting.push(resolve),
          );
    };

    const env = { PLINTH_URL: `http://127.0.0.1:${port}`, PLINTH_KEY: 'plinth_x' };
    const watcher = run(join(site, 'watch.js'), [], { cwd: site, env });
    const first = await next();
    expect(first.last).toBeUndefined();
    first.response.end('retry: 3000\n\nid: a-1\nevent: ready\ndata: {}\n\n:\n\n');
    const second = await next();
    expect([second.last, existsSync(changed)]).toEqual(['a-1', false]);
    second.response.write('id: a-2\nevent: object.upd');
    second.response.end('ated\ndata: {"collection":"blog","id":"x"}\n\nid: a-3\nevent: object.crea');
    const third = await next();
    expect([third.last, await readFile(changed, 'utf8')]).toEqual(['a-2', '"a-2"']);
    third.response.end('id: b-1\nevent: reset\ndata: {}\n\n');
    const fourth = await next();
    expect([fourth.last, await readFile(changed, 'utf8')]).toEqual(['b-1', '"b-1"']);
    watcher.child.kill();
    fourth.response.end();
  });
});
