import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { ANN, download, EMPTY, MEMBERS, renamed, upload, zipped } from './transfer-files.js';

const PATH = '/import/collections/members/zip';
const send = (server: TestServer, archive: Buffer, fields: Record<string, string> = {}) =>
  upload(server, PATH, 'zip', archive, fields);
const fileOf = async (server: TestServer, path: string) => JSON.parse((await server.read(path)).toString());

/** What a refused archive leaves: no member, no temp file, nothing beside the data folder. */
async function expectNothing(server: TestServer): Promise<void> {
  expect((await server.request('/collections/members')).json.total).toBe(0);
  expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
  expect((await readdir(join(server.folder, '..'))).sort()).toEqual(
    ['cache', 'content', 'state'].filter((name) => existsSync(join(server.folder, '..', name))),
  );
  expect(await readdir(join(server.folder, 'members'))).toEqual(['.meta.json']);
}

const bytesOf = async (fill: (zip: ZipFile) => void): Promise<Buffer> => {
  const zip = new ZipFile();
  fill(zip);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
};

/** The archive with another size written down for its only file, in both places. */
function claiming(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive);
  const central = copy.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  copy.writeUInt32LE(size, central + 24);
  return copy;
}

describe('POST /import/collections/{c}/zip', () => {
  it('brings a collection back as it was, with files, hashes, times and what no schema knows', async () => {
    const [first, second] = [await startTestServer(MEMBERS), await startTestServer(EMPTY)];
    const archive = await download(first, '/export/collections/members/zip');
    const { status, json } = await send(second, archive);
    expect([status, json]).toEqual([
      200,
      {
        ...{ import_count: 2, created: 2, updated: 0, same: 0, skipped: 0, failed: 0, dryRun: false },
        errors: [],
        rows: [
          { row: 1, id: 'ann', action: 'create', etag: expect.any(String) },
          { row: 2, id: 'bob', action: 'create', etag: expect.any(String) },
        ],
      },
    ]);
    expect(await fileOf(second, 'members/ann.json')).toEqual(ANN);
    expect(await fileOf(second, 'members/bob.json')).toEqual(await fileOf(first, 'members/bob.json'));
    expect((await second.read('members/ann/photo/bank.jpg')).toString()).toBe('jpeg');
    expect((await second.request('/collections/members/ann')).json.name).toBe(ANN.name);
    expect(await readdir(join(second.folder, '.system', 'tmp'))).toEqual([]);
  });

  it('replaces no object that has changed since the preview', async () => {
    const server = await startTestServer(MEMBERS);
    const archive = await zipped({
      'members/ann.json': { id: 'ann', name: 'Anna' },
      'members/bob.json': { id: 'bob', name: 'Robert' },
    });
    // The first state, which is read in the background.
    await server.site.store.history.entries('members/bob.json');
    const dry = await send(server, archive, { update: 'true', dryRun: 'true' });
    await server.request('/collections/members/ann', { method: 'PATCH', json: { name: 'Annette' } });
    const { json } = await send(server, archive, { update: 'true', since: String(dry.json.at) });
    expect([json.updated, json.failed, json.errors]).toEqual([
      1,
      1,
      [expect.objectContaining({ row: 1, id: 'ann', message: expect.stringContaining('since the preview') })],
    ]);
    expect((await fileOf(server, 'members/ann.json')).name).toBe('Annette');
    expect((await fileOf(server, 'members/bob.json')).name).toBe('Robert');
  });

  it('of one object brings that one back', async () => {
    const [first, second] = [await startTestServer(MEMBERS), await startTestServer(EMPTY)];
    const archive = await download(first, '/export/collections/members/ann/zip');
    expect((await send(second, archive)).json.import_count).toBe(1);
    expect((await second.read('members/ann/photo/bank.jpg')).toString()).toBe('jpeg');
  });

  it('leaves objects that are there, unless they are to be replaced; then the old ones are in the trash', async () => {
    const server = await startTestServer(MEMBERS);
    const archive = await zipped({
      'members/ann.json': { id: 'ann', name: 'Anna' },
      'members/ann/photo/new.jpg': 'new',
      'members/cy.json': { id: 'cy', name: 'Cy' },
    });
    expect((await send(server, archive)).json).toMatchObject({ created: 1, skipped: 1 });
    expect((await fileOf(server, 'members/ann.json')).name).toBe(ANN.name);
    const dry = await send(server, archive, { update: 'true', dryRun: 'true' });
    expect(dry.json).toMatchObject({ updated: 2, dryRun: true });
    expect((await fileOf(server, 'members/ann.json')).name).toBe(ANN.name);

    expect((await send(server, archive, { update: 'true' })).json).toMatchObject({ updated: 2, failed: 0 });
    expect(await fileOf(server, 'members/ann.json')).toMatchObject({ id: 'ann', name: 'Anna' });
    expect(await readdir(join(server.folder, 'members/ann/photo'))).toEqual(['new.jpg']);
    const { entries } = (await server.request('/trash')).json;
    expect(entries).toContainEqual(expect.objectContaining({ object: 'ann', title: ANN.name }));
  });

  it('checks and cleans documents like any other, each for itself', async () => {
    const server = await startTestServer(EMPTY);
    const archive = await zipped({
      'good.json': { id: 'good', name: '<b>Good</b>', bio: 'on\u0000e' },
      'long.json': { id: 'long', name: 'A name that is much too long' },
      'other.json': { id: 'another', name: 'Other' },
      'torn.json': '{"id":"torn"',
      'list.json': [],
      'stray.json': { id: 'stray', name: 'Stray' },
      'stray/nothing/file.txt': 'of no property',
      'nobody/photo/file.jpg': 'of no object',
      'good/photo/.cache/x.jpg': 'derived',
      'README.md': 'for people',
    });
    const { json } = await send(server, archive);
    expect(json).toMatchObject({ created: 1, failed: 5, ignored: ['README.md', 'nobody/photo/file.jpg'] });
    const good = (await server.read('members/good.json')).toString();
    expect(JSON.parse(good)).toMatchObject({ name: '<b>Good</b>', bio: 'one' });
    expect((await readdir(join(server.folder, 'members'))).sort()).toEqual(['.meta.json', 'good.json']);
  });

  it('puts files of folders in lower case where the schema has the property', async () => {
    const schema = JSON.parse(JSON.stringify(EMPTY['.schemas/member.json']));
    schema.properties.heroImage = { $ref: 'image', field: 'image' };
    const server = await startTestServer({ ...EMPTY, '.schemas/member.json': schema });
    const archive = await zipped({ 'ann.json': { id: 'ann', name: 'Ann' }, 'ann/heroimage/x.jpg': 'x' });
    expect((await send(server, archive)).json.created).toBe(1);
    expect((await server.read('members/ann/heroImage/x.jpg')).toString()).toBe('x');
  });

  const sound = () => zipped({ 'members/ann.json': { id: 'ann', name: 'Ann' }, 'members/abc.json': 'x' });
  const withName = async (name: string) => renamed(await sound(), 'members/abc.json', name);
  it.each<[string, () => Promise<Buffer>, number]>([
    ['leads out of its folder', () => withName('../../../evil.js'), 400],
    ['has an absolute path', () => withName('/tmp/evil-12.txt'), 400],
    ['has a backslash', () => withName('members\\a\\bc.txt'), 400],
    ['has a drive', () => withName('C:/evil/abcd.txt'), 400],
    ['has the same name twice', () => withName('members/ann.json'), 400],
    [
      'holds a link',
      () =>
        bytesOf((zip) => {
          zip.addBuffer(Buffer.from('{"id":"ann","name":"Ann"}'), 'ann.json');
          zip.addBuffer(Buffer.from('/etc/passwd'), 'ann/photo/x.jpg', { mode: 0o120777 });
        }),
      400,
    ],
    [
      'has a name longer than a path can be',
      () => bytesOf((zip) => zip.addBuffer(Buffer.from('x'), `members/ann/photo/${'a/'.repeat(2100)}x`)),
      400,
    ],
    ['is no archive', async () => Buffer.from('PK no zip'), 400],
    ['is empty', async () => Buffer.alloc(0), 400],
    ['ends in the middle', async () => (await sound()).subarray(0, 120), 400],
    [
      'grows a thousandfold',
      () => bytesOf((zip) => zip.addBuffer(Buffer.alloc(100 * 1024 * 1024), 'ann/photo/bomb.bin')),
      413,
    ],
  ])('rejects an archive that %s', async (_what, archive, status) => {
    const server = await startTestServer(EMPTY);
    const answer = await send(server, await archive());
    expect([answer.status, typeof errorOf(answer).message]).toEqual([status, 'string']);
    await expectNothing(server);
  });

  it('takes no more of a file than the archive says it holds', async () => {
    const server = await startTestServer(EMPTY);
    const whole = { id: 'ann', name: 'Ann', bio: 'x'.repeat(5000) };
    const archive = claiming(await zipped({ 'ann.json': whole }), 10);
    const answer = await send(server, archive);
    expect(answer.json).toMatchObject({ created: 0, failed: 1 });
    await expectNothing(server);
  });

  it('takes no document of more than 150,000 keys and items, and the others', async () => {
    const server = await startTestServer(EMPTY);
    const archive = await zipped({
      'ann.json': { id: 'ann', name: 'Ann' },
      'bob.json': `{"id":"bob","name":"Bob","legacy":[${'[],'.repeat(80_000)}0]}`,
    });
    expect((await send(server, archive)).json).toMatchObject({
      created: 1,
      failed: 1,
      errors: [{ id: 'bob', message: 'The body has more than 150000 keys and items' }],
    });
  });

  it('is rejected without a file, and by those who may not manage', async () => {
    const server = await startTestServer(EMPTY);
    expect((await server.request(PATH, { method: 'POST', body: new FormData() })).status).toBe(400);
    const status = (await server.request(PATH, { method: 'POST', body: new FormData(), as: 'nobody' }))
      .status;
    expect(status).toBe(401);
    await expectNothing(server);
  });

  it('leaves nothing behind when the client goes in the middle', async () => {
    const server = await startTestServer(EMPTY);
    const head =
      `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${server.cookie}\r\n` +
      `X-CSRF-Token: ${server.csrfToken}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n` +
      'Connection: close\r\n\r\n--b\r\nContent-Disposition: form-data; name="zip"; filename="a.zip"\r\n\r\nPK';
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(head, () => socket.destroy()));
      socket.on('close', () => resolve());
    });
    await server.close();
    expect(await readdir(join(server.folder, '.system', 'tmp')).catch(() => [])).toEqual([]);
    expect(server.log.filter((line) => line.includes('Unexpected'))).toEqual([]);
  });
});
