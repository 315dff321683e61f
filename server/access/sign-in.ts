/** Signing in with a name and a password (decision 101): slowly, with limits, and without a word about who exists. */
import type { UserRecord } from '../contract/users.js';
import { failed, PlinthError } from '../errors.js';
import type { Passwords } from './passwords.js';
import { hashOf } from './secrets.js';
import type { Client, Session, Sessions } from './sessions.js';
import { nameKey } from './user-records.js';
import { stampOf, type Users } from './users.js';
import { WrongTries } from './wrong-tries.js';

/** Wrong tries in a quarter of an hour: for one name from one address, and for all names from one address. */
const TRIES_FOR_NAME = 10;
const TRIES_FROM_ADDRESS = 100;

export interface SignInOptions {
  users: Users;
  sessions: Sessions;
  passwords: Passwords;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  elapsed?: () => number;
}

/** `wait`: seconds. */
function tooManyTries(wait: number): PlinthError {
  const minutes = Math.max(1, Math.ceil(wait / 60));
  const later = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return new PlinthError('tooMany', `Too many wrong passwords; try again ${later}`, { retryAfter: wait });
}

export class SignIn {
  readonly #options: SignInOptions;
  readonly #forName: WrongTries;
  readonly #fromAddress: WrongTries;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#forName = new WrongTries(TRIES_FOR_NAME, options.elapsed);
    this.#fromAddress = new WrongTries(TRIES_FROM_ADDRESS, options.elapsed);
  }

  /**
   * Opens a session for a name (or an e-mail address) and a password. Throws `unauthenticated`, `tooMany`,
   * `busy`, and `forbidden` below the Pro edition.
   */
  async withPassword(name: string, password: string, client: Client): Promise<Session> {
    const { users, sessions, log } = this.#options;
    users.requirePro();
    if (!users.work()) {
      throw new PlinthError(
        'unauthenticated',
        'Users that came with this folder do not work before it is trusted on this machine; run "plinth trust"',
      );
    }
    const user = users.named(name);
    await this.#try(name, user, password, client.address);
    // Removed or changed while the password was compared: what it opened then opens nothing now.
    const now = user && users.working(user.id);
    if (!user || now?.hash !== user.hash) throw wrong();
    await users
      .signedIn(user.id)
      .catch((error: unknown) => log('warn', 'The last sign-in of a user was not written', error));
    return sessions.open({ id: now.id, name: now.name, role: now.role }, stampOf(now), client);
  }

  /**
   * Changes the password of whoever knows it. All sessions of the user end; the answer is a new one. Throws as
   * `withPassword`, `validation`, and `forbidden` for the owner, who has none.
   */
  async changePassword(
    { user }: Session,
    { password, newPassword }: { password: string; newPassword: string },
    client: Client,
  ): Promise<Session> {
    const { users, sessions } = this.#options;
    const record = users.working(user.id);
    if (!record) throw new PlinthError('forbidden', 'Whoever signed in with a link has no password');
    await this.#try(record.name, record, password, client.address).catch((error: unknown) => {
      // Whoever asks is signed in; it is a field of the form that is wrong.
      const typed = error instanceof PlinthError && error.kind === 'unauthenticated';
      throw typed ? failed({ password: ['is not your password'] }) : error;
    });
    await users.setPassword(record.id, newPassword);
    const changed = users.working(record.id);
    if (!changed) throw wrong();
    return sessions.open(user, stampOf(changed), client);
  }

  /** One try. It counts before it is known to be wrong, so that many at once are no way round the limit. */
  async #try(name: string, user: UserRecord | undefined, password: string, address: string): Promise<void> {
    // A hash, so that no long names are kept. A name and its address are counted apart: that they belong together is
    // for nobody to find out.
    const account = hashOf(JSON.stringify([address, nameKey(name)]));
    for (const [tries, client] of [
      [this.#forName, account],
      [this.#fromAddress, address],
    ] as const) {
      if (tries.tooMany(client)) throw tooManyTries(tries.wait(client));
    }
    this.#forName.add(account);
    this.#fromAddress.add(address);
    if (!(await this.#options.passwords.matches(password, user?.hash))) throw wrong();
    this.#forName.forget(account);
    this.#fromAddress.takeBack(address);
  }
}

const wrong = () => new PlinthError('unauthenticated', 'Wrong name or password');
