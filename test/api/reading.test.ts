/** A large folder says how far it was read while requests wait for it (spec/performance.md#start). */
import { expect, it } from 'vitest';
import { type Files, startTestServer } from '../helpers/server.js';

const COUNT = 4000;

it('tells how many objects and collections of how many were read, until all are', async () => {
  const files: Files = {
    'large/.meta.json': { id: 'large', schema: 'text' },
    'small/.meta.json': { id: 'small', schema: 'text' },
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, n) => [`large/o${n}.json`, { id: `o${n}`, title: `Object ${n}` }]),
    ),
  };
  const server = await startTestServer(files);
  // The first answer of each address takes its time to be compared with its description.
  await server.request('/api/status');
  await server.request('/api/collections/small/index', { method: 'PUT' });
  let isRead = false;
  const index = server.request('/api/collections/large/index', { method: 'PUT' }).then((answer) => {
    isRead = true;
    return answer;
  });
  const seen: { read: number; of: number; collections: { read: number; of: number } }[] = [];
  while (!isRead) {
    const { reading } = (await server.request('/api/status')).json as { reading?: (typeof seen)[number] };
    if (reading) seen.push(reading);
  }
  expect((await index).json).toMatchObject({ count: COUNT });
  const known = seen.filter(({ of }) => of > 0);
  expect(known.length).toBeGreaterThan(0);
  const all = server.site.collections.all().length;
  for (const { read, of, collections } of known) {
    expect([of, read <= COUNT, collections]).toEqual([COUNT, true, { read: 1, of: all }]);
  }
  expect((await server.request('/api/status')).json).not.toHaveProperty('reading');
});
