/** A client that closes the connection calls its import off. */
import { expect, it, vi } from 'vitest';
import { startTestServer } from '../helpers/server.js';

const titles = Array.from({ length: 2000 }, (_, n) => `Post ${n}`);
const csv = new FormData();
csv.append('csv', new Blob([['title', ...titles].join('\n')]), 'posts.csv');
const template = {
  version: '1.0.0',
  name: 'Posts',
  collections: { reserved: ['text'] },
  objects: titles.map((title, n) => ({ collection: 'blog', id: `post-${n}`, data: { title } })),
};

it.each([
  ['/import/collections/blog/csv', csv, {}],
  ['/import/jumpstart', JSON.stringify(template), { 'content-type': 'application/json' }],
  ['/import/collections/blog/factory?fqty=2000', undefined, {}],
])('nothing is left of POST %s when its client goes, and the server goes on', async (path, body, type) => {
  const server = await startTestServer({ 'blog/.meta.json': { id: 'blog', schema: 'blog' } });
  const client = new AbortController();
  const counts = { created: 0, deleted: 0 };
  server.site.events.on((event) => {
    if (event.type === 'object.created') counts.created += 1;
    if (event.type === 'object.deleted') counts.deleted += 1;
    if (counts.created === 1) client.abort();
  });
  const headers = { cookie: server.cookie, 'x-csrf-token': server.csrfToken, ...type };
  const sent = fetch(server.url + path, { method: 'POST', headers, body, signal: client.signal });
  await expect(sent).rejects.toThrow('abort');
  await vi.waitFor(async () => {
    expect((await server.request('/collections')).json.collections).toMatchObject([
      { name: 'blog', count: 0 },
    ]);
    expect((await server.request('/trash')).json.entries).toEqual([]);
    expect(counts.deleted).toBe(counts.created);
  }, 20_000);
  expect(counts.created).toBeGreaterThan(0);
  expect(counts.created).toBeLessThan(titles.length);
  expect(server.warnings()).toEqual([]);
});
