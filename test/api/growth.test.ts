/**
 * What work grows with the size of a collection, in counts at two sizes; `npm run bench -- --growth` measures the times
 * of larger ones.
 */
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RowValues } from '../../server/content/search/row-values.js';
import { FolderCatalogue } from '../../server/store/catalogue/catalogue.js';
import { SectionFile } from '../../server/store/catalogue/section-file.js';
import type { Projection } from '../../server/store/types/catalogue.js';
import type { AtEnd } from '../helpers/files.js';
import {
  type Files,
  startTestServer,
  type TestServer,
  temporaryFolder,
  writeFiles,
} from '../helpers/server.js';
import { draws } from '../server/content/search/random.js';

const SIZES = [500, 5000] as const;
/** What is kept of half a million objects is kept of as few. */
const KEPT = { keepFrom: 100 };
const PAGE = 20;
/** What a page costs, or a row put in its place. */
const SOME = 2 * PAGE;
const LIST = `/api/collections/posts?limit=${PAGE}`;
/** In every fiftieth object. */
const SELDOM = 'quokka';

const SCHEMA = {
  id: 'post',
  properties: { id: { field: 'id' }, title: { field: 'text' }, body: { field: 'textarea' } },
  required: ['id'],
  index: ['title'],
};

function posts(count: number): Files {
  const draw = draws(count);
  const words = Array.from({ length: 60 }, (_word, at) => `word${at}`);
  const text = (length: number) => Array.from({ length }, () => draw.one(words)).join(' ');
  const made = Array.from({ length: count }, (_post, at) => {
    const id = `p${String(at).padStart(6, '0')}`;
    const body = `${text(30)} own${at}${at % 50 === 0 ? ` ${SELDOM}` : ''}`;
    const times = { created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:00.000Z' };
    return [`posts/${id}.json`, { id, title: text(4), body, ...times }] as const;
  });
  return {
    '.schemas/post.json': SCHEMA,
    'posts/.meta.json': { id: 'posts', schema: 'post' },
    ...Object.fromEntries(made),
  };
}

/** Work that is counted. */
interface Counts {
  /** Files that were read and became rows. */
  rows: number;
  /** Answers that were built of files. */
  answers: number;
  /** Values of rows that were compared or looked at. */
  values: number;
  /** Bytes of kept orders and words that were read. */
  bytes: number;
}

/** Counts all work while `run` is under way. */
async function counted<T>(run: (counts: Counts) => Promise<T>): Promise<T> {
  const counts = { rows: 0, answers: 0, values: 0, bytes: 0 };
  const { project } = FolderCatalogue.prototype;
  const { reader } = RowValues.prototype;
  const { read } = SectionFile.prototype;
  const spies = [
    vi.spyOn(FolderCatalogue.prototype, 'project').mockImplementation(function (
      this: FolderCatalogue,
      collection,
      projection,
    ) {
      const entry: Projection['entry'] = (...given) => {
        counts.rows += 1;
        return projection.entry(...given);
      };
      const bytes: Projection['bytes'] = (...given) => {
        counts.answers += 1;
        return projection.bytes(...given);
      };
      project.call(this, collection, { ...projection, entry, bytes });
    }),
    vi.spyOn(RowValues.prototype, 'reader').mockImplementation(function (this: RowValues, name) {
      const value = reader.call(this, name);
      return (row) => {
        counts.values += 1;
        return value(row);
      };
    }),
    vi.spyOn(SectionFile.prototype, 'read').mockImplementation(async function (this: SectionFile, ...given) {
      const bytes = await read.apply(this, given);
      counts.bytes += bytes.length;
      return bytes;
    }),
  ];
  try {
    return await run(counts);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const STEPS = [
  'start',
  'sort',
  'search',
  'save',
  'list after a save',
  'search after a save',
  'list of what has changed',
] as const;
type Step = (typeof STEPS)[number];
type Costs = Record<Step, Counts>;

interface Measured {
  /** Where nothing was kept, and at the next start. */
  first: Costs;
  next: Costs;
  /** Bytes of all that is kept. */
  kept: number;
}

async function costsOf(server: () => Promise<TestServer>, counts: Counts, count: number): Promise<Costs> {
  let started: TestServer | undefined;
  let cursor: string | null = null;
  const list = async (query: string, total: number) => {
    started ??= await server();
    const { json, headers } = await started.request(`${LIST}${query}`);
    expect([query, json.total]).toEqual([query, total]);
    cursor = headers.get('x-plinth-cursor');
  };
  /** The first page, which does not wait for all to be sorted, and the last one, which does. */
  const ends = async (query: string) => {
    await list(query, count);
    await list(`${query}&offset=${count - PAGE}`, count);
  };
  const save = async () => {
    const sent = { method: 'PATCH', json: { title: 'word1' } };
    expect((await started?.request('/api/collections/posts/p000007', sent))?.status).toBe(200);
  };
  const steps: Record<Step, () => Promise<void>> = {
    start: () => ends(''),
    sort: () => ends('&sort=title'),
    search: () => list(`&search=${SELDOM}`, count / 50),
    save,
    'list after a save': () => list('&sort=title', count),
    'search after a save': () => list(`&search=own${count - 1}`, 1),
    'list of what has changed': () => list(`&since=${cursor}`, count),
  };
  const costs: Partial<Costs> = {};
  for (const step of STEPS) {
    const before = { ...counts };
    await steps[step]();
    const { rows, answers, values, bytes } = counts;
    costs[step] = {
      rows: rows - before.rows,
      answers: answers - before.answers,
      values: values - before.values,
      bytes: bytes - before.bytes,
    };
  }
  await started?.close();
  return costs as Costs;
}

async function measured(count: number, counts: Counts, atEnd: AtEnd): Promise<Measured> {
  const home = await temporaryFolder(atEnd);
  const folder = join(home, 'content');
  await writeFiles(folder, posts(count));
  // A snapshot does not rely on fresh files.
  const past = new Date('2026-01-01T10:00:00Z');
  for (const name of readdirSync(join(folder, 'posts'))) utimesSync(join(folder, 'posts', name), past, past);
  const start = () => startTestServer({}, { home, wordIndexes: KEPT, atEnd });
  const first = await costsOf(start, counts, count);
  const next = await costsOf(start, counts, count);
  const files = readdirSync(join(home, 'cache', 'catalogue'), { recursive: true, withFileTypes: true });
  const kept = files.filter((file) => file.isFile());
  expect(kept.map(({ name }) => name).sort()).toEqual(['posts.ndjson', 'posts.orders', 'posts.words']);
  const bytes = kept.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return { first, next, kept: bytes.reduce((sum, one) => sum + one, 0) };
}

describe('ten times as many objects', () => {
  const [few, many] = SIZES;
  /** Ten times as much, with some room. */
  const TENFOLD = 10.5;
  let small: Measured;
  let large: Measured;
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const atEnd: AtEnd = (end) => ends.unshift(end);
    [small, large] = await counted(async (counts) => [
      await measured(few, counts, atEnd),
      await measured(many, counts, atEnd),
    ]);
  }, 60_000);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it('are each read once by the first start, and by the next only those that it answers', () => {
    expect([small.first.start.rows, large.first.start.rows]).toEqual([few, many]);
    for (const { next } of [small, large]) expect(next.start.rows).toBeLessThanOrEqual(SOME);
  });

  it('are each looked at once for the first page of an order and once for all others, and next to none where it is kept', () => {
    expect([small.first.sort.values, large.first.sort.values]).toEqual([2 * few, 2 * many]);
    for (const { next } of [small, large]) expect(next.sort.values).toBeLessThanOrEqual(SOME);
    expect(small.next.sort.bytes).toBeGreaterThan(0);
    expect(large.next.sort.bytes).toBeLessThanOrEqual(TENFOLD * small.next.sort.bytes);
  });

  it('are not read again by a search whose words are kept', () => {
    for (const { next } of [small, large]) expect(next.search.answers).toBeLessThanOrEqual(SOME);
    expect(small.next.search.bytes).toBeGreaterThan(0);
    expect(large.next.search.bytes).toBeLessThanOrEqual(TENFOLD * small.next.search.bytes);
  });

  it.each(['save', 'list after a save', 'search after a save', 'list of what has changed'] as const)(
    'do not make a %s cost more',
    (step) => {
      for (const one of [small.first, small.next, large.first, large.next]) {
        const { rows, answers, values, bytes } = one[step];
        expect(Math.max(rows, answers, values)).toBeLessThanOrEqual(SOME);
        // Of the words only the places of those sought.
        expect(bytes).toBeLessThanOrEqual(SOME);
      }
    },
  );

  it('take at most ten times as many bytes where they are kept', () => {
    expect(large.kept).toBeLessThanOrEqual(TENFOLD * small.kept);
  });
});

describe('collections that are searched together', () => {
  const COLLECTIONS = 6;
  const EACH = 40;

  it('have their texts read once, also where memory holds the words of few, and not at the next start', async () => {
    await counted(async (counts) => {
      const home = await temporaryFolder();
      const folder = join(home, 'content');
      const { '.schemas/post.json': schema, 'posts/.meta.json': _settings, ...objects } = posts(EACH);
      const names = Array.from({ length: COLLECTIONS }, (_name, at) => `part${at}`);
      await writeFiles(folder, {
        '.schemas/post.json': schema ?? '',
        ...Object.fromEntries(
          names.flatMap((name) => [
            [`${name}/.meta.json`, { id: name, schema: 'post' }],
            ...Object.entries(objects).map(([path, object]) => [path.replace('posts', name), object]),
          ]),
        ),
      });
      const past = new Date('2026-01-01T10:00:00Z');
      for (const name of names) {
        for (const file of readdirSync(join(folder, name))) utimesSync(join(folder, name, file), past, past);
      }
      const texts: number[] = [];
      for (const _start of ['first', 'next']) {
        const server = await startTestServer({}, { home, wordIndexes: { keepFrom: 10, limit: 1 } });
        for (const word of [SELDOM, `own${EACH - 1}`]) {
          const before = counts.answers;
          const { json } = await server.request(`/api/search?q=${word}`);
          expect(json.total).toBe(COLLECTIONS);
          texts.push(counts.answers - before);
        }
        await server.close();
      }
      const [first = 0, ...others] = texts;
      // Those of the objects that are found are read to be shown.
      expect(first).toBeLessThanOrEqual(COLLECTIONS * EACH);
      for (const one of others) expect(one).toBeLessThanOrEqual(COLLECTIONS);
    });
  });
});
