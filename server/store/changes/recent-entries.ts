/** The last entries of the log in memory. */
import type { LogEntry } from '../types/changes.js';

/** Min number of entries kept. */
const KEPT = 2000;

export class RecentEntries {
  #entries: LogEntry[] = [];
  #start: number;

  /** `start`: entries after this number are here. */
  constructor(start: number) {
    this.#start = start;
  }

  get start(): number {
    return this.#start;
  }

  /** `needed`: so many of the last ones must be kept. */
  add(entry: LogEntry, needed: number): void {
    this.#entries.push(entry);
    // Cut back now and then: a shift for each change of an import would cost more than the change.
    const kept = Math.max(KEPT, needed);
    if (this.#entries.length <= 2 * kept) return;
    this.#start = this.#entries.at(-kept - 1)?.seq ?? this.#start;
    this.#entries = this.#entries.slice(-kept);
  }

  /** The entries after a number, as far as they are here. */
  after(seq: number): LogEntry[] {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.seq ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return this.#entries.slice(low);
  }
}
