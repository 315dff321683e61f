/** The documentation site: pages come from a Plinth folder, and links in it are relative, so that it can be read from disk. */
import { createClient } from 'plinth/client';
import { render, sections } from './markdown.mjs';
import { fromRoot } from './pages.mjs';

/** Pages by section, in their order. */
function bySection(pages) {
  const groups = new Map();
  for (const page of pages) groups.set(page.section, [...(groups.get(page.section) ?? []), page]);
  return [...groups].map(([name, members]) => ({ name, pages: members }));
}

export default function configure(eleventy) {
  const input = fromRoot(import.meta.dirname);
  const pages = createClient({ cache: false })
    .collection('pages')
    .all({ sort: ['order', 'title'] });
  eleventy.addGlobalData('pages', () => pages);
  eleventy.addGlobalData('groups', async () => bySection(await pages));
  eleventy.addFilter('rendered', (text) => render(text));
  eleventy.addFilter('asMarkdown', (text) => `${text.trimEnd().replace(/\]\(([\w-]+)\.html/g, ']($1.md')}\n`);
  eleventy.addFilter('json', (value) => JSON.stringify(value));
  eleventy.addFilter('searchable', (all) =>
    all.flatMap(({ id, title, text }) =>
      sections(text).map(({ anchor, heading, text: body }) => [id, title, anchor, heading, body]),
    ),
  );
  eleventy.addPassthroughCopy({ [`${input}/assets`]: 'assets' });
  eleventy.addPassthroughCopy({ 'renderer/ui/plinth.svg': 'assets/plinth.svg' });
  eleventy.addPassthroughCopy({ 'resources/docs/skill': 'skill' });
  eleventy.setUseGitIgnore(false);
  return { dir: { input, includes: '_includes' }, htmlTemplateEngine: 'njk', templateFormats: ['njk'] };
}
