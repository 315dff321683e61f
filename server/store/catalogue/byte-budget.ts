/** The memory budget for answer bytes, shared by all indexes (spec/performance.md#kept-bytes). */

export interface Holder {
  /** The cached bytes, if any. */
  bytes: Buffer | undefined;
  /** Set by every use; cleared when the budget looks for something to evict. */
  used: boolean;
}

/** A buffer's own cost beyond its bytes. */
const OVERHEAD = 100;

/**
 * Evicts what was not used since the last pass, oldest first: as good as least-recently-used here, and a use only sets
 * a flag.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #holders = new Set<Holder>();
  #total = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
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
    // A set walks in order of insertion and meets again what is put at its end: at most two rounds.
    for (const holder of this.#holders) {
      if (this.#total <= this.#limit) return;
      if (holder === newest) {
        if (this.#holders.size === 1) return;
        continue;
      }
      if (holder.used) {
        holder.used = false;
        this.#holders.delete(holder);
        this.#holders.add(holder);
      } else {
        this.release(holder);
      }
    }
  }
}
