/** Users with a password (spec/access.md#users), and the sessions of signed-in users. */
import type { SessionUser, UserRole } from './access.js';

/** A user as stored in `.system/users.json`: never the password itself. */
export interface UserRecord {
  /** UUID. */
  id: string;
  /** What a user signs in with; unlike all other names, ignoring case. Has no `@`. */
  name: string;
  /** Also usable to sign in; unlike all other addresses, ignoring case. */
  email: string | null;
  role: UserRole;
  /** `$scrypt$ln=15,r=8,p=3$salt$hash`, the last two in base64. */
  hash: string;
  /** ISO 8601 UTC. */
  created: string;
}

/** A user as lists and the command line show it. */
export interface UserSummary extends Omit<UserRecord, 'hash'> {
  /** Of this machine. */
  lastSignIn: string | null;
  /** It was not made here, or has changed outside Plinth since: it cannot sign in until it is accepted. */
  pending?: true;
}

/** `GET {api}/users`, in the order they were made. */
export interface UserList {
  users: UserSummary[];
}

/** Body of `POST {api}/users`; `PATCH {api}/users/{id}` takes any part of it. */
export interface UserRequest {
  name: string;
  email?: string | null;
  role: UserRole;
  password: string;
}

/** Body of `POST /admin/session`. */
export interface SignInRequest {
  /** Name or e-mail address. */
  name: string;
  password: string;
}

/** Body of `POST /admin/session/password`: users change their own. */
export interface PasswordChange {
  password: string;
  newPassword: string;
}

/** Bounds of what is typed, in characters. */
export const USER_LIMITS = {
  name: 100,
  email: 254,
  shortestPassword: 8,
  longestPassword: 200,
} as const;

/** A signed-in user, as others see it. */
export interface SessionSummary {
  /** Names the session; opens nothing. */
  id: string;
  user: SessionUser;
  /** ISO 8601 UTC. */
  started: string;
  lastSeen: string;
  /** Where it was last used from. */
  address: string;
  /** The browser's name when it signed in; empty when it sent none. */
  agent: string;
  /** Whether it is the session of the request. */
  current: boolean;
}

/** `GET /admin/sessions`, the one used last first. */
export interface SessionList {
  sessions: SessionSummary[];
}
