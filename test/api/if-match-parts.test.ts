/** Files and items of decks have ETags of their own, under which they are changed as under that of their object. */
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailsOf, errorOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const FILES: Files = {
  '.schemas/note.json': {
    ...{ id: 'note', type: 'object', required: [], index: [] },
    properties: {
      id: { type: 'string', field: 'id' },
      title: { type: 'string', field: 'text' },
      paper: { type: 'object', field: 'file' },
      papers: { type: 'array', field: 'depot' },
      body: { type: 'string', field: 'styledtext' },
      parts: { $ref: 'deck', field: 'deck', schemaref: 'part' },
    },
  },
  '.schemas/part.json': {
    ...{ id: 'part', type: 'object', required: [], index: [] },
    properties: {
      id: { type: 'string', field: 'id' },
      name: { type: 'string', field: 'text' },
      secret: { type: 'string', field: 'secret' },
      paper: { type: 'object', field: 'file' },
    },
  },
  'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes' },
  'notes/a.json': {
    ...{ id: 'a', title: 'A' },
    parts: { one: { id: 'one', name: 'One', secret: 's' }, two: { id: 'two', name: 'Two' } },
  },
};

const OBJECT = '/api/collections/notes/a';

const tagAt = async (server: TestServer, path: string): Promise<string> =>
  (await server.request(path)).headers.get('etag') ?? '';

async function send(server: TestServer, path: string, text: string, name = 'plan.txt') {
  const body = new FormData();
  body.append('file', new Blob([text]), name);
  const sent = await server.request(path, { method: 'POST', body });
  expect(sent.status).toBe(200);
}

/** Replaces the bytes of a file as another program does. */
async function fromOutside(server: TestServer, path: string) {
  const file = join(server.folder, path);
  await writeFile(`${file}.new`, 'changed outside');
  await rename(`${file}.new`, file);
}

interface Case {
  /** The address the file is uploaded to, and where it lies then. */
  upload: string;
  file: string;
  /** Where its bytes are read, and the write. */
  read: string;
  method: string;
  write: string;
  json?: unknown;
  names: string;
}

const IN_DEPOT = {
  upload: `${OBJECT}/papers?path=old`,
  file: 'notes/a/papers/old/plan.txt',
  read: '/stream/notes/a/papers/plan.txt?path=old',
  names: 'papers/plan.txt',
};
const SINGLE = {
  upload: `${OBJECT}/paper`,
  file: 'notes/a/paper/plan.txt',
  read: '/api/upload/notes/a/paper/plan.txt',
  names: 'paper/plan.txt',
};
const IN_TEXT = {
  upload: '/api/upload/notes/a/body',
  file: 'notes/a/body/plan.txt',
  read: '/api/upload/notes/a/body/plan.txt',
  names: 'body/plan.txt',
};

const CASES: Case[] = [
  { ...SINGLE, method: 'PATCH', write: `${OBJECT}/paper/plan.txt`, json: { comments: 'New' } },
  { ...SINGLE, method: 'PUT', write: `${OBJECT}/paper/plan.txt`, json: { comments: 'New' } },
  { ...SINGLE, method: 'DELETE', write: `${OBJECT}/paper/plan.txt` },
  { ...SINGLE, method: 'DELETE', write: `${OBJECT}/paper`, names: 'paper' },
  { ...SINGLE, method: 'DELETE', write: '/api/upload/notes/a/paper/plan.txt' },
  { ...IN_DEPOT, method: 'PATCH', write: `${OBJECT}/papers/plan.txt?path=old`, json: { comments: 'New' } },
  { ...IN_DEPOT, method: 'DELETE', write: `${OBJECT}/papers/plan.txt?path=old` },
  {
    ...IN_DEPOT,
    method: 'PUT',
    write: `${OBJECT}/papers/plan.txt/move?path=old`,
    json: { destination: 'new' },
  },
  { ...IN_TEXT, method: 'DELETE', write: '/api/upload/notes/a/body/plan.txt' },
];

describe('If-Match with the ETag of a file', () => {
  it.each(CASES)('holds for $method $write, and is 412 when the bytes are others', async (one) => {
    const server = await startTestServer(FILES);
    await send(server, one.upload, 'first');
    const stale = await tagAt(server, one.read);
    await fromOutside(server, one.file);
    const { method, json } = one;
    const refused = await server.request(one.write, { method, json, headers: { 'if-match': stale } });
    expect([refused.status, Object.keys(detailsOf(refused))]).toEqual([412, [one.names]]);
    expect(errorOf(refused).message).toContain(one.names);
    expect((await server.read(one.file)).toString()).toBe('changed outside');

    const fresh = await tagAt(server, one.read);
    // Another property is no change of the file.
    await server.request(OBJECT, { method: 'PATCH', json: { title: 'B' } });
    const taken = await server.request(one.write, { method, json, headers: { 'if-match': fresh } });
    expect([taken.status, fresh]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
  });

  it('holds for another file in its place', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${OBJECT}/paper`, 'first');
    const tag = await tagAt(server, '/stream/notes/a/paper');
    const replace = () => {
      const body = new FormData();
      body.append('file', new Blob(['second']), 'plan.txt');
      return server.request(`${OBJECT}/paper`, { method: 'POST', body, headers: { 'if-match': tag } });
    };
    expect((await replace()).status).toBe(200);
    expect((await replace()).status).toBe(412);
    expect(await readdir(join(server.folder, 'notes/a/paper'))).toEqual(['plan.txt']);
  });

  it('of a rich text may be that of the object, and no other', async () => {
    const server = await startTestServer(FILES);
    await send(server, IN_TEXT.upload, 'first');
    const remove = (tag: string) =>
      server.request(IN_TEXT.read, { method: 'DELETE', headers: { 'if-match': tag } });
    expect((await remove('"other"')).status).toBe(412);
    expect((await remove(await tagAt(server, OBJECT))).status).toBe(200);
  });
});

describe('If-Match with the ETag of an item of a deck', () => {
  const ITEM = `${OBJECT}/parts/deck/one`;
  it.each([
    ['PUT', { name: 'Mine' }],
    ['DELETE', undefined],
  ])('holds for %s, and is 412 when the item is another', async (method, json) => {
    const server = await startTestServer(FILES);
    const stale = await tagAt(server, ITEM);
    await server.request(ITEM, { method: 'PUT', json: { name: 'Theirs' } });
    const refused = await server.request(ITEM, { method, json, headers: { 'if-match': stale } });
    expect(refused.status).toBe(412);
    const fresh = await tagAt(server, ITEM);
    await server.request(`${OBJECT}/parts/deck/two`, { method: 'PUT', json: { name: 'Other' } });
    const taken = await server.request(ITEM, { method, json, headers: { 'if-match': fresh } });
    expect(taken.status).toBe(200);
  });

  it('is the same after a file in the item was downloaded', async () => {
    const server = await startTestServer(FILES);
    await send(server, `${OBJECT}/parts/one/paper`, 'first');
    const tag = await tagAt(server, ITEM);
    expect((await server.request('/download/notes/a/parts/one/paper')).status).toBe(200);
    const counted = await server.request(ITEM);
    expect([counted.headers.get('etag'), counted.json.paper]).toEqual([
      tag,
      expect.objectContaining({ count: 1 }),
    ]);
  });
});

describe('the ETag an answer tells', () => {
  it('of an object an import has created is its own', async () => {
    const server = await startTestServer();
    const body = new FormData();
    body.append('csv', new Blob(['id,title\nfresh,New\n']), 'posts.csv');
    const { json } = await server.request('/import/collections/blog/csv', { method: 'POST', body });
    const etag = await tagAt(server, '/api/collections/blog/fresh');
    expect(json.rows).toEqual([{ row: 2, id: 'fresh', action: 'create', etag }]);
  });

  it('of a schema whose property was renamed is that of the schema', async () => {
    const server = await startTestServer(FILES);
    const { json } = await server.request('/api/schemas/note/rename', {
      method: 'POST',
      json: { from: 'title', to: 'heading' },
    });
    expect(json.etag).toBe(await tagAt(server, '/api/schemas/note?raw=true'));
  });
});
