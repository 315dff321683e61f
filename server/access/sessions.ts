/** Sessions of the admin (interface 5, decision 13): a one-time link becomes a cookie and a CSRF token. */
import type { SessionUser } from '../contract/access.js';
import { hashOf, newSecret, sameSecret } from './secrets.js';

export interface Session {
  /** The cookie's value: 64 hex digits. */
  readonly id: string;
  /** 64 hex digits; writes carry it in `X-CSRF-Token`. */
  readonly csrfToken: string;
  readonly user: Readonly<SessionUser>;
}

const MINUTE = 60_000;
const LINK_LIFE = 10 * MINUTE;
const IDLE_LIFE = 24 * 60 * MINUTE;
const MOST_SESSIONS = 64;
const MOST_LINKS = 64;

/** Whoever starts Plinth. */
export const OWNER = { id: 'owner', name: 'Owner', role: 'owner' } as const;

interface Kept {
  session: Session;
  lastSeen: number;
}

/**
 * Memory only: sessions end with the process. Everything is found by the hash of its secret, so that the time of a
 * look-up tells nothing of the secret itself. The one used longest ago goes when there are too many.
 */
export class Sessions {
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Kept>();
  readonly #elapsed: () => number;

  /** `elapsed`: milliseconds of a clock that never goes back. */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** A token for a link that signs the owner in once within ten minutes. */
  issueLink(): string {
    const token = newSecret();
    this.#links.set(hashOf(token), this.#elapsed());
    dropOldest(this.#links, MOST_LINKS);
    return token;
  }

  /** Turns a link's token into a session; undefined when it is unknown, used or too old. */
  redeem(token: string): Session | undefined {
    const key = hashOf(token);
    const issued = this.#links.get(key);
    if (issued === undefined) return undefined;
    this.#links.delete(key);
    if (this.#elapsed() - issued > LINK_LIFE) return undefined;
    const session: Session = { id: newSecret(), csrfToken: newSecret(), user: OWNER };
    this.#sessions.set(hashOf(session.id), { session, lastSeen: this.#elapsed() });
    dropOldest(this.#sessions, MOST_SESSIONS);
    return session;
  }

  /** The session of a cookie, which counts as a use; undefined when it is unknown or was idle for 24 hours. */
  find(cookie: string): Session | undefined {
    const key = hashOf(cookie);
    const kept = this.#sessions.get(key);
    if (!kept) return undefined;
    this.#sessions.delete(key);
    if (this.#elapsed() - kept.lastSeen > IDLE_LIFE) return undefined;
    kept.lastSeen = this.#elapsed();
    this.#sessions.set(key, kept);
    return kept.session;
  }

  /** Whether a session still stands; asking is no use of it. */
  lives(id: string): boolean {
    const kept = this.#sessions.get(hashOf(id));
    return kept !== undefined && this.#elapsed() - kept.lastSeen <= IDLE_LIFE;
  }

  /** Signs out. */
  end(id: string): void {
    this.#sessions.delete(hashOf(id));
  }
}

/** Maps keep the order of insertion, so the first entry is the one used longest ago. */
function dropOldest<T>(map: Map<string, T>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** Whether a request carries the session's own CSRF token. */
export function carriesToken(session: Session, header: unknown): boolean {
  return typeof header === 'string' && sameSecret(header, session.csrfToken);
}
