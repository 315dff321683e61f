import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { errorOf, startTestServer } from '../helpers/server.js';
import { ANN, download, MEMBER, MEMBERS, unzip } from './transfer-files.js';

const EXPORT = '/export/collections/members';

describe('GET /export/collections/{c}', () => {
  it.each([EXPORT, `${EXPORT}/json`, `/api${EXPORT}/json`])(
    '%s is all objects in full as a file',
    async (path) => {
      const server = await startTestServer(MEMBERS);
      const answer = await server.request(`${path}?sort=id`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename=collection-members.json');
      expect(answer.headers.get('x-total-count')).toBe('2');
      const [ann, bob, ...more] = JSON.parse(answer.text);
      const { legacy: _unknown, ...known } = ANN;
      expect(ann).toEqual({
        ...known,
        pass: '',
        photo: { ...ANN.photo, url: '/imageworks/members/ann/photo.jpg' },
      });
      expect([bob.id, more]).toEqual(['bob', []]);
    },
  );

  it('is filtered, searched and sorted', async () => {
    const server = await startTestServer(MEMBERS);
    const ids = async (query: string) =>
      JSON.parse((await server.request(`${EXPORT}?${query}`)).text).map(({ id }: { id: string }) => id);
    expect(await ids('include=active')).toEqual(['ann']);
    expect(await ids('exclude=active:true')).toEqual(['bob']);
    expect(await ids('search=salut')).toEqual(['bob']);
    expect(await ids('sort=-id')).toEqual(['bob', 'ann']);
    expect((await server.request(`${EXPORT}?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  it.each([
    [{ sortBy: 'title' }, { field: 'text' }, ['äthr', 'Exhibit 2', 'exhibit 10', 'Zebra']],
    // A field without a name, and one with its other name.
    [{ sortBy: 'title' }, {}, ['äthr', 'Exhibit 2', 'exhibit 10', 'Zebra']],
    [{ sortBy: 'title' }, { field: 'input' }, ['äthr', 'Exhibit 2', 'exhibit 10', 'Zebra']],
    [{ sortBy: 'title:desc' }, { field: 'text' }, ['Zebra', 'exhibit 10', 'Exhibit 2', 'äthr']],
    [{}, { field: 'text' }, ['Exhibit 2', 'exhibit 10', 'Zebra', 'äthr']],
  ])(
    'comes in the order of the list of the admin when none is asked for: %j %j',
    async (settings, field, order) => {
      const titles = { 'no-1': 'Exhibit 2', 'no-2': 'exhibit 10', 'no-10': 'Zebra', 'no-11': 'äthr' };
      const server = await startTestServer({
        '.schemas/exhibit.json': {
          id: 'exhibit',
          properties: { id: { field: 'id' }, title: { type: 'string', ...field } },
          required: ['id'],
          index: ['id', 'title'],
        },
        'exhibits/.meta.json': { id: 'exhibits', schema: 'exhibit', ...settings },
        ...Object.fromEntries(
          Object.entries(titles).map(([id, title]) => [`exhibits/${id}.json`, { id, title }]),
        ),
      });
      const read = async (path: string) => (await server.request(path)).text;
      const titlesIn = (text: string) => JSON.parse(text).map(({ title }: { title: string }) => title);
      expect(titlesIn(await read('/export/collections/exhibits'))).toEqual(order);
      expect(titlesIn(await read('/report/collections/exhibits/json?fields=title'))).toEqual(order);
      const csv = (await read('/export/collections/exhibits/csv?fields=title')).trim().split(/\r?\n/);
      expect(csv.slice(1).map((line) => line.split(',')[1])).toEqual(order);
      const asked = titlesIn(await read('/export/collections/exhibits?sort=title'));
      expect(asked).toEqual(['Exhibit 2', 'Zebra', 'exhibit 10', 'äthr']);
    },
  );

  it('leaves private properties out for those who may not write, instead of emptying them', async () => {
    const server = await startTestServer(MEMBERS);
    const as = { key: await server.key({ methods: ['GET'], paths: ['*'] }) };
    const objects = JSON.parse((await server.request(`${EXPORT}?sort=id`, { as })).text);
    expect(objects[0].name).toBe('Ann, "A"');
    expect(objects[0]).not.toHaveProperty('token');
    const csv = (await server.request(`${EXPORT}/csv`, { as })).text;
    expect(csv.split('\n')[0]).not.toContain('token');
    expect(csv).not.toContain('tok_8842');
  });

  it('says how many objects it had to omit', async () => {
    const server = await startTestServer({ ...MEMBERS, 'members/torn.json': '{"id":' });
    const answer = await server.request(EXPORT);
    expect([JSON.parse(answer.text).length, answer.headers.get('x-skipped-count')]).toEqual([2, '1']);
  });

  it('answers 304 while nothing has changed, 404 for an unknown collection and 401 to anonymous callers', async () => {
    const server = await startTestServer(MEMBERS);
    const etag = (await server.request(EXPORT)).headers.get('etag') ?? '';
    expect((await server.request(EXPORT, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await server.request('/export/collections/nowhere')).status).toBe(404);
    expect((await server.request(EXPORT, { as: 'nobody' })).status).toBe(401);
  });
});

describe('GET /export/collections/{c}/csv', () => {
  it('has the columns of the schema, cards and translations taken apart', async () => {
    const server = await startTestServer(MEMBERS);
    const answer = await server.request(`${EXPORT}/csv?sort=id`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=collection-members.csv');
    const [ann, bob]: Record<string, string>[] = parse(answer.text, { columns: true });
    expect(Object.keys(ann ?? {})).toEqual([
      ...[
        'id',
        'name',
        'bio',
        'active',
        'score',
        'tags',
        'tint',
        'data',
        'home.street',
        'home.floor',
        'places',
      ],
      ...['motto.de', 'motto.en', 'motto.fr', 'token', 'pass', 'photo', 'changed', 'created', 'modified'],
    ]);
    expect(ann).toMatchObject({
      bio: 'one\\ntwo C:\\\\new',
      active: 'true',
      score: '-1.5',
      tags: 'x,y z',
      tint: 'oklch(50.348% 0.107 242.569)',
      data: JSON.stringify(ANN.data),
      'home.street': "'=1 Quay",
      'motto.en': 'Hello',
      'motto.fr': '',
      places: JSON.stringify(ANN.places),
      photo: JSON.stringify({ ...ANN.photo, url: '/imageworks/members/ann/photo.jpg' }),
      pass: '',
    });
    expect(bob?.tags).toBe('["with, comma","b"]');
  });

  it('has only the columns `fields` names and the id, and rejects names there are not', async () => {
    const server = await startTestServer(MEMBERS);
    const answer = await server.request(`${EXPORT}/csv?sort=id&fields=modified,home,motto.de,name`);
    const [ann]: Record<string, string>[] = parse(answer.text, { columns: true });
    expect(Object.keys(ann ?? {})).toEqual([
      'id',
      'name',
      'home.street',
      'home.floor',
      'motto.de',
      'modified',
    ]);
    const whole = await server.request(`${EXPORT}/csv?sort=id`);
    expect(whole.headers.get('etag')).not.toBe(answer.headers.get('etag'));
    const strange = await server.request(`${EXPORT}/csv?fields=name,nothing`);
    expect([strange.status, errorOf(strange).details]).toEqual([
      400,
      { fields: ['"nothing" is not a property of the schema'] },
    ]);
  });
});

describe('GET /export/collections/{c}/zip', () => {
  it('holds the settings, every object as it is on disk and its files, without what can be made again', async () => {
    const server = await startTestServer({ ...MEMBERS, 'members/torn.json': '{"id":' });
    const answer = await server.request(`${EXPORT}/zip`, { method: 'HEAD' });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=collection-members.zip');
    const files = await unzip(await download(server, `${EXPORT}/zip`));
    expect(Object.keys(files).sort()).toEqual([
      'members/.meta.json',
      'members/ann.json',
      'members/ann/photo/bank.jpg',
      'members/bob.json',
      'members/torn.json',
    ]);
    expect(files['members/ann.json']).toBe((await server.read('members/ann.json')).toString());
    expect([files['members/ann/photo/bank.jpg'], files['members/torn.json']]).toEqual(['jpeg', '{"id":']);
    expect(JSON.parse(files['members/.meta.json'] ?? '').schema).toBe('member');
  });

  it('of one object holds that object', async () => {
    const server = await startTestServer(MEMBERS);
    const { headers } = await server.request(`${EXPORT}/ann/zip`, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe('attachment; filename=members--ann.zip');
    const files = await unzip(await download(server, `${EXPORT}/ann/zip`));
    expect(Object.keys(files).sort()).toEqual(['ann.json', 'ann/photo/bank.jpg']);
    expect((await server.request(`${EXPORT}/nobody/zip`)).status).toBe(404);
  });

  it('takes the right to write, since it holds hashes and secrets', async () => {
    const server = await startTestServer({
      ...MEMBERS,
      'members/.meta.json': { id: 'members', schema: 'member', publicOperations: ['read', 'update'] },
    });
    const status = async (as: 'nobody' | { key: string }) =>
      (await server.request(`${EXPORT}/zip`, { as })).status;
    expect(await status('nobody')).toBe(401);
    expect(await status({ key: await server.key({ methods: ['GET'], paths: ['*'] }) })).toBe(403);
    expect(await status({ key: await server.key({ paths: ['/collections/members'] }) })).toBe(403);
    expect(await status({ key: await server.key() })).toBe(200);
  });
});

describe('GET /export/schemas/{s}', () => {
  it('is the stored document, not flattened, as a file', async () => {
    const server = await startTestServer(MEMBERS);
    const { json, headers } = await server.request('/export/schemas/member');
    expect(headers.get('content-disposition')).toBe('attachment; filename=schema-member.json');
    expect(json).toEqual(MEMBER);
    expect((await server.request('/export/schemas/nothing')).status).toBe(404);
  });
});
