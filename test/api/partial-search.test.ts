/** Searches that do not wait until all texts are indexed (spec/queries.md#while-texts-are-indexed). */
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { wordsThere } from '../../server/content/reading/words-there.js';
import type { PartialWords } from '../../server/contract/relations.js';
import { heldThreads } from '../helpers/held-threads.js';
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
    // All of the small one, and what is indexed of the large one.
    const indexed = () => site.queries.known(site.collections.get('large'))?.finder.indexed;
    const done = async () => (await wordsThere(site, ['large', 'small']))?.progress.objects.done;
    await expect.poll(async () => ((await done()) ?? 0) - (indexed() ?? 0)).toBe(FEW);
    const left = AbortSignal.abort(new Error('left'));
    await expect(wordsThere(site, ['large'], left)).rejects.toThrow('left');
    threads.release();
    await expect.poll(() => wordsThere(site, ['large', 'small'])).toBeUndefined();
  });

  it('does not take the words of a collection that is read again for those it has', async () => {
    const threads = heldThreads(false);
    const { site } = await startTestServer(FILES, { wordIndexes: threads });
    await expect.poll(() => wordsThere(site, ['large', 'small'])).toBeUndefined();
    const { catalogue } = site.store;
    const read = catalogue.collectionIndex.bind(catalogue);
    let readOn = () => {};
    const gate = new Promise<void>((resolve) => {
      readOn = resolve;
    });
    vi.spyOn(catalogue, 'collectionIndex').mockImplementation(async (collection) => {
      await gate;
      return read(collection);
    });
    catalogue.forget('large');
    const there = await wordsThere(site, ['large', 'small']);
    expect([...(there?.without ?? [])]).toEqual(['large']);
    readOn();
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

describe('a query of a collection of which a part is indexed', () => {
  const COUNT = 1000;
  const note = (at: number) => ({
    id: `n${at}`,
    title: at % 400 === 0 ? 'Heather' : `Lantern ${at}`,
    // Long, so that not all are indexed together.
    body: `${at % 100 === 0 ? 'purple c++ heather' : 'green'} ${'rest '.repeat(400)}`,
  });
  const files: Files = {
    ...FILES,
    ...Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`large/n${at}.json`, note(at)])),
  };

  /** A server that has read all, and indexed the first texts. */
  async function startedInPart() {
    const threads = Object.assign(heldThreads(true, 2), { keepFrom: FEW, inMemory: 1 });
    const home = await temporaryFolder();
    const server = await startTestServer(files, { home, wordIndexes: threads });
    await expect
      .poll(async () => (await query(server, 'purple&partial=1')).pagination)
      .not.toMatchObject({ total: 0 });
    return { home, threads, server };
  }
  const found = async (server: TestServer, words: string) =>
    (
      (await query(server, `${encodeURIComponent(words)}&partial=1&limit=100&include=id`)).data as {
        id: string;
      }[]
    ).map(({ id }) => id);
  /** Of these are the first texts. */
  const inOrder = (some: readonly string[]) => [...some].sort();

  it('has the texts that are indexed and the titles of all', async () => {
    const { threads, server } = await startedInPart();
    const first = await found(server, 'purple');
    expect(first.length).toBeLessThan(COUNT / 100);
    const words = [
      'purple heather',
      'purple or nothing',
      '"purple c"',
      'c++',
      'purpl*',
      '"purple c++ heather"',
    ];
    for (const one of words) expect([one, await found(server, one)]).toEqual([one, first]);
    const titles = ['n0', 'n400', 'n800'];
    expect(inOrder(await found(server, 'heather'))).toEqual(inOrder([...new Set([...first, ...titles])]));
    expect(await found(server, 'lantern green')).not.toEqual([]);
    expect(await found(server, '"green purple"')).toEqual([]);
    // More of them, one after another.
    for (const _batch of [1, 2]) await threads.letOne();
    expect((await found(server, 'c++')).length).toBeGreaterThan(first.length);
    expect(await found(server, 'purple')).toEqual(await found(server, 'c++'));
    expect((await found(server, 'purple')).length).toBeLessThan(COUNT / 100);
    threads.release();
    await expect.poll(async () => (await query(server, 'purple&partial=1')).partial).toBeUndefined();
    expect((await found(server, 'c++')).length).toBe(COUNT / 100);
  });

  it('has no text that is gone or another one by now', async () => {
    const { threads, server } = await startedInPart();
    const [gone, changed, ...others] = await found(server, 'purple');
    expect(others).not.toEqual([]);
    const path = (id: string | undefined) => `/api/collections/large/${id}`;
    expect((await server.request(path(gone), { method: 'DELETE' })).status).toBe(204);
    const json = { body: 'larkspur' };
    expect((await server.request(path(changed), { method: 'PATCH', json })).status).toBe(200);
    for (const word of ['purple', 'c++', 'heather c++']) {
      expect([word, await found(server, word)]).toEqual([word, others]);
    }
    threads.release();
    await expect.poll(() => found(server, 'larkspur')).toEqual([changed]);
    const all = await found(server, 'purple');
    expect(all).toHaveLength(COUNT / 100 - 2);
    expect(all).not.toContain(gone);
  });

  it('ends with an index in memory where the files of its parts are lost', async () => {
    const { home, threads, server } = await startedInPart();
    const first = await found(server, 'purple');
    const names = await readdir(home, { recursive: true });
    const parts = names.filter((name) => name.endsWith('.tmp'));
    expect(parts).not.toEqual([]);
    for (const part of parts) await truncate(join(home, part), 100);
    expect(await found(server, 'heather')).toEqual(expect.arrayContaining(['n0', 'n400', 'n800']));
    expect(await found(server, 'purple')).toEqual(first);
    threads.release();
    await expect.poll(async () => (await found(server, 'purple')).length).toBe(COUNT / 100);
  });
});
