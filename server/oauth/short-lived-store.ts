/** Short-lived records in memory: pending requests and unused codes. */
import { LRUCache } from 'lru-cache';
import type { AdapterPayload } from 'oidc-provider';

/** The oldest are evicted in a flood of requests. */
const MAX_ENTRIES = 1000;

export class ShortLivedStore {
  readonly #payloads: LRUCache<string, AdapterPayload>;

  /** `elapsed`: milliseconds of a monotonic clock. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#payloads = new LRUCache({ max: MAX_ENTRIES, ttl: 1, ttlResolution: 0, perf: { now: elapsed } });
  }

  set(id: string, payload: AdapterPayload, seconds: number): void {
    this.#payloads.set(id, payload, { ttl: seconds * 1000 });
  }

  get(id: string): AdapterPayload | undefined {
    return this.#payloads.get(id);
  }

  /** Marks something as used; false when it was used before or has expired. */
  use(id: string): boolean {
    const payload = this.get(id);
    if (!payload || payload.consumed) return false;
    payload.consumed = true;
    return true;
  }

  delete(id: string): void {
    this.#payloads.delete(id);
  }

  deleteWhere(which: (payload: AdapterPayload) => boolean): void {
    for (const [id, payload] of [...this.#payloads.entries()]) if (which(payload)) this.#payloads.delete(id);
  }
}
