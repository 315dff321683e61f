/** Work off the request path: a few tasks at a time, some queued, the rest rejected immediately. */
import type { Message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';

export class WorkQueue {
  readonly #running: number;
  readonly #waiting: number;
  readonly #refusal: Message;
  readonly #line: (() => void)[] = [];
  #active = 0;

  /** `refusal`: the message for tasks that do not fit into the queue. */
  constructor(limits: { running: number; waiting: number }, refusal: Message) {
    this.#refusal = refusal;
    this.#running = limits.running;
    this.#waiting = limits.waiting;
  }

  /** Runs work in order of arrival. Throws `busy` when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#active >= this.#running) {
      if (this.#line.length >= this.#waiting) {
        throw new PlinthError('busy', this.#refusal);
      }
      // A finished task passes its slot on directly, so that later arrivals cannot overtake queued ones.
      await new Promise<void>((resolve) => this.#line.push(resolve));
    } else this.#active += 1;
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#active -= 1;
    }
  }
}
