/** Wrong passwords, counted by who sent them: after some, nobody looks at the next one for a while. */

const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Clients remembered at a time. */
const CLIENTS = 10_000;

export class WrongTries {
  readonly #most: number;
  readonly #elapsed: () => number;
  readonly #clients = new Map<string, { count: number; since: number }>();

  /** `most`: tries within a quarter of an hour. `elapsed`: a clock that only goes forward, in milliseconds. */
  constructor(most = 25, elapsed: () => number = () => performance.now()) {
    this.#most = most;
    this.#elapsed = elapsed;
  }

  /** Whether a client has tried too often. */
  tooMany(client: string): boolean {
    return (this.#of(client)?.count ?? 0) >= this.#most;
  }

  /** Seconds until a client is listened to again. */
  wait(client: string): number {
    const known = this.#of(client);
    if (!known) return 0;
    return Math.ceil((FORGOTTEN_AFTER_MS - (this.#elapsed() - known.since)) / 1000);
  }

  /** Counts a wrong try. */
  add(client: string): void {
    const known = this.#of(client);
    if (known) known.count += 1;
    else this.#clients.set(client, { count: 1, since: this.#elapsed() });
    if (this.#clients.size <= CLIENTS) return;
    const [oldest] = this.#clients.keys();
    if (oldest !== undefined) this.#clients.delete(oldest);
  }

  /** Takes a try back that was counted before it was known to be right. */
  takeBack(client: string): void {
    const known = this.#of(client);
    if (known) known.count -= 1;
  }

  /** Forgets the tries of a client. */
  forget(client: string): void {
    this.#clients.delete(client);
  }

  #of(client: string) {
    const known = this.#clients.get(client);
    if (known && this.#elapsed() - known.since < FORGOTTEN_AFTER_MS) return known;
    this.#clients.delete(client);
    return undefined;
  }
}
