/** A cached order of an index's rows: sorted once in slices, then updated as rows are added and removed. */
import { countedUp, placesInOrder, placesOfTexts } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import {
  byId,
  compareSortables,
  compareText,
  compareUnits,
  isPlain,
  type Sortable,
  type SortKey,
  sortable,
} from '../../query/sort.js';
import type { Reader } from '../../query/values.js';
import type { Row } from '../../store/types/catalogue.js';
import type { KeptOrder } from './kept-orders.js';
import type { RowNumbers } from './row-numbers.js';

/** Max new rows inserted synchronously; more are sorted in slices with all others. */
const FEW = 500;

/** Rows between two checks of the clock. */
const ROWS_PER_SLICE = 64;

/** The first rows are looked for in so many walks through all: in one, each row of the opposite order would be first. */
const WALKS = 128;

export interface OrderKey extends SortKey {
  readonly read: Reader<Row>;
}

/** Compares by the keys, then by id. */
function comparator(keys: readonly OrderKey[]): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const key of keys) {
      const order = compareSortables(sortable(key.read(a)), sortable(key.read(b)), key);
      if (order !== 0) return order;
    }
    return byId(a, b);
  };
}

/** A row that may be one of the first, with its value of the first key. */
interface Candidate {
  readonly number: number;
  readonly row: Row;
  readonly value: Sortable;
}

/** Where slices of rows begin: those of each walk are far from each other. */
function* scattered(length: number): Generator<number> {
  for (let walk = 0; walk < WALKS; walk += 1) {
    for (let slice = walk; slice * ROWS_PER_SLICE < length; slice += WALKS) yield slice * ROWS_PER_SLICE;
  }
}

/** The ranks of rows, and how many there are. */
interface Ranks {
  ranks: Uint32Array;
  count: number;
}

/** So many rows tell whether most have a value of their own. */
const TRIED = 1024;

/** The values of one key in all rows. */
async function valuesOf(rows: readonly Row[], key: OrderKey): Promise<readonly Sortable[]> {
  const yielder = new Yielder();
  const values: Sortable[] = [];
  for (const row of rows) {
    values.push(sortable(key.read(row)));
    if (values.length % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return values;
}

const areShared = (values: readonly Sortable[]): boolean =>
  new Set(values.slice(0, TRIED)).size <= Math.min(TRIED, values.length) / 2;

/** Where many rows share a value, each is sorted once. */
async function ranksOf(values: readonly Sortable[], key: OrderKey): Promise<Ranks> {
  const yielder = new Yielder();
  const ranks = new Uint32Array(values.length);
  const places = new Map<Sortable, number>();
  for (const [at, value] of values.entries()) {
    const place = places.get(value) ?? places.size;
    if (place === places.size) places.set(value, place);
    ranks[at] = place;
    if (at % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const each = [...places.keys()];
  const ofTexts = each.every(isPlain) ? compareUnits : compareText;
  const compare = (a: number, b: number) => compareSortables(each[a], each[b], key, ofTexts);
  const sorted = await placesInOrder(each.length, compare);
  const { ranks: rankAt, count } = await ranksIn(sorted, (a, b) => compare(a, b) === 0);
  for (let at = 0; at < ranks.length; at += 1) ranks[at] = rankAt[ranks[at] ?? 0] ?? 0;
  return { ranks, count };
}

/** The ranks of values by their sorted places. Different values may sort alike, as `a` and `A` do naturally. */
async function ranksIn(sorted: Uint32Array, isSame: (a: number, b: number) => boolean): Promise<Ranks> {
  const yielder = new Yielder();
  const ranks = new Uint32Array(sorted.length);
  let rank = 0;
  for (const [at, place] of sorted.entries()) {
    if (at > 0 && !isSame(sorted[at - 1] ?? 0, place)) rank += 1;
    ranks[place] = rank;
    if (at % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return { ranks, count: rank + 1 };
}

/** Whether a key orders texts by their code points. */
const isByUnits = ({ natural, collation, options }: OrderKey): boolean =>
  !natural && collation === undefined && options === undefined;

/** The texts at the places, where all values are texts that sort by their units; undefined where one is not. */
async function textsAt(
  places: Uint32Array,
  values: readonly Sortable[],
): Promise<readonly string[] | undefined> {
  const yielder = new Yielder();
  const texts: string[] = [];
  for (const place of places) {
    const text = values[place];
    if (typeof text !== 'string' || !isPlain(text)) return undefined;
    texts.push(text);
    if (texts.length % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return texts;
}

/** Places in the order of one key; those with the same value stay as they were. */
async function byKey(places: Uint32Array, rows: readonly Row[], key: OrderKey): Promise<Uint32Array> {
  const values = await valuesOf(rows, key);
  const texts = isByUnits(key) && !areShared(values) ? await textsAt(places, values) : undefined;
  if (texts) return (await placesOfTexts(texts, key.direction)).map((at) => places[at] ?? 0);
  const { ranks, count } = await ranksOf(values, key);
  return byRank(places, ranks, count);
}

/** The positions of rows in the order of their ids: their own order where they were kept in it. */
async function placesById(rows: readonly Row[]): Promise<Uint32Array> {
  const yielder = new Yielder();
  const ids: string[] = [];
  for (const { id } of rows) {
    ids.push(id);
    if (ids.length % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return placesOfTexts(ids);
}

/**
 * The positions of rows in the given list, in the order of the keys. `stable`: equal rows keep their order instead of
 * being sorted by id.
 */
export async function sortRows(
  rows: readonly Row[],
  keys: readonly OrderKey[],
  stable = false,
): Promise<Uint32Array> {
  const yielder = new Yielder();
  let order = stable ? countedUp(rows.length) : await placesById(rows);
  // From the last key to the first: what the later ones have put in order decides where a rank is the same.
  for (const key of keys.toReversed()) {
    order = await byKey(order, rows, key);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return order;
}

/** Places by the rank of each, those of one rank as they were: a sort by counting, of half a million in 10 ms. */
function byRank(places: Uint32Array, ranks: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(count + 1);
  for (const rank of ranks) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  for (let rank = 0; rank < count; rank += 1)
    starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
  const ordered = new Uint32Array(places.length);
  for (const place of places) {
    const rank = ranks[place] ?? 0;
    const at = starts[rank] ?? 0;
    ordered[at] = place;
    starts[rank] = at + 1;
  }
  return ordered;
}

export class RowOrder {
  readonly isKept: boolean;
  readonly #keys: readonly OrderKey[];
  readonly #compare: (a: Row, b: Row) => number;
  #sorted: Uint32Array = new Uint32Array(0);
  /** The parts of the numbers that the order depends on. */
  #upTo = 0;
  #removedCount = 0;
  #generation: number | undefined;

  /** `isKept`: whether it depends on the rows alone, so that it can be kept for the next start. */
  constructor(keys: readonly OrderKey[], isKept = false) {
    this.isKept = isKept;
    this.#keys = keys;
    this.#compare = comparator(keys);
  }

  /** The numbers of all rows in order; undefined when the order must be made in slices first. */
  get(numbers: RowNumbers): Uint32Array | undefined {
    if (this.#generation !== numbers.generation || numbers.next - this.#upTo > FEW) return undefined;
    if (this.#removedCount !== numbers.removedCount) this.#sorted = numbers.present(this.#sorted);
    if (this.#upTo < numbers.next) this.#insert(numbers);
    this.#upTo = numbers.next;
    this.#removedCount = numbers.removedCount;
    return this.#sorted;
  }

  /** Takes the order over that was kept; false where there is none. */
  async take(numbers: RowNumbers, kept: () => Promise<KeptOrder | undefined>): Promise<boolean> {
    const known = await kept();
    // The numbers have just been brought up to date, which takes as long as what follows.
    await new Yielder().yieldToEventLoop();
    const { removedCount, generation } = numbers;
    if (!known || known.others.length > FEW || known.generation !== generation) return false;
    this.#sorted = this.#with(numbers.present(known.sorted), known.others, numbers);
    this.#upTo = known.upTo;
    this.#removedCount = removedCount;
    this.#generation = generation;
    return true;
  }

  /** Sorts all rows. Those added or removed in the meantime are left to `get`. */
  async make(numbers: RowNumbers): Promise<void> {
    const yielder = new Yielder();
    await yielder.yieldToEventLoop();
    const { next, removedCount, generation, live } = numbers;
    const [rows, present]: [Row[], number[]] = [[], []];
    for (const number of live) {
      const row = numbers.row(number);
      if (!row) continue;
      rows.push(row);
      present.push(number);
      if (rows.length % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
    }
    const places = await sortRows(rows, this.#keys);
    this.#sorted = places.map((place) => present[place] ?? 0);
    this.#upTo = next;
    this.#removedCount = removedCount;
    this.#generation = generation;
  }

  /**
   * The numbers of the first rows of some in order, at most `count`, without sorting the others. They are right as long
   * as the numbers do not change meanwhile.
   */
  async first(numbers: RowNumbers, some: Uint32Array, count: number): Promise<Uint32Array> {
    const yielder = new Yielder();
    const [key, ...more] = this.#keys;
    const others = comparator(more);
    const compare = (a: Candidate, b: Candidate) =>
      (key ? compareSortables(a.value, b.value, key) : 0) || others(a.row, b.row);
    const first: Candidate[] = [];
    let last: Candidate | undefined;
    for (const start of scattered(some.length)) {
      for (const number of some.subarray(start, start + ROWS_PER_SLICE)) {
        const row = numbers.row(number);
        if (!row) continue;
        const candidate = { number, row, value: key && sortable(key.read(row)) };
        if (last && compare(candidate, last) > 0) continue;
        first.push(candidate);
        if (first.length < 2 * count) continue;
        first.sort(compare).length = count;
        last = first.at(-1);
      }
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return Uint32Array.from(first.sort(compare).slice(0, count), ({ number }) => number);
  }

  /** Puts the new rows where they belong. */
  #insert(numbers: RowNumbers): void {
    const added = Array.from({ length: numbers.next - this.#upTo }, (_number, at) => this.#upTo + at);
    this.#sorted = this.#with(this.#sorted, added, numbers);
  }

  /** An order with some more rows in it. */
  #with(before: Uint32Array, more: readonly number[], numbers: RowNumbers): Uint32Array {
    const added: [number, Row, place: number][] = [];
    for (const number of more) {
      const row = numbers.row(number);
      if (row) added.push([number, row, this.#place(before, row, numbers)]);
    }
    added.sort((a, b) => a[2] - b[2] || this.#compare(a[1], b[1]));
    const sorted = new Uint32Array(before.length + added.length);
    let from = 0;
    for (const [at, [number, , place]] of added.entries()) {
      sorted.set(before.subarray(from, place), from + at);
      sorted[place + at] = number;
      from = place;
    }
    sorted.set(before.subarray(from), from + added.length);
    return sorted;
  }

  /** The first place whose row does not come before `row`. */
  #place(sorted: Uint32Array, row: Row, numbers: RowNumbers): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = numbers.row(sorted[middle] ?? 0);
      if (other && this.#compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
