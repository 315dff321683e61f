/** Files that come as copies of others in the folder (spec/files.md#copies): choosing what is there. */
import { readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { fixture, plainPng } from '../helpers/made-files.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string, settings: JsonObject = {}) => ({
  $ref: `https://example.test/${field}.json`,
  field,
  settings,
});

const SAID = { alt: 'A quay', caption: 'In May', tags: ['sea'], focalpoint: { x: 10, y: 80 } };

const folder = async (): Promise<Files> => ({
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      text: { field: 'styledtext' },
      cover: type('image'),
      wide: type('image', { rules: { width: { min: 200 } } }),
      photos: type('gallery'),
      paper: type('file'),
      box: type('depot'),
    },
    required: ['id'],
    index: ['id'],
  },
  'shots/.meta.json': { id: 'shots', schema: 'page', groups: ['staff'], publicOperations: ['read'] },
  'shots/one.json': {
    id: 'one',
    text: '<img src="/imageworks/upload/shots/one/text/in.png">',
    cover: { name: 'quay.png', mime: 'image/png', size: 1, link: '/x', featured: true, ...SAID },
    paper: { name: 'a.txt', download: 'Zoë.txt', password: '$2b$04$x', comments: 'Signed' },
  },
  'shots/one/cover/quay.png': await plainPng(),
  'shots/one/cover/loose.png': await plainPng(),
  'shots/one/text/in.png': await plainPng(),
  'shots/one/paper/a.txt': 'text',
  'pages/.meta.json': { id: 'pages', schema: 'page', publicOperations: ['read', 'update'] },
  'pages/one.json': { id: 'one' },
});

const start = async () => startTestServer(await folder());

const QUAY = { collection: 'shots', id: 'one', path: 'cover/quay.png' };

const copy = (server: TestServer, property: string, from: unknown, more: object = {}) =>
  server.request(`/api/collections/pages/one/${property}`, { method: 'POST', json: { from }, ...more });

const at = (json: JsonObject, ...keys: string[]): JsonValue | undefined =>
  keys.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), json);

const leftovers = (server: TestServer) =>
  readdir(join(server.folder, '.system/tmp'), { recursive: true }).catch(() => [] as string[]);

describe('a file chosen from the folder', () => {
  it('is copied to fields of every kind with what describes it, and both go on by themselves', async () => {
    const server = await start();
    const before = await server.read('shots/one.json');
    const covered = await copy(server, 'cover', QUAY);
    expect(covered.status).toBe(200);
    // Its protection, link and rank belong to its place.
    expect(at(covered.json, 'data', 'cover')).toMatchObject({
      name: 'quay.png',
      link: '',
      featured: false,
      ...SAID,
    });
    await copy(server, 'photos', QUAY);
    await copy(server, 'photos', QUAY);
    await copy(server, 'paper', { ...QUAY, path: 'paper/a.txt' });
    const { json } = await copy(server, 'box?path=in/deep', QUAY);
    expect(at(json, 'data', 'photos')).toEqual([
      expect.objectContaining({ name: 'quay.png', ...SAID }),
      expect.objectContaining({ name: expect.stringMatching(/^quay-[0-9a-f]{5}\.png$/), ...SAID }),
    ]);
    expect(at(json, 'data', 'paper')).toMatchObject({
      name: 'Zoe.txt',
      download: 'Zoë.txt',
      comments: 'Signed',
    });
    expect(at(json, 'data', 'paper')).not.toHaveProperty('hasPassword');
    const deep = { name: 'deep', files: [{ name: 'quay.png', ...SAID }] };
    expect(at(json, 'data', 'box', 'files')).toMatchObject([{ name: 'in', files: [deep] }]);

    expect(await server.read('shots/one.json')).toEqual(before);
    expect(await server.read('pages/one/cover/quay.png')).toEqual(await plainPng());
    const inode = async (path: string) => (await stat(join(server.folder, path))).ino;
    expect(await inode('pages/one/cover/quay.png')).not.toBe(await inode('shots/one/cover/quay.png'));
    await server.request('/api/collections/shots/one/cover/quay.png', { method: 'DELETE' });
    expect(await server.read('pages/one/cover/quay.png')).toEqual(await plainPng());
    expect(await leftovers(server)).toEqual([]);
  });

  it('replaces the former one as an upload does, under If-Match, and can be undone', async () => {
    const server = await start();
    const first = await copy(server, 'cover', QUAY);
    await server.request('/api/collections/pages/one/cover/quay.png', {
      method: 'PATCH',
      json: { caption: 'Mine', alt: 'Mine' },
    });
    const stale = { headers: { 'if-match': String(first.headers.get('etag')) } };
    expect((await copy(server, 'cover', QUAY, stale)).status).toBe(412);
    await writeFile(join(server.folder, 'shots/one/text/in.png'), await plainPng(64, 64));
    const replaced = await copy(server, 'cover', { ...QUAY, path: 'text/in.png' });
    // A file of a text has no words of its own: those of the former image stay.
    expect(at(replaced.json, 'data', 'cover')).toMatchObject({ name: 'in.png', width: 64, alt: 'Mine' });
    const { activity } = (await server.request('/api/activity?collection=pages')).json as {
      activity: { transaction: { id: string } }[];
    };
    await server.request(`/api/activity/${activity[0]?.transaction.id}/undo`, { method: 'POST' });
    const { json } = await server.request('/api/collections/pages/one');
    expect(json.cover).toMatchObject({ name: 'quay.png', caption: 'Mine' });
    expect(await server.read('pages/one/cover/quay.png')).toEqual(await plainPng());
  });

  it('comes into a rich text as a link', async () => {
    const server = await start();
    const sent = { method: 'POST', json: { from: QUAY } };
    const { json } = await server.request('/api/upload/pages/one/text', sent);
    expect(json.link).toBe('/imageworks/upload/pages/one/text/quay.png');
    expect(await server.read('pages/one/text/quay.png')).toEqual(await plainPng());
  });

  it('is rejected without a trace where it breaks a rule, is gone, or is no file of an object', async () => {
    const server = await start();
    await symlink('/etc/hostname', join(server.folder, 'shots/one/text/link.png'));
    const rows: [unknown, number][] = [
      [{ collection: 'shots', id: 'one' }, 400],
      [{ ...QUAY, collection: '../x' }, 400],
      [{ ...QUAY, path: '../one.json' }, 400],
      [{ ...QUAY, path: 'cover/none.png' }, 404],
      // No value names it.
      [{ ...QUAY, path: 'cover/loose.png' }, 404],
      [{ ...QUAY, path: 'text/link.png' }, 404],
      [{ ...QUAY, path: 'text' }, 404],
      [{ ...QUAY, id: 'two' }, 404],
      [{ ...QUAY, collection: 'none' }, 404],
      // Replaced since the caller saw it.
      [{ ...QUAY, uploadDate: '2026-01-01T00:00:00+00:00' }, 412],
      [{ ...QUAY, size: 99 }, 412],
      [QUAY, 422],
    ];
    const answers: number[] = [];
    for (const [from] of rows) answers.push((await copy(server, 'wide', from)).status);
    expect(answers).toEqual(rows.map(([, status]) => status));
    const ruled = await copy(server, 'wide', QUAY);
    expect(detailsOf(ruled)).toEqual({ wide: ['Wide must have a width of at least 200 pixels'] });
    expect(at((await server.request('/api/collections/pages/one')).json, 'wide')).toBeUndefined();
    expect(await leftovers(server)).toEqual([]);
  });

  it('needs the right to read the one and to change the other', async () => {
    const server = await start();
    const key = async (paths: string[]) => ({
      as: { key: await server.key({ methods: ['GET', 'POST'], paths }) },
    });
    // What is public to read may be protected as a file.
    expect((await copy(server, 'cover', QUAY, { as: 'nobody' })).status).toBe(401);
    expect((await copy(server, 'cover', QUAY, await key(['/collections/pages/*']))).status).toBe(403);
    expect((await copy(server, 'cover', QUAY, await key(['/collections/shots/*']))).status).toBe(403);
    expect((await copy(server, 'cover', QUAY, await key(['/collections/*']))).status).toBe(200);
  });

  it('is not taken where it was replaced or deleted between the look and the copy', async () => {
    const server = await start();
    const { files } = server.site.store;
    const stamp = files.stamp('shots', 'one', QUAY.path);
    if (!stamp) throw new Error('no file');
    const incoming = await files.incoming();
    await incoming.copy('same', QUAY, stamp);
    expect(await incoming.bytes('same')).toEqual(await plainPng());
    const source = join(server.folder, 'shots/one', QUAY.path);
    await writeFile(`${source}.new`, await plainPng());
    await rename(`${source}.new`, source);
    await expect(incoming.copy('other', QUAY, stamp)).rejects.toMatchObject({ kind: 'stale' });
    await rm(source);
    await expect(incoming.copy('gone', QUAY, stamp)).rejects.toMatchObject({ kind: 'stale' });
    expect(await leftovers(server)).toEqual([expect.any(String), expect.stringMatching(/same$/)]);
    await incoming.discard();
    expect(await leftovers(server)).toEqual([]);
  });

  it('is copied again and again while its source is replaced, each time whole', async () => {
    const server = await start();
    const states = [await fixture('photo.jpg'), await plainPng(40, 40), await plainPng(50, 50)];
    const replace = async () => {
      for (const bytes of states) {
        const body = new FormData();
        body.append('file', new Blob([Buffer.from(bytes)]), 'quay.png');
        await server.request('/api/collections/shots/one/cover', { method: 'POST', body });
      }
    };
    const choose = async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await copy(server, 'box', QUAY)).status);
      return statuses;
    };
    const [statuses] = await Promise.all([choose(), replace()]);
    expect(statuses.filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    const { json } = await server.request('/api/collections/pages/one');
    const items = at(json, 'box', 'files') as JsonObject[];
    expect(items).toHaveLength(statuses.filter((status) => status === 200).length);
    for (const item of items) {
      const bytes = await server.read(`pages/one/box/${item.name}`);
      expect([...states, await plainPng()].some((state) => state.equals(bytes))).toBe(true);
    }
    expect(await leftovers(server)).toEqual([]);
  });
});
