/** The history of texts that are in files beside the JSON of their object, over HTTP. */
import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const FILES = {
  '.schemas/snippet.json': {
    id: 'snippet',
    properties: {
      id: { field: 'id', type: 'slug' },
      title: { field: 'text', type: 'string' },
      code: { field: 'code', type: 'code', settings: { storedAs: { file: 'code.js' } } },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'snippets/.meta.json': { id: 'snippets', schema: 'snippet' },
  'snippets/found.json': { id: 'found', title: 'Found' },
};
const OBJECT = '/api/collections/snippets/one';

async function send(server: TestServer, method: string, path: string, json?: JsonObject, headers = {}) {
  const answer = await server.request(path, { method, headers, ...(json && { json }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer;
}

const listIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Kind, title and code of each version, the newest first. */
async function versions(server: TestServer, path = OBJECT) {
  const { json } = await send(server, 'GET', `${path}/history?limit=100`);
  const found: unknown[][] = [];
  for (const { revision, kind } of listIn(json.versions)) {
    const read = revision && (await send(server, 'GET', `${path}/history/${revision}`)).json.object;
    found.push([kind, ...(isJsonObject(read) ? [read.title, read.code] : [])]);
  }
  return found;
}

/** Replaces the text as an editor of another program does. */
async function replaceText(server: TestServer, id: string, text: string): Promise<void> {
  const other = join(server.folder, 'snippets', id, '.other');
  await writeFile(other, text);
  await rename(other, join(server.folder, 'snippets', id, 'code.js'));
}

async function start(): Promise<TestServer> {
  const server = await startTestServer(FILES);
  await send(server, 'POST', '/api/collections/snippets', { id: 'one', title: 'One', code: 'let a = 1;' });
  return server;
}

it('is that of the object: each version has the text of its time', async () => {
  const server = await start();
  await send(server, 'PATCH', OBJECT, { code: 'let a = 2;' });
  await send(server, 'PATCH', OBJECT, { title: 'Two' });
  await send(server, 'PATCH', OBJECT, { code: null });
  await send(server, 'PATCH', OBJECT, { title: 'Three', code: 'let a = 3;' });
  expect(await versions(server)).toEqual([
    ['saved', 'Three', 'let a = 3;'],
    ['saved', 'Two', undefined],
    ['saved', 'Two', 'let a = 2;'],
    ['saved', 'One', 'let a = 2;'],
    ['saved', 'One', 'let a = 1;'],
  ]);
  const { json } = await send(server, 'GET', `${OBJECT}/history?changed=true`);
  expect(listIn(json.versions).map(({ changed }) => changed)).toEqual([
    ['title', 'code'],
    ['code'],
    ['title'],
    ['code'],
    undefined,
  ]);
});

it('goes with a deletion, and begins again with another object of the same id', async () => {
  const server = await start();
  const deleted = await send(server, 'DELETE', OBJECT);
  await send(server, 'POST', `/api/trash/${deleted.headers.get('x-trash-id')}/restore`);
  await send(server, 'DELETE', OBJECT);
  await send(server, 'POST', '/api/collections/snippets', { id: 'one', title: 'Other' });
  expect(await versions(server)).toEqual([
    ['saved', 'Other', undefined],
    ['removed'],
    ['saved', 'One', 'let a = 1;'],
    ['removed'],
    ['saved', 'One', 'let a = 1;'],
  ]);
});

it('has what other programs write, also when Plinth replaces it at once', async () => {
  const server = await start();
  await replaceText(server, 'one', 'let a = "other";');
  expect((await versions(server)).slice(0, 1)).toEqual([['outside', 'One', 'let a = "other";']]);
  await replaceText(server, 'one', 'let a = "lost?";');
  await send(server, 'PUT', OBJECT, { title: 'One', code: 'let a = 4;' });
  const found = await versions(server);
  expect(found).toContainEqual(['outside', 'One', 'let a = "lost?";']);
  expect(found[0]).toEqual(['saved', 'One', 'let a = 4;']);
  const { json } = await send(server, 'GET', '/api/activity?collection=snippets&id=one');
  expect(
    listIn(json.activity).map(({ kind, subject }) => [kind, isJsonObject(subject) && subject.id]),
  ).toEqual([
    ['saved', 'one'],
    ['outside', 'one'],
    ['outside', 'one'],
    ['saved', 'one'],
  ]);
});

it('is restored and undone with its object', async () => {
  const server = await start();
  const { json } = await send(server, 'GET', `${OBJECT}/history`);
  const [first] = listIn(json.versions);
  await send(server, 'PATCH', OBJECT, { title: 'Two', code: 'let a = 2;' });
  const changed = await send(server, 'PATCH', OBJECT, { code: 'let a = 3;' });
  const transaction = changed.headers.get('x-plinth-transaction');
  await send(server, 'POST', `/api/activity/${transaction}/undo`);
  expect((await send(server, 'GET', OBJECT)).json).toMatchObject({ title: 'Two', code: 'let a = 2;' });
  await send(server, 'POST', `${OBJECT}/history/${first?.revision}/restore`, { properties: ['code'] });
  expect((await send(server, 'GET', OBJECT)).json).toMatchObject({ title: 'Two', code: 'let a = 1;' });
});

it('is found by the version that a client read, so that its change can be merged', async () => {
  const server = await start();
  const etag = (await send(server, 'GET', OBJECT)).headers.get('etag') ?? '';
  await send(server, 'PATCH', OBJECT, { title: 'Two' });
  const merged = { 'if-match': etag, prefer: 'merge' };
  await send(server, 'PATCH', OBJECT, { code: 'let a = 5;' }, merged);
  expect((await send(server, 'GET', OBJECT)).json).toMatchObject({ title: 'Two', code: 'let a = 5;' });
});

it('is that of its time in the folder as it was', async () => {
  const server = await start();
  const { json } = await send(server, 'GET', `${OBJECT}/history`);
  const then = listIn(json.versions)[0]?.at;
  await send(server, 'PATCH', OBJECT, { code: 'let a = 6;' });
  expect((await send(server, 'GET', `${OBJECT}?at=${then}`)).json).toMatchObject({ code: 'let a = 1;' });
  expect((await send(server, 'GET', OBJECT)).json).toMatchObject({ code: 'let a = 6;' });
});

it('begins with the first state of a text that was there before', async () => {
  const server = await start();
  const path = '/api/collections/snippets/found';
  await send(server, 'PATCH', path, { title: 'Renamed' });
  await send(server, 'PATCH', path, { code: 'let b;' });
  await unlink(join(server.folder, 'snippets/found/code.js'));
  expect((await versions(server, path)).slice(0, 2)).toEqual([
    ['saved', 'Renamed', 'let b;'],
    ['saved', 'Renamed', undefined],
  ]);
});
