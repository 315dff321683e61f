/** Users with a password (spec/access.md#users), and the sessions of signed-in users. */
import { SESSION_USER, USER_ROLES } from './access.js';
import {
  all,
  bool,
  choice,
  filled,
  listOf,
  named,
  orNull,
  part,
  type Shape,
  some,
  type Typed,
  text,
  texts,
  time,
  yes,
} from './json-schema.js';

/** A user as lists and the command line show it. */
export const USER = named(
  'User',
  all(
    {
      /** UUID. */
      id: text,
      /** What a user signs in with; unlike all other names, ignoring case. Has no `@`. */
      name: text,
      /** Also usable to sign in; unlike all other addresses, ignoring case. */
      email: orNull(text),
      role: choice(...USER_ROLES),
      created: text,
      /** Of this machine. */
      lastSignIn: orNull(text),
    },
    {
      /** It was not made here, or has changed outside Plinth since: it cannot sign in until it is accepted. */
      pending: yes,
    },
  ),
);
export type UserSummary = Typed<typeof USER>;

/** A user as stored in `.system/users.json`: never the password itself. */
export interface UserRecord extends Omit<UserSummary, 'lastSignIn' | 'pending'> {
  /** `$scrypt$ln=15,r=8,p=3$salt$hash`, the last two in base64. */
  hash: string;
}

/** In the order they were made. */
export const USERS = named('Users', all({ users: listOf(USER) }));
export type UserList = Typed<typeof USERS>;

/** Bounds of what is typed, in characters. */
export const USER_LIMITS = {
  name: 100,
  email: 254,
  shortestPassword: 8,
  longestPassword: 200,
} as const;

/** What is sent of a user; a new one needs all but the email address. */
const newPassword = {
  ...text,
  minLength: USER_LIMITS.shortestPassword,
  maxLength: USER_LIMITS.longestPassword,
};
const USER_FIELDS = all(
  {
    name: { ...text, minLength: 1, maxLength: USER_LIMITS.name },
    role: choice(...USER_ROLES),
    password: newPassword,
  },
  {
    /** Empty for none. */
    email: {
      ...orNull(text),
      maxLength: USER_LIMITS.email,
      pattern: '^\\s*$|^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    },
  },
);
/** What is checked before the rules, whose violations are answered together. */
export const SENT_USER = some({ ...texts('name', 'role', 'password'), email: orNull(text) });
export type SentUser = Typed<typeof SENT_USER>;
export const NEW_USER = named('UserRequest', USER_FIELDS);
export type UserRequest = Typed<typeof NEW_USER>;
export const USER_CHANGE = named('UserChange', part(USER_FIELDS));

/** Users change their own. */
export const PASSWORD_CHANGE = named('PasswordChange', all({ password: text, newPassword }));
export type PasswordChange = Typed<typeof PASSWORD_CHANGE>;

/** Maximum length of names and passwords that are tried; valid ones are far shorter. */
export const tried: Shape<string> = { ...filled, maxLength: 1000 };
/** The name or the email address. */
export const SIGN_IN = named('SignIn', all({ name: tried, password: tried }));
export type SignInRequest = Typed<typeof SIGN_IN>;

/** A signed-in user, as others see it. */
const SESSION = all({
  /** Names the session; opens nothing. */
  id: text,
  user: SESSION_USER,
  started: time,
  lastSeen: time,
  /** Where it was last used from. */
  address: text,
  /** The browser's name when it signed in; empty when it sent none. */
  agent: text,
  /** Whether it is the session of the request. */
  current: bool,
});
export type SessionSummary = Typed<typeof SESSION>;

/** The one used last first. */
export const SESSIONS = named('Sessions', all({ sessions: listOf(SESSION) }));
export type SessionList = Typed<typeof SESSIONS>;
