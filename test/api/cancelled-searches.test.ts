/** Searches of the folder whose callers are gone (spec/queries.md#search-of-the-folder). */
import { expect, it } from 'vitest';
import { searchFolder } from '../../server/content/reading/search-folder.js';
import { startTestServer } from '../helpers/server.js';
import { makeSite } from '../helpers/site.js';

const FILES = {
  '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } },
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap((name) => [
      [`${name}/.meta.json`, { id: name, schema: 'note' }],
      [`${name}/one.json`, { id: 'one', title: 'Lantern' }],
    ]),
  ),
};

it('ends before the next collection', async () => {
  const { site } = await makeSite({ files: FILES });
  const stop = new AbortController();
  const looked: string[] = [];
  const search = searchFolder(site, {
    q: 'lantern',
    collections: ['a', 'b', 'c'],
    limit: 10,
    offset: 0,
    shape: undefined,
    mayRead: (collection) => {
      looked.push(collection);
      stop.abort(new Error('called off'));
      return true;
    },
    signal: stop.signal,
  });
  await expect(search).rejects.toThrow('called off');
  expect(looked).toEqual(['a']);
});

it('is not begun where its caller left while it waited for another', async () => {
  const server = await startTestServer(FILES);
  const { queries } = server.site;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = queries.inAll(() => gate);
  const waiting: (AbortSignal | undefined)[] = [];
  const inAll = queries.inAll.bind(queries);
  queries.inAll = (work, signal) => {
    waiting.push(signal);
    return inAll(work, signal);
  };
  const of = queries.of.bind(queries);
  let asked = 0;
  queries.of = (...args) => {
    asked += 1;
    return of(...args);
  };
  const leaving = new AbortController();
  const left = fetch(`${server.url}/api/search?q=lantern`, {
    headers: { 'X-API-Key': await server.key() },
    signal: leaving.signal,
  });
  await expect.poll(() => waiting.length).toBe(1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => waiting[0]?.aborted).toBe(true);
  open();
  await first;
  await inAll(async () => {});
  expect(asked).toBe(0);
  expect((await server.request('/api/search?q=lantern')).json.total).toBe(3);
  expect(asked).toBeGreaterThan(0);
});
