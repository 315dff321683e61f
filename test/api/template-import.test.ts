/** Templates in the shape of the reference system's own, into an empty folder and again, and what a dry run says of them. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import { starter } from '../../server/templates/starters.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const file = (name: string) =>
  readFile(fileURLToPath(new URL(`../fixtures/templates/${name}.json`, import.meta.url)), 'utf8');

const send = (server: TestServer, body: string, query = '') =>
  server.request(`/import/jumpstart${query}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });

const totalOf = async (server: TestServer, collection: string) =>
  (await server.request(`/api/collections/${collection}`)).json.total;

/** What each makes: collections, literal objects, generated ones, and how many of them one collection has. */
const TEMPLATES: [name: string, made: number[], collection: string, total: number][] = [
  ['minimal', [2, 3, 0], 'builder-pages', 2],
  ['blog', [4, 4, 8], 'builder-pages', 3],
  ['business', [7, 6, 7], 'builder-pages', 4],
  ['portfolio', [5, 4, 4], 'builder-pages', 2],
  ['demo', [18, 6, 21], 'playground', 2],
];

describe.each(TEMPLATES)('a template like %s', (name, made, collection, total) => {
  it('imports whole, and again without an error', async () => {
    const server = await startTestServer({});
    const { status, json } = await send(server, await file(name));
    expect([status, json.success, json.errors]).toEqual([200, true, []]);
    const [collections_created, objects_created, factory_items_created] = made;
    expect(json.summary).toMatchObject({ collections_created, objects_created, factory_items_created });
    expect(await totalOf(server, collection)).toBe(total);

    const again = await send(server, await file(name));
    expect([again.json.success, again.json.errors]).toEqual([true, []]);
    expect(again.json.summary).toMatchObject({ collections_created: 0, objects_created: 0 });
    expect(await totalOf(server, collection)).toBe(total);
  });
});

describe('a dry run', () => {
  const broken = async () => {
    const template = JSON.parse(await file('business'));
    return JSON.stringify({
      ...template,
      schemas: [...template.schemas, { id: 'torn', properties: { a: { type: 'string', field: 7 } } }],
      collections: {
        ...template.collections,
        reserved: ['text', 'nonsense', { id: 'blog', url: 'javascript:1' }],
      },
      objects: [
        ...template.objects,
        { collection: 'services', id: 'nameless', data: { price: 'free' } },
        { collection: 'services', id: 'advice', data: { title: 'Twice' } },
        { collection: 'nowhere', id: 'a', data: {} },
        { collection: 'first', id: 'kept', data: { title: 'Not mine' } },
        { collection: 'first', id: 'again', data: { title: 'Mine' } },
        { collection: 'first', id: 'twice', data: { title: 'New' } },
        { collection: 'first', id: 'thrice', data: { title: 'New' } },
      ],
      factory: [...template.factory, { collection: 'blog', count: 2, data: { date: 'dateTimeBetween(1' } }],
    });
  };
  const documents: [string, () => Promise<string>][] = [
    ...TEMPLATES.map(([name]): [string, () => Promise<string>] => [name, () => file(name)]),
    ...['magazine', 'documentation', 'portfolio'].map((id): [string, () => Promise<string>] => [
      `the starter ${id}`,
      async () => JSON.stringify(starter(id)),
    ]),
    ['one with mistakes', broken],
  ];
  const seeded = {
    '.schemas/first.json': {
      id: 'first',
      properties: {
        id: { type: 'slug', field: 'id' },
        title: { type: 'string', field: 'text', unique: true },
      },
      required: ['id', 'title'],
      index: ['id', 'title'],
    },
    'first/.meta.json': { id: 'first', schema: 'first', name: 'First' },
    'first/kept.json': { id: 'kept', title: 'Mine' },
  };

  it.each(documents)('says what the import then does, and writes nothing: %s', async (_name, document) => {
    const server = await startTestServer(seeded);
    const body = await document();
    const before = (await server.request('/api/collections')).text;
    const tried = await send(server, body, '?dryRun=1');
    expect([tried.status, tried.json.dryRun]).toEqual([200, true]);
    expect((await server.request('/api/collections')).text).toBe(before);
    expect((await server.request('/api/schemas?filter=custom')).text).not.toContain('member');

    const done = await send(server, body);
    expect(done.json.dryRun).toBeUndefined();
    expect(tried.json.summary).toEqual(done.json.summary);
    expect(tried.json.success).toBe(done.json.success);
    const spoken = (text: string) =>
      text
        .replaceAll('would be', '')
        .replace(/\b(?:was|were)\b/g, '')
        .replace(/ +/g, ' ');
    const lines = (value: unknown) => (Array.isArray(value) ? value.map(String).map(spoken).sort() : []);
    expect(lines(tried.json.errors)).toEqual(lines(done.json.errors));
    expect(lines(tried.json.results)).toEqual(lines(done.json.results));
    expect(String(tried.json.message).replace('Would import', 'Imported')).toBe(done.json.message);
  });
});

describe('built-in collections that do not exist yet', () => {
  it.each(['playground', 'builder-pages', 'mailer', 'dataviews'])(
    'are made when an object is written to them: %s',
    async (collection) => {
      const server = await startTestServer({});
      const path = `/api/collections/${collection}`;
      expect((await server.request(path)).status).toBe(404);
      const refused = await server.request(path, { method: 'POST', json: { id: 'a', draft: 'x'.repeat(9) } });
      expect([201, 422]).toContain(refused.status);
      expect((await server.request(path)).status).toBe(200);
    },
  );
});

it('imports the same template twice at once, and makes everything once', async () => {
  const server = await startTestServer({});
  const objects = Array.from({ length: 60 }, (_, n) => ({
    collection: 'notes',
    id: `n-${n}`,
    data: { text: `Note ${n}` },
  }));
  const custom = [{ id: 'notes', schema: 'text' }];
  const body = JSON.stringify({ version: '1.0.0', name: 'Notes', collections: { custom }, objects });
  const answers = await Promise.all([send(server, body), send(server, body), send(server, body)]);
  expect(answers.map(({ json }) => [json.success, json.errors])).toEqual(Array(3).fill([true, []]));
  const made = answers.map(({ json }) => (isJsonObject(json.summary) ? json.summary : {}));
  expect(made.map(({ objects_created }) => Number(objects_created)).sort()).toEqual([0, 0, 60]);
  expect(made.map(({ collections_created }) => Number(collections_created)).sort()).toEqual([0, 0, 1]);
  expect(await totalOf(server, 'notes')).toBe(60);
  expect((await server.request('/api/unfinished-imports')).json).toEqual({ imports: [] });
});
