/** What requests have selected and sorted, kept for all collections within one budget (spec/performance.md#lists). */
import { LRUCache } from 'lru-cache';

/** 32 selections of half a million rows. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What an entry takes beside its rows and its key. */
const OVERHEAD = 300;

/** The rows that a request selects, in order: all, or the first of them. */
export interface Selection {
  readonly numbers: Uint32Array;
  /** How many there are in all. */
  readonly total: number;
}

interface Kept {
  readonly bytes: number;
  readonly forget: () => void;
}

/** Which selections of all collections stay: those used last, as far as their bytes allow. */
export class SelectionBudget {
  readonly #kept: LRUCache<Selection, Kept>;

  /** `limit` in bytes. */
  constructor(limit = MAX_BYTES) {
    this.#kept = new LRUCache<Selection, Kept>({
      maxSize: limit,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ forget }) => forget(),
    });
  }

  /** Bytes of all that are kept. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** `forget` is called once, when it is no longer kept; at once where it is larger than all may be. */
  keep(selection: Selection, kept: Kept): void {
    this.#kept.set(selection, kept);
    if (!this.#kept.has(selection)) kept.forget();
  }

  use(selection: Selection): void {
    this.#kept.get(selection);
  }

  drop(selection: Selection): void {
    this.#kept.delete(selection);
  }
}

/** The selections of one collection. They hold for one version of its index. */
export class Selections {
  readonly #budget: SelectionBudget;
  readonly #known = new Map<string, Selection>();
  #version: number | undefined;

  constructor(budget: SelectionBudget) {
    this.#budget = budget;
  }

  get(key: string, version: number | undefined): Selection | undefined {
    if (this.#version !== version) this.clear();
    const known = this.#known.get(key);
    if (known) this.#budget.use(known);
    return known;
  }

  set(key: string, version: number | undefined, selection: Selection): void {
    const before = this.get(key, version);
    if (before) this.#budget.drop(before);
    this.#version = version;
    this.#known.set(key, selection);
    const bytes = selection.numbers.byteLength + 2 * key.length + OVERHEAD;
    this.#budget.keep(selection, { bytes, forget: () => this.#known.delete(key) });
  }

  clear(): void {
    for (const selection of [...this.#known.values()]) this.#budget.drop(selection);
  }
}
