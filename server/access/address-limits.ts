/** How often an address has asked for something, for callers nobody knows. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Count } from './rate-limits.js';

export class AddressLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #limit: () => number;

  /** `limit`: how often within `seconds`, asked every time, for settings change. */
  constructor(limit: () => number, seconds: number) {
    this.#limit = limit;
    this.#limiter = new RateLimiterMemory({ points: limit(), duration: seconds });
  }

  /** Counts one request of an address. */
  async count(address: string): Promise<Count> {
    const limit = this.#limit();
    this.#limiter.points = limit;
    const { used, waits } = await this.#consume(address);
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resets: String(Math.ceil((Date.now() + waits) / 1000)),
      wait: used > limit ? Math.max(1, Math.ceil(waits / 1000)) : 0,
    };
  }

  async #consume(address: string): Promise<{ used: number; waits: number }> {
    try {
      const { consumedPoints, msBeforeNext } = await this.#limiter.consume(address);
      return { used: consumedPoints, waits: msBeforeNext };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { used: refusal.consumedPoints, waits: refusal.msBeforeNext };
    }
  }
}
