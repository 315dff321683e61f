/** The documentation site: pages come from a Plinth folder, and links in it are relative, so that it can be read from disk. */
import plinth from 'plinth/eleventy';
import { render, sections } from './markdown.mjs';
import { fromRoot } from './pages.mjs';
import { starterIds } from './starters.mjs';

/** Pages as HTML by their text: each is needed twice, as a page and for the search. */
function memory() {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, render(text));
    return known.get(text);
  };
}

/** The text of each section, for the search. */
const searchable = (pages, markdown) =>
  pages.flatMap(({ id, title, text }) =>
    sections(markdown(text).html).map(({ anchor, heading, text: body }) => [
      id,
      title,
      anchor,
      heading,
      body,
    ]),
  );

/** Pages by section, in their order. */
function bySection(pages) {
  const groups = new Map();
  for (const page of pages) groups.set(page.section, [...(groups.get(page.section) ?? []), page]);
  return [...groups].map(([name, members]) => ({ name, pages: members }));
}

export default async function configure(eleventy) {
  // Filters that take long would be printed.
  eleventy.benchmarks.config.setIsVerbose(false);
  const input = fromRoot(import.meta.dirname);
  eleventy.addPlugin(plinth, { cache: false, collections: { pages: { sort: ['order', 'title'] } } });
  eleventy.addFilter('bySection', bySection);
  const markdown = memory();
  eleventy.addFilter('markdown', markdown);
  eleventy.addFilter('searchable', (pages) => searchable(pages, markdown));
  eleventy.addFilter('asMarkdown', (text) => `${text.trimEnd().replace(/\]\(([\w-]+)\.html/g, ']($1.md')}\n`);
  eleventy.addFilter('json', (value) => JSON.stringify(value));
  eleventy.addPassthroughCopy({ [`${input}/assets`]: 'assets' });
  eleventy.addPassthroughCopy({ 'renderer/ui/plinth.svg': 'assets/plinth.svg' });
  eleventy.addPassthroughCopy({ 'resources/docs/images': 'images' });
  for (const id of await starterIds())
    eleventy.addPassthroughCopy({
      [`resources/starters/${id}/preview.webp`]: `images/starters/${id}.webp`,
    });
  eleventy.addPassthroughCopy({ 'resources/docs/skill': 'skill' });
  eleventy.setUseGitIgnore(false);
  return { dir: { input, includes: '_includes' }, htmlTemplateEngine: 'njk', templateFormats: ['njk'] };
}
