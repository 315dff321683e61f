/** The first page of an order is answered before all objects are sorted, with what sorting all of them gives. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowOrder } from '../../server/content/search/row-order.js';
import type { JsonObject } from '../../server/contract/values.js';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';
import { sorted } from '../server/content/search/plain-rules.js';
import { draws } from '../server/content/search/random.js';

const COUNT = 400;
/** What is true of thousands of objects is true of so few. */
const KEPT = { keepFrom: 100 };
const PAGE = 10;

const SCHEMA = {
  id: 'post',
  properties: { id: { field: 'id' }, title: { field: 'text' }, group: { field: 'number' } },
  required: ['id'],
  index: ['title', 'group'],
};

function posts(): JsonObject[] {
  const draw = draws(5);
  return Array.from({ length: COUNT }, (_post, at) => ({
    id: `p${at}`,
    title: `${draw.one(['a', 'B', 'é'])}${draw.below(40)}`,
    group: draw.below(3),
  }));
}

/** The objects as they are now. */
let objects: Map<string, JsonObject>;
let server: TestServer;

beforeEach(async () => {
  objects = new Map(posts().map((post) => [String(post.id), post]));
  const files: Files = {
    '.schemas/post.json': SCHEMA,
    'posts/.meta.json': { id: 'posts', schema: 'post' },
    ...Object.fromEntries([...objects].map(([id, post]) => [`posts/${id}.json`, post])),
  };
  server = await startTestServer(files, { wordIndexes: KEPT });
});

afterEach(() => {
  vi.restoreAllMocks();
});

interface Part {
  readonly sort: string;
  readonly offset?: number;
  readonly group?: number;
}

async function ids({ sort, offset = 0, group }: Part): Promise<unknown[]> {
  const include = group === undefined ? '' : `&include=group:${group}`;
  const path = `/api/collections/posts/query?limit=${PAGE}&offset=${offset}&sort=${sort}${include}`;
  const { status, json } = await server.request(path);
  expect(status).toBe(200);
  const { data, pagination } = json as unknown as { data: JsonObject[]; pagination: { total: number } };
  return [pagination.total, ...data.map(({ id }) => id)];
}

function expected({ sort, offset = 0, group }: Part): unknown[] {
  const some = [...objects.values()].filter((one) => group === undefined || one.group === group);
  return [
    some.length,
    ...sorted(some, sort)
      .slice(offset, offset + PAGE)
      .map(({ id }) => id),
  ];
}

async function change(): Promise<void> {
  const first = { id: 'p-new', title: '!before all', group: 1 };
  const [gone = ''] = sorted([...objects.values()], 'title:asc').map(({ id }) => String(id));
  const sent = [
    server.request('/api/collections/posts', { method: 'POST', json: first }),
    server.request(`/api/collections/posts/${gone}`, { method: 'DELETE' }),
    server.request('/api/collections/posts/p7', { method: 'PATCH', json: { title: '!1' } }),
  ];
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 204, 200]);
  objects.set('p-new', first);
  objects.delete(gone);
  objects.set('p7', { ...objects.get('p7'), title: '!1' });
}

/** Holds the sorting of all until it is let go; how often first rows were found, and all were sorted. */
function held() {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { make } = RowOrder.prototype;
  const first = vi.spyOn(RowOrder.prototype, 'first');
  const all = vi.spyOn(RowOrder.prototype, 'make').mockImplementation(async function (
    this: RowOrder,
    ...given
  ) {
    await isLetGo;
    return make.apply(this, given);
  });
  return { letGo, counts: () => [first.mock.calls.length, all.mock.calls.length] };
}

it('answers the first pages while all objects are sorted, and the others after', async () => {
  const { letGo, counts } = held();
  for (const part of [
    { sort: 'title:asc' },
    { sort: 'title:asc', offset: PAGE },
    { sort: '-group,title:asc', group: 1 },
  ])
    expect(await ids(part)).toEqual(expected(part));
  expect(counts()).toEqual([2, 2]);

  // Those who ask for others wait together.
  const parts = [
    { sort: 'title:asc', offset: COUNT - 5 },
    { sort: 'title:asc', group: 2 },
    { sort: '-group,title:asc', group: 1, offset: 120 },
    { sort: '-group,title:asc' },
  ];
  const waiting = parts.map(ids);
  expect(await ids({ sort: 'title:asc' })).toEqual(expected({ sort: 'title:asc' }));
  letGo();
  expect(await Promise.all(waiting)).toEqual(parts.map(expected));
  expect(counts()).toEqual([2, 2]);
});

it.each(['-title', 'group:asc,title:desc', 'title:asc', 'group:desc', 'id:asc'])(
  'answers with what has changed while first rows were found: %s',
  async (sort) => {
    const { first } = RowOrder.prototype;
    vi.spyOn(RowOrder.prototype, 'first').mockImplementationOnce(async function (this: RowOrder, ...given) {
      const numbers = await first.apply(this, given);
      await change();
      // Another request takes the changes in.
      const other = { sort: 'group:asc,id:desc', group: 1 };
      expect(await ids(other)).toEqual(expected(other));
      return numbers;
    });
    expect(await ids({ sort })).toEqual(expected({ sort }));
  },
);

it('answers with what has changed while all objects were sorted', async () => {
  const { letGo } = held();
  const parts = [0, PAGE, COUNT - PAGE].map((offset) => ({ sort: 'title:asc', offset }));
  expect(await ids({ sort: 'title:asc' })).toEqual(expected({ sort: 'title:asc' }));
  await change();
  letGo();
  for (const part of parts) expect(await ids(part)).toEqual(expected(part));
});

it('sorts all objects for the next request where that failed', async () => {
  const all = vi.spyOn(RowOrder.prototype, 'make').mockRejectedValueOnce(new Error('no memory'));
  for (const offset of [0, COUNT - PAGE, 0]) {
    const part = { sort: 'title:asc', offset };
    expect(await ids(part)).toEqual(expected(part));
  }
  expect(all.mock.calls.length).toBe(2);
});
