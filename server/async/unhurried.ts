/** Long work that no request waits for, which leaves the disk and the processor to others most of the time. */
import { setTimeout as pause } from 'node:timers/promises';

/** Steps are taken for so long before a pause, in ms. */
const SLICE_MS = 8;

/** How much longer a pause is than the steps before it: on a busy disk steps take longer, and so do pauses. */
const REST = 2;

/** The longest pause, in ms. */
const MAX_PAUSE_MS = 2000;

export class Unhurried {
  #run: Promise<void> | undefined;
  readonly #stop = new AbortController();

  /** Begins the work, unless it is being done or this is closed. */
  begin(steps: () => AsyncGenerator<void>): void {
    if (this.#stop.signal.aborted || this.#run) return;
    this.#run = this.#go(steps()).finally(() => {
      this.#run = undefined;
    });
  }

  /** Resolves when the step that is being taken has ended; no further one is. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#run;
  }

  async #go(steps: AsyncGenerator<void>): Promise<void> {
    const { signal } = this.#stop;
    try {
      while (!signal.aborted) {
        const begun = performance.now();
        let worked = 0;
        while (!signal.aborted && worked < SLICE_MS) {
          if ((await steps.next()).done) return;
          worked = performance.now() - begun;
        }
        await pause(Math.min(MAX_PAUSE_MS, worked * REST), undefined, { signal, ref: false });
      }
    } catch {
      // Closed, or the folder cannot be read now: a request for the result meets the fault.
    }
  }
}
