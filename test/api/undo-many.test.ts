/** Undoing a change of many objects, which are planned and written some at a time (spec/history.md#undo). */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { message } from '../../server/contract/messages/message.js';
import type { JsonObject } from '../../server/contract/values.js';
import { PlinthError } from '../../server/errors.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

/** The versions of so many files are read at a time. */
const READ_TOGETHER = 200;

const CREATED = '2026-01-01T10:00:00.000Z';

const ENTRY = {
  id: 'entry',
  properties: { id: { field: 'id' }, title: { field: 'text' }, draft: { field: 'toggle' } },
  required: ['id'],
  index: ['id', 'title'],
};

const idOf = (n: number) => `post-${n}`;

interface Undone {
  subject: { id: string };
  result: string;
  properties?: string[];
}

/** Objects whose titles one batch has changed, and the path of its undo. */
async function changed(count: number, values: JsonObject = {}) {
  const ids = Array.from({ length: count }, (_, n) => idOf(n));
  const server = await startTestServer({
    '.schemas/entry.json': ENTRY,
    'blog/.meta.json': { id: 'blog', schema: 'entry', name: 'Blog' },
    ...Object.fromEntries(
      ids.map((id) => [`blog/${id}.json`, { id, title: 'Old', created: CREATED, ...values }]),
    ),
  });
  const operations = ids.map((id) => ({
    operation: 'patch',
    collection: 'blog',
    id,
    data: { title: 'New' },
  }));
  const { headers } = await server.request('/api/batch', { method: 'POST', json: { operations } });
  return { server, path: `/api/activity/${headers.get('x-plinth-transaction')}/undo`, ids };
}

async function undo(server: TestServer, path: string) {
  const { json } = await server.request(path, { method: 'POST' });
  return json.undone as unknown as Undone[];
}

const objectPath = (n: number) => `/api/collections/blog/${idOf(n)}`;

/** Writes values into a file as another program. */
async function writeOutside(server: TestServer, n: number, values: JsonObject): Promise<void> {
  const file = join(server.folder, 'blog', `${idOf(n)}.json`);
  const document = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  await writeFile(file, JSON.stringify({ ...document, ...values }));
}

const except = (ids: readonly string[], numbers: readonly number[]) =>
  ids.filter((id) => !numbers.map(idOf).includes(id));

describe('an undo of many objects', () => {
  it('reads the versions of some at a time, and leaves alone only those that have other changes', async () => {
    const { server, path, ids } = await changed(READ_TOGETHER + 30);
    await server.request(objectPath(3), { method: 'PATCH', json: { title: 'Later' } });
    await server.request(objectPath(4), { method: 'PATCH', json: { draft: true } });
    await server.request(objectPath(5), { method: 'DELETE' });
    const damaged = join(server.folder, 'blog', `${idOf(6)}.json`);
    await writeFile(damaged, '{"id": "post-6", "title":');
    // A file of this moment would be read again until it is whole.
    await utimes(damaged, 0, 0);
    const read = vi.spyOn(server.site.store.history, 'entriesOf');
    const undone = await undo(server, path);
    expect(undone.map(({ subject }) => subject.id)).toEqual(ids);
    const results = new Map(undone.map(({ subject, result }) => [subject.id, result]));
    expect([3, 4, 5, 6].map((n) => results.get(idOf(n)))).toEqual([
      'clash',
      'restored',
      'unchanged',
      'skipped',
    ]);
    const others = except(ids, [3, 5, 6]);
    expect(others.filter((id) => results.get(id) !== 'restored')).toEqual([]);
    expect(Math.max(...read.mock.calls.map(([paths]) => paths.length))).toBe(READ_TOGETHER);
    const { json } = await server.request('/api/collections/blog?filter[title]=Old&limit=1');
    expect(json.total).toBe(others.length);
    expect((await server.request(objectPath(4))).json).toMatchObject({ title: 'Old', draft: true });
  });

  it.each([
    ['once', 1],
    ['at each attempt', Number.POSITIVE_INFINITY],
  ])('undoes all of a group when another program changes one of its files %s', async (_, times) => {
    const { server, path, ids } = await changed(5);
    const { journal } = server.site.store;
    const change = journal.change.bind(journal);
    let written = 0;
    vi.spyOn(journal, 'change').mockImplementation(async (changes, ...more) => {
      if (changes.writes.length > 1 && written < times) {
        written += 1;
        await writeOutside(server, 2, { note: `outside ${written}` });
      }
      return change(changes, ...more);
    });
    const undone = await undo(server, path);
    expect(undone.map(({ subject, result }) => [subject.id, result])).toEqual(
      ids.map((id) => [id, 'restored']),
    );
    expect(written).toBeGreaterThan(0);
    const file = join(server.folder, 'blog', `${idOf(2)}.json`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      title: 'Old',
      note: `outside ${written}`,
    });
  });

  it('does not keep the others of a group from being saved while a file is waited for that is half written', async () => {
    const { server, path, ids } = await changed(5);
    const file = join(server.folder, 'blog', `${idOf(2)}.json`);
    const whole = await readFile(file, 'utf8');
    const { objects } = server.site.store;
    const read = objects.read.bind(objects);
    let letGo = () => {};
    const written = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let looked = () => {};
    const isLookedAt = new Promise<void>((resolve) => {
      looked = resolve;
    });
    vi.spyOn(objects, 'read').mockImplementation(async (collection, id, waits) => {
      if (id === idOf(2)) looked();
      // As long as the other program takes.
      if (id === idOf(2) && waits !== false) await written;
      return read(collection, id, waits);
    });
    await writeFile(file, whole.slice(0, -5));
    const undone = undo(server, path);
    await isLookedAt;
    const saved = await server.request(objectPath(4), { method: 'PATCH', json: { draft: true } });
    expect(saved.status).toBe(200);
    await writeFile(file, whole);
    letGo();
    expect((await undone).map(({ subject, result }) => [subject.id, result])).toEqual(
      ids.map((id) => [id, 'restored']),
    );
    expect((await server.request(objectPath(2))).json.title).toBe('Old');
    expect((await server.request(objectPath(4))).json).toMatchObject({ title: 'Old', draft: true });
  });

  it('writes few objects together where they are large', async () => {
    const { server, path } = await changed(4, { note: 'x'.repeat(3_000_000) });
    const change = vi.spyOn(server.site.store.journal, 'change');
    expect((await undo(server, path)).map(({ result }) => result)).toEqual(Array(4).fill('restored'));
    // After 4 MB a group takes no more.
    expect(change.mock.calls.map(([{ writes }]) => writes.length)).toEqual([2, 2]);
  });

  it('compares the values of a group that a schema saved meanwhile wants to differ', async () => {
    const { server, path, ids } = await changed(5);
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    void server.site.store.locked(`blog/${idOf(0)}`, () => gate);
    const locked = vi.spyOn(server.site.store, 'lockedAll');
    const undone = undo(server, path);
    await expect.poll(() => locked.mock.calls.length).toBe(1);
    const saved = await server.request('/api/schemas/entry', {
      method: 'PUT',
      json: { ...ENTRY, properties: { ...ENTRY.properties, title: { field: 'text', unique: true } } },
      headers: { 'If-Match': '*' },
    });
    expect(saved.status).toBe(200);
    letGo();
    expect((await undone).map(({ result }) => result).sort()).toEqual([
      'restored',
      ...ids.slice(1).map(() => 'skipped'),
    ]);
  });

  it('is known as an undo when the process ends before the history has recorded it', async () => {
    const { server, path, ids } = await changed(5);
    const { history } = server.site.store;
    await history.settle();
    vi.spyOn(history, 'record').mockImplementation(() => {});
    await undo(server, path);
    await server.close();
    const next = await startTestServer({}, { home: dirname(server.folder) });
    const changesNow = async () =>
      (await next.request('/api/activity?kind=saved,outside&limit=100')).json.activity as unknown as {
        kind: string;
        transaction?: { kind: string };
      }[];
    await expect.poll(async () => (await changesNow()).length, { timeout: 20_000 }).toBe(2 * ids.length);
    const newest = (await changesNow()).slice(0, ids.length);
    expect(new Set(newest.map(({ transaction }) => transaction?.kind))).toEqual(new Set(['undo']));
  });

  it('ends where the disk is full, with all objects of the group as they were', async () => {
    const { server, path, ids } = await changed(5);
    const full = vi
      .spyOn(server.site.store.journal, 'change')
      .mockRejectedValue(new PlinthError('full', message('diskFull')));
    expect((await server.request(path, { method: 'POST' })).status).toBe(507);
    // All together, then the first by itself.
    expect(full).toHaveBeenCalledTimes(2);
    full.mockRestore();
    const { json } = await server.request('/api/collections/blog?filter[title]=starts:New&limit=1');
    expect(json.total).toBe(ids.length);
    expect(new Set((await undo(server, path)).map(({ result }) => result))).toEqual(new Set(['restored']));
    const { json: log } = await server.request(`/api/activity?limit=${ids.length}`);
    const made = log.activity as unknown as { transaction: { id: string; kind: string } }[];
    expect(new Set(made.map(({ transaction }) => transaction.kind))).toEqual(new Set(['undo']));
    expect(new Set(made.map(({ transaction }) => transaction.id)).size).toBe(1);
  });
});
