/** Work nobody waits for but the end of the program. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #report: (error: unknown) => void;

  /** `report` is told of work that failed. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Begins something. */
  do(work: () => Promise<void>): void {
    void this.track(work().catch(this.#report));
  }

  /** Counts work somebody else waits for as well. */
  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => {},
      () => {},
    );
    const entry: Promise<void> = settled.finally(() => this.#running.delete(entry));
    this.#running.add(entry);
    return work;
  }

  /** Resolves when nothing runs any more. */
  async settled(): Promise<void> {
    while (this.busy) await Promise.all(this.#running);
  }
}
