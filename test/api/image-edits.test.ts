/** Images that are cropped, rotated and mirrored while their files stay (spec/images.md#edits). */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mergeDocuments } from '../../server/contract/merge/merge.js';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const [RED, GREEN, BLUE, WHITE] = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;

/** Red, green, blue and white quarters, from left to right and top to bottom. */
const quarters = (width = 40, height = 20) => {
  const at = (fill: string, x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="${width / 2}" height="${height / 2}" fill="${fill}"/>`;
  const all = [
    at(RED, 0, 0),
    at(GREEN, width / 2, 0),
    at(BLUE, 0, height / 2),
    at(WHITE, width / 2, height / 2),
  ];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${all.join('')}</svg>`,
  );
};
const photo = (width = 40, height = 20) => sharp(quarters(width, height)).png().toBuffer();

const type = (field: string, settings: JsonObject = {}) => ({
  $ref: `https://example.test/${field}.json`,
  field,
  settings,
});

const FILES: Files = {
  '.schemas/part.json': { id: 'part', properties: { id: { field: 'id' }, photo: type('image') } },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      cover: type('image'),
      wide: type('image', { rules: { width: { min: 30 }, aspectratio: '2:1' } }),
      photos: type('gallery'),
      paper: type('file'),
      deck: { type: 'deck', field: 'deck', schemaref: 'part' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', title: 'One', deck: { a: { id: 'a' } } },
  'pages/two.json': { id: 'two', title: 'Two' },
};

const ONE = '/api/collections/pages/one';
const LEFT: JsonObject = { crop: { x: 0, y: 0, width: 50, height: 100 } };

async function upload(server: TestServer, place: string, bytes: Buffer, name = 'a.png') {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(bytes)]), name);
  const answer = await server.request(`${ONE}/${place}`, { method: 'POST', body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
}

const edit = (server: TestServer, place: string, json: JsonObject) =>
  server.request(`${ONE}/${place}`, { method: 'PATCH', json });

async function value(server: TestServer, place = 'cover'): Promise<JsonObject> {
  let part: unknown = (await server.request(ONE)).json;
  for (const key of place.split('/')) part = Object(part)[key];
  const [first] = [part].flat();
  return isJsonObject(first as JsonObject) ? (first as JsonObject) : {};
}

/** Size and corner colors of what an address answers. */
async function seen(server: TestServer, path: string) {
  const answer = await fetch(server.url + path);
  if (answer.status !== 200) return { status: answer.status, corners: [] };
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return `#${data.toString('hex', start, start + 3)}`;
  };
  const [right, bottom] = [info.width - 1, info.height - 1];
  return {
    etag: answer.headers.get('etag'),
    size: [info.width, info.height],
    corners: [at(0, 0), at(right, 0), at(0, bottom), at(right, bottom)],
  };
}

describe('an edited image', () => {
  it('is served cropped, rotated and mirrored at its address, with its size, and the file stays', async () => {
    const server = await startTestServer(FILES);
    const bytes = await photo();
    await upload(server, 'cover', bytes);
    const before = await value(server);
    const plain = await seen(server, String(before.url));
    expect(plain).toMatchObject({ size: [40, 20], corners: [RED, GREEN, BLUE, WHITE] });

    const set = await edit(server, 'cover', { edit: { ...LEFT, rotate: 0 }, alt: 'Quarters' });
    expect(set.status).toBe(200);
    const after = await value(server);
    expect(after).toMatchObject({
      alt: 'Quarters',
      width: 20,
      height: 20,
      edit: { flip: false, rotate: 0, crop: { x: 0, y: 0, width: 50, height: 100 } },
    });
    expect(after.hash).not.toBe(before.hash);
    expect(after.edit).toMatchObject({ original: { width: 40, height: 20 } });
    const cut = await seen(server, `${after.url}?hash=${after.hash}`);
    expect(cut).toMatchObject({ size: [20, 20], corners: [RED, RED, BLUE, BLUE] });
    expect(cut.etag).not.toBe(plain.etag);
    expect(await readFile(join(server.folder, 'pages/one/cover/a.png'))).toEqual(bytes);
    expect(await seen(server, `${after.url}?edit=none`)).toMatchObject({ etag: plain.etag, size: [40, 20] });
    expect(await seen(server, `${after.url}?w=10`)).toMatchObject({ size: [10, 10] });

    await edit(server, 'cover', { edit: { rotate: 90, flip: true } });
    expect(await value(server)).toMatchObject({ width: 20, height: 40 });
    expect(await seen(server, String(after.url))).toMatchObject({
      size: [20, 40],
      corners: [WHITE, GREEN, BLUE, RED],
    });

    await edit(server, 'cover', { edit: null });
    const again = await value(server);
    expect(again).toMatchObject({ width: 40, height: 20, alt: 'Quarters' });
    expect(again).not.toHaveProperty('edit');
    expect(await seen(server, String(after.url))).toMatchObject({ etag: plain.etag });
  });

  it('can be in a gallery and in an item of a deck, and takes its edit along as a copy', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'photos', await photo());
    await upload(server, 'deck/a/photo', await photo());
    for (const place of ['photos/a.png', 'deck/a/photo/a.png']) {
      expect((await edit(server, place, { edit: LEFT, focalpoint: { x: 100, y: 0 } })).status).toBe(200);
    }
    for (const place of ['photos', 'deck/a/photo']) {
      const item = await value(server, place);
      expect([item.width, item.height]).toEqual([20, 20]);
      expect(await seen(server, String(item.url))).toMatchObject({ corners: [RED, RED, BLUE, BLUE] });
    }
    const from = { collection: 'pages', id: 'one', path: 'photos/a.png' };
    for (const place of ['cover', 'paper']) {
      const copied = await server.request(`/api/collections/pages/two/${place}`, {
        method: 'POST',
        json: { from },
      });
      expect(copied.status, JSON.stringify(copied.json)).toBe(200);
    }
    const { cover, paper } = (await server.request('/api/collections/pages/two')).json;
    expect(cover).toMatchObject({ width: 20, height: 20, focalpoint: { x: 100, y: 0 }, edit: LEFT });
    expect(paper).not.toHaveProperty('edit');
    expect(paper, 'the point is one of the cropped image').not.toHaveProperty('focalpoint');
  });

  it('loses its edit with its file, and moves its focal point with what it shows', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'cover', await photo());
    await edit(server, 'cover', { focalpoint: { x: 40, y: 10 } });
    await edit(server, 'cover', { edit: LEFT });
    expect(await value(server)).toMatchObject({ focalpoint: { x: 80, y: 10 } });
    await edit(server, 'cover', { edit: LEFT, focalpoint: { x: 10, y: 10 } });
    expect(await value(server)).toMatchObject({ focalpoint: { x: 10, y: 10 } });
    await edit(server, 'cover', { edit: null, focalpoint: { x: 40, y: 10 } });

    await edit(server, 'cover', { edit: LEFT });
    const whole = (await server.request(ONE)).json;
    const sent = { ...whole, title: 'Other', cover: { ...Object(whole.cover), width: 3, height: 4 } };
    expect((await server.request(ONE, { method: 'PUT', json: sent })).status).toBe(200);
    expect(await value(server)).toMatchObject({ width: 20, height: 20, focalpoint: { x: 80, y: 10 } });

    await upload(server, 'cover', await photo(60, 30), 'b.png');
    const replaced = await value(server);
    expect(replaced).toMatchObject({ width: 60, height: 30, focalpoint: { x: 50, y: 50 } });
    expect(replaced).not.toHaveProperty('edit');
  });

  it('stays within the rules of its field', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'wide', await photo(80, 40));
    const wrong = await edit(server, 'wide/a.png', {
      edit: { crop: { x: 0, y: 0, width: 25, height: 100 } },
    });
    expect([wrong.status, detailsOf(wrong).wide]).toEqual([
      422,
      [expect.stringContaining('a width of at least 30'), expect.stringContaining('aspect ratio 2:1')],
    ]);
    const wide = (await server.request(ONE)).json.wide;
    const put = await server.request(ONE, {
      method: 'PUT',
      json: { wide: { ...Object(wide), edit: { rotate: 90 } } },
    });
    expect([put.status, JSON.stringify(detailsOf(put))]).toEqual([
      422,
      expect.stringContaining('aspect ratio'),
    ]);
    const half = { crop: { x: 25, y: 25, width: 50, height: 50 } };
    expect((await edit(server, 'wide', { edit: half })).status).toBe(200);
  });

  it('takes no edit of another kind, none of a drawing, and none in a field for any files', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'cover', await photo());
    await upload(server, 'photos', quarters(), 'b.svg');
    await upload(server, 'paper', await photo());
    const bad: JsonObject[] = [
      { crop: { x: -1, y: 0, width: 50, height: 50 } },
      { crop: { x: 60, y: 0, width: 50, height: 50 } },
      { crop: { x: 0, y: 0, width: 0, height: 50 } },
      { crop: { x: null, y: 0, width: 50, height: 50 } },
      { rotate: 30 },
      { blur: 1 },
    ];
    for (const one of bad) {
      const answer = await edit(server, 'cover', { edit: one });
      expect([answer.status, Object.keys(detailsOf(answer))], JSON.stringify(one)).toEqual([422, ['cover']]);
    }
    expect((await edit(server, 'photos/b.svg', { edit: LEFT })).status).toBe(422);
    expect((await edit(server, 'photos/b.svg', { edit: null, alt: 'Drawing' })).status).toBe(200);
    expect((await edit(server, 'paper/a.png', { edit: LEFT })).status).toBe(422);
    const { url } = await value(server);
    expect(await seen(server, `${url}?edit=0,0,60,0,50,50`)).toMatchObject({ status: 400 });
    expect(await seen(server, `${url}?edit=180,0,0,0,50,50`)).toMatchObject({
      size: [20, 10],
      corners: Array(4).fill(WHITE),
    });
  });

  it('shows the whole image where another program wrote an edit that is none, and any other file cropped alike', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'cover', await photo());
    await edit(server, 'cover', { edit: LEFT });
    const { url } = await value(server);
    // Another program puts a larger image in its place.
    await writeFile(join(server.folder, 'pages/one/cover/a.png'), await photo(80, 60));
    expect(await seen(server, String(url))).toMatchObject({
      size: [40, 60],
      corners: [RED, RED, BLUE, BLUE],
    });
    const path = join(server.folder, 'pages/one.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"width": ?50/, '"width": 5e400'));
    await expect
      .poll(async () => (await seen(server, `${url}?w=80&random=${Math.random()}`)).size)
      .toEqual([80, 60]);
  });
});

describe('two changes of an edited image', () => {
  const rules = () => ({ rule: 'file' as const });
  const cover = { name: 'a.png', alt: '', width: 40, height: 20, size: 9, uploadDate: '1', hash: 'a' };
  const cropped = { ...cover, width: 20, hash: 'b', edit: { flip: false, rotate: 0, ...LEFT } };

  it('are joined where one crops it and the other describes it', () => {
    const { document, clashes } = mergeDocuments(
      { base: { cover }, mine: { cover: cropped }, theirs: { cover: { ...cover, alt: 'Quay', hash: 'c' } } },
      rules,
    );
    expect(clashes).toEqual([]);
    expect(document.cover).toMatchObject({ alt: 'Quay', width: 20, edit: LEFT });
  });

  it('clash where one rotates it and the other puts another file in its place', () => {
    const turned = { ...cover, hash: 'b', edit: { flip: false, rotate: 180 } };
    const other = { ...cover, size: 10, uploadDate: '2', hash: 'd' };
    const { clashes } = mergeDocuments(
      { base: { cover }, mine: { cover: turned }, theirs: { cover: other } },
      rules,
    );
    expect(clashes.map(({ path }) => path)).toEqual([['cover']]);
  });
});
