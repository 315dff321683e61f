/** Files of rich texts among the files of the folder (spec/files.md#same-bytes). */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { plainPng } from '../helpers/made-files.js';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';

const type = (field: string, settings: JsonObject = {}) => ({ type: 'string', field, settings });

const LINK = '/imageworks/upload/a/one/body/in/lo%20go.png';

const folder = async (): Promise<Files> => {
  const logo = await plainPng(30, 20);
  return {
    '.schemas/part.json': { id: 'part', properties: { id: { field: 'id' }, text: type('styledtext') } },
    '.schemas/page.json': {
      id: 'page',
      properties: {
        id: { field: 'id' },
        title: { field: 'text', type: 'string' },
        cover: { type: 'image', field: 'image' },
        body: type('styledtext'),
        small: type('styledtext', { rules: { width: { max: 50 } } }),
        box: { type: 'depot', field: 'depot' },
        notes: { type: 'string', field: 'textarea' },
        parts: { type: 'deck', field: 'deck', schemaref: 'part' },
      },
      required: ['id'],
      index: ['id'],
    },
    'a/.meta.json': { id: 'a', schema: 'page' },
    'a/one.json': {
      id: 'one',
      title: 'First',
      body: `<p>See <img src="${LINK}?w=300" alt="Logo"> and <a href="/download/upload/a/one/body/gone.pdf">it</a></p>`,
      cover: { name: 'logo.png', mime: 'image/png' },
      parts: {
        x: { id: 'x', text: '<p><img src="/imageworks/upload/a/one/parts/x/text/part.png" alt=""></p>' },
      },
    },
    'a/one/body/in/lo go.png': logo,
    'a/one/body/loose.png': await plainPng(8, 8),
    'a/one/cover/logo.png': logo,
    'a/one/parts/x/text/part.png': await plainPng(12, 10),
    'a/two.json': { id: 'two', title: 'Second', notes: `Elsewhere: ${LINK}`, body: `<img src="${LINK}">` },
    'b/.meta.json': { id: 'b', schema: 'page' },
    'b/one.json': { id: 'one', body: '<p>/upload/../../a and /upload/nowhere/x/y.png</p>' },
  };
};

const listed = async (server: TestServer, query = '') => {
  const { files } = (await server.request(`/api/media?sort=name&${query}`)).json;
  return (Array.isArray(files) ? files : []).filter(isJsonObject);
};
const pathsIn = (files: readonly JsonValue[]) =>
  files.map((file) => (isJsonObject(file) ? `${file.id}/${file.path}` : ''));

const PLACE = new URLSearchParams({ collection: 'a', id: 'one', path: 'body/in/lo go.png' });
const details = (server: TestServer, as?: { key: string }) =>
  server.request(`/api/media/file?${PLACE}`, as ? { as } : {});

const replace = (server: TestServer, bytes: Buffer, name: string, more: object = {}) => {
  const body = new FormData();
  body.append('file', new Blob([Buffer.from(bytes)]), name);
  return server.request(`/api/media/replace?${PLACE}`, { method: 'POST', body, ...more });
};

describe('files of rich texts', () => {
  it('are listed with where they are, found as duplicates, and gone when no text links to them', async () => {
    const server = await startTestServer(await folder());
    const files = await listed(server);
    expect(pathsIn(files)).toEqual([
      'one/body/in/lo go.png',
      'one/cover/logo.png',
      'one/parts/x/text/part.png',
    ]);
    expect(files[0]).toMatchObject({
      linked: true,
      title: 'First',
      property: 'body',
      kind: 'styledtext',
      mime: 'image/png',
      url: LINK,
    });
    expect(Number(files[0]?.size)).toBeGreaterThan(50);
    expect(files[2]).toMatchObject({ property: 'parts/x/text' });
    expect(pathsIn(await listed(server, 'duplicates=true')).sort()).toEqual([
      'one/body/in/lo go.png',
      'one/cover/logo.png',
    ]);
    // Nothing is kept about them, so that none is without a description.
    expect(pathsIn(await listed(server, 'withoutAlt=true'))).toEqual(['one/cover/logo.png']);

    const found = (await details(server)).json;
    expect(found.file).toMatchObject({ width: 30, height: 20 });
    expect(found.links).toEqual([
      {
        ...{ collection: 'a', id: 'one', path: 'body/in/lo go.png' },
        from: [
          { collection: 'a', id: 'one', title: 'First' },
          { collection: 'a', id: 'two', title: 'Second' },
        ],
      },
    ]);

    await server.request('/api/collections/a/one', { method: 'PATCH', json: { body: '<p>Empty</p>' } });
    expect(pathsIn(await listed(server))).toContain('one/body/in/lo go.png');
    await server.request('/api/collections/a/two', { method: 'PATCH', json: { body: '', notes: '' } });
    expect(pathsIn(await listed(server))).toEqual(['one/cover/logo.png', 'one/parts/x/text/part.png']);
    expect(pathsIn(await listed(server, 'unnamed=true'))).toContain('one/body/in/lo go.png');
  });

  it('are replaced everywhere in all texts that link to them, undone as one', async () => {
    const server = await startTestServer(await folder());
    const next = await plainPng(44, 33);
    const answer = await replace(server, next, 'new.png');
    expect([answer.status, pathsIn((answer.json.replaced as JsonValue[]) ?? []).sort()]).toEqual([
      200,
      ['one/body/in/lo go.png', 'one/cover/logo.png'],
    ]);
    const one = (await server.request('/api/collections/a/one')).json;
    const [, path = ''] = /src="\/imageworks\/upload\/a\/one\/([^"?]+)\?w=300"/.exec(String(one.body)) ?? [];
    expect(decodeURIComponent(path)).not.toBe('body/in/lo go.png');
    expect(await readFile(join(server.folder, 'a/one', decodeURIComponent(path)))).toEqual(next);
    expect(String(one.body)).toContain('/download/upload/a/one/body/gone.pdf');
    const two = (await server.request('/api/collections/a/two')).json;
    expect([String(two.body), String(two.notes)]).toEqual([
      expect.stringContaining(`/imageworks/upload/a/one/${path}`),
      `Elsewhere: /imageworks/upload/a/one/${path}`,
    ]);
    // The former file is there until someone deletes it.
    expect(pathsIn(await listed(server, 'unnamed=true'))).toContain('one/body/in/lo go.png');

    const transaction = answer.headers.get('x-plinth-transaction');
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect(undone.status, undone.text).toBe(200);
    expect(String((await server.request('/api/collections/a/one')).json.body)).toContain(`${LINK}?w=300`);
    expect((await server.request('/api/collections/a/two')).json.notes).toBe(`Elsewhere: ${LINK}`);
    expect((await server.request('/api/collections/a/one')).json.cover).toMatchObject({ name: 'logo.png' });
    expect((await details(server)).json.same).toHaveLength(2);
  });

  it('and of depots have the size of the image that is seen, of another one once they are replaced', async () => {
    const server = await startTestServer({
      ...(await folder()),
      'a/three.json': {
        id: 'three',
        box: {
          files: [
            { name: 'tall.jpg', mime: 'image/jpeg' },
            { name: 'torn.png', mime: 'image/png' },
            { name: 'gone.png', mime: 'image/png' },
            { name: 'draw.svg', mime: 'image/svg+xml' },
            { name: 'a.txt', mime: 'text/plain' },
          ],
        },
      },
      'a/three/box/tall.jpg': await sharp(await plainPng(40, 20))
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      'a/three/box/torn.png': 'no image',
      'a/three/box/draw.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'a/three/box/a.txt': 'A text',
    });
    const sizes = async () =>
      Object.fromEntries(
        (await listed(server))
          .filter(({ id, linked }) => id === 'three' || linked === true)
          .map(({ name, width, height }) => [String(name), [width, height]]),
      );
    const none = [undefined, undefined];
    expect(await sizes()).toEqual({
      ...{ 'tall.jpg': [20, 40], 'lo go.png': [30, 20], 'part.png': [12, 10] },
      ...{ 'torn.png': none, 'gone.png': none, 'draw.svg': none, 'a.txt': none },
    });
    await writeFile(join(server.folder, 'a/three/box/torn.png'), await plainPng(7, 8));
    expect(await sizes()).toMatchObject({ 'torn.png': [7, 8], 'tall.jpg': [20, 40] });
  });

  it('are replaced alone where only one is asked for', async () => {
    const server = await startTestServer(await folder());
    const next = await plainPng(44, 33);
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(next)]), 'new.png');
    const version = (await details(server)).json.version;
    const cover = new URLSearchParams({ collection: 'a', id: 'one', path: 'cover/logo.png' });
    const answer = await server.request(`/api/media/replace?only=true&${cover}`, {
      method: 'POST',
      body,
      headers: { 'if-match': `"${version}"` },
    });
    expect([answer.status, pathsIn((answer.json.replaced as JsonValue[]) ?? [])]).toEqual([
      200,
      ['one/cover/logo.png'],
    ]);
    const one = (await server.request('/api/collections/a/one')).json;
    expect([String(one.body), one.cover]).toEqual([
      expect.stringContaining(`${LINK}?w=300`),
      expect.objectContaining({ width: 44, name: 'logo.png' }),
    ]);
  });

  it('stay where the new file breaks a rule of the text, is of another kind, or the caller may not change a text', async () => {
    const files = await folder();
    const server = await startTestServer(files);
    const text = await replace(server, Buffer.from('Plain text'), 'new.txt');
    expect([text.status, text.json.replaced]).toEqual([200, []]);
    expect(JSON.stringify(text.json.rejected)).toContain('must stay image in the text');
    const key = await server.key({ paths: ['/collections/a/one', '/media'] });
    const forbidden = await replace(server, await plainPng(9, 9), 'new.png', { as: { key } });
    expect(forbidden.status).toBe(403);
    expect(String((await server.request('/api/collections/a/one')).json.body)).toContain(LINK);

    await rm(join(server.folder, 'a/one/body/in/lo go.png'));
    expect((await details(server)).json).toMatchObject({ same: [], links: expect.anything() });
    await writeFile(join(server.folder, 'a/one/body/in/lo go.png'), await plainPng(5, 5));
    expect((await details(server)).json.same).toHaveLength(1);
  });
});
