import { describe, expect, it } from 'vitest';
import { listStarters, starter } from '../../server/templates/starters.js';
import { type Answer, detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { ANN, MEMBERS } from './transfer-files.js';

const EXPORT = '/export/jumpstart';
const importInto = (server: TestServer, json: unknown): Promise<Answer> =>
  server.request('/import/jumpstart', { method: 'POST', json });

describe('GET /export/jumpstart', () => {
  it.each(listStarters().map(({ id }) => id))(
    'of the starter %s, imported into an empty folder and exported again, is identical',
    async (id) => {
      const [first, second] = [await startTestServer({}), await startTestServer({})];
      expect((await importInto(first, starter(id))).json).toMatchObject({ success: true });
      const query = `?name=Round%20trip&description=Same`;
      const once = await first.request(EXPORT + query);
      expect(once.status).toBe(200);
      const { summary, errors } = (await importInto(second, JSON.parse(once.text))).json;
      expect([errors, summary]).toEqual([[], expect.objectContaining({ total_errors: 0, skipped: 0 })]);
      expect((await second.request(EXPORT + query)).text).toBe(once.text);
      const { objects, schemas } = JSON.parse(once.text);
      expect([objects.length, schemas.length]).toEqual([
        Number(once.headers.get('x-total-count')),
        starter(id)?.schemas?.length,
      ]);
      expect(objects.length).toBeGreaterThan(3);
    },
  );

  it('of cards, decks, translations and images comes back the same', async () => {
    const [first, second] = [await startTestServer(MEMBERS), await startTestServer({})];
    const once = await first.request(`${EXPORT}?name=x`);
    expect((await importInto(second, JSON.parse(once.text))).json).toMatchObject({ success: true });
    expect((await second.request(`${EXPORT}?name=x`)).text).toBe(once.text);
  });

  it('is a file named after its name and the moment, with the name and purpose that were asked for', async () => {
    const server = await startTestServer(MEMBERS);
    const plain = await server.request(EXPORT);
    expect(plain.headers.get('content-disposition')).toMatch(
      /^attachment; filename=jumpstart-export-\d{8}-\d{6}\.json$/,
    );
    expect(plain.json).toMatchObject({ version: '1.0.0', name: 'content', description: '', factory: [] });
    const named = await server.request(`/api${EXPORT}?name=My%20club&description=Walks`);
    expect(named.headers.get('content-disposition')).toMatch(/jumpstart-my-club-\d{8}-\d{6}\.json/);
    expect(named.json).toMatchObject({ name: 'My club', description: 'Walks' });
  });

  it('carries content and structure, and no files, secrets, hashes or times', async () => {
    const files: Files = {
      ...MEMBERS,
      '.schemas/store.json': {
        id: 'store',
        properties: {
          id: { $ref: 'slug', field: 'id' },
          paper: { $ref: 'file', field: 'file' },
          papers: { $ref: 'depot', field: 'depot' },
          pictures: { $ref: 'gallery', field: 'gallery' },
          box: { $ref: 'card', field: 'card', schemaref: 'member' },
        },
        required: ['id'],
        index: ['id'],
      },
      'stores/.meta.json': { id: 'stores', schema: 'store' },
      'stores/a.json': {
        id: 'a',
        paper: { name: 'x.pdf', size: 3, password: 'hush' },
        papers: {
          password: 'hush',
          files: [{ name: 'x.csv' }, { name: 'maps', mime: 'folder', files: [{ name: 'y.csv' }] }],
        },
        pictures: [{ name: 'one.png', alt: 'One', size: 3 }],
        box: { id: 'box', name: 'Box', token: 'hush', pass: ANN.pass },
      },
    };
    const { json, text } = await (await startTestServer(files)).request(EXPORT);
    const { id: _id, token: _t, pass: _p, changed: _c, legacy: _l, created: _cr, modified: _m, ...ann } = ANN;
    expect(json.objects).toEqual([
      { collection: 'members', id: 'ann', data: { ...ann, home: { street: '=1 Quay', floor: 2 } } },
      expect.objectContaining({ collection: 'members', id: 'bob' }),
      {
        collection: 'stores',
        id: 'a',
        data: {
          papers: { files: [{ name: 'maps', mime: 'folder', files: [] }] },
          pictures: [{ name: 'one.png', alt: 'One', size: 3 }],
          box: { name: 'Box' },
        },
      },
    ]);
    expect(text).not.toMatch(/hush|tok_8842|\$2y\$/);
  });

  it('names collections with what was set, built-in ones apart from custom ones', async () => {
    const { json } = await (
      await startTestServer({
        ...MEMBERS,
        'members/.meta.json': {
          ...{
            id: 'members',
            schema: 'member',
            name: 'Club',
            url: '/m/{id}',
            sortBy: 'name',
            reverseSort: true,
          },
          ...{ count: 9, updated: '2026-01-01T00:00:00Z', manualSort: { name: ['b'] } },
        },
        'text/.meta.json': { id: 'text', schema: 'text' },
        'blog/.meta.json': { id: 'blog', schema: 'blog', labelPlural: 'News' },
        'lost/.meta.json': { id: 'lost', schema: 'gone' },
        'lost/a.json': { id: 'a' },
      })
    ).request(EXPORT);
    expect(json.collections).toEqual({
      reserved: [{ id: 'blog', labelPlural: 'News' }, 'text'],
      custom: [
        {
          ...{ id: 'members', schema: 'member', name: 'Club', url: '/m/{id}' },
          ...{ manualSort: { name: ['b'] }, sortBy: 'name:desc' },
        },
      ],
    });
  });

  const parts = async (query: string) => {
    const server = await startTestServer({
      ...MEMBERS,
      'blog/.meta.json': { id: 'blog', schema: 'blog' },
      'blog/first.json': { id: 'first', title: 'First' },
      'blog/second.json': { id: 'second', title: 'Second' },
      '.schemas/alone.json': { id: 'alone', properties: {}, required: ['id'], index: ['id'] },
    });
    const { json } = await server.request(`${EXPORT}?${query}`);
    const { custom, reserved } = Object(json.collections);
    const name = (item: string | { id: string; collection?: string }) =>
      typeof item === 'string' ? item : item.collection ? `${item.collection}/${item.id}` : item.id;
    return [[...reserved, ...custom], json.schemas, json.objects].map((list) =>
      Object(list).map(name).join(),
    );
  };
  it.each([
    ['', 'blog,members', 'address,alone,member', 'blog/first,blog/second,members/ann,members/bob'],
    ['collections=members', 'members', 'address,member', 'members/ann,members/bob'],
    ['schemas=member', '', 'address,member', ''],
    ['objects=blog/second,members/bob', 'blog,members', 'address,member', 'blog/second,members/bob'],
    [
      'collections=blog&objects=members/ann',
      'blog,members',
      'address,member',
      'blog/first,blog/second,members/ann',
    ],
    ['mode=sync', '', 'address,alone,member', ''],
  ])('of %j holds these parts and the schemas they need', async (query, collections, schemas, objects) => {
    expect(await parts(query)).toEqual([collections, schemas, objects]);
  });

  it('rejects parts there are not', async () => {
    const server = await startTestServer(MEMBERS);
    const answer = await server.request(`${EXPORT}?schemas=x&collections=members,y&objects=z/a`);
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([
      400,
      ['schemas', 'collections', 'objects'],
    ]);
  });

  it('takes the owner or a key that covers it', async () => {
    const server = await startTestServer(MEMBERS);
    const status = async (as: 'nobody' | { key: string }) => (await server.request(EXPORT, { as })).status;
    expect(await status('nobody')).toBe(401);
    expect(await status({ key: await server.key({ paths: ['/collections'] }) })).toBe(403);
    expect(await status({ key: await server.key({ methods: ['GET'], paths: ['/export/jumpstart'] }) })).toBe(
      200,
    );
  });
});

describe('POST /import/jumpstart', () => {
  it('makes parents before children and parts before wholes, however they are listed', async () => {
    const property = { type: 'string', field: 'text' };
    const id = { $ref: 'slug', field: 'id' };
    const schemas = [
      {
        id: 'whole',
        inheritFrom: ['parent'],
        properties: { id, own: property },
        required: ['id', 'base'],
        index: ['id', 'base'],
      },
      { id: 'parent', properties: { id, base: property }, required: ['id'], index: ['id'] },
    ];
    const server = await startTestServer({});
    const { json } = await importInto(server, { version: '1.0.0', name: 'x', schemas });
    expect(json).toMatchObject({ success: true });
    const { requiredProperties, index } = (await server.request('/schemas/whole')).json;
    expect([requiredProperties, index]).toEqual([
      ['id', 'base'],
      ['id', 'base'],
    ]);
  });
});
