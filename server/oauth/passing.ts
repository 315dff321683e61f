/** What lives for minutes and only in memory: requests under way and codes not yet exchanged. */
import type { AdapterPayload } from 'oidc-provider';

/** The oldest go when a flood of requests comes. */
const MOST = 1000;

interface Kept {
  payload: AdapterPayload;
  until: number;
}

export class Passing {
  readonly #elapsed: () => number;
  readonly #kept = new Map<string, Kept>();

  /** `elapsed`: milliseconds of a clock that never goes back. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  set(id: string, payload: AdapterPayload, seconds: number): void {
    this.#kept.delete(id);
    this.#kept.set(id, { payload, until: this.#elapsed() + seconds * 1000 });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST) return;
      this.#kept.delete(oldest);
    }
  }

  get(id: string): AdapterPayload | undefined {
    const kept = this.#kept.get(id);
    if (kept && this.#elapsed() < kept.until) return kept.payload;
    this.#kept.delete(id);
    return undefined;
  }

  /** Marks something as used; false when it was before, or is gone. */
  use(id: string): boolean {
    const payload = this.get(id);
    if (!payload || payload.consumed) return false;
    payload.consumed = true;
    return true;
  }

  delete(id: string): void {
    this.#kept.delete(id);
  }

  deleteWhere(which: (payload: AdapterPayload) => boolean): void {
    for (const [id, { payload }] of this.#kept) if (which(payload)) this.#kept.delete(id);
  }
}
