/** The bus of change events. Listeners run after the write is durable; one that fails harms nobody (spec/events.md#types). */
import type { ChangeEvent } from './contract/wire.js';

/** What made a change, where that is not simply a request or somebody outside. */
export type Origin =
  /** An import, which tells of its end by an event of its own. */
  | { readonly kind: 'import' }
  /** A run of an automation; `chain`: ids of the automations that led to it, its own last. */
  | { readonly kind: 'automation'; readonly chain: readonly string[] };

export type Listener = (event: ChangeEvent, origin: Origin | undefined) => void;

type Report = (error: unknown, event: ChangeEvent) => void;

export class Events {
  readonly #listeners: Set<Listener>;
  readonly #report: Report;
  readonly #origin: Origin | undefined;

  /** `report` is told of a listener that threw. */
  constructor(report: Report, { listeners, origin }: { listeners?: Set<Listener>; origin?: Origin } = {}) {
    this.#report = report;
    this.#listeners = listeners ?? new Set();
    this.#origin = origin;
  }

  /** The same bus for whoever changes things because of `origin`. */
  by(origin: Origin): Events {
    return new Events(this.#report, { listeners: this.#listeners, origin });
  }

  /** Calls `listener` on every change until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: ChangeEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event, this.#origin);
      } catch (error) {
        this.#report(error, event);
      }
    }
  }
}
