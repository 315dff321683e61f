// Writes the pages of resources/docs that show the example sites: their blocks of code are the files, and the lines of
// glue are counted. `node test/tools/example-docs.mjs` writes the pages; a test compares them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(root, 'resources/docs');
const examples = join(root, 'resources/examples');

/** A block that names a file of an example before it: `<!-- file: next/lib/posts.js -->`. */
const BLOCK = /^<!-- file: (\S+) -->\n```(\w+)\n[\s\S]*?^```$/gm;
/** The table of glue lines, between these marks. */
const TABLE = /^<!-- glue -->\n[\s\S]*?^<!-- \/glue -->$/m;

/**
 * What brings content into each site: whole files, or the lines of a configuration that match. All others would be
 * there with any source of content.
 */
export const GLUE = {
  'Astro 5': ['astro/src/content.config.ts'],
  'Eleventy 3': [{ file: 'eleventy/eleventy.config.js', lines: /plinth|\bp(?:ages|osts)\b/ }],
  'Next 15 and 16': ['next/lib/posts.js'],
  SvelteKit: ['sveltekit/src/lib/server/posts.js'],
  Nuxt: [
    'nuxt/server/utils/posts.ts',
    'nuxt/server/api/posts/index.get.ts',
    'nuxt/server/api/posts/[id].get.ts',
  ],
  'Hugo 0.126 and newer': ['hugo/content/posts/_content.gotmpl', 'hugo/layouts/partials/image.html'],
  'Hugo before 0.126': ['hugo/write-content.js', 'hugo/layouts/partials/image.html'],
};

const read = (file) => readFileSync(join(examples, file), 'utf8');

const entriesOf = (name) =>
  GLUE[name].map((entry) => (typeof entry === 'string' ? { file: entry, lines: /./ } : entry));

/** Files with glue. */
export const glueFiles = () => Object.keys(GLUE).flatMap((name) => entriesOf(name).map(({ file }) => file));

/** Lines of glue of an example, without empty ones and comments. */
export const glueLines = (name) =>
  entriesOf(name)
    .flatMap(({ file, lines }) =>
      read(file)
        .split('\n')
        .filter((line) => lines.test(line)),
    )
    .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*|\{\{\/\*)/.test(line)).length;

function table() {
  const rows = Object.keys(GLUE).map((name) => {
    const files = entriesOf(name).map(({ file }) => `\`${file.slice(file.indexOf('/') + 1)}\``);
    return `| ${name} | ${glueLines(name)} | ${files.join(', ')} |`;
  });
  return ['| generator | lines | where |', '|---|---|---|', ...rows].join('\n');
}

/** A page with the files as they are now. */
export const filled = (page) =>
  page
    .replace(
      BLOCK,
      (_all, file, language) => `<!-- file: ${file} -->\n\`\`\`${language}\n${read(file).trimEnd()}\n\`\`\``,
    )
    .replace(TABLE, () => `<!-- glue -->\n${table()}\n<!-- /glue -->`);

/** Files of examples that a page shows. */
export const shownIn = (page) => [...page.matchAll(BLOCK)].map(([, file]) => file);

/** Pages with blocks of examples. */
export const pages = () =>
  readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ file: join(docs, name), text: readFileSync(join(docs, name), 'utf8') }))
    .filter(({ text }) => shownIn(text).length > 0 || TABLE.test(text));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { file, text } of pages()) writeFileSync(file, filled(text));
  console.log(`${pages().length} pages written below ${dirname(docs)}`);
}
