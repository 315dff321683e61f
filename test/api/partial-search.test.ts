/** Searches that do not wait until all texts are indexed (spec/queries.md#while-texts-are-indexed). */
import { describe, expect, it } from 'vitest';
import { wordsThere } from '../../server/content/reading/words-there.js';
import { type IndexOptions, startIndexThread } from '../../server/content/text-index/text-indexes.js';
import type { PartialWords } from '../../server/contract/relations.js';
import { type Files, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';

/** More than is indexed without the thread. */
const MANY = 501;
const FEW = 3;

const objects = (collection: string, count: number): Files => ({
  [`${collection}/.meta.json`]: { id: collection, schema: 'note', name: collection },
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${collection}/n${at}.json`,
      { id: `n${at}`, title: `Lantern ${at}`, body: `heather ${collection}${at}` },
    ]),
  ),
});

const FILES: Files = {
  '.schemas/note.json': {
    id: 'note',
    properties: { id: { field: 'id' }, title: { field: 'text' }, body: { field: 'textarea' } },
    required: ['id'],
    index: ['title'],
  },
  ...objects('large', MANY),
  ...objects('small', FEW),
};

/** A server over both collections, of which only the small one gets indexed. */
async function startedWith(threads: ReturnType<typeof heldThreads>) {
  const server = await startTestServer(FILES, { wordIndexes: threads });
  const left = async () => (await search(server, 'nothing&partial=1')).partial;
  await expect.poll(left).toMatchObject({ collections: { done: 1, of: 2 }, objects: { of: MANY + FEW } });
  return server;
}

/** Threads that index nothing until they are let. */
function heldThreads(isHeld = true) {
  const held: (() => void)[] = [];
  const threads = {
    started: 0,
    isHeld,
    release() {
      threads.isHeld = false;
      for (const post of held.splice(0)) post();
    },
    start() {
      threads.started += 1;
      const helper = startIndexThread();
      const post: typeof helper.post = (...given) => {
        if (threads.isHeld) held.push(() => helper.post(...given));
        else helper.post(...given);
      };
      return { ...helper, post };
    },
  };
  return threads satisfies IndexOptions;
}

interface Found {
  data: { collection: string; id: string }[];
  total: number;
  corrected?: string;
  partial?: PartialWords;
}

const search = async (server: TestServer, words: string) =>
  (await server.request(`/api/search?q=${words}`)).json as unknown as Found;

const query = async (server: TestServer, words: string) =>
  (await server.request(`/api/collections/large/query?search=${words}`)).json;

const ids = ({ data }: Found) => data.map(({ collection, id }) => `${collection}/${id}`).sort();

describe('a search that does not wait', () => {
  it('answers the texts that are indexed and the titles of others, and says so until all are', async () => {
    const threads = heldThreads();
    const server = await startedWith(threads);
    expect(ids(await search(server, 'heather&partial=1'))).toEqual(['small/n0', 'small/n1', 'small/n2']);
    expect((await search(server, 'lantern+499&partial=1')).data).toMatchObject([
      { collection: 'large', id: 'n499' },
    ]);
    // A word that may be in the others is not taken for a misspelled one.
    expect(await search(server, 'heathar&partial=1')).toMatchObject({ total: 0, data: [] });
    threads.release();
    await expect.poll(async () => (await search(server, 'heather&partial=1')).partial).toBeUndefined();
    expect((await search(server, 'heather&partial=1')).total).toBe(MANY + FEW);
    expect(await search(server, 'heathar&partial=1')).toMatchObject({ corrected: 'heather' });
  });

  it('is answered while others wait for all, which get nothing less', async () => {
    const threads = heldThreads();
    const server = await startedWith(threads);
    const ended: string[] = [];
    const whole = search(server, 'heather').then((answer) => {
      ended.push('whole');
      return answer;
    });
    expect((await search(server, 'heather&partial=1')).total).toBe(FEW);
    expect(ended).toEqual([]);
    threads.release();
    expect(await whole).toMatchObject({ total: MANY + FEW });
    expect(await whole).not.toHaveProperty('partial');
  });

  it('has what is written meanwhile, and the schema as it is then', async () => {
    const threads = heldThreads();
    const server = await startedWith(threads);
    expect((await search(server, 'larkspur&partial=1')).total).toBe(0);
    const create = async (collection: string, object: object) => {
      const sent = { method: 'POST', json: object };
      const { status, text } = await server.request(`/api/collections/${collection}`, sent);
      expect([status, text]).toEqual([201, text]);
    };
    await create('small', { id: 'fresh', title: 'New', body: 'larkspur' });
    await create('large', { id: 'fresh', title: 'Larkspur' });
    await create('large', { id: 'more', title: 'More', body: 'larkspur' });
    expect(ids(await search(server, 'larkspur&partial=1'))).toEqual(['large/fresh', 'small/fresh']);
    const schema = { ...(FILES['.schemas/note.json'] as object), description: 'Another one', index: [] };
    const saved = await server.request('/api/schemas/note', { method: 'PUT', json: schema });
    expect(saved.status).toBe(200);
    expect((await search(server, 'larkspur&partial=1')).partial).toBeDefined();
    threads.release();
    await expect.poll(async () => (await search(server, 'larkspur&partial=1')).partial).toBeUndefined();
    expect(ids(await search(server, 'larkspur'))).toEqual(['large/fresh', 'large/more', 'small/fresh']);
  });

  it('counts what there is, without collections that are gone by then', async () => {
    const threads = heldThreads();
    const { site } = await startedWith(threads);
    const there = await wordsThere(site, ['gone', 'large', 'small']);
    expect([...(there?.without ?? [])]).toEqual(['large']);
    expect(there?.progress).toMatchObject({ collections: { done: 1, of: 2 }, objects: { of: MANY + FEW } });
    const left = AbortSignal.abort(new Error('left'));
    await expect(wordsThere(site, ['large'], left)).rejects.toThrow('left');
    threads.release();
    await expect.poll(() => wordsThere(site, ['large', 'small'])).toBeUndefined();
  });

  it('goes on after a restart with what was indexed before it', async () => {
    const home = await temporaryFolder();
    const threads = heldThreads(false);
    const wordIndexes = Object.assign(threads, { keepFrom: FEW });
    const first = await startTestServer(FILES, { home, wordIndexes });
    expect((await search(first, 'heather&collections=small')).total).toBe(FEW);
    threads.isHeld = true;
    expect((await search(first, 'heather&partial=1')).partial).toBeDefined();
    await first.close();
    const again = Object.assign(heldThreads(), { keepFrom: FEW });
    const next = await startTestServer({}, { home, wordIndexes: again });
    expect(await search(next, 'heather&partial=1&collections=small')).not.toHaveProperty('partial');
    expect(again.started).toBe(0);
    expect((await search(next, 'heather&partial=1')).partial).toBeDefined();
    again.release();
    await expect.poll(async () => (await search(next, 'heather&partial=1')).total).toBe(MANY + FEW);
  });
});

it('a query that does not wait has titles, is kept by no cache, and has all once its texts are indexed', async () => {
  const threads = heldThreads();
  const server = await startedWith(threads);
  const titles = await query(server, 'lantern&partial=1&limit=1');
  expect(titles).toMatchObject({ pagination: { total: MANY }, partial: { collections: { done: 0, of: 1 } } });
  // Answers are kept from the second request on.
  for (const _time of ['first', 'second']) {
    expect(await query(server, 'heather&partial=1')).toMatchObject({ data: [], pagination: { total: 0 } });
  }
  const whole = query(server, 'heather');
  threads.release();
  expect(await whole).toMatchObject({ pagination: { total: MANY } });
  const after = await query(server, 'heather&partial=1');
  expect(after).toMatchObject({ pagination: { total: MANY } });
  expect(after).not.toHaveProperty('partial');
});
