/** Releases: planned, published as a whole, and undone (spec/change-sets.md#planned-releases). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../helpers/event-reader.js';
import { BLOG, errorOf, type Sent, startTestServer, type TestServer } from '../helpers/server.js';

const FIRST = '/api/collections/blog/first-post';
const ISSUE = '/api/change-sets/issue';
const LATER = '2999-01-01T09:00:00.000Z';
const PAST = '2026-01-02T09:00:00.000Z';
const inIssue = (sent: Sent): Sent => ({ ...sent, headers: { 'X-Plinth-Perspective': 'issue' } });

async function withRelease(more: object = {}): Promise<TestServer> {
  const server = await startTestServer(BLOG);
  const json = { kind: 'release', title: 'Issue', ...more };
  expect((await server.request('/api/change-sets', { method: 'POST', json })).status).toBe(201);
  return server;
}
const patch = (server: TestServer, json: object, sent: Sent = {}) =>
  server.request(ISSUE, { method: 'PATCH', json, ...sent });
const issue = async (server: TestServer) => (await server.request(ISSUE)).json;
const title = async (server: TestServer) => (await server.request(FIRST)).json.title;

const planned = (publishAt: string, base: string) => ({
  ...BLOG,
  '.changes/issue/set.json': { kind: 'release', title: 'Issue', publishAt },
  '.changes/issue/blog/first-post.json': {
    change: 'edit',
    base: { title: base },
    values: { title: 'Published' },
    at: '2026-01-01T00:00:00Z',
  },
});

describe('a planned time', () => {
  it('is set when a release is made or later, changed and removed', async () => {
    const server = await withRelease({ publishAt: '2999-01-01T10:00:00+01:00' });
    expect(await issue(server)).toMatchObject({ publishAt: LATER });
    await patch(server, { title: 'Issue 2' });
    expect(await issue(server)).toMatchObject({ title: 'Issue 2', publishAt: LATER });
    expect((await patch(server, { publishAt: '2999-02-01T00:00:00Z' })).json.publishAt).toBe(
      '2999-02-01T00:00:00.000Z',
    );
    const removed = await patch(server, { publishAt: null });
    expect(removed.json).not.toHaveProperty('publishAt');
    expect(
      JSON.parse(await readFile(join(server.folder, '.changes/issue/set.json'), 'utf8')),
    ).not.toHaveProperty('publishAt');
  });

  it.each(['2026-01-01T00:00:00Z', 'tomorrow', ''])('is not %j', async (publishAt) => {
    const server = await withRelease();
    const rejected = await patch(server, { publishAt });
    expect([rejected.status, Object.keys(errorOf(rejected).details ?? {})]).toEqual([422, ['publishAt']]);
    expect(await issue(server)).not.toHaveProperty('publishAt');
  });

  it('is none of a suggestion or the shared draft', async () => {
    const server = await startTestServer(BLOG);
    const json = { kind: 'suggestion', title: 'Better', publishAt: LATER };
    expect((await server.request('/api/change-sets', { method: 'POST', json })).status).toBe(422);
    for (const publishAt of [LATER, null]) {
      const path = '/api/change-sets/draft';
      const draft = await server.request(path, { method: 'PATCH', json: { publishAt } });
      expect([draft.status, errorOf(draft).problems]).toMatchObject([
        422,
        { publishAt: [{ key: 'publishAtOfRelease' }] },
      ]);
    }
  });

  it('needs the right to each change, also to those that come into the release later', async () => {
    const server = await withRelease();
    await server.request('/api/collections/blog/second-post', inIssue({ method: 'DELETE' }));
    const as = { key: await server.key({ methods: ['GET', 'POST', 'PATCH', 'PUT'] }) };
    expect((await patch(server, { publishAt: LATER }, { as })).status).toBe(403);
    const object = { collection: 'blog', id: 'second-post' };
    const move = (set: string, to: string, sent: Sent = {}) =>
      server.request(`/api/change-sets/${set}/move`, {
        method: 'POST',
        json: { to, objects: [object] },
        ...sent,
      });
    await move('issue', 'draft');
    expect((await patch(server, { publishAt: LATER }, { as })).status).toBe(200);
    expect((await move('draft', 'issue', { as })).status).toBe(403);
    expect((await move('draft', 'issue')).status).toBe(204);
    const dropped = await server.request(`${ISSUE}/objects/blog/second-post`, { method: 'DELETE' });
    const entry = `/api/trash/${dropped.headers.get('x-trash-id')}/restore`;
    expect((await server.request(entry, { method: 'POST', as })).status).toBe(403);
    expect((await server.request(entry, { method: 'POST' })).status).toBe(200);
    expect((await patch(server, { publishAt: null }, { as })).status).toBe(200);
  });

  it('that has passed while the folder was closed is made up for when it is opened', async () => {
    const server = await startTestServer(planned(PAST, 'First post'));
    await expect.poll(() => title(server)).toBe('Published');
    await expect.poll(async () => (await issue(server)).published).toMatchObject({ at: PAST });
    const { transaction } = (await issue(server)).published as { transaction: string };
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect([undone.status, await title(server)]).toEqual([200, 'First post']);
  });

  it('at which something is in the way leaves everything as it is, and is reported', async () => {
    const server = await startTestServer(planned(PAST, 'Another'));
    await expect
      .poll(async () => (await issue(server)).failed)
      .toMatchObject({
        problem: { key: 'objectNotChanged' },
      });
    expect((await issue(server)).failed).toMatchObject({
      clashes: [{ path: ['blog', 'first-post', 'title'], mine: 'Published', theirs: 'First post' }],
    });
    expect(server.warnings().some((line) => line.includes('was not published at its time'))).toBe(true);
    const stream = await readEvents(`${server.url}/api/events`, { 'x-api-key': await server.key() });
    expect(await stream.told(1)).toEqual(['ready']);
    const resolved = await server.request(FIRST, inIssue({ method: 'PATCH', json: { title: 'Decided' } }));
    expect(resolved.status).toBe(200);
    const told: string[] = [];
    while (!told.includes('object.updated blog/first-post')) told.push(...(await stream.told(1)));
    expect(told).toContain('change-set blog/first-post');
    expect(await title(server)).toBe('Decided');
    await expect.poll(() => issue(server)).not.toHaveProperty('failed');
  });

  it('ends with the set: one that is dropped and restored is not planned', async () => {
    const server = await withRelease({ publishAt: LATER });
    await server.request(FIRST, inIssue({ method: 'PATCH', json: { title: 'Published' } }));
    const dropped = await server.request(ISSUE, { method: 'DELETE' });
    await server.request(`/api/trash/${dropped.headers.get('x-trash-id')}/restore`, { method: 'POST' });
    expect(await issue(server)).toMatchObject({ objects: [{ id: 'first-post' }] });
    expect(await issue(server)).not.toHaveProperty('publishAt');
  });
});

describe('a published release', () => {
  it('stays listed with its transaction, which undo takes, and is open again with a new change', async () => {
    const server = await withRelease({ publishAt: LATER });
    await server.request(FIRST, inIssue({ method: 'PATCH', json: { title: 'Published' } }));
    const checked = await server.request(`${ISSUE}/publish`, { method: 'POST', json: { dryRun: true } });
    expect(checked.json).not.toHaveProperty('transaction');
    expect(await issue(server)).toMatchObject({ publishAt: LATER });
    const done = await server.request(`${ISSUE}/publish`, { method: 'POST', json: {} });
    const transaction = done.headers.get('x-plinth-transaction');
    expect(done.json.transaction).toBe(transaction);
    const after = await issue(server);
    expect(after).toMatchObject({ objects: [], published: { at: expect.any(String), transaction } });
    expect(after).not.toHaveProperty('publishAt');

    const again = await server.request(`${ISSUE}/publish`, { method: 'POST', json: {} });
    expect(again.json).not.toHaveProperty('transaction');
    expect((await issue(server)).published).toEqual(after.published);
    await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect(await title(server)).toBe('First post');
    await server.request(FIRST, inIssue({ method: 'PATCH', json: { title: 'Once more' } }));
    expect(await issue(server)).not.toHaveProperty('published');
  });

  it('is one that was published as a whole, not in parts', async () => {
    const server = await withRelease();
    await server.request(FIRST, inIssue({ method: 'PATCH', json: { title: 'Published' } }));
    const objects = [{ collection: 'blog', id: 'first-post' }];
    const part = await server.request(`${ISSUE}/publish`, { method: 'POST', json: { objects } });
    expect(part.json.transaction).toBe(part.headers.get('x-plinth-transaction'));
    expect(await issue(server)).not.toHaveProperty('published');
  });
});
