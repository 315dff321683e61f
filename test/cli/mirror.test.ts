/** `plinth mirror` through the command line: the files of each format, whatever others do to them or interrupts it. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { marked } from 'marked';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { canFault, compileShim, loggedCalls, putCopy } from '../helpers/fault-shim.js';
import { fixture } from '../helpers/made-files.js';
import { built, plinth, plinthEach, run } from '../helpers/process.js';
import { startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';
import { ROOT } from './readme-site.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

/** The list of what was written. */
const LIST = '.plinth-mirror.json';

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

/** More posts than a page of a list has, some of them drafts. */
async function posts(objects = 120) {
  const photo = await fixture('photo.jpg');
  const all: Record<string, unknown> = {
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    'private/.meta.json': { id: 'private', schema: 'blog', groups: ['members'] },
    'private/secret.json': { id: 'secret', title: 'Secret' },
    'text/.meta.json': { id: 'text', schema: 'text', name: 'Texts' },
    'text/welcome.json': { id: 'welcome', text: 'Welcome' },
  };
  for (let n = 1; n <= objects; n += 1) {
    const id = `post-${String(n).padStart(3, '0')}`;
    all[`blog/${id}.json`] = {
      id,
      title: `Post ${n} “quoted” \u{1f600}`,
      draft: n % 40 === 0,
      created: '2026-01-02T10:00:00.000Z',
      modified: '2026-01-02T10:00:00.000Z',
    };
  }
  all['blog/post-001.json'] = {
    id: 'post-001',
    title: 'With images',
    image: { name: 'photo.jpg', mime: 'image/jpeg', width: 600, height: 800 },
    content:
      '<p><img src="/imageworks/upload/blog/post-001/content/in.jpg?w=90&amp;format=webp#x"><a href="/download/upload/blog/post-001/content/in.jpg">photo</a></p>',
  };
  all['blog/post-001/image/photo.jpg'] = photo;
  all['blog/post-001/content/in.jpg'] = photo;
  all['blog/post-002.json'] = {
    id: 'post-002',
    title: 'Links',
    content:
      '<p><img src="/imageworks/blog/post-040/image.jpg"><img src="/imageworks/blog/gone/image.jpg"></p>',
  };
  all['blog/post-040.json'] = {
    id: 'post-040',
    title: 'Draft',
    draft: true,
    image: { name: 'photo.jpg', mime: 'image/jpeg' },
  };
  all['blog/post-040/image/photo.jpg'] = photo;
  return all;
}

async function prepare(all: Record<string, unknown>) {
  const home = await temporaryFolder();
  const data = join(home, 'data');
  const out = join(home, 'site', 'content');
  await mkdir(data);
  await writeFiles(data, all);
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const words = (as: string, ...more: string[]) => ['mirror', ...args, '--out', out, '--as', as, ...more];
  const read = (path: string) => readFile(join(out, path), 'utf8');
  const mirror = (as = 'markdown', ...more: string[]) => plinth(words(as, ...more));
  return { home, data, out, args, words, mirror, read };
}

/** Digests of all files below a folder by path; without the cursor of the manifest, which differs between processes. */
async function tree(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const isOwn = entry.name === 'plinth.json' || entry.name === LIST;
    const equal = isOwn ? bytes.toString().replace(/"(?:cursor|plinth\.json)": .*/, '') : bytes;
    found[path.slice(folder.length + 1)] = createHash('sha256').update(equal).digest('hex');
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

describe('a mirror of the API', () => {
  it('has the bytes of the API, only what is live, and the files that it names', async () => {
    const server = await startTestServer(await posts());
    const home = join(server.folder, '..');
    const out = join(home, 'out');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const { code, stderr, stdout } = await plinth([
      'mirror',
      ...args,
      '--as',
      'api',
      '--out',
      out,
      '--recipe',
      'w=40&format=webp',
      '--recipe',
      '?format=webp&w=40',
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('118 objects of 2 collections')]);
    const key = await server.key({ methods: ['GET'] });
    const api = async (path: string) => {
      const { status, text, headers } = await server.request(`/api${path}`, { as: { key } });
      return { status, text, rev: headers.get('etag')?.slice(1, -1) };
    };
    const text = (path: string) => readFile(join(out, path), 'utf8');
    const revs = JSON.parse(await text('collections/blog/revs.json'));
    expect(Object.keys(revs)).toHaveLength(117);
    for (const id of ['post-001', 'post-039', 'post-119']) {
      const object = await api(`/collections/blog/${id}`);
      expect([await text(`objects/blog/${id}.json`), revs[id]]).toEqual([object.text, object.rev]);
    }
    for (const [path, answer] of [
      ['lists/blog/1.json', '/collections/blog?sort=id&order=asc&limit=100&published=1'],
      ['lists/blog/2.json', '/collections/blog?sort=id&order=asc&limit=100&offset=100&published=1'],
      ['lists/text/1.json', '/collections/text?sort=id&order=asc&limit=100&published=1'],
      ['collections/blog/index.json', '/collections/blog/index?published=1'],
      ['collections/blog/schema.json', '/collections/blog/schema'],
      ['collections/blog/json-schema.json', '/collections/blog/schema/json-schema'],
      ['collections/blog/settings.json', '/collections/blog/settings'],
    ] as const) {
      expect(await text(path), path).toBe((await api(answer)).text);
    }
    const copied = Object.keys(await tree(out));
    expect(copied.filter((path) => /secret|private|post-040/.test(path))).toEqual([]);

    const addresses = JSON.parse(await text('collections/blog/addresses.json'));
    expect(Object.keys(addresses).sort()).toEqual([
      '/download/upload/blog/post-001/content/in.jpg',
      '/imageworks/blog/post-001/image.jpg',
      '/imageworks/blog/post-001/image.jpg?format=webp&w=40',
      '/imageworks/upload/blog/post-001/content/in.jpg?format=webp&w=90',
    ]);
    for (const [address, path] of Object.entries(addresses)) {
      const response = await fetch(server.url + address);
      expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(join(out, String(path))))).toBe(
        true,
      );
    }
    expect(stderr).toContain('Omitted: /imageworks/blog/gone/image.jpg');
    expect(stderr).toContain('Omitted: /imageworks/blog/post-040/image.jpg');

    const manifest = JSON.parse(await text('plinth.json'));
    expect(manifest).toMatchObject({
      format: 1,
      published: true,
      filesUrl: null,
      recipes: ['format=webp&w=40'],
      collections: [
        { id: 'blog', schema: 'blog', total: 117, pages: 2 },
        { id: 'text', schema: 'text', total: 1, pages: 1 },
      ],
    });
    const digest = createHash('sha256')
      .update(await text('plinth.json'))
      .digest('hex');
    const { '.plinth-mirror.json': _list, ...others } = await tree(out);
    expect(JSON.parse(await text('.plinth-mirror.json')).files).toEqual({ ...others, 'plinth.json': digest });
  });

  it('is updated by what has changed', async () => {
    const { data, out, mirror } = await prepare(await posts());
    expect((await mirror('api')).code).toBe(0);
    const first = await tree(out);
    const times = async () => {
      const paths = Object.keys(first);
      return new Map(
        await Promise.all(
          paths.map(
            async (path) => [path, (await stat(join(out, path)).catch(() => undefined))?.mtimeMs] as const,
          ),
        ),
      );
    };
    const before = await times();
    expect((await mirror('api')).stdout).toContain('0 files written');
    expect(await times()).toEqual(before);

    await writeFile(join(data, 'blog/post-119.json'), JSON.stringify({ id: 'post-119', title: 'Changed' }));
    await rm(join(data, 'blog/post-118.json'));
    const { code, stdout } = await mirror('api');
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 removed')]);
    const after = await tree(out);
    const changed = Object.keys(first).filter((path) => after[path] !== first[path]);
    expect(changed).toEqual(
      [
        '.plinth-mirror.json',
        'collections.json',
        'collections/blog/index.json',
        'collections/blog/revs.json',
        'lists/blog/1.json',
        'lists/blog/2.json',
        'objects/blog/post-118.json',
        'objects/blog/post-119.json',
        'plinth.json',
      ].filter((path) => path !== 'lists/blog/1.json' || after[path] !== first[path]),
    );
  });

  it('has addresses and sizes of its files with --assets-url, also drafts, and other collections by name', async () => {
    const { mirror, read, out } = await prepare(await posts(40));
    const { code } = await mirror(
      'api',
      ...['--assets-url', 'https://cdn.example/x/media/', '--drafts', '--collections', 'blog,private'],
      // Of a larger size than the image, and cut to a square.
      ...['--recipe', 'w=9000&format=webp', '--recipe', 'w=900&h=900&fit=crop-focalpoint&format=webp'],
    );
    expect(code).toBe(0);
    const json = async (path: string) => JSON.parse(await read(path));
    const { image, content } = await json('objects/blog/post-001.json');
    const [listed] = (await json('lists/blog/1.json')).objects;
    expect(listed.image).toEqual(image);
    const at = 'https://cdn.example/x/media/';
    expect(image.url).toMatch(/^https:\/\/cdn\.example\/x\/media\/[\da-f]{16}\.jpg$/);
    const { width, height } = image;
    const square = Math.min(width, height);
    const sizes = [
      [`format=webp&w=${width}`, width, height],
      [`fit=crop-focalpoint&format=webp&h=${square}&w=${square}`, square, square],
    ] as const;
    expect(Object.keys(image.sizes).sort()).toEqual(sizes.map(([query]) => query).sort());
    for (const [query, wide, high] of sizes) {
      const file = join(out, 'media', image.sizes[query].slice(at.length));
      const { format, ...found } = await sharp(await readFile(file)).metadata();
      expect([format, found.width, found.height]).toEqual(['webp', wide, high]);
    }
    expect(content).toMatch(/src="https:\/\/cdn\.example\/x\/media\/[\da-f]{16}\.webp#x"/);
    expect(content).toMatch(/href="https:\/\/cdn\.example\/x\/media\/in-[\da-f]{16}\.jpg"/);
    expect((await json('plinth.json')).filesUrl).toBe('https://cdn.example/x/media');
    expect((await json('objects/blog/post-040.json')).draft).toBe(true);
    expect((await json('objects/private/secret.json')).title).toBe('Secret');
    expect(await readdir(join(out, 'objects'))).toEqual(['blog', 'private']);
    // Without them again, nothing of them is left.
    expect((await mirror('api')).code).toBe(0);
    expect(Object.keys(await tree(out)).filter((path) => /private|post-040|media/.test(path))).toEqual([]);
  });
});

describe('a mirror of objects', () => {
  it('has a file for each object in each format, with what the API answers', async () => {
    const { mirror, read, out } = await prepare(await files());
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
    const { home, out, mirror } = await prepare(await files());
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
});

/** Where a format has the object `id` of the collection `blog`. */
const FORMATS = [
  ['markdown', (id: string) => `blog/${id}.md`],
  ['api', (id: string) => `objects/blog/${id}.json`],
] as const;

describe.each(FORMATS)('a mirror in the format %s', (as, at) => {
  it('keeps what people have changed, and files of others', async () => {
    const { home, data, out, mirror, words, read } = await prepare(await files());
    expect((await mirror(as)).code).toBe(0);
    const folder = dirname(join(out, at('first')));
    for (const [id, text] of [
      ['first', 'edited'],
      ['t1', 'edited'],
      ['own', 'of others'],
      ['new', 'of others'],
    ] as const)
      await writeFile(join(out, at(id)), text);
    await writeFile(join(data, 'blog/new.json'), JSON.stringify({ id: 'new', title: 'New' }));
    await writeFile(join(data, 'blog/t0.json'), JSON.stringify({ id: 't0', title: 'Changed' }));
    await rm(join(data, 'blog/t1.json'));
    await rm(join(data, 'blog/t2.json'));
    const { code, stderr } = await mirror(as);
    expect(code).toBe(1);
    for (const id of ['first', 't1', 'new']) expect(stderr).toContain(`  ${at(id)}: `);
    const names = await readdir(folder);
    expect(['t2', 'own'].map((id) => names.includes(basename(at(id))))).toEqual([false, true]);
    expect(await Promise.all(['first', 't1', 'new'].map((id) => read(at(id))))).toEqual([
      'edited',
      'edited',
      'of others',
    ]);
    expect(await read(at('t0'))).toContain('Changed');
    // Once more: still noticed. By force: written, except for files of others.
    const [again, forced] = await plinthEach([words(as), words(as, '--force')]);
    expect([again?.code, again?.stderr]).toEqual([1, expect.stringContaining(at('first'))]);
    expect([forced?.code, forced?.stderr]).toEqual([1, expect.not.stringContaining(at('first'))]);
    expect(await read(at('first'))).toContain('Yes: “quotes”');
    expect(await read(at('new'))).toBe('of others');

    const outside = join(home, 'outside');
    await mkdir(outside);
    await rm(folder, { recursive: true });
    await symlink(outside, folder);
    expect((await mirror(as)).code).toBe(1);
    expect(await readdir(outside)).toEqual([]);
  });

  it('follows changes with --watch, also those of a server beside it', async () => {
    const server = await startTestServer(await files());
    const home = join(server.folder, '..');
    const out = join(home, 'out');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const words = ['mirror', ...args, '--out', out, '--as', as];
    const watching = run(built('cli/plinth.js'), [...words, '--watch', '--json']);
    const objects = TEXTS.length + 2;
    expect(await watching.event()).toMatchObject({ event: 'mirrored', objects, read: objects });
    const json = { title: 'Saved while watching' };
    expect((await server.request('/api/collections/blog/t0', { method: 'PATCH', json })).status).toBe(200);
    const text = (id: string) => readFile(join(out, at(id)), 'utf8').catch(() => '');
    await vi.waitUntil(async () => (await text('t0')).includes(json.title), { timeout: 60_000 });
    expect(await watching.event()).toMatchObject({ objects, read: 1, removed: 0 });
    await server.request('/api/collections/blog', { method: 'POST', json: { id: 'fresh', title: 'Fresh' } });
    await server.request('/api/collections/blog/t1', { method: 'DELETE' });
    await vi.waitUntil(async () => (await text('fresh')) !== '' && (await text('t1')) === '', {
      timeout: 60_000,
    });
    const second = await plinth(words);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Another process is writing')]);
    // What it has written by parts is what one run writes.
    await vi.waitUntil(async () => !(await readdir(out)).includes('.plinth-pending'), { timeout: 60_000 });
    watching.child.kill('SIGTERM');
    expect((await watching.ended).code).toBe(0);
    const left = await tree(out);
    expect((await plinth([...words])).stdout).toContain(' 0 files written');
    expect(await tree(out)).toEqual(left);
  });
});

it('a mirror is written to a folder of its own, by one run at a time', async () => {
  const { home, data, out, args, words, mirror } = await prepare(await posts());
  const newer = join(home, 'newer');
  await writeFiles(newer, { '.plinth-mirror.json': '{\n  "format": 2,\n  "as": "api"\n}' });
  const to = (place: string, ...more: string[]) => [
    'mirror',
    ...args,
    '--as',
    'api',
    '--out',
    place,
    ...more,
  ];
  const fresh = join(home, 'fresh');
  const ended = await plinthEach([
    ...[newer, join(newer, '.plinth-mirror.json'), data, home, join(data, 'blog')].map((place) => to(place)),
    to(fresh, '--collections', 'nothing'),
    to(fresh, '--recipe', 'nothing'),
    to(fresh, '--assets-url', 'javascript:alert(1)'),
    to(fresh, '--assets-url', './files'),
    ['mirror', ...args, '--as', 'api'],
    ['mirror', ...args, '--out', fresh],
  ]);
  expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
  expect(await readdir(newer)).toEqual(['.plinth-mirror.json']);

  const first = run(built('cli/plinth.js'), words('api', '--json'));
  await first.event();
  first.child.kill('SIGSTOP');
  const second = await mirror('api');
  first.child.kill('SIGKILL');
  await first.ended;
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Another process is writing')]);
  expect((await mirror('api')).code).toBe(0);
  expect(await readdir(out)).toContain('plinth.json');
});

describe.runIf(canFault).each(FORMATS)('a mirror in the format %s that is interrupted', (as, at) => {
  it('leaves former files whole, loses no file of others, and is finished by the next run', async () => {
    const { home, data, out, mirror, words } = await prepare(await files());
    expect((await mirror(as)).code).toBe(0);
    await writeFile(join(out, at('own')), 'of others');
    const former = join(home, 'former');
    await cp(out, former, { recursive: true });
    const before = await tree(out);
    await writeFile(join(data, 'blog/t0.json'), JSON.stringify({ id: 't0', title: 'Changed' }));
    await writeFile(join(data, 'blog/new.json'), JSON.stringify({ id: 'new', title: 'New' }));
    await rm(join(data, 'blog/first.json'));
    const [plan, log, copies] = [join(home, 'plan'), join(home, 'calls'), join(home, 'copies')];
    await mkdir(copies);
    const env = {
      ...{ LD_PRELOAD: compileShim(home), FAULT_ROOT: out, FAULT_PLAN: plan, FAULT_LOG: log },
      ...{ FAULT_HOME: out, FAULT_COPIES: copies },
    };
    const runWith = async (number: number, call: number, act: string) => {
      await rm(out, { recursive: true });
      await cp(former, out, { recursive: true });
      await writeFile(plan, `${number} ${call} ${act}`);
      return plinth(words(as), { env });
    };
    // What a kill at each call leaves is copied in one run.
    expect((await runWith(1, 0, 'copy')).code).toBe(0);
    const expected = await tree(out);
    const calls = loggedCalls(log, 1).length;
    expect(calls).toBeGreaterThan(20);
    const points = Array.from({ length: 6 }, (_, n) => Math.round(1 + (n * (calls - 1)) / 5));
    const halfDone = new Set<string>();
    for (const [n, call] of points.entries()) {
      const act = n % 2 === 0 ? 'kill' : 'full';
      const what = `${act} at ${call}`;
      if (act === 'kill') putCopy(copies, call, out);
      else {
        const { code, stderr } = await runWith(n + 2, call, act);
        if (code !== 0) expect(stderr).toContain('no room left');
      }
      const left = await tree(out);
      if (act === 'kill') halfDone.add(JSON.stringify(left));
      expect(await readFile(join(out, at('own')), 'utf8')).toBe('of others');
      // Until the list is new, everything that was there is there, and whole.
      const isNew = left[LIST] === expected[LIST];
      if (!isNew) expect(Object.keys(left), what).toEqual(expect.arrayContaining(Object.keys(before)));
      for (const [path, digest] of Object.entries(left)) {
        if (!path.includes('.plinth-'))
          expect([before[path], expected[path]], `${path}, ${what}`).toContain(digest);
      }
      const finished = await mirror(as);
      expect([finished.code, finished.stderr], what).toEqual([0, '']);
      expect(await tree(out), what).toEqual(expected);
    }
    expect(halfDone.size).toBe(3);
  });
});
