/** Who has which object open: shown to those who may read it, forgotten without a word. */
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FolderPresence } from '../../server/drafts/folder-presence.js';
import { type OpenForm, Presence } from '../../server/drafts/presence.js';
import { PresenceFiles } from '../../server/store/features/presence-files.js';
import { readEvents } from '../helpers/event-reader.js';
import { startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
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
  await server.request('/api/drafts/form-of-1', { method: 'PUT', json });
  const drafts = async () => listIn(await server.request('/api/drafts'), 'drafts').map(({ open }) => open);
  const forms = async () => listIn(await server.request('/api/presence'), 'open').map(({ form }) => form);
  streams[2]?.close();
  streams[0]?.close();
  // The streams that ended are closed in order: once this one is gone, those before it are.
  const told = await readEvents(`${server.url}/api/events`, { cookie: server.cookie });
  await told.next();
  expect(await drafts()).toEqual([true]);
  expect(await forms()).toEqual(['form-of-1', 'form-of-2', 'form-alone']);
  streams[1]?.close();
  expect(await told.told(2)).toEqual(['drafts.changed', 'presence.changed blog/first-post']);
  expect(await drafts()).toEqual([false]);
  expect(await forms()).toEqual(['form-of-2', 'form-alone']);
});

it('rejects windows that are no ids', async () => {
  const server = await startTestServer();
  expect((await enter(server, 'first-post', { window: 'x' })).status).toBe(400);
  expect((await server.request('/api/events?window=..%2Fx')).status).toBe(400);
});

/** A machine that shares a folder: its forms, and a clock of its own. */
function machineOn(root: string, machine: string) {
  const clock = { now: 0 };
  const elapsed = () => clock.now;
  const presence = new Presence({ machine, elapsed });
  const files = new PresenceFiles({ root, now: () => new Date(), checkWritable: () => {} });
  const shared = { isOn: true };
  const folder = new FolderPresence({
    ...{ files, presence, elapsed, name: `Machine ${machine[0]}`, machine: machine.repeat(16).slice(0, 16) },
    isShared: () => shared.isOn,
    log: () => {},
  });
  onTestFinished(async () => {
    presence.close();
    await folder.close();
  });
  const others = () => presence.all().map((form) => [form.machine, form.name, form.object]);
  return { clock, presence, folder, shared, others };
}

const filesIn = (root: string) => readdir(join(root, '.presence')).catch(() => 'no folder');

describe('machines that share the folder', () => {
  it('show each other open forms until they are closed, and one that is silent for three minutes', async () => {
    const root = await temporaryFolder();
    const [one, other] = [machineOn(root, 'a'), machineOn(root, 'b')];
    await other.folder.look();
    one.presence.enter(open({ name: 'Ann' }));
    await one.folder.look();
    const told: unknown[] = [];
    other.presence.on(({ object, machine }) => told.push([object, machine]));
    await other.folder.look();
    expect(other.others()).toEqual([['Machine a', 'Ann', 'first-post']]);
    other.clock.now += 170_000;
    await other.folder.look();
    expect(other.others()).toHaveLength(1);
    other.clock.now += 20_000;
    await other.folder.look();
    expect(other.others()).toEqual([]);
    one.clock.now += 70_000;
    one.presence.enter(open({ name: 'Ann' }));
    await one.folder.look();
    await other.folder.look();
    expect(other.others()).toHaveLength(1);
    one.presence.leave('owner', FORM);
    await one.folder.look();
    await other.folder.look();
    expect(other.others()).toEqual([]);
    expect(told).toEqual(Array.from({ length: 4 }, () => ['first-post', 'Machine a']));
    expect(await filesIn(root)).toEqual([]);
  });

  it('believe a file that was there before only when it changes, whatever its date says', async () => {
    const root = await temporaryFolder();
    const [one, other] = [machineOn(root, 'a'), machineOn(root, 'b')];
    one.presence.enter(open());
    await one.folder.look();
    const [name] = await readdir(join(root, '.presence'));
    const ahead = new Date(Date.now() + 86_400_000);
    await utimes(join(root, '.presence', name ?? ''), ahead, ahead);
    await other.folder.look();
    expect(other.others()).toEqual([]);
    one.clock.now += 61_000;
    one.presence.enter(open());
    await one.folder.look();
    await other.folder.look();
    expect(other.others()).toHaveLength(1);
  });

  it('write nothing without the setting, and take their file back when it is turned off', async () => {
    const root = await temporaryFolder();
    const one = machineOn(root, 'a');
    one.shared.isOn = false;
    one.presence.enter(open());
    await one.folder.look();
    expect(await filesIn(root)).toBe('no folder');
    one.shared.isOn = true;
    await one.folder.look();
    expect(await filesIn(root)).toHaveLength(1);
    one.shared.isOn = false;
    await one.folder.look();
    expect(await filesIn(root)).toEqual([]);
  });

  const file = (content: unknown) => (path: string) => writeFile(path, JSON.stringify(content));
  const form = { collection: 'blog', object: 'first-post', name: 'Ann' };
  it.each([
    ['text that is no JSON', (path: string) => writeFile(path, '{"machine":')],
    ['a large file', (path: string) => writeFile(path, JSON.stringify({ machine: 'x'.repeat(40_000) }))],
    ['a link', (path: string) => symlink('/etc/passwd', path)],
    ['a folder', (path: string) => mkdir(path)],
    ['a list of something else', file({ machine: 'Other', open: [1, null, [], {}, 'first-post'] })],
    ['ids that lead out', file({ machine: 'Other', open: [{ ...form, object: '../x' }] })],
    ['no names', file({ machine: '', open: [form] })],
    ['forms without users', file({ machine: 'Other', open: [{ ...form, name: 7 }] })],
  ])('ignore %s', async (_what, write) => {
    const root = await temporaryFolder();
    const one = machineOn(root, 'a');
    await one.folder.look();
    await mkdir(join(root, '.presence'));
    await write(join(root, '.presence', `${'c'.repeat(16)}.json`));
    await file({ machine: 'Good', open: [form] })(join(root, '.presence', `${'d'.repeat(16)}.json`));
    await one.folder.look();
    expect(one.others()).toEqual([['Good', 'Ann', 'first-post']]);
  });

  it('read few of thousands of files and forms, and write through no link', async () => {
    const root = await temporaryFolder();
    const one = machineOn(root, 'a');
    await one.folder.look();
    await mkdir(join(root, '.presence'));
    const many = Array.from({ length: 300 }, () => form);
    for (let n = 0; n < 700; n += 1) {
      const name = `${n.toString(16).padStart(16, '0')}.json`;
      await file({ machine: 'Other', open: many })(join(root, '.presence', name));
    }
    await one.folder.look();
    expect(one.others()).toHaveLength(50 * 100);
    const target = join(root, 'target.json');
    await writeFile(target, 'kept');
    await symlink(target, join(root, '.presence', `.${'a'.repeat(16)}.tmp`));
    await symlink(target, join(root, '.presence', `${'a'.repeat(16)}.json`));
    one.presence.enter(open());
    await one.folder.look();
    expect(await readFile(target, 'utf8')).toBe('kept');
    await rm(join(root, '.presence'), { recursive: true });
    await symlink(root, join(root, '.presence'));
    await one.folder.look();
    expect(one.others()).toHaveLength(1);
    expect((await readdir(root)).sort()).toEqual(['.presence', 'target.json']);
  });

  it('are told by a server with the setting, in a folder that is no content', async () => {
    const server = await startTestServer();
    await server.request('/api/settings', { method: 'PATCH', json: { 'presence.share': true } });
    await enter(server, 'first-post');
    await expect.poll(() => filesIn(server.folder)).toHaveLength(1);
    const [name = ''] = await readdir(join(server.folder, '.presence'));
    const written = JSON.parse(await readFile(join(server.folder, '.presence', name), 'utf8'));
    expect(written).toMatchObject({ open: [{ collection: 'blog', object: 'first-post', name: 'Owner' }] });
    expect(listIn(await server.request('/api/activity'), 'activity')).toHaveLength(1);
    expect((await server.request('/api/collections')).text).not.toContain('presence');
    await server.close();
    expect(await filesIn(server.folder)).toEqual([]);
  });
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
  const presence = new Presence({ machine: 'here', elapsed: () => time });
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
  const presence = new Presence({ machine: 'here' });
  for (let n = 0; n < 150; n += 1) presence.enter(open({ form: `form-number-${n}` }));
  presence.enter(open({ user: 'other' }));
  expect(presence.all()).toHaveLength(101);
  presence.close();
});
