/**
 * The last saves into change sets, by their transactions, for undo. They are kept while the server runs: what is live has a
 * history, a set only its files.
 */
import type { SavedChange } from '../types/change-sets.js';

const MAX_TRANSACTIONS = 500;
/** Changes of all of them. */
const MAX_CHANGES = 20_000;

const keyOf = ({ set, collection, id }: SavedChange): string => `${set}/${collection}/${id}`;

export class SetSaves {
  /** By transaction, the one that was noted last at the end. */
  readonly #known = new Map<string, Map<string, SavedChange>>();
  #count = 0;

  /** Several saves of one object are one change. */
  note(transaction: string, saved: SavedChange): void {
    const all = this.#known.get(transaction) ?? new Map<string, SavedChange>();
    const key = keyOf(saved);
    const first = all.get(key);
    all.set(key, first ? { ...saved, before: first.before } : saved);
    if (!first) this.#count += 1;
    this.#known.delete(transaction);
    this.#known.set(transaction, all);
    for (const [oldest, { size }] of this.#known) {
      if (this.#known.size <= MAX_TRANSACTIONS && this.#count <= MAX_CHANGES) break;
      this.#known.delete(oldest);
      this.#count -= size;
    }
  }

  of(transaction: string): readonly SavedChange[] {
    return [...(this.#known.get(transaction)?.values() ?? [])];
  }
}
