/** Files that come with change sets (spec/change-sets.md#files-of-objects). */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ChangeSetWithObjects } from '../../server/contract/change-sets.js';
import type { JsonObject } from '../../server/contract/values.js';
import { plainPng, smallPdf } from '../helpers/made-files.js';
import { type Answer, type Files, type Sent, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });

const PAGES: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      text: { field: 'styledtext' },
      cover: type('image'),
      photos: type('gallery'),
      box: type('depot'),
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', title: 'One' },
  '.system/settings.json': { edition: 'pro' },
};

const ONE = '/api/collections/pages/one';

const through = (sent: Sent = {}, set = 'draft'): Sent => ({
  ...sent,
  headers: { ...sent.headers, 'X-Plinth-Perspective': set },
});

function form(bytes: Buffer, name: string): Sent {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  return { method: 'POST', body };
}

const send = (server: TestServer, path: string, bytes: Buffer, name: string, set?: string) =>
  server.request(path, set ? through(form(bytes, name), set) : form(bytes, name));

/** Paths below the folder of an object. */
async function filesOf(server: TestServer, id = 'one'): Promise<string[]> {
  const folder = join(server.folder, 'pages', id);
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

const nameOf = ({ json }: Answer, property: string): unknown =>
  (json[property] as JsonObject | undefined)?.name;
const setOf = async (server: TestServer, set = 'draft') =>
  (await server.request(`/api/change-sets/${set}`)).json as unknown as ChangeSetWithObjects;
const publish = (server: TestServer, set = 'draft', json: object = {}) =>
  server.request(`/api/change-sets/${set}/publish`, { method: 'POST', json });
const trashed = async (server: TestServer) =>
  ((await server.request('/api/trash')).json.entries as JsonObject[]).map(({ kind, title }) => [kind, title]);

/** A server with a live cover, and another one of the same name in the draft. */
async function covered(): Promise<TestServer> {
  const server = await startTestServer(PAGES);
  expect((await send(server, `${ONE}/cover`, await plainPng(), 'cover.png')).status).toBe(200);
  const live = await readFile(join(server.folder, 'pages/one/cover/cover.png'));
  const saved = await send(server, `${ONE}/cover`, await plainPng(40, 20), 'cover.png', 'draft');
  expect(saved.status).toBe(200);
  expect(await readFile(join(server.folder, 'pages/one/cover/cover.png'))).toEqual(live);
  return server;
}

describe('a file that is uploaded through a change set', () => {
  it('is beside the live one under a name of its own, and live with the set', async () => {
    const server = await covered();
    const drafted = await server.request(ONE, through());
    const name = String(nameOf(drafted, 'cover'));
    expect(name).toMatch(/^cover-[0-9a-f]{5}\.png$/);
    expect(nameOf(await server.request(ONE), 'cover')).toBe('cover.png');
    expect((await server.request(`/download/pages/one/cover/${name}`)).status).toBe(404);
    const headers = { 'X-API-Key': await server.key() };
    const width = async (query: string) => {
      const image = await fetch(`${server.url}/imageworks/pages/one/cover.png${query}`, { headers });
      return [image.status, (await sharp(await image.arrayBuffer()).metadata()).width];
    };
    expect([await width(''), await width('?perspective=draft')]).toEqual([
      [200, 30],
      [200, 40],
    ]);
    expect(await trashed(server)).toEqual([]);

    expect((await publish(server)).status).toBe(200);
    expect(nameOf(await server.request(ONE), 'cover')).toBe(name);
    expect((await server.request(`/download/pages/one/cover/${name}`)).status).toBe(200);
    // What it replaced is deleted as by any other change.
    expect(await filesOf(server)).toEqual([`cover/${name}`]);
    expect(await trashed(server)).toEqual([['file', 'cover.png']]);
  });

  it.each<[string, string, (server: TestServer) => Promise<Answer>]>([
    [
      'the change is dropped',
      'change',
      (server) => server.request('/api/change-sets/draft/objects/pages/one', { method: 'DELETE' }),
    ],
    [
      'its property is dropped',
      'change',
      (server) =>
        server.request('/api/change-sets/draft/objects/pages/one?properties=cover', { method: 'DELETE' }),
    ],
    [
      'it is removed through the set',
      'file',
      async (server) => {
        const name = nameOf(await server.request(ONE, through()), 'cover');
        return server.request(`${ONE}/cover/${name}`, through({ method: 'DELETE' }));
      },
    ],
  ])('goes to the trash when %s, and the live one stays', async (_, kind, drop) => {
    const server = await covered();
    const name = String(nameOf(await server.request(ONE, through()), 'cover'));
    expect((await drop(server)).status).toBeLessThan(300);
    expect(await filesOf(server)).toEqual(['cover/cover.png']);
    expect(await trashed(server)).toEqual([[kind, kind === 'file' ? name : 'One']]);
    expect(nameOf(await server.request(ONE), 'cover')).toBe('cover.png');
  });

  it('goes to the trash with a release that is dropped, unless another set has it', async () => {
    const server = await startTestServer(PAGES);
    for (const id of ['autumn', 'winter'])
      await server.request('/api/change-sets', { method: 'POST', json: { kind: 'release', title: id, id } });
    await send(server, `${ONE}/photos`, await plainPng(), 'first.png', 'autumn');
    // Saved on top of the other set, which names the file as well.
    await send(server, `${ONE}/photos`, await plainPng(), 'second.png', 'autumn,winter');
    expect((await setOf(server, 'winter')).objects).toHaveLength(1);
    await server.request('/api/change-sets/autumn', { method: 'DELETE' });
    expect(await filesOf(server)).toEqual(['photos/first.png', 'photos/second.png']);
    await server.request('/api/change-sets/winter', { method: 'DELETE' });
    expect(await filesOf(server)).toEqual([]);
    expect((await trashed(server)).map(([kind]) => kind).sort()).toEqual(['changeSet', 'changeSet', 'file']);

    for (const set of ['winter', 'autumn']) {
      const entry = ((await server.request('/api/trash')).json.entries as JsonObject[]).find(
        (one) => one.set === set,
      );
      const back = await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' });
      expect(back.status).toBe(200);
    }
    expect(await filesOf(server)).toEqual(['photos/first.png', 'photos/second.png']);
    expect((await setOf(server, 'autumn')).objects).toHaveLength(1);
    expect(await trashed(server)).toEqual([]);
  });

  it('is no unused file, and stays when what is live drops the one it was', async () => {
    const server = await covered();
    expect((await server.request('/api/media?unnamed=true')).json.files).toEqual([]);
    // The draft keeps the photo that is live and adds one; then the live one is deleted.
    await send(server, `${ONE}/photos`, await plainPng(), 'kept.png');
    await send(server, `${ONE}/photos`, await plainPng(40, 20), 'added.png', 'draft');
    await server.request(`${ONE}/photos/kept.png`, { method: 'DELETE' });
    expect(await filesOf(server)).toContain('photos/added.png');
    const { json } = await server.request(ONE, through());
    expect((json.photos as JsonObject[]).map(({ name }) => name)).toEqual(['added.png']);
  });
});

describe('a new object in a change set', () => {
  const NEW = '/api/collections/pages/two';
  const created = async () => {
    const server = await startTestServer(PAGES);
    const json = { id: 'two', title: 'Two' };
    await server.request('/api/collections/pages', through({ method: 'POST', json }));
    const sent = [
      await send(server, `${NEW}/cover`, await plainPng(), 'two.png', 'draft'),
      await send(server, `${NEW}/box?path=papers`, smallPdf(), 'paper.pdf', 'draft'),
      await send(server, '/api/upload/pages/two/text', await plainPng(), 'inside.png', 'draft'),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    return server;
  };

  it('has its files when it is published, and is no problem of the folder before', async () => {
    const server = await created();
    expect((await server.request(NEW)).status).toBe(404);
    const health = await server.request('/api/health/check', { method: 'POST' });
    expect(JSON.stringify(health.json)).not.toContain('orphanFiles');
    expect((await publish(server)).status).toBe(200);
    expect(nameOf(await server.request(NEW), 'cover')).toBe('two.png');
    expect(await filesOf(server, 'two')).toEqual([
      'box/papers/paper.pdf',
      'cover/two.png',
      'text/inside.png',
    ]);
  });

  it.each<[string, string, (sent: Sent) => Sent]>([
    ['dropped', '/api/change-sets/draft/objects/pages/two', (sent) => sent],
    ['deleted through the set', NEW, (sent) => through(sent)],
  ])('takes its files to the trash when it is %s', async (_, path, how) => {
    const server = await created();
    expect((await server.request(path, how({ method: 'DELETE' }))).status).toBe(204);
    expect(await filesOf(server, 'two')).toEqual([]);
    expect(await trashed(server)).toEqual([['change', 'Two']]);
    const [entry] = (await server.request('/api/trash')).json.entries as JsonObject[];
    expect((await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' })).status).toBe(200);
    expect(await filesOf(server, 'two')).toEqual([
      'box/papers/paper.pdf',
      'cover/two.png',
      'text/inside.png',
    ]);
    expect(nameOf(await server.request(NEW, through()), 'cover')).toBe('two.png');
    expect(await trashed(server)).toEqual([]);
  });

  it('is copied with its files', async () => {
    const server = await created();
    const copy = await server.request(`${NEW}/clone`, through({ method: 'POST', json: { id: 'three' } }));
    expect(copy.status).toBe(200);
    expect(nameOf(await server.request('/api/collections/pages/three', through()), 'cover')).toBe('two.png');
    expect(await filesOf(server, 'three')).toContain('cover/two.png');
    expect((await server.request('/api/collections/pages/three')).status).toBe(404);
  });
});

describe('publishing', () => {
  it('names a file that a sync tool has not brought yet, and publishes nothing', async () => {
    const server = await covered();
    await server.request(ONE, through({ method: 'PATCH', json: { title: 'Drafted' } }));
    const name = String(nameOf(await server.request(ONE, through()), 'cover'));
    const path = join(server.folder, 'pages/one/cover', name);
    const bytes = await readFile(path);
    await rm(path);
    const rejected = await publish(server);
    expect(rejected.status).toBe(422);
    expect(JSON.stringify(rejected.json)).toContain(`There is no file \\"cover/${name}\\"`);
    expect((await server.request(ONE)).json.title).toBe('One');
    await writeFile(path, bytes);
    expect((await publish(server)).status).toBe(200);
  });

  it('does not touch files outside of the object, whatever a set names', async () => {
    const server = await covered();
    const file = join(server.folder, '.changes/draft/pages/one.json');
    const change = JSON.parse(await readFile(file, 'utf8'));
    change.values.cover.name = '../../../.system/settings.json';
    await writeFile(file, JSON.stringify(change));
    const before = await readFile(join(server.folder, '.system/settings.json'), 'utf8');
    const drop = async () =>
      (await server.request('/api/change-sets/draft/objects/pages/one', { method: 'DELETE' })).status;
    const first = await drop();
    // An attempt right after the change is told that another program has made it.
    expect(first === 412 ? await drop() : first).toBe(204);
    expect(await readFile(join(server.folder, '.system/settings.json'), 'utf8')).toBe(before);
    expect(await filesOf(server)).toContain('cover/cover.png');
  });
});
