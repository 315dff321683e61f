/**
 * How often a known caller has asked in the current minute. The library of `address-limits.ts` answers by a promise;
 * on the way of every request that costs five times what the counting does, and no other step there has to wait.
 */
import type { Count } from './rate-limits.js';

const LENGTH_MS = 60_000;
/** Windows looked through at a time for those that are over. */
const MOST = 10_000;

interface Window {
  ends: number;
  resets: string;
  used: number;
}

export class Windows {
  readonly #windows = new Map<string, Window>();
  readonly #elapsed: () => number;

  /** `elapsed`: a clock that only goes forward, in milliseconds. */
  constructor(elapsed: () => number = () => performance.now()) {
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

  #open(caller: string, now: number): Window {
    if (this.#windows.size >= MOST) {
      for (const [name, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(name);
    }
    const resets = String(Math.ceil((Date.now() + LENGTH_MS) / 1000));
    const window = { ends: now + LENGTH_MS, resets, used: 0 };
    this.#windows.set(caller, window);
    return window;
  }
}
