/** Failed passwords, counted by client and by target. */
import { LRUCache } from 'lru-cache';

const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Clients remembered at a time. */
const CLIENTS = 10_000;

type Clock = () => number;

/** A monotonic clock, in milliseconds. */
const processTime: Clock = () => performance.now();

/**
 * Entries that are dropped when nothing was set for `ttl` milliseconds. They are bounded by their size, which is 1 each:
 * for `max` the library would allocate room for all of them at the start.
 */
const expiring = <T extends object>(ttl: number, elapsed: Clock) =>
  new LRUCache<string, T>({
    maxSize: CLIENTS,
    sizeCalculation: () => 1,
    ttl,
    ttlResolution: 0,
    perf: { now: elapsed },
  });

/** After too many attempts a client is rejected until 15 minutes after its first. */
export class FailedAttempts {
  readonly #most: number;
  readonly #elapsed: Clock;
  readonly #clients: LRUCache<string, { count: number; since: number }>;

  /** `most`: attempts within 15 minutes. */
  constructor(most: number, elapsed: Clock = processTime) {
    this.#most = most;
    this.#elapsed = elapsed;
    this.#clients = expiring(FORGOTTEN_AFTER_MS, elapsed);
  }

  /** Seconds until a client can try again; 0 when it can now. */
  wait(client: string): number {
    const known = this.#clients.get(client);
    if (!known || known.count < this.#most) return 0;
    return Math.ceil((FORGOTTEN_AFTER_MS - (this.#elapsed() - known.since)) / 1000);
  }

  /** Counts a failed attempt. */
  add(client: string): void {
    const known = this.#clients.get(client);
    if (known) known.count += 1;
    else this.#clients.set(client, { count: 1, since: this.#elapsed() });
  }

  /** Removes an attempt that was counted before it turned out to be correct. */
  undo(client: string): void {
    const known = this.#clients.get(client);
    if (known) known.count -= 1;
  }

  /** Removes the attempts of a client. */
  forget(client: string): void {
    this.#clients.delete(client);
  }
}

export interface GrowingWaitOptions {
  /** Failed attempts before the first wait. */
  free: number;
  /** The longest wait, in seconds; the first is one second, and each is twice as long as the one before. */
  longest: number;
  elapsed?: Clock;
}

/** Attempts are forgotten after this time without a failed one. */
const QUIET_MS = 60 * 60_000;

/**
 * Attempts on one account or file from all addresses. There is always a next attempt: an attacker makes others wait,
 * but cannot lock them out. Attempts during a wait are rejected and not counted.
 */
export class GrowingWait {
  readonly #free: number;
  readonly #longest: number;
  readonly #elapsed: Clock;
  readonly #targets: LRUCache<string, { count: number; last: number }>;

  constructor({ free, longest, elapsed = processTime }: GrowingWaitOptions) {
    this.#free = free;
    this.#longest = longest;
    this.#elapsed = elapsed;
    this.#targets = expiring(QUIET_MS, elapsed);
  }

  /** Seconds until the next attempt; 0 when it can be made now. */
  wait(target: string): number {
    const known = this.#targets.get(target);
    if (!known || known.count < this.#free) return 0;
    const seconds = Math.min(this.#longest, 2 ** Math.min(known.count - this.#free, 30));
    return Math.max(0, Math.ceil(seconds - (this.#elapsed() - known.last) / 1000));
  }

  /** Counts an attempt before its result is known, so that parallel ones cannot pass together. */
  add(target: string): void {
    const count = (this.#targets.get(target)?.count ?? 0) + 1;
    this.#targets.set(target, { count, last: this.#elapsed() });
  }

  /** Removes a correct attempt; failed ones on the target stay. */
  undo(target: string): void {
    const known = this.#targets.get(target);
    if (known) known.count -= 1;
  }

  /** Removes the attempts on a target after a correct one. */
  forget(target: string): void {
    this.#targets.delete(target);
  }
}
