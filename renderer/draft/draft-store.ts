import { reduceDraft } from './draft';
import type { Draft, DraftEvent } from './draft-state';

/** Holds one draft; fields subscribe to it each on its own, so that a keystroke re-renders one field. */
export interface DraftStore {
  get(): Draft;
  dispatch(event: DraftEvent): void;
  /** Calls back after every change of state; the answer unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createDraftStore(initial: Draft): DraftStore {
  let draft = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => draft,
    dispatch(event) {
      const next = reduceDraft(draft, event);
      if (next === draft) return;
      draft = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
