/** Conflict copies of sync tools and merge markers: listed, compared, resolved, kept, merged without a person. */
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Conflict, ConflictDetail } from '../../server/contract/conflicts.js';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const POST = '/api/collections/blog/a';
const COPY = 'blog/a.sync-conflict-20261122-061000-ABCDEFG.json';

async function send(server: TestServer, method: string, path: string, json?: JsonObject) {
  const answer = await server.request(path, { method, ...(json && { json }) });
  expect([answer.status, answer.text]).toEqual([expect.toSatisfy((code) => code < 300), expect.anything()]);
  return answer;
}

/** Waits for what follows from a change of the folder. */
const eventually = (check: () => Promise<boolean>, timeout = 10_000) =>
  vi.waitFor(async () => expect(await check()).toBe(true), { timeout, interval: 100 });

const bytesOf = async (server: TestServer, path: string) => JSON.parse((await server.read(path)).toString());
const exists = async (server: TestServer, path: string) =>
  (await readdir(join(server.folder, 'blog'))).includes(path.slice('blog/'.length));

async function conflicts(server: TestServer): Promise<Conflict[]> {
  const { text } = await send(server, 'GET', '/api/conflicts');
  return JSON.parse(text).conflicts;
}

async function detail(server: TestServer): Promise<ConflictDetail> {
  const [conflict] = await conflicts(server);
  return JSON.parse((await send(server, 'GET', `/api/conflicts/${conflict?.id}`)).text);
}

const resolve = (
  server: TestServer,
  { id, tags }: ConflictDetail,
  json: JsonObject = {},
  as?: { key: string },
) =>
  server.request(`/api/conflicts/${id}/resolve`, {
    method: 'POST',
    json: { tags: { ...tags }, ...json },
    ...(as && { as }),
  });

/** A post that was edited here, and a copy of what another machine made of the version before. */
async function diverged(here: JsonObject, there: JsonObject): Promise<TestServer> {
  const server = await startTestServer(BLOG);
  await send(server, 'POST', '/api/collections/blog', {
    id: 'a',
    title: 'First',
    tags: ['one'],
    draft: false,
  });
  const before = await bytesOf(server, 'blog/a.json');
  await send(server, 'PATCH', POST, here);
  const modified = new Date(Date.now() + 1000).toISOString();
  await writeFiles(server.folder, { [COPY]: { ...before, ...there, modified } });
  await eventually(async () => (await conflicts(server)).length === 1);
  return server;
}

describe('a conflict copy', () => {
  it('is merged by property with the common version of the history, and moved to the trash', async () => {
    const server = await diverged({ title: 'Here' }, { tags: ['one', 'two'] });
    const read = await detail(server);
    expect(read).toMatchObject({
      kind: 'copy',
      subject: 'object',
      tool: 'Syncthing',
      path: COPY,
      nothingNew: false,
    });
    expect(read.base?.revision).toBeTruthy();
    expect(read.fields.map(({ property, clash }) => [property, clash])).toEqual(
      expect.arrayContaining([
        ['title', false],
        ['tags', false],
      ]),
    );
    expect(read.fields.find(({ property }) => property === 'title')).toMatchObject({
      base: 'First',
      mine: 'Here',
      theirs: 'First',
      merged: 'Here',
    });
    const answer = await resolve(server, read);
    expect(answer.json).toMatchObject({ changed: true, trash: expect.any(String) });
    expect((await send(server, 'GET', POST)).json).toMatchObject({ title: 'Here', tags: ['one', 'two'] });
    expect(await conflicts(server)).toEqual([]);
    expect(await exists(server, COPY)).toBe(false);
    const { entries } = (await send(server, 'GET', '/api/trash')).json;
    expect(entries).toMatchObject([{ kind: 'copy', collection: 'blog', object: 'a', title: COPY.slice(5) }]);
    await send(server, 'POST', `/api/trash/${answer.json.trash}/restore`);
    expect(await exists(server, COPY)).toBe(true);
    // All of it is in the object by now.
    await eventually(async () => (await conflicts(server)).length === 1);
    expect(await detail(server)).toMatchObject({ nothingNew: true });
  });

  it('needs a choice for each property that both have changed', async () => {
    const server = await diverged({ title: 'Here', draft: true }, { title: 'There', tags: ['two'] });
    const read = await detail(server);
    const rejected = await resolve(server, read);
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('"title"');
    expect(await exists(server, COPY)).toBe(true);
    const answer = await resolve(server, read, { choices: { title: 'theirs' } });
    expect(answer.status).toBe(200);
    expect((await send(server, 'GET', POST)).json).toMatchObject({
      title: 'There',
      tags: ['two'],
      draft: true,
    });
    const { versions } = (await send(server, 'GET', `${POST}/history`)).json;
    expect(versions).toMatchObject([{ kind: 'saved', actor: { kind: 'owner' } }, {}, {}]);
  });

  it.each(['mine', 'theirs'] as const)('is resolved by taking %s as a whole', async (take) => {
    const server = await diverged({ title: 'Here' }, { title: 'There', tags: ['two'] });
    expect((await resolve(server, await detail(server), { take })).json.changed).toBe(take === 'theirs');
    const wanted = take === 'mine' ? { title: 'Here', tags: ['one'] } : { title: 'There', tags: ['two'] };
    expect((await send(server, 'GET', POST)).json).toMatchObject(wanted);
    expect(await conflicts(server)).toEqual([]);
  });

  it('is kept as an object of its own', async () => {
    const server = await diverged({ title: 'Here' }, { title: 'There' });
    const { id, tags } = await detail(server);
    const keep = (newId: string) =>
      server.request(`/api/conflicts/${id}/keep`, { method: 'POST', json: { tags: { ...tags }, id: newId } });
    expect((await keep('first-post')).status).toBe(422);
    expect((await keep('Not An Id')).status).toBe(422);
    expect(await exists(server, COPY)).toBe(true);
    expect((await keep('a-there')).status).toBe(200);
    expect((await send(server, 'GET', '/api/collections/blog/a-there')).json.title).toBe('There');
    expect((await send(server, 'GET', POST)).json.title).toBe('Here');
    expect(await conflicts(server)).toEqual([]);
  });

  it('is not resolved when a file has changed since it was read, nor twice', async () => {
    const server = await diverged({ title: 'Here' }, { tags: ['two'] });
    const first = await detail(server);
    await send(server, 'PATCH', POST, { title: 'Later' });
    expect((await resolve(server, first)).status).toBe(412);
    const second = await detail(server);
    const copy = await bytesOf(server, COPY);
    await writeFiles(server.folder, { [COPY]: { ...copy, tags: ['three'] } });
    expect((await resolve(server, second)).status).toBe(412);
    expect((await resolve(server, second, { take: 'mine' })).status).toBe(412);
    const third = await detail(server);
    const both = await Promise.all([resolve(server, third), resolve(server, third)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await send(server, 'GET', POST)).json).toMatchObject({ title: 'Later', tags: ['three'] });
  });

  it('stays as it is where the result breaks a rule of the schema', async () => {
    const server = await diverged({ draft: true }, { title: '' });
    const answer = await resolve(server, await detail(server), { take: 'theirs' });
    expect(answer.status).toBe(422);
    expect(await exists(server, COPY)).toBe(true);
    expect((await send(server, 'GET', POST)).json.title).toBe('First');
  });

  it('is a clash in each property where no common version is known', async () => {
    const server = await startTestServer({
      ...BLOG,
      'blog/a.json': { id: 'a', title: 'Here', tags: ['one'], created: '2026-01-01T10:00:00.000Z' },
      [COPY]: { id: 'a', title: 'There', tags: ['one'], draft: true, created: '2026-01-02T10:00:00.000Z' },
    });
    const read = await detail(server);
    expect(read.base).toBeNull();
    expect(read.fields.map(({ property, clash }) => [property, clash])).toEqual([
      ['title', true],
      ['draft', true],
    ]);
    const choices = { title: 'theirs', draft: 'mine' };
    expect((await resolve(server, read, { choices })).status).toBe(200);
    const stored = await bytesOf(server, 'blog/a.json');
    expect(stored).toMatchObject({ title: 'There', tags: ['one'] });
    expect(stored).not.toHaveProperty('draft', true);
  });

  it('brings back an object that is gone', async () => {
    const server = await startTestServer({ ...BLOG, [COPY]: { id: 'a', title: 'There' } });
    const read = await detail(server);
    expect(read).toMatchObject({ mine: null, tags: { mine: '' }, fields: [] });
    expect((await resolve(server, read)).status).toBe(400);
    expect((await resolve(server, read, { take: 'theirs' })).json.changed).toBe(true);
    expect((await send(server, 'GET', POST)).json.title).toBe('There');
    expect(await conflicts(server)).toEqual([]);
  });

  it('is listed for those who may change the object, and shown to no others', async () => {
    const server = await diverged({ title: 'Here' }, { title: 'There' });
    const { id } = await detail(server);
    for (const as of ['nobody', { key: await server.key() }] as const) {
      expect((await server.request('/api/conflicts', { as })).status).toBeGreaterThan(400);
      expect((await server.request(`/api/conflicts/${id}`, { as })).status).toBeGreaterThan(400);
      const posted = await server.request(`/api/conflicts/${id}/resolve`, {
        method: 'POST',
        json: { tags: { mine: '', theirs: '' } },
        as,
      });
      expect(posted.status).toBeGreaterThan(400);
    }
  });
});

describe('markers of a merge in a file', () => {
  const marked = (ours: string, theirs: string) =>
    `{\n  "id": "a",\n<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n  "draft": false\n}\n`;

  it('are decided by property, and the original bytes are in the trash', async () => {
    const content = marked('  "title": "Here",\n', '  "title": "There",\n  "tags": ["two"],\n');
    const server = await startTestServer({ ...BLOG, 'blog/a.json': content });
    await server.request('/api/collections/blog');
    const read = await detail(server);
    expect(read).toMatchObject({ kind: 'markers', subject: 'object', tool: 'git', base: null });
    expect(read.labels).toEqual({ mine: 'HEAD', theirs: 'other' });
    expect((await resolve(server, read)).status).toBe(422);
    const choices = { title: 'mine', tags: 'theirs' };
    expect((await resolve(server, read, { choices })).json).toEqual({ changed: true, trash: null });
    expect((await send(server, 'GET', POST)).json).toMatchObject({
      title: 'Here',
      tags: ['two'],
      draft: false,
    });
    expect(await conflicts(server)).toEqual([]);
    expect((await send(server, 'GET', '/api/trash')).json.entries).toMatchObject([
      { kind: 'damaged', object: 'a' },
    ]);
  });
});

describe('markers in a file with a history', () => {
  it('clash also where a side has a value of an earlier version', async () => {
    const server = await startTestServer(BLOG);
    await send(server, 'POST', '/api/collections/blog', { id: 'a', title: 'A title of some length' });
    await send(server, 'PATCH', POST, { title: 'Here' });
    const [ours, theirs] = ['"title": "Here"', '"title": "A title of some length"'];
    await writeFiles(server.folder, {
      'blog/a.json': `{\n"id": "a",\n<<<<<<< ours\n${ours}\n=======\n${theirs}\n>>>>>>> theirs\n}\n`,
    });
    await eventually(async () => (await conflicts(server)).length === 1);
    const read = await detail(server);
    expect(read.fields).toMatchObject([{ property: 'title', clash: true }]);
    expect(read.nothingNew).toBe(false);
  });
});

describe('a conflict of a file that is no object', () => {
  const NOTE = { id: 'note', properties: { id: { field: 'id' } }, required: ['id'], index: ['id'] };
  const title = { title: { field: 'text' } };

  it('is merged for schemas', async () => {
    const server = await startTestServer({
      ...BLOG,
      '.schemas/note.json': { ...NOTE, description: 'Here' },
      '.schemas/note (conflicted copy 2026-11-22 061000).json': {
        ...NOTE,
        properties: { ...NOTE.properties, ...title },
        description: 'Here',
      },
    });
    const read = await detail(server);
    expect(read).toMatchObject({ subject: 'schema', name: 'note', tool: 'Nextcloud' });
    expect(read.fields).toMatchObject([{ property: 'properties.title', clash: true, theirs: title.title }]);
    expect((await resolve(server, read, { choices: { 'properties.title': 'theirs' } })).status).toBe(200);
    expect(await bytesOf(server, '.schemas/note.json')).toMatchObject({
      properties: title,
      description: 'Here',
    });
    expect(await conflicts(server)).toEqual([]);
  });

  it('is merged by the properties of a schema where the common version is known', async () => {
    const of = (properties: object) => ({ ...NOTE, properties: { ...NOTE.properties, ...properties } });
    const text = (label: string) => ({ field: 'text', label });
    const server = await startTestServer({
      ...BLOG,
      '.schemas/note.json': of({ a: text('A one'), b: text('B one'), c: text('C one') }),
    });
    const bytes = await bytesOf(server, '.schemas/note.json');
    await server.site.store.history.entries('.schemas/note.json');
    const mine = of({ a: text('A here'), b: text('B one'), c: text('C here') });
    await send(server, 'PUT', '/api/schemas/note', mine);
    await writeFiles(server.folder, {
      '.schemas/note (conflicted copy 2026-11-22 061000).json': {
        ...bytes,
        ...of({ a: text('A there'), b: text('B there'), c: text('C one') }),
      },
    });
    await eventually(async () => (await conflicts(server)).length === 1);
    const read = await detail(server);
    const fields = read.fields.filter(({ property }) => /^properties\.[abc]$/.test(property));
    expect(fields.map(({ property, clash }) => [property, clash])).toEqual([
      ['properties.a', true],
      ['properties.b', false],
      ['properties.c', false],
    ]);
    expect((await resolve(server, read, { choices: { 'properties.a': 'theirs' } })).status).toBe(200);
    expect(await bytesOf(server, '.schemas/note.json')).toMatchObject({
      properties: { a: { label: 'A there' }, b: { label: 'B there' }, c: { label: 'C here' } },
    });
  });

  it('is merged for settings of collections and of the folder', async () => {
    const server = await startTestServer({
      ...BLOG,
      'blog/.meta-LAPTOP.json': { id: 'blog', schema: 'blog', name: 'Journal' },
      '.system/settings.json': { edition: 'pro' },
      '.system/settings.sync-conflict-20261122-061000-ABCDEFG.json': {
        edition: 'pro',
        dashboard: { title: 'Mine' },
        limits: { keys: 700_000 },
      },
    });
    for (const count of [2, 1]) {
      expect(await conflicts(server)).toHaveLength(count);
      expect((await resolve(server, await detail(server), { take: 'theirs' })).status).toBe(200);
    }
    expect(await bytesOf(server, 'blog/.meta.json')).toMatchObject({ name: 'Journal' });
    expect(await bytesOf(server, '.system/settings.json')).toMatchObject({ dashboard: { title: 'Mine' } });
    expect(await conflicts(server)).toEqual([]);
  });

  it('shows nothing of files with secrets, and only moves them to the trash', async () => {
    const server = await startTestServer({
      ...BLOG,
      '.system/apikeys.json': { keys: [] },
      '.system/apikeys.sync-conflict-20261122-061000-ABCDEFG.json': { keys: [{ hash: 'not shown' }] },
    });
    const read = await detail(server);
    expect(read).toMatchObject({ subject: 'other', fields: [] });
    expect(JSON.stringify(read)).not.toContain('not shown');
    expect((await resolve(server, read)).status).toBe(400);
    expect((await resolve(server, read, { take: 'theirs' })).status).toBe(400);
    expect((await resolve(server, read, { take: 'mine' })).status).toBe(200);
    expect(await conflicts(server)).toEqual([]);
  });
});

describe('two machines that merge by themselves', () => {
  const merging = (server: TestServer) => send(server, 'PATCH', '/api/settings', { 'conflicts.merge': true });

  /** What a sync tool does: the file arrives under another name and takes its place by a rename. */
  async function arrive(server: TestServer, path: string, bytes: Buffer) {
    await writeFile(join(server.folder, '.arriving.tmp'), bytes);
    await rename(join(server.folder, '.arriving.tmp'), join(server.folder, path));
  }

  it('write the same bytes and are silent afterwards', async () => {
    const files = { ...BLOG, 'blog/b.json': { ...(BLOG['blog/first-post.json'] as JsonObject), id: 'b' } };
    const [one, two] = [await startTestServer(files), await startTestServer(files)];
    const servers = [one, two];
    const path = (id: string) => `/api/collections/blog/${id}`;
    for (const [mine, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const id = mine === one ? 'first-post' : 'b';
      await send(mine, 'PATCH', path(id), { title: 'A longer title' });
      await send(mine, 'PATCH', path(id), { title: 'A title that wins', tags: ['one', 'here'] });
      await send(other, 'PATCH', path(id), { summary: 'A summary of elsewhere', tags: ['there', 'one'] });
    }
    // Nothing new in this one, as it was changed on one side only.
    const old = await one.read('blog/second-post.json');
    await send(one, 'PATCH', path('second-post'), { title: 'Second, changed' });
    await arrive(one, 'blog/second-post (1).json', old);
    for (const [winner, loser] of [
      [one, two],
      [two, one],
    ] as const) {
      const file = winner === one ? 'blog/first-post' : 'blog/b';
      const [won, lost] = [await winner.read(`${file}.json`), await loser.read(`${file}.json`)];
      await arrive(loser, `${file}.sync-conflict-20261122-061000-ABCDEFG.json`, lost);
      await arrive(loser, `${file}.json`, won);
      await arrive(winner, `${file}.sync-conflict-20261122-061000-ABCDEFG.json`, lost);
    }
    for (const server of servers) await merging(server);
    for (const server of servers) {
      await eventually(async () => (await conflicts(server)).length === 0, 20_000);
    }
    for (const id of ['first-post', 'b']) {
      const [a, b] = await Promise.all(servers.map((server) => server.read(`blog/${id}.json`)));
      expect(a?.toString()).toBe(b?.toString());
      expect(JSON.parse(String(a))).toMatchObject({
        title: 'A title that wins',
        summary: 'A summary of elsewhere',
        tags: expect.arrayContaining(['one', 'here', 'there']),
      });
      const before = (await send(one, 'GET', `${path(id)}/history`)).json.total;
      await eventually(async () => (await send(one, 'GET', `${path(id)}/history`)).json.total === before);
    }
    expect((await send(one, 'GET', path('second-post'))).json.title).toBe('Second, changed');
    const { versions } = (await send(two, 'GET', `${path('first-post')}/history`)).json;
    expect(versions).toMatchObject([
      { actor: { kind: 'plinth' }, transaction: { kind: 'maintenance' } },
      {},
      {},
      {},
    ]);
  });

  it('leaves to a person what clashes', async () => {
    const server = await diverged({ title: 'Here' }, { title: 'There' });
    await writeFiles(server.folder, { 'blog/second-post (1).json': BLOG['blog/second-post.json'] });
    await eventually(async () => (await conflicts(server)).length === 2);
    await merging(server);
    await eventually(async () => (await conflicts(server)).length === 1, 20_000);
    expect((await conflicts(server))[0]).toMatchObject({ name: 'a' });
    expect(await exists(server, COPY)).toBe(true);
    await rm(join(server.folder, COPY));
  });
});
