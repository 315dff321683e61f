/** Users with a password (spec/access.md#users): creating, changing, removing and finding. Only hashes are stored. */
import { randomUUID } from 'node:crypto';
import type { Approval, SessionUser } from '../contract/access.js';
import { type Details, message } from '../contract/messages/message.js';
import type { UserApproval } from '../contract/trust.js';
import type { SentUser, UserRecord, UserSummary } from '../contract/users.js';
import { conflict, missing, PlinthError } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import type { LastUse } from './last-use.js';
import { nameKey } from './name-key.js';
import type { Passwords } from './passwords.js';
import { hashOf } from './secrets.js';
import { digestOf, type Trust } from './trust.js';
import {
  checkUserRequest,
  isUserRecord,
  newPasswordProblem,
  type PasswordRules,
  userSummary,
} from './user-records.js';

/** `.system/users.json`. Entries come from files, so each is checked before it is relied on. */
export interface UsersFile {
  users: unknown[];
}

export interface UsersOptions {
  record: JsonRecord<UsersFile>;
  passwords: Passwords;
  trust: Pick<Trust, 'approvalOf' | 'approve' | 'approveAlso' | 'revoke'>;
  lastUse: Pick<LastUse, 'of' | 'touch' | 'forget'>;
  /** What new passwords are compared with. */
  rules: PasswordRules;
  edition: () => 'pro' | 'standard';
  now: () => Date;
}

const MAX_USERS = 1000;

/** The name of a user in the trust records. */
const recordOf = ({ id }: UserRecord): string => `user:${id}`;

/** The approved parts of a user: name, password and role. */
const digestOfUser = ({ name, email, role, hash }: UserRecord): string =>
  digestOf({ name, email: email ?? null, role, hash });

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
    return [...this.#records().byId.values()].map((record) => this.#summary(record));
  }

  /** One user by id. Throws `missing`, `forbidden`. */
  get(id: string): UserSummary {
    this.requirePro();
    return this.#summary(this.#known(id));
  }

  /**
   * Creates a user, who can sign in immediately; other users of the folder are not changed. Throws `forbidden` below
   * the Pro edition, `conflict`, `validation` with every problem at once.
   */
  async create(input: SentUser): Promise<UserSummary> {
    this.requirePro();
    const {
      name = '',
      email = null,
      role = 'viewer',
      password = '',
    } = checkUserRequest(input, true, this.#options.rules);
    this.#requireFree({ name, email });
    const hash = await this.#options.passwords.hash(password);
    const created = this.#options.now().toISOString();
    const record: UserRecord = { id: randomUUID(), name, email, role, hash, created };
    await this.#options.record.update(async (value) => {
      const users = entries(value);
      if (users.length >= MAX_USERS) throw conflict(message('userLimit', { limit: MAX_USERS }));
      requireFree(users.filter(isUserRecord), record);
      value.users = [...users, record];
      // Approved before it is written: a user that was created here must never need approval.
      await this.#options.trust.approve({ [recordOf(record)]: digestOfUser(record) });
    });
    return this.#summary(record);
  }

  /**
   * Changes the fields that are sent. A new role or password ends the user's sessions. Throws as `create`, `missing`,
   * and `conflict` for a user that needs approval.
   */
  async change(id: string, input: SentUser): Promise<UserSummary> {
    this.requirePro();
    const known = this.#known(id);
    const { password, ...changes } = checkUserRequest(
      { ...forCheck(known, input), ...input },
      false,
      this.#options.rules,
    );
    this.#requireFree({ ...known, ...changes }, id);
    const hash = password === undefined ? {} : { hash: await this.#options.passwords.hash(password) };
    return this.#update(id, (record) => ({ ...record, ...changes, ...hash }));
  }

  /** Sets the password of a user and ends its sessions. Throws `missing`, `validation`. */
  async setPassword(id: string, password: string): Promise<UserSummary> {
    const problem = newPasswordProblem(password, this.get(id), this.#options.rules);
    if (problem !== undefined) {
      throw new PlinthError('validation', message('validationFailed'), {
        details: { newPassword: [problem] },
      });
    }
    const hash = await this.#options.passwords.hash(password);
    return this.#update(id, (record) => ({ ...record, hash }));
  }

  /** Removes a user, effective immediately in every process. Throws `missing`. */
  async remove(id: string): Promise<void> {
    const name = recordOf(this.#known(id));
    // Revoked first: a user that a sync tool restores must not work again.
    await this.#options.trust.revoke([name]);
    await this.#options.record.update((value) => {
      value.users = entries(value).filter((entry) => !(isUserRecord(entry) && entry.id === id));
    });
    await this.#options.lastUse.forget(name);
  }

  /** Records a sign-in of a user. */
  signedIn(record: UserRecord): void {
    this.#options.lastUse.touch(recordOf(record));
  }

  /** All users of the folder with their trust state. */
  approvals(): UserApproval[] {
    return [...this.#records().byId.values()].map((record) => ({
      record: recordOf(record),
      digest: digestOfUser(record),
      approval: this.#approvalOf(record),
      id: record.id,
      name: record.name,
      role: record.role,
    }));
  }

  /** A user by name or e-mail address; undefined when there is none. */
  named(name: string): UserRecord | undefined {
    return this.#records().byName.get(nameKey(name));
  }

  /** A user who can sign in here; undefined for one that is not approved on this machine. */
  working(id: string): UserRecord | undefined {
    const record = this.#options.edition() === 'pro' ? this.#records().byId.get(id) : undefined;
    return record && this.#approvalOf(record) === 'approved' ? record : undefined;
  }

  /** The current record of a user; undefined when there is none, or none that is approved. */
  account(id: string): SessionUser | undefined {
    const record = this.working(id);
    return record && { id, name: record.name, role: record.role };
  }

  /** Whether a session opened with `stamp` is still valid. The owner's does not depend on a record. */
  isCurrent({ id, role }: Readonly<SessionUser>, stamp: string): boolean {
    if (role === 'owner') return true;
    const record = this.working(id);
    return record !== undefined && stampOf(record) === stamp;
  }

  /** Whether any user can sign in with a password. */
  any(): boolean {
    return [...this.#records().byId.keys()].some((id) => this.working(id) !== undefined);
  }

  /** Throws `forbidden` below the Pro edition. */
  requirePro(): void {
    if (this.#options.edition() === 'pro') return;
    throw new PlinthError('forbidden', message('usersNeedPro'));
  }

  #approvalOf(record: UserRecord): Approval {
    return this.#options.trust.approvalOf(recordOf(record), digestOfUser(record));
  }

  #summary(record: UserRecord): UserSummary {
    return userSummary(record, {
      lastSignIn: this.#options.lastUse.of(recordOf(record)),
      ...(this.#approvalOf(record) !== 'approved' && { pending: true }),
    });
  }

  #known(id: string): UserRecord {
    const record = this.#records().byId.get(id);
    if (!record) throw missing(message('userMissing'));
    return record;
  }

  #requireFree(wanted: { name: string; email: string | null }, except?: string): void {
    requireFree([...this.#records().byId.values()], wanted, except);
  }

  async #update(id: string, change: (record: UserRecord) => UserRecord): Promise<UserSummary> {
    const { record: file, trust } = this.#options;
    let changed: UserRecord | undefined;
    await file.update(async (value) => {
      const users = entries(value);
      const at = users.findIndex((entry) => isUserRecord(entry) && entry.id === id);
      const record = users[at];
      if (!isUserRecord(record)) throw missing(message('userMissing'));
      // Changes of others to the record would be approved with this one.
      if (this.#approvalOf(record) !== 'approved') {
        throw conflict(message('userUnapproved'));
      }
      changed = change(record);
      requireFree(users.filter(isUserRecord), changed, id);
      value.users = users.with(at, changed);
      // Both are approved until it is written: a crash in between must not lock the user out.
      await trust.approveAlso({ [recordOf(changed)]: digestOfUser(changed) });
    });
    if (!changed) throw missing(message('userMissing'));
    await trust.approve({ [recordOf(changed)]: digestOfUser(changed) });
    return this.#summary(changed);
  }

  /** The records. Rebuilt when the file has changed, because its value is replaced and never mutated. */
  #records() {
    const value = this.#options.record.read();
    if (this.#index.value !== value) this.#index = indexed(value);
    return this.#index;
  }
}

/** The stamp of a user's sessions: it changes with the password and the role. */
export const stampOf = ({ hash, role }: UserRecord): string => hashOf(JSON.stringify([hash, role]));

/** A password is compared with the name it is saved with. */
const forCheck = ({ name, email }: UserRecord, input: SentUser): SentUser =>
  input.password === undefined ? {} : { name, email: typeof email === 'string' ? email : null };

/** Throws `validation` for a name or email address of another user. */
function requireFree(
  records: readonly UserRecord[],
  { name, email }: { name: string; email: string | null },
  except?: string,
): void {
  const others = records.filter((record) => record.id !== except);
  const details: Details = {};
  if (others.some((other) => nameKey(other.name) === nameKey(name))) details.name = [message('taken')];
  if (email && others.some((other) => other.email && nameKey(other.email) === nameKey(email))) {
    details.email = [message('taken')];
  }
  if (Object.keys(details).length > 0)
    throw new PlinthError('taken', message('validationFailed'), { details });
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
