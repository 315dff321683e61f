/** Who can use an open folder: its keys and users, their sessions and how they sign in. */

import { SESSION_IDLE } from '../settings/access.js';
import type { StoredSettings } from '../settings/read.js';
import { fromSettings, settingValue } from '../settings/read.js';
import { consumeSignInLink } from '../store/host/sign-in-links.js';
import type { Store } from '../store/store.js';
import { CommonPasswords } from './common-passwords.js';
import { Keys, type KeysFile } from './keys.js';
import { type LastUse, type LastUseOptions, openLastUse } from './last-use.js';
import { type PasswordCost, Passwords } from './passwords.js';
import { RequestChanges } from './request-changes.js';
import { openSavedSessions, type SavedSessions } from './saved-sessions.js';
import { LINK_LIFETIME, Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';
import { TemporaryKeys, TOKEN_LIFETIME } from './temporary-keys.js';
import type { Trust } from './trust.js';
import { Users, type UsersFile } from './users.js';

export interface Accounts {
  readonly keys: Keys;
  readonly temporaryKeys: TemporaryKeys;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly savedSessions: SavedSessions;
  readonly signIn: SignIn;
  /** The transactions of requests. */
  readonly requestChanges: RequestChanges;
  /** When keys and users were last used on this machine. */
  readonly lastUse: LastUse;
}

export interface AccountCosts {
  /** Cost of hashes of passwords; default: `PASSWORD_COST`. */
  passwordCost?: PasswordCost | undefined;
}

interface AccountOptions extends LastUseOptions, AccountCosts {
  settings: { read(): StoredSettings };
  trust: Trust;
  edition: () => 'pro' | 'standard';
  /** The folder for what is kept on this machine. */
  state: string;
}

/** `stored`: how many keys and users the folder came with. */
export async function openAccounts(
  store: Store,
  { settings, trust, edition, state, passwordCost, now, log }: AccountOptions,
): Promise<{ accounts: Accounts; stored: number }> {
  const keyRecord = await store.record<KeysFile>('apikeys', { apikeys: [] });
  const userRecord = await store.record<UsersFile>('users', { users: [] });
  const lastUse = await openLastUse(store, { now, log });
  const keys = new Keys({ record: keyRecord, trust, lastUse, edition, now });
  const passwords = new Passwords(passwordCost);
  const rules = { common: new CommonPasswords(), folder: store.folderName };
  const users = new Users({ record: userRecord, passwords, trust, lastUse, rules, edition, now });
  let saved: SavedSessions | undefined;
  const sessions = new Sessions({
    now,
    onChange: async () => saved?.save(),
    isCurrent: (user, stamp) => users.isCurrent(user, stamp),
    consumeLink: (hash) => consumeSignInLink(state, store.root, hash, LINK_LIFETIME),
    idleHours: fromSettings(settings, (stored) => settingValue(stored, SESSION_IDLE)),
  });
  const temporaryKeys = new TemporaryKeys({
    keys,
    consume: (hash) => consumeSignInLink(state, store.root, hash, TOKEN_LIFETIME),
  });
  const savedSessions = await openSavedSessions(store, sessions, { now, log });
  saved = savedSessions;
  const signIn = new SignIn({ users, sessions, passwords });
  const stored = keyRecord.read().apikeys.length + userRecord.read().users.length;
  const requestChanges = new RequestChanges(now);
  return {
    accounts: { keys, temporaryKeys, users, sessions, savedSessions, signIn, requestChanges, lastUse },
    stored,
  };
}
