/** What texts of other systems hold: each construct is kept, or named with its place, in each kind of source. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type Files, temporaryFolder, writeFiles } from '../helpers/files.js';
import { fixture } from '../helpers/made-files.js';
import { plinth } from '../helpers/process.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

type Source = 'Markdown' | 'MDX' | 'WordPress' | 'HTML in JSON';

interface Construct {
  /** In a Markdown document, in HTML, and in a post of WordPress where that differs. */
  markdown?: string;
  html?: string;
  wordpress?: string;
  /** In the stored text, in one of the warnings; all of them. */
  kept?: RegExp;
  named?: RegExp;
}

const FOOTNOTE =
  /note<a href="#fn-a" id="fnref-a" role="doc-noteref"><sup>1<\/sup><\/a> twice<a href="#fn-a"[\s\S]*<section class="footnotes" role="doc-endnotes"><ol><li id="fn-a"><p>The <em>note<\/em>\.<\/p>\s*<p>More of it\.<\/p> <a href="#fnref-a" role="doc-backlink">↩<\/a><\/li><\/ol><\/section>$/;

const CONSTRUCTS: Readonly<Record<string, Construct>> = {
  'a list of tasks': {
    markdown: '- [x] done\n- [ ] to do',
    html: '<ul><li><input type="checkbox" checked> done</li><li><input disabled type=checkbox> to do</li></ul>',
    kept: /<li>☑ done<\/li>\s*<li>☐ to do<\/li>/,
  },
  'a footnote that is used twice': {
    markdown: 'A note[^a] twice[^a].\n\n[^a]: The *note*.\n\n    More of it.\n',
    kept: FOOTNOTE,
  },
  'a number without a note, and a note without a number': {
    markdown: 'No note[^b].\n\n[^c]: Alone.',
    kept: /No note\[\^b\]\.[\s\S]*\[\^c\]:<\/p>\s*<p>Alone\./,
  },
  'a highlight, and comparisons': {
    markdown: 'So ==high *light*== and a == b == c, a==b||c==d.',
    html: '<p>So <mark>high <em>light</em></mark> and a == b == c, a==b||c==d.</p>',
    kept: /So <mark>high <em>light<\/em><\/mark> and a == b == c, a==b\|\|c==d\./,
  },
  'a callout with a title': {
    markdown: '> [!WARNING] Look out\n> It is *hot*.',
    kept: /<aside class="callout callout-warning">\s*<p><strong>Look out<\/strong><\/p>\s*<p>It is <em>hot<\/em>\.<\/p>\s*<\/aside>/,
  },
  'a callout of another kind': {
    markdown: ':::info\nCalm.\n:::',
    kept: /<aside class="callout callout-note">\s*<p><strong>Info<\/strong><\/p>\s*<p>Calm\.<\/p>\s*<\/aside>/,
  },
  'a quote': {
    markdown: '> Said.',
    html: '<blockquote>\n<p>Said.</p>\n</blockquote>',
    kept: /<blockquote>\s*<p>Said/,
  },
  'the mark of an excerpt': {
    markdown: 'Before.\n\n<!--more-->\n\nAfter.',
    html: '<p>Before.</p><!--more--><p>After.</p>',
    kept: /Before\.[\s\S]*After\./,
    named: /<!-- ?more ?-->|comments/,
  },
  'another comment': {
    markdown: '<!-- check this -->',
    html: '<!-- check this -->',
    named: /<!-- check this -->|comments/,
  },
  'a form': {
    markdown: '<form action="/x"><p>Words of a form</p></form>',
    html: '<form action="/x"><p>Words of a form</p></form>',
    kept: /Words of a form/,
    named: /<form>/,
  },
  'a link to another document': {
    markdown: '[there](../second/) and [here](second.md)',
    wordpress: '<p><a href="https://old.example/second/">there</a></p>',
    kept: /href="(?:\.\.\/second\/|https:\/\/old\.example\/second\/)"/,
    named: /second\/": it (?:is another document|leads to the former site)/,
  },
  'a shortcode': {
    markdown: '{{< youtube abc >}}',
    wordpress: '[youtube id="abc"]',
    kept: /youtube/,
    named: /youtube/,
  },
};

/** Of documents with front matter, and of posts. */
const fieldsOf = (text: string) =>
  `---\ntitle: One of <em>many</em> & more\ndate: 2099-01-01\ndraft: false\naliases: [/old/]\n---\n${text}\n`;

const joined = (part: (construct: Construct) => string | undefined) =>
  Object.values(CONSTRUCTS)
    .flatMap((construct) => part(construct) ?? [])
    .join('\n\n');

const IMAGES = '![A](../../static/images/p.jpg)\n\n![B](/images/p.jpg)';

const post = (id: number, title: string, content: string, more = '') => `
<item><title><![CDATA[${title}]]></title><dc:creator>ada</dc:creator><content:encoded><![CDATA[${content}]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-03-02 05:10:00</wp:post_date_gmt>
<wp:post_name>${title.slice(0, 3).toLowerCase()}</wp:post_name><wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>post</wp:post_type>${more}</item>`;

const image = (id: number, name: string) =>
  post(id, name, '')
    .replace('<wp:post_type>post', '<wp:post_type>attachment')
    .replace('<excerpt:encoded><![CDATA[]]>', `<excerpt:encoded><![CDATA[Caption of ${name}]]>`)
    .replace(
      '</item>',
      `<wp:attachment_url>https://old.example/wp-content/uploads/${name}</wp:attachment_url></item>`,
    );

const feed = (items: string) =>
  `<?xml version="1.0"?><rss><channel><wp:base_blog_url>https://old.example</wp:base_blog_url>${items}</channel></rss>`;

const SOURCES: Readonly<Record<Source, (photo: Buffer) => { path: string; files: Files; object: string }>> = {
  Markdown: (photo) => ({
    path: '',
    object: 'posts/first.json',
    files: {
      'content/posts/first.md': fieldsOf(`${joined(({ markdown }) => markdown)}\n\n${IMAGES}`),
      'content/posts/second.md': fieldsOf('Second.').replace(/<\/?em>/g, ''),
      'static/images/p.jpg': photo,
    },
  }),
  MDX: (photo) => ({
    path: '',
    object: 'posts/first.json',
    files: {
      'content/posts/first.mdx': fieldsOf(`${joined(({ markdown }) => markdown)}\n\n${IMAGES}`),
      'content/posts/second.md': fieldsOf('Second.').replace(/<\/?em>/g, ''),
      'static/images/p.jpg': photo,
    },
  }),
  WordPress: () => ({
    path: 'export.xml',
    object: 'posts/one.json',
    files: {
      'export.xml': feed(
        post(
          1,
          'One of <em>many</em> &amp; more',
          joined(({ html, wordpress = html }) => wordpress),
        ) + post(2, 'Two', 'Second.'),
      ),
    },
  }),
  'HTML in JSON': () => ({
    path: 'posts.json',
    object: 'posts/first.json',
    files: {
      'posts.json': [
        { id: 'first', title: 'One of <em>many</em> & more', content: joined(({ html }) => html) },
        { id: 'second', title: 'Two', content: '<p>Second.</p>' },
      ],
    },
  }),
};

async function imported(path: string, files: Files, ...options: string[]) {
  const home = await temporaryFolder();
  const [data, from] = [join(home, 'data'), join(home, 'source')];
  await mkdir(data);
  await mkdir(from);
  await writeFiles(from, files);
  const places = ['--data', data, '--cache', join(home, 'c'), '--state', join(home, 's'), '--json'];
  const { stdout, stderr } = await plinth(['import', join(from, path), ...places, '--no-fetch', ...options]);
  const events = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const result = events.find(({ event }) => event === 'result');
  expect(result, stdout + stderr).toBeDefined();
  const read = async (file: string) => JSON.parse(await readFile(join(data, file), 'utf8'));
  return { result, warnings: result.warnings as string[], read };
}

it.each(Object.keys(SOURCES) as Source[])(
  '%s: each construct is kept, or named with its place',
  async (source) => {
    const { path, files, object } = SOURCES[source](await fixture('photo.jpg'));
    const { result, warnings, read } = await imported(path, files);
    expect([result.created >= 2, result.failed]).toEqual([true, 0]);
    const { content } = await read(object);
    const isMarkdown = source === 'Markdown' || source === 'MDX';
    const lost = Object.entries(CONSTRUCTS).flatMap(
      ([name, { markdown, html, wordpress = html, kept, named }]) => {
        const sent = isMarkdown ? markdown : source === 'WordPress' ? wordpress : html;
        if (sent === undefined) return [];
        const isKept = kept === undefined || kept.test(content);
        const isNamed =
          named === undefined ||
          warnings.some(
            (line) => named.test(line) && /first\.mdx?|line \d+ \(One of many|posts\.json/.test(line),
          );
        return isKept && isNamed ? [] : [name];
      },
    );
    expect(lost, `${content}\n\n${warnings.join('\n')}`).toEqual([]);
  },
);

it('a title with markup stays a plain text, whose entities WordPress has written are characters', async () => {
  const photo = await fixture('photo.jpg');
  for (const [source, title] of [
    ['Markdown', 'One of <em>many</em> & more'],
    ['WordPress', 'One of many & more'],
  ] as const) {
    const { path, files, object } = SOURCES[source](photo);
    const { read, warnings } = await imported(path, files);
    expect((await read(object)).title).toBe(title);
    expect((await read('.schemas/posts.json')).properties.title.field).toBe('text');
    if (source === 'WordPress') expect(warnings.join()).toContain('the title is without its <em>');
  }
});

it('a document with a date in the future is not live before it, and former addresses are named', async () => {
  const { path, files } = SOURCES.Markdown(await fixture('photo.jpg'));
  const { read, warnings } = await imported(path, files);
  expect((await read('posts/.meta.json')).published).toEqual({ draft: 'draft', from: 'date' });
  expect((await read('posts/first.json')).aliases).toEqual(['/old/']);
  expect(warnings).toContain(
    'content/posts/first.md: the former addresses stay in "aliases"; no redirects are made of them',
  );
});

it('an image that a text names in two ways is stored once', async () => {
  const { path, files, object } = SOURCES.Markdown(await fixture('photo.jpg'));
  const { result, read } = await imported(path, files);
  expect(result.files).toBe(1);
  expect((await read(object)).content.match(/content\/p\.jpg/g)).toHaveLength(2);
});

it('captions and galleries of WordPress become figures with their images, and its paragraphs paragraphs', async () => {
  const content = `First.\n\nSecond\nline.\n\n<p>Written as one.</p>\n\nThird.
[caption id="x" width="300"]<a href="https://old.example/wp-content/uploads/a.jpg"><img src="https://old.example/wp-content/uploads/a.jpg" alt="A" /></a> Words <em>below</em>[/caption]
[gallery ids="11,12"]
[gallery ids="11,99"]`;
  const mixed = `<!-- wp:paragraph -->\n<p>Block.</p>\n<!-- /wp:paragraph -->\n\nClassic one.\n\nClassic two.\n\n<!-- wp:latest-posts /-->`;
  const { read, warnings } = await imported('export.xml', {
    'export.xml': feed(
      post(1, 'One', content) + post(2, 'Two', mixed) + image(11, 'a.jpg') + image(12, 'b.jpg'),
    ),
  });
  const one = (await read('posts/one.json')).content.replace(/\n/g, '');
  expect(one).toContain(
    '<p>First.</p><p>Second<br />line.</p><p>Written as one.</p><p>Third.</p><figure><a href=',
  );
  expect(one).toContain('<figcaption>Words <em>below</em></figcaption></figure>');
  expect(one).toMatch(
    /uploads\/a\.jpg" alt="" \/><figcaption>Caption of a\.jpg<\/figcaption><\/figure><figure><img src="[^"]*b\.jpg"/,
  );
  expect(one).toContain('[gallery ids="11,99"]');
  expect((await read('posts/two.json')).content.replace(/\n/g, '')).toBe(
    '<p>Block.</p><p>Classic one.</p><p>Classic two.</p>',
  );
  const line = (text: string) => warnings.find((one) => one.includes(text));
  expect(line('[gallery]')).toMatch(/^export\.xml, line \d+ \(One\): shortcodes kept as text: \[gallery\]$/);
  expect(line('latest-posts')).toMatch(/^export\.xml, line \d+ \(Two\): not kept: the block "latest-posts"$/);
});

it('a source of which nothing can be read says so for each item', async () => {
  const { result } = await imported('', {
    'content/posts/a.md': '---\ntitle: [\n---\n',
    'content/posts/b.md': '---\n- x\n---\n',
  });
  expect(result).toMatchObject({ created: 0, failed: 2 });
  expect(result.items.map(({ place, action }: { place: string; action: string }) => [place, action])).toEqual(
    [
      ['content/posts/a.md', 'fail'],
      ['content/posts/b.md', 'fail'],
    ],
  );
});
