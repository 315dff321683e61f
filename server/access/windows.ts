/**
 * Counts requests per caller in windows of a fixed length, which begin with a caller's first request. Synchronous,
 * because it runs for every request. rate-limiter-flexible answers by a promise and takes five times as long.
 */

/** The quota of a caller after a request was counted. */
export interface Count {
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in seconds since 1970, as in the headers. */
  readonly resets: string;
  /** Seconds to wait; 0 when the request may pass. */
  readonly wait: number;
}

interface Window {
  ends: number;
  resets: string;
  used: number;
}

export class Windows {
  /** In the order in which they end, since all have the same length. */
  readonly #windows = new Map<string, Window>();
  readonly #length: number;
  readonly #elapsed: () => number;

  /** `length` in milliseconds; `elapsed`: a monotonic clock, in milliseconds. */
  constructor(length: number, elapsed: () => number = () => performance.now()) {
    this.#length = length;
    this.#elapsed = elapsed;
  }

  /** Counts one request of a caller. */
  count(caller: string, limit: number): Count {
    const now = this.#elapsed();
    const known = this.#windows.get(caller);
    const window = known !== undefined && now < known.ends ? known : this.#open(caller, now);
    window.used += 1;
    return {
      limit,
      remaining: Math.max(0, limit - window.used),
      resets: window.resets,
      wait: window.used > limit ? Math.max(1, Math.ceil((window.ends - now) / 1000)) : 0,
    };
  }

  /** How many windows are kept. */
  get size(): number {
    return this.#windows.size;
  }

  #open(caller: string, now: number): Window {
    for (const [name, { ends }] of this.#windows) {
      if (now < ends) break;
      this.#windows.delete(name);
    }
    const resets = String(Math.ceil((Date.now() + this.#length) / 1000));
    const window = { ends: now + this.#length, resets, used: 0 };
    this.#windows.set(caller, window);
    return window;
  }
}
