/** Pages of the starters, from their content and the projects of their sites. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS } from '../fields/folder.mjs';
import { code, table } from './markdown-table.mjs';
import { ROOT } from './pages.mjs';

const FOLDER = join(ROOT, 'resources/starters');
const GENERATORS = { astro: 'Astro', '@11ty/eleventy': 'Eleventy' };
/** Files of a site that are pages or make them. */
const PAGE = /^(?:pages\/.*\.(?:astro|js)|[^_/]+\.njk)$/;

async function readStarter(id) {
  const json = async (path) => JSON.parse(await readFile(join(FOLDER, id, path), 'utf8'));
  const source = join(FOLDER, id, 'site/src');
  const files = await readdir(source, { recursive: true });
  return {
    id,
    template: await json('template.json'),
    site: await json('site/package.json'),
    pages: files.map((file) => file.replaceAll('\\', '/')).filter((file) => PAGE.test(file)),
  };
}

function contentTable({ collections, objects }) {
  const rows = collections.custom.map(({ id, name, schema, description = '' }) => [
    name,
    code(id),
    code(schema),
    objects.filter(({ collection }) => collection === id).length,
    description,
  ]);
  return table(['collection', 'id', 'schema', 'objects', 'for'], rows);
}

function schemaSection({ id, description = '', inheritFrom = [], properties }) {
  const rows = Object.entries(properties).map(([name, { label = '', field = '', help = '' }]) => [
    label,
    code(name),
    KINDS[field]?.label ?? field,
    help,
  ]);
  const parents = inheritFrom.length > 0 ? ` It inherits from ${inheritFrom.map(code).join(', ')}.` : '';
  return [`### ${id}`, `${description}${parents}`, table(['field', 'property', 'type', 'help'], rows)].join(
    '\n\n',
  );
}

function starterPage({ id, template, site, pages }) {
  const [[dependency, version]] = Object.entries(site.dependencies).filter(([name]) => GENERATORS[name]);
  const scripts = Object.entries(site.scripts).filter(([name]) => name !== 'vendor');
  return [
    `# ${template.name} starter`,
    `${template.description} For builders who begin with a finished site, and editors who want to try one.`,
    `![The content of the ${id} starter](images/starters/${id}.webp)`,
    `\`\`\`sh\nplinth new ../my-site --template ${id}\n\`\`\``,
    'makes a new folder with `content` and `site`; `--content-only` makes the content alone. An empty folder that is open in the admin offers the same content on its home page.',
    '## Content',
    contentTable(template),
    '## Schemas',
    '[Field types](/docs/field-types) shows what each type looks like in the form, and what it stores.',
    ...template.schemas.map(schemaSection),
    '## Site',
    `The site is built by ${GENERATORS[dependency]} ${version}. In \`site\`, after \`npm install\`:`,
    table(
      ['command', 'runs'],
      scripts.map(([name, script]) => [code(`npm run ${name}`), code(script)]),
    ),
    `These files make its pages: ${pages.sort().map(code).join(', ')}.`,
    'Set the address of the site in the script `build` of `site/package.json`, as `--site-url`. [Deploying](deploying.md) says how to build it elsewhere.',
  ].join('\n\n');
}

/** The names of the starters. */
export async function starterIds() {
  const entries = await readdir(FOLDER, { recursive: true });
  return entries.flatMap((path) => /^([\w-]+)[\\/]template\.json$/.exec(path)?.[1] ?? []).sort();
}

/** The page of each starter, and one that lists them. */
export async function starterPages() {
  const starters = await Promise.all((await starterIds()).map(readStarter));
  const rows = starters.map(({ id, template }) => [
    `[${template.name}](/docs/starter-${id})`,
    template.description,
    code(`plinth new ../my-site --template ${id}`),
  ]);
  return [
    {
      id: 'starters',
      text: [
        '# Starters',
        'For those who begin: content with images, and the project of a finished site that shows it. Everything in it can be changed or deleted.',
        table(['starter', 'has', 'command'], rows),
        ...starters.map(({ id, template }) => `![${template.name}](images/starters/${id}.webp)`),
      ].join('\n\n'),
    },
    ...starters.map((starter) => ({ id: `starter-${starter.id}`, text: starterPage(starter) })),
  ];
}
