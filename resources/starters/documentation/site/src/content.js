/** What the templates make of the content. */

/** The address of a page of the manual, whose section is an object or the id of one. */
export const docUrl = ({ id, section }) => `/docs/${section.id ?? section}/${id}/`;

export const inChapter = (pages, chapter) => pages.filter(({ section }) => section.id === chapter.id);

/** The pages before and after one, in the order of the chapters. */
export function neighbors(page, pages, chapters) {
  const all = chapters.flatMap((chapter) => inChapter(pages, chapter));
  const at = all.findIndex(({ id }) => id === page.id);
  return { previous: all[at - 1], next: all[at + 1] };
}

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What the search looks through: address, title, summary, other words. */
export function searchIndex(pages, releases, terms) {
  return [
    ...pages.map((page) => [
      docUrl(page),
      page.title,
      page.summary,
      `${page.keywords.join(' ')} ${plain(page.body)}`,
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

const anchor = (title) =>
  plain(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Rich text whose headings can be linked to. */
export const anchors = (html) =>
  html.replace(/<(h[23])>(.*?)<\/\1>/g, (_all, tag, title) => {
    const id = anchor(title);
    return `<${tag} id="${id}">${title} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>`;
  });

/** Headings of the second level, for the table of contents. */
export const headings = (html) =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => ({ id: anchor(title), title: plain(title) }));

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
export const longDate = (date) => LONG.format(new Date(date));
