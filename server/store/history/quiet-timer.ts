/** Calls back after a moment of quiet. */

/** Time without a touch, and the longest time after the first one, in ms. */
const QUIET_MS = 1_000;
const LATEST_MS = 5_000;

export class QuietTimer {
  readonly #callback: () => void;
  #timer: NodeJS.Timeout | undefined;
  #first = 0;
  #closed = false;

  constructor(callback: () => void) {
    this.#callback = callback;
  }

  touch(): void {
    const now = performance.now();
    this.#first ||= now;
    if (this.#closed || (this.#timer && now - this.#first > LATEST_MS)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#callback, QUIET_MS).unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#first = 0;
  }

  close(): void {
    this.cancel();
    this.#closed = true;
  }
}
