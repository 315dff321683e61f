import { describe, expect, it } from 'vitest';
import { BLOG, errorOf, startTestServer } from '../helpers/server.js';

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

describe.each(damages)('an object file that is %s', (_name, content) => {
  const files = { ...BLOG, 'blog/broken.json': content };

  it('answers 500 with what is wrong, and the rest is served', async () => {
    const server = await startTestServer(files);
    const answer = await server.request('/api/collections/blog/broken');
    expect(answer.status).toBe(500);
    expect(errorOf(answer).message).toContain('blog/broken');
    expect(answer.text).not.toContain(server.folder);
    expect((await server.request('/api/collections/blog/first-post')).status).toBe(200);
    expect((await server.request('/api/collections/blog')).json).toMatchObject({ total: 2, count: 2 });
    expect((await server.request('/api/collections')).status).toBe(200);
    expect((await server.request('/api/damaged')).json).toEqual({
      files: [{ collection: 'blog', id: 'broken', reason: expect.any(String) }],
    });
  });

  it('is not written over unseen', async () => {
    const server = await startTestServer(files);
    const path = '/api/collections/blog';
    const bytes = await server.read('blog/broken.json');
    const create = await server.request(path, { method: 'POST', json: { id: 'broken', title: 'x' } });
    expect(create.status).toBe(422);
    expect((await server.request(`${path}/broken`, { method: 'PATCH', json: { title: 'x' } })).status).toBe(
      500,
    );
    const clone = { method: 'POST', json: { id: 'broken' } };
    expect((await server.request(`${path}/first-post/clone`, clone)).status).toBe(422);
    expect(await server.read('blog/broken.json')).toEqual(bytes);
  });

  it('is kept in the trash when it is replaced', async () => {
    const server = await startTestServer(files);
    const answer = await server.request('/api/collections/blog/broken', {
      method: 'PUT',
      json: { title: 'Mended' },
    });
    expect([answer.status, answer.json.title]).toEqual([200, 'Mended']);
    const { entries } = (await server.request('/api/trash')).json;
    expect(entries).toMatchObject([{ kind: 'damaged', collection: 'blog', object: 'broken' }]);
    expect((await server.request('/api/damaged')).json).toEqual({ files: [] });
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
    });
  });
});
