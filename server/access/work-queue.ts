/** Work off the request path: few at a time, some waiting, the rest refused at once. */
import { PlinthError } from '../errors.js';

export class WorkQueue {
  readonly #running: number;
  readonly #waiting: number;
  readonly #refusal: string;
  readonly #line: (() => void)[] = [];
  #active = 0;

  /** `refusal`: what those are told who would have to wait too long. */
  constructor(limits: { running: number; waiting: number }, refusal: string) {
    this.#refusal = refusal;
    this.#running = limits.running;
    this.#waiting = limits.waiting;
  }

  /** Runs work when its turn comes, first come first served. Throws `busy` when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#active >= this.#running) {
      if (this.#line.length >= this.#waiting) {
        throw new PlinthError('busy', this.#refusal);
      }
      // Whoever ends hands its place over, so that nobody who comes later slips in between.
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
