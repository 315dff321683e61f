/** A folder that a newer version of Plinth has changed is not written, or not even opened. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder } from '../../server/health/check-folder.js';
import { BLOG, errorOf, type Sent, startTestServer, type TestServer } from '../helpers/server.js';
import { makeSite } from '../helpers/site.js';

const FILE = '.system/format.json';
const formatOf = (minReader: number, minWriter: number) => ({
  format: 2,
  minReader,
  minWriter,
  note: 'kept',
});
const NEWER = 'This folder was changed by a newer version of Plinth';

/** Every file of a folder with its bytes. */
const everything = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );

const form = (content: string) => {
  const made = new FormData();
  made.append('json', new Blob([content]), 'blog.json');
  return made;
};

const SCHEMA = { id: 'note', properties: { id: { field: 'id' } }, required: ['id'], index: ['id'] };

const WRITES: readonly [path: string, sent: Sent][] = [
  ['/collections/blog', { method: 'POST', json: { id: 'third' } }],
  ['/collections/blog/first-post', { method: 'PUT', json: { title: 'Other' } }],
  ['/collections/blog/first-post', { method: 'PATCH', json: { title: 'Other' } }],
  ['/collections/blog/first-post', { method: 'DELETE' }],
  ['/collections/blog/first-post/clone', { method: 'POST', json: { id: 'copy' } }],
  ['/collections', { method: 'POST', json: { id: 'news', schema: 'blog' } }],
  ['/collections/blog', { method: 'PATCH', json: { name: 'Other' } }],
  ['/collections/blog?force=true', { method: 'DELETE' }],
  ['/schemas', { method: 'POST', json: SCHEMA }],
  ['/settings', { method: 'PATCH', json: { 'dashboard.title': 'Other' } }],
  ['/views/collections/blog', { method: 'POST', json: { id: 'mine', name: 'Mine' } }],
  ['/import/collections/blog/json', { method: 'POST', body: form('[{"id":"third"}]') }],
  ['/apikeys', { method: 'POST', json: { name: 'k', methods: ['GET'], paths: ['*'] } }],
  ['/trash', { method: 'DELETE' }],
  [
    '/batch',
    {
      method: 'POST',
      json: { operations: [{ operation: 'create', collection: 'blog', id: 'third', data: {} }] },
    },
  ],
];

const create = (server: TestServer, id: string) =>
  server.request('/collections/blog', { method: 'POST', json: { id, title: id } });

describe('a folder that this version must not write', () => {
  it('is read, and every change is rejected with the reason', async () => {
    const server = await startTestServer({ ...BLOG, [FILE]: formatOf(1, 2) });
    const before = everything(server.folder);
    expect((await server.request('/collections/blog/first-post')).status).toBe(200);
    for (const [path, sent] of WRITES) {
      const answer = await server.request(path, sent);
      expect([path, answer.status, errorOf(answer).message]).toEqual([
        path,
        503,
        expect.stringContaining(NEWER),
      ]);
    }
    expect(everything(server.folder)).toEqual(before);
    expect((await server.request('/status')).json.readOnly).toContain(NEWER);
    expect(server.warnings().join('\n')).toContain(NEWER);
  });

  it('keeps what a crash left in it, and old entries of the trash', async () => {
    const left = {
      '.system/tmp/1-aaaaaaaaaaaa.tmp': 'unfinished',
      '.system/journal/1-strange/record.json': '{}',
    };
    const server = await startTestServer({ ...BLOG, ...left, [FILE]: formatOf(1, 2) });
    for (const [path, text] of Object.entries(left)) {
      expect((await server.read(path)).toString()).toBe(text);
    }
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"format":1,"minRe'],
    ['a list', '[1,1,1]'],
    ['no numbers', { format: '1', minReader: '1', minWriter: '1' }],
    ['a part', { format: 1 }],
    ['no version', { format: 1, minReader: 0, minWriter: 1 }],
  ])('so is one whose file has %s; the file stays as it is', async (_what, content) => {
    const server = await startTestServer({ ...BLOG, [FILE]: content });
    const before = everything(server.folder);
    const answer = await create(server, 'third');
    expect([answer.status, errorOf(answer).message]).toEqual([503, expect.stringContaining('is damaged')]);
    expect((await server.request('/collections/blog')).status).toBe(200);
    expect(everything(server.folder)).toEqual(before);
  });

  it.skipIf(process.platform === 'win32')('so is one whose file is a link', async () => {
    const server = await startTestServer({ ...BLOG, 'elsewhere.json': formatOf(1, 1), '.system/x.txt': '' });
    symlinkSync(join(server.folder, 'elsewhere.json'), join(server.folder, FILE));
    expect((await create(server, 'third')).status).toBe(503);
  });

  it('is reported by a check', async () => {
    const { site } = await makeSite({ files: { [FILE]: formatOf(1, 2) } });
    const problems: unknown[] = [];
    for await (const problem of checkFolder(site, { fix: true })) problems.push(problem);
    expect(problems).toEqual([{ kind: 'format', path: FILE, message: expect.stringContaining(NEWER) }]);
  });
});

it('a folder that this version cannot read is not opened', async () => {
  await expect(startTestServer({ ...BLOG, [FILE]: formatOf(2, 2) })).rejects.toThrow(NEWER);
});

it('a folder without the file gets it with the first change, and not by reading', async () => {
  const { request, folder } = await startTestServer(BLOG);
  expect((await request('/collections/blog')).status).toBe(200);
  expect(existsSync(join(folder, FILE))).toBe(false);
  expect(
    (await request('/collections/blog/first-post', { method: 'PATCH', json: { title: 'Other' } })).status,
  ).toBe(200);
  expect(JSON.parse(readFileSync(join(folder, FILE), 'utf8'))).toEqual({
    format: 1,
    minReader: 1,
    minWriter: 1,
  });
});

it('a folder of this format, or without the file, is written; unknown keys stay', async () => {
  const marked = await startTestServer({ ...BLOG, [FILE]: formatOf(1, 1) });
  expect((await create(marked, 'third')).status).toBe(201);
  expect(JSON.parse((await marked.read(FILE)).toString())).toEqual(formatOf(1, 1));
  expect((await marked.request('/status')).json.readOnly).toBeUndefined();
  const plain = await startTestServer();
  expect((await create(plain, 'third')).status).toBe(201);
});

it('a file that comes while the folder is served holds from the next change on, until it goes', async () => {
  const server = await startTestServer({ ...BLOG, '.system/x.txt': '' });
  const file = join(server.folder, FILE);
  const statuses = async (id: string) => [
    (await create(server, id)).status,
    (await server.request('/collections/blog/first-post')).status,
    (await server.request('/healthz')).status,
  ];
  expect(await statuses('a')).toEqual([201, 200, 200]);
  writeFileSync(file, JSON.stringify(formatOf(1, 2)));
  await expect.poll(() => statuses('b')).toEqual([503, 200, 200]);
  writeFileSync(file, JSON.stringify({ ...formatOf(2, 2), more: true }));
  await expect.poll(() => statuses('c')).toEqual([503, 503, 200]);
  writeFileSync(file, JSON.stringify(formatOf(1, 1)));
  await expect.poll(() => server.request('/collections/blog').then(({ status }) => status)).toBe(200);
  expect((await create(server, 'd')).status).toBe(201);
  rmSync(file);
  expect(await statuses('e')).toEqual([201, 200, 200]);
});
