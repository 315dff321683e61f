/** Work that waits a moment, so that what happens together is done once. */
import { Yielder } from '../../async/yielder.js';

/** Tools write a file in several steps; events within this time are handled together. */
const TICK_MS = 50;

interface Waiting<T> {
  task: T;
  due: number;
}

export class DebouncedTasks<T> {
  readonly #work: (task: T) => Promise<void>;
  readonly #waiting = new Map<string, Waiting<T>>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `work` must not fail; tasks are done one after the other. */
  constructor(work: (task: T) => Promise<void>) {
    this.#work = work;
  }

  /** Adds a task due in `delay` ms, or replaces the one of the same key without putting it off. */
  add(key: string, task: T, delay = 0): void {
    if (this.#closed) return;
    const due = performance.now() + delay;
    const before = this.#waiting.get(key);
    this.#waiting.set(key, { task, due: before ? Math.min(before.due, due) : due });
    this.#schedule();
  }

  /** The waiting task of a key. */
  get(key: string): T | undefined {
    return this.#waiting.get(key)?.task;
  }

  /** Drops what waits and resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
    await this.#running;
  }

  #schedule(): void {
    if (this.#running || this.#timer || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#start(), TICK_MS).unref();
  }

  #start(): void {
    this.#timer = undefined;
    this.#running = this.#runDue().finally(() => {
      this.#running = undefined;
      if (!this.#closed) this.#schedule();
    });
  }

  async #runDue(): Promise<void> {
    const yielder = new Yielder();
    const now = performance.now();
    for (const [key, { task, due }] of [...this.#waiting]) {
      if (due > now) continue;
      this.#waiting.delete(key);
      await this.#work(task);
      if (this.#closed) return;
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
}
