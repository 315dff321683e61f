/** How often an address has asked for something, for callers nobody knows. */
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import { onDemand } from '../on-demand.js';
import type { Count } from './rate-limits.js';

const library = onDemand<typeof import('rate-limiter-flexible')>('rate-limiter-flexible');

export class AddressLimit {
  #limiter: RateLimiterMemory | undefined;
  readonly #limit: () => number;
  readonly #seconds: number;

  /** `limit`: how often within `seconds`, asked every time, for settings change. */
  constructor(limit: () => number, seconds: number) {
    this.#limit = limit;
    this.#seconds = seconds;
  }

  /** Counts one request of an address. */
  async count(address: string): Promise<Count> {
    const limit = this.#limit();
    const { RateLimiterMemory } = library();
    this.#limiter ??= new RateLimiterMemory({ points: limit, duration: this.#seconds });
    this.#limiter.points = limit;
    const { used, waits } = await consume(this.#limiter, address);
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resets: String(Math.ceil((Date.now() + waits) / 1000)),
      wait: used > limit ? Math.max(1, Math.ceil(waits / 1000)) : 0,
    };
  }
}

async function consume(
  limiter: RateLimiterMemory,
  address: string,
): Promise<{ used: number; waits: number }> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(address);
    return { used: consumedPoints, waits: msBeforeNext };
  } catch (refusal) {
    if (!(refusal instanceof library().RateLimiterRes)) throw refusal;
    return { used: refusal.consumedPoints, waits: refusal.msBeforeNext };
  }
}
