/** Orders in the cache: used at the next start, with what changed meanwhile in its place, and never a wrong one. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KeptOrders } from '../../../../server/content/search/kept-orders.js';
import { RowNumbers } from '../../../../server/content/search/row-numbers.js';
import { RowOrder } from '../../../../server/content/search/row-order.js';
import type { Row } from '../../../../server/store/types/catalogue.js';
import { age, filesIn, freshPlaces, openHere, type Places, put } from '../../store/folder.js';

const COUNT = 800;
const KEY = 'title:asc';
const byTitle = {
  name: 'title',
  direction: 'asc',
  natural: false,
  read: (row: Row) => row.entry.title,
} as const;

const titleOf = (at: number) => `t${(at * 7919) % COUNT}`;

function write(places: Places, id: string, title: string): void {
  put(places.folder, { [`blog/${id}.json`]: { id, title } });
  age(join(places.folder, `blog/${id}.json`));
}

/** `lacking`: of so many rows the kept order has no place. The order by title at a start, whether it had to be sorted, and the one that sorting gives. */
async function opened(places: Places, lacking = 0, key = KEY) {
  const store = await openHere(places);
  const collectionIndex = await store.catalogue.collectionIndex('blog');
  const numbers = new RowNumbers();
  numbers.sync(collectionIndex);
  const order = new RowOrder([byTitle], true);
  const orders = new KeptOrders(collectionIndex, numbers, {
    least: 100,
    current: () => [[key, (order.get(numbers) ?? new Uint32Array()).subarray(lacking)]],
  });
  onTestFinished(() => orders.close());
  const isSorted = !(await order.take(numbers, () => orders.read(key)));
  if (isSorted) {
    await order.make(numbers);
    orders.saveLater();
  }
  const fresh = new RowOrder([byTitle]);
  await fresh.make(numbers);
  const ids = (one: RowOrder) => [...(one.get(numbers) ?? [])].map((number) => numbers.row(number)?.id);
  return { store, orders, isSorted, found: ids(order), expected: ids(fresh) };
}

async function close({ store, orders }: Awaited<ReturnType<typeof opened>>): Promise<void> {
  await orders.save();
  await store.close();
}

const orderFile = ({ cache }: Places) => filesIn(cache).find((path) => path.endsWith('blog.orders'));

/** A folder whose order was kept, and the path of its file. */
async function withOrder(lacking = 0): Promise<{ places: Places; path: string }> {
  const places = freshPlaces();
  put(places.folder, { 'blog/.meta.json': {} });
  for (let at = 0; at < COUNT; at += 1) write(places, `p${at}`, titleOf(at));
  const first = await opened(places, lacking);
  expect([first.isSorted, first.found.length]).toEqual([true, COUNT]);
  await close(first);
  return { places, path: join(places.cache, orderFile(places) ?? '') };
}

it('spares the next start the sorting, with what came, changed and went meanwhile', async () => {
  const { places } = await withOrder();
  const second = await opened(places);
  expect(second.isSorted).toBe(false);
  expect(second.found).toEqual(second.expected);
  await close(second);

  write(places, 'new', 't1000');
  write(places, 'p5', 'zzz, the last one');
  rmSync(join(places.folder, 'blog/p17.json'));
  const third = await opened(places);
  expect(third.isSorted).toBe(false);
  expect(third.found).toEqual(third.expected);
  expect(third.found).toContain('new');
  expect(third.found).not.toContain('p17');
  expect(third.found.at(-1)).toBe('p5');
  await close(third);

  // So many that sorting all of them is faster.
  for (let at = 100; at < 700; at += 1) write(places, `p${at}`, `another ${at}`);
  const fourth = await opened(places);
  expect(fourth.isSorted).toBe(true);
  expect(fourth.found).toEqual(fourth.expected);
}, 60_000);

it('is kept while others are made, as far as there is room', async () => {
  const { places } = await withOrder();
  const used: [string, boolean][] = [];
  for (const key of ['b', KEY, 'b', 'c', 'd', 'e', KEY, 'd', 'b']) {
    const next = await opened(places, 0, key);
    used.push([key, next.isSorted]);
    await close(next);
  }
  expect(used).toEqual([
    ['b', true],
    [KEY, false],
    ['b', false],
    ['c', true],
    ['d', true],
    ['e', true],
    [KEY, true],
    ['d', false],
    ['b', true],
  ]);
});

it('is completed where it lacks rows of the snapshot', async () => {
  const { places } = await withOrder(7);
  const second = await opened(places);
  expect([second.isSorted, second.found.length]).toEqual([false, COUNT]);
  expect(second.found).toEqual(second.expected);
});

it('is not used where it is damaged or of another snapshot', async () => {
  const { places, path } = await withOrder();
  const sound = readFileSync(path);
  const [snapshot = ''] = filesIn(places.cache).filter((file) => file.endsWith('.ndjson'));
  for (const [what, damage] of Object.entries<() => void>({
    'another number': () => writeFileSync(path, Buffer.from(sound).fill(9, 40, 44)),
    'cut off': () => writeFileSync(path, sound.subarray(0, 500)),
    'nothing in it': () => writeFileSync(path, ''),
    'no snapshot': () => {
      writeFileSync(path, sound);
      rmSync(join(places.cache, snapshot));
    },
  })) {
    damage();
    const next = await opened(places);
    expect([what, next.isSorted]).toEqual([what, true]);
    expect(next.found).toEqual(next.expected);
    await close(next);
  }
}, 60_000);
