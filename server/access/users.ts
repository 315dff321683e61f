/** Users with a password (ruling "Signing in"): made, changed, removed and found. Only hashes are stored. */
import { randomUUID } from 'node:crypto';
import type { SessionUser } from '../contract/access.js';
import type { UserRecord, UserSummary } from '../contract/users.js';
import type { JsonObject } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { conflict, missing, PlinthError } from '../errors.js';
import type { JsonRecord } from '../store/store.js';
import type { Passwords } from './passwords.js';
import { hashOf } from './secrets.js';
import type { Trust } from './trust.js';
import { checkUserRequest, isUserRecord, nameKey, newPasswordProblem, userSummary } from './user-records.js';

/** `.system/users.json`. Entries come from files, so each is checked before it is relied on. */
export interface UsersFile {
  users: unknown[];
}

export interface UsersOptions {
  record: JsonRecord<UsersFile>;
  passwords: Passwords;
  trust: Pick<Trust, 'trusted' | 'trust'>;
  edition: () => 'pro' | 'standard';
  now: () => Date;
}

const MOST_USERS = 1000;

export class Users {
  readonly #options: UsersOptions;
  #index: {
    value: UsersFile;
    byId: ReadonlyMap<string, UserRecord>;
    byName: ReadonlyMap<string, UserRecord>;
  };

  constructor(options: UsersOptions) {
    this.#options = options;
    this.#index = indexed(options.record.read());
  }

  /** All users. Throws `forbidden` below the Pro edition. */
  list(): UserSummary[] {
    this.requirePro();
    return [...this.#records().byId.values()].map(userSummary);
  }

  /** One user by id. Throws `missing`, `forbidden`. */
  get(id: string): UserSummary {
    this.requirePro();
    return userSummary(this.#known(id));
  }

  /**
   * Makes a user. A folder from elsewhere is trusted first, or the users that came with it would begin to work unseen.
   * Throws `forbidden` below the Pro edition, `conflict`, `validation` with every problem at once.
   */
  async create(asked: JsonObject): Promise<UserSummary> {
    this.requirePro();
    const { name = '', email = null, role = 'viewer', password = '' } = checkUserRequest(asked, true);
    this.#requireTrust();
    this.#requireFree({ name, email });
    const hash = await this.#options.passwords.hash(password);
    const created = this.#options.now().toISOString();
    const record: UserRecord = { id: randomUUID(), name, email, role, hash, created, lastSignIn: null };
    await this.#options.record.update((value) => {
      const users = entries(value);
      if (users.length >= MOST_USERS) throw conflict(`A folder has at most ${MOST_USERS} users`);
      requireFree(users.filter(isUserRecord), record);
      value.users = [...users, record];
    });
    return userSummary(record);
  }

  /** Changes what is sent. Another role or password ends the user's sessions. Throws as `create`, `missing`. */
  async change(id: string, asked: JsonObject): Promise<UserSummary> {
    this.requirePro();
    const known = this.#known(id);
    const { password, ...changes } = checkUserRequest({ ...forCheck(known, asked), ...asked }, false);
    this.#requireFree({ ...known, ...changes }, id);
    const hash = password === undefined ? {} : { hash: await this.#options.passwords.hash(password) };
    return this.#update(id, (record) => ({ ...record, ...changes, ...hash }));
  }

  /** Gives a user another password, which ends its sessions. Throws `missing`, `validation`. */
  async setPassword(id: string, password: string): Promise<UserSummary> {
    const problem = newPasswordProblem(password, this.get(id));
    if (problem !== undefined) {
      throw new PlinthError('validation', 'Validation failed', { details: { newPassword: [problem] } });
    }
    const hash = await this.#options.passwords.hash(password);
    return this.#update(id, (record) => ({ ...record, hash }));
  }

  /** Removes a user, effective at once in every process. Throws `missing`. */
  async remove(id: string): Promise<void> {
    this.#known(id);
    await this.#options.record.update((value) => {
      value.users = entries(value).filter((entry) => !(isUserRecord(entry) && entry.id === id));
    });
  }

  /** Writes down that a user has signed in. */
  async signedIn(id: string): Promise<void> {
    const lastSignIn = this.#options.now().toISOString();
    await this.#update(id, (record) => ({ ...record, lastSignIn }));
  }

  /** A user by name or e-mail address; undefined when there is none. */
  named(name: string): UserRecord | undefined {
    return this.#records().byName.get(nameKey(name));
  }

  /** The user a session was opened for, as long as its users work here; undefined otherwise. */
  working(id: string): UserRecord | undefined {
    return this.work() ? this.#records().byId.get(id) : undefined;
  }

  /** Who a user is by now; undefined when there is none, or none that works here. */
  account(id: string): SessionUser | undefined {
    const record = this.working(id);
    return record && { id, name: record.name, role: record.role };
  }

  /** Whether a session still stands that was opened with `stamp`. The owner's does not hang on any record. */
  stands({ id, role }: Readonly<SessionUser>, stamp: string): boolean {
    if (role === 'owner') return true;
    const record = this.working(id);
    return record !== undefined && stampOf(record) === stamp;
  }

  /** Whether users of this folder can sign in on this machine. */
  work(): boolean {
    return this.#options.edition() === 'pro' && this.#options.trust.trusted();
  }

  /** Whether there is anybody who can sign in with a password. */
  any(): boolean {
    return this.work() && this.#records().byId.size > 0;
  }

  /** Throws `forbidden` below the Pro edition. */
  requirePro(): void {
    if (this.#options.edition() === 'pro') return;
    throw new PlinthError('forbidden', 'Users need the Pro edition; this folder is set to "standard"');
  }

  #requireTrust(): void {
    if (this.#options.trust.trusted()) return;
    throw conflict(
      'This folder came from elsewhere and is not trusted on this machine; run "plinth trust" before making users in it',
    );
  }

  #known(id: string): UserRecord {
    const record = this.#records().byId.get(id);
    if (!record) throw missing('There is no such user');
    return record;
  }

  #requireFree(wanted: { name: string; email: string | null }, except?: string): void {
    requireFree([...this.#records().byId.values()], wanted, except);
  }

  async #update(id: string, change: (record: UserRecord) => UserRecord): Promise<UserSummary> {
    let changed: UserRecord | undefined;
    await this.#options.record.update((value) => {
      const users = entries(value);
      const at = users.findIndex((entry) => isUserRecord(entry) && entry.id === id);
      const record = users[at];
      if (!isUserRecord(record)) throw missing('There is no such user');
      changed = change(record);
      requireFree(users.filter(isUserRecord), changed, id);
      value.users = users.with(at, changed);
    });
    if (!changed) throw missing('There is no such user');
    return userSummary(changed);
  }

  /** The records, indexed anew when the file has changed: its value is replaced then, never altered. */
  #records() {
    const value = this.#options.record.read();
    if (this.#index.value !== value) this.#index = indexed(value);
    return this.#index;
  }
}

/** What a session of a user stands with: another password or role is another stamp. */
export const stampOf = ({ hash, role }: UserRecord): string => hashOf(JSON.stringify([hash, role]));

/** A password is compared with the name it will stand beside. */
const forCheck = ({ name, email }: UserRecord, asked: JsonObject): JsonObject =>
  asked.password === undefined ? {} : { name, email: typeof email === 'string' ? email : null };

/** Throws `validation` for a name or an address somebody else has. */
function requireFree(
  records: readonly UserRecord[],
  { name, email }: { name: string; email: string | null },
  except?: string,
): void {
  const others = records.filter((record) => record.id !== except);
  const details: ErrorDetails = {};
  if (others.some((other) => nameKey(other.name) === nameKey(name))) details.name = ['is taken'];
  if (email && others.some((other) => other.email && nameKey(other.email) === nameKey(email))) {
    details.email = ['is taken'];
  }
  if (Object.keys(details).length > 0) throw new PlinthError('taken', 'Validation failed', { details });
}

function entries(value: UsersFile): unknown[] {
  return Array.isArray(value.users) ? value.users : [];
}

/** Of two users with one id, name or address in a file, the first one counts. */
function indexed(value: UsersFile) {
  const byId = new Map<string, UserRecord>();
  const byName = new Map<string, UserRecord>();
  for (const record of entries(value).filter(isUserRecord)) {
    const names = [record.name, record.email ?? ''].filter((name) => name !== '').map(nameKey);
    if (byId.has(record.id) || names.some((name) => byName.has(name))) continue;
    byId.set(record.id, record);
    for (const name of names) byName.set(name, record);
  }
  return { value, byId, byName };
}
