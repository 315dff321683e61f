/** Changes as they happen, to those who may see them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type EventReader, type HeardEvent, readEvents } from '../helpers/event-reader.js';
import { ORIGIN } from '../helpers/origin.js';
import { BLOG, type Files, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const listen = (server: TestServer, key: string, more = '') =>
  readEvents(`${server.url}/api/events${more}`, { 'x-api-key': key });

const post = (server: TestServer, collection: string, id: string) =>
  server.request(`/api/collections/${collection}`, { method: 'POST', json: { id, title: id } });

const PUBLIC: Files = {
  ...BLOG,
  'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', publicOperations: ['read'] },
};

describe('the stream of events', () => {
  it('sends changes of objects, collections and schemas, below both prefixes', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const stream = await listen(server, key);
    const bare = await readEvents(`${server.url}/events`, { 'x-api-key': key });
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect([await stream.told(1), await bare.told(1)]).toEqual([['ready'], ['ready']]);

    await post(server, 'blog', 'third');
    const blog = '/api/collections/blog';
    await server.request(`${blog}/third`, { method: 'PATCH', json: { title: 'Other' } });
    await server.request(`${blog}/third`, { method: 'DELETE' });
    await server.request('/api/schemas', {
      method: 'POST',
      json: { id: 'note', properties: { id: { field: 'id' } }, required: ['id'], index: ['id'] },
    });
    await server.request('/api/collections', { method: 'POST', json: { id: 'notes', schema: 'note' } });
    const all = [
      'object.created blog/third',
      'object.updated blog/third',
      'object.deleted blog/third',
      'schema.saved note',
      'collection.created notes',
    ];
    expect([await stream.told(5), await bare.told(5)]).toEqual([all, all]);
  });

  it('sends changes that other programs make in the folder', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key());
    await stream.told(1);
    await server.request('/api/collections/blog');
    await writeFiles(server.folder, { 'blog/by-hand.json': { id: 'by-hand', title: 'By hand' } });
    expect(await stream.told(1)).toEqual(['object.created blog/by-hand']);
  });

  it('sends changes of other programs to private values, but not of files only touched', async () => {
    const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };
    const part = { id: 'part', properties: { a: { field: 'text' }, b: { field: 'password' } } };
    const whole = {
      id: 'whole',
      properties: { id: { field: 'id' }, c: { field: 'card', schemaref: 'part' } },
      required: ['id'],
      index: ['id'],
    };
    const server = await startTestServer({
      '.schemas/part.json': part,
      '.schemas/whole.json': whole,
      'wholes/.meta.json': { id: 'wholes', schema: 'whole' },
      'wholes/one.json': { id: 'one', c: { a: 'x', b: '1' }, ...times },
      'wholes/two.json': { id: 'two', c: { a: 'x', b: '1' }, ...times },
    });
    const stream = await listen(server, await server.key());
    await stream.told(1);
    const shown = await server.request('/api/collections/wholes');
    await writeFiles(server.folder, { 'wholes/one.json': { id: 'one', c: { a: 'x', b: '1' }, ...times } });
    await writeFiles(server.folder, { 'wholes/two.json': { id: 'two', c: { a: 'x', b: '2' }, ...times } });
    expect(await stream.told(1)).toEqual(['object.updated wholes/two']);
    expect((await server.request('/api/collections/wholes')).json.objects).toEqual(shown.json.objects);
  });

  it('sends files as they are added, moved and removed, beside the object that names them', async () => {
    const server = await startTestServer({
      '.schemas/page.json': {
        id: 'page',
        properties: { id: { field: 'id' }, box: { field: 'depot' }, text: { field: 'styledtext' } },
        required: ['id'],
        index: ['id'],
      },
      'pages/.meta.json': { id: 'pages', schema: 'page' },
      'pages/one.json': { id: 'one' },
    });
    const stream = await listen(server, await server.key());
    await stream.told(1);
    const box = '/api/collections/pages/one/box';
    const send = (path: string, key: string, name: string) => {
      const form = new FormData();
      form.set(key, new Blob(['words']), name);
      return server.request(path, { method: 'POST', body: form });
    };
    expect((await send(box, 'box', 'a.txt')).status).toBe(200);
    const move = { method: 'PUT', json: { destination: 'old' } };
    expect((await server.request(`${box}/a.txt/move`, move)).status).toBe(200);
    expect((await server.request(`${box}/a.txt?path=old`, { method: 'DELETE' })).status).toBe(200);
    expect((await send('/api/upload/pages/one/text', 'file', 'b.txt')).status).toBe(200);
    expect((await server.request('/api/upload/pages/one/text/b.txt', { method: 'DELETE' })).status).toBe(200);
    const told = await stream.told(9);
    expect(told.filter((event) => event.startsWith('file.'))).toEqual([
      'file.saved pages/one/box/a.txt',
      'file.deleted pages/one/box/a.txt',
      'file.saved pages/one/box/old/a.txt',
      'file.deleted pages/one/box/old/a.txt',
      'file.saved pages/one/text/b.txt',
      'file.deleted pages/one/text/b.txt',
    ]);
    expect(told.filter((event) => event === 'object.updated pages/one')).toHaveLength(3);
  });

  it('says what changed and when, under an id that later ones follow', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key());
    const ready = await stream.next();
    await post(server, 'blog', 'third');
    const event = await stream.next();
    expect(event?.data).toEqual({
      type: 'object.created',
      collection: 'blog',
      id: 'third',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { kind: 'owner' },
      transaction: { id: expect.any(String), kind: 'request', at: expect.any(String) },
    });
    expect(event?.id).not.toBe(ready?.id);
  });

  it.each([
    ['a header', (id: string) => ({ headers: { 'last-event-id': id }, query: '' })],
    ['a parameter', (id: string) => ({ headers: {}, query: `?lastEventId=${id}` })],
  ])('goes on after the event that %s names', async (_where, resume) => {
    const server = await startTestServer();
    const key = await server.key();
    const first = await listen(server, key);
    await first.told(1);
    await post(server, 'blog', 'one');
    const heard = await first.next();
    first.close();
    await post(server, 'blog', 'two');
    await post(server, 'blog', 'three');
    const { headers, query } = resume(heard?.id ?? '');
    const again = await readEvents(`${server.url}/events${query}`, { 'x-api-key': key, ...headers });
    await post(server, 'blog', 'four');
    expect(await again.told(3)).toEqual([
      'object.created blog/two',
      'object.created blog/three',
      'object.created blog/four',
    ]);
  });

  it('sends reset to a client that names an unknown event', async () => {
    const server = await startTestServer();
    const key = await server.key();
    for (const id of ['0123456789ab-3', 'nonsense', `${server.site.cursors.cursor()}9`]) {
      const stream = await readEvents(`${server.url}/events`, { 'x-api-key': key, 'last-event-id': id });
      const event = await stream.next();
      expect([event?.event, event?.id]).toEqual(['reset', server.site.cursors.cursor()]);
      stream.close();
    }
  });

  it('tells a key only of what it may read', async () => {
    const server = await startTestServer(PUBLIC);
    const blog = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
    const one = await server.key({ methods: ['GET'], paths: ['/collections'] });
    const [scoped, wide, nobody] = [
      await listen(server, blog),
      await listen(server, one),
      await readEvents(`${server.url}/events`),
    ];
    for (const stream of [scoped, wide, nobody]) await stream.told(1);
    await post(server, 'blog-private', 'hidden');
    await post(server, 'blog', 'shown');
    expect(await scoped.told(1)).toEqual(['object.created blog/shown']);
    expect(await nobody.told(1)).toEqual(['object.created blog/shown']);
    expect(await wide.told(2)).toEqual(['object.created blog-private/hidden', 'object.created blog/shown']);
  });

  it('omits the other collections when some are named', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const stream = await listen(server, key, '?collections=blog,later');
    await stream.told(1);
    await post(server, 'blog-private', 'hidden');
    await post(server, 'blog', 'shown');
    expect(await stream.told(1)).toEqual(['object.created blog/shown']);
  });

  it.each([
    ['nobody, where nothing is public', BLOG, undefined, '', 401],
    ['nobody, for a collection that is not public', PUBLIC, undefined, '?collections=blog-private', 401],
    ['a key that only writes', BLOG, { methods: ['POST' as const] }, '', 403],
    [
      'a key for blog, of another collection',
      BLOG,
      { paths: ['/collections/blog'] },
      '?collections=blog-private',
      403,
    ],
    ['a key, for what is no id', BLOG, {}, '?collections=../x', 400],
  ])('rejects %s', async (_who, files, scope, query, status) => {
    const server = await startTestServer(files);
    const as = scope ? { key: await server.key(scope) } : ('nobody' as const);
    expect((await server.request(`/events${query}`, { as })).status).toBe(status);
  });

  it('ends with the key or the session that asked for it', async () => {
    const server = await startTestServer();
    const record = await server.site.keys.create({ name: 'short', methods: ['GET'], paths: ['*'] });
    const keyed = await listen(server, record.key);
    const signedIn = await readEvents(`${server.url}/events`, { cookie: server.cookie });
    await keyed.told(1);
    await signedIn.told(1);
    await server.site.keys.revoke(record.id);
    server.site.sessions.end(server.cookie.split('=')[1] ?? '');
    server.site.events.emit({ type: 'object.updated', collection: 'blog', id: 'first-post' }, ORIGIN);
    expect([await keyed.next(), await signedIn.next()]).toEqual([undefined, undefined]);
  });

  it('serves 32 at a time, half of them to those who show nothing', async () => {
    const server = await startTestServer(PUBLIC);
    const key = await server.key();
    for (let n = 0; n < 16; n += 1) await (await readEvents(`${server.url}/events`)).told(1);
    const refused = await server.request('/events', { as: 'nobody' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const mine = [];
    for (let n = 0; n < 16; n += 1) mine.push(await listen(server, key));
    expect((await server.request('/events', { as: { key } })).status).toBe(503);
    mine[0]?.close();
    await expect.poll(() => server.site.changes.subscribers).toBe(31);
    expect((await listen(server, key)).status).toBe(200);
  });

  it('ends when the server is stopped, which does not wait for it', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key());
    await stream.told(1);
    await server.close();
    expect(await stream.next()).toBeUndefined();
  });

  it('lets go of a client that takes nothing', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const stalled = server.raw(
      `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-API-Key: ${key}\r\n\r\n`,
    );
    await expect.poll(() => server.site.changes.subscribers).toBe(1);
    // One turn of the loop: nothing is written to the socket in between, however fast the client reads.
    const id = 'x'.repeat(100);
    for (let n = 0; n < 6000; n += 1)
      server.site.events.emit({ type: 'object.updated', collection: 'blog', id }, ORIGIN);
    await stalled;
    await expect.poll(() => server.site.changes.subscribers).toBe(0);
  });
});

/** Emits changes in one turn of the loop, as many as asked. */
const emit = (server: TestServer, count: number, { id = (n: number) => `p${n}`, origin = ORIGIN } = {}) => {
  for (let n = 0; n < count; n += 1)
    server.site.events.emit({ type: 'object.updated', collection: 'blog', id: id(n) }, origin);
};

const idsIn = (event: HeardEvent | undefined) =>
  (event?.data.changes as { id: string }[] | undefined)?.map(({ id }) => id) ?? [];

/** The ids of changes until one, and the events they came in. */
async function heardUntil(stream: EventReader, last: string) {
  const events: HeardEvent[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    events.push(event);
    if (idsIn(event).includes(last)) break;
  }
  return { events, ids: events.flatMap(idsIn) };
}

describe('the stream of events in groups', () => {
  it('sends the changes of a request as one event, under the id of the last one', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const stream = await listen(server, key, '?grouped=1');
    const plain = await listen(server, key);
    await plain.told(1);
    expect((await stream.next())?.event).toBe('ready');
    const operations = ['one', 'two', 'three'].map((id) => ({
      ...{ operation: 'create', collection: 'blog', id },
      data: { title: id },
    }));
    await server.request('/api/batch', { method: 'POST', json: { operations } });
    const alone = [await plain.next(), await plain.next(), await plain.next()];
    const { actor, transaction } = alone[2]?.data ?? {};
    const changes = alone.map((event) => {
      const { actor: _actor, transaction: _transaction, ...change } = event?.data ?? {};
      return change;
    });
    expect(changes[0]).toEqual({
      type: 'object.created',
      collection: 'blog',
      id: 'one',
      at: expect.any(String),
    });
    const group = await stream.next();
    expect(group).toEqual({ event: 'changes', id: alone[2]?.id, data: { actor, transaction, changes } });

    stream.close();
    await post(server, 'blog', 'later');
    const again = await listen(server, key, `?grouped=1&lastEventId=${group?.id}`);
    await post(server, 'blog', 'last');
    expect((await heardUntil(again, 'last')).ids).toEqual(['later', 'last']);
  });

  it('keeps the changes of different transactions apart, in their order', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key(), '?grouped=1');
    await stream.told(1);
    const other = { ...ORIGIN, transaction: { ...ORIGIN.transaction, id: randomUUID() } };
    emit(server, 2);
    emit(server, 1, { origin: other });
    emit(server, 2);
    const { events } = await heardUntil(stream, 'p1');
    events.push(...(await heardUntil(stream, 'p1')).events);
    expect(events.map(idsIn)).toEqual([['p0', 'p1'], ['p0'], ['p0', 'p1']]);
  });

  it('leaves out what a client may not read', async () => {
    const server = await startTestServer();
    const key = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
    const stream = await listen(server, key, '?grouped=1');
    await stream.told(1);
    for (const collection of ['blog-private', 'blog', 'blog-private'])
      server.site.events.emit({ type: 'object.updated', collection, id: `of-${collection}` }, ORIGIN);
    emit(server, 1);
    expect((await heardUntil(stream, 'p0')).ids).toEqual(['of-blog', 'p0']);
  });

  it('tells each of thousands of changes once, in their order and in events of some size', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key(), '?grouped=1');
    const id = (n: number) => `${n}-`.padEnd(100, 'x');
    emit(server, 9000, { id });
    const { events, ids } = await heardUntil(stream, id(8999));
    expect(ids).toEqual(Array.from({ length: 9000 }, (_, n) => id(n)));
    for (const { data } of events) expect(JSON.stringify(data).length).toBeLessThan(70_000);
  });

  it('tells a client to read everything again when more than 10,000 changes wait, and goes on', async () => {
    const server = await startTestServer();
    const stream = await listen(server, await server.key(), '?grouped=1');
    await stream.told(1);
    emit(server, 20_000);
    const event = await stream.next();
    expect([event?.event, event?.id]).toEqual(['reset', server.site.cursors.cursor()]);
    emit(server, 2);
    expect(idsIn(await stream.next())).toEqual(['p0', 'p1']);
  });

  it('sends what was missed before what happens now', async () => {
    const server = await startTestServer();
    const key = await server.key();
    const last = server.site.cursors.cursor();
    emit(server, 450);
    const stream = await listen(server, key, `?grouped=1&lastEventId=${last}`);
    emit(server, 1, { id: () => 'now' });
    const missed = Array.from({ length: 450 }, (_, n) => `p${n}`);
    expect((await heardUntil(stream, 'now')).ids).toEqual([...missed, 'now']);
  });
});
