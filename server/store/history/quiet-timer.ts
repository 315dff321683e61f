/** When the work of the history is done: after writes, and while little else is to do. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

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

/** Pause between two pieces of work, in ms: at least, and at most. */
const PAUSE_MS = 20;
const MAX_PAUSE_MS = 5_000;
/** Share of the time the event loop may have been busy meanwhile. */
const IDLE = 0.3;

/** Resolves after a pause in which the process had little to do; in any case after the longest pause. */
export async function untilIdle(): Promise<void> {
  for (let paused = 0; paused < MAX_PAUSE_MS; paused += PAUSE_MS) {
    const before = performance.eventLoopUtilization();
    await pause(PAUSE_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < IDLE) return;
  }
}
