/** Sessions of the admin (spec/access.md#sessions, decision 13): a one-time link or a password becomes a cookie and a CSRF token. */

import { randomUUID } from 'node:crypto';
import type { SessionUser } from '../contract/access.js';
import type { SessionSummary } from '../contract/users.js';
import { SESSION_IDLE } from '../settings/access.js';
import { hashOf, newSecret, sameSecret } from './secrets.js';

export interface Session {
  /** The cookie's value: 64 hex digits. */
  readonly id: string;
  /** 64 hex digits; writes carry it in `X-CSRF-Token`. */
  readonly csrfToken: string;
  readonly user: Readonly<SessionUser>;
}

/** Where a session is used from, for the list of sessions. */
export interface Client {
  address: string;
  agent: string;
}

export interface SessionsOptions {
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
  now?: () => Date;
  /** Whether a user's session is still valid; `stamp` is what it was opened with. */
  isCurrent?: (user: Readonly<SessionUser>, stamp: string) => boolean;
  /** Hours a session may be idle; read every time. */
  idleHours?: () => number;
  /** Redeems a link that another process of this user created, by the hash of its token; true once. */
  consumeLink?: (hash: string) => boolean;
}

const MINUTE = 60_000;
/** How long a one-time link holds, in ms. */
export const LINK_LIFETIME = 10 * MINUTE;
const HOUR = 60 * MINUTE;
/** Sessions expire then even when in use (ASVS 7.3.2). */
const MAX_LIFETIME = 30 * 24 * HOUR;
const MAX_SESSIONS = 1024;
/** Per user, so that users cannot evict the sessions of others. */
const MAX_PER_USER = 64;
const MAX_LINKS = 64;
const MAX_AGENT_LENGTH = 300;

/** The address of a one-time link. */
export const adminAddress = (url: string, token: string): string =>
  `${url}/admin/?token=${encodeURIComponent(token)}`;

/** The user who starts Plinth. */
export const OWNER = { id: 'owner', name: 'Owner', role: 'owner' } as const;
const UNKNOWN_CLIENT: Client = { address: '', agent: '' };

/** A session as another process can continue it: with the ages of its times, since clocks differ. */
export interface SavedSession extends Omit<Kept, 'started' | 'lastSeen'> {
  /** Ms since it was opened, and since its last use. */
  age: number;
  idle: number;
}

interface Kept {
  session: Session;
  /** Identifies the session in lists. */
  handle: string;
  stamp: string;
  started: number;
  lastSeen: number;
  client: Client;
}

/**
 * In memory only: sessions end with the process. Everything is found by the hash of its secret, so that lookup time
 * does not leak the secret. The least recently used one is evicted when there are too many.
 */
export class Sessions {
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Kept>();
  readonly #elapsed: () => number;
  readonly #now: () => Date;
  readonly #idleHours: () => number;
  readonly #consumeLink: (hash: string) => boolean;
  readonly #isCurrent: (user: Readonly<SessionUser>, stamp: string) => boolean;

  constructor(options: SessionsOptions = {}) {
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#now = options.now ?? (() => new Date());
    this.#isCurrent = options.isCurrent ?? (() => true);
    this.#consumeLink = options.consumeLink ?? (() => false);
    this.#idleHours = options.idleHours ?? (() => SESSION_IDLE.default);
  }

  /** A token for a link that signs the owner in once within ten minutes. */
  issueLink(): string {
    const token = newSecret();
    this.#links.set(hashOf(token), this.#elapsed());
    dropOldest(this.#links, MAX_LINKS);
    return token;
  }

  /** Turns a link's token into a session; undefined when it is unknown, used or too old. */
  redeem(token: string, client: Client = UNKNOWN_CLIENT): Session | undefined {
    const key = hashOf(token);
    const issued = this.#links.get(key);
    this.#links.delete(key);
    const holds = issued === undefined ? this.#consumeLink(key) : this.#elapsed() - issued <= LINK_LIFETIME;
    return holds ? this.open(OWNER, '', client) : undefined;
  }

  /** A new session of an authenticated user. `stamp` is compared to detect later changes of the user. */
  open(user: Readonly<SessionUser>, stamp: string, client: Client = UNKNOWN_CLIENT): Session {
    const session: Session = { id: newSecret(), csrfToken: newSecret(), user };
    const started = this.#elapsed();
    const seen = { address: client.address, agent: client.agent.slice(0, MAX_AGENT_LENGTH) };
    const kept = { session, handle: randomUUID(), stamp, started, lastSeen: started, client: seen };
    this.#sessions.set(hashOf(session.id), kept);
    const own = [...this.#sessions].filter(([, { session: other }]) => other.user.id === user.id);
    for (const [key] of own.slice(0, -MAX_PER_USER)) this.#sessions.delete(key);
    dropOldest(this.#sessions, MAX_SESSIONS);
    return session;
  }

  /** The session of a cookie, which counts as a use; undefined when it is unknown, ended, expired or idle too long. */
  find(cookie: string, address?: string): Session | undefined {
    const key = hashOf(cookie);
    const kept = this.#active(key);
    if (!kept) return undefined;
    kept.lastSeen = this.#elapsed();
    if (address !== undefined) kept.client.address = address;
    this.#sessions.delete(key);
    this.#sessions.set(key, kept);
    return kept.session;
  }

  /** Whether a session is still valid; does not count as a use. */
  isActive(id: string): boolean {
    return this.#active(hashOf(id)) !== undefined;
  }

  /** Signs out. */
  end(id: string): void {
    this.#sessions.delete(hashOf(id));
  }

  /** Ends a session by its id in the list. False when there is none; `of`: the user it must belong to. */
  endNamed(handle: string, of?: string): boolean {
    const found = this.#all().find(([, kept]) => kept.handle === handle && isOf(kept, of));
    return found !== undefined && this.#sessions.delete(found[0]);
  }

  /** Ends all sessions but one; `of`: only those of a user. Returns their number. */
  endOthers(id: string, of?: string): number {
    const others = this.#all().filter(([key, kept]) => key !== hashOf(id) && isOf(kept, of));
    for (const [key] of others) this.#sessions.delete(key);
    return others.length;
  }

  /**
   * All sessions, with their secrets, for another process that continues them with `restore`. Only `npm run dev` calls
   * these two: no command of the product does, and no request or variable leads here.
   */
  saved(): SavedSession[] {
    const now = this.#elapsed();
    return this.#all().map(([, { started, lastSeen, ...rest }]) => ({
      ...rest,
      age: now - started,
      idle: now - lastSeen,
    }));
  }

  /** Restores the result of `saved`. */
  restore(saved: readonly SavedSession[]): void {
    const now = this.#elapsed();
    for (const { age, idle, ...rest } of saved) {
      this.#sessions.set(hashOf(rest.session.id), { ...rest, started: now - age, lastSeen: now - idle });
    }
  }

  /** All signed-in sessions, most recently seen first, as seen by the session `id`. `of`: only those of a user. */
  list(id: string, of?: string): SessionSummary[] {
    const now = this.#now().getTime() - this.#elapsed();
    const time = (elapsed: number) => new Date(now + elapsed).toISOString();
    return this.#all()
      .filter(([, kept]) => isOf(kept, of))
      .reverse()
      .map(([key, { handle, session, started, lastSeen, client }]) => ({
        id: handle,
        user: session.user,
        started: time(started),
        lastSeen: time(lastSeen),
        address: client.address,
        agent: client.agent,
        current: key === hashOf(id),
      }));
  }

  /** All valid ones, least recently used first. */
  #all(): [key: string, kept: Kept][] {
    return [...this.#sessions].filter(([key]) => this.#active(key) !== undefined);
  }

  #active(key: string): Kept | undefined {
    const kept = this.#sessions.get(key);
    if (!kept) return undefined;
    const now = this.#elapsed();
    const over = now - kept.lastSeen > this.#idleHours() * HOUR || now - kept.started > MAX_LIFETIME;
    if (!over && this.#isCurrent(kept.session.user, kept.stamp)) return kept;
    this.#sessions.delete(key);
    return undefined;
  }
}

const isOf = ({ session }: Kept, user: string | undefined): boolean =>
  user === undefined || session.user.id === user;

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
