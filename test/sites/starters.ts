/** The sites of the starters: what each is made from, and which pages it must have. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLES } from './generators.js';

interface Stored {
  id: string;
  draft?: boolean;
  shown?: boolean;
  [property: string]: unknown;
}

/** The pages of the objects of a collection. */
interface PagesOf {
  collection: string;
  /** Below which each has its page. */
  path(object: Stored): string;
  /** Property with the heading of the page. */
  heading: string;
}

export interface Starter {
  id: string;
  /** Folder with package.json and package-lock.json of its generator. */
  packages: string;
  /** The address of the published site. */
  address: string;
  pages: readonly PagesOf[];
  /** Paths of pages that are not those of objects. */
  others: RegExp;
  /** Pages with what they must show, for each feature that the template names. */
  features: readonly [path: string, selector: string][];
  /** One page of each kind, for Lighthouse. */
  measured: readonly string[];
}

const below =
  (folder: string) =>
  ({ id }: Stored) =>
    `${folder}${id}/`;

export const STARTERS: readonly Starter[] = [
  {
    id: 'magazine',
    packages: join(EXAMPLES, 'astro'),
    pages: [
      { collection: 'blog', path: below('/journal/'), heading: 'title' },
      { collection: 'authors', path: below('/authors/'), heading: 'name' },
      { collection: 'pages', path: below('/'), heading: 'title' },
    ],
    address: 'https://fieldnotes.example',
    others: /^\/(?:(?:journal\/(?:\d+\/)?|authors\/|(?:topics|tags)\/.*))?$/,
    features: [
      ['/', 'article.lead img[srcset][fetchpriority=high]'],
      ['/', 'link[rel=alternate][type="application/rss+xml"]'],
      ['/journal/', 'nav[aria-label=Pages] a[rel=next]'],
      ['/topics/', 'ul.tags a'],
      ['/tags/', 'ul.tags a'],
    ],
    measured: ['/', '/journal/', '/journal/the-repair-table/', '/authors/', '/topics/'],
  },
  {
    id: 'documentation',
    packages: join(EXAMPLES, 'eleventy'),
    pages: [
      { collection: 'manual', path: ({ id, section }) => `/docs/${section}/${id}/`, heading: 'title' },
      { collection: 'chapters', path: below('/docs/'), heading: 'title' },
      { collection: 'changelog', path: below('/changelog/'), heading: 'headline' },
    ],
    address: 'https://kestrel.example',
    others: /^\/(?:changelog\/|glossary\/)?$/,
    features: [
      ['/', '#search input[type=search]'],
      ['/docs/start/install/', 'nav.menu [aria-current=page]'],
      ['/docs/start/install/', 'nav[aria-label="Previous and next page"] a[rel=next]'],
      ['/glossary/', 'dl.terms dt'],
    ],
    measured: ['/', '/docs/start/install/', '/docs/guides/alerts/', '/changelog/', '/glossary/'],
  },
  {
    id: 'portfolio',
    packages: join(EXAMPLES, 'astro'),
    pages: [
      { collection: 'projects', path: below('/work/'), heading: 'title' },
      { collection: 'services', path: below('/services/'), heading: 'name' },
    ],
    address: 'https://haldenrowe.example',
    others: /^\/(?:de\/|studio\/|work\/(?:kind\/.*)?)?$/,
    features: [
      ['/', 'section .project img[srcset]'],
      ['/de/', 'html[lang=de]'],
      ['/', 'link[rel=alternate][hreflang=de]'],
      ['/', '.quotes blockquote'],
      ['/studio/', '.team img'],
    ],
    measured: ['/', '/de/', '/work/', '/work/vale-line/', '/studio/'],
  },
];

export interface ExpectedSite {
  /** Headings of pages by path. */
  live: ReadonlyMap<string, string>;
  /** Paths of what is not published. */
  hidden: readonly string[];
  others: RegExp;
  features: Starter['features'];
  /** The address that the site has once it is published. */
  address: string;
}

/** What the site of a starter must have, out of its content. */
export async function expectedSite(content: string, starter: Starter): Promise<ExpectedSite> {
  const live = new Map<string, string>();
  const hidden: string[] = [];
  const today = new Date().toISOString().slice(0, 10);
  const json = async (...path: string[]) => JSON.parse(await readFile(join(content, ...path), 'utf8'));
  for (const { collection, path, heading } of starter.pages) {
    const { published = {} } = await json(collection, '.meta.json');
    for (const name of await readdir(join(content, collection))) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      const object: Stored = await json(collection, name);
      const { state, from } = published;
      const isOther = state && !state.values.includes(object[state.property]);
      const isEarly = String(object[from] ?? '') > today;
      if (object.draft === true || object.shown === false || isOther || isEarly) hidden.push(path(object));
      else live.set(path(object), String(object[heading]));
    }
  }
  const { others, features, address } = starter;
  return { live, hidden, others, features, address };
}
