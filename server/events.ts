/**
 * The bus of change events. Listeners run after the write is durable; a failing one does not affect others
 * (spec/events.md#types).
 */

import type { ChangeOrigin } from './contract/changes.js';
import type { JsonObject } from './contract/values.js';
import type { ChangeEvent } from './contract/wire.js';

/** Where a change comes from, with what listeners need to know beyond that. */
export interface Origin extends ChangeOrigin {
  /** Id of the signed-in owner or admin whose session makes the change. */
  readonly managedBy?: string;
  /** Ids of the automations that led to the change, the one that makes it last. */
  readonly chain?: readonly string[];
}

/** Where a saved object has its values from. */
export type Source =
  /** Properties as the caller has sent them, before they were merged, completed and normalized. */
  | { readonly sent: JsonObject }
  /** Another object, of which it is a copy. */
  | { readonly copyOf: { readonly collection: string; readonly id: string } };

/** A listener that returns a promise is waited for by operations on objects. */
export type Listener = (event: ChangeEvent, origin: Origin, source: Source | undefined) => unknown;

export class Events {
  readonly #listeners = new Set<Listener>();
  readonly #report: (error: unknown, event: ChangeEvent) => void;

  /** `report` is called when a listener throws. */
  constructor(report: (error: unknown, event: ChangeEvent) => void) {
    this.#report = report;
  }

  /** Calls `listener` on every change until the answer is called. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners; the answer, where there is one, resolves when those that take time are done. */
  emit(event: ChangeEvent, origin: Origin, source?: Source): Promise<unknown> | undefined {
    const waiting: Promise<unknown>[] = [];
    for (const listener of this.#listeners) {
      try {
        const work = listener(event, origin, source);
        if (work instanceof Promise) waiting.push(work.catch((error: unknown) => this.#report(error, event)));
      } catch (error) {
        this.#report(error, event);
      }
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }
}
