/** The pages of the documentation as objects of a Plinth folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAVIGATION } from './navigation.mjs';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Places of Markdown files that are pages, with the name of a page for each. */
const SOURCES = [
  { folder: 'resources/docs', nameOf: (name) => name },
  { folder: 'server/spec', section: 'Specification', nameOf: (name) => `spec-${name.toLowerCase()}` },
];
const SINGLE = [
  { file: 'SECURITY.md', id: 'security', section: 'More' },
  { file: 'CHANGELOG.md', id: 'changelog', section: 'More' },
];

async function sourceFiles() {
  const found = [...SINGLE];
  for (const { folder, section, nameOf } of SOURCES) {
    for (const name of (await readdir(join(ROOT, folder))).sort()) {
      if (!name.endsWith('.md')) continue;
      found.push({ file: `${folder}/${name}`, id: nameOf(name.slice(0, -3)), section });
    }
  }
  return found;
}

/** Links to other Markdown files become links to their pages; links to files that are no page become their text. */
function relink(text, file, idOf) {
  return text
    .split(/(^```.*?^```$)/ms)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(/(!?)\[([^\]]*)\]\(([^()\s]+)\)/g, (whole, image, label, target) => {
            const [, generated] = /^\/docs\/([\w-]+(?:#.*)?)$/.exec(target) ?? [];
            if (generated) return `[${label}](${generated.replace(/(?=#|$)/, '.html')})`;
            if (/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(target)) return whole;
            if (image && target.startsWith('images/')) return whole;
            const [path, anchor] = target.split('#');
            const id = idOf.get(posix.normalize(posix.join(posix.dirname(file), path)));
            if (id === undefined) return image ? '' : label;
            return `[${label}](${id}.html${anchor ? `#${anchor}` : ''})`;
          }),
    )
    .join('');
}

const DEFAULT_SECTION = 'More';
const SECTIONS = [...NAVIGATION.map(([section]) => section), 'Specification', DEFAULT_SECTION];

/** Section and order of a page. */
function placeOf(id, section) {
  const listed = NAVIGATION.findIndex(([, ids]) => ids.includes(id));
  const name = listed >= 0 ? NAVIGATION[listed][0] : (section ?? DEFAULT_SECTION);
  const within = listed >= 0 ? NAVIGATION[listed][1].indexOf(id) : 500;
  return { section: name, order: SECTIONS.indexOf(name) * 1000 + within };
}

/** The first paragraph, as plain text. */
const summaryOf = (text) =>
  (/^# .*\n+(?!#)((?:[^\n#|`>-][^\n]*\n?)+)/.exec(text)?.[1] ?? '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** An object of the collection `pages` from Markdown whose first line is the title. */
export function pageOf(id, text, { section, source = '' } = {}) {
  const title = /^# (.+)$/m.exec(text)?.[1].replace(/`/g, '');
  if (title === undefined)
    throw new Error(`The page ${source || id} has no title: its first line must be "# Title"`);
  return { id, title, ...placeOf(id, section), summary: summaryOf(text), text, source };
}

/** Pages from Markdown of these files, with links between all pages. */
async function pagesFrom(files) {
  const idOf = new Map((await sourceFiles()).map(({ file, id }) => [file, id]));
  return files.map(({ file, id, section, text }) =>
    pageOf(id, relink(text, file, idOf), { section, source: file }),
  );
}

/** The pages written by hand. */
export async function writtenPages() {
  const texts = await Promise.all(
    (await sourceFiles()).map(async (one) => ({
      ...one,
      text: await readFile(join(ROOT, one.file), 'utf8'),
    })),
  );
  return pagesFrom(texts);
}

/** Pages from generated Markdown, whose links are relative to the pages written by hand. */
export async function generatedPages(generated) {
  const pages = await pagesFrom(
    generated.map(({ id, text }) => ({ id, text, file: `resources/docs/${id}.md` })),
  );
  return pages.map((page) => ({ ...page, source: '' }));
}

export const fromRoot = (path) => relative(ROOT, path).split(sep).join('/');
