/**
 * The last saves into change sets, by their transactions, for undo. They are kept while the server runs: what is live has a
 * history, a set only its files.
 */
import { LRUCache } from 'lru-cache';
import type { SavedChange } from '../types/change-sets.js';

const MAX_TRANSACTIONS = 500;
/** Changes of all of them. */
const MAX_CHANGES = 20_000;

const keyOf = ({ set, collection, id }: SavedChange): string => `${set}/${collection}/${id}`;

export class SetSaves {
  readonly #known = new LRUCache<string, Map<string, SavedChange>>({
    max: MAX_TRANSACTIONS,
    maxSize: MAX_CHANGES,
    sizeCalculation: (saved) => saved.size,
  });

  /** Several saves of one object are one change. */
  note(transaction: string, saved: SavedChange): void {
    const all = new Map(this.#known.get(transaction));
    const key = keyOf(saved);
    const first = all.get(key) ?? saved;
    all.set(key, { ...saved, before: first.before });
    this.#known.set(transaction, all);
  }

  of(transaction: string): readonly SavedChange[] {
    return [...(this.#known.get(transaction)?.values() ?? [])];
  }
}
