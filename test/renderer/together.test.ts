/** What the admin changes together is few requests and one transaction, whatever happens meanwhile. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TRANSACTION_HEADER } from '../../server/contract/changes.ts';
import { type Files, startTestServer, type TestServer } from '../helpers/server.ts';

const COUNT = 1100;
const IDS = Array.from({ length: COUNT }, (_, n) => `post-${n}`);

const blogOf = (ids: readonly string[]): Files => ({
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
  ...Object.fromEntries(ids.map((id) => [`blog/${id}.json`, { id, title: id }])),
});

/** The requests of the admin, as `GET /api/…` without parameters; called before each is sent. */
type Hook = (request: string, count: number) => unknown;

/** A server, the code of the admin that talks to it, and what it has sent. */
async function adminOf(server: TestServer, before: Hook = () => undefined) {
  const { fetch } = globalThis;
  const sent: string[] = [];
  let continued = 0;
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    // Requests of the test itself.
    if (path.startsWith('http')) return fetch(path, init);
    const headers = new Headers(init.headers);
    headers.set('cookie', server.cookie);
    const request = `${init.method ?? 'GET'} ${path.split('?')[0]}`;
    if (headers.has(TRANSACTION_HEADER)) continued += 1;
    if (!path.startsWith('/admin')) sent.push(request);
    await before(request, sent.filter((one) => one === request).length);
    return fetch(server.url + path, { ...init, headers });
  });
  // A page belongs to the folder of its first session; files of tests share modules.
  vi.resetModules();
  const bulk = await import('../../renderer/api/bulk.ts');
  const edit = await import('../../renderer/pages/objects/bulk/bulk-edit.ts');
  const { seenVersions } = await import('../../renderer/api/versions.ts');
  const { dropChanges } = await import('../../renderer/api/drafts.ts');
  const { undoTransaction } = await import('../../renderer/api/activity.ts');
  const { listedIds } = await import('../../renderer/api/listed-ids.ts');
  const client = new QueryClient();
  const heard: string[] = [];
  server.site.events.on((_event, { actor, transaction }) => {
    if (actor.kind === 'owner') heard.push(transaction.id);
  });
  return {
    ...{ ...bulk, ...edit, dropChanges, listedIds, undoTransaction, client },
    see: (ids: readonly string[]) => seenVersions(client, 'blog', ids),
    /** How many changes there were since the last call, and in how many transactions. */
    transactions: () => {
      const ids = heard.splice(0);
      return [ids.length, new Set(ids).size];
    },
    /** How many requests went on with a transaction. */
    continued: () => continued,
    /** The requests since the last call, each with its number. */
    requests: () => {
      const counts: Record<string, number> = {};
      for (const request of sent.splice(0)) counts[request] = (counts[request] ?? 0) + 1;
      return counts;
    },
  };
}

const DRAFT = [{ name: 'draft', action: 'set', value: true }] as const;

it('bulk edits, deletions and their undo are one transaction each, in few requests', async () => {
  const server = await startTestServer(blogOf(IDS));
  const admin = await adminOf(server);
  const { client, transactions, requests } = admin;

  const ids = await admin.listedIds('blog', {}, { offset: 0, count: Number.POSITIVE_INFINITY });
  expect([new Set(ids).size, requests()]).toEqual([COUNT, { 'GET /api/collections/blog/index': 1 }]);

  const { rows } = await admin.previewEdit('blog', IDS, DRAFT);
  expect(rows.map(({ id }) => id)).toEqual(IDS);
  expect(requests()).toEqual({ 'GET /api/objects.ndjson': 3, 'POST /api/batch': 2 });
  expect(transactions()).toEqual([0, 0]);

  const edited = await admin.writeEdit(client, 'blog', rows);
  expect(edited.failure?.message).toBeUndefined();
  expect(edited.transactions).toHaveLength(1);
  expect(transactions()).toEqual([COUNT, 1]);
  expect(requests()).toEqual({ 'POST /api/batch': 2 });

  const { seen } = await admin.see(IDS);
  const removed = await admin.deleteObjects(client, 'blog', seen, async () => false);
  expect(removed.failure).toBeUndefined();
  expect(transactions()).toEqual([COUNT, 1]);
  expect(requests()).toEqual({ 'GET /api/objects.ndjson': 3, 'POST /api/batch': 2 });

  expect((await admin.restoreEntries(client, removed.done)).failure).toBeUndefined();
  expect(transactions()).toEqual([COUNT, 1]);
  expect(requests()).toEqual({ 'POST /api/trash/restore': 6 });
});

describe('while others change the objects', () => {
  const SOME = ['one', 'two', 'three', 'four', 'five'];
  let server: TestServer;
  let admin: Awaited<ReturnType<typeof adminOf>>;
  let hook: Hook;
  beforeEach(async () => {
    server = await startTestServer(blogOf(SOME));
    hook = () => undefined;
    admin = await adminOf(server, (...request) => hook(...request));
  });
  const change = (id: string) =>
    server.request(`/api/collections/blog/${id}`, { method: 'PATCH', json: { title: `${id} changed` } });
  const remove = (id: string) => server.request(`/api/collections/blog/${id}`, { method: 'DELETE' });
  const left = async () => {
    const { json } = await server.request('/api/collections/blog?sort=id&order=asc');
    return Array.isArray(json.objects) ? json.objects.map((one) => Object(one).id) : [];
  };

  it('a deletion asks about what has changed, names what, and takes the others', async () => {
    const { seen } = await admin.see(SOME);
    await change('two');
    await remove('four');
    const asked: unknown[] = [];
    const { done, failure } = await admin.deleteObjects(admin.client, 'blog', seen, async (changed) => {
      asked.push(...changed.map(({ id, changed: names }) => [id, names]));
      return false;
    });
    expect(asked).toEqual([['two', ['title', 'updated']]]);
    expect(done).toHaveLength(3);
    expect(String(failure)).toContain('four');
    expect(await left()).toEqual(['two']);
  });

  it('a deletion that is confirmed takes the version that was asked about, and asks again about a later one', async () => {
    const { seen } = await admin.see(['two']);
    await change('two');
    let asked = 0;
    const { done } = await admin.deleteObjects(admin.client, 'blog', seen, async () => {
      asked += 1;
      if (asked === 1)
        await server.request('/api/collections/blog/two', { method: 'PATCH', json: { draft: true } });
      return true;
    });
    expect([asked, done.length, (await left()).includes('two')]).toEqual([2, 1, false]);
  });

  it('an edit says what is gone or damaged by then, and which of its values others have changed', async () => {
    await remove('four');
    const { rows } = await admin.previewEdit('blog', SOME, [{ name: 'title', action: 'set', value: 'New' }]);
    expect(rows.filter(({ refused }) => refused !== undefined).map(({ id }) => id)).toEqual(['four']);
    await change('two');
    const sound = rows.filter(({ refused }) => refused === undefined);
    const { written, failure } = await admin.writeEdit(admin.client, 'blog', sound);
    expect(written).toEqual([]);
    expect(
      [...(failure?.reasons ?? [])].map(([id, { clashes }]) => [id, clashes?.map(({ name }) => name)]),
    ).toEqual([['two', ['title']]]);
  });

  it('restores what has room, and says why the rest has none', async () => {
    const { seen } = await admin.see(SOME);
    const { done } = await admin.deleteObjects(admin.client, 'blog', seen, async () => false);
    await server.request('/api/collections/blog', { method: 'POST', json: { id: 'two', title: 'Another' } });
    const restored = await admin.restoreEntries(admin.client, done);
    expect(restored.done.map(({ object }) => object).sort()).toEqual(['five', 'four', 'one', 'three']);
    expect(String(restored.failure)).toContain('two');
    expect(await left()).toEqual(['five', 'four', 'one', 'three', 'two']);
  });
});

describe('changes of many objects in a set', () => {
  const SOME = IDS.slice(0, 450);
  const chosen = SOME.map((id) => ({ collection: 'blog', id }));
  const drafted = (id: string) => ({
    [`.changes/draft/blog/${id}.json`]: {
      ...{ change: 'edit', base: { title: id }, values: { title: `${id} drafted` } },
      at: '2026-01-01T10:00:00.000Z',
    },
  });
  const DRAFTS = Object.assign(blogOf(SOME), ...SOME.map(drafted));
  const left = async (server: TestServer) =>
    ((await server.request('/api/change-sets/draft')).json.objects as { id: string }[]).length;

  it('are dropped and brought back in few requests, each of them in one transaction', async () => {
    const server = await startTestServer(DRAFTS);
    const admin = await adminOf(server);
    const told: number[] = [];
    const { done, failure } = await admin.dropChanges(admin.client, 'draft', chosen, {
      onProgress: (count) => void told.push(count),
    });
    expect([done.length, failure, told]).toEqual([450, undefined, [200, 400, 450]]);
    expect(admin.requests()).toEqual({ 'POST /api/change-sets/draft/discard': 3 });
    expect(admin.continued()).toBe(2);
    expect(await left(server)).toBe(0);
    const restored = await admin.restoreEntries(admin.client, done);
    expect([restored.done.length, restored.failure, await left(server)]).toEqual([450, undefined, 450]);
    expect(admin.requests()).toEqual({ 'POST /api/trash/restore': 3 });
  });

  it('are dropped until that is stopped, and as far as they can be', async () => {
    const server = await startTestServer(DRAFTS);
    const stop = new AbortController();
    const admin = await adminOf(server, (request, count) => {
      if (request.endsWith('/discard') && count === 2) stop.abort();
    });
    const gone = { collection: 'blog', id: 'other' };
    const { done, failure } = await admin.dropChanges(admin.client, 'draft', [gone, ...chosen], {
      signal: stop.signal,
    });
    expect([done.length, await left(server)]).toEqual([399, 51]);
    expect(String(failure)).toContain('other');
  });
});

describe('canceled', () => {
  it('a preview reads no further', async () => {
    const stop = new AbortController();
    const admin = await adminOf(await startTestServer(blogOf(IDS)), (request, count) => {
      if (request.endsWith('objects.ndjson') && count === 2) stop.abort();
    });
    await expect(admin.previewEdit('blog', IDS, DRAFT, { signal: stop.signal })).rejects.toThrow();
    expect(admin.requests()).toEqual({ 'GET /api/objects.ndjson': 2 });
  });

  it('a write ends with the batch that is on its way, and a deletion and a restoration as well', async () => {
    const server = await startTestServer(blogOf(IDS));
    let stop = new AbortController();
    const admin = await adminOf(server, (request) => {
      if (request.startsWith('POST') && !stop.signal.aborted) stop.abort();
    });
    const { client } = admin;
    const { rows } = await admin.previewEdit('blog', IDS, DRAFT);
    stop = new AbortController();
    const edited = await admin.writeEdit(client, 'blog', rows, { signal: stop.signal });
    expect([edited.written.length, edited.failure]).toEqual([1000, undefined]);
    const { seen } = await admin.see(IDS);
    stop = new AbortController();
    const { done } = await admin.deleteObjects(client, 'blog', seen, async () => true, {
      signal: stop.signal,
    });
    expect(done).toHaveLength(1000);
    stop = new AbortController();
    const restored = await admin.restoreEntries(client, done, { signal: stop.signal });
    expect(restored.done).toHaveLength(200);
  });

  it('an undo ends, and the next one goes on with the rest', async () => {
    const admin = await adminOf(await startTestServer(blogOf(IDS)));
    const { client } = admin;
    const { rows } = await admin.previewEdit('blog', IDS, DRAFT);
    const { transactions } = await admin.writeEdit(client, 'blog', rows);
    const [transaction = ''] = transactions;
    const stop = new AbortController();
    const told: number[] = [];
    const onProgress = ({ done, of }: { done: number; of: number }) => {
      told.push(of);
      if (done > 0) stop.abort();
    };
    await expect(
      admin.undoTransaction(client, transaction, { onProgress, signal: stop.signal }),
    ).rejects.toThrow();
    expect(new Set(told)).toEqual(new Set([COUNT]));
    const { undone } = await admin.undoTransaction(client, transaction);
    const count = (result: string) => undone.filter((one) => one.result === result).length;
    expect(count('unchanged')).toBeGreaterThan(0);
    expect(count('restored')).toBeGreaterThan(0);
    expect(count('unchanged') + count('restored')).toBe(COUNT);
  });

  it('all transactions of a write are known where the server could not go on with the first', async () => {
    vi.resetModules();
    const { Together } = await import('../../renderer/api/together.ts');
    const together = new Together();
    const answers = ['a', 'a', 'b', 'b'];
    const sent: (string | undefined)[] = [];
    for (const answer of answers) {
      await together.send(async (transaction) => {
        sent.push(transaction);
        return { headers: new Headers({ 'x-plinth-transaction': answer }) };
      });
    }
    expect([sent, together.transactions]).toEqual([
      [undefined, 'a', 'a', 'b'],
      ['a', 'b'],
    ]);
  });
});
