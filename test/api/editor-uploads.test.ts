/** Uploads of the rich-text editor (spec/files.md#editor-uploads): one link, which leads to the file. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, orientedJpeg, plainPng, SCRIPTED_SVG, smallPdf } from '../helpers/made-files.js';
import { detailsOf, type Files, type Sent, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });

const PAGES: Files = {
  '.schemas/part.json': {
    id: 'part',
    properties: { id: { field: 'id' }, text: { field: 'styledtext' } },
    required: ['id'],
  },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      text: { field: 'styledtext' },
      closed: {
        field: 'styledtext',
        settings: { videoProtectedByCollection: true, rules: { size: { max: 100 } } },
      },
      cover: type('image'),
      box: type('depot'),
      deck: { type: 'deck', field: 'deck', schemaref: 'part' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page', groups: ['team'] },
  'pages/one.json': { id: 'one', deck: { a: { id: 'a', text: '' } } },
};

const UPLOAD = '/api/upload/pages/one';

function send(
  server: TestServer,
  path: string,
  bytes: Buffer | string,
  name: string,
  fields: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([Buffer.from(bytes)]), name);
  return server.request(`${UPLOAD}/${path}`, { method: 'POST', body });
}

/** What is behind a link, asked by nobody in particular. */
async function behind(server: TestServer, link: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${link}`, { headers });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

describe('an upload for a rich text', () => {
  it('answers a public link to the image, the stream or the download', async () => {
    const server = await startTestServer(PAGES);
    const image = await send(server, 'text', await orientedJpeg(6), 'My Quay.JPG', {
      w: '20',
      csrf_token: 'x',
    });
    expect([image.status, image.json]).toEqual([
      200,
      { link: '/imageworks/upload/pages/one/text/My_Quay.JPG?w=20' },
    ]);
    const shown = await behind(server, image.json.link);
    expect(shown.type).toBe('image/jpeg');
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 20, height: 10 });

    const film = await fixture('clip.mp4');
    const video = await send(server, 'text/films', film, 'clip.mp4');
    expect(video.json).toEqual({ link: '/stream/upload/pages/one/text/films/clip.mp4' });
    const part = await behind(server, video.json.link, { Range: 'bytes=10-19' });
    expect([part.status, part.type, part.bytes]).toEqual([206, 'video/mp4', film.subarray(10, 20)]);

    const paper = await send(server, 'deck/a/text', smallPdf(), 'Tarif.pdf');
    expect(paper.json).toEqual({ link: '/download/upload/pages/one/deck/a/text/Tarif.pdf' });
    const saved = await behind(server, paper.json.link);
    expect([saved.status, saved.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=Tarif.pdf',
    ]);
    expect(saved.bytes).toEqual(smallPdf());
    expect(JSON.parse(String(await server.read('pages/one.json')))).toEqual(PAGES['pages/one.json']);
  });

  it('into a folder of a depot answers a link with the folder as the depot spells it', async () => {
    const server = await startTestServer(PAGES);
    const first = await send(server, 'box/Papers', smallPdf(), 'Tarif.pdf');
    expect(first.json).toEqual({ link: '/download/pages/one/box/Tarif.pdf?path=Papers' });
    const second = await send(server, 'box/papers', smallPdf(), 'Plan.pdf');
    expect(second.json).toEqual({ link: '/download/pages/one/box/Plan.pdf?path=Papers' });
    expect((await server.request(String(second.json.link))).status).toBe(200);
  });

  it('gives a second file of the same name another one, and cleans drawings', async () => {
    const server = await startTestServer(PAGES);
    const png = await plainPng();
    const links = [await send(server, 'text', png, 'a.png'), await send(server, 'text', png, 'a.png')];
    expect(links.map(({ json }) => json.link)).toEqual([
      '/imageworks/upload/pages/one/text/a.png',
      expect.stringMatching(/\/text\/a-[0-9a-f]{5}\.png$/),
    ]);
    await send(server, 'text', SCRIPTED_SVG, 'drawing.svg');
    expect(String(await server.read('pages/one/text/drawing.svg'))).not.toMatch(/script|onload/);
    expect((await behind(server, '/imageworks/upload/pages/one/text/drawing.svg')).type).toBe('image/png');
  });

  it.each<[string, string, Buffer | string, string, number]>([
    ['what breaks a rule of the field', 'closed', Buffer.alloc(200 * 1024), 'a.bin', 400],
    ['a program', 'text', 'echo', 'run.sh', 400],
    ['a torn image', 'text', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'a.png', 400],
    ['folders nobody can have', 'text/con', 'x', 'a.txt', 400],
    ['a property without files', 'title', 'x', 'a.txt', 404],
    ['a property there is not', 'nope', 'x', 'a.txt', 404],
  ])('rejects %s in one sentence', async (_what, path, bytes, name, status) => {
    const server = await startTestServer(PAGES);
    const answer = await send(server, path, bytes, name);
    expect(answer.status).toBe(status);
    if (status === 400) expect(typeof answer.json.error).toBe('string');
    expect(await readdir(join(server.folder, 'pages')).then((names) => names.toSorted())).toEqual([
      '.meta.json',
      'one.json',
    ]);
  });

  it('goes into a property that holds files as its own file', async () => {
    const server = await startTestServer(PAGES);
    const image = await send(server, 'cover', await plainPng(), 'a.png');
    expect(image.json).toEqual({ link: '/imageworks/pages/one/cover.png' });
    const video = await send(server, 'box/films', await fixture('clip.mp4'), 'clip.mp4');
    expect(video.json).toEqual({ link: '/stream/pages/one/box/clip.mp4?path=films' });
    for (const { json } of [image, video]) {
      expect((await behind(server, json.link, { cookie: server.cookie })).status).toBe(200);
    }
    expect((await server.request(`${UPLOAD}/box`)).json).toEqual({
      files: [{ name: 'films/clip.mp4', thumbnail: null, url: '/stream/pages/one/box/clip.mp4?path=films' }],
    });
  });
});

describe('the files of a rich text', () => {
  const seeded = async () => {
    const server = await startTestServer(PAGES);
    await send(server, 'text', await plainPng(), 'a.png');
    await send(server, 'text/films', await fixture('clip.mp4'), 'clip.mp4');
    await send(server, 'text', 'hello', 'note.txt');
    return server;
  };

  it('are listed by type and folder, with images of images', async () => {
    const server = await seeded();
    const image = {
      name: 'a.png',
      thumbnail: '/imageworks/upload/pages/one/text/a.png?w=200&h=200&fit=crop',
      url: '/imageworks/upload/pages/one/text/a.png',
    };
    const video = {
      name: 'films/clip.mp4',
      thumbnail: null,
      url: '/stream/upload/pages/one/text/films/clip.mp4',
    };
    const note = { name: 'note.txt', thumbnail: null, url: '/download/upload/pages/one/text/note.txt' };
    const cases: [string, unknown[]][] = [
      ['', [image, video, note]],
      ['?type=image', [image]],
      ['?type=media', [video]],
      ['?type=audio', []],
      ['?path=films', [video]],
      ['?path=..%2F..', []],
    ];
    for (const [query, files] of cases) {
      expect([query, (await server.request(`${UPLOAD}/text${query}`)).json]).toEqual([query, { files }]);
    }
    expect((await behind(server, image.thumbnail)).status).toBe(200);
  });

  it('are read as they are, removed, and brought back from the trash', async () => {
    const server = await seeded();
    const note = await server.request(`${UPLOAD}/text/note.txt`);
    expect([note.status, note.text, note.headers.get('content-type')]).toEqual([200, 'hello', 'text/plain']);
    const gone = await server.request(`${UPLOAD}/text/note.txt`, { method: 'DELETE' });
    expect(gone.json).toEqual({ status: true });
    for (const method of ['GET', 'DELETE']) {
      expect((await server.request(`${UPLOAD}/text/note.txt`, { method })).status).toBe(404);
    }
    expect((await behind(server, '/download/upload/pages/one/text/note.txt')).status).toBe(404);
    const entry = gone.headers.get('x-trash-id');
    expect((await server.request(`/api/trash/${entry}/restore`, { method: 'POST' })).status).toBe(200);
    expect((await server.request(`${UPLOAD}/text/note.txt`)).text).toBe('hello');
  });

  it.each([
    ...[
      'text/..%2f..%2f.meta.json',
      'text/%2e%2e',
      'text/.hidden',
      'text/a%00.png',
      'text/films',
      '__proto__/a',
      '.meta/x',
    ],
    ...['box/..%2f..%2f.meta.json', 'title/a.png'],
  ])('are not %s', async (path) => {
    const server = await seeded();
    for (const method of ['GET', 'DELETE']) {
      expect((await server.request(`${UPLOAD}/${path}`, { method })).status).toBe(404);
    }
    for (const way of ['stream', 'download', 'imageworks']) {
      expect((await behind(server, `/${way}/upload/pages/one/${path}`)).status).toBe(404);
    }
  });

  it('keep the property, and the part it is in, from getting another name', async () => {
    const server = await seeded();
    await send(server, 'deck/a/text', 'hello', 'inside.txt');
    const cases: [string, string, string][] = [
      ['page', 'text', 'story'],
      ['page', 'deck', 'items'],
      ['part', 'text', 'story'],
    ];
    for (const [schema, from, to] of cases) {
      const renamed = await server.request(`/api/schemas/${schema}/rename`, {
        method: 'POST',
        json: { from, to },
      });
      expect([from, renamed.status, detailsOf(renamed)]).toEqual([
        from,
        422,
        { from: [`"${from}" cannot be renamed while "pages/one" has files in a folder of that name`] },
      ]);
    }
    const json = { from: 'title', to: 'name' };
    expect((await server.request('/api/schemas/page/rename', { method: 'POST', json })).status).toBe(200);
  });

  it('take the right to change the object, and are kept to the group where the field says so', async () => {
    const server = await seeded();
    const others: Sent['as'][] = [
      'nobody',
      { key: await server.key({ methods: ['GET'], paths: ['/collections'] }) },
    ];
    for (const as of others) {
      const statuses = [
        await server.request(`${UPLOAD}/text`, { as }),
        await server.request(`${UPLOAD}/text/a.png`, { as, method: 'DELETE' }),
        await server.request(`${UPLOAD}/text`, { as, method: 'POST', body: new FormData() }),
      ].map(({ status }) => status);
      expect(statuses).toEqual(as === 'nobody' ? [401, 401, 401] : [403, 403, 403]);
    }
    const { json } = await send(server, 'closed', await fixture('tone.mp3'), 'tone.mp3');
    expect((await behind(server, json.link)).status).toBe(403);
    expect((await behind(server, json.link, { cookie: server.cookie })).status).toBe(200);
  });
});
