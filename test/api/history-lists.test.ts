/** What the lists of the history tell besides versions: changed properties, titles, kinds, the room it takes. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const LIST = '/api/collections/blog';

async function send(server: TestServer, method: string, path: string, json?: JsonObject) {
  const answer = await server.request(path, { method, ...(json && { json }) });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer.json as unknown as {
    versions: { changed?: string[]; revision: string | null }[];
    activity: { subject: JsonObject; title?: string; kind: string }[];
  };
}

async function start(): Promise<TestServer> {
  const server = await startTestServer(BLOG);
  await send(server, 'POST', LIST, { id: 'a', title: 'First', tags: ['one'] });
  return server;
}

it('lists which properties each version changed, where it and the one before are kept', async () => {
  const server = await start();
  await send(server, 'PATCH', `${LIST}/a`, { title: 'Second', author: 'Ada' });
  await send(server, 'PATCH', `${LIST}/a`, { tags: null });
  const changed = async (query: string) => {
    const { versions } = await send(server, 'GET', `${LIST}/a/history?${query}`);
    // The schema has a date that each save sets, to the second.
    return versions.map((version) => version.changed?.filter((name) => name !== 'updated'));
  };
  expect(await changed('changed=true')).toEqual([['tags'], ['title', 'author'], undefined]);
  expect(await changed('changed=true&limit=1&offset=1')).toEqual([['title', 'author']]);
  expect(await changed('')).toEqual([undefined, undefined, undefined]);

  await send(server, 'DELETE', `${LIST}/a`);
  const { versions } = await send(server, 'GET', `${LIST}/a/history`);
  await send(server, 'POST', `${LIST}/a/history/${versions[1]?.revision}/restore`);
  expect((await changed('changed=true')).slice(0, 3)).toEqual([undefined, undefined, ['tags']]);
});

it('lists which properties changed also where another program wrote something that is not an object', async () => {
  const server = await start();
  const file = join(server.folder, 'blog/a.json');
  await writeFile(file, '{"id": "a", "title": ');
  const list = async () => (await send(server, 'GET', `${LIST}/a/history?changed=true`)).versions;
  await expect.poll(async () => (await list()).length).toBe(2);
  await writeFile(file, '{"id": "a", "title": "By hand"}');
  await expect.poll(async () => (await list()).length).toBe(3);
  expect((await list()).map(({ changed }) => changed)).toEqual([undefined, undefined, undefined]);
});

it('names the objects of the activity by their present titles, while they exist', async () => {
  const server = await start();
  await send(server, 'PATCH', `${LIST}/a`, { title: 'Present title' });
  await send(server, 'PATCH', `${LIST}/second-post`, { title: 'Soon deleted' });
  await send(server, 'DELETE', `${LIST}/second-post`);
  const titles = async () => {
    const { activity } = await send(server, 'GET', '/api/activity?kind=saved,removed');
    return activity.map(({ subject, title, kind }) => [subject.id, kind, title]);
  };
  expect(await titles()).toEqual([
    ['second-post', 'removed', undefined],
    ['second-post', 'saved', undefined],
    ['a', 'saved', 'Present title'],
    ['a', 'saved', 'Present title'],
  ]);
  await send(server, 'DELETE', `${LIST}?force=true`);
  expect((await titles()).every(([, , title]) => title === undefined)).toBe(true);
});

it('narrows the activity to kinds of changes', async () => {
  const server = await start();
  await writeFile(join(server.folder, 'blog/a.json'), '{"id": "a", "title": "By hand"}');
  const kinds = async (query: string) =>
    new Set((await send(server, 'GET', `/api/activity${query}`)).activity.map(({ kind }) => kind));
  await expect.poll(() => kinds('?kind=outside')).toEqual(new Set(['outside']));
  await rm(join(server.folder, 'blog/second-post.json'));
  expect(await kinds('?kind=saved')).toEqual(new Set(['saved']));
  expect(await kinds('?kind=removed')).toEqual(new Set());
  const wrong = await server.request('/api/activity?kind=saved,nonsense');
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('must be some of saved')]);
});

it('tells the owner, and no key, how much room the history takes', async () => {
  const server = await start();
  const usage = async () =>
    (await server.request('/api/history')).json as { bytes: number; contents: number };
  await server.request('/api/activity');
  const before = await usage();
  await send(server, 'PATCH', `${LIST}/a`, { title: 'Second '.repeat(400) });
  await server.request('/api/activity');
  const after = await usage();
  expect(after.contents).toBe(before.contents + 1);
  expect(after.bytes).toBeGreaterThan(before.bytes);
  await send(server, 'PATCH', `${LIST}/a`, { title: 'First', author: null });
  const key = await server.key();
  expect((await server.request('/api/history', { as: { key } })).status).toBe(403);
  expect((await server.request('/api/history', { as: 'nobody' })).status).toBe(401);
});
