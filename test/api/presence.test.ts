import { expect, it } from 'vitest';
import { type OpenForm, Presence } from '../../server/unsaved/presence.js';
import { readEvents } from '../helpers/event-reader.js';
import { startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, staffSession, WITH_STAFF } from '../helpers/users.js';

type Asking = Pick<TestServer, 'request'>;

const FORM = 'form-1234';
const enter = (who: Asking, object: string | undefined, more: Record<string, string> = {}) => {
  const { form = FORM, collection = 'blog', window } = more;
  return who.request(`/api/presence/${form}`, { method: 'PUT', json: { collection, object, window } });
};
const seen = async (who: Asking, query = '') =>
  listIn(await who.request(`/api/presence${query}`), 'open').map(({ id, name, own }) => [id, name, own]);

it('shows who has an object open, and no longer when the form is closed', async () => {
  const server = await startTestServer(WITH_STAFF);
  const editor = await staffSession(server, 'editor');
  expect((await enter(editor, 'first-post')).status).toBe(204);
  expect(await seen(server)).toEqual([['first-post', 'editor one', false]]);
  expect(await seen(editor)).toEqual([['first-post', 'editor one', true]]);
  expect(await seen(server, '?collection=blog&id=second-post')).toEqual([]);
  await editor.request(`/api/presence/${FORM}`, { method: 'DELETE' });
  expect(await seen(server)).toEqual([]);
});

it('names forms only to their own user', async () => {
  const server = await startTestServer(WITH_STAFF);
  const editor = await staffSession(server, 'editor');
  await enter(editor, 'first-post');
  expect(listIn(await server.request('/api/presence'), 'open')[0]).not.toHaveProperty('form');
  expect(listIn(await editor.request('/api/presence'), 'open')[0]).toHaveProperty('form', FORM);
});

it('follows a form that goes on to another object', async () => {
  const server = await startTestServer(WITH_STAFF);
  await enter(server, undefined);
  expect(await seen(server)).toEqual([]);
  await enter(server, 'second-post');
  expect(await seen(server)).toEqual([['second-post', 'Owner', true]]);
});

it('is closed to keys and anonymous callers, and to objects a user may not read', async () => {
  const server = await startTestServer(WITH_STAFF);
  const [viewer, key] = [await staffSession(server, 'viewer'), await server.key()];
  expect((await server.request('/api/presence', { as: 'nobody' })).status).toBe(401);
  expect((await server.request('/api/presence', { as: { key } })).status).toBe(403);
  expect((await enter(viewer, 'first-post')).status).toBe(204);
  expect((await enter(viewer, 'daily', { form: 'form-5678', collection: 'automations' })).status).toBe(403);
  await enter(server, 'daily', { form: 'form-5678', collection: 'automations' });
  expect(await seen(viewer)).toEqual([['first-post', 'viewer one', true]]);
  expect((await enter(viewer, '../first-post')).status).toBe(400);
  expect((await enter(viewer, 'first-post', { form: 'x' })).status).toBe(404);
});

it('tells those who may read the object', async () => {
  const server = await startTestServer(WITH_STAFF);
  const viewer = await staffSession(server, 'viewer');
  const events = await readEvents(`${server.url}/api/events`, { cookie: viewer.cookie });
  await events.next();
  await enter(server, 'daily', { form: 'form-5678', collection: 'automations' });
  await enter(server, 'first-post');
  await enter(server, 'first-post');
  await server.request(`/api/presence/${FORM}`, { method: 'DELETE' });
  expect(await events.told(2)).toEqual([
    'presence.changed blog/first-post',
    'presence.changed blog/first-post',
  ]);
});

it('closes the forms of a window when its last event stream ends, and no others', async () => {
  const server = await startTestServer(WITH_STAFF);
  const viewer = await staffSession(server, 'viewer');
  const listen = (who: string, window: string) =>
    readEvents(`${server.url}/api/events?window=${window}`, { cookie: who });
  const streams = [
    await listen(server.cookie, 'window-1'),
    await listen(server.cookie, 'window-1'),
    await listen(viewer.cookie, 'window-1'),
    await listen(server.cookie, 'window-2'),
  ];
  await enter(server, 'first-post', { form: 'form-of-1', window: 'window-1' });
  await enter(server, 'first-post', { form: 'form-of-2', window: 'window-2' });
  await enter(server, 'first-post', { form: 'form-alone' });
  const json = { collection: 'blog', object: 'first-post', edits: { title: 'x' }, version: 1 };
  await server.request('/api/unsaved/form-of-1', { method: 'PUT', json });
  const unsaved = async () => listIn(await server.request('/api/unsaved'), 'unsaved').map(({ open }) => open);
  const forms = async () => listIn(await server.request('/api/presence'), 'open').map(({ form }) => form);
  streams[2]?.close();
  streams[0]?.close();
  // The streams that ended are closed in order: once this one is gone, those before it are.
  const told = await readEvents(`${server.url}/api/events`, { cookie: server.cookie });
  await told.next();
  expect(await unsaved()).toEqual([true]);
  expect(await forms()).toEqual(['form-of-1', 'form-of-2', 'form-alone']);
  streams[1]?.close();
  expect(await told.told(2)).toEqual(['unsaved.changed', 'presence.changed blog/first-post']);
  expect(await unsaved()).toEqual([false]);
  expect(await forms()).toEqual(['form-of-2', 'form-alone']);
});

it('rejects windows that are no ids', async () => {
  const server = await startTestServer();
  expect((await enter(server, 'first-post', { window: 'x' })).status).toBe(400);
  expect((await server.request('/api/events?window=..%2Fx')).status).toBe(400);
});

const open = (more: Partial<OpenForm> = {}): OpenForm => ({
  form: FORM,
  user: 'owner',
  name: 'Owner',
  collection: 'blog',
  object: 'first-post',
  ...more,
});

it('forgets forms that are silent, and keeps those that repeat themselves', () => {
  let time = 0;
  const presence = new Presence(() => time);
  presence.enter(open());
  presence.enter(open({ form: 'form-5678' }));
  time = 40_000;
  presence.enter(open());
  time = 60_000;
  expect(presence.all().map(({ form }) => form)).toEqual([FORM]);
  expect(presence.isOpen('owner', 'form-5678')).toBe(false);
  presence.close();
});

it('takes note of 100 forms of a user at most', () => {
  const presence = new Presence();
  for (let n = 0; n < 150; n += 1) presence.enter(open({ form: `form-number-${n}` }));
  presence.enter(open({ user: 'other' }));
  expect(presence.all()).toHaveLength(101);
  presence.close();
});
