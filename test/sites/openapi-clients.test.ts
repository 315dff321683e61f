/** Clients that generators make from the OpenAPI document: they compile under strict rules and do their work. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { type Files, startTestServer } from '../helpers/server.js';
import { ROOT } from './generators.js';
import { installed, siteFolder } from './install.js';

vi.setConfig({ testTimeout: 20 * 60_000 });

const PACKAGES = join(ROOT, 'test/sites/openapi-clients');
/** A run in which nothing may be skipped. */
const REQUIRED = process.env.PLINTH_REQUIRE_SITES !== undefined;

/** Schemas of all that is hard on generators: files, parts, blocks, languages, relations, rules, names of their own. */
const FOLDER: Files = {
  '.schemas/trip.json': {
    id: 'trip',
    properties: {
      id: { type: 'slug', field: 'id' },
      title: { type: 'string', field: 'text' },
      open: { type: 'boolean', field: 'toggle', default: true },
      kind: { type: 'string', field: 'select', options: ['long', 'short'] },
      'two-words': { type: 'string', field: 'text' },
      tags: { type: 'array', field: 'list' },
      cover: { type: 'image', field: 'image' },
      photos: { type: 'gallery', field: 'gallery' },
      map: { type: 'file', field: 'file' },
      papers: { type: 'depot', field: 'depot' },
      place: { field: 'card', schemaref: 'place' },
      stops: { field: 'deck', schemaref: ['place', 'date'] },
      after: { field: 'select', settings: { relationalOptions: { collection: 'trips', value: 'id' } } },
      slogan: { field: 'text', settings: { locales: ['de', 'en'] } },
      fee: { field: 'number', settings: { visibility: { watch: 'open', value: true } } },
    },
    required: ['id', 'title', 'open', 'fee'],
    index: ['id'],
  },
  '.schemas/place.json': {
    id: 'place',
    properties: { name: { type: 'string', field: 'text' }, mail: { type: 'string', field: 'email' } },
    required: ['name'],
  },
  'trips/.meta.json': { id: 'trips', schema: 'trip' },
  'tours/.meta.json': { id: 'tours', schema: 'trip', properties: { title: { label: 'Name of the tour' } } },
  'places/.meta.json': { id: 'places', schema: 'place' },
  'pictures/.meta.json': { id: 'pictures', schema: 'image' },
  'downloads/.meta.json': { id: 'downloads', schema: 'file' },
};

/** What each client does: it makes an object, changes it, reads it, and copies a file. Texts of what was answered. */
const PROGRAMS: Record<string, string> = {
  'openapi-typescript': `
    import createClient from 'openapi-fetch';
    import type { components, paths } from './api';
    export async function use(baseUrl: string, key: string): Promise<string[]> {
      const { POST, PATCH, GET } = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
      // @ts-expect-error: a new trip must have a title
      const wrong = await POST('/api/collections/trips', { body: { id: 'none' } });
      const made = await POST('/api/collections/trips', { body: { id: 'one', title: 'One', fee: 1 } });
      const title: string = made.data!.title;
      const isOpen: boolean = made.data!.open;
      const path = { id: 'one' };
      const changed = await PATCH('/api/collections/trips/{id}', { params: { path }, body: { kind: 'long' } });
      const read = await GET('/api/collections/trips/{id}', { params: { path } });
      const cover: components['schemas']['ImageValue'] | undefined = read.data?.cover;
      const from = { collection: 'trips', id: 'full', path: 'cover/photo.jpg' };
      const copied = await POST('/api/collections/{collection}/{id}/{property}', {
        params: { path: { collection: 'trips', id: 'one', property: 'cover' } },
        body: { from },
      });
      return [wrong.response.status, title, isOpen, changed.data!.kind, read.data!.title, cover?.url, copied.response.status].map(String);
    }`,
  'hey-api': `
    import { client } from './hey-api/client.gen';
    import { apiFilesSave, tripsCreate, tripsGet, tripsPatch } from './hey-api';
    import type { ImageValue } from './hey-api';
    export async function use(baseUrl: string, key: string): Promise<string[]> {
      client.setConfig({ baseUrl, headers: { 'X-API-Key': key } });
      // @ts-expect-error: a new trip must have a title
      const wrong = await tripsCreate({ body: { id: 'none' } });
      const made = await tripsCreate({ body: { id: 'one', title: 'One', fee: 1 } });
      const title: string = made.data!.title;
      const isOpen: boolean = made.data!.open;
      const path = { id: 'one' };
      const changed = await tripsPatch({ path, body: { kind: 'long' } });
      const read = await tripsGet({ path });
      const cover: ImageValue | undefined = read.data?.cover;
      const from = { collection: 'trips', id: 'full', path: 'cover/photo.jpg' };
      const copied = await apiFilesSave({
        path: { collection: 'trips', id: 'one', property: 'cover' },
        body: { from },
        bodySerializer: JSON.stringify,
        headers: { 'content-type': 'application/json' },
      });
      return [wrong.response?.status, title, isOpen, changed.data!.kind, read.data!.title, cover?.url, copied.response?.status].map(String);
    }`,
  'orval-fetch': `
    import { apiFilesSave, tripsCreate, tripsGet, tripsPatch } from './orval-fetch';
    import type { ImageValue } from './orval-fetch';
    export async function use(_url: string, key: string): Promise<string[]> {
      const options = { headers: { 'X-API-Key': key, 'Content-Type': 'application/json' } };
      // @ts-expect-error: a new trip must have a title
      const wrong = await tripsCreate({ id: 'none' }, options);
      const made = await tripsCreate({ id: 'one', title: 'One', fee: 1 }, options);
      if (made.status !== 201) throw new Error(String(made.status));
      const title: string = made.data.title;
      const isOpen: boolean = made.data.open;
      const changed = await tripsPatch('one', { kind: 'long' }, options);
      const read = await tripsGet('one', undefined, options);
      if (changed.status !== 200 || read.status !== 200) throw new Error(String(read.status));
      const cover: ImageValue | undefined = read.data.cover;
      const from = { collection: 'trips', id: 'full', path: 'cover/photo.jpg' };
      const copied = await apiFilesSave('trips', 'one', 'cover', { from }, undefined, options);
      return [wrong.status, title, isOpen, changed.data.kind, read.data.title, cover?.url, copied.status].map(String);
    }`,
  'orval-axios': `
    import { type ImageValue, getDataAPI } from './orval-axios';
    export async function use(baseURL: string, key: string): Promise<string[]> {
      const { apiFilesSave, tripsCreate, tripsGet, tripsPatch } = getDataAPI();
      const options = { baseURL, headers: { 'X-API-Key': key }, validateStatus: () => true };
      // @ts-expect-error: a new trip must have a title
      const wrong = await tripsCreate({ id: 'none' }, options);
      const made = await tripsCreate({ id: 'one', title: 'One', fee: 1 }, options);
      const title: string = made.data.title;
      const isOpen: boolean = made.data.open;
      const changed = await tripsPatch('one', { kind: 'long' }, options);
      const read = await tripsGet('one', undefined, options);
      const cover: ImageValue | undefined = read.data.cover;
      const from = { collection: 'trips', id: 'full', path: 'cover/photo.jpg' };
      const copied = await apiFilesSave('trips', 'one', 'cover', { from }, undefined, options);
      return [wrong.status, title, isOpen, changed.data.kind, read.data.title, cover?.url, copied.status].map(String);
    }`,
};

/** Runs a script of Node to its end, with what it prints. */
function run(folder: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

/** Generates all clients into a folder. */
async function generateInto(folder: string, url: string): Promise<void> {
  const script = join(folder, 'clients.mjs');
  await writeFile(script, await readFile(join(PACKAGES, 'clients.mjs')));
  const openapiTypescript = join(folder, '../node_modules/openapi-typescript/bin/cli.js');
  const document = join(folder, 'openapi.json');
  await run(folder, script, document, folder, url);
  await run(folder, openapiTypescript, document, '-o', join(folder, 'api.d.ts'));
}

it('compile under strict rules, and make, change and read objects with the types of their schema', async () => {
  const packages = await installed(PACKAGES);
  if ('missing' in packages) {
    expect(REQUIRED, packages.missing).toBe(false);
    process.stderr.write(`Skipped: generated clients of the API: ${packages.missing}\n`);
    return;
  }
  const server = await startTestServer(FOLDER, { name: 'data' });
  const key = await server.key();
  const photo = await readFile(join(ROOT, 'test/fixtures/files/photo.jpg'));
  await server.request('/collections/trips', { method: 'POST', json: { id: 'full', title: 'Full', fee: 1 } });
  const form = new FormData();
  form.append('cover', new Blob([photo]), 'photo.jpg');
  const uploaded = await server.request('/collections/trips/full/cover', { method: 'POST', body: form });
  expect(uploaded.status).toBe(200);

  const folder = await siteFolder(packages.folder);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'openapi.json'), (await server.request('/openapi.json')).text);
    await generateInto(folder, server.url);
    for (const [name, text] of Object.entries(PROGRAMS))
      await writeFile(join(folder, `use-${name}.ts`), text);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    expect(await run(folder, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('');
    for (const name of Object.keys(PROGRAMS)) {
      const program: { use(url: string, key: string): Promise<string[]> } = await import(
        pathToFileURL(join(folder, `use-${name}.ts`)).href
      );
      const done = await program.use(server.url, key);
      expect([name, ...done]).toEqual([name, '422', 'One', 'true', 'long', 'One', 'undefined', '200']);
      expect((await server.request('/collections/trips/one', { method: 'DELETE' })).status).toBe(204);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
