/** Files that come otherwise than whole in a form (spec/files.md#upload), and files of every kind by any way. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import {
  alphaPng,
  fixture,
  hostileFiles,
  orientedJpeg,
  plainPng,
  SCRIPTED_SVG,
  smallPdf,
  zipOf,
} from '../helpers/made-files.js';
import { type Answer, detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });

const PAGES: Files = {
  '.schemas/part.json': {
    id: 'part',
    properties: { id: { field: 'id' }, photo: type('image') },
    required: ['id'],
  },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      cover: type('image'),
      photos: type('gallery'),
      paper: type('file'),
      box: type('depot'),
      card: { type: 'card', field: 'card', schemaref: 'part' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', publicOperations: ['read', 'update'] },
  'pages/one.json': { id: 'one' },
  '.system/settings.json': { edition: 'pro' },
};

const ONE = '/api/collections/pages/one';

interface Piece {
  fields: Record<string, string | number>;
  bytes: Buffer | string;
  name?: string;
}

const lastOf = (path: string) => path.replace(/\?.*/, '').split('/').at(-1) ?? '';

function post(
  server: TestServer,
  path: string,
  { fields, bytes, name = 'a.bin' }: Piece,
  as?: { key: string },
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, String(value));
  body.append(lastOf(path), new Blob([Buffer.from(bytes)]), name);
  return server.request(path, { method: 'POST', body, ...(as && { as }) });
}

const whole = (server: TestServer, path: string, bytes: Buffer | string, name: string) =>
  post(server, path, { fields: {}, bytes, name });

const dropzone = (index: number, total: number, uuid = 'u-1') => ({
  dzuuid: uuid,
  dzchunkindex: index,
  dztotalchunkcount: total,
});

const part = (answer: Answer, key: string): JsonObject => {
  const { data } = answer.json;
  const value = isJsonObject(data) ? data[key] : undefined;
  return isJsonObject(value) ? value : {};
};

const temps = (server: TestServer) =>
  readdir(join(server.folder, '.system/tmp'), { recursive: true }).catch(() => [] as string[]);

/** A web server of this machine; the folder's settings let files be fetched from it. */
async function host(answer: RequestListener): Promise<{ url: string; files: Files }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { edition: 'pro', uploads: { allowedHosts: [name] }, general: { maxDownloadSize: 1 } };
  return { url: `http://${name}`, files: { ...PAGES, '.system/settings.json': settings } };
}

describe('the settings of uploads', () => {
  it('hold at once, and a value that is none is rejected', async () => {
    const { url, files } = await host((_request, response) => response.end('x'.repeat(3_000_000)));
    const server = await startTestServer({ ...files, '.system/settings.json': { edition: 'pro' } });
    const set = (json: JsonObject) => server.request('/api/settings', { method: 'PATCH', json });
    const send = async (fields = {}) =>
      (await post(server, `${ONE}/paper`, { fields, bytes: 'x'.repeat(3_000_000), name: 'a.txt' })).status;
    const fetched = async () =>
      (await server.request(`${ONE}/paper`, { method: 'POST', json: { paper: url } })).status;
    const pieces = { chunkindex: 0, totalchunkcount: 1 };
    expect([await send(), await send(pieces), await fetched()]).toEqual([200, 200, 400]);
    const sizes = { 'uploads.maxFileSize': 2.5, 'uploads.maxChunkedSize': 2, 'general.maxDownloadSize': 1 };
    await set({ ...sizes, 'uploads.allowedHosts': [new URL(url).host] });
    expect([await send(), await send(pieces), await fetched()]).toEqual([413, 413, 413]);
    await set({ 'uploads.maxFileSize': 0, 'uploads.maxChunkedSize': null, 'general.maxDownloadSize': 3 });
    expect([await send(), await send(pieces), await fetched()]).toEqual([200, 200, 200]);
    const wrong: JsonObject[] = [{ 'uploads.maxFileSize': -1 }, { 'uploads.allowedHosts': ['http://a/b'] }];
    for (const json of wrong) {
      expect([json, (await set(json)).status]).toEqual([json, 422]);
    }
  });
});

describe('a file in pieces', () => {
  it('answers every piece but the one that makes it whole with its status, in any order and spelling', async () => {
    const server = await startTestServer(PAGES);
    const film = await fixture('clip.mp4');
    const cut = (index: number) => film.subarray(index * 40_000, (index + 1) * 40_000);
    for (const index of [2, 0, 2]) {
      const answer = await post(server, `${ONE}/paper`, {
        fields: dropzone(index, 3),
        bytes: cut(index),
        name: 'clip.mp4',
      });
      expect([answer.status, answer.json]).toEqual([200, { status: 'chunk received' }]);
    }
    const last = await post(server, `${ONE}/paper`, {
      fields: dropzone(1, 3),
      bytes: cut(1),
      name: 'clip.mp4',
    });
    expect(last.status).toBe(200);
    expect(part(last, 'paper')).toMatchObject({ name: 'clip.mp4', mime: 'video/mp4', size: film.length });
    expect(await server.read('pages/one/paper/clip.mp4')).toEqual(film);

    for (const [index, text] of ['hello ', 'world'].entries()) {
      const fields = { chunkindex: index, totalchunkcount: 2 };
      await post(server, `${ONE}/box?path=notes`, { fields, bytes: text, name: 'note.txt' });
    }
    expect(String(await server.read('pages/one/box/notes/note.txt'))).toBe('hello world');
    expect(await temps(server)).toEqual(['chunks']);
  });

  it('keeps files apart that are sent at the same time, also by callers who call them the same', async () => {
    const server = await startTestServer(PAGES);
    const key = { key: await server.key() };
    const sendings = ['u-1', 'u-2', 'u-3'].flatMap((uuid) =>
      [0, 1, 2, 3].map((index) =>
        post(server, `${ONE}/box`, {
          fields: dropzone(index, 4, uuid),
          bytes: `${uuid}.${index} `,
          name: `${uuid}.txt`,
        }),
      ),
    );
    const same = [0, 1].map((index) =>
      post(
        server,
        `${ONE}/box`,
        { fields: dropzone(index, 2, 'u-1'), bytes: `key.${index} `, name: 'u-1.txt' },
        key,
      ),
    );
    const answers = await Promise.all([...sendings, ...same]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const names = (await readdir(join(server.folder, 'pages/one/box'))).sort();
    const texts = await Promise.all(
      names.map(async (name) => String(await server.read(`pages/one/box/${name}`))),
    );
    expect(texts.sort()).toEqual(
      [
        ...['u-1', 'u-2', 'u-3'].map((uuid) => [0, 1, 2, 3].map((index) => `${uuid}.${index} `).join('')),
        'key.0 key.1 ',
      ].sort(),
    );
  });

  it('rejects pieces that cannot be, in the short form, and looks at the whole like at any file', async () => {
    const server = await startTestServer(PAGES);
    const odd = await post(server, `${ONE}/paper`, { fields: dropzone(3, 3), bytes: 'x' });
    expect([odd.status, odd.json]).toMatchObject([
      400,
      { error: '"chunkindex" must be less than "totalchunkcount", 3', docs: '/docs/errors#bad-request' },
    ]);
    await post(server, `${ONE}/cover`, { fields: dropzone(0, 2), bytes: 'no ', name: 'a.jpg' });
    const cover = await post(server, `${ONE}/cover`, {
      fields: dropzone(1, 2),
      bytes: 'picture',
      name: 'a.jpg',
    });
    expect([cover.status, Object.keys(detailsOf(cover))]).toEqual([422, ['cover']]);
    expect(await temps(server)).toEqual(['chunks']);
  });
});

describe('a file by its address', () => {
  it('is fetched and saved as if it had been sent', async () => {
    const photo = await orientedJpeg(6);
    const { url, files } = await host((request, response) => {
      if (request.url === '/latest') response.writeHead(302, { Location: '/a/Quay%20view.jpg' }).end();
      else response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo);
    });
    const server = await startTestServer(files);
    const answer = await server.request(`${ONE}/cover`, { method: 'POST', json: { cover: `${url}/latest` } });
    expect([answer.status, answer.json.meta]).toEqual([200, { property: 'cover', file: 'Quay_view.jpg' }]);
    expect(part(answer, 'cover')).toMatchObject({ mime: 'image/jpeg', width: 80, height: 40 });
    const nested = await server.request(`${ONE}/card/photo`, {
      method: 'POST',
      json: { photo: `${url}/p.jpg` },
    });
    expect(nested.status).toBe(200);
    expect(await server.read('pages/one/card/photo/p.jpg')).toEqual(photo);
    expect(await temps(server)).toEqual([]);
  });

  it.each<[string, unknown, number, string]>([
    ['no address at all', {}, 400, 'No file in request for property: cover'],
    ['another key', { other: 'URL/a.jpg' }, 400, 'No file in request for property: cover'],
    ['a list', { cover: ['URL/a.jpg'] }, 400, 'The URL of the file must be text'],
    [
      'a private host',
      { cover: 'http://localhost:1234/a.jpg' },
      400,
      'The file cannot be fetched: "localhost" is not a public host',
    ],
    ['nothing there', { cover: 'URL/gone' }, 400, 'The file cannot be fetched: the host responded with 404'],
    ['more than it may have', { cover: 'URL/large' }, 413, 'The file is larger than 1048576 bytes'],
  ])('is rejected in the short form: %s', async (_what, body, status, message) => {
    const { url, files } = await host((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(1_200_000));
      else response.writeHead(404).end();
    });
    const server = await startTestServer(files);
    const json: unknown = JSON.parse(JSON.stringify(body).replace('URL', url));
    const answer = await server.request(`${ONE}/cover`, { method: 'POST', json });
    expect([answer.status, answer.json]).toMatchObject([
      status,
      { error: message, docs: `/docs/errors#${status === 413 ? 'too-large' : 'bad-request'}` },
    ]);
    expect(await temps(server)).toEqual([]);
    expect((await server.request(ONE)).json.cover ?? {}).not.toHaveProperty('size', 1_200_000);
  });
});

describe('files of every kind', () => {
  it('become images upright, with what they say of themselves', async () => {
    const server = await startTestServer(PAGES);
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
      const answer = await whole(server, `${ONE}/cover`, await orientedJpeg(orientation), 'corners.jpg');
      expect(part(answer, 'cover')).toMatchObject({
        alt: 'Four corners',
        width: 80,
        height: 40,
        exif: { aperture: 5.6 },
      });
    }
  });

  it('turns HEIC into a JPEG that is seen the same, with its EXIF, whatever it is called', async () => {
    const server = await startTestServer(PAGES);
    const answer = await whole(server, `${ONE}/cover`, await fixture('photo.heic'), 'IMG_1.jpg');
    expect(answer.status).toBe(200);
    const cover = part(answer, 'cover');
    expect(cover).toMatchObject({
      name: 'IMG_1.jpg',
      mime: 'image/jpeg',
      exif: { make: 'Plinth' },
    });
    const stored = await server.read('pages/one/cover/IMG_1.jpg');
    const [made, jpeg] = [await sharp(stored).metadata(), await fixture('photo.jpg')];
    const seen = (await sharp(jpeg).metadata()).autoOrient;
    expect([made.format, made.autoOrient]).toEqual(['jpeg', seen]);
    expect([cover.width, cover.height]).toEqual([seen.width, seen.height]);
    const small = (bytes: Buffer) =>
      sharp(bytes).autoOrient().resize(8, 8, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const [a, b] = [await small(stored), await small(jpeg)];
    const apart = a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
    expect(apart).toBeLessThan(12);
  });

  it('cleans scripts out of drawings, in a depot too', async () => {
    const server = await startTestServer(PAGES);
    for (const property of ['cover', 'box']) {
      const answer = await whole(server, `${ONE}/${property}`, SCRIPTED_SVG, 'drawing.svg');
      expect(answer.status).toBe(200);
      const stored = String(await server.read(`pages/one/${property}/drawing.svg`));
      expect(stored).not.toMatch(/script|onload|onclick|onerror|foreignObject|javascript:/i);
      expect(stored).toContain('rect');
    }
  });

  it.each([
    ['clip.mp4', () => fixture('clip.mp4'), 'video/mp4'],
    ['tone.mp3', () => fixture('tone.mp3'), 'audio/mpeg'],
    ['paper.pdf', async () => smallPdf(), 'application/pdf'],
    ['bundle.zip', () => zipOf({ 'a.txt': Buffer.from('a') }), 'application/zip'],
    ['animated.gif', () => fixture('animated.gif'), 'image/gif'],
    ['photo.PDF', alphaPng, 'image/png'],
  ])('keeps %s as it is, told by its content', async (name, make, mime) => {
    const server = await startTestServer(PAGES);
    const bytes = await make();
    const answer = await whole(server, `${ONE}/paper`, bytes, name);
    expect([answer.status, part(answer, 'paper').mime]).toEqual([200, mime]);
    const streamed = await fetch(`${server.url}/stream/pages/one/paper`, {
      headers: { cookie: server.cookie },
    });
    expect(Buffer.from(await streamed.arrayBuffer())).toEqual(bytes);
  });

  it('keeps what is no image out of images, and leaves nothing of it', async () => {
    const server = await startTestServer(PAGES);
    await whole(server, `${ONE}/cover`, await plainPng(), 'before.png');
    for (const { name, bytes, asImage } of await hostileFiles()) {
      const before = (await server.request(ONE)).json.cover;
      const answer = await whole(server, `${ONE}/cover`, bytes, name);
      expect([name, answer.status]).toEqual([name, asImage === 'taken' ? 200 : 422]);
      if (asImage === 'refused') {
        expect(Object.keys(detailsOf(answer))).toEqual(['cover']);
        expect((await server.request(ONE)).json.cover).toEqual(before);
      }
      const shown = await fetch(`${server.url}/stream/pages/one/cover`, {
        headers: { cookie: server.cookie },
      });
      expect(shown.headers.get('content-type')).toMatch(/^image\//);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      await shown.arrayBuffer();
      expect((await readdir(join(server.folder, 'pages/one/cover'))).length).toBe(1);
    }
    expect(await temps(server)).toEqual([]);
    expect(server.warnings()).toEqual([]);
  });
});
