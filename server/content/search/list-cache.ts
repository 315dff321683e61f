/** List answers that still hold. */
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Answer } from '../answers/answer.js';

/** A list's body with the data of its headers. */
export interface ListAnswer extends Answer {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

/** A list as one URL requests it. */
export interface AddressedList {
  readonly answer: ListAnswer;
  /** The links from there to the other pages. */
  readonly links: string;
  /** Names in the query that no object of the collection has. */
  readonly warnings: readonly string[];
}

interface CollectionCache {
  readonly collectionIndex: CollectionIndex;
  readonly version: number;
  /** Used longest ago first. */
  readonly answers: Map<string, ListAnswer>;
  /** Requests per query. */
  readonly requested: Map<string, number>;
  /** URLs whose queries need not be parsed again, with the key of each query. */
  readonly addresses: Map<string, AddressedList & { readonly query: string }>;
}

/** Enough for some 250 pages of 50 objects. */
const BUDGET = 32 * 1024 * 1024;

/** Max different queries counted per collection; then counting starts again. */
const MAX_COUNTED = 5000;

/** Max cached answers scanned to make room for another. */
const EVICTION_SCAN = 4;

/** Max URLs remembered per collection, and their max length. */
const MAX_URLS = 2000;
const MAX_URL_LENGTH = 300;

/**
 * Caches answers that are requested again. The first request is not cached, and where room is short an answer is only
 * evicted for one requested at least twice as often: a sequential scan would otherwise evict page after page, and
 * caching costs more than building a page.
 */
export class ListCache {
  readonly #cached = new Map<string, CollectionCache>();
  readonly #budget: number;
  #size = 0;
  /** The query of each cached answer. */
  readonly #queries = new WeakMap<ListAnswer, string>();
  /** The most recently used collection, which needs no moving to the end. */
  #last: string | undefined;

  /** `budget`: bytes of answers to keep. */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** The cached answer to a query, if the index has not changed since. */
  get(collection: string, collectionIndex: CollectionIndex, query: string): ListAnswer | undefined {
    const cached = this.#of(collection, collectionIndex);
    const { answers } = cached;
    count(cached, query);
    const answer = answers.get(query);
    if (answer) {
      answers.delete(query);
      answers.set(query, answer);
    }
    return answer;
  }

  /** Keeps an answer made from the current index, if it was requested before and there is room. */
  set(collection: string, collectionIndex: CollectionIndex, query: string, answer: ListAnswer): void {
    const { length } = answer.bytes;
    if (length > this.#budget / 4) return;
    const { answers, requested } = this.#of(collection, collectionIndex);
    const times = requested.get(query) ?? 0;
    if (times < 2 || answers.has(query) || !this.#makeRoom(length, times)) return;
    answers.set(query, answer);
    this.#queries.set(answer, query);
    this.#size += length;
  }

  /** The list of a URL, as long as its answer is cached and the index has not changed. */
  at(collection: string, collectionIndex: CollectionIndex, address: string): AddressedList | undefined {
    const cached = this.#of(collection, collectionIndex);
    const known = cached.addresses.get(address);
    if (!known || cached.answers.get(known.query) !== known.answer) return undefined;
    count(cached, known.query);
    return known;
  }

  /** Remembers the query of a URL, if its answer is cached. */
  address(collection: string, collectionIndex: CollectionIndex, address: string, list: AddressedList): void {
    const query = this.#queries.get(list.answer);
    const { answers, addresses } = this.#of(collection, collectionIndex);
    if (query === undefined || address.length > MAX_URL_LENGTH || answers.get(query) !== list.answer) return;
    if (addresses.size >= MAX_URLS) addresses.clear();
    addresses.set(address, { ...list, query });
  }

  /** Bytes currently cached. */
  get size(): number {
    return this.#size;
  }

  /** The cache of a collection for its current index; the most recently used collection is last. */
  #of(collection: string, collectionIndex: CollectionIndex): CollectionCache {
    let cached = this.#cached.get(collection);
    if (
      cached &&
      this.#last === collection &&
      cached.collectionIndex === collectionIndex &&
      cached.version === collectionIndex.version
    )
      return cached;
    if (cached) this.#cached.delete(collection);
    if (
      cached &&
      (cached.collectionIndex !== collectionIndex || cached.version !== collectionIndex.version)
    ) {
      for (const answer of cached.answers.values()) this.#size -= answer.bytes.length;
      cached = undefined;
    }
    cached ??= {
      collectionIndex,
      version: collectionIndex.version,
      answers: new Map(),
      requested: new Map(),
      addresses: new Map(),
    };
    this.#cached.set(collection, cached);
    this.#last = collection;
    return cached;
  }

  /**
   * Evicts answers requested half as often as `times` or less; false when that is not enough. A sequential scan would
   * evict each page just before it is needed.
   */
  #makeRoom(length: number, times: number): boolean {
    let looks = EVICTION_SCAN;
    for (const { answers, requested } of this.#cached.values()) {
      let unseen = answers.size;
      for (const [query, answer] of answers) {
        if (this.#size + length <= this.#budget) return true;
        if (unseen === 0 || looks === 0) break;
        unseen -= 1;
        looks -= 1;
        answers.delete(query);
        // An answer requested about as often moves to the end, so that the scan reaches the next.
        if (2 * (requested.get(query) ?? 0) > times) answers.set(query, answer);
        else this.#size -= answer.bytes.length;
      }
    }
    return this.#size + length <= this.#budget;
  }
}

function count({ requested }: CollectionCache, query: string): void {
  if (requested.size >= MAX_COUNTED) requested.clear();
  requested.set(query, (requested.get(query) ?? 0) + 1);
}
