import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { jpeg, photo, png } from '../fixtures/pictures.ts';
import { type Answer, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string, rules?: JsonObject, more: JsonObject = {}) => ({
  $ref: `https://example.test/${field}.json`,
  field,
  ...more,
  ...(rules && { settings: { rules } }),
});

const FILES = {
  '.schemas/part.json': {
    id: 'part',
    properties: { id: { field: 'id' }, photo: type('image') },
    required: ['id'],
  },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      cover: type('image'),
      small: type(
        'image',
        { width: { max: 50 }, height: { max: 10 }, filetype: ['image/png'], size: { max: 0.1 } },
        { label: 'Small one' },
      ),
      needed: type('image'),
      photos: type('gallery'),
      pair: type('gallery', { count: { max: 2 } }),
      paper: type('file'),
      box: type('depot'),
      card: { type: 'card', field: 'card', schemaref: 'part' },
      deck: { type: 'deck', field: 'deck', schemaref: 'part' },
    },
    required: ['id', 'title', 'needed'],
    index: ['id', 'title', 'cover'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', title: 'One', deck: { a: { id: 'a' } }, odd: 'kept' },
};

const ONE = '/api/collections/pages/one';

function send(server: TestServer, path: string, bytes: Buffer | string, name = 'Quay.jpg', field?: string) {
  const body = new FormData();
  const key = field ?? path.replace(/\?.*/, '').split('/').at(-1) ?? '';
  body.append(key, new Blob([Buffer.from(bytes)]), name);
  return server.request(path, { method: 'POST', body });
}

const savedIn = ({ json }: Answer) => json.data as JsonObject;
const propertyOf = async (server: TestServer, property: string) => (await server.request(ONE)).json[property];

/** Paths of the files of the object. */
async function onDisk(server: TestServer): Promise<string[]> {
  const folder = join(server.folder, 'pages/one');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('saving a file', () => {
  it('tells everything an image says of itself, upright', async () => {
    const server = await startTestServer(FILES);
    const answer = await send(server, `${ONE}/cover`, await photo(6), 'Hafen Größe.JPG');
    expect([answer.status, answer.json.meta]).toEqual([
      200,
      { property: 'cover', file: 'Hafen_Groesse.JPG' },
    ]);
    const cover = savedIn(answer).cover;
    expect(cover).toMatchObject({
      name: 'Hafen_Groesse.JPG',
      alt: 'A quay',
      focalpoint: { x: 50, y: 50 },
      mime: 'image/jpeg',
      width: 300,
      height: 400,
      exif: {
        camera: 'Fuji X100V',
        aperture: 5.6,
        shutterSpeed: '1/250',
        date: '2026-03-02T07:11:00+00:00',
      },
      hash: expect.stringMatching(/^[0-9a-f]{8}$/),
      url: '/imageworks/pages/one/cover.jpg',
    });
    expect(savedIn(answer).cover).toHaveProperty(
      'palette.0',
      expect.stringMatching(/^#3[0-9a-f]6[0-9a-f]9[0-9a-f]$/),
    );
    const stored = JSON.parse((await server.read('pages/one.json')).toString());
    expect(stored.cover).not.toHaveProperty('url');
    expect(stored.odd).toBe('kept');
    expect(answer.headers.get('etag')).toBe((await server.request(ONE)).headers.get('etag'));
    const derived = await fetch(`${server.url}/imageworks/pages/one/cover.jpg?w=30`);
    const meta = await sharp(Buffer.from(await derived.arrayBuffer())).metadata();
    expect([meta.width, meta.height, meta.exif]).toEqual([30, 40, undefined]);
  });

  it('keeps in the file where a image was taken, and shows it only where a setting says so', async () => {
    const server = await startTestServer(FILES);
    const position = { latitude: '43.36', longitude: '-8.41' };
    const shown = async () => {
      const texts = [ONE, '/api/collections/pages', '/api/collections/pages/query'].map(async (path) =>
        (await server.request(path)).text.includes('43.36'),
      );
      return [...new Set(await Promise.all(texts))];
    };
    const stored = async () => JSON.parse((await server.read('pages/one.json')).toString()).cover.exif;
    const answer = await send(server, `${ONE}/cover`, await photo(6), 'quay.jpg');
    expect(answer.text).not.toContain('43.36');
    expect([await stored(), await shown()]).toEqual([expect.objectContaining(position), [false]]);

    // What a form sends back is what it was shown.
    const { exif } = (await server.request(ONE)).json.cover as { exif: JsonObject };
    const saved = await server.request(`${ONE}/cover`, {
      method: 'PATCH',
      json: { exif: { ...exif, camera: 'Other' } },
    });
    expect([saved.status, await stored()]).toEqual([200, { ...exif, camera: 'Other', ...position }]);

    const set = (value: boolean) =>
      server.request('/api/settings', { method: 'PATCH', json: { 'imageworks.showLocation': value } });
    expect((await set(true)).status).toBe(200);
    expect(await shown()).toEqual([true]);
    expect((await set(false)).status).toBe(200);
    expect(await shown()).toEqual([false]);
    await server.request(`${ONE}/cover`, { method: 'PATCH', json: { exif: null } });
    expect(await stored()).toEqual({});
  });

  it('replaces an image, keeps its metadata, and the old file can be restored', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/cover`, await photo(), 'a.jpg');
    await server.request(`${ONE}/cover/a.jpg`, {
      method: 'PATCH',
      json: { alt: 'Boats', focalpoint: { x: 10, y: 20 }, featured: true },
    });
    const second = await send(server, `${ONE}/cover`, await png(), 'b.png');
    expect(savedIn(second).cover).toMatchObject({
      name: 'b.png',
      alt: 'Boats',
      featured: true,
      focalpoint: { x: 50, y: 50 },
    });
    expect(await onDisk(server)).toEqual(['cover/b.png']);
    const [entry] = (await server.request('/api/trash')).json.entries as JsonObject[];
    expect(entry).toMatchObject({ kind: 'file', collection: 'pages', object: 'one', title: 'a.jpg' });
    const taken = await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' });
    expect(taken.status, 'another file stands there').toBe(422);
    const gone = await server.request(`${ONE}/cover/b.png`, { method: 'DELETE' });
    expect([gone.status, gone.headers.get('x-trash-id')]).toEqual([200, expect.any(String)]);
    expect((await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' })).status).toBe(200);
    expect(await propertyOf(server, 'cover')).toMatchObject({
      name: 'a.jpg',
      alt: 'Boats',
      focalpoint: { x: 10, y: 20 },
    });
    expect(await onDisk(server)).toEqual(['cover/a.jpg']);
  });

  it('under the same name keeps the old bytes in the trash', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/paper`, 'first', 'a.txt');
    await send(server, `${ONE}/paper`, 'second', 'a.txt');
    expect((await server.read('pages/one/paper/a.txt')).toString()).toBe('second');
    const [entry] = (await server.request('/api/trash')).json.entries as JsonObject[];
    expect((await server.read(`.system/trash/${entry?.id}/files/paper/a.txt`)).toString()).toBe('first');
  });

  it('gives every image of a gallery a stem of its own, and replaces one in its place', async () => {
    const server = await startTestServer(FILES);
    for (const name of ['a.jpg', 'A.png', 'b.jpg']) await send(server, `${ONE}/photos`, await jpeg(), name);
    const names = async () => ((await propertyOf(server, 'photos')) as JsonObject[]).map(({ name }) => name);
    expect(await names()).toEqual(['a.jpg', expect.stringMatching(/^A-[0-9a-f]{5}\.jpg$/), 'b.jpg']);
    const order = ((await propertyOf(server, 'photos')) as JsonObject[]).toReversed();
    expect((await server.request(ONE, { method: 'PATCH', json: { photos: order } })).status).toBe(200);
    expect((await names())[0]).toBe('b.jpg');
    const replaced = await send(server, `${ONE}/photos/b.jpg`, await png(), 'other.png', 'b.jpg');
    expect(replaced.status).toBe(200);
    expect((await names())[0]).toBe('b.png');
    expect((await onDisk(server)).filter((path) => path.includes('/b.'))).toEqual(['photos/b.png']);
    expect((await send(server, `${ONE}/photos/nope.jpg`, await png())).status).toBe(404);
  });

  it('keeps every one of many uploads at once', async () => {
    const server = await startTestServer(FILES);
    const bytes = await png();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(server, `${ONE}/photos`, bytes, n % 2 ? 'same.png' : `n${n}.png`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const names = ((await propertyOf(server, 'photos')) as JsonObject[]).map(({ name }) => String(name));
    expect(new Set(names).size).toBe(12);
    expect(await onDisk(server)).toEqual(names.map((name) => `photos/${name}`).sort());
  });

  it('reaches into cards and items of decks', async () => {
    const server = await startTestServer(FILES);
    expect((await send(server, `${ONE}/card/photo`, await png(), 'c.png')).status).toBe(200);
    expect((await send(server, `${ONE}/deck/a/photo`, await png(), 'd.png')).json.meta).toEqual({
      property: 'deck/a/photo',
      file: 'd.png',
    });
    expect(await propertyOf(server, 'deck')).toMatchObject({
      a: { photo: { name: 'd.png', url: '/imageworks/pages/one/deck/a/photo.png' } },
    });
    expect((await send(server, `${ONE}/deck/nope/photo`, await png())).status).toBe(404);
    expect((await server.request(`${ONE}/deck/deck/a`, { method: 'DELETE' })).status).toBe(200);
    expect(await onDisk(server)).toEqual(['card/photo/c.png']);
  });

  it('offers files under the names their senders gave them', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/paper`, '%PDF-1.4\n', 'Tarif « été ».pdf', 'file');
    expect(await propertyOf(server, 'paper')).toMatchObject({
      download: 'Tarif « été ».pdf',
      mime: 'application/pdf',
      ext: 'pdf',
      count: 0,
      protected: true,
      url: '/download/pages/one/paper',
    });
    const answer = await fetch(`${server.url}/download/pages/one/paper`);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Tarif%20");
    expect(await answer.text()).toBe('%PDF-1.4\n');
  });

  it('cleans a drawing of its scripts', async () => {
    const server = await startTestServer(FILES);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script><rect width="9" height="9" onload="x"/></svg>';
    await send(server, `${ONE}/cover`, svg, 'a.svg');
    expect((await server.read('pages/one/cover/a.svg')).toString()).not.toMatch(/script|onload/);
    await send(server, `${ONE}/paper`, svg, 'b.svg');
    expect((await server.read('pages/one/paper/b.svg')).toString()).not.toMatch(/script|onload/);
  });

  it.each<[what: string, property: string, file: () => Promise<Buffer | string>, name: string, says: string]>(
    [
      ['a page called an image', 'cover', async () => '<html></html>', 'a.jpg', 'Cover must be an image'],
      [
        'a torn image',
        'cover',
        async () => (await jpeg()).subarray(0, 900),
        'a.jpg',
        'Cover cannot be read as an image',
      ],
      ['too many pixels', 'cover', async () => bomb(), 'a.png', 'Cover must have at most 80 million pixels'],
      ['a script', 'paper', async () => 'alert(1)', 'a.php', 'Paper must not be a program or a script'],
      ['a script behind a second name', 'box', async () => 'x', 'a.php.txt', 'Box must not be a program'],
      [
        'a drawing that is none',
        'paper',
        async () => '<html><svg ></svg></html>',
        'a.svg',
        'Paper cannot be read as an SVG image',
      ],
    ],
  )('rejects %s and keeps nothing of it', async (_what, property, file, name, says) => {
    const server = await startTestServer(FILES);
    const before = await server.read('pages/one.json');
    const answer = await send(server, `${ONE}/${property}`, await file(), name);
    expect([answer.status, JSON.stringify(answer.json)]).toEqual([422, expect.stringContaining(says)]);
    expect(await server.read('pages/one.json')).toEqual(before);
    expect([await onDisk(server), await readdir(join(server.folder, '.system/tmp'))]).toEqual([[], []]);
  });

  it('names every rule a file breaks', async () => {
    const server = await startTestServer(FILES);
    const { json } = await send(server, `${ONE}/small`, await jpeg(60, 45), 'a.jpg');
    expect(json.error).toMatchObject({
      details: {
        small: [
          'Small one must have a size of at most 0.1 KB',
          'Small one must be of the type image/png, not image/jpeg',
          'Small one must have a width of at most 50 pixels',
          'Small one must have a height of at most 10 pixels',
        ],
      },
    });
    for (const name of ['a.png', 'b.png'])
      expect((await send(server, `${ONE}/pair`, await png(), name)).status).toBe(200);
    const third = await send(server, `${ONE}/pair`, await png(), 'c.png');
    expect(JSON.stringify(third.json)).toContain('Pair must have at most 2 files');
  });

  it('without a file, or to what holds none, says so', async () => {
    const server = await startTestServer(FILES);
    const none = await send(server, `${ONE}/cover`, 'x', 'a.jpg', 'another');
    expect([none.status, none.json]).toMatchObject([
      400,
      { error: 'No file in request for property: cover', docs: '/docs/errors#bad-request' },
    ]);
    expect((await server.request(`${ONE}/cover`, { method: 'POST', body: 'x' })).status).toBe(400);
    expect((await send(server, `${ONE}/title`, await png())).status).toBe(404);
    expect((await send(server, '/api/collections/pages/nope/cover', await png())).status).toBe(404);
    expect((await send(server, `${ONE}/cover/..%2f..`, await png())).status).toBe(404);
  });

  it('asks for the right to change the object', async () => {
    const server = await startTestServer(FILES);
    const body = new FormData();
    body.append('cover', new Blob(['x']), 'a.jpg');
    const key = await server.key({ methods: ['GET'] });
    expect((await server.request(`${ONE}/cover`, { method: 'POST', body, as: 'nobody' })).status).toBe(401);
    expect((await server.request(`${ONE}/cover`, { method: 'POST', body, as: { key } })).status).toBe(403);
  });

  it('made on an old version is rejected, and nothing is lost', async () => {
    const server = await startTestServer(FILES);
    const body = new FormData();
    body.append('cover', new Blob([Buffer.from(await png())]), 'a.png');
    const stale = await server.request(`${ONE}/cover`, {
      method: 'POST',
      body,
      headers: { 'if-match': '"old"' },
    });
    expect([stale.status, await onDisk(server)]).toEqual([412, []]);
  });
});

/** A picture of 10,000 by 10,000 pixels in few bytes. */
const bomb = () =>
  sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();

describe('metadata of a file', () => {
  it('is changed by PATCH and replaced by PUT, machine values stay', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/photos`, await png(), 'a.png');
    const path = `${ONE}/photos/a.png`;
    await server.request(path, { method: 'PATCH', json: { alt: 'A', caption: 'C', width: 9 } });
    const put = await server.request(path, { method: 'PUT', json: { caption: 'New' } });
    expect((put.json.photos as JsonObject[])[0]).toMatchObject({
      alt: '',
      caption: 'New',
      width: 40,
      name: 'a.png',
    });
    expect((await server.request(`${ONE}/photos/nope.png`, { method: 'PATCH', json: {} })).status).toBe(404);
    expect((await server.request(path, { method: 'PATCH', json: [1] })).status).toBe(400);
    const wrong = await server.request(path, { method: 'PATCH', json: { focalpoint: { x: 101, y: 0 } } });
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([
      422,
      expect.stringContaining('Photos must have a focalpoint'),
    ]);
    const unknown = await server.request(path, { method: 'PATCH', json: { atl: 'x' } });
    expect(JSON.stringify(unknown.json)).toContain('must not have a key \\"atl\\"');
  });

  it('can be said with the whole object, which cannot invent or lose a file unseen', async () => {
    const server = await startTestServer(FILES);
    for (const name of ['a.png', 'b.png']) await send(server, `${ONE}/photos`, await png(), name);
    const invented = await server.request(ONE, { method: 'PATCH', json: { photos: [{ name: 'evil.png' }] } });
    expect([invented.status, JSON.stringify(invented.json)]).toEqual([
      422,
      expect.stringContaining('there is no such file'),
    ]);
    const [a] = (await propertyOf(server, 'photos')) as JsonObject[];
    const said = await server.request(ONE, { method: 'PATCH', json: { photos: [{ ...a, alt: 'A' }] } });
    expect(said.json.photos).toMatchObject([{ name: 'a.png', alt: 'A' }]);
    expect(await onDisk(server)).toEqual(['photos/a.png']);
    const [entry] = (await server.request('/api/trash')).json.entries as JsonObject[];
    await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' });
    expect(await propertyOf(server, 'photos')).toMatchObject([{ name: 'a.png' }, { name: 'b.png' }]);
  });

  it('hashes a password, and shows only that there is one', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/paper`, 'secret', 'a.txt');
    const { json } = await server.request(`${ONE}/paper/a.txt`, {
      method: 'PATCH',
      json: { password: 'sesame' },
    });
    expect(json.paper).toMatchObject({ password: '', hasPassword: true });
    const stored = JSON.parse((await server.read('pages/one.json')).toString());
    expect(stored.paper.password).toMatch(/^\$2y\$/);
    await server.request(`${ONE}/paper/a.txt`, { method: 'PATCH', json: { alt: 'x', password: '' } });
    expect(JSON.parse((await server.read('pages/one.json')).toString()).paper.password).toBe(
      stored.paper.password,
    );
  });

  it('does not let a required file go, only be replaced', async () => {
    const server = await startTestServer(FILES);
    expect(
      (await server.request(ONE, { method: 'PATCH', json: { title: 'Two' } })).status,
      'may still be missing',
    ).toBe(200);
    await send(server, `${ONE}/needed`, await png(), 'a.png');
    expect((await server.request(`${ONE}/needed/a.png`, { method: 'DELETE' })).status).toBe(422);
    expect((await server.request(ONE, { method: 'PATCH', json: { needed: null } })).status).toBe(422);
    expect((await send(server, `${ONE}/needed`, await png(), 'b.png')).status).toBe(200);
  });
});

describe('a depot', () => {
  const names = (value: unknown): unknown[] =>
    ((value as JsonObject).files as JsonObject[]).map((entry) =>
      entry.mime === 'folder' ? [entry.name, names(entry)] : entry.name,
    );

  it('has folders on the disk and in the object', async () => {
    const server = await startTestServer(FILES);
    const tree = async () => names(await propertyOf(server, 'box'));
    await send(server, `${ONE}/box/2026/spring`, 'hello', 'a.txt', 'box');
    await send(server, `${ONE}/box?path=2026`, 'two', 'b.txt', 'box');
    await server.request(`${ONE}/box/folder`, { method: 'POST', json: { path: 'old/years' } });
    expect(await tree()).toEqual([
      ['2026', [['spring', ['a.txt']], 'b.txt']],
      ['old', [['years', []]]],
    ]);
    expect((await fetch(`${server.url}/download/pages/one/box/a.txt?path=2026/spring`)).status).toBe(200);

    const move = (path: string, destination: unknown) =>
      server.request(`${ONE}/box/${path}`, { method: 'PUT', json: { destination } });
    expect((await move('a.txt/move?path=2026/spring', 'old')).json).toEqual({ moved: true });
    expect(await onDisk(server)).toEqual(['box/2026/b.txt', 'box/old/a.txt']);
    const renamed = await server.request(`${ONE}/box/folder/rename?path=old`, {
      method: 'PUT',
      json: { name: 'Docs' },
    });
    expect([renamed.status, await tree()]).toEqual([
      200,
      [
        ['2026', [['spring', []], 'b.txt']],
        ['Docs', [['years', []], 'a.txt']],
      ],
    ]);
    expect((await server.request('/api/trash')).json.entries, 'a move is no deletion').toEqual([]);

    const gone = await server.request(`${ONE}/box/Docs`, { method: 'DELETE' });
    expect([gone.status, await tree(), await onDisk(server)]).toEqual([
      200,
      [['2026', [['spring', []], 'b.txt']]],
      ['box/2026/b.txt'],
    ]);
    await server.request(`/api/trash/${gone.headers.get('x-trash-id')}/restore`, { method: 'POST' });
    expect(await tree()).toEqual([
      ['2026', [['spring', []], 'b.txt']],
      ['Docs', ['a.txt']],
    ]);
  });

  it.each([
    ['a.txt/move', { destination: '../../x' }, 400],
    ['a.txt/move', { destination: '/etc' }, 400],
    ['a.txt/move', { destination: 'C:\\x' }, 400],
    ['a.txt/move', { destination: 5 }, 400],
    ['a.txt/move', {}, 400],
    ['a.txt/move', { destination: '' }, 400],
    ['nope.txt/move', { destination: 'x' }, 404],
    ['x/move', { destination: 'x/y' }, 400],
    ['x/move', { destination: 'X/y' }, 400],
    ['folder/rename?path=x', { name: 'a/b' }, 400],
    ['folder/rename?path=x', { name: '..' }, 400],
    ['folder/rename?path=x', { name: 'A.TXT' }, 400],
    ['folder/rename?path=nope', { name: 'b' }, 404],
    ['folder/rename', { name: 'b' }, 400],
  ])('%s with %j is rejected with %i', async (path, json, status) => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/box`, 'hello', 'a.txt');
    await send(server, `${ONE}/box/x`, 'in', 'in.txt', 'box');
    const before = await server.read('pages/one.json');
    expect((await server.request(`${ONE}/box/${path}`, { method: 'PUT', json })).status).toBe(status);
    expect(await server.read('pages/one.json')).toEqual(before);
    expect(await onDisk(server)).toEqual(['box/a.txt', 'box/x/in.txt']);
  });

  it('finds folders by another spelling, and keeps theirs', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/box/docs`, 'one', 'a.txt', 'box');
    expect((await send(server, `${ONE}/box?path=DOCS`, 'two', 'b.txt', 'box')).status).toBe(200);
    await send(server, `${ONE}/box`, 'three', 'c.txt', 'box');
    const moved = { method: 'PUT', json: { destination: 'Docs/New' } };
    expect((await server.request(`${ONE}/box/c.txt/move`, moved)).status).toBe(200);
    expect(await onDisk(server)).toEqual(['box/docs/New/c.txt', 'box/docs/a.txt', 'box/docs/b.txt']);
    for (const path of ['b.txt?path=docs', 'c.txt?path=docs/New']) {
      expect((await fetch(`${server.url}/download/pages/one/box/${path}`)).status).toBe(200);
    }
    const renamed = { method: 'PUT', json: { name: 'Docs' } };
    expect((await server.request(`${ONE}/box/folder/rename?path=docs`, renamed)).status).toBe(200);
    expect(await onDisk(server)).toEqual(['box/Docs/New/c.txt', 'box/Docs/a.txt', 'box/Docs/b.txt']);
  });

  it('answers how many derivatives it dropped', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${ONE}/photos`, await png(), 'a.png');
    for (const width of [10, 20]) await fetch(`${server.url}/imageworks/pages/one/photos/a.png?w=${width}`);
    const clear = async (path: string) =>
      (await server.request(`${ONE}/${path}/cache`, { method: 'DELETE' })).json;
    expect(await clear('photos/a.png')).toEqual({ deleted: 2 });
    expect(await clear('photos')).toEqual({ deleted: 0 });
  });
});
