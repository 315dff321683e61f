/** `plinth import` of content of other systems, with real folders and files, and with hostile ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { temporaryFolder } from '../helpers/server.js';

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
  const command = async (...words: string[]) => {
    const ended = await plinth([...words, ...places]);
    const events: Json[] = ended.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { ...ended, events };
  };
  const run = async (path = '', ...words: string[]) => {
    const ended = await command('import', join(from, path), ...words);
    return { ...ended, result: ended.events.find(({ event }) => event === 'result') ?? {} };
  };
  const read = (path: string): Json => JSON.parse(readFileSync(join(data, path), 'utf8'));
  const files = () =>
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.system/'))
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
      .sort();
  return { home, data, from, put, command, run, read, files };
}

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
      expect.stringContaining('../2024/bread.md'),
      'content/posts/the-harbour/index.md: kept as text: {{< figure >}}',
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

  it.each([
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
  ])('%s: %s has what the document says', async (name, path, expected) => {
    const { run, read } = await stage(name);
    expect((await run()).result).toMatchObject({ failed: 0 });
    expect(read(path)).toMatchObject(expected);
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
    const edited = { ...read('blog/first-post.json'), description: 'Edited here' };
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

    await command('undo', String(again.result.transaction));
    expect(read('blog/first-post.json')).toMatchObject({ title: 'First post', description: 'Edited here' });
    expect((await command('undo', String(result.transaction))).events).toContainEqual(
      expect.objectContaining({ subject: expect.objectContaining({ id: 'using-mdx' }), result: 'removed' }),
    );
    expect(existsSync(join(data, 'blog/using-mdx.json'))).toBe(false);
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

const bomb = `---\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
  .split('')
  .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
  .join('\n')}\n---\ntext`;

describe('hostile documents', () => {
  it.each<[string, Record<string, string | Buffer>, RegExp]>([
    ['aliases that stand for millions of values', { 'posts/a.md': bomb }, /alias|values/i],
    ['front matter that is a list', { 'posts/a.md': '---\n- one\n- two\n---\ntext' }, /must be a mapping/],
    ['front matter that is never closed', { 'posts/a.md': '---\ntitle: A\n' }, /has no closing line "---"/],
    [
      'bytes that are no text',
      { 'posts/a.md': Buffer.from([0x61, 0xff, 0xfe, 0xff]) },
      /posts\/a\.md is not text/,
    ],
    ['two keys of the same name', { 'posts/a.md': '---\ntitle: A\ntitle: B\n---\n' }, /unique/i],
    [
      'a date that is none',
      { 'posts/a.md': '---\ntitle: A\ndate: 2024-02-30\n---\n' },
      /date: .*must be a date/,
    ],
  ])('%s: the file and the rule are named, and the others are imported', async (_name, files, message) => {
    const { run, read } = await stage({
      ...files,
      'posts/good.md': '---\ntitle: Good\ndate: 2024-02-29\n---\n',
    });
    const { result } = await run();
    expect(result).toMatchObject({ created: 1, failed: 1 });
    expect(result.items).toContainEqual(
      expect.objectContaining({
        place: 'posts/a.md',
        action: 'fail',
        message: expect.stringMatching(message),
      }),
    );
    expect(read('posts/good.json')).toMatchObject({ title: 'Good' });
  });

  it.each([
    ['../../secret.jpg', /outside of the folder/],
    ['/../../secret.jpg', /no such file|outside/],
    ['%2e%2e/%2e%2e/secret.jpg', /outside of the folder/],
    ['link.jpg', /no such file/],
    ['linked/secret.jpg', /no such file/],
    ['missing.jpg', /no such file/],
    ['text.jpg', /must be an image/],
    ['http://127.0.0.1:9/x.jpg', /not a public host|not allowed/],
    ['file:///etc/hostname.jpg', /names no file/],
  ])('the image %s is not taken and named', async (image, reason) => {
    const { run, read, put, from, home, data } = await stage({
      'posts/a.md': `---\ntitle: A\nimage: '${image}'\n---\n![x](${image})\n`,
      'posts/text.jpg': 'no image',
    });
    await put('../secret.jpg', readFileSync(fixture('../files/photo.jpg')));
    await symlink(join(home, 'secret.jpg'), join(from, 'posts/link.jpg'));
    await symlink(home, join(from, 'posts/linked'));
    const { result } = await run();
    expect(result).toMatchObject({ created: 1, files: 0 });
    expect(result.warnings).toContainEqual(expect.stringMatching(reason));
    expect(read('posts/a.json').image ?? {}).toEqual({});
    expect(existsSync(join(data, 'posts/a'))).toBe(false);
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
