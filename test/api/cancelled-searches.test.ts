/** Searches of the folder whose callers are gone (spec/queries.md#search-of-the-folder). */
import { expect, it } from 'vitest';
import { searchFolder } from '../../server/content/reading/search-folder.js';
import { searchTitles } from '../../server/content/reading/search-titles.js';
import { startTestServer } from '../helpers/server.js';
import { makeSite } from '../helpers/site.js';

const FILES = {
  '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } },
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap((name) => [
      [`${name}/.meta.json`, { id: name, schema: 'note' }],
      [`${name}/one.json`, { id: 'one', title: 'Lantern light' }],
    ]),
  ),
};

const ALL = { collections: ['a', 'b', 'c'], limit: 10 };

/** Gives up when the objects of a collection are looked at, and says whose were. */
function leavingAt(collection: string) {
  const stop = new AbortController();
  const looked: string[] = [];
  const mayRead = (one: string) => {
    looked.push(one);
    if (one === collection) stop.abort(new Error('canceled'));
    return true;
  };
  return { signal: stop.signal, looked, mayRead };
}

it('ends before the next collection', async () => {
  const { site } = await makeSite({ files: FILES });
  const { looked, ...leaving } = leavingAt('a');
  const search = searchFolder(site, { ...ALL, ...leaving, q: 'lantern', offset: 0, shape: undefined });
  await expect(search).rejects.toThrow('canceled');
  expect(looked).toEqual(['a']);
});

it('ends before its words are weighed where its caller leaves after the last collection', async () => {
  const { site } = await makeSite({ files: FILES });
  const { looked, ...leaving } = leavingAt('c');
  const find = (q: string) => searchFolder(site, { ...ALL, ...leaving, q, offset: 0, shape: undefined });
  await expect(find('lantern light')).rejects.toThrow('canceled');
  expect(looked).toEqual(['a', 'b', 'c']);
});

it('ends before the next collection where titles are searched', async () => {
  const { site } = await makeSite({ files: FILES });
  const { looked, mayRead, signal } = leavingAt('a');
  await expect(searchTitles(site, { ...ALL, q: 'lan', signal }, mayRead)).rejects.toThrow('canceled');
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
  queries.inAll = (work, options) => {
    waiting.push(options?.signal);
    return inAll(work, options);
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
