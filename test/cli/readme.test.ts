/** The examples of README.md as they stand there, run by the real command line. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fixture } from '../helpers/made-files.js';
import { plinth, run } from '../helpers/process.js';
import { type Files, temporaryFolder, writeFiles } from '../helpers/server.js';

// Processes are started, and a site of 160 pages is built.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ELEVENTY = join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs');

/** Blocks of code that name the file they belong to in a comment at their beginning. */
async function examples(): Promise<Map<string, string>> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```(?:js|njk)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return new Map(
    blocks.flatMap((code): [string, string][] => {
      const name = /^(?:---\n# |\/\/ )(\S+\.\w+)\n/.exec(code)?.[1];
      return name === undefined ? [] : [[name, code]];
    }),
  );
}

/** A site with the examples in it, and a folder of more posts than one page of a list holds. */
async function prepare(posts: number) {
  const home = await temporaryFolder();
  const site = join(home, 'site');
  const data = join(home, 'data');
  for (const [name, code] of await examples()) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), code);
  }
  await writeFile(join(site, 'package.json'), '{"type": "module", "private": true}');
  await symlink(join(ROOT, 'node_modules'), join(site, 'node_modules'));
  const photo = await fixture('photo.jpg');
  const files: Files = { 'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' } };
  for (let n = 1; n <= posts; n += 1) {
    const id = `post-${String(n).padStart(3, '0')}`;
    files[`blog/${id}.json`] = {
      id,
      title: `Post ${n}: "quotes" & <tags>`,
      date: `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
      draft: n % 25 === 0,
      ...(n % 40 === 1 && {
        image: { name: 'photo.jpg', alt: 'A photo' },
        content: `<p><img src="/imageworks/upload/blog/${id}/content/photo.jpg?w=300&amp;h=200"></p><p><a href="/download/upload/blog/${id}/content/photo.jpg">The photo</a></p>`,
      }),
    };
    if (n % 40 !== 1) continue;
    files[`blog/${id}/image/photo.jpg`] = photo;
    files[`blog/${id}/content/photo.jpg`] = photo;
  }
  await mkdir(data);
  await writeFiles(data, files);
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const exec = (...command: string[]) => plinth(['exec', ...args, '--', ...command], { cwd: site });
  return { site, exec };
}

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
  it('has a page for every published post, no draft, and its pictures with Plinth stopped', async () => {
    const { site, exec } = await prepare(165);
    const built = await exec(process.execPath, ELEVENTY, '--quiet');
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
      expect(address).toMatch(/^\/files\/[0-9a-f]{16}\.(?:webp|jpeg|jpg)$/);
      expect([address, existsSync(join(output, address))]).toEqual([address, true]);
    }
    const names = (await readdir(join(output, 'files'))).sort();
    expect((await exec(process.execPath, ELEVENTY, '--quiet')).code).toBe(0);
    expect((await readdir(join(output, 'files'))).sort()).toEqual(names);
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
