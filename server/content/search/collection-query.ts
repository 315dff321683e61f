/** Finds rows of one collection: filtered, searched, sorted; and caches matches and orders. */

import { LRUCache } from 'lru-cache';
import { Yielder } from '../../async/yielder.js';
import type { ObjectState } from '../../contract/objects.js';
import { type Filter, filterKey } from '../../query/criteria.js';
import { searchFold } from '../../query/fold.js';
import { filterTest } from '../../query/matching.js';
import { isFound, type Search, searchKey } from '../../query/search-terms.js';
import { undivided } from '../../query/searchable.js';
import { type Sort, sortKey } from '../../query/sort.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { TextIndex } from '../text-index/text-index.js';
import { KeptOrders, type OrderNow } from './kept-orders.js';
import { LiveRows } from './live-rows.js';
import type { LiveRule } from './live-rule.js';
import { referenceKeys } from './reference-keys.js';
import { type FoundRows, RowLookup } from './row-lookup.js';
import { RowMatch } from './row-match.js';
import { RowNumbers } from './row-numbers.js';
import { type OrderKey, RowOrder, sortRows } from './row-order.js';
import { RowTitles } from './row-titles.js';
import type { RowValues } from './row-values.js';
import { RowWords, type WordsOptions } from './row-words.js';
import { type Selection, type SelectionBudget, Selections } from './selections.js';
import { titleReader } from './title-reader.js';

/** Max cached results of each sort: an order takes 4 bytes an object, a match 1. */
const ORDERS = 16;
const MATCHES = 32;
const LOOKUPS = 4;
const LIVE_RULES = 2;

/** So many rows of an order are found before all are sorted, but no more than a quarter of all. */
const FIRST = 512;

export interface FoundTitles extends Pick<RowTitles, 'words' | 'similar' | 'numbers'> {
  /** The rows of some numbers, as far as they still exist. */
  rows(numbers: Uint32Array): Row[];
}

export interface FindRequest {
  readonly filter: Filter;
  readonly search?: Search | undefined;
  /** Whether it does not wait for the words of texts: where they are not there yet, titles are searched. */
  readonly partial?: boolean | undefined;
  readonly sort: Sort;
  /** Only rows that are live by a rule at a time, of which `changedAt` tells how long it stays the same. */
  readonly live?: { readonly rule: LiveRule; readonly at: number; readonly state: ObjectState } | undefined;
  /** Which of the rows to return; all by default. A limit of 0 counts them. */
  readonly page?: { readonly offset: number; readonly limit: number };
}

export interface Found {
  readonly rows: Row[];
  /** How many there are in all. */
  readonly total: number;
  /** The index's version it was found in. */
  readonly version: number;
}

/** What requests that mean the same have in common. */
export interface FindKeys {
  readonly filter: string;
  readonly search: string;
  readonly sort: string;
  /** Of all three: the same rows in the same order, as long as the index does not change. */
  readonly all: string;
}

/** The keys of a request, computed once for all users. */
export function findKeys(request: FindRequest): FindKeys {
  const filter = filterKey(request.filter);
  const search = request.search ? `${request.partial ? 'titles ' : ''}${searchKey(request.search)}` : '';
  const sort = sortKey(request.sort);
  const live = request.live ? `\n${request.live.at} ${request.live.state} ${request.live.rule.key}` : '';
  return { filter, search, sort, all: `${sort}\n${filter}\n${search}${live}` };
}

export class CollectionQuery {
  readonly #collectionIndex: CollectionIndex;
  readonly #values: RowValues;
  readonly #numbers = new RowNumbers();
  readonly #orders = new LRUCache<string, RowOrder>({ max: ORDERS });
  readonly #filters = new LRUCache<string, RowMatch>({ max: MATCHES });
  readonly #live = new LRUCache<string, LiveRows>({ max: LIVE_RULES });
  readonly #lookups = new LRUCache<string, RowLookup>({ max: LOOKUPS });
  readonly #searches = new LRUCache<string, RowMatch>({ max: MATCHES });
  readonly #selections: Selections;
  readonly #words: RowWords;
  readonly #keptOrders: KeptOrders;
  /** Fewer rows are sorted in a moment. */
  readonly #many: number;
  #references: RowLookup | undefined;
  #titles: RowTitles | undefined;
  /** Work in progress, shared by concurrent requests for the same. */
  readonly #making = new Map<string, Promise<void>>();

  constructor(
    collectionIndex: CollectionIndex,
    values: RowValues,
    words: WordsOptions,
    selections: SelectionBudget,
  ) {
    this.#selections = new Selections(selections);
    this.#collectionIndex = collectionIndex;
    this.#values = values;
    this.#words = new RowWords(this.#numbers, values, words);
    this.#many = words.indexes.ordersFrom;
    this.#keptOrders = new KeptOrders(collectionIndex, this.#numbers, {
      least: this.#many,
      current: () => this.#ordersToKeep(),
    });
  }

  /** The index of words; undefined before the first search. */
  get index(): TextIndex | undefined {
    return this.#words.index;
  }

  /** Whether the words of all rows have been indexed, but for those that changed since. */
  get hasWords(): boolean {
    return this.#words.isComplete;
  }

  /** How many rows have been indexed. */
  get indexed(): number {
    return this.#words.indexed;
  }

  /** Indexes the words of all rows; with pauses where no search waits for it. */
  makeWords(isWaitedFor: boolean): Promise<void> {
    this.#numbers.sync(this.#collectionIndex);
    return isWaitedFor ? this.#words.cover() : this.#words.coverInPauses();
  }

  /** The requested rows, of one version of the index. */
  async find(request: FindRequest, keys = findKeys(request)): Promise<Found> {
    const { filter, sort, live, page, partial, search } = request;
    const soFar = partial && search ? await this.#words.findSoFar(search) : undefined;
    for (;;) {
      this.#numbers.sync(this.#collectionIndex);
      const shown = live && this.#liveRows(live.rule);
      const filtered = this.#filtered(filter, keys.filter);
      const searched = this.#searched(request, keys.search);
      // What is only counted needs no order.
      const isCount = page?.limit === 0;
      const order = isCount || sort.shuffle ? undefined : this.#order(sort, keys.sort);
      const sorted = order?.get(this.#numbers);
      const end = page ? page.offset + page.limit : Number.POSITIVE_INFINITY;
      const isEarly = !partial && order?.isKept === true && end <= this.#firstCount;
      const sorting = order && !sorted && !isEarly ? this.#make(order, keys.sort) : undefined;
      const missing = [shown, filtered, searched, sorting].filter((part) => part instanceof Promise);
      if (missing.length > 0) {
        await Promise.all(missing);
        // Many may have waited for the same; each has work to do now, and they take turns.
        await new Yielder().yieldToEventLoop();
        continue;
      }
      const flags = live && shown instanceof LiveRows ? shown.inState(live.state, live.at) : undefined;
      const isAdded = soFar?.generation === this.#numbers.generation && searched instanceof Uint8Array;
      const found = isAdded ? either(searched, soFar.flags) : searched;
      const matches = [flags, filtered, found].filter((match) => match instanceof Uint8Array);
      this.#words.prepareLater();
      const version = this.#collectionIndex.version;
      if (order) {
        const selected =
          partial && sorted ? selectionOf(sorted, matches) : this.#select(keys.all, end, matches, sorted);
        if (selected) return { rows: this.#page(selected.numbers, page), total: selected.total, version };
        await this.#findFirst(order, keys, matches);
        await new Yielder().yieldToEventLoop();
        continue;
      }
      const kept = keep(this.#numbers.live, matches);
      if (isCount) return { rows: [], total: kept.length, version };
      const cached = this.#numbers.rows(kept);
      const shuffled = await this.#shuffle(cached, sort);
      const { offset = 0, limit = shuffled.length } = page ?? {};
      return { rows: shuffled.slice(offset, offset + limit), total: cached.length, version };
    }
  }

  /** The last time up to `now` at which a row became live or ceased to be; the same rows are live since then. */
  changedAt(rule: LiveRule, now: number): Promise<number> {
    return this.onLive(rule, (rows) => rows.around(now).last);
  }

  /** Reads which rows are live by a rule. */
  async onLive<T>(rule: LiveRule, read: (rows: LiveRows, numbers: RowNumbers) => T): Promise<T> {
    for (;;) {
      this.#numbers.sync(this.#collectionIndex);
      const rows = this.#liveRows(rule);
      if (rows instanceof LiveRows) return read(rows, this.#numbers);
      await rows;
    }
  }

  /** The rows that are live at one of two times only, with the last change between the times. */
  differing(rule: LiveRule, one: number, other: number): Promise<{ row: Row; at: number }[]> {
    return this.onLive(rule, (rows, numbers) =>
      rows.differing(one, other).flatMap(({ number, at }) => {
        const row = numbers.row(number);
        return row ? [{ row, at }] : [];
      }),
    );
  }

  /** Finds the row with a value of a property. What is returned holds until the next await. */
  async lookup(name: string): Promise<(value: string) => Row | undefined> {
    const lookup = this.#cached(this.#lookups, name, () => new RowLookup(this.#values.reader(name)));
    return (await this.#ready(`lookup ${name}`, lookup)).first;
  }

  /** Finds rows by what they refer to (`reference-keys.ts`). What is returned holds until the next await. */
  references(): Promise<FoundRows> {
    this.#references ??= new RowLookup(({ references }) => referenceKeys(references));
    return this.#ready('references', this.#references);
  }

  /** The words of titles and ids. What is returned holds until the next change of the index. */
  async titles(): Promise<FoundTitles> {
    this.#titles ??= new RowTitles(this.#titleOf());
    const titles = this.#titles;
    for (;;) {
      this.#numbers.sync(this.#collectionIndex);
      if (titles.isReady(this.#numbers)) break;
      await this.#once('titles', () => titles.make(this.#numbers));
    }
    return {
      words: (word, prefix) => titles.words(word, prefix),
      similar: (word, prefix) => titles.similar(word, prefix),
      numbers: (words) => titles.numbers(words),
      rows: (numbers) => this.#numbers.rows(numbers),
    };
  }

  async #ready(key: string, lookup: RowLookup): Promise<FoundRows> {
    for (;;) {
      this.#numbers.sync(this.#collectionIndex);
      const found = lookup.get(this.#numbers);
      if (found) return found;
      await this.#once(key, () => lookup.make(this.#numbers));
    }
  }

  /** Writes what waits to be kept for the next start. Never rejects. */
  save(): Promise<void> {
    return this.#keptOrders.save();
  }

  /** Another index takes the place of this one; `shared`: with the index of words. */
  retire(shared: boolean): void {
    this.#selections.clear();
    this.#keptOrders.close();
    this.#words.retire(shared);
  }

  /** Drops everything; running searches end with `busy`. */
  close(): void {
    this.#words.close();
    this.#keptOrders.close();
    for (const cached of [this.#orders, this.#filters, this.#searches, this.#selections]) cached.clear();
    for (const cached of [this.#live, this.#lookups]) cached.clear();
    [this.#references, this.#titles] = [undefined, undefined];
  }

  #liveRows(rule: LiveRule): LiveRows | Promise<void> {
    const live = this.#cached(this.#live, rule.key, () => new LiveRows(rule.reader(this.#values)));
    if (live.isReady(this.#numbers)) return live;
    return this.#once(`live ${rule.key}`, () => live.make(this.#numbers));
  }

  #filtered(filter: Filter, key: string): Uint8Array | Promise<void> | undefined {
    if (key === '') return undefined;
    const match = this.#cached(this.#filters, key, () => {
      return new RowMatch(filterTest(filter, (name) => this.#values.reader(name)));
    });
    return match.get(this.#numbers) ?? this.#once(`filter ${key}`, () => match.make(this.#numbers));
  }

  #searched({ search, partial }: FindRequest, key: string): Uint8Array | Promise<void> | undefined {
    if (!search) return undefined;
    const match = this.#cached(this.#searches, key, () => {
      const title = this.#titleOf();
      const textOf = (row: Row) => (partial ? searchFold(undivided(title(row))) : this.#values.text(row));
      return new RowMatch((row) => isFound(textOf(row), search));
    });
    const make = async () => {
      if (partial) return match.make(this.#numbers);
      const { flags, upTo, generation } = await this.#words.find(search);
      match.take(flags, upTo, generation);
    };
    return match.get(this.#numbers) ?? this.#once(`search ${key}`, make);
  }

  #titleOf(): (row: Row) => string {
    return titleReader({ schema: this.#values.schema }, this.#collectionIndex);
  }

  #order(sort: Sort, key: string): RowOrder {
    return this.#cached(this.#orders, key, () => {
      return new RowOrder(
        this.#keys(sort),
        sort.keys.every(({ name }) => this.#values.isIndexed(name)),
      );
    });
  }

  #make(order: RowOrder, key: string): Promise<void> {
    return this.#once(`sort ${key}`, async () => {
      if (order.isKept && (await this.#take(order, key))) return;
      await this.#sort(order);
    });
  }

  #take(order: RowOrder, key: string): Promise<boolean> {
    return order.take(this.#numbers, () => this.#keptOrders.read(key));
  }

  async #sort(order: RowOrder): Promise<void> {
    await order.make(this.#numbers);
    if (order.isKept) this.#keptOrders.saveLater();
  }

  /** How many of the first rows of an order are found before all are sorted. */
  get #firstCount(): number {
    const { length } = this.#numbers.live;
    return length < this.#many ? 0 : Math.min(FIRST, length >>> 2);
  }

  /**
   * Finds the first rows of an order that is not made yet, and has it made for the requests that follow. One request has
   * them found, and others wait for the order: finding them for each would take longer.
   */
  #findFirst(order: RowOrder, { all, sort }: FindKeys, matches: readonly Uint8Array[]): Promise<void> {
    const made = this.#making.get(`sort ${sort}`);
    if (made) return made;
    return this.#once(`first ${sort}`, async () => {
      if (await this.#take(order, sort)) return;
      const { version } = this.#numbers;
      const some = keep(this.#numbers.live, matches);
      const numbers = await order.first(this.#numbers, some, this.#firstCount);
      if (this.#numbers.version === version) {
        this.#selections.set(all, version, { numbers, total: some.length });
      }
      // Where it cannot be made, the request that needs it meets the fault.
      this.#once(`sort ${sort}`, () => this.#sort(order)).catch(() => {});
    });
  }

  /**
   * The orders by indexed values, which depend on the rows alone; the one used last first. Without those that would be
   * sorted again: their numbers may be those of other rows.
   */
  *#ordersToKeep(): Generator<OrderNow> {
    for (const [key, order] of this.#orders.entries()) {
      const sorted = order.isKept ? order.get(this.#numbers) : undefined;
      if (sorted) yield [key, sorted];
    }
  }

  #keys(sort: Sort): OrderKey[] {
    return sort.keys.map((key) => ({ ...key, read: this.#values.reader(key.name) }));
  }

  /** The rows a request selects, as far as its page needs them; undefined where the order must be made first. */
  #select(
    key: string,
    end: number,
    matches: readonly Uint8Array[],
    sorted?: Uint32Array,
  ): Selection | undefined {
    if (sorted && matches.length === 0) return selectionOf(sorted, matches);
    const { version } = this.#numbers;
    const known = this.#selections.get(key, version);
    if (known && (known.numbers.length === known.total || end <= known.numbers.length)) return known;
    const selection = sorted && selectionOf(sorted, matches);
    if (selection) this.#selections.set(key, version, selection);
    return selection;
  }

  #page(numbers: Uint32Array, page: FindRequest['page']): Row[] {
    const { offset = 0, limit = numbers.length } = page ?? {};
    return this.#numbers.rows(numbers.subarray(offset, offset + limit));
  }

  /** The rows in random order, but for what the keys decide. */
  async #shuffle(rows: Row[], sort: Sort): Promise<Row[]> {
    for (let last = rows.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      const [one, two] = [rows[last], rows[other]];
      if (one && two) [rows[last], rows[other]] = [two, one];
    }
    if (sort.keys.length === 0) return rows;
    const sorted = await sortRows(rows, this.#keys(sort), true);
    return [...sorted].map((place) => rows[place]).filter((row) => row !== undefined);
  }

  #cached<T extends object>(among: LRUCache<string, T>, key: string, make: () => T): T {
    const cached = among.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    among.set(key, made);
    return made;
  }

  #once(key: string, make: () => Promise<void>): Promise<void> {
    let making = this.#making.get(key);
    if (!making) {
      making = make().finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }
}

/** The flags of one and of another, which may be shorter. */
function either(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = one.slice();
  for (let number = 0; number < other.length; number += 1)
    all[number] = (all[number] ?? 0) | (other[number] ?? 0);
  return all;
}

/** Those of an order that have every flag. */
function selectionOf(sorted: Uint32Array, matches: readonly Uint8Array[]): Selection {
  const numbers = keep(sorted, matches);
  return { numbers, total: numbers.length };
}

/** The numbers that have every flag, in their order. */
function keep(numbers: Uint32Array, matches: readonly Uint8Array[]): Uint32Array {
  const [first, second = first, ...others] = matches;
  if (!first || !second) return numbers;
  if (others.length > 0) return keep(keep(numbers, [first, second]), others);
  const cached = new Uint32Array(numbers.length);
  let length = 0;
  // A plain loop without a branch: it runs over all rows for every question that is new.
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    cached[length] = number;
    length += (first[number] ?? 0) & (second[number] ?? 0);
  }
  return cached.slice(0, length);
}
