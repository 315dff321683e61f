/** Publishing change sets (spec/change-sets.md#publish). */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ComparedObject } from '../../server/contract/change-sets.js';
import {
  changeLive,
  create,
  draft,
  FIRST,
  publish,
  remove,
  SECOND,
  save,
  setOf,
  titles,
} from '../helpers/change-sets.js';
import { BLOG, errorOf, type Sent, startTestServer, writeFiles } from '../helpers/server.js';

describe('publishing', () => {
  it('makes everything live as one transaction, which one undo takes back', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Published' });
    await create(server, { id: 'third', title: 'New' });
    await remove(server, SECOND);
    const checked = await publish(server, { dryRun: true });
    expect(checked.json).toMatchObject({ dryRun: true });
    expect(await titles(server)).toEqual(['First post', 'Second post']);

    const done = await publish(server);
    expect(done.status).toBe(200);
    expect(await titles(server)).toEqual(['New', 'Published']);
    expect((await setOf(server)).objects).toEqual([]);

    const transaction = done.headers.get('x-plinth-transaction');
    const undone = await server.request(`/api/activity/${transaction}/undo`, { method: 'POST' });
    expect(undone.status).toBe(200);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
  });

  it('merges onto what is live, and names object and property where both were changed', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Drafted', tags: ['draft'] });
    await save(server, SECOND, { title: 'Also drafted' });
    await changeLive(server, FIRST, { title: 'Live' });
    const refused = await publish(server);
    expect(refused.status).toBe(409);
    expect(Object.keys(errorOf(refused).details ?? {})).toEqual(['blog/first-post.title']);
    expect(await titles(server)).toEqual(['Live', 'Second post']);
    expect((await setOf(server)).objects.find(({ id }) => id === 'first-post')).toMatchObject({
      clashes: ['title'],
    });

    const part = { collection: 'blog', id: 'first-post', properties: ['tags'] };
    expect((await publish(server, { objects: [part] })).status).toBe(200);
    expect((await server.request(FIRST)).json).toMatchObject({ title: 'Live', tags: ['draft'] });
    const left = (await server.request('/api/change-sets/draft/objects/blog/first-post'))
      .json as unknown as ComparedObject;
    expect(left.differences).toEqual([
      { property: 'title', base: 'First post', mine: 'Drafted', live: 'Live', clash: true },
    ]);

    // Saved again over what is live now, it is no clash any more; or kept as it is.
    await save(server, FIRST, { title: 'Decided' });
    await changeLive(server, FIRST, { title: 'Live again' });
    expect((await publish(server)).status).toBe(409);
    const keep = '/api/change-sets/draft/objects/blog/first-post/keep';
    const kept = await server.request(keep, { method: 'POST', json: { properties: ['title'] } });
    expect(kept.status).toBe(204);
    expect((await publish(server)).status).toBe(200);
    expect(await titles(server)).toEqual(['Also drafted', 'Decided']);
  });

  it('names each new object that cannot be created', async () => {
    const server = await startTestServer(BLOG);
    const at = '2026-01-01T00:00:00Z';
    const bad = (values: object) => ({ change: 'new', base: {}, values, at });
    await writeFiles(server.folder, {
      '.changes/draft/blog/third.json': bad({ title: 5 }),
      '.changes/draft/blog/fourth.json': bad({ title: 6 }),
      '.changes/draft/blog/new.json': bad({ title: 'Reserved' }),
    });
    const details = async () => Object.keys(errorOf(await publish(server)).details ?? {}).sort();
    expect(await details()).toEqual(['blog/new.id']);
    await rm(join(server.folder, '.changes/draft/blog/new.json'));
    await expect.poll(details).toEqual(['blog/fourth.title', 'blog/third.title']);
    expect(await titles(server)).toEqual(['First post', 'Second post']);
  });

  const note = (rules: object) => ({
    id: 'note',
    properties: { title: { type: 'string', field: 'text', ...rules } },
    required: [],
    index: ['title'],
  });
  const NOTES = {
    '.schemas/note.json': note({}),
    'notes/.meta.json': { id: 'notes', schema: 'note' },
    'notes/one.json': { id: 'one', title: 'One' },
    'notes/two.json': { id: 'two', title: 'Two' },
  };
  const taken = { id: 'three', title: 'Taken' };
  it.each<[string, string, Sent]>([
    ['was removed', '/api/collections/notes/one', { method: 'DELETE' }],
    ['has a stricter schema', '/api/schemas/note', { method: 'PUT', json: note({ maxLength: 5 }) }],
    ['is another one under this id', '/api/collections/notes', { method: 'POST', json: taken }],
  ])('changes nothing where an object %s', async (_, path, sent) => {
    const server = await startTestServer(NOTES);
    await save(server, '/api/collections/notes/one', { title: 'Much too long' });
    await save(server, '/api/collections/notes/two', { title: 'Fine' });
    await create(server, { id: 'three', title: 'New' }, '/api/collections/notes');
    expect((await server.request(path, sent)).status).toBeLessThan(300);
    const refused = await publish(server);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(errorOf(refused).details ?? {})).toHaveLength(1);
    expect((await server.request('/api/collections/notes/two')).json.title).toBe('Two');
    expect((await setOf(server)).objects).toHaveLength(3);
  });

  it('is done where another machine has published the same', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Published' });
    const file = join(server.folder, '.changes/draft/blog/first-post.json');
    const kept = await readFile(file);
    await publish(server);
    const etag = (await server.request(FIRST)).headers.get('etag');
    await writeFile(file, kept);
    expect((await publish(server)).status).toBe(200);
    expect((await server.request(FIRST)).headers.get('etag')).toBe(etag);
    expect((await setOf(server)).objects).toEqual([]);
  });
});

describe('races', () => {
  it('saves of one object through two requests at once leave one of them, and the other is told', async () => {
    const server = await startTestServer(BLOG);
    const first = await server.request(FIRST, draft());
    const etag = first.headers.get('etag') ?? '';
    const both = await Promise.all(
      ['One', 'Two'].map((title) => save(server, FIRST, { title }, { headers: { 'If-Match': etag } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('a save into the set while it is published stays in the set', async () => {
    const server = await startTestServer(BLOG);
    for (let round = 0; round < 10; round += 1) {
      await save(server, FIRST, { title: `Round ${round}` });
      const [published, saved] = await Promise.all([
        publish(server),
        save(server, FIRST, { title: `Later ${round}` }),
      ]);
      expect([published.status, saved.status]).toEqual([200, 200]);
      expect((await server.request(FIRST, draft())).json.title).toBe(`Later ${round}`);
      expect((await publish(server)).status).toBe(200);
      expect((await server.request(FIRST)).json.title).toBe(`Later ${round}`);
    }
  });

  it('two publications at once make it live once', async () => {
    const server = await startTestServer(BLOG);
    await save(server, FIRST, { title: 'Once' });
    await create(server, { id: 'third', title: 'New' });
    const both = await Promise.all([publish(server), publish(server)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await titles(server)).toEqual(['New', 'Once', 'Second post']);
    expect((await setOf(server)).objects).toEqual([]);
  });
});
