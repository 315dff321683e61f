/**
 * `npm run build:docs`: writes the documentation into `dist/docs`. The Markdown pages and the generated ones are
 * imported into a Plinth folder, `dist/docs-folder`, which Eleventy builds as any site of Plinth is built.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import Eleventy from '@11ty/eleventy';
import { pino } from 'pino';
import { generatedPages, ROOT, writtenPages } from './pages.mjs';
import { referencePages } from './reference.mjs';

const { startServer } = await import('../../../dist/server/start.js');

const SCHEMA = {
  id: 'page',
  description: 'A page of the documentation',
  properties: {
    id: { type: 'slug', field: 'id' },
    title: { type: 'string', field: 'text' },
    section: { type: 'string', field: 'text' },
    order: { type: 'number', field: 'number' },
    summary: { type: 'string', field: 'textarea' },
    text: { type: 'code', field: 'code', settings: { mode: 'markdown' } },
    source: { type: 'string', field: 'text', help: 'The file that this page is written in.' },
  },
  required: ['id', 'title', 'text'],
  index: ['title', 'section', 'order'],
};

const COLLECTION = { id: 'pages', schema: 'page', name: 'Pages', labelSingular: 'Page', sortBy: 'order' };

async function writeFolder(folder, pages) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, '.schemas'), { recursive: true });
  await mkdir(join(folder, 'pages'));
  const write = (path, value) => writeFile(join(folder, path), `${JSON.stringify(value, null, 2)}\n`);
  await write('.schemas/page.json', SCHEMA);
  await write('pages/.meta.json', COLLECTION);
  await Promise.all(pages.map((page) => write(`pages/${page.id}.json`, page)));
}

/** Errors only: that the build signs in is of no interest. */
const log = pino(
  { level: 'error' },
  {
    write(line) {
      if (JSON.parse(line).level >= pino.levels.values.error) process.stderr.write(line);
    },
  },
);

/** Adds a page as any client does. */
async function addPage(server, page) {
  const { key } = server.site.keys.addEphemeral({ name: 'docs', methods: ['POST'], paths: ['*'] });
  const response = await fetch(`${server.url}/api/collections/pages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(page),
  });
  if (!response.ok) throw new Error(`The page ${page.id} was rejected: ${await response.text()}`);
}

const folder = join(ROOT, 'dist', 'docs-folder');
const output = join(ROOT, 'dist', 'docs');
const home = await mkdtemp(join(tmpdir(), 'plinth-docs-'));
try {
  await writeFolder(folder, await writtenPages());
  const server = await startServer({
    folder,
    port: 0,
    lock: false,
    trust: true,
    cache: join(home, 'cache'),
    state: join(home, 'state'),
    log,
  });
  try {
    for (const page of await generatedPages(await referencePages(server))) await addPage(server, page);
    process.env.PLINTH_URL = server.url;
    process.env.PLINTH_KEY = server.site.keys.addEphemeral({
      name: 'docs',
      methods: ['GET'],
      paths: ['*'],
    }).key;
    await rm(output, { recursive: true, force: true });
    const eleventy = new Eleventy(join(import.meta.dirname), output, {
      configPath: join(import.meta.dirname, 'eleventy.config.mjs'),
      quietMode: true,
    });
    await eleventy.write();
  } finally {
    await server.close();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}
