/** Undo of a deletion takes what was deleted out of the trash, as restoring it there does (spec/history.md#undo). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { TrashEntry } from '../../server/contract/objects.js';
import { changeLive, draft, FIRST, SECOND, save, setOf } from '../helpers/change-sets.js';
import { BLOG, type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const PAPER = '/api/collections/kits/one';

const KITS = {
  '.schemas/kit.json': {
    id: 'kit',
    properties: { id: { field: 'id' }, title: { field: 'text' }, paper: { field: 'file' } },
    required: ['id'],
    index: ['id', 'title'],
  },
  '.schemas/spare.json': {
    id: 'spare',
    properties: { id: { field: 'id' } },
    required: ['id'],
    index: ['id'],
  },
  'kits/.meta.json': { id: 'kits', schema: 'kit', name: 'Kits' },
  'kits/one.json': { id: 'one', title: 'One' },
  '.system/settings.json': { edition: 'pro' },
};

/** Sends a change; the answer is its transaction. */
async function sent(server: TestServer, path: string, how: Sent): Promise<string> {
  const answer = await server.request(path, how);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.headers.get('x-plinth-transaction') ?? '';
}

const remove = (server: TestServer, path: string, how: Sent = {}) =>
  sent(server, path, { ...how, method: 'DELETE' });

async function undo(server: TestServer, transaction: string) {
  const answer = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
  const undone = (answer.json.undone ?? []) as { result: string; missingFiles?: string[] }[];
  return { ...answer, results: undone.map(({ result }) => result), undone };
}

const entriesOf = async (server: TestServer) =>
  (await server.request('/api/trash')).json.entries as unknown as TrashEntry[];

async function withPaper(files: object = KITS) {
  const server = await startTestServer({ ...files });
  const body = new FormData();
  body.append('paper', new Blob(['on paper']), 'a.txt');
  await sent(server, `${PAPER}/paper`, { method: 'POST', body });
  return server;
}

it('brings an object back with all its files, and its entry is gone', async () => {
  const server = await withPaper();
  const folder = join(server.folder, 'kits/one');
  // Of another program, and named by no value.
  await writeFiles(server.folder, { 'kits/one/beside.txt': 'beside' });
  const before = await readFile(`${folder}.json`, 'utf8');
  const transaction = await remove(server, PAPER);
  const [entry] = await entriesOf(server);

  const { results, headers } = await undo(server, transaction);
  expect(results).toEqual(['restored']);
  expect(await readFile(`${folder}.json`, 'utf8')).toBe(before);
  expect(await readFile(join(folder, 'paper/a.txt'), 'utf8')).toBe('on paper');
  expect(await readFile(join(folder, 'beside.txt'), 'utf8')).toBe('beside');
  expect(await entriesOf(server)).toEqual([]);
  expect((await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' })).status).toBe(404);
  expect((await server.request(PAPER)).json.title).toBe('One');

  expect((await undo(server, headers.get('x-plinth-transaction') ?? '')).results).toEqual(['removed']);
  expect(await entriesOf(server)).toMatchObject([{ kind: 'object', object: 'one' }]);
  expect(existsSync(folder)).toBe(false);
  // The same deletion again: what is left of it is what the undo has deleted.
  expect((await undo(server, transaction)).results).toEqual(['restored']);
  expect([await entriesOf(server), await readdir(folder)]).toEqual([[], ['beside.txt', 'paper']]);
});

describe('an undo of a change and the deletion after it', () => {
  /** Both in one period, whose undo takes them out together. */
  async function changedAndDeleted(server: TestServer) {
    await server.site.store.history.settle();
    const since = new Date().toISOString();
    const as = { key: await server.key() };
    await sent(server, PAPER, { method: 'PATCH', json: { title: 'Changed' }, as });
    await remove(server, PAPER, { as });
    const [entry] = await entriesOf(server);
    expect(await server.site.store.trash.document(entry?.id ?? '')).toMatchObject({ title: 'Changed' });
    const json = { actor: 'test', since };
    const answer = await server.request('/api/activity/undo', { method: 'POST', json });
    expect(answer.json.undone).toMatchObject([{ subject: { id: 'one' }, result: 'restored' }]);
    expect((await server.request(PAPER)).json.title).toBe('One');
    return answer.headers.get('x-plinth-transaction') ?? '';
  }

  it('brings the object back as it was before both, and its entry is gone', async () => {
    const server = await withPaper();
    const transaction = await changedAndDeleted(server);
    expect(await readFile(join(server.folder, 'kits/one/paper/a.txt'), 'utf8')).toBe('on paper');
    expect(await entriesOf(server)).toEqual([]);
    expect((await undo(server, transaction)).results).toEqual(['removed']);
    expect(await entriesOf(server)).toMatchObject([{ kind: 'object', object: 'one' }]);
  });

  it('leaves an entry that holds files which did not come back', async () => {
    const server = await withPaper();
    await writeFiles(server.folder, { 'kits/one/beside.txt': 'beside' });
    await changedAndDeleted(server);
    const [entry] = await entriesOf(server);
    const kept = join(server.folder, '.system/trash', entry?.id ?? '');
    expect((await readdir(kept, { recursive: true })).join()).toContain('beside.txt');
  });
});

it('brings an object back whose entry was emptied, and leaves entries of other versions', async () => {
  const server = await startTestServer(BLOG);
  const old = await remove(server, FIRST);
  await undo(server, old);
  await changeLive(server, FIRST, { title: 'Newer' });
  const transaction = await remove(server, FIRST);
  const [entry] = await entriesOf(server);
  await sent(server, `/api/trash/${entry?.id}`, { method: 'DELETE' });
  await sent(server, '/api/collections/blog', { method: 'POST', json: { id: 'first-post', title: 'Other' } });
  await remove(server, FIRST);
  expect((await undo(server, transaction)).results).toEqual(['restored']);
  expect((await server.request(FIRST)).json.title).toBe('Newer');
  const [other] = await entriesOf(server);
  expect(await server.site.store.trash.document(other?.id ?? '')).toMatchObject({ title: 'Other' });
});

it.each<[string, (server: TestServer, entry: string) => Promise<unknown>]>([
  ['restored', (server, entry) => sent(server, `/api/trash/${entry}/restore`, { method: 'POST' })],
  ['deleted for ever', (server, entry) => remove(server, `/api/trash/${entry}`)],
])('brings an object back once where its entry is %s at that moment', async (_, meanwhile) => {
  const server = await startTestServer(BLOG);
  const transaction = await remove(server, FIRST);
  const [{ id = '' } = {}] = await entriesOf(server);
  const { trash } = server.site.store;
  const read = trash.document.bind(trash);
  // Between the look at the entry and the lock of the object.
  vi.spyOn(trash, 'document').mockImplementationOnce(async (entry) => {
    const document = await read(entry);
    await meanwhile(server, id);
    return document;
  });
  const { status, results } = await undo(server, transaction);
  expect([status, results.length]).toEqual([200, 1]);
  expect((await server.request(FIRST)).json.title).toBe('First post');
  expect(await entriesOf(server)).toEqual([]);
});

it('does not bring back an object that its schema no longer allows, and leaves its entry', async () => {
  const server = await startTestServer(KITS);
  const transaction = await remove(server, PAPER);
  const schema = { ...KITS['.schemas/kit.json'], required: ['id', 'size'] };
  const properties = { ...schema.properties, size: { field: 'number' } };
  await sent(server, '/api/schemas/kit', { method: 'PUT', json: { ...schema, properties } });
  expect((await undo(server, transaction)).results).toEqual(['skipped']);
  expect((await server.request(PAPER)).status).toBe(404);
  expect(await entriesOf(server)).toMatchObject([{ object: 'one' }]);
});

it('reads the trash once for many objects', async () => {
  const server = await startTestServer(BLOG);
  const operations = ['first-post', 'second-post'].map((id) => ({
    ...{ operation: 'delete', collection: 'blog', id },
  }));
  const transaction = await sent(server, '/api/batch', { method: 'POST', json: { operations } });
  const list = vi.spyOn(server.site.store.trash, 'list');
  expect((await undo(server, transaction)).results).toEqual(['restored', 'restored']);
  expect(list).toHaveBeenCalledTimes(1);
  expect(await entriesOf(server)).toEqual([]);
});

it.each<[string, (server: TestServer) => Promise<string>]>([
  ['deleted', (server) => remove(server, `${PAPER}/paper`)],
  ['left out of a save', (server) => sent(server, PAPER, { method: 'PATCH', json: { paper: null } })],
  [
    'replaced',
    (server) => {
      const body = new FormData();
      body.append('paper', new Blob(['another']), 'a.txt');
      return sent(server, `${PAPER}/paper`, { method: 'POST', body });
    },
  ],
])('brings a file back that was %s, and its entry is gone', async (_, dropped) => {
  const server = await withPaper();
  const path = join(server.folder, 'kits/one/paper/a.txt');
  const transaction = await dropped(server);
  const [entry] = await entriesOf(server);
  expect(entry).toMatchObject({ kind: 'file', object: 'one' });
  const { results, headers } = await undo(server, transaction);
  expect([results, await readFile(path, 'utf8')]).toEqual([['restored'], 'on paper']);
  expect((await entriesOf(server)).map(({ id }) => id)).not.toContain(entry?.id);
  // Undone and undone again, nothing is lost and nothing is left.
  const again = await undo(server, headers.get('x-plinth-transaction') ?? '');
  expect(again.results).toEqual(['restored']);
  await undo(server, again.headers.get('x-plinth-transaction') ?? '');
  expect(await readFile(path, 'utf8')).toBe('on paper');
});

it('brings a schema back, and its entry is gone', async () => {
  const server = await startTestServer(KITS);
  const transaction = await remove(server, '/api/schemas/spare');
  expect(await entriesOf(server)).toMatchObject([{ kind: 'schema', object: 'spare' }]);
  expect((await undo(server, transaction)).results).toEqual(['restored']);
  expect((await server.request('/api/schemas/spare')).status).toBe(200);
  expect(await entriesOf(server)).toEqual([]);
});

it('brings a change back into its set with its files, and its entry is gone', async () => {
  const server = await withPaper({ ...KITS, ...BLOG });
  const body = new FormData();
  body.append('paper', new Blob(['drafted']), 'a.txt');
  await sent(server, `${PAPER}/paper`, draft({ method: 'POST', body }));
  await save(server, SECOND, { title: 'Drafted' });
  const paper = (await server.request(PAPER, draft())).json.paper as { name: string };
  const path = join(server.folder, 'kits/one/paper', paper.name);
  const objects = [
    { collection: 'kits', id: 'one' },
    { collection: 'blog', id: 'second-post' },
  ];
  const transaction = await sent(server, '/api/change-sets/draft/discard', {
    ...{ method: 'POST', json: { objects } },
  });
  expect([existsSync(path), (await entriesOf(server)).length]).toEqual([false, 2]);

  const { results, headers } = await undo(server, transaction);
  expect(results).toEqual(['restored', 'restored']);
  expect(await readFile(path, 'utf8')).toBe('drafted');
  expect([(await setOf(server)).objects.length, await entriesOf(server)]).toEqual([2, []]);
  expect((await undo(server, transaction)).results).toEqual(['unchanged', 'unchanged']);
  // Undo of the undo takes both out of the draft again.
  await undo(server, headers.get('x-plinth-transaction') ?? '');
  expect((await setOf(server)).objects).toEqual([]);
});
