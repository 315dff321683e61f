/** `plinth import` of content of other systems, with real folders and files, and with hostile ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { canFault, compileShim } from '../helpers/fault-shim.js';
import { temporaryFolder } from '../helpers/files.js';
import { built, type Ended, plinth, plinthEach, run } from '../helpers/process.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/imports/${name}`, import.meta.url));

type Json = Record<string, unknown>;

/** An empty data folder and a copy of a fixture, or files by their paths. */
async function stage(source: string | Record<string, string | Buffer>) {
  const home = await temporaryFolder();
  const [data, from] = [join(home, 'data'), join(home, 'source')];
  await mkdir(data);
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), content);
  };
  await mkdir(from);
  if (typeof source === 'string') await cp(fixture(source), from, { recursive: true });
  else for (const [path, content] of Object.entries(source)) await put(path, content);
  const places = ['--data', data, '--cache', join(home, 'c'), '--state', join(home, 's'), '--json'];
  const commandIn = async (env: Record<string, string>, ...words: string[]) =>
    toldBy(await plinth([...words, ...places], { env }));
  const command = (...words: string[]) => commandIn({}, ...words);
  const run = (path = '', ...words: string[]) => command('import', join(from, path), ...words);
  const read = (path: string): Json => JSON.parse(readFileSync(join(data, path), 'utf8'));
  const files = () =>
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.system/'))
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
      .sort();
  return { home, data, from, places, put, command, commandIn, run, read, files };
}

/** What a command has printed. */
function toldBy(ended: Ended) {
  const lines = ended.stdout.split('\n').filter((line) => line !== '');
  const events: Json[] = lines.map((line) => JSON.parse(line));
  return { ...ended, events, result: events.find(({ event }) => event === 'result') ?? {} };
}

type Staged = Awaited<ReturnType<typeof stage>>;

/** Imports each source into a folder of its own, all in one process. */
async function importEach(
  sources: readonly Parameters<typeof stage>[0][],
  path = '',
  prepare: (staged: Staged) => Promise<void> = async () => undefined,
) {
  const staged = await Promise.all(sources.map(stage));
  for (const one of staged) await prepare(one);
  const ended = await plinthEach(staged.map(({ from, places }) => ['import', join(from, path), ...places]));
  return staged.map((one, at) => ({ ...one, ...toldBy(ended[at] ?? NOT_RUN) }));
}

const NOT_RUN: Ended = { code: null, signal: null, stdout: '', stderr: 'not run' };

describe('a folder of Markdown', () => {
  it('becomes objects with images, galleries and texts whose files lie beside them', async () => {
    const { run, read, files } = await stage('hugo');
    const { code, result } = await run();
    expect(code).toBe(1);
    expect(result).toMatchObject({ created: 3, failed: 1, files: 5 });
    expect(result.items).toContainEqual(
      expect.objectContaining({
        place: 'content/posts/broken.md',
        action: 'fail',
        message: expect.stringContaining('The front matter is not valid YAML'),
      }),
    );
    expect(result.warnings).toEqual([
      'content/posts/2024/bread.md: the former addresses stay in "aliases"; no redirects are made of them',
      expect.stringContaining('../2024/bread.md'),
      'content/posts/the-harbour/index.md: kept as text: {{< figure >}} (line 18)',
    ]);
    expect(read('posts/the-harbour.json')).toMatchObject({
      title: 'The harbour at six',
      date: '2024-03-02T06:10:00+01:00',
      created: '2024-03-02T05:10:00.000Z',
      tags: ['sea', 'morning'],
      params: { mood: 'grey' },
      cover: { name: 'harbour.jpg', width: 64, height: 48 },
      gallery: [{ name: 'harbour.jpg' }, { name: 'boats.jpg' }],
      content: expect.stringContaining('<img src="/imageworks/upload/posts/the-harbour/content/boats.jpg"'),
    });
    expect(read('.schemas/posts.json')).toMatchObject({
      properties: { date: { field: 'datetime' }, draft: { field: 'toggle' }, weight: { field: 'number' } },
    });
    expect(files()).toContain('posts/the-harbour/content/map.jpg');
    expect(read('posts/bread.json')).toMatchObject({
      draft: true,
      content: expect.stringContaining('<code'),
    });
    expect(read('pages/about.json')).toMatchObject({ title: 'About' });
  });

  const DOCUMENTS: [source: string, path: string, expected: Json][] = [
    [
      'jekyll',
      'posts/sourdough-at-night.json',
      {
        date: '2024-05-09T21:30:00+02:00',
        categories: ['baking', 'night'],
        image: { name: 'loaf.jpg' },
        content: expect.stringMatching(
          /\{% include note\.html %\}[\s\S]*(?:upload\/posts\/sourdough-at-night\/content\/loaf\.jpg[\s\S]*){2}/,
        ),
      },
    ],
    ['jekyll', 'posts/stollen.json', { date: '2023-12-24', categories: ['baking', 'christmas'] }],
    ['jekyll', 'posts/rye.json', { draft: true }],
    ['jekyll', 'recipes/soup.json', { minutes: 40, vegan: true }],
    [
      'astro',
      'blog/first-post.json',
      { author: 'ada', pubDate: '2022-07-08T12:00:00Z', heroImage: { name: 'quay.jpg' } },
    ],
    [
      'astro',
      'blog/using-mdx.json',
      { content: expect.stringMatching(/&lt;HeaderLink href=[\s\S]*Embedded component/) },
    ],
    ['astro', 'authors/ada.json', { name: 'Ada' }],
  ];

  it('has what the documents say', async () => {
    const sources = [...new Set(DOCUMENTS.map(([source]) => source))];
    const imported = await importEach(sources);
    for (const { result } of imported) expect(result).toMatchObject({ failed: 0 });
    for (const [source, path, expected] of DOCUMENTS) {
      expect(imported[sources.indexOf(source)]?.read(path), path).toMatchObject(expected);
    }
  });

  it('has its components of MDX as code, or only what is between their tags, and they are named with their lines', async () => {
    const { run, read, home } = await stage({
      'posts/a.mdx': `---
title: A
---
import Note from './Note';

<Note kind="b" check={(a) => a > 1}>

Text with **bold** and <Icon name="x" />.

</Note>

\`<Kept />\` stays.

\`\`\`jsx
<Fence />
\`\`\`
`,
    });
    const mapping = join(home, 'mapping.json');
    await run('', '--write-mapping', mapping);
    const document = JSON.parse(readFileSync(mapping, 'utf8'));
    expect(document).toMatchObject({ components: 'code' });
    const tried = await run('', '--dry-run');
    expect(tried.result.warnings).toEqual([
      'posts/a.mdx: code of MDX: import (line 4), <Note> (line 6), <Icon> (line 8)',
    ]);
    await run();
    expect(read('posts/a.json').content).toMatch(/&lt;Note kind=[\s\S]*<code>&lt;Icon name/);

    await writeFile(mapping, JSON.stringify({ ...document, components: 'content' }));
    expect((await run('', '--mapping', mapping)).result).toMatchObject({ updated: 1 });
    expect(read('posts/a.json').content).toBe(
      '<p>Text with <strong>bold</strong> and .</p>\n<p><code>&lt;Kept /&gt;</code> stays.</p>\n' +
        '<pre><code class="language-jsx">&lt;Fence /&gt;\n</code></pre>',
    );
    await writeFile(mapping, JSON.stringify({ ...document, components: 'x' }));
    expect((await run('', '--mapping', mapping)).stdout).toContain('must be \\"code\\"');
  });

  it('is not imported twice, is merged with later edits, and is taken back by one undo', async () => {
    const { run, read, files, put, from, data, command } = await stage('astro');
    const { result } = await run();
    const before = files();
    expect((await run()).result).toMatchObject({ created: 0, updated: 0, same: 3 });
    expect(files()).toEqual(before);

    const source = readFileSync(join(from, 'src/content/blog/first-post.md'), 'utf8');
    await put('src/content/blog/first-post.md', source.replace('First post', 'The first post'));
    await put('src/content/authors/ada.json', '{ "name": "Ada L." }');
    const { content } = read('blog/first-post.json');
    const edited = {
      ...read('blog/first-post.json'),
      description: 'Edited here',
      content: `${content}<p>By the editor.</p>`,
    };
    await writeFile(join(data, 'blog/first-post.json'), JSON.stringify(edited));
    await writeFile(
      join(data, 'authors/ada.json'),
      JSON.stringify({ ...read('authors/ada.json'), name: 'Ada B.' }),
    );
    const again = await run();
    expect(again.result).toMatchObject({ updated: 1, same: 1, failed: 1 });
    expect(again.result.items).toContainEqual(
      expect.objectContaining({ action: 'fail', message: expect.stringContaining('name') }),
    );
    expect(read('blog/first-post.json')).toMatchObject({
      title: 'The first post',
      description: 'Edited here',
    });
    expect(read('authors/ada.json')).toMatchObject({ name: 'Ada B.' });

    // An edit that one import has kept, the next one keeps too.
    await put('src/content/blog/first-post.md', source.replace('First post', 'Our first post'));
    const third = await run();
    expect(third.result).toMatchObject({ updated: 1 });
    expect(read('blog/first-post.json')).toMatchObject({
      title: 'Our first post',
      description: 'Edited here',
      content: expect.stringContaining('By the editor.'),
    });
    await command('undo', String(third.result.transaction));

    await command('undo', String(again.result.transaction));
    expect(read('blog/first-post.json')).toMatchObject({ title: 'First post', description: 'Edited here' });
    expect((await command('undo', String(result.transaction))).events).toContainEqual(
      expect.objectContaining({ subject: expect.objectContaining({ id: 'using-mdx' }), result: 'removed' }),
    );
    expect(existsSync(join(data, 'blog/using-mdx.json'))).toBe(false);
  });

  it('has the files that were replaced in the source, unless the object has others', async () => {
    const image = (name: string) => readFileSync(fixture(name));
    const [photo, loaf] = [image('../files/photo.jpg'), image('jekyll/assets/loaf.jpg')];
    const quay = image('wordpress/uploads/2024/03/quay.jpg');
    const names = ['cover', 'text', 'both', 'gone', 'none'];
    const source: Record<string, string | Buffer> = {
      'posts/one.md': `---
title: One
cover: cover.jpg
gallery: [both.jpg, gone.jpg, none.jpg]
---
Words.

![](text.jpg)
`,
    };
    for (const name of names) source[`posts/${name}.jpg`] = photo;
    const { run, read, put, from, data, files, command } = await stage(source);
    const unread = join(from, 'posts/none.jpg');
    await utimes(unread, 1000, 1000);
    const bytes = (path: string) => readFileSync(join(data, 'posts/one', path));
    await run();
    const before = files();
    const first = read('posts/one.json');
    expect((await run()).result).toMatchObject({ same: 1, files: 0, warnings: [] });

    for (const name of ['cover', 'text', 'both', 'gone']) await put(`posts/${name}.jpg`, loaf);
    // Files of the same size and time are not read.
    await put('posts/none.jpg', Buffer.concat([photo.subarray(0, -1), Buffer.from('x')]));
    await utimes(unread, 1000, 1000);
    await writeFile(join(data, 'posts/one/gallery/both.jpg'), quay);
    const edited: Json = {
      ...first,
      gallery: [first.gallery].flat().filter((_, at) => at !== 1),
      content: `${first.content}`.replace('Words', 'Words of the editor'),
    };
    await writeFile(join(data, 'posts/one.json'), JSON.stringify(edited));

    const kept = ['both', 'gone'].map((name) =>
      expect.stringMatching(`^posts/one\\.md: "${name}\\.jpg": .*; kept$`),
    );
    const trial = await run('', '--dry-run');
    expect(trial.result).toMatchObject({ updated: 1, warnings: kept });
    expect(files()).toEqual(before);
    const { result } = await run();
    expect(result).toMatchObject({ updated: 1, warnings: kept });
    expect(bytes('cover/cover.jpg')).toEqual(loaf);
    expect([bytes('gallery/both.jpg'), bytes('gallery/none.jpg')]).toEqual([quay, photo]);
    const { content, gallery } = read('posts/one.json');
    expect(gallery).toEqual(edited.gallery);
    expect(content).toContain('Words of the editor');
    const [, link = ''] = /upload\/posts\/one\/content\/([^"]+)"/.exec(`${content}`) ?? [];
    expect(bytes(`content/${link}`)).toEqual(loaf);
    expect((await run()).result).toMatchObject({ same: 1, files: 0 });

    await command('undo', String(result.transaction));
    expect(bytes('cover/cover.jpg')).toEqual(photo);
    expect(read('posts/one.json').content).toBe(edited.content);
  });

  it('is undone with its schemas and collections, and can be imported again', async () => {
    const { run, files, command } = await stage('hugo');
    const { result } = await run();
    const undone = await command('undo', String(result.transaction));
    expect([undone.stderr, undone.code]).toEqual(['', 0]);
    expect(files()).toEqual([]);
    expect((await run()).result).toMatchObject({ created: 3 });
  });

  it('follows a mapping that was written and changed, and writes nothing in a dry run', async () => {
    const { run, read, files, home } = await stage('jekyll');
    const mapping = join(home, 'mapping.json');
    expect((await run('', '--write-mapping', mapping)).code).toBe(0);
    expect((await run('', '--dry-run')).result).toMatchObject({ created: 4, dryRun: true });
    expect(files()).toEqual([]);
    const document = JSON.parse(readFileSync(mapping, 'utf8'));
    for (const group of document.groups) {
      if (group.from === 'recipes') group.collection = null;
      else Object.assign(group, { collection: 'articles', schema: 'article', identity: 'source' });
      for (const field of group.fields)
        if (field.from === 'excerpt') Object.assign(field, { to: 'teaser', kind: 'styledtext' });
    }
    await writeFile(mapping, JSON.stringify(document));
    expect((await run('', '--mapping', mapping)).result).toMatchObject({
      created: 3,
      made: ['schema article', 'collection articles'],
    });
    expect(read('articles/sourdough-at-night.json')).toMatchObject({
      teaser: '<p>Slow dough.</p>',
      source: '_posts/2024-05-09-sourdough-at-night.md',
    });
    document.groups[0].fields[0] = { from: 'nothing', to: '__proto__', kind: 'deck' };
    await writeFile(mapping, JSON.stringify(document));
    const refused = await run('', '--mapping', mapping);
    expect(refused.code).toBe(1);
    expect(refused.stderr + refused.stdout).toContain('groups.0.fields.0.from');
  });
});

describe('a WordPress export', () => {
  it('becomes posts, pages, terms and authors that name each other, with the media of a folder', async () => {
    const { run, read, files, from } = await stage('wordpress');
    const { code, result } = await run('export.xml', '--media', join(from, 'uploads'));
    expect([code, result.created, result.failed, result.files]).toEqual([0, 9, 0, 2]);
    expect(read('posts/the-harbour-at-six.json')).toMatchObject({
      title: 'The harbour at six',
      draft: false,
      date: '2024-03-02T05:10:00Z',
      modified: '2024-03-05T09:00:00.000Z',
      author: 'ada',
      categories: ['boats'],
      tags: ['morning', 'undeclared'],
      summary: '<p>Before light.</p>',
      weather: 'grey',
      image: { name: 'quay.jpg', alt: 'The quay in fog', width: 80 },
    });
    const { content } = read('posts/the-harbour-at-six.json');
    expect(content).toContain('src="/imageworks/upload/posts/the-harbour-at-six/content/boats-300x200.jpg"');
    expect(content).toContain('[gallery ids="52,53" columns="2"]');
    expect(content).toContain('href="https://elsewhere.example/map.jpg"');
    expect(content).not.toMatch(/wp:|srcset/);
    expect(read('posts/a-classic-draft.json')).toMatchObject({
      draft: true,
      content:
        '<p>First line<br />\nsecond line</p>\n<p>Another paragraph &amp; an ampersand.</p>\n<ul>\n<li>one</li>\n</ul>',
    });
    expect(read('pages/people.json')).toMatchObject({ parent: 'about', menu_order: 2 });
    expect(read('categories/ferries.json')).toMatchObject({ name: 'Ferries', parent: 'boats' });
    expect(read('authors/ada.json')).toMatchObject({ name: 'Ada Quay' });
    expect(read('authors/ada.json')).not.toHaveProperty('email');
    expect(read('posts/.meta.json')).toMatchObject({ published: { draft: 'draft', from: 'date' } });
    expect(read('.schemas/posts.json')).toMatchObject({
      properties: { author: { field: 'select', settings: { relationalOptions: { collection: 'authors' } } } },
    });
    expect(files()).toContain('posts/the-harbour-at-six/image/quay.jpg');
    expect(result.warnings).toEqual([
      '1 of the type post (trash) skipped',
      'export.xml, line 25 (The harbour at six): shortcodes kept as text: [gallery]',
      'export.xml, line 25 (The harbour at six): 1 comments were skipped',
    ]);
  });

  it('is recognized under another file name, without doubling what is there', async () => {
    const { run, put, from } = await stage('wordpress');
    await run('export.xml', '--no-fetch');
    await put(
      'later.xml',
      readFileSync(join(from, 'export.xml'), 'utf8').replace('First line', 'A first line'),
    );
    expect((await run('later.xml', '--no-fetch')).result).toMatchObject({
      created: 0,
      updated: 1,
      same: 8,
      failed: 0,
    });
  });

  it('fetches media under the guard of other fetches, and names each that fails', async () => {
    const server = createServer((request, response) => {
      if (request.url?.endsWith('quay.jpg'))
        response.end(readFileSync(fixture('wordpress/uploads/2024/03/quay.jpg')));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const { run, read, put, data, from, command } = await stage('wordpress');
    const text = readFileSync(join(from, 'export.xml'), 'utf8').replaceAll(
      'https://harbour.example',
      `http://${host}`,
    );
    await put('export.xml', text);
    expect((await run('export.xml')).result).toMatchObject({
      failed: 0,
      files: 0,
      warnings: expect.arrayContaining([expect.stringMatching(/quay\.jpg|attachment:51.*not a public host/)]),
    });
    await rm(data, { recursive: true });
    await mkdir(join(data, '.system'), { recursive: true });
    await writeFile(
      join(data, '.system/settings.json'),
      JSON.stringify({ uploads: { allowedHosts: [host] } }),
    );
    await command('trust');
    const { result } = await run('export.xml');
    expect(result).toMatchObject({ failed: 0, files: 1 });
    expect(result.warnings).toContainEqual(expect.stringMatching(/boats-300x200\.jpg": .*404/));
    expect(read('posts/the-harbour-at-six.json')).toMatchObject({ image: { name: 'quay.jpg' } });
  });

  const head = '<?xml version="1.0"?>\n<rss xmlns:wp="w"><channel><title>T</title>';
  const item = (content: string) =>
    `<item><title>A</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><content:encoded>${content}</content:encoded></item>`;
  const REJECTED: [what: string, xml: string, message: RegExp][] = [
    [
      'entities that stand for gigabytes',
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${head.slice(22)}${item('&b;')}</channel></rss>`,
      /declares a document type/,
    ],
    [
      'an external entity',
      `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel>${item('&x;')}</channel></rss>`,
      /declares a document type/,
    ],
    ['an export that is cut off', `${head}${item('text')}<item><title>B`, /export is incomplete/],
    [
      'a feed of another kind',
      '<feed><entry/></feed>',
      /not a WordPress export: its first element is <feed>/,
    ],
    [
      'a text of 30 MB in one element',
      `${head}${item(`<![CDATA[${'x'.repeat(30e6)}]]>`)}</channel></rss>`,
      /line 2: an element has more than 20000000 characters/,
    ],
  ];

  it('that is hostile or incomplete is rejected before anything is made', async () => {
    const imported = await importEach(
      REJECTED.map(([, xml]) => ({ 'export.xml': xml })),
      'export.xml',
    );
    for (const [at, [what, , message]] of REJECTED.entries()) {
      const { code, stdout = '', stderr = '', files } = imported[at] ?? {};
      expect(code, what).toBe(1);
      expect(stdout + stderr, what).toMatch(message);
      expect(files?.(), what).toEqual([]);
    }
  });
});

describe('rows of other systems', () => {
  it('Strapi 4: relations, files and texts without their envelopes', async () => {
    const { run, read } = await stage('strapi');
    expect((await run()).result).toMatchObject({ created: 3, failed: 0, files: 2 });
    const id = '1';
    expect(read(`articles/${id}.json`)).toMatchObject({
      title: 'The harbour at six',
      author: '7',
      tags: ['sea', 'morning'],
      rating: 4.5,
      featured: true,
      cover: { alt: 'The quay in fog', width: 80 },
      content: expect.stringContaining(`src="/imageworks/upload/articles/${id}/content/quay_9b1.jpg"`),
      created: '2024-03-02T05:10:00.000Z',
    });
    expect(read('articles/2.json')).toMatchObject({ tags: [] });
  });

  it('Strapi 5, and lines of strapi export', async () => {
    const { run, read } = await stage({
      'articles.json': JSON.stringify({
        data: [
          { id: 5, documentId: 'doc1', title: 'Fog', author: { id: 2, documentId: 'aut1', name: 'Ada' } },
        ],
      }),
      'entities.jsonl': '{"type":"api::author.author","id":2,"data":{"documentId":"aut1","name":"Ada"}}\n',
    });
    expect((await run()).result).toMatchObject({ created: 2, failed: 0 });
    expect(read('articles/5.json')).toMatchObject({ title: 'Fog', author: '2' });
  });

  it('Strapi: blocks of rich text with their images', async () => {
    const text = (text: string, marks: Json = {}) => ({ type: 'text', text, ...marks });
    const paragraph = (...children: Json[]) => ({ type: 'paragraph', children });
    const item = (...children: Json[]) => ({ type: 'list-item', children });
    const list = (format: string, ...children: Json[]) => ({ type: 'list', format, children });
    const body = [
      { type: 'heading', level: 2, children: [text('At <six>')] },
      paragraph(text('Fog & '), text('boats', { bold: true, italic: true }), text('\nlate')),
      paragraph({ type: 'link', url: 'https://a.example/?b&c', children: [text('a link')] }, text('')),
      list('ordered', item(text('one')), list('unordered', item(text('within'))), item(text('two'))),
      { type: 'quote', children: [text('Quoted', { underline: true })] },
      { type: 'code', language: 'js', children: [text('a < b\nc')] },
      { type: 'image', image: { url: '/uploads/a.jpg', alternativeText: 'A "b"' }, children: [text('')] },
      paragraph(text('')),
    ];
    const { run, read } = await stage({
      'posts.json': JSON.stringify({
        data: [
          { id: 1, title: 'Blocks', body, parts: [{ type: 'card', children: [] }] },
          { id: 2, title: 'Short', body: [paragraph(text('Only text'))] },
          { id: 3, title: 'Empty', body: [paragraph(text(''))] },
        ],
      }),
      'uploads/a.jpg': readFileSync(fixture('../files/photo.jpg')),
    });
    expect((await run()).result).toMatchObject({ created: 3, failed: 0, files: 1, warnings: [] });
    expect(read('.schemas/posts.json')).toMatchObject({
      properties: { body: { field: 'styledtext' }, parts: { field: 'json' } },
    });
    expect(read('posts/1.json')).toMatchObject({
      body: [
        '<h2>At &lt;six&gt;</h2>',
        '<p>Fog &amp; <strong><em>boats</em></strong><br />late</p>',
        '<p><a href="https://a.example/?b&amp;c">a link</a></p>',
        '<ol><li>one<ul><li>within</li></ul></li><li>two</li></ol>',
        '<blockquote><p><u>Quoted</u></p></blockquote>',
        '<pre><code class="language-js">a &lt; b\nc</code></pre>',
        '<img src="/imageworks/upload/posts/1/body/a.jpg" alt="A &quot;b&quot;" />',
      ].join('\n'),
      parts: [{ type: 'card', children: [] }],
    });
    expect(read('posts/2.json')).toMatchObject({ body: '<p>Only text</p>' });
    expect(read('posts/3.json').body ?? '').toBe('');
  });

  it('Directus, CSV and NDJSON in one folder', async () => {
    const { run, read } = await stage('directus');
    expect((await run()).result).toMatchObject({ created: 7, failed: 0, files: 1 });
    expect(read('articles/1.json')).toMatchObject({
      author: '3',
      status: 'published',
      image: { width: 80 },
      tags: ['sea', 'morning'],
      body: '<p>The boats leave <b>before</b> light.</p>',
    });
    expect(read('prices/net-small.json')).toMatchObject({
      sku: 'a-1',
      price: 12.5,
      available: true,
      since: '2024-01-05',
    });
    expect(read('events/e2.json')).toMatchObject({ name: 'Market' });
  });

  it('names lines that are damaged, keys that come twice and ids that others have', async () => {
    const { run, read, data } = await stage({
      'notes.ndjson':
        '{"id":"a","name":"A"}\n{"id":"b",\n{"id":"a","name":"Again"}\n[1]\n{"id":"kept","name":"New"}\n',
    });
    await run();
    await rm(join(data, 'notes/kept.json'));
    await writeFile(join(data, 'notes/there.json'), JSON.stringify({ id: 'there', name: 'Mine' }));
    const { home } = await stage({});
    await writeFile(join(home, 'notes.ndjson'), '{"id":"there","name":"Theirs"}\n{"id":"a","name":"Other"}');
    const { result } = await run();
    expect(result.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          place: 'notes.ndjson, line 2',
          message: expect.stringContaining('not valid JSON'),
        }),
        expect.objectContaining({
          place: 'notes.ndjson, line 3',
          message: expect.stringContaining('same key "a"'),
        }),
        expect.objectContaining({ place: 'notes.ndjson, line 4', message: 'It must be an object' }),
        expect.objectContaining({ place: 'notes.ndjson, line 5', action: 'create' }),
      ]),
    );
    const other = await run(`../../${home.split('/').at(-1)}/notes.ndjson`);
    expect(other.result).toMatchObject({ created: 0, skipped: 2 });
    expect(read('notes/there.json')).toMatchObject({ name: 'Mine' });
  });

  it('that cannot be read are rejected with their place', async () => {
    const rows: [path: string, content: string, message: RegExp][] = [
      ['a.ndjson', `{"a":"${'x'.repeat(30e6)}"}`, /line 1 is longer than/],
      ['a.json', '{"a": 1}', /has no list of objects/],
      ['a.txt', 'text', /has no Markdown/],
    ];
    const imported = await importEach(rows.map(([path, content]) => ({ [path]: content })));
    for (const [at, [path, , message]] of rows.entries()) {
      const { code, stdout = '', stderr = '' } = imported[at] ?? {};
      expect(code, path).toBe(1);
      expect(stdout + stderr, path).toMatch(message);
    }
  });
});

describe('an import that is killed', () => {
  /** So many that it does not end before it is killed. */
  const COUNT = 300;

  it('goes on without doubling anything, and one undo takes back what both runs have made', async () => {
    const lines = Array.from({ length: COUNT }, (_, at) => JSON.stringify({ id: `n${at}`, name: `N ${at}` }));
    const {
      home,
      data,
      from,
      run: again,
      files,
      command,
    } = await stage({ 'notes.ndjson': lines.join('\n') });
    const args = [
      'import',
      join(from, 'notes.ndjson'),
      '--data',
      data,
      '--cache',
      join(home, 'c'),
      '--state',
      join(home, 's'),
    ];
    const killed = run(built('cli/plinth.js'), [...args, '--json']);
    const objects = () => files().filter((path) => /^notes\/n\d+\.json$/.test(path));
    await expect.poll(() => objects().length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(20);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const made = objects().length;
    expect(made).toBeLessThan(COUNT);
    const { result } = await again('notes.ndjson');
    expect(result).toMatchObject({ failed: 0, skipped: 0 });
    expect(Number(result.created) + Number(result.same)).toBe(COUNT);
    expect(result.same).toBe(made);
    expect(objects()).toHaveLength(COUNT);
    await command('undo', String(result.transaction));
    expect(files()).toEqual([]);
  });

  it.skipIf(!canFault).each([
    ['a schema', 'link /.schemas/posts.json'],
    ['the settings of a collection', 'link /posts/.meta.json'],
    ['an object with its files', 'link /posts/a.json'],
    ['a changed object', 'rename /posts/a.json'],
  ])('is undone when it was killed right after it wrote %s', async (what, call) => {
    const post = (title: string) => `---\ntitle: ${title}\nimage: a.jpg\n---\nText ![](a.jpg)`;
    const { home, data, from, put, run, read, files, command, commandIn } = await stage({
      'posts/a.md': post('Old'),
      'posts/a.jpg': readFileSync(fixture('../files/photo.jpg')),
    });
    const isChange = what === 'a changed object';
    if (isChange) {
      await run();
      await put('posts/a.md', post('New'));
    }
    const before = files();
    const env = { LD_PRELOAD: compileShim(home), FAULT_ROOT: data, FAULT_AFTER: call, UV_USE_IO_URING: '0' };
    expect((await commandIn(env, 'import', from)).signal).toBe('SIGKILL');
    if (isChange) expect(read('posts/a.json')).toMatchObject({ title: 'New' });
    else expect(existsSync(join(data, call.replace('link /', '')))).toBe(true);

    const { events } = await command('history', '--limit', '1');
    expect(events[0]).toMatchObject({ kind: 'saved', transaction: { kind: 'import' } });
    const { id } = (events[0]?.transaction ?? {}) as Json;
    expect(await command('undo', String(id))).toMatchObject({ code: 0, stderr: '' });
    expect(files()).toEqual(before);
    if (isChange) expect(read('posts/a.json')).toMatchObject({ title: 'Old' });
  });
});

const bomb = `---\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
  .split('')
  .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
  .join('\n')}\n---\ntext`;

describe('hostile documents', () => {
  const DOCUMENTS: [what: string, content: string | Buffer, message: RegExp][] = [
    ['aliases that stand for millions of values', bomb, /alias|values/i],
    ['front matter that is a list', '---\n- one\n- two\n---\ntext', /must be a mapping/],
    ['front matter that is never closed', '---\ntitle: A\n', /has no closing line "---"/],
    ['bytes that are no text', Buffer.from([0x61, 0xff, 0xfe, 0xff]), /posts\/a\.md is not text/],
    ['two keys of the same name', '---\ntitle: A\ntitle: B\n---\n', /unique/i],
    ['a date that is none', '---\ntitle: A\ndate: 2024-02-30\n---\n', /date: .*must be a date/],
  ];

  it('are named with the rule they break, and the others are imported', async () => {
    const good = '---\ntitle: Good\ndate: 2024-02-29\n---\n';
    const sources = DOCUMENTS.map(([, content]) => ({ 'posts/a.md': content, 'posts/good.md': good }));
    const imported = await importEach(sources);
    for (const [at, [what, , message]] of DOCUMENTS.entries()) {
      const { result, read } = imported[at] ?? {};
      expect(result, what).toMatchObject({ created: 1, failed: 1 });
      const failure = { place: 'posts/a.md', action: 'fail', message: expect.stringMatching(message) };
      expect(result?.items, what).toContainEqual(expect.objectContaining(failure));
      expect(read?.('posts/good.json')).toMatchObject({ title: 'Good' });
    }
  });

  const IMAGES: [image: string, reason: RegExp][] = [
    ['../../secret.jpg', /outside of the folder/],
    ['/../../secret.jpg', /no such file|outside/],
    ['%2e%2e/%2e%2e/secret.jpg', /outside of the folder/],
    ['link.jpg', /no such file/],
    ['linked/secret.jpg', /no such file/],
    ['missing.jpg', /no such file/],
    ['text.jpg', /must be an image/],
    ['http://127.0.0.1:9/x.jpg', /not a public host|not allowed/],
    ['file:///etc/hostname.jpg', /names no file/],
  ];

  it('name images that are not taken, each with its reason', async () => {
    const sources = IMAGES.map(([image]) => ({
      'posts/a.md': `---\ntitle: A\nimage: '${image}'\n---\n![x](${image})\n`,
      'posts/text.jpg': 'no image',
    }));
    const imported = await importEach(sources, '', async ({ put, home, from }) => {
      await put('../secret.jpg', readFileSync(fixture('../files/photo.jpg')));
      await symlink(join(home, 'secret.jpg'), join(from, 'posts/link.jpg'));
      await symlink(home, join(from, 'posts/linked'));
    });
    for (const [at, [image, reason]] of IMAGES.entries()) {
      const { result, read, data = '' } = imported[at] ?? {};
      expect(result, image).toMatchObject({ created: 1, files: 0 });
      expect(result?.warnings, image).toContainEqual(expect.stringMatching(reason));
      expect(read?.('posts/a.json').image ?? {}, image).toEqual({});
      expect(existsSync(join(data, 'posts/a')), image).toBe(false);
    }
  });

  it('reads UTF-16 with a byte order mark, and keeps names of prototypes out of objects', async () => {
    const { run, read } = await stage({
      'posts/wide.md': Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('---\ntitle: Ärger\n---\nText', 'utf16le'),
      ]),
      'posts/proto.md':
        '---\ntitle: P\n__proto__: {polluted: true}\nconstructor: x\nmeta: {__proto__: {a: 1}, b: 2}\n---\n',
    });
    expect((await run()).result).toMatchObject({ created: 2, failed: 0 });
    expect(read('posts/wide.json')).toMatchObject({ title: 'Ärger' });
    expect(read('posts/proto.json').meta).toEqual({ b: 2 });
  });
});
