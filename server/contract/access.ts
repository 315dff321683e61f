/** Keys, sessions and callers (spec/access.md). */

/** Methods a key can be scoped to. HEAD and OPTIONS count as GET. */
export const KEY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type KeyMethod = (typeof KEY_METHODS)[number];

/** An API key as stored in `.system/apikeys.json`: never the key itself. */
export interface KeyRecord {
  /** UUID. */
  id: string;
  name: string;
  /** The key's first characters, to recognize it by. */
  prefix: string;
  /** The key's last four characters. */
  last4: string;
  /** `sha256:` and 64 hex digits. */
  hash: string;
  /** ISO 8601 UTC. */
  created: string;
  scopes: { methods: KeyMethod[]; paths: string[] };
}

/** A key as lists and the command line show it. */
export interface KeySummary extends Omit<KeyRecord, 'hash'> {
  lastUsed: string | null;
  /** It was not made here, or has changed outside Plinth since: it opens nothing until it is accepted. */
  pending?: true;
}

/** The one answer that carries the key in clear. */
export interface CreatedKey {
  id: string;
  name: string;
  key: string;
  methods: KeyMethod[];
  paths: string[];
  created: string;
}

/** `GET {api}/apikeys`, in the order they were made. */
export interface KeyList {
  apikeys: KeySummary[];
}

/** 201 of `POST {api}/apikeys`. */
export interface KeyAnswer {
  success: true;
  message: string;
  apiKey: CreatedKey;
}

/** Prefix of the name of the session cookie; the port follows, since cookies ignore ports (decision 13). */
export const SESSION_COOKIE = 'plinth_session_';
export const CSRF_HEADER = 'x-csrf-token';
/** Id of the folder a page was opened on; a write that names another one is rejected with 409. */
export const FOLDER_HEADER = 'x-plinth-folder';

/**
 * What users with a password may be: an admin may do what the owner may, an editor works on objects and files, a viewer
 * reads.
 */
export const USER_ROLES = ['admin', 'editor', 'viewer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The owner is the user who started Plinth. */
export type Role = 'owner' | UserRole;

/** Who is signed in. */
export interface SessionUser {
  id: string;
  name: string;
  role: Role;
}

/** `GET /admin/session`. User, token and event are null when signed out. */
export interface SessionAnswer {
  user: SessionUser | null;
  csrfToken: string | null;
  /** Whether any user can sign in with a password. */
  passwordSignIn: boolean;
  /** Identifies the served folder; its name is included when signed in. */
  folder: { id: string; name: string | null };
  /** Id of the latest change: an event stream that resumes behind it has all that later answers do not. */
  event: string | null;
}

/** `GET {api}/status`, for the admin's frame. */
export interface SiteStatus {
  version: string;
  /** Last segment of the data folder's path; the whole path is not exposed over HTTP. */
  folderName: string;
  /** What the folder is called: the setting, else the folder's name. */
  title: string;
  url: string;
  edition: 'pro' | 'standard';
  trusted: boolean;
  /** How programs of this machine start `plinth`, for its owner: the program and its first arguments. */
  command?: string[];
  /** Name of the time zone schedules run by: the folder's setting, else the machine's. */
  timezone: string;
  /** The language of the content; empty for no certain one. */
  language: string;
  /** How many objects of collections that are being read were read, and of how many; absent while none is. */
  reading?: { read: number; of: number };
  /** Why the folder is read-only, a sentence without a full stop; absent where it can be written. */
  readOnly?: string;
  /** Why the last regular backup failed; absent when it did not. */
  backupProblem?: string;
  /** Why the history is incomplete; null when all is well. */
  history: { problem: string | null };
}

/**
 * Whether a record applies here: `approved` is as it was created or approved on this machine, `changed` was approved
 * with other content, `new` was never approved.
 */
export type Approval = 'approved' | 'changed' | 'new';
