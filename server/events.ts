/** The bus of change events. Listeners run after the write is durable; one that fails harms nobody (facts 6). */
import type { ChangeEvent } from './contract/wire.js';

export type Listener = (event: ChangeEvent) => void;

export class Events {
  readonly #listeners = new Set<Listener>();
  readonly #report: (error: unknown, event: ChangeEvent) => void;

  /** `report` is told of a listener that threw. */
  constructor(report: (error: unknown, event: ChangeEvent) => void) {
    this.#report = report;
  }

  /** Calls `listener` on every change until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: ChangeEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#report(error, event);
      }
    }
  }
}
