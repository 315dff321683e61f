/** Keys, sessions and callers (spec/access.md). */
import * as wire from './json-schema.js';

/** Methods a key can be scoped to. HEAD and OPTIONS count as GET. */
export const KEY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type KeyMethod = (typeof KEY_METHODS)[number];

/** A key as lists and the command line show it. */
const KEY = wire.all(
  {
    /** UUID. */
    id: wire.text,
    name: wire.text,
    /** The key's first characters, to recognize it by. */
    prefix: wire.text,
    /** The key's last four characters. */
    last4: wire.text,
    created: wire.text,
    scopes: wire.all(
      { methods: wire.listOf(wire.choice(...KEY_METHODS)), paths: wire.listOf(wire.text) },
      { /** What it writes are suggestions. */ suggests: wire.yes },
    ),
    lastUsed: wire.orNull(wire.text),
  },
  {
    /** It was not made here, or has changed outside Plinth since: it opens nothing until it is accepted. */
    pending: wire.yes,
  },
);
export type KeySummary = wire.Typed<typeof KEY>;

/** An API key as stored in `.system/apikeys.json`: never the key itself. */
export interface KeyRecord extends Omit<KeySummary, 'lastUsed' | 'pending'> {
  /** `sha256:` and 64 hex digits. */
  hash: string;
}

/** In the order they were made. */
export const API_KEYS = wire.named('ApiKeys', wire.all({ apikeys: wire.listOf(KEY) }));
export type KeyList = wire.Typed<typeof API_KEYS>;

/** The one answer that carries the key in clear. */
export const API_KEY_ANSWER = wire.named(
  'ApiKeyAnswer',
  wire.all({
    success: wire.bool,
    message: wire.text,
    apiKey: wire.all(
      {
        id: wire.text,
        name: wire.text,
        key: wire.text,
        methods: wire.listOf(wire.choice(...KEY_METHODS)),
        paths: wire.listOf(wire.text),
        created: wire.time,
      },
      { suggests: wire.yes },
    ),
  }),
);
export type KeyAnswer = wire.Typed<typeof API_KEY_ANSWER>;
export type CreatedKey = KeyAnswer['apiKey'];

/** A key of a command of this machine, for as long as its request lasts (spec/access.md#temporary-keys). */
export const TEMPORARY_KEY = wire.named(
  'TemporaryKey',
  wire.all(
    {
      token: wire.filled,
      key: { ...wire.text, pattern: '^plinth_[0-9a-f]{64}$' },
      methods: { ...wire.listOf(wire.choice(...KEY_METHODS)), minItems: 1 },
      /** Where the server is to answer as well, or at a free port if it is taken; 0 for any. */
      port: { ...wire.count, maximum: 65_535 },
    },
    {
      /** Ids of change sets that it reads through where a request names none. */
      perspective: wire.filled,
    },
  ),
);
export type TemporaryKeyRequest = wire.Typed<typeof TEMPORARY_KEY>;

/** Prefix of the name of the session cookie; the port follows, since cookies ignore ports (decision 13). */
export const SESSION_COOKIE = 'plinth_session_';
export const CSRF_HEADER = 'x-csrf-token';
/** Id of the folder a page was opened on; a write that names another one is rejected with 409. */
export const FOLDER_HEADER = 'x-plinth-folder';

/**
 * What users with a password may be: an admin may do what the owner may, an editor works on objects and files, a viewer
 * reads and suggests.
 */
export const USER_ROLES = ['admin', 'editor', 'viewer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Who is signed in; the owner is the user who started Plinth. */
export const SESSION_USER = wire.all({
  id: wire.text,
  name: wire.text,
  role: wire.choice('owner', ...USER_ROLES),
});
export type SessionUser = wire.Typed<typeof SESSION_USER>;
export type Role = SessionUser['role'];

/** `GET /admin/session`. User, token and event are null when signed out. */
export const SESSION = wire.named(
  'Session',
  wire.all({
    user: wire.orNull(SESSION_USER),
    csrfToken: wire.orNull(wire.text),
    /** Whether any user can sign in with a password. */
    passwordSignIn: wire.bool,
    /** Identifies the served folder; its name is included when signed in. */
    folder: wire.all({ id: wire.text, name: wire.orNull(wire.text) }),
    /** Id of the latest change: an event stream that resumes behind it has all that later answers do not. */
    event: wire.orNull(wire.text),
  }),
);
export type SessionAnswer = wire.Typed<typeof SESSION>;

/** `GET {api}/status`, for the admin's frame. */
export const STATUS = wire.named(
  'Status',
  wire.all(
    {
      version: wire.text,
      /** Last segment of the data folder's path; the whole path is not exposed over HTTP. */
      folderName: wire.text,
      /** What the folder is called: the setting, else the folder's name. */
      title: wire.text,
      url: wire.text,
      edition: wire.choice('pro', 'standard'),
      trusted: wire.bool,
      /** Name of the time zone schedules run by: the folder's setting, else the machine's. */
      timezone: wire.text,
      /** The language of the content; empty for no certain one. */
      language: wire.text,
      /** Why the history is incomplete; null when all is well. */
      history: wire.all({ problem: wire.orNull(wire.text) }),
    },
    {
      /** How programs of this machine start `plinth`, for its owner: the program and its first arguments. */
      command: wire.listOf(wire.text),
      /**
       * How many objects of the collections that are being read were read, and of how many; `collections`: how many of
       * all have been read. Absent while none is being read.
       */
      reading: wire.all({
        ...wire.counts('read', 'of'),
        collections: wire.all(wire.counts('read', 'of')),
      }),
      /** Why the folder is read-only, a sentence without a full stop; absent where it can be written. */
      readOnly: wire.text,
      /** Why the last regular backup failed; absent when it did not. */
      backupProblem: wire.text,
    },
  ),
);
export type SiteStatus = wire.Typed<typeof STATUS>;

/**
 * Whether a record applies here: `approved` is as it was created or approved on this machine, `changed` was approved
 * with other content, `new` was never approved.
 */
export const APPROVALS = ['approved', 'changed', 'new'] as const;
export type Approval = (typeof APPROVALS)[number];
