/**
 * `npm run build:docs`: writes the documentation into `dist/docs`. The Markdown pages and the generated ones are
 * imported into a Plinth folder, `dist/docs-folder`, which Eleventy builds as any site of Plinth is built. Texts in
 * JSON objects would be one long line for each change in reviews. Starlight and others need several hundred packages
 * for a template, a style sheet and a search.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import Eleventy from '@11ty/eleventy';
import { pino } from 'pino';
import { contextPage, eventsPage } from './events.mjs';
import { fieldTypesPage, readFieldTypes } from './field-types.mjs';
import { generatedPages, ROOT, writtenPages } from './pages.mjs';
import { commandNames, referencePages, runCommands } from './reference.mjs';
import { starterPages } from './starters.mjs';

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

const output = join(ROOT, 'dist', 'docs');
const home = await mkdtemp(join(tmpdir(), 'plinth-docs-'));
const places = { cache: join(home, 'cache'), state: join(home, 'state') };

/** Serves a folder while something is done with it. */
async function withServer(folder, work) {
  const server = await startServer({ folder, port: 0, lock: false, trust: true, ...places, log });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

/** The pages made from the program. */
async function madePages(server) {
  const samples = join(home, 'samples');
  await mkdir(samples);
  const fields = await withServer(samples, (other) => readFieldTypes(other, samples));
  const options = ['--data', samples, '--cache', places.cache, '--state', places.state];
  const names = await commandNames();
  const asked = [['types', ...options], ['--help'], ...names.map((name) => [name, '--help'])];
  const [types, overview, ...helps] = runCommands(asked);
  return [
    ...(await referencePages(server, { names, overview, helps })),
    { id: 'field-types', text: fieldTypesPage(fields, types) },
    ...(await starterPages()),
    { id: 'events', text: await eventsPage(fields.events) },
    { id: 'automation-context', text: await contextPage() },
  ];
}

async function writeSite(server) {
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
  await eleventy.init();
  // Its figures are of no interest to those who build Plinth; errors reject.
  eleventy.disableLogger();
  await eleventy.write();
}

const folder = join(ROOT, 'dist', 'docs-folder');
try {
  await writeFolder(folder, await writtenPages());
  await withServer(folder, async (server) => {
    for (const page of await generatedPages(await madePages(server))) await addPage(server, page);
    await writeSite(server);
  });
} finally {
  await rm(home, { recursive: true, force: true });
}
