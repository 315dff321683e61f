/** Long work in slices, so that requests are answered in between. */

/** One piece of work holds the event loop no longer than this at a time, in milliseconds. */
const SLICE_MS = 4;

/** Its first slice, which has not been granted yet. */
const FIRST_MS = 2;

/** So many pieces of work get a slice in the same turn of the event loop; the others wait for the next. */
const PER_TURN = 3;

/**
 * Who waits for a slice, first come first served. There is one event loop in a process, so there is one queue: with
 * one each, sixteen long requests would hold the loop for sixteen slices in a row.
 */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;
  /** Pieces of work that have begun in this turn. */
  #begun = 0;

  /** Whether a piece of work that begins now may go on for a moment; many begin in one turn when many requests come. */
  begin(): boolean {
    this.#begun += 1;
    if (this.#begun === 1) {
      setImmediate(() => {
        this.#begun = 0;
      });
    }
    return this.#begun <= PER_TURN;
  }

  /** Calls back in a later turn. */
  take(resume: () => void): void {
    this.#waiting.push(resume);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const these = this.#waiting.splice(0, PER_TURN);
      if (this.#waiting.length > 0) this.#schedule();
      for (const resume of these) resume();
    });
  }
}

const turns = new Turns();

/** Work that yields wherever it may pause, done in slices. */
export async function inSlices<T>(steps: Generator<void, T>, yielder: Yielder): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
}

/** Short work of the same kind, without a pause. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export class Yielder {
  readonly #signal: AbortSignal | undefined;
  #end = performance.now() + (turns.begin() ? FIRST_MS : 0);
  #pausing: Promise<void> | undefined;

  /** `signal`: ends the work in its next pause. */
  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** True when it is time to yield, or the work is to end. */
  get exhausted(): boolean {
    return this.#signal?.aborted === true || performance.now() > this.#end;
  }

  /**
   * Lets everything else have its turn, then starts the next slice. Those who pause together share it. Throws what the
   * signal was aborted with.
   */
  yieldToEventLoop(): Promise<void> {
    this.#pausing ??= new Promise((resolve, reject) => {
      turns.take(() => {
        this.#pausing = undefined;
        this.#end = performance.now() + SLICE_MS;
        if (this.#signal?.aborted) reject(this.#signal.reason);
        else resolve();
      });
    });
    return this.#pausing;
  }
}
