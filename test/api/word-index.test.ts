/** The index of words behind searches: where it is made, what keeps it, and what it outlives. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queryObjects } from '../../server/content/reading/query.js';
import { type IndexOptions, startIndexThread } from '../../server/content/text-index/text-indexes.js';
import type { StartHelper } from '../../server/helpers/helper.js';
import { type Files, startTestServer, type TestServer, temporaryFolder } from '../helpers/server.js';
import { refusal } from '../helpers/site.js';

/** More than is indexed without the thread, in several batches. */
const COUNT = 600;
const FILLING = 'lorem ipsum '.repeat(90);
const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };

const article = (at: number) => ({
  id: `a${at}`,
  title: `Standing ${at}`,
  body: `<p>${FILLING} own${at}</p>`,
  ...times,
});

const schema = (index: string[], more: Record<string, unknown> = {}) => ({
  id: 'art',
  properties: {
    id: { field: 'id' },
    title: { field: 'text' },
    body: { field: 'styledtext' },
    ...more,
  },
  required: ['id'],
  index,
});

const objects = (collection: string, count: number): Files => ({
  [`${collection}/.meta.json`]: { id: collection, schema: 'art', name: collection },
  ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`${collection}/a${at}.json`, article(at)])),
});

const FILES: Files = { '.schemas/art.json': schema(['title']), ...objects('arts', COUNT) };

async function total(server: TestServer, search: string, collection = 'arts'): Promise<unknown> {
  const address = `/api/collections/${collection}?limit=1&search=${encodeURIComponent(search)}`;
  const { status, json, text } = await server.request(address);
  return status === 200 ? json.total : `${status} ${text}`;
}

/** The index a collection has now, and how many texts it has ever taken in. */
async function indexOf(server: TestServer, collection = 'arts') {
  const { site } = server;
  const collectionIndex = await site.store.catalogue.collectionIndex(collection);
  const { index } = site.queries.of(site.collections.get(collection), collectionIndex);
  return { index, texts: index?.size };
}

async function saveSchema(server: TestServer, document: object): Promise<void> {
  const { status, text } = await server.request('/api/schemas/art', { method: 'PUT', json: document });
  expect([status, text]).toEqual([200, text]);
}

const rebuild = async (server: TestServer) =>
  expect((await server.request('/api/collections/arts/index', { method: 'PUT' })).status).toBeLessThan(300);

/** Threads, the first `ended` of which end by themselves after their first batch. */
function endingThreads(ended: number): IndexOptions & { started: number } {
  const start: StartHelper = () => {
    options.started += 1;
    const ends = options.started <= ended;
    const thread = startIndexThread();
    return {
      ...thread,
      onMessage: (listener) =>
        thread.onMessage((message) => {
          if (ends) thread.kill();
          else listener(message);
        }),
    };
  };
  const options = { start, started: 0 };
  return options;
}

describe('an index of words', () => {
  it('is made once, in a thread, for all who search meanwhile', async () => {
    const wordIndexes = endingThreads(0);
    const server = await startTestServer(FILES, { wordIndexes });
    const totals = ['own7', 'standing', '"lorem ipsum"', 'own7 or own8', 'own59*', 'nothing'];
    expect(await Promise.all(totals.map((search) => total(server, search)))).toEqual([
      1,
      COUNT,
      COUNT,
      2,
      11,
      0,
    ]);
    expect(wordIndexes.started).toBe(1);
    expect((await indexOf(server)).texts).toBe(COUNT);
  });

  it.each([
    [1, 2],
    [9, 2],
  ])('is made again when its thread ends: %d threads that do, %d started', async (ending, started) => {
    const wordIndexes = endingThreads(ending);
    const server = await startTestServer(FILES, { wordIndexes });
    const searches = Promise.all([total(server, 'standing'), total(server, `own${COUNT - 1}`)]);
    expect(await searches).toEqual([COUNT, 1]);
    expect(wordIndexes.started).toBe(started);
    expect(await total(server, 'own3')).toBe(1);
    expect(server.warnings()).toEqual([]);
  });

  it('is made without a thread where none can be started', async () => {
    const start: StartHelper = () => {
      throw new Error('No threads here');
    };
    const server = await startTestServer(FILES, { wordIndexes: { start } });
    expect([await total(server, 'standing'), await total(server, 'own500')]).toEqual([COUNT, 1]);
    expect((await indexOf(server)).texts).toBe(COUNT);
  });

  it('outlives rebuilds and schema saves that change no text: nothing is indexed twice', async () => {
    const server = await startTestServer(FILES);
    expect(await total(server, 'standing')).toBe(COUNT);
    const before = await indexOf(server);
    expect(before.texts).toBe(COUNT);
    await rebuild(server);
    expect(await total(server, 'own5')).toBe(1);
    expect(await indexOf(server)).toEqual(before);
    await saveSchema(server, { ...schema(['title']), description: 'Said in other words' });
    expect(await total(server, 'own6')).toBe(1);
    await saveSchema(server, schema(['title', 'body']));
    expect(await total(server, 'own7')).toBe(1);
    await saveSchema(server, schema(['title'], { more: { field: 'text' } }));
    expect(await total(server, 'own8')).toBe(1);
    expect(await indexOf(server)).toEqual(before);
    const patched = { method: 'PATCH', json: { more: 'something new' } };
    expect((await server.request('/api/collections/arts/a3', patched)).status).toBe(200);
    await rebuild(server);
    expect(await total(server, 'something')).toBe(1);
    const after = await indexOf(server);
    expect(after.index).toBe(before.index);
    expect(after.texts).toBe(COUNT + 1);
  });

  it('follows what a schema shows, and which texts it calls markup', async () => {
    const hidden = Object.fromEntries(
      Object.entries(FILES).map(([path, file]) => [
        path,
        path === 'arts/a1.json' ? { ...article(1), more: 'a <Hidden>part</Hidden>' } : file,
      ]),
    );
    const server = await startTestServer(hidden);
    expect(await total(server, 'hidden')).toBe(0);
    await saveSchema(server, schema(['title'], { more: { field: 'text' } }));
    expect([await total(server, 'hidden'), await total(server, '"<hidden>part"')]).toEqual([1, 1]);
    await saveSchema(server, schema(['title'], { more: { field: 'styledtext' } }));
    expect([await total(server, 'hidden'), await total(server, 'part')]).toEqual([0, 1]);
    const { properties, ...rest } = schema(['title']);
    const { body: _body, ...others } = properties;
    await saveSchema(server, { ...rest, properties: others });
    expect([await total(server, 'lorem'), await total(server, 'standing')]).toEqual([0, COUNT]);
  });

  it('is let go when others are used and there is too much, and made again', async () => {
    const files = { ...FILES, ...objects('notes', 5) };
    const server = await startTestServer(files, { wordIndexes: { limit: 1 } });
    expect(await total(server, 'standing')).toBe(COUNT);
    const { index } = await indexOf(server);
    expect([index?.lost, index?.size]).toEqual([false, COUNT]);
    expect(await total(server, 'standing', 'notes')).toBe(5);
    expect([index?.lost, index?.size]).toEqual([true, 0]);
    expect(await total(server, 'own4')).toBe(1);
    expect((await indexOf(server)).texts).toBe(COUNT);
  });
});

/** Few texts are worth a file, and hardly any words may stay in memory. */
const KEPT = { keepFrom: 500, inMemory: 64 * 1024 };

describe('a kept file of words', () => {
  /** A server over the folder of one before that has searched, and the threads that the second one starts. */
  async function startedAgain(between: (home: string) => Promise<void> | void = () => {}) {
    const home = await temporaryFolder();
    const first = await startTestServer(FILES, { home, wordIndexes: KEPT });
    expect([await total(first, 'standing'), await total(first, 'own7')]).toEqual([COUNT, 1]);
    await first.close();
    await between(home);
    return { home, ...(await started(home)) };
  }

  /** A server over a folder that was open before. */
  async function started(home: string) {
    const wordIndexes = Object.assign(endingThreads(0), KEPT);
    return { server: await startTestServer({}, { home, wordIndexes }), wordIndexes };
  }

  /** The only file of words in a cache. */
  async function fileOfWords(home: string): Promise<string> {
    const names = await readdir(join(home, 'cache'), { recursive: true });
    const found = names.filter((name) => name.endsWith('arts.words'));
    expect(found).toHaveLength(1);
    return join(home, 'cache', found[0] ?? '');
  }

  const SEARCHES = ['standing', 'own7', 'own599', '"lorem ipsum"', 'own59*', 'rewritten', 'added', 'nothing'];
  const answers = (server: TestServer) => Promise.all(SEARCHES.map((search) => total(server, search)));
  const UNCHANGED = [COUNT, 1, 1, COUNT, 11, 0, 0, 0];

  it('spares the next start all texts', async () => {
    const { server, wordIndexes, home } = await startedAgain();
    expect(await answers(server)).toEqual(UNCHANGED);
    expect(wordIndexes.started).toBe(0);
    expect(await readdir(join(home, 'cache', 'tmp'))).toEqual([]);
  });

  it('is made when a collection was asked for and it is quiet, and at once when a search waits for it', async () => {
    const home = await temporaryFolder();
    const wordIndexes = Object.assign(endingThreads(0), { ...KEPT, quietMs: 0 });
    const server = await startTestServer(FILES, { home, wordIndexes });
    const listed = async () => {
      expect((await server.request('/api/collections/arts?limit=1')).json.total).toBe(COUNT);
      return fileOfWords(home).catch(() => undefined);
    };
    await expect.poll(listed, { timeout: 60_000 }).toBeDefined();
    expect(await answers(server)).toEqual(UNCHANGED);
    expect((await indexOf(server)).texts).toBe(COUNT);

    const other = await startTestServer(FILES, { wordIndexes: Object.assign(endingThreads(0), wordIndexes) });
    await other.request('/api/collections/arts?limit=1');
    expect(await answers(other)).toEqual(UNCHANGED);
    expect((await indexOf(other)).texts).toBe(COUNT);
  }, 90_000);

  it('is brought up to date by what other programs have changed meanwhile', async () => {
    const { server, wordIndexes } = await startedAgain(async (home) => {
      const at = (id: string) => join(home, 'content', 'arts', `${id}.json`);
      await writeFile(at('a7'), JSON.stringify({ ...article(7), title: 'Rewritten', body: '' }));
      await writeFile(at('b1'), JSON.stringify({ ...article(1), id: 'b1', title: 'Added' }));
      await rm(at('a599'));
      // The same text again, in a file of another time.
      await writeFile(at('a8'), await readFile(at('a8')));
    });
    expect(await answers(server)).toEqual([COUNT - 2, 0, 0, COUNT - 1, 10, 1, 1, 0]);
    expect(wordIndexes.started).toBe(0);
    expect((await indexOf(server)).texts).toBe(COUNT + 2);
  });

  it('is written again when much is not in it, and found whole after that', async () => {
    const home = await temporaryFolder();
    for (let round = 0; round < 3; round += 1) {
      const more = Array.from({ length: round === 0 ? 0 : 520 }, (_one, at) => [
        `arts/more${round}x${at}.json`,
        { ...article(at), id: `more${round}x${at}`, title: `Round${round} standing` },
      ]);
      const files = { ...(round === 0 && FILES), ...Object.fromEntries(more) };
      const server = await startTestServer(files, { home, wordIndexes: KEPT });
      const found = [
        await total(server, 'standing'),
        await total(server, 'own7'),
        await total(server, 'round1'),
      ];
      expect([round, ...found]).toEqual([round, COUNT + 520 * round, 1 + round, round === 0 ? 0 : 520]);
      await server.close();
    }
    const { server, wordIndexes } = await started(home);
    expect([await total(server, 'standing'), await total(server, 'round2')]).toEqual([COUNT + 1040, 520]);
    expect(wordIndexes.started).toBe(0);
  });

  it('is not used where most of its texts have gone', async () => {
    const more = Array.from({ length: 1200 }, (_one, at) => [
      `arts/b${at}.json`,
      { ...article(at), id: `b${at}` },
    ]);
    const home = await temporaryFolder();
    const first = await startTestServer(
      { ...FILES, ...Object.fromEntries(more) },
      { home, wordIndexes: KEPT },
    );
    expect(await total(first, 'standing')).toBe(COUNT + 1200);
    await first.close();
    for (const [path] of more) await rm(join(home, 'content', String(path)));
    for (let at = 100; at < COUNT; at += 1) await rm(join(home, 'content', 'arts', `a${at}.json`));
    for (const start of [1, 2]) {
      const { server } = await started(home);
      expect([start, await total(server, 'standing'), (await indexOf(server)).texts]).toEqual([
        start,
        100,
        100,
      ]);
      await server.close();
    }
  });

  it('is done without where no file can be written', async () => {
    const home = await temporaryFolder();
    // A file where the folder for unfinished ones should be.
    await mkdir(join(home, 'cache'), { recursive: true });
    await writeFile(join(home, 'cache', 'tmp'), '');
    const server = await startTestServer(FILES, { home, wordIndexes: KEPT });
    expect(await answers(server)).toEqual(UNCHANGED);
  });

  it.each([
    ['nothing is left of it', () => Buffer.alloc(0)],
    ['its end is lost', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['the postings are other ones', (bytes: Buffer) => bytes.fill(1, 0, 50)],
    ['the footer is another one', (bytes: Buffer) => bytes.fill(32, bytes.length - 20, bytes.length - 12)],
  ])('costs one reading where %s', async (_what, damaged) => {
    const { server, home } = await startedAgain(async (folder) => {
      const path = await fileOfWords(folder);
      await writeFile(path, damaged(await readFile(path)));
    });
    expect(await answers(server)).toEqual(UNCHANGED);
    await server.close();
    const third = await started(home);
    expect(await answers(third.server)).toEqual(UNCHANGED);
    expect(third.wordIndexes.started).toBe(0);
  });

  it('is not used where the schema shows other texts', async () => {
    const { server } = await startedAgain(async (home) => {
      const other = { ...schema(['title']), properties: { id: { field: 'id' }, title: { field: 'text' } } };
      await writeFile(join(home, 'content', '.schemas', 'art.json'), JSON.stringify(other));
    });
    expect([await total(server, 'lorem'), await total(server, 'standing')]).toEqual([0, COUNT]);
  });

  it('is done without where the cache takes no file', async () => {
    const { server } = await startedAgain(async (home) => {
      const path = await fileOfWords(home);
      await rm(path);
      // A folder at its place can neither be read nor replaced.
      await mkdir(join(path, 'taken'), { recursive: true });
    });
    expect(await answers(server)).toEqual(UNCHANGED);
    expect(server.warnings()).toEqual([]);
  });
});

describe('searches beside schema saves, rebuilds and object saves', () => {
  it.each([
    ['in memory', {}],
    ['in a file', KEPT],
    ['in a file that is written again after each few saves', { keepFrom: 3, inMemory: 1 }],
  ])('find what is there, no more and no less, with words %s', async (_where, kept) => {
    const wordIndexes = Object.assign(endingThreads(1), kept);
    const server = await startTestServer(FILES, { wordIndexes });
    const wrong: unknown[] = [];
    let going = true;
    // Also where something fails: the server closes when nobody asks any more.
    onTestFinished(() => {
      going = false;
    });
    const search = async (client: number) => {
      for (let n = 0; going; n += 1) {
        // A word of its own each time, so that no kept match answers.
        const found = await total(server, `standing or none${client}x${n}`);
        if (found !== COUNT) wrong.push(found);
        const phrase = await total(server, `"lorem ipsum own${(n * 31 + client) % 400}"`);
        if (phrase !== 1) wrong.push(phrase);
      }
    };
    const save = async () => {
      for (let n = 0; n < 20; n += 1) {
        const at = 500 + n;
        const json = { title: `Standing changed${n}` };
        const { status } = await server.request(`/api/collections/arts/a${at}`, { method: 'PATCH', json });
        const found = [await total(server, `changed${n}`), await total(server, `"standing ${at}"`)];
        if (status !== 200 || found.join() !== '1,0') wrong.push([status, n, found]);
      }
    };
    const replace = async () => {
      for (let n = 0; n < 5; n += 1) {
        await rebuild(server);
        await saveSchema(server, schema(n % 2 === 0 ? ['title', 'body'] : ['title']));
        await saveSchema(server, schema(['title'], { [`more${n}`]: { field: 'text' } }));
      }
    };
    const searching = [0, 1, 2].map(search);
    await Promise.all([save(), replace()]);
    going = false;
    await Promise.all(searching);
    expect(wrong).toEqual([]);
    expect(wordIndexes.started).toBeGreaterThan(1);
  });

  it('end as busy when the folder is closed, whatever the thread does', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const start: StartHelper = () => ({
      post: () => begin(),
      kill: () => {},
      onMessage: () => {},
      onExit: () => {},
      hold: () => {},
    });
    const { site } = await startTestServer(FILES, { wordIndexes: { start } });
    const searching = refusal(queryObjects(site, 'arts', { search: 'standing' }));
    await begun;
    site.queries.close();
    expect((await searching).kind).toBe('busy');
  });
});
