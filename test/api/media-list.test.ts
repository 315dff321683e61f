import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { startTestServer } from '../helpers/server.js';
import { mediaFiles } from './media.js';

const start = async (more: Record<string, unknown> = {}) =>
  startTestServer({ ...(await mediaFiles()), ...more });

const namesOf = (json: JsonObject) => (json.files as JsonObject[]).map(({ name }) => name);

describe('GET {api}/media', () => {
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
    expect((await (await start()).request(`/api/media?${query}`)).json.total).toBe(total);
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

  it('finds files that nobody names, but none that a text links to', async () => {
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

  it.each(['type=film', 'sort=best', 'limit=-1', 'offset=x', 'minSize=1e3'])(
    '%s is refused',
    async (query) => {
      expect((await (await start()).request(`/api/media?${query}`)).status).toBe(400);
    },
  );

  it('is for the owner alone', async () => {
    const server = await start();
    expect((await server.request('/api/media', { as: 'nobody' })).status).toBe(401);
    expect((await server.request('/api/media', { as: { key: await server.key() } })).status).toBe(403);
  });
});
