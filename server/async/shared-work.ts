/** Long work that several wait for at the same time. */

/** What one who waits hears of work, and when they no longer wait. */
export interface Watch<Event> {
  readonly signal?: AbortSignal | undefined;
  progress?(event: Event): void;
}

/** It ends early only when all who waited have left. */
export class SharedWork<T, Event> {
  /** Resolves when the work has ended in whatever way. */
  readonly ended: Promise<void>;
  readonly #result: Promise<T>;
  readonly #stop = new AbortController();
  readonly #watching = new Set<Watch<Event>>();

  /** Begins the work, which is to be joined at once. */
  constructor(work: (watch: Watch<Event>) => Promise<T>) {
    this.#result = work({
      signal: this.#stop.signal,
      progress: (event) => {
        for (const one of this.#watching) one.progress?.(event);
      },
    });
    this.ended = this.#result.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Whether all have left: there will be no result. */
  get isLeft(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The result; rejects as soon as the signal says so, which ends the work unless others wait for it. */
  join(watch: Watch<Event>): Promise<T> {
    const { signal } = watch;
    const own: Watch<Event> = { progress: (event) => watch.progress?.(event) };
    this.#watching.add(own);
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.#watching.delete(own);
        if (this.#watching.size === 0) this.#stop.abort(signal?.reason);
        reject(signal?.reason);
      };
      const end = () => {
        signal?.removeEventListener('abort', leave);
        this.#watching.delete(own);
      };
      this.#result.finally(end).then(resolve, reject);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave);
    });
  }
}
