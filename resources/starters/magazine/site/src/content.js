/** The content, in the order in which pages show it. */
import { getCollection, getEntry } from 'astro:content';
import { createClient } from 'plinth/client';

export const { image, richText } = createClient();

/** An article whose lists were left empty may have no value there. */
const withLists = ({ categories = [], tags = [], related = [], ...article }) => ({
  ...article,
  ...{ categories, tags, related },
});

/** Pages without a number come last. */
const place = ({ order }) => order ?? Number.MAX_SAFE_INTEGER;

async function all(name, order) {
  const entries = await getCollection(name);
  return entries.map(({ data }) => data).sort(order);
}

export async function content() {
  const [articles, authors, pages, site] = await Promise.all([
    all('articles', (a, b) => b.date.localeCompare(a.date)),
    all('authors', (a, b) => a.name.localeCompare(b.name)),
    all('pages', (a, b) => place(a) - place(b)),
    getEntry('site', 'site'),
  ]);
  return { articles: articles.map(withLists), authors, pages, settings: site.data };
}

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
export const longDate = (date) => LONG.format(new Date(date));

/** An address for a topic or a tag. */
export const slug = (name) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Articles by each value of a list, such as `tags`; values A-Z. */
export function grouped(articles, property) {
  const groups = new Map();
  for (const article of articles) {
    for (const name of article[property]) groups.set(name, [...(groups.get(name) ?? []), article]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** The related articles, then others of the same topic, three at most. */
export function relatedTo(article, articles) {
  const named = article.related.map(({ id }) => articles.find((other) => other.id === id));
  const isAlike = ({ categories }) => categories.some((one) => article.categories.includes(one));
  const found = new Set(named.filter((other) => other && other.id !== article.id));
  for (const other of articles) {
    if (found.size >= 3) break;
    if (other.id !== article.id && isAlike(other)) found.add(other);
  }
  return [...found].slice(0, 3);
}

/** At 220 words a minute. */
export function readingTime(html) {
  const minutes = Math.max(1, Math.round(html.replace(/<[^>]+>/g, ' ').split(/\s+/).length / 220));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export const escapeXml = (text) => String(text).replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
