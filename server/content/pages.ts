/** List answers that still hold. */
import type { Shelf } from '../store/store.js';

/** A list's whole body with what its headers say. */
export interface ListAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
}

interface Kept {
  readonly shelf: Shelf;
  readonly version: number;
  readonly answers: Map<string, ListAnswer>;
}

/** Enough for some 250 pages of 50 objects; the pages used longest ago go first. */
const BUDGET = 32 * 1024 * 1024;

export class Pages {
  readonly #kept = new Map<string, Kept>();
  readonly #budget: number;
  #size = 0;

  /** `budget`: bytes of answers to keep. */
  constructor(budget = BUDGET) {
    this.#budget = budget;
  }

  /** The answer to a query, when the shelf has not changed since it was kept. */
  get(collection: string, shelf: Shelf, query: string): ListAnswer | undefined {
    const kept = this.#kept.get(collection);
    if (!kept) return undefined;
    if (kept.shelf !== shelf || kept.version !== shelf.version) {
      this.#forget(collection, kept);
      return undefined;
    }
    const answer = kept.answers.get(query);
    if (answer) {
      kept.answers.delete(query);
      kept.answers.set(query, answer);
    }
    return answer;
  }

  /** Keeps an answer made from the shelf as it stands. */
  set(collection: string, shelf: Shelf, query: string, answer: ListAnswer): void {
    if (answer.bytes.length > this.#budget / 4) return;
    let kept = this.#kept.get(collection);
    if (kept && (kept.shelf !== shelf || kept.version !== shelf.version)) {
      this.#forget(collection, kept);
      kept = undefined;
    }
    kept ??= { shelf, version: shelf.version, answers: new Map() };
    this.#kept.delete(collection);
    this.#kept.set(collection, kept);
    this.#size += answer.bytes.length - (kept.answers.get(query)?.bytes.length ?? 0);
    kept.answers.set(query, answer);
    this.#shrink();
  }

  /** Bytes kept at the moment. */
  get size(): number {
    return this.#size;
  }

  #forget(collection: string, kept: Kept): void {
    for (const answer of kept.answers.values()) this.#size -= answer.bytes.length;
    this.#kept.delete(collection);
  }

  #shrink(): void {
    for (const [collection, kept] of this.#kept) {
      for (const [query, answer] of kept.answers) {
        if (this.#size <= this.#budget) return;
        kept.answers.delete(query);
        this.#size -= answer.bytes.length;
      }
      if (kept.answers.size === 0) this.#kept.delete(collection);
    }
  }
}
