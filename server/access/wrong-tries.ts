/** Wrong passwords, counted by who sent them: after some, nobody looks at the next one for a while. */

const MOST = 25;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Clients remembered at a time. */
const CLIENTS = 10_000;

export class WrongTries {
  readonly #elapsed: () => number;
  readonly #clients = new Map<string, { count: number; since: number }>();

  /** `elapsed`: a clock that only goes forward, in milliseconds. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Whether a client has tried too often. */
  tooMany(client: string): boolean {
    return (this.#of(client)?.count ?? 0) >= MOST;
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

  #of(client: string) {
    const known = this.#clients.get(client);
    if (known && this.#elapsed() - known.since < FORGOTTEN_AFTER_MS) return known;
    this.#clients.delete(client);
    return undefined;
  }
}
