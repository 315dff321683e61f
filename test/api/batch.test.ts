import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../server/contract/values.js';
import {
  BLOG,
  detailsOf,
  errorOf,
  type Files,
  type Sent,
  startTestServer,
  type TestServer,
} from '../helpers/server.js';

const PERSON = {
  id: 'person',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    name: { type: 'string', field: 'text', maxLength: 10 },
    mail: { $ref: 'email', field: 'email', unique: true },
  },
  required: ['id', 'name'],
  index: ['id', 'name', 'mail'],
};
const FILES: Files = {
  ...BLOG,
  '.schemas/person.json': PERSON,
  'people/.meta.json': { id: 'people', schema: 'person' },
  'people/ann.json': { id: 'ann', name: 'Ann', mail: 'ann@example.org' },
  'people/bob.json': { id: 'bob', name: 'Bob', mail: 'bob@example.org' },
};

const batch = (server: TestServer, operations: unknown, sent: Sent = {}) =>
  server.request('/api/batch', { method: 'POST', json: { operations }, ...sent });

const resultsOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** Everything a refused batch must leave as it was. */
async function all(server: TestServer): Promise<string> {
  const lists = ['blog', 'people', 'blog-private'].map((name) => server.request(`/collections/${name}`));
  return (await Promise.all(lists)).map(({ text }) => text).join('\n');
}

describe('POST {api}/batch', () => {
  it('creates, replaces, patches and deletes in several collections at once', async () => {
    const server = await startTestServer(FILES);
    const { status, json } = await batch(server, [
      { operation: 'create', collection: 'blog', data: { title: 'Third post' } },
      { operation: 'create', collection: 'people', id: 'cy', data: { name: 'Cy' } },
      { operation: 'replace', collection: 'people', id: 'ann', data: { name: 'Anna' } },
      { operation: 'patch', collection: 'blog', id: 'first-post', data: { draft: true } },
      { operation: 'delete', collection: 'blog', id: 'second-post' },
    ]);
    expect([status, json.count]).toEqual([200, 5]);
    const results = resultsOf(json.results);
    expect(results.map(({ operation, collection, id }) => `${operation} ${collection}/${id}`)).toEqual([
      'create blog/third-post',
      'create people/cy',
      'replace people/ann',
      'patch blog/first-post',
      'delete blog/second-post',
    ]);
    const read = await server.request('/collections/people/ann');
    expect([read.json.name, read.json.mail]).toEqual(['Anna', 'ann@example.org']);
    expect(results[2]?.etag).toBe(read.headers.get('etag'));
    expect((await server.request('/collections/blog/first-post')).json.draft).toBe(true);
    expect((await server.request('/collections/blog/second-post')).status).toBe(404);
    const restored = await server.request(`/trash/${results[4]?.trash}/restore`, { method: 'POST' });
    expect(restored.status).toBe(200);
    const file = JSON.parse((await server.read('blog/first-post.json')).toString());
    expect([file.note, file.draft]).toEqual(['a key no schema knows', true]);
  });

  it('tells about every object it changed', async () => {
    const server = await startTestServer(FILES);
    const events: string[] = [];
    server.site.events.on((event) => events.push('id' in event ? `${event.type} ${event.id}` : event.type));
    await batch(server, [
      { operation: 'delete', collection: 'people', id: 'bob' },
      { operation: 'create', collection: 'people', data: { name: 'Dee' } },
      { operation: 'patch', collection: 'people', id: 'ann', data: { name: 'A' } },
    ]);
    expect(events.sort()).toEqual(['object.created dee', 'object.deleted bob', 'object.updated ann']);
  });

  it('checks everything and writes nothing in a dry run', async () => {
    const server = await startTestServer(FILES);
    const before = await all(server);
    const dry = (operations: unknown) =>
      server.request('/api/batch?dryRun=true', { method: 'POST', json: { operations } });
    const patch = { operation: 'patch', collection: 'people', id: 'ann', data: { name: 'Anna' } };
    const sound = await dry([patch, { operation: 'delete', collection: 'blog', id: 'first-post' }]);
    expect([sound.status, sound.json]).toEqual([
      200,
      {
        count: 2,
        results: [
          { operation: 'patch', collection: 'people', id: 'ann' },
          { operation: 'delete', collection: 'blog', id: 'first-post' },
        ],
      },
    ]);
    const wrong = await dry([patch, { ...patch, id: 'bob', data: { name: 'Much too long a name' } }]);
    expect([wrong.status, Object.keys(detailsOf(wrong))]).toEqual([422, ['operations[1].data.name']]);
    const stale = await dry([{ ...patch, ifMatch: '"other"' }]);
    expect(stale.status).toBe(412);
    expect(await all(server)).toBe(before);
  });

  it('changes nothing when anything is wrong, and names all of it by its place', async () => {
    const server = await startTestServer(FILES);
    const before = await all(server);
    const answer = await batch(server, [
      { operation: 'create', collection: 'people', data: { name: 'Sound' } },
      { operation: 'patch', collection: 'people', id: 'ann', data: { name: '', mail: 'nonsense' } },
      { operation: 'create', collection: 'people', id: 'bob', data: { name: 'Taken' } },
      { operation: 'delete', collection: 'people', id: 'nobody' },
      { operation: 'create', collection: 'nowhere', data: {} },
      { operation: 'create', collection: 'people', data: { name: 'Much too long a name' } },
    ]);
    expect([answer.status, Object.keys(detailsOf(answer)).sort()]).toEqual([422, ['operations[4]']]);
    const second = await batch(server, [
      { operation: 'create', collection: 'people', data: { name: 'Sound' } },
      { operation: 'patch', collection: 'people', id: 'ann', data: { name: '', mail: 'nonsense' } },
      { operation: 'create', collection: 'people', id: 'bob', data: { name: 'Taken' } },
      { operation: 'delete', collection: 'people', id: 'nobody' },
      { operation: 'create', collection: 'people', data: { name: 'Much too long a name' } },
    ]);
    expect([second.status, Object.keys(detailsOf(second)).sort()]).toEqual([
      422,
      [
        'operations[1].data.mail',
        'operations[1].data.name',
        'operations[2].data.id',
        'operations[3]',
        'operations[4].data.name',
      ],
    ]);
    expect(await all(server)).toBe(before);
    expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
  });

  it('lets unique values change hands, but not be given twice', async () => {
    const server = await startTestServer(FILES);
    const swap = (first: string, second: string) =>
      batch(server, [
        { operation: 'patch', collection: 'people', id: 'ann', data: { mail: first } },
        { operation: 'patch', collection: 'people', id: 'bob', data: { mail: second } },
      ]);
    expect((await swap('bob@example.org', 'ann@example.org')).status).toBe(200);
    const twice = await swap('x@example.org', 'x@example.org');
    expect([twice.status, Object.keys(detailsOf(twice))]).toEqual([
      422,
      ['operations[0].data.mail', 'operations[1].data.mail'],
    ]);
    const taken = await batch(server, [
      { operation: 'create', collection: 'people', data: { name: 'Eve', mail: 'ann@example.org' } },
    ]);
    expect(Object.keys(detailsOf(taken))).toEqual(['operations[0].data.mail']);
  });

  it('gives new objects of the same title ids of their own', async () => {
    const server = await startTestServer(FILES);
    const same = { operation: 'create', collection: 'blog', data: { title: 'First post' } };
    const { json } = await batch(server, [same, same, same]);
    expect(resultsOf(json.results).map(({ id }) => id)).toEqual([
      'first-post-2',
      'first-post-3',
      'first-post-4',
    ]);
  });

  it('is done to the versions `ifMatch` names or not at all', async () => {
    const server = await startTestServer(FILES);
    const etag = (await server.request('/collections/people/ann')).headers.get('etag');
    const patch = (id: string, ifMatch: unknown) => ({
      ...{ operation: 'patch', collection: 'people', id, data: { name: 'New' }, ifMatch },
    });
    expect((await batch(server, [patch('ann', etag), patch('bob', '*')])).status).toBe(200);
    const before = await all(server);
    const stale = await batch(server, [patch('bob', '*'), patch('ann', etag)]);
    expect([stale.status, Object.keys(detailsOf(stale))]).toEqual([412, ['operations[1].data.name']]);
    expect(await all(server)).toBe(before);
  });

  it.each([
    ['no list', 'all of them', 400],
    ['an empty list', [], 400],
    ['too many operations', Array(1001).fill({ operation: 'delete', collection: 'people', id: 'ann' }), 413],
    ['the same object twice', Array(2).fill({ operation: 'delete', collection: 'people', id: 'ann' }), 422],
    ['an unknown operation', [{ operation: 'drop', collection: 'people', id: 'ann' }], 422],
    ['a path for a collection', [{ operation: 'delete', collection: '../people', id: 'ann' }], 422],
    ['a path for an id', [{ operation: 'delete', collection: 'people', id: '../blog/first-post' }], 422],
    [
      'an illegal new id',
      [{ operation: 'create', collection: 'people', id: 'con', data: { name: 'x' } }],
      422,
    ],
    ['no data', [{ operation: 'patch', collection: 'people', id: 'ann' }], 422],
    ['two ids', [{ operation: 'patch', collection: 'people', id: 'ann', data: { id: 'bob' } }], 422],
    ['no objects', [null, 1, 'x', []], 422],
  ])('rejects %s', async (_what, operations, status) => {
    const server = await startTestServer(FILES);
    const before = await all(server);
    const answer = await batch(server, operations);
    expect(answer.status).toBe(status);
    expect(String(errorOf(answer).message)).not.toBe('');
    expect(await all(server)).toBe(before);
  });

  it('merges outdated versions where that is preferred, and names the values that clash', async () => {
    const server = await startTestServer(FILES);
    const path = '/api/collections/blog/first-post';
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    const other = (await server.request('/api/collections/people/ann')).headers.get('etag') ?? '';
    await server.request(path, { method: 'PATCH', json: { title: 'By others', tags: ['one', 'theirs'] } });
    await server.request('/api/collections/people/ann', { method: 'PATCH', json: { name: 'Theirs' } });
    const patch = (data: object) => ({
      ...{ operation: 'patch', collection: 'blog', id: 'first-post', ifMatch: etag, data },
    });
    const person = { operation: 'patch', collection: 'people', id: 'ann', ifMatch: other };
    const headers = { prefer: 'merge' };
    const before = await all(server);
    expect((await batch(server, [patch({ tags: ['one', 'mine'] })])).status).toBe(412);
    for (const path of ['/api/batch?dryRun=true', '/api/batch']) {
      const operations = [patch({ tags: ['one', 'mine'] }), { ...person, data: { name: 'Mine' } }];
      const clash = await server.request(path, { method: 'POST', json: { operations }, headers });
      expect(clash.status).toBe(409);
      expect(detailsOf(clash)).toEqual({ 'operations[1].data.name': [expect.any(String)] });
      expect(clash.json.error).toMatchObject({
        clashes: [{ path: ['operations', '1', 'data', 'name'], base: 'Ann', mine: 'Mine', theirs: 'Theirs' }],
      });
    }
    expect(await all(server)).toBe(before);
    const operations = [patch({ tags: ['one', 'mine'] }), { ...person, data: { mail: 'a@example.org' } }];
    const { status } = await batch(server, operations, { headers });
    expect(status).toBe(200);
    expect((await server.request(path)).json).toMatchObject({
      title: 'By others',
      tags: expect.arrayContaining(['one', 'mine', 'theirs']),
    });
    expect((await server.request('/api/collections/people/ann')).json).toMatchObject({
      name: 'Theirs',
      mail: 'a@example.org',
    });
  });

  it('takes the right to each of its operations', async () => {
    const server = await startTestServer(FILES);
    const patch = (collection: string, id: string) => ({ operation: 'patch', collection, id, data: {} });
    const status = async (as: Sent['as'], ...operations: unknown[]) =>
      (await batch(server, operations, { as })).status;
    const people = { key: await server.key({ paths: ['/collections/people'] }) };
    const reader = { key: await server.key({ methods: ['GET', 'POST'], paths: ['*'] }) };
    expect(await status('nobody', patch('people', 'ann'))).toBe(401);
    expect(await status('nobody')).toBe(401);
    expect(await status(people, patch('people', 'ann'), patch('people', 'bob'))).toBe(200);
    expect(await status(people, patch('people', 'ann'), patch('blog', 'first-post'))).toBe(403);
    expect(await status(reader, patch('people', 'ann'))).toBe(403);
    expect(await status(reader, { operation: 'create', collection: 'people', data: { name: 'x' } })).toBe(
      200,
    );
  });

  it('allows anonymous callers the public operations of a collection', async () => {
    const open = { id: 'people', schema: 'person', publicOperations: ['create'] };
    const server = await startTestServer({ ...FILES, 'people/.meta.json': open });
    const create = { operation: 'create', collection: 'people', data: { name: 'Guest' } };
    expect((await batch(server, [create], { as: 'nobody' })).status).toBe(200);
    const patch = { operation: 'patch', collection: 'people', id: 'ann', data: {} };
    const refused = await batch(server, [create, patch], { as: 'nobody' });
    expect([refused.status, String(errorOf(refused).message)]).toEqual([
      401,
      expect.stringContaining('operations[1]'),
    ]);
  });

  it('stays whole beside other batches and single changes of the same objects', async () => {
    const server = await startTestServer(FILES);
    const work = Array.from({ length: 12 }, (_, n) => {
      const operations = ['ann', 'bob'].map((id) => ({
        ...{ operation: 'patch', collection: 'people', id, data: { name: `n${n}` } },
      }));
      return batch(server, n % 2 === 0 ? operations : operations.reverse());
    });
    const single = Array.from({ length: 6 }, () =>
      server.request('/collections/blog/first-post', { method: 'PATCH', json: { draft: true } }),
    );
    const statuses = (await Promise.all([...work, ...single])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const names = await Promise.all(['ann', 'bob'].map((id) => server.request(`/collections/people/${id}`)));
    expect(names[0]?.json.name).toBe(names[1]?.json.name);
  });

  it('does a thousand operations', async () => {
    const server = await startTestServer(FILES);
    const operations = Array.from({ length: 1000 }, (_, n) => ({
      ...{ operation: 'create', collection: 'blog', data: { title: `Post ${n}` } },
    }));
    expect((await batch(server, operations)).status).toBe(200);
    expect((await server.request('/collections/blog')).json.total).toBe(1002);
    expect(await readdir(join(server.folder, '.system', 'journal'))).toEqual([]);
  });
});
