/** Searches through the whole folder, which take long where it is large. */

/** A result is used again for so long if nothing happened in the folder: some changes of files make no event. */
const FRESH_MS = 10_000;

interface Result<T> {
  /** The number of events before it. */
  events: number;
  /** When it was complete. */
  at: number;
  found: T;
}

/** Those who ask at the same time share one search. */
export class RecentSearch<T> {
  readonly #events: () => number;
  readonly #search: () => Promise<T>;
  #result: Result<T> | undefined;
  #running: { events: number; found: Promise<T> } | undefined;

  /** `events`: how many there were so far. */
  constructor(events: () => number, search: () => Promise<T>) {
    this.#events = events;
    this.#search = search;
  }

  /** Searches again, also where no event tells of a change. */
  again(): Promise<T> {
    return this.#begin(this.#events());
  }

  async found(): Promise<T> {
    const result = this.#result;
    const events = this.#events();
    if (result?.events === events && performance.now() - result.at < FRESH_MS) return result.found;
    const running = this.#running;
    if (running?.events === events) return running.found;
    if (running) {
      // One search at a time, however often the content changes.
      await running.found.catch(() => undefined);
      return this.found();
    }
    const found = this.#begin(events).finally(() => {
      this.#running = undefined;
    });
    this.#running = { events, found };
    return found;
  }

  async #begin(events: number): Promise<T> {
    const found = await this.#search();
    this.#result = { events, at: performance.now(), found };
    return found;
  }
}
