import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { errorOf, sharedServer, startTestServer } from '../helpers/server.js';
import { mediaFiles } from './media.js';

const start = async (more: Record<string, unknown> = {}) =>
  startTestServer({ ...(await mediaFiles()), ...more });

const namesOf = (json: JsonObject) => (json.files as JsonObject[]).map(({ name }) => name);

describe('GET {api}/media', () => {
  const shared = sharedServer(mediaFiles);

  it('lists every file objects name, with its owner and its address', async () => {
    const server = await start();
    const { json, status } = await server.request('/api/media?limit=200&sort=name');
    expect([status, json.total, json.count]).toEqual([200, 15, 15]);
    expect(json.files).toContainEqual(
      expect.objectContaining({
        collection: 'blog',
        id: 'first-post',
        title: 'One',
        property: 'deck/one/photo',
        path: 'deck/one/photo/blue.png',
        url: '/imageworks/blog/first-post/deck/one/photo.jpg',
      }),
    );
    expect(JSON.stringify(json)).not.toContain('$2');
  });

  it.each([
    ['type=image', 6],
    ['type=document&search=doc', 4],
    ['search=one+red', 2],
    ['collection=members', 1],
    ['withoutAlt=true', 6],
    ['type=video', 0],
    ['minSize=1', 0],
  ])('%s leaves %i of them', async (query, total) => {
    expect((await shared().request(`/api/media?${query}`)).json.total).toBe(total);
  });

  it('comes in pages that do not overlap', async () => {
    const server = await start();
    const all = namesOf((await server.request('/api/media?limit=200')).json);
    const pages: unknown[] = [];
    for (let offset = 0; offset < all.length; offset += 5) {
      pages.push(...namesOf((await server.request(`/api/media?limit=5&offset=${offset}`)).json));
    }
    expect(pages).toEqual(all);
  });

  it('follows changes of objects', async () => {
    const server = await start();
    await server.request('/api/media');
    await server.request('/api/collections/blog/first-post/gallery/red.png', { method: 'DELETE' });
    expect((await server.request('/api/media')).json.total).toBe(14);
  });

  it('finds unused files, but none that a text links to', async () => {
    const server = await start({
      'blog/first-post/gallery/left over.png': 'x',
      'notes/.meta.json': { id: 'notes', schema: 'blog' },
      'notes/one.json': {
        id: 'one',
        title: 'N',
        content: '<p><img src="/imageworks/upload/notes/one/content/a%20b.png"></p>',
      },
      'notes/one/content/a b.png': 'x',
      'notes/one/content/gone.png': 'x',
    });
    const { json } = await server.request('/api/media?unnamed=true&sort=name');
    expect((json.files as JsonObject[]).map(({ collection, path }) => `${collection}/${path}`)).toEqual([
      'notes/content/gone.png',
      'blog/gallery/left over.png',
    ]);
  });

  it('does not list files that other texts link to, or that unrecognized values name', async () => {
    const server = await start({
      'notes/.meta.json': { id: 'notes', schema: 'blog' },
      'notes/one.json': {
        id: 'one',
        title: 'N',
        former: { name: 'a.png' },
        deck: { x: { id: 'x', old: {} } },
      },
      'notes/one/content/shared.png': 'x',
      'notes/one/content/free.png': 'x',
      'notes/one/former/a.png': 'x',
      'notes/one/deck/x/old/b.png': 'x',
      'notes/two.json': {
        id: 'two',
        title: 'T',
        content: '<a href="/download/upload/notes/one/content/shared.png">',
      },
    });
    const { json } = await server.request('/api/media?unnamed=true&collection=notes');
    expect(namesOf(json)).toEqual(['free.png']);
  });

  it('neither lists nor removes the file that holds the code of an automation', async () => {
    const server = await start({
      'automations/echo.json': { id: 'echo', name: 'Echo', trigger: { type: 'webhook' } },
      'automations/echo/handler.mjs': 'export default () => 1;',
      'automations/echo/notes.txt': 'x',
    });
    const { json } = await server.request('/api/media?unnamed=true&collection=automations');
    expect(namesOf(json)).toEqual(['notes.txt']);
    const file = { collection: 'automations', id: 'echo', path: 'handler.mjs' };
    const removed = await server.request('/api/media/trash', {
      method: 'POST',
      json: { files: [file] },
    });
    expect(removed.json).toMatchObject({ rejected: [{ ...file, reason: 'Its object uses it' }] });
    expect(await server.read('automations/echo/handler.mjs')).toBeDefined();
  });

  it('moves files that nothing names to the trash, from where they come back', async () => {
    const server = await start({
      'blog/first-post/gallery/left.png': 'left',
      'blog/first-post/content/old.png': 'old',
    });
    const file = (path: string, id = 'first-post') => ({ collection: 'blog', id, path });
    const files = [
      file('gallery/left.png'),
      file('content/old.png'),
      file('gallery/red.png'),
      file('gallery/none.png'),
      file('a.png', 'nobody'),
    ];
    const { status, json } = await server.request('/api/media/trash', { method: 'POST', json: { files } });
    const [entry, ...others] = json.trashed as JsonObject[];
    expect([status, entry?.title, others]).toEqual([200, 'left.png and 1 more', []]);
    expect((json.rejected as JsonObject[]).map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      'gallery/red.png: Its object uses it',
      'gallery/none.png: The file does not exist',
      'a.png: The file does not exist',
    ]);
    expect((await server.request('/api/media?unnamed=true')).json.total).toBe(0);
    const before = String(await server.read('blog/first-post.json'));
    const back = await server.request(`/api/trash/${entry?.id}/restore`, { method: 'POST' });
    expect([back.status, String(await server.read('blog/first-post/gallery/left.png'))]).toEqual([
      200,
      'left',
    ]);
    expect(String(await server.read('blog/first-post.json')), 'the object is as it was').toBe(before);
    expect((await server.request('/api/media?unnamed=true')).json.total).toBe(2);
  });

  it.each([
    [{}],
    [{ files: [] }],
    [{ files: [{ collection: '../x', id: 'a', path: 'b' }] }],
    [{ files: [{ collection: 'blog', id: 'first-post', path: '../first-post.json' }] }],
  ])('does not take %j for files', async (json) => {
    const server = await start();
    expect((await server.request('/api/media/trash', { method: 'POST', json })).status).toBe(400);
  });

  it.each([
    'type=film',
    'sort=best',
    'limit=-1',
    'offset=x',
    'minSize=1e3',
    'collection=..%2Fblog',
    'property=gallery',
    'property=deck%2Fone&collection=blog',
    'property=..&collection=blog',
  ])('%s is rejected', async (query) => {
    const error = errorOf(await shared().request(`/api/media?${query}`));
    expect([error.code, Object.keys(Object(error.details))]).toEqual([400, [query.split('=')[0]]]);
  });

  it('shows a small image of an image that nothing names, to those who are signed in', async () => {
    const server = await start();
    const png = await server.read('blog/first-post/gallery/red.png');
    await writeFile(join(server.folder, 'blog/first-post/gallery/left.png'), png);
    const query = 'collection=blog&id=first-post&path=';
    const shown = await server.request(`/api/media/thumbnail?${query}gallery%2Fleft.png`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const others: [string, number][] = [
      ['..%2Ffirst-post.json', 400],
      ['file%2Fdoc.pdf', 404],
      ['gallery%2Fnone.png', 404],
    ];
    for (const [path, status] of others) {
      const answer = await server.request(`/api/media/thumbnail?${query}${path}`);
      expect([path, answer.status]).toEqual([path, status]);
    }
    const stranger = await server.request(`/api/media/thumbnail?${query}gallery%2Fleft.png`, {
      as: 'nobody',
    });
    expect(stranger.status).toBe(401);
  });

  it('is for the owner alone', async () => {
    const server = await start();
    expect((await server.request('/api/media', { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/media', { as: { key: await server.key() } })).status).toBe(403);
  });
});
