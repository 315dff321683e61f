/** Callers who may only suggest: nothing they write is live (spec/change-sets.md#suggesting). */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeSet, ChangeSetWithObjects, ComparedObject } from '../../server/contract/change-sets.js';
import { FIRST, SECOND } from '../helpers/change-sets.js';
import { everythingIn } from '../helpers/files.js';
import { connectMcp } from '../helpers/mcp-client.js';
import { BLOG, errorOf, type Sent, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';
import { automationServer } from './automation-site.js';

const PERSPECTIVE = 'x-plinth-perspective';

const titleOf = async (server: TestServer, path = FIRST) => (await server.request(path)).json.title;
const setsOf = async (server: TestServer, as: Sent['as'] = 'owner') =>
  (await server.request('/api/change-sets', { as })).json.changeSets as unknown as ChangeSet[];
const publish = (server: TestServer, set: string, json: object = {}) =>
  server.request(`/api/change-sets/${set}/publish`, { method: 'POST', json });

/** A key whose writes are suggestions, and requests with it. */
async function suggester(server: TestServer, name = 'Assistant', more: object = {}) {
  const { key, id } = await server.site.keys.create({
    ...{ name, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], paths: ['*'], suggests: true, ...more },
  });
  const as = { key };
  const ask = (path: string, sent: Sent = {}) => server.request(path, { ...sent, as });
  const save = (path: string, json: unknown, sent: Sent = {}) =>
    ask(path, { method: 'PATCH', json, ...sent });
  return { as, id, ask, save };
}

describe('a key that may only suggest', () => {
  it('reads and writes through a suggestion of its own, made at its first change', async () => {
    const server = await startTestServer(BLOG);
    const { ask, save, id } = await suggester(server);
    expect((await ask(FIRST)).headers.get(PERSPECTIVE)).toBeNull();
    expect(await setsOf(server)).toHaveLength(1);

    const saved = await save(FIRST, { title: 'Suggested' });
    const set = saved.headers.get(PERSPECTIVE) ?? '';
    expect([saved.status, saved.json.title]).toEqual([200, 'Suggested']);
    expect(await titleOf(server)).toBe('First post');
    const read = await ask(FIRST);
    expect([read.json.title, read.headers.get(PERSPECTIVE)]).toEqual(['Suggested', set]);
    const found = await ask('/api/collections/blog?search=suggested');
    expect((found.json.objects as unknown[]).length).toBe(1);

    const made = await ask('/api/collections/blog', {
      method: 'POST',
      json: { id: 'third', title: 'Third' },
    });
    expect([made.status, made.headers.get(PERSPECTIVE)]).toEqual([201, set]);
    expect((await ask(SECOND, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(SECOND)).status).toBe(404);
    expect((await server.request(SECOND)).status).toBe(200);
    expect(await setsOf(server)).toEqual([
      expect.objectContaining({ id: 'draft' }),
      expect.objectContaining({
        ...{ id: set, kind: 'suggestion', title: 'Suggestion by API key "Assistant"', objects: 3 },
        author: { kind: 'key', id, name: 'Assistant' },
      }),
    ]);
  });

  it('has no suggestion left of a change that was rejected', async () => {
    const server = await startTestServer(BLOG);
    const { save } = await suggester(server);
    expect((await save(FIRST, { title: 5 })).status).toBe(422);
    expect((await save('/api/collections/blog/none', { title: 'None' })).status).toBe(404);
    expect(await setsOf(server)).toHaveLength(1);
    expect(await readdir(join(server.folder, '.changes'))).toEqual([]);
  });

  it('makes one suggestion of changes that come at once', async () => {
    const server = await startTestServer(BLOG);
    const { save, ask } = await suggester(server);
    const posts = Array.from({ length: 8 }, (_, n) =>
      ask('/api/collections/blog', { method: 'POST', json: { id: `p${n}`, title: `P${n}` } }),
    );
    const answers = await Promise.all([save(FIRST, { title: 'One' }), ...posts]);
    expect(new Set(answers.map(({ headers }) => headers.get(PERSPECTIVE))).size).toBe(1);
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    expect((await setsOf(server))[1]?.objects).toBe(9);
  });

  it('sees, changes and drops its own suggestions only', async () => {
    const server = await startTestServer(BLOG);
    const [one, other] = [await suggester(server, 'One'), await suggester(server, 'Other')];
    const own = (await one.save(FIRST, { title: 'By one' })).headers.get(PERSPECTIVE) ?? '';
    const others = (await other.save(FIRST, { title: 'By other' })).headers.get(PERSPECTIVE) ?? '';
    await server.request(FIRST, {
      ...{ method: 'PATCH', json: { title: 'Drafted' }, headers: { [PERSPECTIVE]: 'draft' } },
    });
    expect((await one.ask(FIRST)).json.title).toBe('By one');
    expect((await other.ask(FIRST)).json.title).toBe('By other');
    expect((await setsOf(server, one.as)).map(({ id }) => id)).toEqual([own]);
    const { json } = await one.ask('/api/change-sets?collection=blog');
    expect((json.changeSets as { id: string }[]).map(({ id }) => id)).toEqual([own]);

    for (const set of [others, 'draft', 'none']) {
      const path = `/api/change-sets/${set}`;
      const asked: [string, Sent?][] = [
        [path],
        [path, { method: 'PATCH', json: { title: 'Mine' } }],
        [path, { method: 'DELETE' }],
        [`${path}/objects/blog/first-post`],
        [`${path}/objects/blog/first-post`, { method: 'DELETE' }],
        [
          `${path}/discard`,
          { method: 'POST', json: { objects: [{ collection: 'blog', id: 'first-post' }] } },
        ],
        [`${path}/publish`, { method: 'POST' }],
        [`${path}/move`, { method: 'POST', json: { to: own, objects: [] } }],
        [`${FIRST}?perspective=${set}`],
        [`${FIRST}?perspective=${own},${set}`],
        [FIRST, { headers: { [PERSPECTIVE]: set } }],
        [FIRST, { method: 'PATCH', json: { title: 'X' }, headers: { [PERSPECTIVE]: set } }],
        [FIRST, { method: 'PATCH', json: { title: 'X' }, headers: { [PERSPECTIVE]: `${set},${own}` } }],
      ];
      for (const [address, sent] of asked) {
        const answer = await one.ask(address, sent);
        expect([answer.status, errorOf(answer).message], `${sent?.method} ${address}`).toEqual([
          403,
          expect.stringMatching(/may only suggest/),
        ]);
      }
    }
    for (const path of [`/api/change-sets/${own}/publish`, `/api/change-sets/${own}/move`]) {
      expect((await one.ask(path, { method: 'POST', json: { to: others, objects: [] } })).status).toBe(403);
    }
    expect((await one.ask(`${FIRST}?perspective=${own}`)).json.title).toBe('By one');
    const past = await one.ask(`${FIRST}?at=2026-01-01`);
    expect(past.status).toBe(403);
    const release = { kind: 'release', title: 'Mine' };
    expect((await one.ask('/api/change-sets', { method: 'POST', json: release })).status).toBe(403);

    expect((await one.ask(`/api/change-sets/${own}/objects/blog/first-post`)).json.differences).toEqual([
      expect.objectContaining({ property: 'title', mine: 'By one', live: 'First post' }),
    ]);
    const titled = await one.save(`/api/change-sets/${own}`, { title: 'Better words' });
    expect([titled.status, titled.json.title]).toEqual([200, 'Better words']);
    expect((await one.ask(`/api/change-sets/${own}`, { method: 'DELETE' })).status).toBe(204);
    expect((await one.ask(FIRST)).json.title).toBe('First post');
    expect((await setsOf(server)).map(({ id }) => id)).toEqual(['draft', others]);
  });

  it('goes on in the suggestion that it has made last', async () => {
    const server = await startTestServer(BLOG);
    const { ask, save } = await suggester(server);
    const first = (await save(FIRST, { title: 'One' })).headers.get(PERSPECTIVE);
    const json = { kind: 'suggestion', title: 'Typos', reason: 'Three of them' };
    const { json: made } = await ask('/api/change-sets', { method: 'POST', json });
    expect((await ask(FIRST)).json.title).toBe('First post');
    const second = (await save(SECOND, { title: 'Two' })).headers.get(PERSPECTIVE);
    expect(second).toBe(made.id);
    const both = `${first},${second}`;
    expect((await ask(FIRST, { headers: { [PERSPECTIVE]: both } })).json.title).toBe('One');
    await save(FIRST, { title: 'One again' }, { headers: { [PERSPECTIVE]: String(first) } });
    expect((await ask(`${FIRST}?perspective=${first}`)).json.title).toBe('One again');
  });

  it('writes nothing outside its scope, and sees what it may see of what is live', async () => {
    const server = await startTestServer({
      ...BLOG,
      '.schemas/vault.json': {
        id: 'vault',
        properties: { id: { field: 'id' }, title: { field: 'text' }, code: { field: 'secret' } },
        required: ['id'],
        index: ['id', 'title'],
      },
      'vault/.meta.json': { id: 'vault', schema: 'vault', name: 'Vault' },
      'vault/one.json': { id: 'one', title: 'One', code: 'hidden words' },
    });
    const { ask, save } = await suggester(server, 'Narrow', { paths: ['/collections/blog'] });
    expect((await save('/api/collections/vault/one', { title: 'X' })).status).toBe(403);
    const wide = await suggester(server, 'Wide');
    const path = '/api/collections/vault/one';
    const saved = await wide.save(path, { title: 'Two' });
    const set = saved.headers.get(PERSPECTIVE) ?? '';
    await wide.save(path, { code: 'guessed' });
    const texts = [saved, await wide.ask(path), await wide.ask(`/api/change-sets/${set}/objects/vault/one`)];
    for (const { status, text } of texts) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/hidden words|guessed/);
    }
    const { status } = await ask('/api/change-sets/none/objects/vault/one');
    expect(status).toBe(403);
  });
});

describe('a suggestion that came with the folder', () => {
  it('shows its author nothing that they may not read, and is not theirs when it is no suggestion', async () => {
    const server = await startTestServer({
      ...BLOG,
      'vault/.meta.json': { id: 'vault', schema: 'blog', name: 'Vault' },
      'vault/one.json': { id: 'one', title: 'Secret title' },
    });
    const { id, ask } = await suggester(server, 'Narrow', { paths: ['/collections/blog', '/change-sets'] });
    const change = {
      change: 'edit',
      base: { title: 'x' },
      values: { title: 'y' },
      at: '2026-01-01T10:00:00Z',
    };
    const author = { kind: 'key', id };
    await writeFiles(server.folder, {
      '.changes/forged/set.json': { kind: 'suggestion', title: 'Forged', author },
      '.changes/forged/vault/one.json': change,
      '.changes/forged/blog/first-post.json': change,
      '.changes/release/set.json': { kind: 'release', title: 'Release', author },
      '.changes/release/blog/second-post.json': change,
      '.changes/odd/set.json': { kind: 'suggestion', author: { ...author, name: 'x'.repeat(100_000) } },
      '.changes/list/set.json': { kind: 'suggestion', author: [id] },
    });
    const { json } = await ask('/api/change-sets');
    expect((json.changeSets as { id: string }[]).map((set) => set.id)).toEqual(['forged']);
    const whole = await ask('/api/change-sets/forged');
    expect((whole.json as unknown as ChangeSetWithObjects).objects.map((one) => one.collection)).toEqual([
      'blog',
    ]);
    expect(whole.text).not.toContain('Secret');
    for (const path of [
      '/api/change-sets/forged/objects/vault/one',
      '/api/collections/vault/one',
      '/api/change-sets/release',
      '/api/change-sets?collection=vault',
    ]) {
      const answer = await ask(path);
      expect([answer.status, answer.text.includes('Secret')], path).toEqual([403, false]);
    }
    expect((await ask(FIRST)).json.title).toBe('y');
    expect((await ask(SECOND)).json.title).toBe('Second post');
  });
});

describe('what an editor decides', () => {
  it('accepts one field and drops another, and the history says who suggested and who accepted', async () => {
    const server = await startTestServer(WITH_STAFF);
    const [key, editor] = [await suggester(server), await staffSession(server, 'editor')];
    const set = (await key.save(FIRST, { title: 'Suggested', tags: ['no'] })).headers.get(PERSPECTIVE) ?? '';
    const object = { collection: 'blog', id: 'first-post' };
    const accepted = await editor.request(`/api/change-sets/${set}/publish`, {
      method: 'POST',
      json: { objects: [{ ...object, properties: ['title'] }] },
    });
    expect(accepted.status).toBe(200);
    expect((await server.request(FIRST)).json).toMatchObject({ title: 'Suggested', tags: ['one'] });
    const compared = await editor.request(`/api/change-sets/${set}/objects/blog/first-post`);
    expect((compared.json as unknown as ComparedObject).differences.map(({ property }) => property)).toEqual([
      'tags',
    ]);
    const dropped = await editor.request(`/api/change-sets/${set}/objects/blog/first-post?properties=tags`, {
      method: 'DELETE',
    });
    expect(dropped.status).toBe(204);
    expect((await setsOf(server)).map(({ id }) => id)).toEqual(['draft']);
    expect((await key.ask(FIRST)).json).toMatchObject({ title: 'Suggested', tags: ['one'] });

    const suggestion = {
      title: 'Suggestion by API key "Assistant"',
      author: { kind: 'key', id: key.id, name: 'Assistant' },
    };
    const { json } = await server.request('/api/activity');
    expect((json.activity as object[])[0]).toMatchObject({
      actor: { kind: 'user', name: 'editor one' },
      transaction: { kind: 'publish', suggestions: [suggestion] },
    });
    const history = await server.request(`${FIRST}/history`);
    expect((history.json.versions as object[])[0]).toMatchObject({
      transaction: { suggestions: [suggestion] },
    });
    // Others than the owner and admins know only what kind of caller it was.
    const shown = await editor.request(`${FIRST}/history`);
    expect((shown.json.versions as object[])[0]).toMatchObject({
      transaction: { suggestions: [{ author: { kind: 'key' } }] },
    });
    expect(shown.text).not.toContain(key.id);
  });

  it.each([
    ['objects/blog/first-post', { method: 'DELETE' }],
    ['discard', { method: 'POST', json: { objects: [{ collection: 'blog', id: 'first-post' }] } }],
  ])('brings a change that %s rejects back from the trash, with its suggestion first', async (path, sent) => {
    const server = await startTestServer(BLOG);
    const { save, ask } = await suggester(server);
    const set = (await save(FIRST, { title: 'Suggested' })).headers.get(PERSPECTIVE) ?? '';
    expect((await server.request(`/api/change-sets/${set}/${path}`, sent)).status).toBeLessThan(300);
    const { json } = await server.request('/api/trash');
    const entries = json.entries as { id: string; kind: string }[];
    const entryOf = (wanted: string) => entries.find(({ kind }) => kind === wanted)?.id;
    for (const entry of [entryOf('changeSet'), entryOf('change')]) {
      expect((await server.request(`/api/trash/${entry}/restore`, { method: 'POST' })).status).toBe(200);
    }
    expect((await ask(FIRST)).json.title).toBe('Suggested');
  });

  it('counts after the key was deleted, which then reads nothing', async () => {
    const server = await startTestServer(BLOG);
    const { save, ask, id } = await suggester(server);
    const set = (await save(FIRST, { title: 'Suggested' })).headers.get(PERSPECTIVE) ?? '';
    await server.request(`/api/apikeys/${id}`, { method: 'DELETE' });
    expect((await ask(FIRST)).status).toBe(401);
    expect((await save(FIRST, { title: 'Again' })).status).toBe(401);
    expect((await publish(server, set)).status).toBe(200);
    expect(await titleOf(server)).toBe('Suggested');
    const { json } = await server.request('/api/activity');
    expect((json.activity as object[])[0]).toMatchObject({
      transaction: { suggestions: [{ author: { kind: 'key', name: 'Assistant' } }] },
    });
  });

  it('loses no change that is suggested meanwhile', async () => {
    const server = await startTestServer(BLOG);
    const { save, ask } = await suggester(server);
    for (let round = 0; round < 12; round += 1) {
      const title = `Round ${round}`;
      const set = (await save(FIRST, { title })).headers.get(PERSPECTIVE) ?? '';
      const [decided, later] = await Promise.all([
        publish(server, set, { objects: [{ collection: 'blog', id: 'first-post' }] }),
        save(SECOND, { title }),
      ]);
      expect([decided.status, later.status]).toEqual([200, 200]);
      expect((await ask(SECOND)).json.title).toBe(title);
      const [, own] = await setsOf(server);
      expect(own?.objects).toBe(1);
    }
  });
});

describe('a viewer', () => {
  it('suggests, and the right is that of the key record or the role at that moment', async () => {
    const server = await startTestServer(WITH_STAFF);
    const viewer = await staffSession(server, 'viewer');
    const saved = await viewer.request(FIRST, { method: 'PATCH', json: { title: 'Suggested' } });
    expect([saved.status, saved.json.title]).toEqual([200, 'Suggested']);
    expect(await titleOf(server)).toBe('First post');
    expect((await viewer.request(FIRST)).json.title).toBe('Suggested');
    for (const path of ['/api/collections', '/api/schemas']) {
      expect((await viewer.request(path, { method: 'POST', json: { id: 'x' } })).status).toBe(403);
    }
  });

  it('changes a collection that everyone may write no more than others', async () => {
    const server = await startTestServer({
      ...WITH_STAFF,
      'blog/.meta.json': { id: 'blog', schema: 'blog', publicOperations: ['read', 'create', 'update'] },
    });
    const viewer = await staffSession(server, 'viewer');
    await viewer.request('/api/collections/blog', { method: 'POST', json: { id: 'new', title: 'New' } });
    expect((await server.request('/api/collections/blog/new')).status).toBe(404);
  });
});

describe('the record of a key', () => {
  it('counts no more when it was changed to write what is live', async () => {
    const server = await startTestServer(BLOG);
    const { ask } = await suggester(server);
    const path = join(server.folder, '.system/apikeys.json');
    const file = JSON.parse(await readFile(path, 'utf8'));
    expect(file.apikeys[0].scopes.suggests).toBe(true);
    delete file.apikeys[0].scopes.suggests;
    await rm(path);
    await writeFiles(server.folder, { '.system/apikeys.json': file });
    expect((await ask(FIRST)).status).toBe(401);
    expect((await server.request('/api/apikeys')).json.apikeys).toEqual([
      expect.objectContaining({ pending: true }),
    ]);
  });
});

/** Everything but the change sets, what was dropped from them, and what Plinth keeps for a moment. */
const NOT_LIVE = /^\.changes|^\.system\/(trash|tmp)/;

describe('an AI client that may only suggest', () => {
  it('reads and writes its suggestion with the tools that are offered, and changes nothing else', async () => {
    const server = await startTestServer({
      ...BLOG,
      'blog/.meta.json': { id: 'blog', schema: 'blog', mcp: { resource: true } },
    });
    const as = { key: await server.key({ suggests: true }) };
    const { call, client, tools } = await connectMcp(server.url, as);
    expect(client.getInstructions()).toContain('only suggest');
    const before = everythingIn(server.folder, NOT_LIVE);
    const place = { collection: 'blog', id: 'first-post' };
    const read = async () =>
      (await call('get_object', place)).value as { rev: string; object: Record<string, unknown> };
    const { rev } = await read();
    const made = await call('create_object', { collection: 'blog', object: { id: 'third', title: 'Third' } });
    expect(made.value).toMatchObject({ suggestion: 'suggestion-by-api-key-test' });
    const updated = await call('update_object', { ...place, rev, object: { title: 'Updated' } });
    expect(updated.value).toMatchObject({ object: { title: 'Updated' }, suggestion: expect.any(String) });
    const patched = await call('patch_object', {
      ...place,
      rev: (await read()).rev,
      object: { title: 'Patched' },
    });
    expect([patched.isError, patched.text]).toEqual([false, expect.any(String)]);
    const { object, rev: now } = await read();
    const replaced = await call('replace_object', {
      ...{ ...place, rev: now },
      object: { title: 'Replaced', text: object.text },
    });
    expect([replaced.isError, replaced.text]).toEqual([false, expect.any(String)]);

    expect((await read()).object).toMatchObject({ title: 'Replaced' });
    const found = (value: unknown) => (value as { items: { object?: { title: string } }[] }).items;
    const listed = await call('query_collection', { collection: 'blog', include: 'title:Replaced' });
    expect(found(listed.value)).toHaveLength(1);
    expect(
      found((await call('search_collection', { collection: 'blog', query: 'third' })).value),
    ).toHaveLength(1);
    expect(found((await call('search_collections', { query: 'third' })).value)).toHaveLength(1);
    expect((await call('get_resource', { uri: 'plinth://blog/third' })).isError).toBe(false);
    const resource = await client.readResource({ uri: 'plinth://blog/third' });
    expect(JSON.stringify(resource)).toContain('Third');
    const own = await call('get_object', { ...place, perspective: 'suggestion-by-api-key-test' });
    expect(own.isError).toBe(false);
    for (const more of [{ perspective: 'draft' }, { at: '2026-01-01' }]) {
      expect(await call('get_object', { ...place, ...more })).toMatchObject({ isError: true });
    }

    // What is offered has been tried, or only reads.
    expect((await tools()).sort()).toEqual(
      [
        ...['list_collections', 'describe_collection', 'query_collection', 'search_collection'],
        ...[
          'search_collections',
          'get_object',
          'get_resource',
          'get_site_info',
          'list_schemas',
          'get_schema',
        ],
        ...['create_object', 'update_object', 'patch_object', 'replace_object'],
      ].sort(),
    );
    for (const [name, args] of [
      ['create_schema', { definition: { id: 'x', properties: {} } }],
      ['update_schema', { schema: 'blog', rev: 'x', definition: {} }],
      ['delete_schema', { schema: 'blog', rev: 'x' }],
      ['create_collection', { collection: 'x', schema: 'blog' }],
      ['clear_cache', {}],
    ] as const) {
      const answer = await call(name, args).catch(() => ({ isError: true }));
      expect([name, answer.isError]).toEqual([name, true]);
    }
    expect(everythingIn(server.folder, NOT_LIVE)).toEqual(before);
    expect((await setsOf(server))[1]?.objects).toBe(2);
  });
});

describe('an automation that may only suggest', () => {
  const HANDLER = `export default async (ctx) => {
    await ctx.objects.patch('blog', 'first-post', { title: 'By the automation' });
    await ctx.objects.create('blog', { id: 'made', title: 'Made' });
    const { title } = await ctx.objects.get('blog', 'first-post');
    const tried = [];
    for (const work of [
      () => ctx.publish('site'),
      () => ctx.objects.patch('automations', 'writer', { enabled: false }),
      () => ctx.objects.remove('blog', 'none'),
    ]) await work().catch((error) => tried.push(error.name));
    const { objects } = await ctx.objects.list('blog');
    return { title, tried, count: objects.length };
  };`;

  it('writes a suggestion that its next run reads, and no scope that was changed counts', async () => {
    const server = await automationServer();
    const scope = { methods: ['GET', 'POST', 'PATCH', 'DELETE'], paths: ['/collections'], suggests: true };
    expect((await server.make('writer', { handler: HANDLER, scope })).status).toBe(201);
    const before = everythingIn(server.folder, NOT_LIVE);
    const first = await server.trigger('writer');
    expect(first.json).toMatchObject({ title: 'By the automation', count: 3 });
    expect((first.json.tried as string[]).length).toBe(3);
    expect(everythingIn(server.folder, NOT_LIVE)).toEqual(before);
    const [, set] = await setsOf(server);
    expect(set).toMatchObject({
      ...{ kind: 'suggestion', title: 'Suggestion by Automation "writer"', objects: 2 },
      author: { kind: 'automation', id: 'writer' },
    });
    const path = '/api/collections/automations/writer';
    const key = await server.key();
    const { suggests: _, ...wider } = scope;
    await server.request(path, { method: 'PATCH', json: { scope: wider }, as: { key } });
    expect((await server.trigger('writer')).status).toBe(404);
    expect(await titleOf(server)).toBe('First post');
  });

  it('writes what is live no more once its scope says so', async () => {
    const server = await automationServer();
    const handler = "export default async (ctx) => ctx.objects.patch('blog', 'first-post', { title: 'X' });";
    await server.make('writer', { handler, scope: { methods: ['PATCH'], paths: ['*'] } });
    const file = JSON.parse(await readFile(join(server.folder, 'automations/writer.json'), 'utf8'));
    await server.request('/api/collections/automations/writer', {
      ...{ method: 'PATCH', json: { scope: { ...file.scope, suggests: true } } },
    });
    expect((await server.trigger('writer')).status).toBe(200);
    expect(await titleOf(server)).toBe('First post');
  });
});
