/** `plinth mirror` through the command line. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marked } from 'marked';
import { describe, expect, it, vi } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { canFault, compileShim, loggedCalls, putCopy } from '../helpers/fault-shim.js';
import { fixture } from '../helpers/made-files.js';
import { built, plinth, plinthEach, run } from '../helpers/process.js';
import { startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';
import { ROOT } from './readme-site.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** Rich texts, and the Markdown and MDX they become. */
const TEXTS: readonly [html: string, markdown: string, mdx: string][] = [
  [
    '<h2>Rules</h2><p>One <strong>bold</strong> and <em>slanted</em>.</p>',
    '## Rules\n\nOne **bold** and _slanted_.',
    '## Rules\n\nOne **bold** and _slanted_.',
  ],
  ['<ul><li><p>One</p></li><li><p>Two</p></li></ul>', '-   One\n    \n-   Two', '-   One\n    \n-   Two'],
  [
    '<p>2 * 3 * 4 and _x_ and &lt;b&gt; and {y} and # z</p>',
    '2 \\* 3 \\* 4 and \\_x\\_ and \\<b> and {y} and # z',
    '2 \\* 3 \\* 4 and \\_x\\_ and \\<b> and \\{y\\} and # z',
  ],
  [
    '<pre><code class="language-js">let a = {};</code></pre>',
    '```js\nlet a = {};\n```',
    '```js\nlet a = {};\n```',
  ],
  [
    '<p>A <mark style="color: red" onclick="x()">mark*</mark></p>',
    'A <mark style="color: red" onclick="x()">mark*</mark>',
    'A <mark style={{"color":"red"}}>{"mark*"}</mark>',
  ],
  [
    '<table><tr><td>1</td></tr></table>',
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
    '<table><tbody><tr><td>{"1"}</td></tr></tbody></table>',
  ],
  ['---\ntitle: no front matter', '\\--- title: no front matter', '\\--- title: no front matter'],
];

async function files() {
  const photo = await fixture('photo.jpg');
  const all: Record<string, unknown> = {
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    'text/.meta.json': { id: 'text', schema: 'text', name: 'Texts' },
    'text/welcome.json': { id: 'welcome', text: 'yes' },
    'blog/hidden.json': { id: 'hidden', title: 'Hidden', draft: true },
    'blog/first.json': {
      id: 'first',
      title: 'Yes: “quotes” # and & \u{1f600}',
      summary: '12:30:00',
      date: '2026-05-09',
      tags: ['yes', '2026-01-01', '1e3', '- x', '', 'null'],
      image: { name: 'photo.jpg', mime: 'image/jpeg', alt: 'A photo' },
      content:
        '<p><img src="/imageworks/upload/blog/first/content/in.jpg?w=90&amp;format=webp" alt="In"></p>',
      created: '2026-01-02T10:00:00.000Z',
      modified: '2026-01-02T10:00:00.000Z',
    },
    'blog/first/image/photo.jpg': photo,
    'blog/first/content/in.jpg': photo,
  };
  for (const [at, [content]] of TEXTS.entries()) {
    all[`blog/t${at}.json`] = { id: `t${at}`, title: `Text ${at}`, date: `2026-02-0${at + 1}`, content };
  }
  return all;
}

async function prepare() {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  const out = join(home, 'site', 'content');
  await mkdir(data);
  await writeFiles(data, await files());
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const words = (as: string, ...more: string[]) => ['mirror', ...args, '--out', out, '--as', as, ...more];
  const read = (path: string) => readFile(join(out, path), 'utf8');
  return {
    home,
    data,
    out,
    args,
    words,
    mirror: (as = 'markdown', ...more: string[]) => plinth(words(as, ...more)),
    read,
  };
}

async function tree(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return Object.fromEntries(Object.entries(found).sort());
}

/** Front matter and body of a file. */
function partsOf(text: string): { front: string; body: string } {
  const [, front = '', body = ''] = /^---\n([\s\S]*?\n)---\n\n?([\s\S]*)$/.exec(text) ?? [];
  return { front, body };
}

const visible = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('a mirror', () => {
  it('has a file for each object in each format, with what the API answers', async () => {
    const { mirror, read, out } = await prepare();
    expect((await mirror()).code).toBe(0);
    expect((await readdir(join(out, 'blog'))).sort()).toEqual([
      'first.md',
      ...TEXTS.map((_text, at) => `t${at}.md`),
    ]);
    const { front, body } = partsOf(await read('blog/first.md'));
    // Parsers of both versions of YAML read the same.
    const old = parseDocument(front, { version: '1.1' }).toJS();
    const current = parse(front);
    expect(current).toMatchObject({
      id: 'first',
      title: 'Yes: “quotes” # and & \u{1f600}',
      summary: '12:30:00',
      tags: ['yes', '2026-01-01', '1e3', '- x', '', 'null'],
    });
    expect(current.image).toMatchObject({
      alt: 'A photo',
      url: expect.stringMatching(/^\.\.\/files\/[\da-f]{16}\.jpg$/),
    });
    expect([current.date, current.created]).toEqual(['2026-05-09', '2026-01-02T10:00:00Z']);
    expect(old.date).toEqual(new Date('2026-05-09'));
    expect({ ...old, date: 0, created: 0, modified: 0 }).toEqual({
      ...current,
      date: 0,
      created: 0,
      modified: 0,
    });
    const [, link = ''] = /^!\[In\]\((.*)\)\n$/.exec(body) ?? [];
    expect(link).toMatch(/^\.\.\/files\/[\da-f]{16}\.webp$/);
    expect((await readFile(join(out, 'blog', link))).subarray(8, 12).toString()).toBe('WEBP');
    for (const [at, [html, markdown]] of TEXTS.entries()) {
      const text = partsOf(await read(`blog/t${at}.md`)).body.trim();
      expect(text, html).toBe(markdown);
      if (html.startsWith('<')) expect(visible(await marked(text))).toBe(visible(html));
    }
    expect(await read('text/welcome.md')).toContain('\ntext: "yes"\n');
    await rm(out, { recursive: true });
    expect((await mirror('mdx', '--drafts')).code).toBe(0);
    for (const [at, [html, , mdx]] of TEXTS.entries()) {
      expect(partsOf(await read(`blog/t${at}.mdx`)).body.trim(), html).toBe(mdx);
    }
    expect(await readdir(join(out, 'blog'))).toContain('hidden.mdx');
    // Another format into the same folder replaces the files.
    expect((await mirror('json', '--assets-url', '/media/files')).code).toBe(0);
    const object = JSON.parse(await read('blog/first.json'));
    expect(object.image.url).toMatch(/^\/media\/files\/[\da-f]{16}\.jpg$/);
    expect((await readdir(join(out, 'blog'))).every((name) => name.endsWith('.json'))).toBe(true);
    expect((await mirror('yaml')).code).toBe(2);
  });

  it('is a site for Eleventy without Plinth', async () => {
    const { home, out, mirror } = await prepare();
    expect((await mirror()).code).toBe(0);
    const site = join(home, 'site');
    await symlink(join(ROOT, 'node_modules'), join(site, 'node_modules'));
    await writeFiles(site, {
      'package.json': '{"type":"module"}',
      'eleventy.config.js': `export default (config) => {
        config.addPassthroughCopy({ 'content/files': 'files' });
        return { dir: { input: 'content', output: '_site' }, markdownTemplateEngine: false };
      };`,
      'content/content.11tydata.js':
        'export default { permalink: ({ page }) => `${' + 'page.filePathStem}.html` };',
    });
    const eleventy = await run(join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs'), ['--quiet'], { cwd: site })
      .ended;
    expect(eleventy.code, eleventy.stderr).toBe(0);
    const pages = await readdir(join(site, '_site', 'blog'));
    expect(pages.sort()).toEqual(['first.html', ...TEXTS.map((_text, at) => `t${at}.html`)]);
    const html = await readFile(join(site, '_site/blog/first.html'), 'utf8');
    const [, src = ''] = /<img src="([^"]+)"/.exec(html) ?? [];
    expect((await readFile(join(site, '_site/blog', src))).length).toBeGreaterThan(100);
    // The mirror is written again beside the file of the site.
    expect((await mirror()).stdout).toContain('0 files written');
    expect(await readdir(out)).toContain('content.11tydata.js');
  });

  it('keeps what people have changed, and files of others', async () => {
    const { home, data, out, mirror, words, read } = await prepare();
    expect((await mirror()).code).toBe(0);
    await writeFile(join(out, 'blog/first.md'), 'edited');
    await writeFile(join(out, 'blog/t1.md'), 'edited');
    await writeFile(join(out, 'blog/own.md'), 'of others');
    await writeFile(join(out, 'blog/new.md'), 'of others');
    await writeFile(join(data, 'blog/new.json'), JSON.stringify({ id: 'new', title: 'New' }));
    await writeFile(join(data, 'blog/t0.json'), JSON.stringify({ id: 't0', title: 'Changed' }));
    await rm(join(data, 'blog/t1.json'));
    await rm(join(data, 'blog/t2.json'));
    const { code, stderr } = await mirror();
    expect(code).toBe(1);
    for (const path of ['blog/first.md', 'blog/t1.md', 'blog/new.md'])
      expect(stderr).toContain(`  ${path}: `);
    const names = await readdir(join(out, 'blog'));
    expect([names.includes('t2.md'), names.includes('own.md')]).toEqual([false, true]);
    expect([await read('blog/first.md'), await read('blog/t1.md'), await read('blog/new.md')]).toEqual([
      'edited',
      'edited',
      'of others',
    ]);
    expect(await read('blog/t0.md')).toContain('title: Changed');
    // Once more: still noticed. By force: written, except for files of others.
    const [again, forced] = await plinthEach([words('markdown'), words('markdown', '--force')]);
    expect([again?.code, again?.stderr]).toEqual([1, expect.stringContaining('blog/first.md')]);
    expect([forced?.code, forced?.stderr]).toEqual([1, expect.not.stringContaining('blog/first.md')]);
    expect(await read('blog/first.md')).toContain('Yes: “quotes”');
    expect(await read('blog/new.md')).toBe('of others');

    const outside = join(home, 'outside');
    await mkdir(outside);
    await rm(join(out, 'blog'), { recursive: true });
    await symlink(outside, join(out, 'blog'));
    expect((await mirror()).code).toBe(1);
    expect(await readdir(outside)).toEqual([]);
  });

  it('follows changes with --watch, also those of a server beside it', async () => {
    const server = await startTestServer(await files());
    const home = join(server.folder, '..');
    const out = join(home, 'out');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const watching = run(built('cli/plinth.js'), [
      'mirror',
      ...args,
      '--out',
      out,
      '--as',
      'markdown',
      '--watch',
      '--json',
    ]);
    const objects = TEXTS.length + 2;
    expect(await watching.event()).toMatchObject({ event: 'mirrored', objects, read: objects });
    const json = { title: 'Saved while watching' };
    expect((await server.request('/api/collections/blog/t0', { method: 'PATCH', json })).status).toBe(200);
    const text = (path: string) => readFile(join(out, path), 'utf8').catch(() => '');
    await vi.waitUntil(async () => (await text('blog/t0.md')).includes(json.title), { timeout: 60_000 });
    expect(await watching.event()).toMatchObject({ objects, read: 1, removed: 0 });
    await server.request('/api/collections/blog', { method: 'POST', json: { id: 'fresh', title: 'Fresh' } });
    await server.request('/api/collections/blog/t1', { method: 'DELETE' });
    await vi.waitUntil(
      async () => (await text('blog/fresh.md')) !== '' && (await text('blog/t1.md')) === '',
      { timeout: 60_000 },
    );
    const second = await plinth(['mirror', ...args, '--out', out, '--as', 'markdown']);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Another process is writing')]);
    watching.child.kill('SIGTERM');
    expect((await watching.ended).code).toBe(0);
  });
});

describe.runIf(canFault)('a mirror that is interrupted', () => {
  it('loses no file of others, and is finished by the next run', async () => {
    const { home, data, out, mirror, words } = await prepare();
    expect((await mirror()).code).toBe(0);
    await writeFile(join(out, 'blog/own.md'), 'of others');
    const former = join(home, 'former');
    await cp(out, former, { recursive: true });
    await writeFile(join(data, 'blog/t0.json'), JSON.stringify({ id: 't0', title: 'Changed' }));
    await writeFile(join(data, 'blog/new.json'), JSON.stringify({ id: 'new', title: 'New' }));
    await rm(join(data, 'blog/t1.json'));
    const [plan, log, copies] = [join(home, 'plan'), join(home, 'calls'), join(home, 'copies')];
    await mkdir(copies);
    const env = {
      ...{ LD_PRELOAD: compileShim(home), FAULT_ROOT: out, FAULT_PLAN: plan, FAULT_LOG: log },
      ...{ FAULT_HOME: out, FAULT_COPIES: copies },
    };
    const runWith = async (number: number, at: number, act: string) => {
      await rm(out, { recursive: true });
      await cp(former, out, { recursive: true });
      await writeFile(plan, `${number} ${at} ${act}`);
      return plinth(words('markdown'), { env });
    };
    // What a kill at each call leaves is copied in one run.
    expect((await runWith(1, 0, 'copy')).code).toBe(0);
    const expected = await tree(out);
    const calls = loggedCalls(log, 1).length;
    const points = Array.from({ length: 6 }, (_, n) => Math.round(1 + (n * (calls - 1)) / 5));
    const halfDone = new Set<string>();
    for (const [n, at] of points.entries()) {
      const act = n % 2 === 0 ? 'kill' : 'full';
      if (act === 'kill') putCopy(copies, at, out);
      else await runWith(n + 2, at, act);
      if (act === 'kill') halfDone.add(JSON.stringify(await tree(out)));
      expect(await readFile(join(out, 'blog/own.md'), 'utf8')).toBe('of others');
      const finished = await mirror();
      expect([finished.code, finished.stderr], `${act} at ${at}`).toEqual([0, '']);
      expect(await tree(out), `${act} at ${at}`).toEqual(expected);
    }
    expect(halfDone.size).toBe(3);
  });
});
