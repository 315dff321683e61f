/** Users with a password (spec/access.md#users), and the sessions of signed-in users. */
import { SESSION_USER, USER_ROLES } from './access.js';
import * as wire from './json-schema.js';

/** A user as lists and the command line show it. */
export const USER = wire.named(
  'User',
  wire.all(
    {
      /** UUID. */
      id: wire.text,
      /** What a user signs in with; unlike all other names, ignoring case. Has no `@`. */
      name: wire.text,
      /** Also usable to sign in; unlike all other addresses, ignoring case. */
      email: wire.orNull(wire.text),
      role: wire.choice(...USER_ROLES),
      created: wire.text,
      /** Of this machine. */
      lastSignIn: wire.orNull(wire.text),
    },
    {
      /** It was not made here, or has changed outside Plinth since: it cannot sign in until it is accepted. */
      pending: wire.yes,
    },
  ),
);
export type UserSummary = wire.Typed<typeof USER>;

/** A user as stored in `.system/users.json`: never the password itself. */
export interface UserRecord extends Omit<UserSummary, 'lastSignIn' | 'pending'> {
  /** `$scrypt$ln=15,r=8,p=3$salt$hash`, the last two in base64. */
  hash: string;
}

/** In the order they were made. */
export const USERS = wire.named('Users', wire.all({ users: wire.listOf(USER) }));
export type UserList = wire.Typed<typeof USERS>;

/** Bounds of what is typed, in characters. */
export const USER_LIMITS = {
  name: 100,
  email: 254,
  shortestPassword: 8,
  longestPassword: 200,
} as const;

/** What is sent of a user; a new one needs all but the email address. */
const newPassword = {
  ...wire.text,
  minLength: USER_LIMITS.shortestPassword,
  maxLength: USER_LIMITS.longestPassword,
};
const USER_FIELDS = wire.all(
  {
    name: { ...wire.text, minLength: 1, maxLength: USER_LIMITS.name },
    role: wire.choice(...USER_ROLES),
    password: newPassword,
  },
  {
    /** Empty for none. */
    email: {
      ...wire.orNull(wire.text),
      maxLength: USER_LIMITS.email,
      pattern: '^\\s*$|^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    },
  },
);
/** What is checked before the rules, whose violations are answered together. */
export const SENT_USER = wire.some({
  ...wire.texts('name', 'role', 'password'),
  email: wire.orNull(wire.text),
});
export type SentUser = wire.Typed<typeof SENT_USER>;
export const NEW_USER = wire.named('UserRequest', USER_FIELDS);
export type UserRequest = wire.Typed<typeof NEW_USER>;
export const USER_CHANGE = wire.named('UserChange', wire.part(USER_FIELDS));

/** Users change their own. */
export const PASSWORD_CHANGE = wire.named('PasswordChange', wire.all({ password: wire.text, newPassword }));
export type PasswordChange = wire.Typed<typeof PASSWORD_CHANGE>;

/** Maximum length of names and passwords that are tried; valid ones are far shorter. */
export const tried: wire.Shape<string> = { ...wire.filled, maxLength: 1000 };
/** The name or the email address. */
export const SIGN_IN = wire.named('SignIn', wire.all({ name: tried, password: tried }));
export type SignInRequest = wire.Typed<typeof SIGN_IN>;

/** A signed-in user, as others see it. */
const SESSION = wire.all({
  /** Names the session; opens nothing. */
  id: wire.text,
  user: SESSION_USER,
  started: wire.time,
  lastSeen: wire.time,
  /** Where it was last used from. */
  address: wire.text,
  /** The browser's name when it signed in; empty when it sent none. */
  agent: wire.text,
  /** Whether it is the session of the request. */
  current: wire.bool,
});
export type SessionSummary = wire.Typed<typeof SESSION>;

/** The one used last first. */
export const SESSIONS = wire.named('Sessions', wire.all({ sessions: wire.listOf(SESSION) }));
export type SessionList = wire.Typed<typeof SESSIONS>;
