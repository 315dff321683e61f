import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DamagedFiles } from '../../server/contract/objects.js';
import { readEvents } from '../helpers/event-reader.js';
import { BLOG, errorOf, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';

const whole = JSON.stringify({ id: 'broken', title: 'Broken', updated: '2026-01-01T00:00:00Z' });

const damages: [string, string | Buffer][] = [
  ['torn', whole.slice(0, 20)],
  ['empty', ''],
  ['filled with NUL', Buffer.alloc(64)],
  ['in UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le')],
  ['an array', '[]'],
  ['a text', '"x"'],
  ['of another id', JSON.stringify({ id: 'other', title: 'x' })],
  ['without an id it could be known by', '{"id": 5}'],
];

/** One folder with all of them: `broken-0`, `broken-1`… */
const brokenFiles = {
  ...BLOG,
  ...Object.fromEntries(damages.map(([, content], n) => [`blog/broken-${n}.json`, content])),
};
const broken = damages.map(([name], n): [string, string] => [`broken-${n}`, name]);
const blog = '/api/collections/blog';

describe(`object files that are ${damages.map(([name]) => name).join(', ')}`, () => {
  it('answer 500 with what is wrong, and the rest is served', async () => {
    const server = await startTestServer(brokenFiles);
    for (const [id, name] of broken) {
      const answer = await server.request(`${blog}/${id}`);
      expect(answer.status, name).toBe(500);
      expect(errorOf(answer).message, name).toContain(`blog/${id}`);
      expect(answer.text).not.toContain(server.folder);
    }
    expect((await server.request(`${blog}/first-post`)).status).toBe(200);
    expect((await server.request(blog)).json).toMatchObject({ total: 2, count: 2 });
    expect((await server.request('/api/collections')).status).toBe(200);
    expect((await server.request('/api/damaged')).json).toEqual({
      files: broken.map(([id]) => ({ collection: 'blog', id, reason: expect.any(String) })),
      conflicts: [],
    });
  });

  it('are not written over unseen', async () => {
    const server = await startTestServer(brokenFiles);
    for (const [id, name] of broken) {
      const bytes = await server.read(`blog/${id}.json`);
      const create = await server.request(blog, { method: 'POST', json: { id, title: 'x' } });
      expect(create.status, name).toBe(422);
      const patch = await server.request(`${blog}/${id}`, { method: 'PATCH', json: { title: 'x' } });
      expect(patch.status, name).toBe(500);
      const clone = await server.request(`${blog}/first-post/clone`, { method: 'POST', json: { id } });
      expect(clone.status, name).toBe(422);
      expect(await server.read(`blog/${id}.json`), name).toEqual(bytes);
    }
  });

  it('are kept in the trash when they are replaced', async () => {
    const server = await startTestServer(brokenFiles);
    for (const [n, [id, name]] of broken.entries()) {
      const answer = await server.request(`${blog}/${id}`, { method: 'PUT', json: { title: 'Mended' } });
      expect([answer.status, answer.json.title], name).toEqual([200, 'Mended']);
      const { entries } = (await server.request('/api/trash')).json;
      expect(entries).toHaveLength(n + 1);
      expect(entries, name).toContainEqual(
        expect.objectContaining({ kind: 'damaged', collection: 'blog', object: id }),
      );
    }
    expect((await server.request('/api/damaged')).json).toEqual({ files: [], conflicts: [] });
  });
});

describe('an object file with a byte order mark', () => {
  it('is read as if it had none', async () => {
    const server = await startTestServer({ ...BLOG, 'blog/broken.json': `\ufeff${whole}` });
    expect((await server.request('/api/collections/blog/broken')).json.title).toBe('Broken');
  });
});

describe('files that are no objects', () => {
  it('are left alone and not served', async () => {
    const server = await startTestServer({
      ...BLOG,
      'blog/.index.json': { objects: [] },
      'blog/Upper Case.json': { id: 'Upper Case', title: 'x' },
      'blog/first-post.sync-conflict-20260101-101010-ABC.json': { id: 'first-post', title: 'conflict' },
      'blog/notes.txt': 'x',
      'notes/readme.json': { id: 'readme' },
    });
    expect((await server.request('/api/collections/blog')).json.total).toBe(2);
    expect((await server.request('/api/collections')).json.collections).toHaveLength(2);
    expect((await server.request('/api/collections/notes')).status).toBe(404);
    expect((await server.read('blog/notes.txt')).toString()).toBe('x');
  });
});

describe('settings and schemas that are damaged', () => {
  it('cost their own collection only', async () => {
    const server = await startTestServer({
      ...BLOG,
      'torn/.meta.json': '{"id": "to',
      'lost/.meta.json': { id: 'lost', schema: 'never-there' },
      '.schemas/broken.json': '{"id": ',
    });
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
    expect((await server.request('/api/schemas')).status).toBe(200);
    expect((await server.request('/api/collections')).status).toBe(200);
    const { files } = (await server.request('/api/damaged')).json;
    expect(files).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ collection: 'torn' }),
        expect.objectContaining({ collection: '.schemas', id: 'broken' }),
      ]),
    );
    expect((await server.read('torn/.meta.json')).toString()).toBe('{"id": "to');
  });

  it('are listed too when only a part of a schema cannot be used', async () => {
    const properties = { id: { field: 'id' }, code: { field: 'text', pattern: '(' } };
    const server = await startTestServer({
      '.schemas/part.json': { id: 'part', properties, required: [], index: [] },
      '.schemas/blog.json': { id: 'blog', properties, required: [], index: [] },
    });
    expect((await server.request('/api/schemas/part')).status).toBe(200);
    expect((await server.request('/api/damaged')).json).toEqual({
      files: [
        { collection: '.schemas', id: 'blog', reason: expect.stringContaining('built-in') },
        {
          collection: '.schemas',
          id: 'part',
          reason: expect.stringContaining('pattern of "code"'),
          usable: true,
        },
      ],
      conflicts: [],
    });
  });
});

describe('copies that sync tools left', () => {
  const first = JSON.parse(JSON.stringify(BLOG['blog/first-post.json']));
  const COPIES = {
    'blog/first-post.sync-conflict-20261122-061000-ABCDEFG.json': { ...first, title: 'Other' },
    'blog/first-post (1).json': first,
    // A computer with a name in lower case: an id an object could have.
    'blog/first-post-adas-laptop.json': { ...first, title: 'From the laptop' },
    'blog/.meta-LAPTOP.json': { id: 'blog', schema: 'text' },
    '.schemas/note.json': {
      id: 'note',
      properties: { id: { field: 'id' } },
      required: ['id'],
      index: ['id'],
    },
    '.schemas/note 2.json': { id: 'note' },
    '.system/settings.json': {},
    '.system/settings (conflicted copy 2026-11-22 061000).json': {},
  };
  const copies = async (server: TestServer): Promise<DamagedFiles> => {
    const { text } = await server.request('/api/damaged');
    return JSON.parse(text);
  };

  it('are listed with what they are versions of, stay where they are and are not served', async () => {
    const server = await startTestServer({ ...BLOG, ...COPIES });
    const { files, conflicts } = await copies(server);
    expect(files).toEqual([]);
    expect(conflicts.map(({ path, collection, id, same }) => [path, collection, id, same])).toEqual([
      ['blog/.meta-LAPTOP.json', 'blog', '.meta', false],
      ['blog/first-post (1).json', 'blog', 'first-post', true],
      ['blog/first-post.sync-conflict-20261122-061000-ABCDEFG.json', 'blog', 'first-post', false],
      ['.schemas/note 2.json', '.schemas', 'note', false],
      ['.system/settings (conflicted copy 2026-11-22 061000).json', '.system', 'settings', true],
      ['blog/first-post-adas-laptop.json', 'blog', 'first-post', false],
    ]);
    expect((await server.request('/api/collections/blog')).json.total).toBe(2);
    for (const path of Object.keys(COPIES)) expect((await server.read(path)).length).toBeGreaterThan(0);
  });

  it('are reported as they appear and disappear, and listed again', async () => {
    const server = await startTestServer(BLOG);
    const stream = await readEvents(`${server.url}/api/events`, { 'x-api-key': await server.key() });
    await stream.told(1);
    expect((await copies(server)).conflicts).toEqual([]);
    const [blog, schema] = ['blog/first-post-LAPTOP.json', '.schemas/note (1).json'];
    await writeFiles(server.folder, { [blog]: first });
    expect(await stream.told(1)).toEqual([`conflict.found blog/first-post/${blog}`]);
    expect((await copies(server)).conflicts).toEqual([
      { collection: 'blog', id: 'first-post', path: blog, same: true },
    ]);

    await writeFiles(server.folder, { '.schemas/note.json': COPIES['.schemas/note.json'] });
    expect(await stream.told(1)).toEqual(['schema.saved note']);
    await writeFiles(server.folder, { [schema]: { id: 'note' } });
    expect(await stream.told(1)).toEqual([`conflict.found .schemas/note/${schema}`]);
    expect((await copies(server)).conflicts).toHaveLength(2);

    await rm(join(server.folder, blog));
    expect(await stream.told(1)).toEqual([`conflict.gone blog/first-post/${blog}`]);
    expect((await copies(server)).conflicts).toHaveLength(1);
  });
});

describe('a file with the markers of a merge', () => {
  it.each(['\n', '\r\n'])('is named as one, with line ends %j', async (end) => {
    const text = ['{', '"id": "clash",', '<<<<<<< HEAD', '"title": "Mine"', '=======', '"title": "Yours"'];
    const server = await startTestServer({
      ...BLOG,
      'blog/clash.json': [...text, '>>>>>>> branch', '}'].join(end),
    });
    const { files } = (await server.request('/api/damaged')).json;
    expect(files).toEqual([
      { collection: 'blog', id: 'clash', reason: expect.stringContaining('merge'), mergeConflict: true },
    ]);
  });

  it('is reported as damaged when it appears, not as an object', async () => {
    const server = await startTestServer(BLOG);
    const stream = await readEvents(`${server.url}/api/events`, { 'x-api-key': await server.key() });
    await stream.told(1);
    await server.request('/api/collections/blog');
    await writeFiles(server.folder, { 'blog/clash.json': '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n' });
    expect(await stream.told(1)).toEqual(['object.damaged blog/clash']);
    await writeFiles(server.folder, { 'blog/first-post.json': '{"id":' });
    expect(await stream.told(1)).toEqual(['object.damaged blog/first-post']);
    await writeFiles(server.folder, { 'blog/clash.json': { id: 'clash', title: 'Merged' } });
    expect(await stream.told(1)).toEqual(['object.updated blog/clash']);
  });
});
