/** Files with the same bytes: what is known of one, and another in the place of all (spec/files.md#same-bytes). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { fixture, pixelBomb, plainPng } from '../helpers/made-files.js';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string, settings: JsonObject = {}) => ({
  $ref: `https://example.test/${field}.json`,
  field,
  settings,
});

const folder = async (): Promise<Files> => {
  const logo = await plainPng(30, 20);
  return {
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id' },
        cover: type('image'),
        wide: type('image', { rules: { width: { min: 60 } } }),
        photos: type('gallery'),
        paper: type('file'),
        box: type('depot'),
      },
      required: ['id'],
      index: ['id'],
    },
    'a/.meta.json': { id: 'a', schema: 'page' },
    'a/one.json': {
      id: 'one',
      cover: { name: 'logo.png', mime: 'image/png', alt: 'Our logo', tags: ['brand'] },
    },
    'a/one/cover/logo.png': logo,
    'a/two.json': {
      id: 'two',
      photos: [
        { name: 'x.png', mime: 'image/png' },
        { name: 'mark.png', mime: 'image/png', featured: true },
      ],
    },
    'a/two/photos/mark.png': logo,
    // Of the same size, with other bytes.
    'a/two/photos/x.png': Buffer.alloc(logo.length, 7),
    'b/.meta.json': { id: 'b', schema: 'page' },
    'b/one.json': {
      id: 'one',
      box: {
        files: [
          {
            name: 'in',
            mime: 'folder',
            files: [{ name: 'logo.png', mime: 'image/png', comments: 'For print' }],
          },
        ],
      },
      paper: { name: 'void.txt', mime: 'text/plain' },
    },
    'b/one/box/in/logo.png': logo,
    'b/one/paper/void.txt': '',
    'b/two.json': { id: 'two', paper: { name: 'void.txt', mime: 'text/plain' } },
    'b/two/paper/void.txt': '',
  };
};

const LOGO = new URLSearchParams({ collection: 'a', id: 'one', path: 'cover/logo.png' });

const details = (server: TestServer, place = LOGO) => server.request(`/api/media/file?${place}`);

const replace = (server: TestServer, bytes: Buffer, name: string, more: object = {}) => {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(bytes)]), name);
  return server.request(`/api/media/replace?${LOGO}`, { method: 'POST', body, ...more });
};

const pathsIn = (list: JsonValue | undefined) =>
  (Array.isArray(list) ? list : []).map((file) =>
    isJsonObject(file) ? `${file.collection}/${file.id}/${file.path}` : '',
  );

const SAME = ['a/one/cover/logo.png', 'a/two/photos/mark.png', 'b/one/box/in/logo.png'];

describe('files with the same bytes', () => {
  it('are found whatever they are called, with what is known of each', async () => {
    const server = await startTestServer(await folder());
    const { json } = await details(server);
    expect(pathsIn(json.same).sort()).toEqual(SAME);
    expect(json).toMatchObject({ file: { alt: 'Our logo', tags: ['brand'] }, tags: ['brand'], exif: {} });
    const listed = await server.request('/api/media?duplicates=true&limit=200');
    expect(pathsIn(listed.json.files).sort()).toEqual(SAME);
    expect((await server.request('/api/media?search=brand')).json.total).toBe(1);
    // Replaced by another program: seen at the next look.
    await writeFile(join(server.folder, 'a/two/photos/mark.png'), await plainPng(31, 20));
    expect(pathsIn((await details(server)).json.same).sort()).toEqual([SAME[0], SAME[2]]);
    await rm(join(server.folder, 'a/one/cover/logo.png'));
    expect((await server.request('/api/media?duplicates=true')).json.total).toBe(0);
  });

  it('have size and notes of an image among other files, and none where its bytes are hostile', async () => {
    const server = await startTestServer({
      ...(await folder()),
      'b/one.json': {
        id: 'one',
        box: {
          files: [
            { name: 'photo.jpg', mime: 'image/jpeg' },
            { name: 'bomb.png', mime: 'image/png' },
            { name: 'text.png', mime: 'image/png' },
          ],
        },
      },
      'b/one/box/photo.jpg': await fixture('photo.jpg'),
      'b/one/box/bomb.png': pixelBomb(60_000, 60_000, { pixels: false }),
      'b/one/box/text.png': '<script>',
    });
    const of = (path: string) => details(server, new URLSearchParams({ collection: 'b', id: 'one', path }));
    const photo = await of('box/photo.jpg');
    // As it is seen, not as it is stored.
    expect(photo.json).toMatchObject({ file: { width: 600, height: 800 } });
    expect(Object.keys((photo.json.exif ?? {}) as JsonObject)).not.toContain('latitude');
    for (const path of ['box/bomb.png', 'box/text.png']) {
      const answer = await of(path);
      expect([answer.status, isJsonObject(answer.json.file) && answer.json.file.width]).toEqual([
        200,
        undefined,
      ]);
    }
    expect((await of('box/none.png')).status).toBe(404);
  });

  it('are replaced together, keep names and words, and come back together', async () => {
    const server = await startTestServer(await folder());
    const { version } = (await details(server)).json;
    const fresh = await sharp(await plainPng(90, 80))
      .jpeg()
      .toBuffer();
    const replaced = await replace(server, fresh, 'neu.jpg', { headers: { 'if-match': `"${version}"` } });
    expect(pathsIn(replaced.json.replaced).sort()).toEqual(SAME);
    expect(replaced.json.rejected).toEqual([]);
    const one = await server.request('/api/collections/a/one');
    expect(one.json.cover).toMatchObject({ name: 'logo.jpg', width: 90, alt: 'Our logo', tags: ['brand'] });
    const two = await server.request('/api/collections/a/two');
    expect(two.json.photos).toMatchObject([
      { name: 'x.png' },
      { name: 'mark.jpg', width: 90, featured: true },
    ]);
    const other = await server.request('/api/collections/b/one');
    expect(other.json.box).toMatchObject({
      files: [{ files: [{ name: 'logo.jpg', comments: 'For print' }] }],
    });
    expect(await server.read('b/one/box/in/logo.jpg')).toEqual(fresh);
    // The list it was made for is another one now.
    expect(
      (await replace(server, fresh, 'neu.jpg', { headers: { 'if-match': `"${version}"` } })).status,
    ).toBe(404);

    const { activity } = (await server.request('/api/activity?limit=50')).json as {
      activity: { transaction: { id: string } }[];
    };
    expect(new Set(activity.slice(0, 3).map(({ transaction }) => transaction.id)).size).toBe(1);
    await server.request(`/api/activity/${activity[0]?.transaction.id}/undo`, { method: 'POST' });
    expect(pathsIn((await details(server)).json.same).sort()).toEqual(SAME);
    expect(await server.read('a/two/photos/mark.png')).toEqual(await plainPng(30, 20));
  });

  it('stay all as they are where one field does not take the file, the list is another, or a right is missing', async () => {
    const server = await startTestServer({
      ...(await folder()),
      'b/three.json': { id: 'three', wide: { name: 'logo.png', mime: 'image/png' } },
      'b/three/wide/logo.png': await plainPng(30, 20),
    });
    const small = await replace(server, await plainPng(50, 50), 'new.png');
    expect(small.json).toEqual({
      replaced: [],
      rejected: [
        {
          collection: 'b',
          id: 'three',
          path: 'wide/logo.png',
          reason: 'Wide must have a width of at least 60 pixels',
        },
      ],
    });
    expect((await replace(server, Buffer.from('no image'), 'new.png')).json.replaced).toEqual([]);
    const { version } = (await details(server)).json;
    await server.request('/api/collections/b/three', { method: 'DELETE' });
    const stale = { headers: { 'if-match': `"${version}"` } };
    expect((await replace(server, await plainPng(70, 70), 'new.png', stale)).status).toBe(412);
    const key = { as: { key: await server.key() } };
    expect((await replace(server, await plainPng(70, 70), 'new.png', key)).status).toBe(403);
    expect(await server.read('a/one/cover/logo.png')).toEqual(await plainPng(30, 20));
  });

  it('leaves a file that is replaced meanwhile as the other writer made it', async () => {
    const server = await startTestServer(await folder());
    const [mine, theirs] = [await plainPng(70, 70), await plainPng(44, 44)];
    const { version } = (await details(server)).json;
    const body = new FormData();
    body.append('file', new Blob([theirs]), 'logo.png');
    const [answer, saved] = await Promise.all([
      replace(server, mine, 'mine.png', { headers: { 'if-match': `"${version}"` } }),
      server.request('/api/collections/a/one/cover', { method: 'POST', body }),
    ]);
    expect(saved.status).toBe(200);
    expect([200, 412]).toContain(answer.status);
    // Whichever came first: the upload that did not ask about the others is there.
    expect(await server.read('a/one/cover/logo.png')).toEqual(theirs);
    const { json } = await server.request('/api/collections/a/one');
    expect(json.cover).toMatchObject({ size: theirs.length, width: 44 });
  });
});
