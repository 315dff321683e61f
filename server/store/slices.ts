/** Long work in slices, so that requests are answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The event loop is held no longer than this by one piece of work; several may take their slices in one turn. */
const SLICE_MS = 4;

export class Slices {
  #end = performance.now() + SLICE_MS;
  #pausing: Promise<void> | undefined;

  /** True when it is time to `pause`. */
  get spent(): boolean {
    return performance.now() > this.#end;
  }

  /** Lets everything else have its turn, then starts the next slice. Those who pause together share it. */
  pause(): Promise<void> {
    this.#pausing ??= nextTurn().then(() => {
      this.#pausing = undefined;
      this.#end = performance.now() + SLICE_MS;
    });
    return this.#pausing;
  }
}
