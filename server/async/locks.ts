/** One piece of work at a time per key, first come first served. */
export class Locks {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work of the same key has ended, well or badly. Keys are folded: NFC, lower case. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const folded = key.normalize('NFC').toLowerCase();
    const before = this.#tails.get(folded);
    const turn = before === undefined ? work() : before.then(work, work);
    this.#tails.set(folded, turn);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(folded) === turn) this.#tails.delete(folded);
    }
  }

  /** The same under several keys, taken in their order, which must be one for all who take them. */
  async runAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const under = async (at: number): Promise<T> => {
      const key = keys[at];
      if (key === undefined) return work();
      // There may be thousands: now and then on a stack of its own.
      if (at % 100 === 99) await undefined;
      return this.run(key, () => under(at + 1));
    };
    return under(0);
  }
}
