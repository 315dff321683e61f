/**
 * Sessions of the admin (spec/access.md#sessions, decision 13): a one-time link or a password becomes a cookie and a
 * CSRF token. Each request compares the session with the record of its user: no list of ended sessions has to reach
 * other processes.
 */

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
  /** Called after sessions of users with a password began, ended or were used; resolves when they are saved. */
  onChange?: () => Promise<void>;
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
/** Uses are saved at most this often, in ms. */
const SAVE_USE_EVERY = 10 * MINUTE;

/** The address of a one-time link. */
export const adminAddress = (url: string, token: string): string =>
  `${url}/admin/?token=${encodeURIComponent(token)}`;

/** The user who starts Plinth. */
export const OWNER = { id: 'owner', name: 'Owner', role: 'owner' } as const;
const UNKNOWN_CLIENT: Client = { address: '', agent: '' };

/** A session as another process can continue it: without its secrets, and with the ages of its times, as clocks differ. */
export interface SavedSession extends Omit<Kept, 'started' | 'lastSeen'> {
  /** Hash of the cookie. */
  key: string;
  /** Ms since it was opened, and since its last use. */
  age: number;
  idle: number;
}

interface Kept {
  user: Readonly<SessionUser>;
  /** Identifies the session in lists. */
  handle: string;
  stamp: string;
  started: number;
  lastSeen: number;
  client: Client;
}

/**
 * Sessions end with the process, unless `saved` is handed to the next one. Everything is found by the hash of its secret,
 * so that lookup time does not leak the secret, and nothing that is saved signs in. The least recently used one is evicted
 * when there are too many.
 */
export class Sessions {
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Kept>();
  readonly #elapsed: () => number;
  readonly #now: () => Date;
  readonly #idleHours: () => number;
  readonly #consumeLink: (hash: string) => boolean;
  readonly #isCurrent: (user: Readonly<SessionUser>, stamp: string) => boolean;
  readonly #onChange: () => Promise<void>;
  #saved = 0;

  constructor(options: SessionsOptions = {}) {
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#now = options.now ?? (() => new Date());
    this.#isCurrent = options.isCurrent ?? (() => true);
    this.#consumeLink = options.consumeLink ?? (() => false);
    this.#onChange = options.onChange ?? (() => Promise.resolve());
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
    const id = newSecret();
    const started = this.#elapsed();
    const seen = { address: client.address, agent: client.agent.slice(0, MAX_AGENT_LENGTH) };
    const kept = { user, handle: randomUUID(), stamp, started, lastSeen: started, client: seen };
    this.#sessions.set(hashOf(id), kept);
    const own = [...this.#sessions].filter(([, { user: other }]) => other.id === user.id);
    for (const [key] of own.slice(0, -MAX_PER_USER)) this.#sessions.delete(key);
    dropOldest(this.#sessions, MAX_SESSIONS);
    // What is lost if this fails is a sign-in after the next start.
    this.#changed(kept).catch(() => {});
    return sessionOf(id, user);
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
    if (kept.lastSeen - this.#saved > SAVE_USE_EVERY) this.#changed(kept).catch(() => {});
    return sessionOf(cookie, kept.user);
  }

  /** Whether a session is still valid; does not count as a use. */
  isActive(id: string): boolean {
    return this.#active(hashOf(id)) !== undefined;
  }

  /** Signs out. Ended sessions do not come back with the next process: resolves when that is saved. Throws `storage`. */
  async end(id: string): Promise<void> {
    await this.#drop([hashOf(id)]);
  }

  /** Ends a session by its id in the list. False when there is none; `of`: the user it must belong to. As `end`. */
  async endNamed(handle: string, of?: string): Promise<boolean> {
    const found = this.#all().find(([, kept]) => kept.handle === handle && isOf(kept, of));
    if (found) await this.#drop([found[0]]);
    return found !== undefined;
  }

  /** Ends all sessions but one; `of`: only those of a user. Resolves with their number. As `end`. */
  async endOthers(id: string, of?: string): Promise<number> {
    const others = this.#all().filter(([key, kept]) => key !== hashOf(id) && isOf(kept, of));
    await this.#drop(others.map(([key]) => key));
    return others.length;
  }

  /** All sessions, or those of users with a password, for another process that continues them with `restore`. */
  saved({ owner }: { owner: boolean }): SavedSession[] {
    const now = this.#elapsed();
    this.#saved = now;
    return this.#all()
      .filter(([, kept]) => owner || hasPassword(kept))
      .map(([key, { started, lastSeen, ...rest }]) => ({
        ...rest,
        key,
        age: now - started,
        idle: now - lastSeen,
      }));
  }

  /** Restores the result of `saved`. */
  restore(saved: readonly SavedSession[]): void {
    const now = this.#elapsed();
    for (const { key, age, idle, ...rest } of saved) {
      this.#sessions.set(key, { ...rest, started: now - age, lastSeen: now - idle });
    }
  }

  /** All signed-in sessions, most recently seen first, as seen by the session `id`. `of`: only those of a user. */
  list(id: string, of?: string): SessionSummary[] {
    const now = this.#now().getTime() - this.#elapsed();
    const time = (elapsed: number) => new Date(now + elapsed).toISOString();
    return this.#all()
      .filter(([, kept]) => isOf(kept, of))
      .reverse()
      .map(([key, { handle, user, started, lastSeen, client }]) => ({
        id: handle,
        user,
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

  async #drop(keys: readonly string[]): Promise<void> {
    const dropped = keys.map((key) => this.#sessions.get(key)).filter((kept) => kept !== undefined);
    for (const key of keys) this.#sessions.delete(key);
    await this.#changed(...dropped);
  }

  async #changed(...sessions: readonly Kept[]): Promise<void> {
    if (sessions.some(hasPassword)) await this.#onChange();
  }

  #active(key: string): Kept | undefined {
    const kept = this.#sessions.get(key);
    if (!kept) return undefined;
    const now = this.#elapsed();
    const over = now - kept.lastSeen > this.#idleHours() * HOUR || now - kept.started > MAX_LIFETIME;
    if (!over && this.#isCurrent(kept.user, kept.stamp)) return kept;
    this.#sessions.delete(key);
    return undefined;
  }
}

/** The CSRF token follows from the cookie, so that neither has to be saved. */
const sessionOf = (id: string, user: Readonly<SessionUser>): Session => ({
  id,
  csrfToken: hashOf(`csrf ${id}`),
  user,
});

const hasPassword = ({ user }: Kept): boolean => user.id !== OWNER.id;

const isOf = ({ user }: Kept, id: string | undefined): boolean => id === undefined || user.id === id;

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
