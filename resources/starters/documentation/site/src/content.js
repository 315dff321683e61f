/** Reads the content of the folder, and prepares it for the templates. */
import { createClient } from 'plinth/client';

const client = createClient();

export async function read() {
  const all = (name, options) => client.collection(name).all(options);
  const [product, chapters, manual, releases, terms] = await Promise.all([
    client.collection('product').get('product'),
    all('chapters', { sort: ['order'] }),
    all('manual', { sort: ['order'], expand: ['section', 'seeAlso'] }),
    all('changelog', { sort: ['-date'] }),
    all('glossary', { sort: ['term'], expand: ['readMore'] }),
  ]);
  for (const page of manual) page.url = `/docs/${page.section.id}/${page.id}/`;
  const urls = new Map(manual.map(({ id, url }) => [id, url]));
  for (const page of manual) for (const other of page.seeAlso) other.url = urls.get(other.id);
  for (const term of terms) if (term.readMore) term.readMore.url = urls.get(term.readMore.id);
  for (const chapter of chapters) {
    chapter.url = `/docs/${chapter.id}/`;
    chapter.pages = manual.filter(({ section }) => section.id === chapter.id);
  }
  const pages = chapters.flatMap((chapter) => chapter.pages);
  for (const [at, page] of pages.entries())
    Object.assign(page, { previous: pages[at - 1], next: pages[at + 1] });
  return { product, chapters, pages, releases, terms, search: searchIndex({ pages, releases, terms }) };
}

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What the search looks through: address, title, summary, other words. */
function searchIndex({ pages, releases, terms }) {
  return [
    ...pages.map(({ url, title, summary, keywords, body }) => [
      url,
      title,
      summary,
      `${keywords.join(' ')} ${plain(body)}`,
    ]),
    ...terms.map(({ id, term, definition, synonyms }) => [
      `/glossary/#${id}`,
      term,
      definition,
      synonyms.join(' '),
    ]),
    ...releases.map(({ id, version, headline, notes }) => [
      `/changelog/${id}/`,
      `Version ${version}`,
      headline,
      plain(notes),
    ]),
  ];
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A responsive image; its dominant color is shown until it has loaded. */
export function figure(value) {
  const image = client.image(value, { widths: [480, 800, 1280], sizes: '(min-width: 64rem) 44rem, 92vw' });
  if (!image) return '';
  const { src, srcset, sizes, width, height, alt, placeholder } = image;
  return `<img src="${escaped(src)}" srcset="${escaped(srcset)}" sizes="${sizes}" width="${width}" height="${height}" alt="${escaped(alt)}" style="background-color: ${placeholder ?? 'transparent'}" fetchpriority="high" decoding="async">`;
}

const anchor = (title) =>
  plain(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Rich text whose headings can be linked to. */
export const withAnchors = (html) =>
  client.richText(html).replace(/<(h[23])>(.*?)<\/\1>/g, (_all, tag, title) => {
    const id = anchor(title);
    return `<${tag} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>`;
  });

/** Headings of the second level, for the table of contents. */
export const headings = (html) =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => ({ id: anchor(title), title: plain(title) }));

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
export const longDate = (date) => LONG.format(new Date(date));
