/** Work the disk did not let us finish: tried again in the background, and by those who need it done. */
import { Locks } from '../../async/locks.js';
import type { Log } from './log.js';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

interface Task {
  work: () => Promise<void>;
  /** Lock under which it is tried in the background. */
  lock: string | undefined;
}

export class CleanupQueue {
  readonly #tasks = new Map<string, Task[]>();
  readonly #running = new Locks();
  readonly #locks: Locks;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_WAIT_MS;
  /** When the timer ends, by the clock of `performance`. */
  #due = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor({ locks, log }: { locks: Locks; log: Log }) {
    this.#locks = locks;
    this.#log = log;
  }

  /** Adds work to what waits under a key. `lock`: taken before the work is tried in the background. */
  add(key: string, work: () => Promise<void>, lock?: string): void {
    this.#tasks.set(key, [...(this.#tasks.get(key) ?? []), { work, lock }]);
    this.#wait = FIRST_WAIT_MS;
    // The timer may be that of work that failed often.
    if (this.#due > performance.now() + FIRST_WAIT_MS) this.#stopTimer();
    this.#schedule();
  }

  /** Tries what waits under a key, first come first; resolves with whether nothing waits any more. */
  async attempt(key: string): Promise<boolean> {
    if (!this.#tasks.has(key)) return true;
    return this.#running.run(key, () => this.#attempt(key));
  }

  /** What is not done by now is done at the next start. */
  close(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#tasks.clear();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = Number.POSITIVE_INFINITY;
  }

  async #attempt(key: string): Promise<boolean> {
    for (;;) {
      const [task] = this.#tasks.get(key) ?? [];
      if (!task) return true;
      try {
        await task.work();
      } catch (error) {
        this.#log('warn', `Leftovers of a failed change at "${key}" could not be removed yet`, error);
        return false;
      }
      const left = (this.#tasks.get(key) ?? []).filter((other) => other !== task);
      if (left.length > 0) this.#tasks.set(key, left);
      else this.#tasks.delete(key);
    }
  }

  #schedule(): void {
    if (this.#closed || this.#timer || this.#tasks.size === 0) return;
    this.#timer = setTimeout(() => void this.#tryAll(), this.#wait).unref();
    this.#due = performance.now() + this.#wait;
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS);
  }

  async #tryAll(): Promise<void> {
    for (const [key, [task]] of [...this.#tasks]) {
      const attempt = () => this.attempt(key);
      await (task?.lock === undefined ? attempt() : this.#locks.run(task.lock, attempt));
    }
    this.#stopTimer();
    this.#schedule();
  }
}
