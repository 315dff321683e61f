/** Conflict copies of changes in sets, and git's markers in them (spec/change-sets.md#conflicts). */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { takeConflicts } from '../../server/content/change-sets/conflicting-changes.js';
import type { JsonObject } from '../../server/contract/values.js';
import { FIRST } from '../helpers/change-sets.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const DRAFT = { 'X-Plinth-Perspective': 'draft' };
const AT = '2026-11-22T06:10:00.000Z';
const edit = (values: JsonObject, base: JsonObject = { title: 'First post' }) =>
  ({ change: 'edit', base, values, at: AT }) as const;

const changesIn = (server: TestServer, set: string) => join(server.folder, '.changes', set, 'blog');

/** A server whose draft changes the title of a post. */
async function drafted(): Promise<TestServer> {
  const server = await startTestServer(BLOG);
  const saved = await server.request(FIRST, { method: 'PATCH', json: { title: 'Mine' }, headers: DRAFT });
  expect(saved.status).toBe(200);
  return server;
}

/** Puts a file into the draft as sync tools do: whole. */
async function put(
  server: TestServer,
  name: string,
  content: JsonObject | string,
  set = 'draft',
): Promise<void> {
  const folder = changesIn(server, set);
  await mkdir(folder, { recursive: true });
  const temp = join(folder, `.${name}.tmp`);
  await writeFile(temp, typeof content === 'string' ? content : JSON.stringify(content));
  await rename(temp, join(folder, name));
}

const namesIn = async (server: TestServer, set = 'draft') =>
  existsSync(changesIn(server, set)) ? (await readdir(changesIn(server, set))).sort() : [];
const compared = async (server: TestServer, set: string, object = 'blog/first-post') =>
  (await server.request(`/api/change-sets/${set}/objects/${object}`)).json;
const titleIn = async (server: TestServer) => (await server.request(FIRST, { headers: DRAFT })).json.title;

describe('a conflict copy of a change', () => {
  it.each([
    'first-post.sync-conflict-20261122-061000-ABCDEFG.json',
    "first-post (Ada's conflicted copy 2026-11-22).json",
    'first-post (conflicted copy 2026-11-22 061000).json',
    'first-post 2.json',
    'first-post (1).json',
    'first-post [Conflict].json',
    'first-post.Conflict.json',
    'First-Post (SFConflict ada@example.org 2026-11-22-06-10-00).json'
      .toLowerCase()
      .replace('sfconflict', 'SFConflict'),
  ])('becomes a suggestion: %s', async (name) => {
    const server = await drafted();
    await put(server, name, { ...edit({ title: 'Theirs' }), note: 'kept' });
    await takeConflicts(server.site, 'draft');
    expect(await namesIn(server)).toEqual(['first-post.json']);
    expect(await titleIn(server)).toBe('Mine');
    const { json } = await server.request('/api/change-sets/conflicts-draft');
    expect(json).toMatchObject({
      kind: 'suggestion',
      created: AT,
      objects: [{ collection: 'blog', id: 'first-post' }],
    });
    expect(await compared(server, 'conflicts-draft')).toMatchObject({
      differences: [{ property: 'title', base: 'First post', mine: 'Theirs', live: 'First post' }],
    });
    const stored = JSON.parse(
      await readFile(join(changesIn(server, 'conflicts-draft'), 'first-post.json'), 'utf8'),
    );
    expect(stored.note).toBe('kept');
    expect(await takeConflicts(server.site, 'draft')).toBe(0);
  });

  it.each<[string, JsonObject]>([
    ['has the values of the draft', edit({ title: 'Mine' })],
    ['has what is live', edit({ title: 'First post' }, { title: 'Older' })],
  ])('goes where it %s', async (_what, change) => {
    const server = await drafted();
    await put(server, 'first-post.sync-conflict-20261122-061000-ABCDEFG.json', change);
    await takeConflicts(server.site, 'draft');
    expect(await namesIn(server)).toEqual(['first-post.json']);
    expect(await namesIn(server, 'conflicts-draft')).toEqual([]);
  });

  it('stays where another version of the object is suggested already, in a set of its own, and is not lost when the change is gone', async () => {
    const server = await drafted();
    await put(server, 'first-post.sync-conflict-20261122-061000-AAAAAAA.json', edit({ title: 'Second' }));
    await put(server, 'first-post.sync-conflict-20261122-061001-BBBBBBB.json', edit({ title: 'Third' }));
    await server.request('/api/change-sets/draft/objects/blog/first-post', { method: 'DELETE' });
    await takeConflicts(server.site, 'draft');
    const titles = await Promise.all(
      ['conflicts-draft', 'conflicts-draft-2'].map(
        async (set) => ((await compared(server, set)).differences as { mine: string }[])[0]?.mine,
      ),
    );
    expect(titles.sort()).toEqual(['Second', 'Third']);
    expect(await namesIn(server)).toEqual([]);
  });

  it('is taken once, by machines that share the folder and when a process ended in between', async () => {
    const server = await drafted();
    const name = 'first-post.sync-conflict-20261122-061000-ABCDEFG.json';
    await put(server, name, edit({ title: 'Theirs' }));
    await takeConflicts(server.site, 'draft');
    const files = async () => ({
      change: await readFile(join(changesIn(server, 'conflicts-draft'), 'first-post.json'), 'utf8'),
      info: await readFile(join(server.folder, '.changes/conflicts-draft/set.json'), 'utf8'),
    });
    const before = await files();
    // The copy is there once more: another machine had not removed it, or the process was killed.
    await put(server, name, edit({ title: 'Theirs' }));
    await takeConflicts(server.site, 'draft');
    expect(await files()).toEqual(before);
    expect(await namesIn(server)).toEqual(['first-post.json']);
    expect((await server.request('/api/change-sets/conflicts-draft-2')).status).toBe(404);
  });

  it.each<[string, JsonObject | string]>([
    ['is not whole yet', '{"change": "edit", "values": {"ti'],
    ['is of a newer version', { ...edit({ title: 'Theirs' }), change: 'swap' }],
    ['is no change', { id: 'first-post', title: 'An object' }],
  ])('stays as it is while it %s', async (_what, content) => {
    const server = await drafted();
    const name = 'first-post.sync-conflict-20261122-061000-ABCDEFG.json';
    await put(server, name, content);
    await put(server, 'read me.json', edit({ title: 'No copy' }));
    expect(await takeConflicts(server.site, 'draft')).toBe(0);
    expect(await namesIn(server)).toEqual(['first-post.json', name, 'read me.json'].sort());
    expect(await titleIn(server)).toBe('Mine');
  });

  it('is noticed in a folder that is served, and accepted as any suggestion', async () => {
    const server = await drafted();
    await put(server, 'first-post.sync-conflict-20261122-061000-ABCDEFG.json', edit({ title: 'Theirs' }));
    await vi.waitFor(
      async () =>
        expect((await server.request('/api/change-sets/conflicts-draft')).json.objects).toHaveLength(1),
      { timeout: 15_000, interval: 50 },
    );
    const published = await server.request('/api/change-sets/conflicts-draft/publish', {
      method: 'POST',
      json: {},
    });
    expect(published.status).toBe(200);
    expect((await server.request(FIRST)).json.title).toBe('Theirs');
    expect(await titleIn(server)).toBe('Mine');
  });
});

describe("a change with git's markers", () => {
  it('is the version of this side again, and the other one a suggestion', async () => {
    const server = await drafted();
    const file = join(changesIn(server, 'draft'), 'first-post.json');
    const [mine, theirs] = ['Mine', 'Theirs'].map((title) =>
      JSON.stringify(edit({ title }), undefined, 2).split('\n'),
    );
    const at = mine?.findIndex((line) => line.includes('Mine')) ?? 0;
    const marked = [
      ...(mine?.slice(0, at) ?? []),
      ...['<<<<<<< ours', mine?.[at], '=======', theirs?.[at], '>>>>>>> theirs'],
      ...(mine?.slice(at + 1) ?? []),
    ].join('\n');
    await put(server, 'first-post.json', marked);
    await vi.waitFor(
      async () => {
        await takeConflicts(server.site, 'draft');
        expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ values: { title: 'Mine' } });
      },
      { timeout: 10_000, interval: 50 },
    );
    expect((await server.request('/api/change-sets/draft')).json.damaged).toEqual([]);
    expect((await compared(server, 'conflicts-draft')).differences).toMatchObject([{ mine: 'Theirs' }]);
  });
});
