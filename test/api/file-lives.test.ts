/** Files go with their objects: copied, deleted and restored, exported and imported. */
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { fixture, orientedJpeg, smallPdf } from '../helpers/made-files.js';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';

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
      text: { field: 'styledtext' },
      cover: type('image'),
      paper: type('file'),
      box: type('depot'),
      deck: { type: 'deck', field: 'deck', schemaref: 'part' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', deck: { a: { id: 'a' } } },
  'others/.meta.json': { id: 'others', schema: 'page' },
};

const ONE = '/api/collections/pages/one';

function send(server: TestServer, path: string, bytes: Buffer, name: string) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  return server.request(path, { method: 'POST', body });
}

/** An object with a file in every kind of place. */
async function filled(): Promise<TestServer> {
  const server = await startTestServer(PAGES);
  const [photo, film] = [await orientedJpeg(6), await fixture('clip.mp4')];
  const sendings = [
    await send(server, `${ONE}/cover`, photo, 'cover.jpg'),
    await send(server, `${ONE}/paper`, smallPdf(), 'paper.pdf'),
    await send(server, `${ONE}/box?path=films/short`, film, 'clip.mp4'),
    await send(server, `${ONE}/deck/a/photo`, photo, 'part.jpg'),
    await send(server, '/api/upload/pages/one/text', photo, 'inside.jpg'),
  ];
  expect(sendings.map(({ status }) => status)).toEqual(sendings.map(() => 200));
  return server;
}

/** Whether every file of the object at a place is served with its own bytes. */
async function served(server: TestServer, place: string): Promise<void> {
  const sizes: Record<string, number> = {
    [`/download/${place}/cover`]: (await orientedJpeg(6)).length,
    [`/download/${place}/paper`]: smallPdf().length,
    [`/stream/${place}/box/clip.mp4?path=films%2Fshort`]: (await fixture('clip.mp4')).length,
    [`/download/${place}/deck/a/photo`]: (await orientedJpeg(6)).length,
    [`/download/upload/${place}/text/inside.jpg`]: (await orientedJpeg(6)).length,
  };
  for (const [path, size] of Object.entries(sizes)) {
    const answer = await fetch(server.url + path, { headers: { cookie: server.cookie } });
    expect([path, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([path, 200, size]);
  }
  for (const path of ['cover.jpg', 'deck/a/photo.webp']) {
    const answer = await fetch(`${server.url}/imageworks/${place}/${path}?w=20`);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
}

/** What an object says of its files, without addresses and counts. */
function said(object: JsonObject): string {
  const { cover, paper, box, deck } = object;
  return JSON.stringify([cover, paper, box, deck], (key, value: unknown) =>
    ['url', 'count'].includes(key) ? 0 : value,
  );
}

describe('files of an object', () => {
  it('are copied with it and live apart from then on', async () => {
    const server = await filled();
    const link = '/imageworks/upload/pages/one/text/inside.jpg?w=20';
    const [own, other] = [`<p><img src="${link}"></p>`, link.replace('/one/', '/one-more/')];
    const text = `${own}<p>Not /pages/one/ and not <a href="${other}">this</a></p>`;
    await server.request(ONE, { method: 'PATCH', json: { text } });
    const json = { id: 'two', collection: 'others' };
    const copy = await server.request(`${ONE}/clone`, { method: 'POST', json });
    expect([copy.status, said(copy.json)]).toEqual([200, said((await server.request(ONE)).json)]);
    await served(server, 'others/two');
    const linked = String(copy.json.text);
    expect(linked).toContain(link.replace('pages/one', 'others/two'));
    expect(linked).not.toContain(link);
    expect(linked).toContain(other);
    expect((await server.request(ONE)).json.text).toContain(link);
    await server.request('/api/collections/others/two/paper', { method: 'DELETE' });
    await served(server, 'pages/one');
    expect((await server.request(ONE, { method: 'DELETE' })).status).toBe(204);
    const cover = await fetch(`${server.url}/imageworks/others/two/cover.jpg?w=10`);
    expect(cover.status).toBe(200);
  });

  it('are gone with it and come back with it', async () => {
    const server = await filled();
    const before = said((await server.request(ONE)).json);
    const gone = await server.request(ONE, { method: 'DELETE' });
    expect((await fetch(`${server.url}/imageworks/pages/one/cover.jpg`)).status).toBe(404);
    expect((await fetch(`${server.url}/download/upload/pages/one/text/inside.jpg`)).status).toBe(404);
    const entry = gone.headers.get('x-trash-id');
    expect((await server.request(`/api/trash/${entry}/restore`, { method: 'POST' })).status).toBe(200);
    expect(said((await server.request(ONE)).json)).toBe(before);
    await served(server, 'pages/one');
  });

  it('come back from the trash, passwords and all, when a saved removal is undone in the form', async () => {
    const server = await filled();
    const password = { paper: { password: 'Open-7-sesame!' } };
    expect((await server.request(ONE, { method: 'PATCH', json: password })).status).toBe(200);
    const before = (await server.request(ONE)).json;
    const { deck, paper, box } = before;
    const gone = await server.request(ONE, {
      method: 'PATCH',
      json: { deck: {}, paper: null, box: { files: [] } },
    });
    expect([gone.status, gone.json.paper]).toEqual([200, undefined]);
    const undone = await server.request(ONE, { method: 'PATCH', json: { deck, paper, box } });
    expect([undone.status, said(undone.json)]).toEqual([200, said(before)]);
    const file = await fetch(`${server.url}/download/pages/one/paper`);
    expect(file.status, 'the password is asked for').toBe(401);
    const stored = JSON.parse(String(await server.read('pages/one.json')));
    expect(stored.paper.password).toMatch(/^\$2/);
    expect((await server.request('/api/trash')).json.entries, 'nothing is left there').toEqual([]);
    await server.request(ONE, { method: 'PATCH', json: { paper: { password: null } } });
    await served(server, 'pages/one');
  });

  it('stay in the trash when the object that names them again is rejected', async () => {
    const server = await filled();
    const { paper } = (await server.request(ONE)).json;
    await server.request(ONE, { method: 'PATCH', json: { paper: null } });
    const refused = await server.request(ONE, { method: 'PATCH', json: { paper, cover: 7 } });
    expect(refused.status).toBe(422);
    const listed = await server.request('/api/media?unnamed=true');
    expect((listed.json.files as JsonObject[]).map(({ path }) => path)).not.toContain('paper/paper.pdf');
    expect((await server.request('/api/trash')).json.entries).toHaveLength(1);
  });

  it('are restored with an object that is created again after another user deleted it', async () => {
    const server = await filled();
    const before = (await server.request(ONE)).json;
    await server.request(ONE, { method: 'DELETE' });
    const again = await server.request('/api/collections/pages', { method: 'POST', json: before });
    expect([again.status, said(again.json)]).toEqual([201, said(before)]);
    for (const path of ['cover', 'paper', 'deck/a/photo']) {
      const answer = await fetch(`${server.url}/download/pages/one/${path}`, {
        headers: { cookie: server.cookie },
      });
      expect([path, answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([path, 200, true]);
    }
  });

  it('travel in an archive of the collection', async () => {
    const server = await filled();
    const before = said((await server.request(ONE)).json);
    const zip = await fetch(`${server.url}/api/export/collections/pages/zip`, {
      headers: { cookie: server.cookie },
    });
    expect(zip.status).toBe(200);
    const other = await startTestServer({
      '.schemas/part.json': PAGES['.schemas/part.json'],
      '.schemas/page.json': PAGES['.schemas/page.json'],
      'pages/.meta.json': PAGES['pages/.meta.json'],
    });
    const body = new FormData();
    body.append('zip', new Blob([await zip.arrayBuffer()]), 'pages.zip');
    const imported = await other.request('/import/collections/pages/zip', { method: 'POST', body });
    expect([imported.status, isJsonObject(imported.json)]).toEqual([200, true]);
    expect(said((await other.request(ONE)).json)).toBe(before);
    await served(other, 'pages/one');
  });
});
