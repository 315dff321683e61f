/** Keys, sessions and callers (spec/access.md). */
import {
  all,
  bool,
  choice,
  count,
  filled,
  listOf,
  named,
  orNull,
  type Typed,
  text,
  time,
  yes,
} from './json-schema.js';

/** Methods a key can be scoped to. HEAD and OPTIONS count as GET. */
export const KEY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type KeyMethod = (typeof KEY_METHODS)[number];

/** A key as lists and the command line show it. */
const KEY = all(
  {
    /** UUID. */
    id: text,
    name: text,
    /** The key's first characters, to recognize it by. */
    prefix: text,
    /** The key's last four characters. */
    last4: text,
    created: text,
    scopes: all({ methods: listOf(choice(...KEY_METHODS)), paths: listOf(text) }),
    lastUsed: orNull(text),
  },
  {
    /** It was not made here, or has changed outside Plinth since: it opens nothing until it is accepted. */
    pending: yes,
  },
);
export type KeySummary = Typed<typeof KEY>;

/** An API key as stored in `.system/apikeys.json`: never the key itself. */
export interface KeyRecord extends Omit<KeySummary, 'lastUsed' | 'pending'> {
  /** `sha256:` and 64 hex digits. */
  hash: string;
}

/** In the order they were made. */
export const API_KEYS = named('ApiKeys', all({ apikeys: listOf(KEY) }));
export type KeyList = Typed<typeof API_KEYS>;

/** The one answer that carries the key in clear. */
export const API_KEY_ANSWER = named(
  'ApiKeyAnswer',
  all({
    success: bool,
    message: text,
    apiKey: all({
      id: text,
      name: text,
      key: text,
      methods: listOf(choice(...KEY_METHODS)),
      paths: listOf(text),
      created: time,
    }),
  }),
);
export type KeyAnswer = Typed<typeof API_KEY_ANSWER>;
export type CreatedKey = KeyAnswer['apiKey'];

/** A key of a command of this machine, for as long as its request lasts (spec/access.md#temporary-keys). */
export const TEMPORARY_KEY = named(
  'TemporaryKey',
  all({
    token: filled,
    key: { ...text, pattern: '^plinth_[0-9a-f]{64}$' },
    methods: { ...listOf(choice(...KEY_METHODS)), minItems: 1 },
    /** Where the server is to answer as well, or at a free port if it is taken; 0 for any. */
    port: { ...count, maximum: 65_535 },
  }),
);
export type TemporaryKeyRequest = Typed<typeof TEMPORARY_KEY>;

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

/** Who is signed in; the owner is the user who started Plinth. */
export const SESSION_USER = all({ id: text, name: text, role: choice('owner', ...USER_ROLES) });
export type SessionUser = Typed<typeof SESSION_USER>;
export type Role = SessionUser['role'];

/** `GET /admin/session`. User, token and event are null when signed out. */
export const SESSION = named(
  'Session',
  all({
    user: orNull(SESSION_USER),
    csrfToken: orNull(text),
    /** Whether any user can sign in with a password. */
    passwordSignIn: bool,
    /** Identifies the served folder; its name is included when signed in. */
    folder: all({ id: text, name: orNull(text) }),
    /** Id of the latest change: an event stream that resumes behind it has all that later answers do not. */
    event: orNull(text),
  }),
);
export type SessionAnswer = Typed<typeof SESSION>;

/** `GET {api}/status`, for the admin's frame. */
export const STATUS = named(
  'Status',
  all(
    {
      version: text,
      /** Last segment of the data folder's path; the whole path is not exposed over HTTP. */
      folderName: text,
      /** What the folder is called: the setting, else the folder's name. */
      title: text,
      url: text,
      edition: choice('pro', 'standard'),
      trusted: bool,
      /** Name of the time zone schedules run by: the folder's setting, else the machine's. */
      timezone: text,
      /** The language of the content; empty for no certain one. */
      language: text,
      /** Why the history is incomplete; null when all is well. */
      history: all({ problem: orNull(text) }),
    },
    {
      /** How programs of this machine start `plinth`, for its owner: the program and its first arguments. */
      command: listOf(text),
      /** How many objects of collections that are being read were read, and of how many; absent while none is. */
      reading: all({ read: count, of: count }),
      /** Why the folder is read-only, a sentence without a full stop; absent where it can be written. */
      readOnly: text,
      /** Why the last regular backup failed; absent when it did not. */
      backupProblem: text,
    },
  ),
);
export type SiteStatus = Typed<typeof STATUS>;

/**
 * Whether a record applies here: `approved` is as it was created or approved on this machine, `changed` was approved
 * with other content, `new` was never approved.
 */
export type Approval = 'approved' | 'changed' | 'new';
