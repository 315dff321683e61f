/**
 * The bus of change events. Listeners run after the write is durable; a failing one does not affect others
 * (spec/events.md#types).
 */
import type { JsonObject } from './contract/values.js';
import type { ChangeEvent } from './contract/wire.js';

/** What caused a change, where that is not a request or another program. */
export type Origin =
  /** An import, whose end is an event. */
  | { readonly kind: 'import' }
  /** A run of an automation; `chain`: ids of the automations that led to it, its own last. */
  | { readonly kind: 'automation'; readonly chain: readonly string[] }
  /** A request of a signed-in owner. */
  | { readonly kind: 'owner'; readonly user: string };

/** Where a saved object has its values from. */
export type Source =
  /** Properties as the caller has sent them, before they were merged, completed and normalized. */
  | { readonly sent: JsonObject }
  /** Another object, of which it is a copy. */
  | { readonly copyOf: { readonly collection: string; readonly id: string } };

/** A listener that returns a promise is waited for by operations on objects. */
export type Listener = (
  event: ChangeEvent,
  origin: Origin | undefined,
  source: Source | undefined,
) => unknown;

type Report = (error: unknown, event: ChangeEvent) => void;

export class Events {
  readonly #listeners: Set<Listener>;
  readonly #report: Report;
  readonly #origin: Origin | undefined;

  /** `report` is called when a listener throws. */
  constructor(report: Report, { listeners, origin }: { listeners?: Set<Listener>; origin?: Origin } = {}) {
    this.#report = report;
    this.#listeners = listeners ?? new Set();
    this.#origin = origin;
  }

  /** The same bus for changes caused by `origin`. */
  by(origin: Origin): Events {
    return new Events(this.#report, { listeners: this.#listeners, origin });
  }

  /** Calls `listener` on every change until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners; the answer, where there is one, resolves when those that take time are done. */
  emit(event: ChangeEvent, source?: Source): Promise<unknown> | undefined {
    const waiting: Promise<unknown>[] = [];
    for (const listener of this.#listeners) {
      try {
        const work = listener(event, this.#origin, source);
        if (work instanceof Promise) waiting.push(work.catch((error: unknown) => this.#report(error, event)));
      } catch (error) {
        this.#report(error, event);
      }
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }
}
