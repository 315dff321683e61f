import { reduceForm } from './form';
import type { FormEdit, FormState } from './form-state';

/** Holds the state of one form; fields subscribe to it each on its own, so that a keystroke re-renders one field. */
export interface FormStore {
  get(): FormState;
  dispatch(event: FormEdit): void;
  /** Calls back after every change of state; the answer unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Says that a preview shows what is typed, until the answer is called. */
  watch(): () => void;
  /** Whether one does. */
  isWatched(): boolean;
}

export function createFormStore(initial: FormState): FormStore {
  let state = initial;
  const listeners = new Set<() => void>();
  const watchers = new Set<symbol>();
  return {
    get: () => state,
    dispatch(event) {
      const next = reduceForm(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch() {
      const watcher = Symbol('preview');
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    isWatched: () => watchers.size > 0,
  };
}
