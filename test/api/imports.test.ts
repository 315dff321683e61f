import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOG, detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { ANN, download, EMPTY, MEMBERS, upload } from './transfer-files.js';

const IMPORT = '/import/collections/members';
const read = async (server: TestServer, id: string) =>
  (await server.request(`/collections/members/${id}`)).json;
const list = async (server: TestServer) =>
  JSON.parse((await server.request('/export/collections/members?sort=id')).text);

/** Nothing half done is left beside the data. */
async function expectTidy(server: TestServer): Promise<void> {
  expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
  expect(server.log.filter((line) => line.includes('Unexpected'))).toEqual([]);
}

describe('POST /import/collections/{c}/csv', () => {
  it('creates new objects and leaves those that are there', async () => {
    const server = await startTestServer(MEMBERS);
    const csv = 'id,name,active,score,tags,unheard\nann,Other,,,,x\nCy B,Cy,yes,1.5,a;b,\n,Dee,,,"a,b",\n';
    const { status, json } = await upload(server, `${IMPORT}/csv`, 'csv', csv);
    expect([status, json]).toEqual([
      200,
      {
        ...{ import_count: 2, created: 2, updated: 0, same: 0, skipped: 1, failed: 0, dryRun: false },
        ...{ errors: [], ignored: ['unheard'] },
        format: { encoding: 'utf-8', separator: 'comma', decimal: '.' },
        rows: [
          { row: 2, id: 'ann', action: 'skip' },
          { row: 3, id: 'cy-b', action: 'create', etag: expect.any(String) },
          { row: 4, id: 'dee', action: 'create', etag: expect.any(String) },
        ],
      },
    ]);
    expect((await read(server, 'ann')).name).toBe('Ann, "A"');
    expect(await read(server, 'cy-b')).toMatchObject({ name: 'Cy', active: true, tags: ['a;b'] });
    expect(await read(server, 'dee')).toMatchObject({ name: 'Dee', tags: ['a', 'b'] });
    await expectTidy(server);
  });

  it('skips bad rows, says what is wrong with each by its line, and takes the others', async () => {
    const server = await startTestServer(MEMBERS);
    const csv =
      'id,name,score\ngood,Good,1\nbad,,many\nlong,A name that is much too long,\nx,y,z,more\n!!,No id,';
    const { json } = await upload(server, `${IMPORT}/csv`, 'csv', csv);
    expect(json).toMatchObject({ import_count: 1, failed: 4 });
    expect(json.errors).toMatchObject([
      {
        row: 3,
        id: 'bad',
        message: expect.any(String),
        details: { name: expect.anything(), score: expect.anything() },
      },
      { row: 4, id: 'long', message: expect.any(String), details: { name: expect.anything() } },
      { row: 5, id: 'x', message: expect.stringContaining('4 cells'), details: {} },
      { row: 6, id: '!!', message: expect.any(String), details: { id: expect.anything() } },
    ]);
  });

  it('with update changes what is there and leaves new ones out', async () => {
    const server = await startTestServer(MEMBERS);
    const before = (await read(server, 'ann')).modified;
    const csv = 'id,name,bio,home.street,motto.de\nbob,Robert,,,\nann,"Ann, ""A""",,New,\nfresh,New,,,';
    const { json } = await upload(server, `${IMPORT}/csv`, 'csv', csv, { update: 'true' });
    expect(json).toMatchObject({ import_count: 2, created: 0, updated: 2, skipped: 1, failed: 0 });
    const ann = await read(server, 'ann');
    expect(ann).toMatchObject({
      name: 'Ann, "A"',
      home: { street: 'New', floor: 2 },
      motto: { en: 'Hello' },
    });
    expect(ann).not.toHaveProperty('bio');
    expect(ann.motto).not.toHaveProperty('de');
    expect([ann.score, ann.modified === before]).toEqual([-1.5, false]);
    expect((await server.request('/collections/members/fresh')).status).toBe(404);
    const file = JSON.parse((await server.read('members/ann.json')).toString());
    expect([file.legacy, file.pass]).toEqual([ANN.legacy, ANN.pass]);
  });

  it('of its own export changes nothing', async () => {
    const server = await startTestServer(MEMBERS);
    const files = () =>
      Promise.all(['members/ann.json', 'members/bob.json'].map((path) => server.read(path)));
    const before = await files();
    const csv = await download(server, '/export/collections/members/csv');
    const { json } = await upload(server, `${IMPORT}/csv`, 'csv', csv, { update: 'true' });
    expect([json.errors, json.same, json.updated]).toEqual([[], 2, 0]);
    expect(await files()).toEqual(before);
  });

  it('into an empty folder and out again is the same file', async () => {
    const [first, second] = [await startTestServer(MEMBERS), await startTestServer(EMPTY)];
    const path = '/export/collections/members/csv?sort=id';
    const csv = (await download(first, path)).toString();
    const { json } = await upload(second, `${IMPORT}/csv`, 'csv', csv);
    expect(json).toMatchObject({ import_count: 2, failed: 0 });
    // Passwords do not leave the folder, times are the folder's own.
    const comparable = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    expect(comparable((await download(second, path)).toString())).toBe(comparable(csv));
  });

  it('keeps empty texts and empty lists apart from what was never set', async () => {
    const server = await startTestServer(MEMBERS);
    const path = '/collections/members';
    const empty = { id: 'empty', name: 'Empty', bio: '', tags: [] };
    for (const json of [empty, { id: 'unset', name: 'Unset' }]) {
      expect((await server.request(path, { method: 'POST', json })).status).toBe(201);
    }
    const values = async () => {
      const objects = await Promise.all(['empty', 'unset'].map((id) => read(server, id)));
      return objects.map(({ created: _created, modified: _modified, changed: _changed, ...rest }) => rest);
    };
    const before = await values();
    expect(before[0]).toMatchObject({ bio: '', tags: [] });
    expect(before[1]).not.toHaveProperty('bio');
    const csv = (await server.request('/export/collections/members/csv?sort=id')).text;

    const update = await upload(server, `${IMPORT}/csv`, 'csv', csv, { update: 'true' });
    expect(update.json).toMatchObject({ updated: 0, failed: 0 });
    for (const id of ['empty', 'unset']) await server.request(`${path}/${id}`, { method: 'DELETE' });
    const again = await upload(server, `${IMPORT}/csv`, 'csv', csv);
    expect(again.json).toMatchObject({ created: 2, failed: 0 });
    expect(await values()).toEqual(before);
    // Programs that put everything in quotes mean nothing by it where a number or a list is.
    const quoted = '"id","name","bio","score","tags","pass"\n"q","Q","","","",""\n';
    expect((await upload(server, `${IMPORT}/csv`, 'csv', quoted)).json).toMatchObject({
      created: 1,
      failed: 0,
    });
    expect(await read(server, 'q')).not.toHaveProperty('score');
  });

  it('says in a dry run what would happen, and does nothing', async () => {
    const server = await startTestServer(MEMBERS);
    const before = await list(server);
    const csv = 'id,name\nann,Ann\n,Bob\nfresh,New\nfresh,Again\nbad,';
    const create = await upload(server, `${IMPORT}/csv`, 'csv', csv, { dryRun: 'true' });
    expect(create.json).toMatchObject({ import_count: 2, created: 2, skipped: 2, failed: 1, dryRun: true });
    expect(create.json.rows).toEqual([
      { row: 2, id: 'ann', action: 'skip' },
      { row: 3, id: 'bob-2', action: 'create' },
      { row: 4, id: 'fresh', action: 'create' },
      { row: 5, id: 'fresh', action: 'skip' },
      { row: 6, id: 'bad', action: 'fail' },
    ]);
    const update = await upload(
      server,
      `${IMPORT}/csv?update=1&dryRun=1`,
      'csv',
      'id,name,score\nann,Ann,3\nbob,Bob,',
    );
    expect(update.json.rows).toEqual([
      { row: 2, id: 'ann', action: 'update', changes: ['name', 'score'] },
      { row: 3, id: 'bob', action: 'same' },
    ]);
    expect(await list(server)).toEqual(before);
  });

  it.each([
    ['no form', { json: [{ name: 'x' }] }, 400],
    ['a form without a file', { body: new FormData() }, 400],
    [
      'a form nobody can read',
      { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      400,
    ],
    ['no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 400],
  ])('rejects %s', async (_what, sent, status) => {
    const server = await startTestServer(MEMBERS);
    const answer = await server.request(`${IMPORT}/csv`, { method: 'POST', ...sent });
    expect([answer.status, typeof errorOf(answer).message]).toEqual([status, 'string']);
    await expectTidy(server);
  });

  it('rejects another field, a second file, a broken file and too large a one', async () => {
    const server = await startTestServer(MEMBERS);
    const before = await list(server);
    const status = async (field: string, content: string | Buffer) =>
      (await upload(server, `${IMPORT}/csv`, field, content)).status;
    expect(await status('csvs', 'id\na')).toBe(400);
    expect(await status('csv', 'id,name\na,"x')).toBe(400);
    expect(await status('csv', '')).toBe(400);
    expect(await status('csv', Buffer.alloc(33 * 1024 * 1024, 0x61))).toBe(413);
    const two = new FormData();
    two.set('csv', new Blob(['id\na']));
    two.set('file', new Blob(['id\nb']));
    expect((await server.request(`${IMPORT}/csv`, { method: 'POST', body: two })).status).toBe(400);
    expect(await list(server)).toEqual(before);
    await expectTidy(server);
  });

  it('takes the owner or a key that covers it, and a collection that is there', async () => {
    const server = await startTestServer(MEMBERS);
    const status = async (as: 'nobody' | { key: string }) => {
      const body = new FormData();
      body.set('csv', new Blob(['name\nx']));
      return (await server.request(`${IMPORT}/csv`, { method: 'POST', body, as })).status;
    };
    expect(await status('nobody')).toBe(401);
    expect(await status({ key: await server.key({ paths: ['/collections/members'] }) })).toBe(403);
    expect(await status({ key: await server.key({ paths: ['/import/collections/members'] }) })).toBe(200);
    expect((await upload(server, '/import/collections/nowhere/csv', 'csv', 'id\na')).status).toBe(404);
  });
});

describe('POST /import/collections/{c}/json', () => {
  it('takes a JSON body or a file, and makes of its own export the same again', async () => {
    const first = await startTestServer(MEMBERS);
    const exported = await list(first);
    for (const send of ['body', 'file']) {
      const server = await startTestServer(EMPTY);
      const { json } =
        send === 'body'
          ? await server.request(`${IMPORT}/json`, { method: 'POST', json: exported })
          : await upload(server, `${IMPORT}/json`, 'json', JSON.stringify(exported));
      expect([json.errors, json.import_count]).toEqual([[], 2]);
      const comparable = (objects: Record<string, unknown>[]) =>
        objects.map(({ created: _c, modified: _m, changed: _u, pass: _p, ...rest }) => rest);
      expect(comparable(await list(server))).toEqual(comparable(exported));
    }
  });

  it('with update changes what is there, and says in a dry run what that would be', async () => {
    const server = await startTestServer(MEMBERS);
    const json = [
      { id: 'bob', name: 'Robert', active: null },
      { id: 'fresh', name: 'New' },
      'no object',
      { name: 'x' },
    ];
    const dry = await server.request(`${IMPORT}/json?update=true&dryRun=true`, { method: 'POST', json });
    expect(dry.json).toMatchObject({ updated: 1, skipped: 3, failed: 0 });
    expect(dry.json.rows).toContainEqual({
      row: 1,
      id: 'bob',
      action: 'update',
      changes: ['name', 'active'],
    });
    const done = await server.request(`${IMPORT}/json?update=true`, { method: 'POST', json });
    expect(done.json).toMatchObject({ import_count: 1, dryRun: false });
    const bob = await read(server, 'bob');
    expect([bob.name, 'active' in bob]).toEqual(['Robert', false]);
  });

  it('skips what is no object, and the second of two with the same id', async () => {
    const server = await startTestServer(MEMBERS);
    const json = [
      'text',
      { id: 'fresh', name: 'First' },
      { id: 'fresh', name: 'Second' },
      { id: 5, name: 'Five' },
      [],
    ];
    const answer = await server.request(`${IMPORT}/json`, { method: 'POST', json });
    expect(answer.json).toMatchObject({ created: 2, skipped: 1, failed: 2 });
    expect((await read(server, '5')).name).toBe('Five');
  });

  it.each([
    ['an object', '{"id":"a"}'],
    ['nothing', ''],
    ['a torn list', '[{"id":"a","name":"A"},{"id"'],
    ['two lists', '[{"name":"A"}] []'],
    ['a missing item', '[{"name":"A"},,{"name":"B"}]'],
    ['a trailing comma', '[{"name":"A"},]'],
    ['a hostile key', '[{"name":"A"},{"__proto__":{"polluted":1}}]'],
    ['something too deep', `[{"name":"A"},${'['.repeat(100)}${']'.repeat(100)}]`],
  ])('rejects %s as a whole', async (_what, body) => {
    const server = await startTestServer(MEMBERS);
    const before = await list(server);
    const headers = { 'content-type': 'application/json' };
    const answer = await server.request(`${IMPORT}/json`, { method: 'POST', body, headers });
    expect(answer.status).toBe(400);
    expect(await list(server)).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });
});

describe('POST /import/schemas', () => {
  const TALK = {
    id: 'talk',
    properties: { id: { $ref: 'slug', field: 'id' }, title: { type: 'string', field: 'text' } },
    required: ['id'],
    index: ['id'],
  };

  it('makes a schema, replaces it, and rejects a broken one', async () => {
    const server = await startTestServer(BLOG);
    expect((await upload(server, '/import/schemas', 'schema', JSON.stringify(TALK))).status).toBe(201);
    const again = await server.request('/import/schemas', {
      method: 'POST',
      json: { ...TALK, description: 'Talks' },
    });
    expect([again.status, again.json.description]).toEqual([200, 'Talks']);
    const bad = await server.request('/import/schemas', {
      method: 'POST',
      json: { id: 'talk', properties: 1 },
    });
    expect([bad.status, Object.keys(detailsOf(bad))]).toEqual([422, expect.arrayContaining(['properties'])]);
    expect((await upload(server, '/import/schemas', 'schema', 'no JSON')).status).toBe(400);
    const builtIn = await server.request('/import/schemas', {
      method: 'POST',
      json: { ...TALK, id: 'blog' },
    });
    expect(builtIn.status).toBe(422);
  });

  it('takes what the export gives', async () => {
    const [first, second] = [await startTestServer(MEMBERS), await startTestServer(BLOG)];
    for (const id of ['member', 'address']) {
      const file = await download(first, `/export/schemas/${id}`);
      expect((await upload(second, '/import/schemas', 'schema', file)).status).toBe(201);
    }
    const { properties } = (await second.request('/schemas/member')).json;
    const types = (definitions: unknown) =>
      Object.entries(definitions ?? {}).map(([name, { type, field }]) => [name, type, field]);
    expect(types(properties)).toEqual(types((await first.request('/schemas/member')).json.properties));
  });
});

describe('POST /import/collections/{c}/factory', () => {
  it('generates objects by rules', async () => {
    const server = await startTestServer(EMPTY);
    const json = { name: 'firstName', tags: 'tags(1,2,a,b)', active: true, fqty: 4 };
    const answer = await server.request(`${IMPORT}/factory`, { method: 'POST', json });
    expect([answer.status, answer.json]).toEqual([200, { import_count: 4, failed: 0, errors: [] }]);
    for (const { tags, active } of await list(server))
      expect([tags.length > 0, active]).toEqual([true, true]);
    expect(
      (await server.request(`${IMPORT}/factory?fqty=2`, { method: 'POST', json: { name: 'word' } })).json
        .import_count,
    ).toBe(2);
  });

  it.each([0, -1, 1.5, 'many', 10_001])('rejects to make %j', async (fqty) => {
    const server = await startTestServer(EMPTY);
    const answer = await server.request(`${IMPORT}/factory`, { method: 'POST', json: { fqty } });
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([422, ['fqty']]);
  });
});
