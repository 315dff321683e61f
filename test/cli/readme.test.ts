/** The examples of README.md as they stand there, run by the real command line. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeFiles } from '../helpers/files.js';
import { built, plinth, run } from '../helpers/process.js';
import { ASTRO, ELEVENTY, prepare, ROOT } from './readme-site.js';

/** More than a page of a list holds. */
const COUNT = 130;
const LIVE = COUNT - 5;
/** Posts with images. */
const ILLUSTRATED = 4;
/** Posts with the author `ada`. */
const OF_ADA = 3;

// Processes are started, and sites of 130 pages are built.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

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

/** Each illustrated post has an image in three sizes, one in its text and a link to a file, which are there. */
async function expectAssets(folder: string): Promise<void> {
  const addresses = (await addressesIn(folder)).filter((address) => !address.startsWith('/_astro'));
  expect(addresses).toHaveLength(ILLUSTRATED * 5);
  for (const address of addresses) {
    expect(address).toMatch(/^\/plinth-assets\/(?:[\w-]+-)?[0-9a-f]{16}\.(?:webp|jpg)$/);
    expect([address, existsSync(join(folder, address))]).toEqual([address, true]);
  }
}

/** Builds a site once more from a copy, with Plinth nowhere: it must be the one in `output`, which Plinth has served. */
async function expectSameFromCopy(
  { site, args }: Awaited<ReturnType<typeof prepare>>,
  output: string,
  script: string,
  ...words: string[]
): Promise<void> {
  const pagesOf = async () => {
    const names = (await readdir(join(site, output))).filter((name) => name.startsWith('post-')).sort();
    const files = names.map((name) => readFile(join(site, output, name, 'index.html'), 'utf8'));
    // An image in a text has its own size only.
    const html = (await Promise.all(files)).map((page) => page.replace(/<p><img [^>]*>/g, '<p><img>'));
    return Object.fromEntries(names.map((name, at) => [name, html[at]]));
  };
  const pages = await pagesOf();
  // With what Astro keeps of an earlier build.
  for (const path of [output, 'node_modules/.astro'])
    await rm(join(site, path), { recursive: true, force: true });

  const recipes = [400, 800].flatMap((width) => ['--recipe', `w=${width}&format=webp`]);
  const place = ['--as', 'api', '--out', 'copy', '--assets-url', '/plinth-assets', ...recipes];
  const copied = await plinth(['mirror', ...args, ...place], { cwd: site });
  expect(copied.code, copied.stderr).toBe(0);
  const env = {
    ...{ PLINTH_URL: pathToFileURL(join(site, 'copy')).href, PLINTH_KEY: '' },
    ...{ ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
  };
  const built = await run(script, words, { cwd: site, env }).ended;
  expect(built.code, built.stdout + built.stderr).toBe(0);
  expect(await pagesOf()).toEqual(pages);
  await cp(join(site, 'copy/plinth-assets'), join(site, output, 'plinth-assets'), { recursive: true });
  await expectAssets(join(site, output));
}

/** With a page of each post that has an image, made by the plugin. */
const PAGES = `posts: 'blog', made: {
  collection: 'blog',
  filter: { 'image.alt': 'A photo' },
  pages: { permalink: '/made/{{ item.id }}/', layout: 'page.njk' },
}`;

describe('the site of the README', () => {
  it('has a page for every published post, no draft, and its images with Plinth stopped, and is the same from a copy', async () => {
    const project = await prepare(COUNT);
    const { site, build } = project;
    const first = await build('_site', process.execPath, ELEVENTY, '--quiet');
    expect(first.code, first.stderr).toBe(0);
    const output = join(site, '_site');
    const pages = (await readdir(output)).filter((name) => name.startsWith('post-'));
    expect(pages).toHaveLength(LIVE);
    expect(pages).not.toContain('post-025');
    const html = await readFile(join(output, 'post-041', 'index.html'), 'utf8');
    expect(html).toContain('<h1>Post 41: &quot;quotes&quot; &amp; &lt;tags&gt;</h1>');

    await expectAssets(output);
    const names = (await readdir(join(output, 'plinth-assets'))).sort();
    const config = join(site, 'eleventy.config.js');
    const example = await readFile(config, 'utf8');
    await writeFile(config, example.replace("posts: 'blog'", PAGES));
    await writeFiles(site, { '_includes/page.njk': '<h1>{{ item.title }}</h1>{{ content | safe }}' });
    const again = await build('_site', process.execPath, ELEVENTY, '--quiet');
    const made = await readFile(join(output, 'made/post-041/index.html'), 'utf8');
    expect(made).toMatch(/^<h1>Post 41: &quot;.*<\/h1>\s*<p><img [^>]*src="\/plinth-assets\//);
    expect(await readdir(join(output, 'made'))).toHaveLength(ILLUSTRATED);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('0 written')]);
    expect((await readdir(join(output, 'plinth-assets'))).sort()).toEqual(names);

    await writeFile(config, example);
    await expectSameFromCopy(project, '_site', ELEVENTY, '--quiet');
  });

  it('stops with an error when something cannot be read, and leaves the pages of the last build alone', async () => {
    const { site, exec } = await prepare(1);
    await writeFiles(site, { '_site/index.html': 'the last good site' });
    const config = join(site, 'eleventy.config.js');
    await writeFile(config, (await readFile(config, 'utf8')).replace("'blog'", "'blogg'"));
    const done = await exec(process.execPath, ELEVENTY, '--quiet');
    expect([done.code, done.stderr]).toEqual([1, expect.stringContaining('Did you mean "blog"?')]);
    expect(await readdir(join(site, '_site'), { recursive: true })).toEqual(['index.html']);
    expect(await readFile(join(site, '_site/index.html'), 'utf8')).toBe('the last good site');
  });
});

/** A port that is free now. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Starts a command that keeps running; what it runs ends with it. */
function keepRunning(...args: Parameters<typeof run>): void {
  const { child, ended } = run(...args);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

const page = async (url: string): Promise<string> =>
  fetch(url).then(
    (response) => response.text(),
    () => '',
  );

describe('the site of the README while it is written', () => {
  it('is built again by Eleventy after a change', async () => {
    const { site, data, args } = await prepare(3);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const command = ['exec', ...args, '--', process.execPath, ELEVENTY, '--serve', `--port=${port}`];
    keepRunning(built('cli/plinth.js'), command, { cwd: site });
    await expect.poll(() => page(`${url}/post-001/`), { timeout: 60_000 }).toContain('Post 1');
    await writeFiles(data, { 'blog/post-001.json': { id: 'post-001', title: 'Another title' } });
    await expect
      .poll(() => page(`${url}/post-001/`), { timeout: 60_000 })
      .toContain('<h1>Another title</h1>');
  });
});

/** Makes the folder of the gallery of field types. */
const FILL = `import(${JSON.stringify(pathToFileURL(join(ROOT, 'resources/docs/fields/folder.mjs')).href)})
  .then(({ fillFolder }) => fillFolder(process.env.PLINTH_URL, process.env.PLINTH_KEY))`;

/** HTML without what differs between two builds, and without space between elements. */
const comparable = (html: string) =>
  html
    .replaceAll('&amp;', '&')
    .replace(/http:\/\/127\.0\.0\.1:\d+|&hash=[0-9a-f]{8}|;(?=">)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<[^>]*>) ?/g, '$1')
    .trim();

if ('missing' in ASTRO) process.stderr.write(`Left out: the site of the README in Astro: ${ASTRO.missing}\n`);

describe.runIf('folder' in ASTRO)('the site of the README in Astro', () => {
  const astro = join('folder' in ASTRO ? ASTRO.folder : '', 'astro.js');
  const env = { ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

  it('has a page for every published post, reads only what shows a change again, also while Plinth is open, and is the same from a copy', async () => {
    const project = await prepare(COUNT);
    const { site, data, args, exec, build } = project;
    const config = join(site, 'src/content.config.js');
    const expanded = "{ content: 'content', expand: ['author'] }";
    await writeFile(config, (await readFile(config, 'utf8')).replace("{ content: 'content' }", expanded));
    const author = (name: string) => ({ 'authors/ada.json': { id: 'ada', title: name } });
    const settings = { relationalOptions: { collection: 'authors', value: 'id' } };
    await writeFiles(data, {
      '.schemas/entry.json': {
        ...{ id: 'entry', inheritFrom: ['blog'], required: ['id'], index: ['title'] },
        properties: { author: { field: 'select', settings } },
      },
      'blog/.meta.json': { id: 'blog', schema: 'entry', name: 'Blog' },
      'authors/.meta.json': { id: 'authors', schema: 'blog' },
      ...author('Ada'),
    });
    // Only reads the content; the build after it starts with what is kept of that.
    do {
      const first = await exec(process.execPath, astro, 'sync');
      expect(first.code, first.stdout + first.stderr).toBe(0);
      expect(first.stdout).toContain(`blog: ${LIVE} entries, ${LIVE} read, 0 removed`);
      // Astro 5.18 drops what a loader has set while it was writing what was set before.
    } while (
      !(await readFile(join(site, 'node_modules/.astro/data-store.json'), 'utf8')).includes('post-001')
    );

    const open = run(built('cli/plinth.js'), ['serve', ...args, '--port', '0', '--json']);
    expect(await open.event()).toMatchObject({ event: 'listening' });
    await writeFiles(data, {
      'blog/post-002.json': { id: 'post-002', title: 'Another title' },
      ...author('A.'),
    });
    await rm(join(data, 'blog/post-003.json'));
    const second = await build('dist', process.execPath, astro, 'build');
    expect(second.code, second.stdout + second.stderr).toBe(0);
    expect(second.stdout, second.stderr).toContain(
      `blog: ${LIVE - 1} entries, ${1 + OF_ADA} read, 1 removed`,
    );
    const pages = (await readdir(join(site, 'dist'))).filter((name) => name.startsWith('post-'));
    expect(pages).toHaveLength(LIVE - 1);
    for (const gone of ['post-003', 'post-025']) expect(pages).not.toContain(gone);
    expect(await readFile(join(site, 'dist/post-002/index.html'), 'utf8')).toContain('Another title');
    const html = await readFile(join(site, 'dist/post-001/index.html'), 'utf8');
    expect(html).toContain('<h1>Post 1: &quot;quotes&quot; &amp; &lt;tags&gt;</h1>');
    expect(html).toMatch(/<p><img src="\/plinth-assets\/[^"]+"/);
    await expectAssets(join(site, 'dist'));
    await expectSameFromCopy(project, 'dist', astro, 'build');
  });

  it('gives of every field type what the documentation shows', async () => {
    const { site } = await prepare(0);
    const data = join(site, 'samples');
    await mkdir(data);
    const places = ['--cache', join(site, '.c'), '--state', join(site, '.s')];
    const exec = (args: string[]) => plinth(['exec', '--data', data, ...places, ...args], { cwd: site, env });
    const filled = await exec(['--methods', 'GET,POST,PATCH', '--', process.execPath, '-e', FILL]);
    expect(filled.code, filled.stderr).toBe(0);

    const kinds = (await readFile(join(ROOT, 'dist/docs/field-types.md'), 'utf8')).split(/^### /m);
    const shown = kinds.flatMap((section): [string, string][] => {
      const [, template, result] =
        /^```astro Astro\n([\s\S]*?)^```[\s\S]*?^```html Result of both\n([\s\S]*?)^```/m.exec(section) ?? [];
      return template && result ? [[template, result]] : [];
    });
    expect(shown.length).toBeGreaterThan(30);
    const pages = join(site, 'src/pages');
    await rm(pages, { recursive: true });
    await writeFiles(site, {
      'src/content.config.js': (await readFile(join(site, 'src/content.config.js'), 'utf8')).replace(
        'blog',
        'posts',
      ),
      'src/pages/index.astro': `---
import { getEntry } from 'astro:content';
import { createClient } from 'plinth/client';
import Image from 'plinth/astro/Image.astro';
const post = await getEntry('posts', 'harbour-market');
const client = createClient();
---
${shown.map(([template]) => `<hr />${template}`).join('')}`,
    });
    const { code, stdout, stderr } = await exec(['--', process.execPath, astro, 'build']);
    expect(code, stdout + stderr).toBe(0);
    const results = (await readFile(join(site, 'dist/index.html'), 'utf8')).split(/<hr ?\/?>/).slice(1);
    expect(results.map(comparable)).toEqual(shown.map(([, result]) => comparable(result)));
  });

  it('is not built without its content, and says how to start Plinth', async () => {
    const { site } = await prepare(3);
    expect(await readFile(join(site, 'src/content.config.js'), 'utf8')).toContain('plinthLoader(');
    const { code, stdout, stderr } = await run(astro, ['build'], { cwd: site, env }).ended;
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('plinth exec --data')]);
  });

  it('shows a change in astro dev as soon as it is saved', async () => {
    const { site, data, args } = await prepare(3);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const command = ['exec', ...args, '--', process.execPath, astro, 'dev', '--port', `${port}`];
    keepRunning(built('cli/plinth.js'), command, { cwd: site, env });
    await expect.poll(() => page(`${url}/post-001`), { timeout: 60_000 }).toContain('Post 1');
    await writeFiles(data, { 'blog/post-001.json': { id: 'post-001', title: 'Another title' } });
    await expect.poll(() => page(`${url}/post-001`), { timeout: 60_000 }).toContain('>Another title</h1>');
  });
});

/** Whether this machine has Hugo. */
const hasHugo = spawnSync('hugo', ['version']).status === 0;
if (!hasHugo)
  process.stderr.write('Left out: the Hugo example of the README, because there is no hugo here.\n');

describe('the examples of the README for other generators', () => {
  it('give Next every published post, and its page by id', async () => {
    const { site, exec } = await prepare(120);
    const page = await readFile(join(site, 'app/[id]/page.jsx'), 'utf8');
    const { code } = await transformWithOxc(page, 'page.jsx', { jsx: { runtime: 'classic', pragma: 'h' } });
    await writeFile(
      join(site, 'pages.mjs'),
      `const h = (type, props, ...children) => [type, props, children];
       ${code.replace(/export default/, 'const Page =')}
       const ids = await generateStaticParams();
       const made = JSON.stringify(await Page({ params: Promise.resolve({ id: 'post-041' }) }));
       console.log(ids.length, ids.some(({ id }) => id === 'post-025'), made.includes('"srcSet"'), made.includes('__html'));`,
    );
    const { code: status, stdout, stderr } = await exec(process.execPath, 'pages.mjs');
    expect([status, stdout], stderr).toEqual([0, '116 false true true\n']);
  });

  it.runIf(hasHugo)('have Hugo build every published post, with its images', async () => {
    const { site, exec, build } = await prepare(120, { hugo: true });
    const prepared = await exec(process.execPath, 'write-content.js');
    expect(prepared.code, prepared.stderr).toBe(0);
    const first = await build('public', 'hugo', '--quiet');
    expect(first.code, first.stderr).toBe(0);
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
