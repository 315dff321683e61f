/** Background work that only the shutdown waits for. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #report: (error: unknown) => void;

  /** `report` is called with failed work. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Starts background work. */
  do(work: () => Promise<void>): void {
    void this.track(work().catch(this.#report));
  }

  /** Counts work that another caller awaits as well. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    );
    const entry: Promise<void> = settled.finally(() => this.#running.delete(entry));
    this.#running.add(entry);
    return work;
  }

  /** Resolves when no work is running. */
  async settled(): Promise<void> {
    while (this.busy) await Promise.all(this.#running);
  }
}
