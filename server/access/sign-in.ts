/** Signing in with a name and a password: slow, rate-limited, and without revealing which users exist. */
import { message } from '../contract/messages/message.js';
import type { UserRecord } from '../contract/users.js';
import { failed, PlinthError } from '../errors.js';
import { countedAs } from './client-addresses.js';
import { FailedAttempts, GrowingWait } from './failed-attempts.js';
import { nameKey } from './name-key.js';
import type { Passwords } from './passwords.js';
import { hashOf } from './secrets.js';
import type { Client, Session, Sessions } from './sessions.js';
import { stampOf, type Users } from './users.js';

/** Failed attempts in 15 minutes: on one account from one network, and on all accounts from one network. */
const TRIES_ON_ACCOUNT = 10;
const TRIES_FROM_NETWORK = 100;

/** Attempts on one account from all networks, and then the longest wait between two of them, in seconds. */
const ACCOUNT_WAIT = { free: 10, longest: 300 } as const;

/** Networks remembered of a user: those it signed in from last. */
const MAX_NETWORKS = 8;

export interface SignInOptions {
  users: Users;
  sessions: Sessions;
  passwords: Passwords;
  elapsed?: () => number;
}

/** `wait`: seconds. */
function tooManyTries(wait: number): PlinthError {
  const minutes = Math.ceil(wait / 60);
  const later = wait < 60 ? `in ${wait} s` : minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return new PlinthError('tooMany', message('passwordAttemptsUntil', { when: later }), { retryAfter: wait });
}

export class SignIn {
  readonly #options: SignInOptions;
  readonly #onAccount: FailedAttempts;
  readonly #fromNetwork: FailedAttempts;
  /**
   * Waits of existing accounts, kept apart from those of unknown names: attempts on many unknown names must not evict
   * them.
   */
  readonly #ofUsers: GrowingWait;
  readonly #ofOthers: GrowingWait;
  /** Networks users signed in from, by their ids. */
  readonly #networks = new Map<string, readonly string[]>();

  constructor(options: SignInOptions) {
    this.#options = options;
    const { elapsed } = options;
    this.#onAccount = new FailedAttempts(TRIES_ON_ACCOUNT, elapsed);
    this.#fromNetwork = new FailedAttempts(TRIES_FROM_NETWORK, elapsed);
    const wait = { ...ACCOUNT_WAIT, ...(elapsed && { elapsed }) };
    this.#ofUsers = new GrowingWait(wait);
    this.#ofOthers = new GrowingWait(wait);
  }

  /**
   * Opens a session for a name (or an e-mail address) and a password. Throws `unauthenticated`, `tooMany`,
   * `busy`, and `forbidden` below the Pro edition.
   */
  async withPassword(name: string, password: string, client: Client): Promise<Session> {
    const { users, sessions } = this.#options;
    users.requirePro();
    const user = users.named(name);
    await this.#try({ name, user, password, address: client.address });
    // Removed or changed while the password was compared: the session would be invalid.
    const now = user && users.working(user.id);
    if (user && now === undefined && users.named(name)?.hash === user.hash) {
      throw new PlinthError('unauthenticated', message('userUntrusted'));
    }
    if (!user || now?.hash !== user.hash) throw wrong();
    users.signedIn(now);
    return sessions.open({ id: now.id, name: now.name, role: now.role }, stampOf(now), client);
  }

  /**
   * Changes the password of a user who knows the current one. All sessions of the user end; the result is a new one.
   * Throws as `withPassword`, `validation`, and `forbidden` for the owner, who has no password.
   */
  async changePassword(
    { user }: Session,
    { password, newPassword }: { password: string; newPassword: string },
    client: Client,
  ): Promise<Session> {
    const { users, sessions } = this.#options;
    const record = users.working(user.id);
    if (!record) throw new PlinthError('forbidden', message('sessionWithoutPassword'));
    const { address } = client;
    await this.#try({ name: record.name, user: record, password, address, signedIn: true }).catch(
      (error: unknown) => {
        // The caller is signed in, so the error is a field of the form.
        const typed = error instanceof PlinthError && error.kind === 'unauthenticated';
        throw typed ? failed({ password: [message('notCurrentPassword')] }) : error;
      },
    );
    await users.setPassword(record.id, newPassword);
    const changed = users.working(record.id);
    if (!changed) throw wrong();
    return sessions.open(user, stampOf(changed), client);
  }

  /** One attempt. Counted before its result is known, so that parallel attempts cannot bypass the limits. */
  async #try({ name, user, password, address, signedIn = false }: Try): Promise<void> {
    const network = countedAs(address);
    // Name and email address of a user count as one account; of unknown names a hash is kept, which bounds their length.
    const account = user?.id ?? hashOf(nameKey(name));
    const here = `${account} ${network}`;
    const accounts = user ? this.#ofUsers : this.#ofOthers;
    const known = signedIn || (this.#networks.get(account) ?? []).includes(network);
    const wait = Math.max(
      this.#onAccount.wait(here),
      this.#fromNetwork.wait(network),
      // On networks the user signed in from before, attempts from other networks do not count.
      known ? 0 : accounts.wait(account),
    );
    if (wait > 0) throw tooManyTries(wait);
    this.#onAccount.add(here);
    this.#fromNetwork.add(network);
    if (!known) accounts.add(account);
    if (!(await this.#options.passwords.matches(password, user?.hash))) throw wrong();
    this.#onAccount.forget(here);
    this.#fromNetwork.undo(network);
    accounts.forget(account);
    if (user) this.#remember(user.id, network);
  }

  /** Notes where a user signs in from. */
  #remember(user: string, network: string): void {
    const others = (this.#networks.get(user) ?? []).filter((one) => one !== network);
    this.#networks.set(user, [network, ...others].slice(0, MAX_NETWORKS));
  }
}

interface Try {
  name: string;
  user: UserRecord | undefined;
  password: string;
  address: string;
  /** The request comes from a session of this user. */
  signedIn?: boolean;
}

const wrong = () => new PlinthError('unauthenticated', message('signInFailed'));
