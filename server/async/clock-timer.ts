/** A timer for what is due at a time of the clock. Timers do not run while a machine sleeps, and clocks are set. */

/** No wait is longer, in ms. */
export const LONGEST_WAIT = 60_000;

export class ClockTimer {
  readonly #work: () => void;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `work` looks at the clock, and waits again. */
  constructor(work: () => void) {
    this.#work = work;
  }

  /** Begins to wait, instead of what it waits for. */
  wait(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(this.#work, Math.min(Math.max(ms, 0), LONGEST_WAIT)).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
