/** Versions of objects, restoring them, and the activity of the folder, over HTTP. */
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const POST = '/api/collections/blog/a';

interface Version {
  revision: string;
  kind: string;
  at: string;
  actor?: { kind: string; name?: string };
  transaction?: { id: string };
}

async function start(): Promise<TestServer> {
  const server = await startTestServer(BLOG);
  await send(server, 'POST', '/api/collections/blog', { id: 'a', title: 'First', tags: ['one'] });
  return server;
}

async function send(server: TestServer, method: string, path: string, json?: JsonObject, headers = {}) {
  const answer = await server.request(path, { method, headers, ...(json && { json }) });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer;
}

const patch = (server: TestServer, json: JsonObject) => send(server, 'PATCH', POST, json);

async function versions(server: TestServer, path = POST): Promise<Version[]> {
  const { text } = await send(server, 'GET', `${path}/history?limit=100`);
  const answer: { versions: Version[] } = JSON.parse(text);
  return answer.versions;
}

/** The versions of one value, the newest first; null where the object was gone. */
async function values(server: TestServer, property = 'title', path = POST) {
  const found: unknown[] = [];
  for (const { revision } of await versions(server, path)) {
    if (revision === null) found.push(null);
    else
      found.push(
        ((await send(server, 'GET', `${path}/history/${revision}`)).json.object as JsonObject)[property],
      );
  }
  return found;
}

const revisionOf = async (server: TestServer, at: number) => (await versions(server))[at]?.revision ?? '';

describe('the versions of an object', () => {
  it('are there from its creation to its deletion and back, with who made them', async () => {
    const server = await start();
    await patch(server, { title: 'Second' });
    const key = await server.key();
    await server.request(POST, { method: 'PATCH', json: { title: 'Third' }, as: { key } });
    const deleted = await send(server, 'DELETE', POST);
    await send(server, 'POST', `/api/trash/${deleted.headers.get('x-trash-id')}/restore`);
    expect(await values(server)).toEqual(['Third', null, 'Third', 'Second', 'First']);
    const all = await versions(server);
    expect(all.map(({ actor }) => actor?.kind)).toEqual(['owner', 'owner', 'key', 'owner', 'owner']);
    expect(new Set(all.map(({ transaction }) => transaction?.id)).size).toBe(5);
    expect(server.warnings()).toEqual([]);
  });

  it('include those of other programs and of batches', async () => {
    const server = await start();
    const file = join(server.folder, 'blog/a.json');
    await writeFile(file, JSON.stringify({ id: 'a', title: 'By hand' }));
    await expect.poll(async () => (await server.request(POST)).json.title).toBe('By hand');
    await send(server, 'POST', '/api/batch', {
      operations: [
        { operation: 'patch', collection: 'blog', id: 'a', data: { title: 'Batched' } },
        { operation: 'delete', collection: 'blog', id: 'second-post' },
      ],
    });
    expect(await values(server)).toEqual(['Batched', 'By hand', 'First']);
    const [batched, byHand] = await versions(server);
    expect(byHand).toMatchObject({ kind: 'outside' });
    const [gone] = await versions(server, '/api/collections/blog/second-post');
    expect(gone).toMatchObject({ revision: null, transaction: { id: batched?.transaction?.id } });
    await unlink(file);
    await expect.poll(async () => (await server.request(POST)).status).toBe(404);
    expect((await values(server))[0]).toBeNull();
  });

  it('name their actors to the owner, and to others only themselves', async () => {
    const server = await start();
    await patch(server, { title: 'Second' });
    const [one, other] = [{ key: await server.key() }, { key: await server.key() }];
    await server.request(POST, { method: 'PATCH', json: { title: 'Third' }, as: one });
    const actorsFor = async (as: { key: string } | 'owner', path: string) => {
      const { text } = await server.request(path, { as });
      const answer: { versions?: Version[]; activity?: Version[] } = JSON.parse(text);
      const list = answer.versions ?? answer.activity ?? [];
      return list.slice(0, 2).map(({ actor }) => [actor?.kind, actor?.name]);
    };
    const path = `${POST}/history`;
    expect(await actorsFor('owner', path)).toEqual([
      ['key', 'test'],
      ['owner', 'Owner'],
    ]);
    expect(await actorsFor(one, path)).toEqual([
      ['key', 'test'],
      ['owner', undefined],
    ]);
    expect((await actorsFor(other, path))[0]).toEqual(['key', undefined]);
    expect(await actorsFor('owner', '/api/activity?actor=test')).toEqual([['key', 'test']]);
  });

  it('are pages', async () => {
    const server = await start();
    for (const title of ['b', 'c', 'd']) await patch(server, { title });
    const page = await send(server, 'GET', `${POST}/history?limit=2&offset=1`);
    expect(page.json).toMatchObject({ total: 4, versions: [{ kind: 'saved' }, { kind: 'saved' }] });
  });

  it('are found only by their own object, and only by who may change it', async () => {
    const server = await start();
    const revision = await revisionOf(server, 0);
    const reader = { key: await server.key({ methods: ['GET'] }) };
    const other = { key: await server.key({ paths: ['/collections/blog-private'] }) };
    for (const path of ['/history', `/history/${revision}`, `/history/${revision}/differences`]) {
      expect((await server.request(POST + path, { as: reader })).status).toBe(403);
      expect((await server.request(POST + path, { as: other })).status).toBe(403);
      expect((await server.request(POST + path, { as: 'nobody' })).status).toBe(401);
    }
    await send(server, 'PATCH', '/api/collections/blog/first-post', { title: 'Other' });
    expect((await server.request(`/api/collections/blog/first-post/history/${revision}`)).status).toBe(404);
    expect((await server.request(`/api/collections/blog/never-there/history`)).status).toBe(404);
    expect((await server.request(`/api/collections/never-there/a/history`)).status).toBe(404);
    for (const wrong of ['x', '__proto__', '..%2f..', 'A'.repeat(22)]) {
      expect((await server.request(`${POST}/history/${wrong}`)).status).toBe(404);
    }
  });

  it('leave the property "history" to a schema that has one', async () => {
    const server = await startTestServer({
      '.schemas/old.json': {
        id: 'old',
        type: 'object',
        properties: { history: { type: 'string', field: 'text' } },
      },
      'old/.meta.json': { id: 'old', schema: 'old', name: 'Old' },
      'old/a.json': { id: 'a', history: 'long' },
    });
    const changed = await send(server, 'PUT', '/api/collections/old/a/history', 'short' as never);
    expect(changed.json.history).toBe('short');
    expect(await values(server, 'history', '/api/collections/old/a')).toEqual(['short', 'long']);
  });
});

describe('differences', () => {
  it('name the properties with both values', async () => {
    const server = await start();
    await patch(server, { title: 'Second', tags: null, author: 'Ada' });
    const first = await revisionOf(server, 1);
    const { json } = await send(server, 'GET', `${POST}/history/${first}/differences`);
    const changed = (json.differences as JsonObject[]).filter(
      ({ property }) => !['modified', 'updated'].includes(String(property)),
    );
    expect(changed).toEqual([
      { property: 'title', before: 'First', after: 'Second' },
      { property: 'tags', before: ['one'] },
      { property: 'author', after: 'Ada' },
    ]);
    const same = await send(server, 'GET', `${POST}/history/${first}/differences?with=${first}`);
    expect(same.json).toEqual({ differences: [], files: [] });
  });
});

describe('restoring', () => {
  it('brings back a whole version or single properties, and is a version itself', async () => {
    const server = await start();
    await patch(server, { title: 'Second', tags: ['two'], author: 'Ada' });
    const first = await revisionOf(server, 1);
    const second = await revisionOf(server, 0);
    const part = await send(server, 'POST', `${POST}/history/${first}/restore`, { properties: ['tags'] });
    expect(part.json).toMatchObject({ title: 'Second', tags: ['one'], author: 'Ada' });
    const whole = await send(server, 'POST', `${POST}/history/${first}/restore`);
    expect(whole.json).toMatchObject({ title: 'First', tags: ['one'] });
    expect(whole.json.author ?? '').toBe('');
    const again = await send(server, 'POST', `${POST}/history/${second}/restore`);
    expect(again.json).toMatchObject({ title: 'Second', tags: ['two'], author: 'Ada' });
    expect(await values(server)).toEqual(['Second', 'First', 'Second', 'Second', 'First']);
  });

  it('creates a deleted object again', async () => {
    const server = await start();
    await send(server, 'DELETE', POST);
    const back = await send(server, 'POST', `${POST}/history/${await revisionOf(server, 1)}/restore`);
    expect(back.json.title).toBe('First');
    expect((await server.request(POST)).json.title).toBe('First');
  });

  it.each([
    [{ properties: ['id'] }, 400],
    [{ properties: ['modified'] }, 400],
    [{ properties: 'title' }, 400],
  ])('rejects %j', async (json, status) => {
    const server = await start();
    const answer = await server.request(`${POST}/history/${await revisionOf(server, 0)}/restore`, {
      method: 'POST',
      json,
    });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  });

  it('honours If-Match', async () => {
    const server = await start();
    const { headers } = await server.request(POST);
    await patch(server, { title: 'Second' });
    const answer = await server.request(`${POST}/history/${await revisionOf(server, 1)}/restore`, {
      method: 'POST',
      headers: { 'If-Match': headers.get('etag') ?? '' },
    });
    expect(answer.status).toBe(412);
    expect((await values(server))[0]).toBe('Second');
  });

  it('does not lose a save that comes at the same time', async () => {
    const server = await start();
    for (let n = 0; n < 5; n += 1) await patch(server, { title: `Title ${n}` });
    const first = await revisionOf(server, 5);
    await Promise.all([
      send(server, 'POST', `${POST}/history/${first}/restore`),
      ...[10, 11, 12].map((n) => patch(server, { title: `Title ${n}` })),
      send(server, 'POST', `${POST}/history/${first}/restore`, { properties: ['title'] }),
    ]);
    const titles = await values(server);
    for (const n of [10, 11, 12]) expect(titles).toContain(`Title ${n}`);
  });
});

describe('the activity of the folder', () => {
  const activity = async (server: TestServer, query = '', as?: { key: string }) => {
    const answer = await server.request(`/api/activity${query}`, as ? { as } : {});
    expect(answer.status).toBe(200);
    const list: { activity: (Version & { subject: JsonObject })[]; next?: string } = JSON.parse(answer.text);
    return list;
  };

  it('has every change with its subject, the newest first, and can be narrowed', async () => {
    const server = await start();
    await send(server, 'PATCH', '/api/collections/blog', { name: 'News' });
    await send(server, 'POST', '/api/schemas', {
      id: 'note',
      type: 'object',
      properties: {},
      required: [],
      index: [],
    });
    const { headers } = await patch(server, { title: 'Second' });
    await send(server, 'PATCH', '/api/settings', { timezone: 'Europe/Vienna' }).catch(() => {});
    const all = await activity(server);
    const subjects = all.activity.map(({ subject }) => Object.values(subject).join(' '));
    expect(subjects.filter((one) => one !== 'settings')).toEqual([
      'object blog a',
      'schema note',
      'collection blog',
      'object blog a',
    ]);
    expect((await activity(server, '?collection=blog&id=a')).activity).toHaveLength(2);
    const transaction = headers.get('x-plinth-transaction');
    expect((await activity(server, `?transaction=${transaction}`)).activity).toMatchObject([
      { subject: { type: 'object', id: 'a' } },
    ]);
    expect((await activity(server, '?actor=key')).activity).toEqual([]);
    expect((await server.request('/api/activity?before=yesterday')).status).toBe(400);
  });

  it('is read page by page without leaving anything out', async () => {
    const server = await start();
    for (let n = 0; n < 7; n += 1) await patch(server, { title: `Title ${n}` });
    const whole = (await activity(server)).activity.map(({ revision }) => revision);
    const paged: string[] = [];
    for (let before = ''; ; ) {
      const page = await activity(server, `?limit=3${before}`);
      paged.push(...page.activity.map(({ revision }) => revision));
      if (!page.next) break;
      before = `&before=${encodeURIComponent(page.next)}`;
    }
    expect(new Set(paged)).toEqual(new Set(whole));
  });

  it('shows a key only what it may change', async () => {
    const server = await start();
    await send(server, 'PATCH', '/api/collections/blog-private/secret', { title: 'Changed' });
    const key = await server.key({ paths: ['/collections/blog', '/activity'] });
    const answer = await server.request('/api/activity', { as: { key } });
    if (answer.status === 200) {
      const found = (answer.json.activity as { subject: JsonObject }[]).map(
        ({ subject }) => subject.collection,
      );
      expect(new Set(found)).toEqual(new Set(['blog']));
    } else expect(answer.status).toBe(403);
  });
});

describe('undoing a transaction', () => {
  const LIST = '/api/collections/blog';

  async function undo(server: TestServer, transaction: string | null, query = '') {
    const answer = await server.request(`/api/activity/${transaction}/undo${query}`, { method: 'POST' });
    const undone = (answer.json.undone ?? []) as {
      subject: { id: string };
      result: string;
      properties?: string[];
    }[];
    const results = undone.map(({ subject, result }) => `${subject.id} ${result}`).sort();
    return { status: answer.status, results, undone, id: answer.headers.get('x-plinth-transaction') };
  }

  /** Creates, changes and deletes objects in one transaction. */
  async function batch(server: TestServer) {
    const answer = await send(server, 'POST', '/api/batch', {
      operations: [
        { operation: 'create', collection: 'blog', id: 'fresh', data: { id: 'fresh', title: 'New' } },
        {
          operation: 'patch',
          collection: 'blog',
          id: 'a',
          data: { title: 'Batched', tags: ['one', 'batch'] },
        },
        { operation: 'delete', collection: 'blog', id: 'second-post' },
      ],
    });
    return answer.headers.get('x-plinth-transaction');
  }

  const titles = async (server: TestServer) => {
    const found: Record<string, unknown> = {};
    for (const id of ['fresh', 'a', 'second-post'])
      found[id] = (await server.request(`${LIST}/${id}`)).json.title;
    return found;
  };

  it('takes back what it created, changed and deleted, and can be undone itself', async () => {
    const server = await start();
    const before = await titles(server);
    const transaction = await batch(server);
    const after = await titles(server);
    const all = ['a restored', 'fresh removed', 'second-post restored'];
    expect((await undo(server, transaction, '?dryRun=true')).results).toEqual(all);
    expect(await titles(server)).toEqual(after);
    const undone = await undo(server, transaction);
    expect(undone.results).toEqual(all);
    expect(await titles(server)).toEqual(before);
    expect((await undo(server, transaction)).results).toEqual([
      'a unchanged',
      'fresh unchanged',
      'second-post unchanged',
    ]);
    expect((await undo(server, undone.id)).results).toEqual([
      'a restored',
      'fresh restored',
      'second-post removed',
    ]);
    expect(await titles(server)).toEqual(after);
  });

  it('keeps what was changed since, and leaves alone where both changed', async () => {
    const server = await start();
    const transaction = await batch(server);
    await patch(server, { tags: ['one', 'batch', 'later'], date: '2026-01-01' });
    await send(server, 'PATCH', `${LIST}/fresh`, { title: 'Later' });
    expect((await undo(server, transaction)).results).toEqual([
      'a restored',
      'fresh clash',
      'second-post restored',
    ]);
    expect((await server.request(POST)).json).toMatchObject({
      title: 'First',
      tags: ['one', 'later'],
      date: '2026-01-01',
    });
    const other = (await patch(server, { title: 'Again' })).headers.get('x-plinth-transaction');
    await patch(server, { title: 'Yet again' });
    expect((await undo(server, other)).undone).toMatchObject([{ result: 'clash', properties: ['title'] }]);
    expect((await server.request(POST)).json.title).toBe('Yet again');
  });

  it('does only what the caller may do', async () => {
    const server = await start();
    const transaction = await batch(server);
    const key = await server.key({ methods: ['GET', 'POST', 'PATCH'] });
    const answer = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST', as: { key } });
    expect([200, 403]).toContain(answer.status);
    expect((await server.request(`${LIST}/fresh`)).status).toBe(200);
    for (const wrong of ['x', '00000000-0000-7000-8000-000000000000', '__proto__']) {
      expect((await undo(server, wrong)).status).toBe(404);
    }
  });

  it('loses no change that is made at the same time', async () => {
    const server = await start();
    const transaction = await batch(server);
    await Promise.all([
      undo(server, transaction),
      ...[1, 2, 3].map((n) => patch(server, { date: `2026-01-0${n}` })),
      patch(server, { draft: true }),
    ]);
    expect((await server.request(POST)).json).toMatchObject({
      title: 'First',
      draft: true,
      date: expect.stringMatching(/^2026-01-0[123]$/),
    });
  });

  it.each([
    [
      'a save of the same property',
      'a',
      (server: TestServer) => patch(server, { title: 'At once' }),
      'At once',
    ],
    [
      'a save of what it removes',
      'fresh',
      (server: TestServer) =>
        server.request(`${LIST}/fresh`, { method: 'PATCH', json: { title: 'At once' } }),
      'At once',
    ],
    [
      'a creation of what it restores',
      'second-post',
      (server: TestServer) =>
        server.request(LIST, { method: 'POST', json: { id: 'second-post', title: 'At once' } }),
      'At once',
    ],
  ])('never overwrites %s that was answered', async (_what, id, save, title) => {
    const server = await start();
    for (let round = 0; round < 6; round += 1) {
      const transaction = await batch(server);
      const first = round % 2 === 0 ? undefined : save(server);
      const [undone, saved] = await Promise.all([undo(server, transaction), first ?? save(server)]);
      const now = await titles(server);
      // The save came after the undo, or the undo has left it alone.
      if (saved.status < 300)
        expect([round, undone.results, now[id]]).toEqual([round, undone.results, title]);
      else expect([404, 409, 422]).toContain(saved.status);
      for (const [one, value] of Object.entries({
        a: 'First',
        fresh: undefined,
        'second-post': 'Second post',
      })) {
        if (value === undefined) await server.request(`${LIST}/${one}`, { method: 'DELETE' });
        else if (now[one] === undefined) await send(server, 'POST', LIST, { id: one, title: value });
        else await send(server, 'PATCH', `${LIST}/${one}`, { title: value });
      }
    }
  });
});
