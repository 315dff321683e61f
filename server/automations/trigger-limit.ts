/** How often anybody may start an automation without a key: counted per address and automation (interface 8). */
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PlinthError } from '../errors.js';
import { onDemand } from '../on-demand.js';

const limiterOf = onDemand<typeof import('rate-limiter-flexible')>('rate-limiter-flexible');

const WINDOW = 60;

/** Figures of `X-RateLimit-*`. */
export interface Limited {
  limit: number;
  remaining: number;
  /** Epoch seconds. */
  reset: number;
  refused: boolean;
}

const isResult = (value: unknown): value is RateLimiterRes =>
  typeof value === 'object' && value !== null && 'msBeforeNext' in value;

export class TriggerLimit {
  readonly #perMinute: () => number;
  #limiter: { limit: number; counts: RateLimiterMemory } | undefined;

  constructor(perMinute: () => number) {
    this.#perMinute = perMinute;
  }

  /** Counts one start. */
  async take(automation: string, address: string, now: Date): Promise<Limited> {
    const limit = this.#perMinute();
    const { consumedPoints, msBeforeNext } = await this.#consume(limit, `${automation} ${address}`);
    return {
      limit,
      remaining: Math.max(0, limit - consumedPoints),
      reset: Math.ceil((now.getTime() + msBeforeNext) / 1000),
      refused: consumedPoints > limit,
    };
  }

  async #consume(limit: number, key: string): Promise<RateLimiterRes> {
    if (this.#limiter?.limit !== limit) {
      const { RateLimiterMemory } = limiterOf();
      this.#limiter = { limit, counts: new RateLimiterMemory({ points: limit, duration: WINDOW }) };
    }
    try {
      return await this.#limiter.counts.consume(key);
    } catch (refused) {
      if (isResult(refused)) return refused;
      throw refused;
    }
  }
}

/** What whoever was too fast is told. */
export const tooFast = (): PlinthError =>
  new PlinthError('tooMany', 'This automation was started too often from your address; wait a minute');
