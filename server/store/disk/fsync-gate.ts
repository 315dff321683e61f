/** Max steps in one go, a few milliseconds; the rest waits for the next turn. */
const BATCH_SIZE = 64;

/** A call that takes longer than this has waited for another program's sync, in ms. */
const SLOW_MS = 3;
/** How long such calls go to the thread pool afterwards, in ms. */
const BACKOFF_MS = 1000;

/**
 * Decides when files are opened, linked and renamed: while none of ours is being synced. Then such a call takes
 * microseconds, less than the thread pool; during a sync it waits until the file system has committed. Sixteen
 * concurrent writes so become rounds, each with its files synced together and one sync of their folder. Tried without
 * gain: rounds of four or eight, more threads, a thread that writes by blocking calls. A sync on the event loop where
 * a write is alone saves 0.2 ms of 1.5 and lets one slow disk hold every read.
 */
export class FsyncGate {
  #syncing = 0;
  #waiting: (() => void)[] = [];
  #slowUntil = Number.NEGATIVE_INFINITY;
  readonly #clock: () => number;

  /** `clock` in ms. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /**
   * Whether short calls wait at the moment: another program syncs much on this disk. Each of them may then hold the
   * thread until the file system has committed.
   */
  get slowDisk(): boolean {
    return this.#clock() < this.#slowUntil;
  }

  /** Runs short, synchronous work now, or as soon as nothing is being synced. */
  runWhenIdle<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const started = this.#clock();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        const now = this.#clock();
        if (now - started > SLOW_MS) this.#slowUntil = now + BACKOFF_MS;
      };
      if (this.#syncing === 0) run();
      else this.#waiting.push(run);
    });
  }

  /** Marks a sync while it runs. */
  async whileSyncing<T>(sync: Promise<T>): Promise<T> {
    this.#syncing += 1;
    try {
      return await sync;
    } finally {
      this.#syncing -= 1;
      this.#makeSteps();
    }
  }

  #makeSteps(): void {
    if (this.#syncing > 0) return;
    for (const run of this.#waiting.splice(0, BATCH_SIZE)) run();
    // What has been made may have nothing to sync, having failed.
    if (this.#waiting.length > 0) setImmediate(() => this.#makeSteps());
  }
}
