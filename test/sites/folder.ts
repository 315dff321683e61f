/** A folder of content for the example sites, and what a site built from it must show. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from './generators.js';

interface StoredPost {
  id: string;
  title: string;
  draft: boolean;
  date: string;
  author?: string;
  summary?: string;
  image?: { alt: string };
  content?: string;
}

/** What a page must show. */
export interface ExpectedPost {
  id: string;
  title: string;
  date: string;
  /** Empty without an author that exists. */
  author: string;
  alt: string | undefined;
  content: string;
  hasImages: boolean;
}

export interface Expected {
  /** Newest first. */
  posts: ExpectedPost[];
  /** Ids and titles that no file of a site may contain. */
  hidden: string[];
}

const TITLES = [
  'Plain words',
  'Quotes: "double", \'single\' and “curly”',
  'Tags <b>bold</b> & <script>alert(1)</script>',
  'Emoji 🙂👩‍👩‍👧 and العربية',
  'Templates {{ title }} #{title} {% raw %} <%= title %>',
  'Backslashes C:\\new\\text & entities &amp; &lt;',
];

const SENTENCE =
  'The path follows the river for an hour, past two mills, a weir & the place where “nothing” was ever built. 🙂 ';

/** A day before those of the examples' own posts, older for higher numbers. */
const dayOf = (n: number) => new Date(Date.UTC(2025, 0, 1) - n * 86_400_000).toISOString().slice(0, 10);

const idOf = (n: number) => `post-${String(n).padStart(3, '0')}`;
const isDraft = (n: number) => n % 8 === 0;
/** Its date is yet to come. */
const isPlanned = (n: number) => n % 12 === 0;

function textOf(n: number): string {
  const link = isDraft(n + 1) || isPlanned(n + 1) ? 'bread-and-butter' : idOf(Math.max(1, n - 1));
  const target = isDraft(n - 1) || isPlanned(n - 1) ? 'bread-and-butter' : link;
  const image = `<figure><img src="/imageworks/upload/posts/${idOf(n)}/content/kettle%20(1).jpg" alt="A &quot;kettle&quot; of post ${n}" /></figure>`;
  return [
    `<h2>Part &amp; parcel of ${n}</h2>`,
    `<p>${SENTENCE.replace('&', '&amp;').repeat(12)}</p>`,
    n % 10 === 1 ? image : '',
    `<p>See <a href="/posts/${target}/">another post</a> and <code>&lt;script&gt; {{ title }} \${x} \\n</code>.</p>`,
  ].join('');
}

function postOf(n: number, image: object): StoredPost & Record<string, unknown> {
  const post: StoredPost = {
    id: idOf(n),
    title: `${n}: ${TITLES[n % TITLES.length]}`,
    draft: isDraft(n),
    date: isPlanned(n) ? '2999-01-01' : dayOf(n),
    summary: `Summary of ${n}: <em> & "quotes"`,
    content: textOf(n),
    // One that does not exist, none, or one of two.
    ...(n % 11 === 0 ? { author: 'gone' } : n % 7 !== 0 && { author: n % 2 ? 'ada-lindgren' : 'tom-okafor' }),
    ...(n % 10 === 1 && { image: { ...image, alt: `Image "${n}" & <alt>` } }),
  };
  const time = `${dayOf(n)}T08:00:00.000Z`;
  return { ...post, created: time, modified: time };
}

/** The content of the examples, with more posts if `count` is greater than what it has. */
export async function writeFolder(folder: string, count: number): Promise<Expected> {
  await cp(join(EXAMPLES, 'content'), folder, { recursive: true });
  const posts = join(folder, 'posts');
  const kettle = join(posts, 'a-kettle/image/kettle.jpg');
  const { image } = JSON.parse(await readFile(join(posts, 'a-kettle.json'), 'utf8'));
  const { posts: given } = await expectedOf(folder);
  for (let n = 1, live = given.length; live < count; n += 1) {
    const post = postOf(n, image);
    if (!isDraft(n) && !isPlanned(n)) live += 1;
    await writeFile(join(posts, `${post.id}.json`), `${JSON.stringify(post, undefined, 2)}\n`);
    if (n % 10 !== 1) continue;
    for (const place of ['image/kettle.jpg', 'content/kettle (1).jpg']) {
      await mkdir(join(posts, post.id, place, '..'), { recursive: true });
      await cp(kettle, join(posts, post.id, place));
    }
  }
  return await expectedOf(folder);
}

/** What the files of a folder say. */
async function expectedOf(folder: string): Promise<Expected> {
  const read = async <T>(collection: string): Promise<T[]> => {
    const names = await readdir(join(folder, collection));
    const files = names.filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return await Promise.all(
      files.map(async (name) => JSON.parse(await readFile(join(folder, collection, name), 'utf8'))),
    );
  };
  const authors = new Map(
    (await read<{ id: string; name: string }>('authors')).map((one) => [one.id, one.name]),
  );
  const all = await read<StoredPost>('posts');
  const today = new Date().toISOString().slice(0, 10);
  const isLive = ({ draft, date }: StoredPost) => !draft && date <= today;
  const hidden = all.filter((post) => !isLive(post));
  return {
    posts: all
      .filter(isLive)
      .sort((a, b) => (a.date < b.date ? 1 : -1))
      .map(({ id, title, date, author = '', image, content = '' }) => ({
        id,
        title,
        date,
        author: authors.get(author) ?? '',
        alt: image?.alt,
        content,
        hasImages: image !== undefined && content.includes('<img'),
      })),
    hidden: hidden.flatMap(({ id, summary = '' }) => [id, summary]),
  };
}
