/** Wrong passwords, counted by who sent them and by what they were tried on. */
import { LRUCache } from 'lru-cache';

const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Clients remembered at a time. */
const CLIENTS = 10_000;

type Clock = () => number;

/** A clock that only goes forward, in milliseconds. */
const processTime: Clock = () => performance.now();

/** Entries that are dropped when nothing was set for `ttl` milliseconds. */
const expiring = <T extends object>(ttl: number, elapsed: Clock) =>
  new LRUCache<string, T>({ max: CLIENTS, ttl, ttlResolution: 0, perf: { now: elapsed } });

/** After some tries a client is refused until a quarter of an hour after its first. */
export class WrongTries {
  readonly #most: number;
  readonly #elapsed: Clock;
  readonly #clients: LRUCache<string, { count: number; since: number }>;

  /** `most`: tries within a quarter of an hour. */
  constructor(most: number, elapsed: Clock = processTime) {
    this.#most = most;
    this.#elapsed = elapsed;
    this.#clients = expiring(FORGOTTEN_AFTER_MS, elapsed);
  }

  /** Seconds until a client may try again; 0 when it may now. */
  wait(client: string): number {
    const known = this.#clients.get(client);
    if (!known || known.count < this.#most) return 0;
    return Math.ceil((FORGOTTEN_AFTER_MS - (this.#elapsed() - known.since)) / 1000);
  }

  /** Counts a wrong try. */
  add(client: string): void {
    const known = this.#clients.get(client);
    if (known) known.count += 1;
    else this.#clients.set(client, { count: 1, since: this.#elapsed() });
  }

  /** Takes a try back that was counted before it was known to be right. */
  takeBack(client: string): void {
    const known = this.#clients.get(client);
    if (known) known.count -= 1;
  }

  /** Forgets the tries of a client. */
  forget(client: string): void {
    this.#clients.delete(client);
  }
}

export interface GrowingWaitOptions {
  /** Wrong tries before there is any wait. */
  free: number;
  /** The longest wait, in seconds; the first is one second, and each is twice as long as the one before. */
  longest: number;
  elapsed?: Clock;
}

/** Forgotten when nothing wrong was tried for so long. */
const QUIET_MS = 60 * 60_000;

/**
 * Tries on one account or file, whatever address they come from. There is always a next try: somebody who goes on
 * guessing makes others wait, but shuts nobody out. Tries during a wait are refused and not counted.
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

  /** Seconds until the next try; 0 when it may be now. */
  wait(target: string): number {
    const known = this.#targets.get(target);
    if (!known || known.count < this.#free) return 0;
    const seconds = Math.min(this.#longest, 2 ** Math.min(known.count - this.#free, 30));
    return Math.max(0, Math.ceil(seconds - (this.#elapsed() - known.last) / 1000));
  }

  /** Counts a try, before it is known whether it is wrong: many at once must not pass together. */
  add(target: string): void {
    const count = (this.#targets.get(target)?.count ?? 0) + 1;
    this.#targets.set(target, { count, last: this.#elapsed() });
  }

  /** Takes a try back that was right; the wrong ones on the target stay. */
  takeBack(target: string): void {
    const known = this.#targets.get(target);
    if (known) known.count -= 1;
  }

  /** Forgets the tries on a target: one was right. */
  forget(target: string): void {
    this.#targets.delete(target);
  }
}
