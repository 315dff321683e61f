import { describe, expect, it, vi } from 'vitest';
import { LiveRows } from '../../../../server/content/search/live-rows.js';
import { RowLookup } from '../../../../server/content/search/row-lookup.js';
import { RowMatch } from '../../../../server/content/search/row-match.js';
import { RowNumbers } from '../../../../server/content/search/row-numbers.js';
import { RowOrder } from '../../../../server/content/search/row-order.js';
import { RowTitles } from '../../../../server/content/search/row-titles.js';
import type { JsonValue } from '../../../../server/contract/values.js';
import { collationOf } from '../../../../server/query/collation.js';
import { compareSortables, compareText, sortable } from '../../../../server/query/sort.js';
import type { CollectionIndex, Row, RowChange } from '../../../../server/store/types/catalogue.js';
import { draws } from './random.js';

const stamp = { size: 0, mtimeMs: 0, ino: 0 };

/** An index as far as numbers ask: rows in the order in which they came, and a version. */
class Rows {
  #rows = new Map<string, Row>();
  #version = 1;
  /** The last changes only, as an index tells them. */
  #changes: RowChange[] = [];

  put(id: string, value: JsonValue): void {
    const added = { id, entry: { id, value }, stamp };
    const removed = this.#rows.get(id);
    this.#rows.delete(id);
    this.#rows.set(id, added);
    this.#changed({ added, removed });
  }

  drop(id: string): void {
    const removed = this.#rows.get(id);
    this.#rows.delete(id);
    this.#changed({ removed });
  }

  #changed(change: RowChange): void {
    this.#changes = [...this.#changes, change].slice(-20);
    this.#version += 1;
  }

  /** Every row anew, as after a rebuild. */
  renew(): void {
    for (const row of [...this.#rows.values()].reverse()) this.put(row.id, row.entry.value ?? null);
  }

  get ids(): string[] {
    return [...this.#rows.keys()];
  }

  get all(): Row[] {
    return [...this.#rows.values()];
  }

  get collectionIndex(): CollectionIndex {
    const nothing = () => {
      throw new Error('numbers ask an index for its rows only');
    };
    return {
      version: this.#version,
      size: this.#rows.size,
      rows: () => this.#rows.values(),
      changesSince: (version) => {
        const missed = this.#version - version;
        return missed > this.#changes.length ? undefined : this.#changes.slice(this.#changes.length - missed);
      },
      get: nothing,
      bytes: nothing,
      isPartial: nothing,
      etag: nothing,
      rowsById: nothing,
      grouped: nothing,
      ids: nothing,
      damaged: nothing,
      problem: nothing,
      kept: nothing,
      snapshot: undefined,
      onSnapshot: () => {},
      saved: nothing,
      put: nothing,
      drop: nothing,
    };
  }
}

/** Some random changes, now and then many. */
function change(rows: Rows, draw: ReturnType<typeof draws>): void {
  const count = draw.chance(0.05) ? 800 : draw.below(6);
  for (let n = 0; n < count; n += 1) {
    const id = `r${draw.below(900)}`;
    if (draw.chance(0.3)) rows.drop(id);
    else rows.put(id, draw.below(20));
  }
  if (draw.chance(0.02)) rows.renew();
}

describe('rows by number', () => {
  it('keep every live row under one number that nothing else had before', () => {
    const [rows, draw] = [new Rows(), draws(3)];
    const numbers = new RowNumbers();
    const seen = new Map<number, Row | undefined>();
    let { generation } = numbers;
    for (let round = 0; round < 300; round += 1) {
      change(rows, draw);
      numbers.sync(rows.collectionIndex);
      if (numbers.generation !== generation) seen.clear();
      generation = numbers.generation;
      const live = [...numbers.live].map((number) => numbers.row(number));
      expect(live.length === rows.all.length && live.every((row, at) => row === rows.all[at])).toBe(true);
      const others = [...numbers.live].filter((number) => {
        const before = seen.get(number);
        seen.set(number, before ?? numbers.row(number));
        return before !== undefined && before !== numbers.row(number);
      });
      expect(others).toEqual([]);
    }
    expect(generation).toBeGreaterThan(0);
    expect(numbers.next).toBeLessThanOrEqual(2 * rows.all.length + 1000);
  });
});

describe('orders and matches', () => {
  it('follow every change and are what a sort and a filter from scratch give', async () => {
    const [rows, draw] = [new Rows(), draws(4)];
    const numbers = new RowNumbers();
    const value = (row: Row) => row.entry.value;
    const key = { name: 'value', direction: 'desc', natural: false, read: value } as const;
    const order = new RowOrder([key]);
    const even = (row: Row) => Number(value(row)) % 2 === 0;
    const match = new RowMatch(even);
    let made = 0;
    for (let round = 0; round < 250; round += 1) {
      change(rows, draw);
      numbers.sync(rows.collectionIndex);
      for (const part of [order, match]) {
        if (part.get(numbers)) continue;
        made += 1;
        const making = part.make(numbers);
        // Rows come and go while it is made.
        rows.put(`new${round}`, draw.below(20));
        rows.drop(`r${draw.below(900)}`);
        numbers.sync(rows.collectionIndex);
        await making;
      }
      const sorted = order.get(numbers) ?? [];
      const expected = rows.all.toSorted(
        (a, b) => Number(value(b)) - Number(value(a)) || compareText(a.id, b.id),
      );
      expect([...sorted].map((number) => numbers.row(number)?.id)).toEqual(expected.map(({ id }) => id));
      const flags = match.get(numbers);
      expect(rows.all.filter(even)).toEqual(
        [...numbers.live].filter((number) => flags?.[number] === 1).map((number) => numbers.row(number)),
      );
    }
    expect(made).toBeGreaterThan(5);
    expect(made).toBeLessThan(200);
  });
});

describe('live rows and rows by a value', () => {
  it('follow every change and are what looking at all rows gives, whatever the clock shows', async () => {
    const [rows, draw] = [new Rows(), draws(5)];
    const numbers = new RowNumbers();
    const value = (row: Row) => Number(row.entry.value);
    const spanOf = (row: Row) => ({ from: value(row), until: value(row) + (value(row) % 5) });
    const isLive = (row: Row, at: number) => spanOf(row).from <= at && at < spanOf(row).until;
    const titles = new RowTitles((row) => `Value ${row.entry.value} x${row.entry.value}y`);
    const [live, lookup] = [new LiveRows(spanOf), new RowLookup((row) => [null, row.entry.value ?? null])];
    for (let round = 0; round < 250; round += 1) {
      change(rows, draw);
      numbers.sync(rows.collectionIndex);
      if (!live.isReady(numbers)) await live.make(numbers);
      if (!lookup.get(numbers)) await lookup.make(numbers);
      if (!titles.isReady(numbers)) await titles.make(numbers);
      const idsOf = (some: Iterable<number>) => [...some].map((number) => numbers.row(number)?.id ?? '');
      // The clock is also set back.
      const [now, other] = [draw.below(25), draw.below(25)];
      const { last, next } = live.around(now);
      const flags = live.flags(last);
      const expected = rows.all.filter((row) => isLive(row, now)).map(({ id }) => id);
      expect(idsOf(numbers.live.filter((number) => flags[number] === 1))).toEqual(expected);
      const bounds = rows.all.flatMap((row) => Object.values(spanOf(row)));
      expect(bounds.some((bound) => last < bound && bound <= now)).toBe(false);
      expect(bounds.some((bound) => now < bound && bound < next)).toBe(false);
      const differing = live.differing(now, other).map(({ number }) => numbers.row(number)?.id);
      expect(differing.filter((id) => id !== undefined).sort()).toEqual(
        rows.all
          .filter((row) => isLive(row, now) !== isLive(row, other))
          .map(({ id }) => id)
          .sort(),
      );
      const found = lookup.get(numbers)?.first(String(now))?.id;
      const same = rows.all.filter((row) => value(row) === now).map(({ id }) => id);
      expect(found).toBe(same.sort()[0]);
      const named = (words: string[]) => idsOf(numbers.present(titles.numbers(words))).sort();
      expect(named(titles.words(`x${now}y`, false))).toEqual(same);
      const begin = rows.all.filter((row) => `x${value(row)}y`.startsWith(`x${now}`)).map(({ id }) => id);
      expect(named(titles.words(`x${now}`, true))).toEqual(begin.sort());
    }
  });
});

it('an order by text goes by code point, also beyond the first plane', async () => {
  const [rows, numbers] = [new Rows(), new RowNumbers()];
  const texts = ['b', 'é', '\uffee', '\u{1f600}'];
  for (const [at, text] of texts.toReversed().entries()) rows.put(`r${at}`, text);
  const read = (row: Row) => row.entry.value;
  const order = new RowOrder([{ name: 'value', direction: 'asc', natural: false, read }]);
  numbers.sync(rows.collectionIndex);
  await order.make(numbers);
  const sorted = () => [...(order.get(numbers) ?? [])].map((number) => numbers.row(number)?.entry.value);
  expect(sorted()).toEqual(texts);
  rows.put('r9', '\u{1f5ff}');
  rows.drop('r0');
  numbers.sync(rows.collectionIndex);
  expect(sorted()).toEqual(['b', 'é', '\uffee', '\u{1f5ff}']);
});

it('an order follows what goes and changes while its rows are gathered', async () => {
  const [rows, numbers] = [new Rows(), new RowNumbers()];
  for (let at = 0; at < 300; at += 1) rows.put(`r${at}`, (at * 7) % 300);
  const read = (row: Row) => row.entry.value;
  const order = new RowOrder([{ name: 'value', direction: 'asc', natural: false, read }]);
  numbers.sync(rows.collectionIndex);
  let looked = 0;
  const { row } = RowNumbers.prototype;
  vi.spyOn(numbers, 'row').mockImplementation((number) => {
    looked += 1;
    if (looked === 100) {
      for (const id of ['r20', 'r150', 'r151']) rows.drop(id);
      rows.put('r200', 7.5);
      numbers.sync(rows.collectionIndex);
    }
    return row.call(numbers, number);
  });
  await order.make(numbers);
  const sorted = [...(order.get(numbers) ?? [])].map((number) => numbers.row(number)?.id);
  const wanted = rows.all.toSorted((a, b) => Number(read(a)) - Number(read(b)));
  expect(sorted).toEqual(wanted.map(({ id }) => id));
});

describe('an order of many rows', () => {
  const [SMILE, LETTER] = ['\u{1f600}', '\uffee'];
  /** What the value at a place is: most rows have one of their own. */
  const values: Record<string, (at: number, word: string) => JsonValue> = {
    'texts of their own': (_at, word) => word,
    'texts, of which one is missing': (at, word) => (at === 2900 ? null : word),
    'texts and a number': (at, word) => (at === 2900 ? 7 : word),
    'texts, some beyond the first plane': (at, word) =>
      at % 9 === 0 ? `${at % 2 ? SMILE : LETTER}${word}` : word,
    'texts that many share': (_at, word) => word.slice(0, 2),
  };
  const orders = Object.entries(values).flatMap(([kind, valueAt]) =>
    (['asc', 'desc'] as const).map((direction) => [kind, direction, valueAt] as const),
  );

  it.each(orders)('is what comparing them gives: %s, %s', async (_kind, direction, valueAt) => {
    const [rows, numbers, draw] = [new Rows(), new RowNumbers(), draws(3)];
    for (let at = 0; at < 3000; at += 1) {
      const word = Array.from({ length: 3 }, () => 'aäbBł'[draw.below(5)]).join('') + draw.below(4000);
      rows.put(`r${draw.below(1_000_000)}`, valueAt(at, word));
    }
    const key = { name: 'value', direction, natural: false, read: (row: Row) => row.entry.value };
    const order = new RowOrder([key]);
    numbers.sync(rows.collectionIndex);
    await order.make(numbers);
    const sorted = [...(order.get(numbers) ?? [])].map((number) => numbers.row(number)?.id);
    const wanted = rows.all.toSorted(
      (a, b) =>
        compareSortables(sortable(a.entry.value), sortable(b.entry.value), key) || compareText(a.id, b.id),
    );
    expect(sorted).toEqual(wanted.map(({ id }) => id));
  });
});

describe('the first rows of an order', () => {
  const values: Record<string, (draw: ReturnType<typeof draws>, at: number) => JsonValue> = {
    'texts of their own': (draw, at) =>
      `${draw.one(['a', 'B', 'ä', '\u{1f600}', '\uffee'])}${draw.below(50)} ${at}`,
    'few values of any type': (draw) =>
      draw.one([null, 1, 2, 10, true, false, 'a', 'A', 'item 2', 'item 10', '2']),
    'an ascending number': (_draw, at) => at,
    'a descending number': (_draw, at) => -at,
    'nothing at all': () => null,
  };
  const options = new Map([
    ['item 10', 0],
    ['2', 1],
  ]);
  const manners = [
    { natural: false },
    { natural: true },
    { natural: true, collation: collationOf('de') },
    { natural: false, options },
  ];

  it.each(Object.entries(values))('are those of the whole order: %s', async (_kind, valueAt) => {
    const [rows, numbers, draw] = [new Rows(), new RowNumbers(), draws(11)];
    for (let at = 0; at < 9000; at += 1) rows.put(`r${draw.below(1_000_000)}`, valueAt(draw, at));
    for (let gone = 0; gone < 300; gone += 1) rows.drop(draw.one(rows.ids));
    numbers.sync(rows.collectionIndex);
    const some = numbers.live.filter(() => draw.chance(0.6));
    for (const manner of manners) {
      for (const direction of ['asc', 'desc'] as const) {
        const value = { name: 'value', direction, ...manner, read: (row: Row) => row.entry.value };
        const length = { name: 'length', direction, natural: false, read: (row: Row) => row.id.length };
        for (const keys of [[value], [length, value], [value, length], []]) {
          const order = new RowOrder(keys);
          await order.make(numbers);
          const all = order.get(numbers) ?? new Uint32Array();
          expect(await order.first(numbers, numbers.live, 100)).toEqual(all.slice(0, 100));
          const chosen = new Set(some);
          const wanted = all.filter((number) => chosen.has(number));
          expect(await order.first(numbers, some, 7)).toEqual(wanted.slice(0, 7));
          expect(await order.first(numbers, some.slice(0, 50), 100)).toEqual(
            all.filter((number) => some.slice(0, 50).includes(number)),
          );
        }
      }
    }
  });
});
