/** The memory budget for answer bytes, shared by all indexes (spec/performance.md#kept-bytes). */

export interface Holder {
  /** The cached bytes, if any. */
  bytes: Buffer | undefined;
  /** Set by every use; cleared when the budget looks for something to evict. */
  used: boolean;
}

/** The part that may hold answers that were made in advance. */
const IN_ADVANCE = 1 / 4;

/** A buffer's own cost beyond its bytes. */
const OVERHEAD = 100;

/**
 * Evicts what was not used since the last pass, oldest first: as good as least-recently-used here, and a use only sets
 * a flag.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #holders = new Set<Holder>();
  /**
   * Goes on where it stopped: a set keeps the places of what was taken out for a while, and a walk from its beginning
   * would pass all of them each time. It walks in order of insertion and meets again what is put at the end.
   */
  #walk = this.#holders.values();
  #total = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether there is room for what was not asked for yet, which takes a part of all at most. */
  get hasRoom(): boolean {
    return this.#total < this.#limit * IN_ADVANCE;
  }

  keep(holder: Holder, bytes: Buffer): void {
    this.release(holder);
    holder.bytes = bytes;
    // Adding is not a use: what is read only once is evicted first.
    holder.used = false;
    this.#holders.add(holder);
    this.#total += bytes.length + OVERHEAD;
    if (this.#total > this.#limit) this.#shrink(holder);
  }

  release(holder: Holder): void {
    if (holder.bytes === undefined) return;
    this.#total -= holder.bytes.length + OVERHEAD;
    holder.bytes = undefined;
    this.#holders.delete(holder);
  }

  #shrink(newest: Holder): void {
    // At most two rounds: the first takes the marks of use away.
    for (let rounds = 0; rounds < 3 && this.#total > this.#limit && this.#holders.size > 1; ) {
      const { value: holder, done } = this.#walk.next();
      if (done) {
        this.#walk = this.#holders.values();
        rounds += 1;
      } else if (holder === newest) {
        // It was put in just now.
      } else if (holder.used) {
        holder.used = false;
        this.#holders.delete(holder);
        this.#holders.add(holder);
      } else {
        this.release(holder);
      }
    }
  }
}
