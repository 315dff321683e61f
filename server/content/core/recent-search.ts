/** Searches through the whole folder, which take long where it is large. */
import { SharedWork } from '../../async/shared-work.js';
import type { Progress } from '../../contract/progress.js';
import type { Looking } from './walk.js';

/** A result is used again for so long if nothing happened in the folder: some changes of files make no event. */
const FRESH_MS = 10_000;

interface Result<T> {
  /** The number of events before it. */
  events: number;
  /** When it was complete. */
  at: number;
  found: T;
}

/** Those who ask at the same time share one search, which ends when all have left. */
export class RecentSearch<T> {
  readonly #events: () => number;
  readonly #search: (looking: Looking) => Promise<T>;
  #result: Result<T> | undefined;
  #running: { events: number; work: SharedWork<T, Progress> } | undefined;

  /** `events`: how many there were so far. */
  constructor(events: () => number, search: (looking: Looking) => Promise<T>) {
    this.#events = events;
    this.#search = search;
  }

  /** Searches again, also where no event tells of a change. */
  async again(looking: Looking = {}): Promise<T> {
    looking.signal?.throwIfAborted();
    return this.#begin(this.#events()).join(looking);
  }

  async found(looking: Looking = {}): Promise<T> {
    looking.signal?.throwIfAborted();
    const result = this.#result;
    const events = this.#events();
    if (result?.events === events && performance.now() - result.at < FRESH_MS) return result.found;
    const running = this.#running;
    if (running?.events === events && !running.work.isLeft) return running.work.join(looking);
    if (running) {
      // One search at a time, however often the content changes.
      await running.work.ended;
      return this.found(looking);
    }
    const work = this.#begin(events);
    this.#running = { events, work };
    void work.ended.then(() => {
      this.#running = undefined;
    });
    return work.join(looking);
  }

  #begin(events: number): SharedWork<T, Progress> {
    return new SharedWork(async (looking) => {
      const found = await this.#search(looking);
      this.#result = { events, at: performance.now(), found };
      return found;
    });
  }
}
