/** What a form changes. */
import {
  all,
  bool,
  count,
  extended,
  listOf,
  mapOf,
  named,
  open,
  type Typed,
  text,
  time,
  yes,
} from './json-schema.js';

const PLACE = all(
  {
    /** `SCHEMAS` for a schema, that of `FOLDER_SETTINGS` for the settings of the folder. */
    collection: text,
  },
  {
    /** Id of the object or schema, absent for a new one; `COLLECTION_SETTINGS` for the settings of the collection. */
    object: text,
  },
);
export type FormPlace = Typed<typeof PLACE>;

/** Forms of schemas and settings are named as their files are, which no collection or object can be. */
export const SCHEMAS = '.schemas';
export const COLLECTION_SETTINGS = '.meta';
export const FOLDER_SETTINGS = { collection: '.system', object: 'settings' } as const;

/** A draft without its values. */
const DRAFT = extended(
  PLACE,
  {
    /** Rises with each change of the draft. */
    version: { ...count, minimum: 1 },
    /** When it was last changed. */
    at: time,
  },
  {
    /** What the object is called in the form. */
    title: text,
    /** Version of the object that was changed. */
    etag: text,
  },
);

/** Unsaved changes. */
const CONTENT = extended(DRAFT, {
  /** New values of changed properties; null removes one. */
  edits: open,
  /** What these properties were when they were changed, null where there was nothing; empty for a new object. */
  base: open,
  /** Why a value cannot be saved as it is, by property or dotted path. */
  problems: mapOf(text),
});
export type DraftContent = Typed<typeof CONTENT>;

/** Names of drafts and of forms. */
export const DRAFT_ID = /^[a-z0-9][a-z0-9-]{7,63}$/;

/** Unsaved changes as a form sends them. */
export const SENT_DRAFT = named(
  'SentDraft',
  extended(
    PLACE,
    { edits: { ...open, minProperties: 1 }, version: { ...count, minimum: 1 } },
    {
      ...{ title: text, base: open, problems: mapOf(text), etag: text, at: text },
      /** Id of a draft whose changes are in this one now: it is removed once this one is kept. */
      replaces: { ...text, pattern: DRAFT_ID.source },
    },
  ),
);
export type SentDraft = Typed<typeof SENT_DRAFT>;

export const DRAFT_ANSWER = named('Draft', extended(CONTENT, { id: text }));
export type DraftAnswer = Typed<typeof DRAFT_ANSWER>;

const DRAFT_SUMMARY = extended(
  DRAFT,
  {
    id: text,
    /** Names of the changed properties. */
    properties: listOf(text),
    /** A form of the user has it open. */
    open: bool,
  },
  {
    /** What it changes, or the collection of a new object, no longer exists. */
    missing: yes,
  },
);
export type DraftSummary = Typed<typeof DRAFT_SUMMARY>;
export const DRAFTS = named('Drafts', all({ drafts: listOf(DRAFT_SUMMARY) }));

/** Event of the stream, sent to the sessions of the user whose drafts have changed. */
export const DRAFTS_CHANGED = 'drafts.changed';

/** An object that someone has open in a form. */
const OPEN_OBJECT = all(
  {
    collection: text,
    id: text,
    /** Name of the user. */
    name: text,
    /** The caller has it open. */
    own: bool,
  },
  {
    /** The form; only of the caller's own ones. */
    form: text,
  },
);
export type OpenObject = Typed<typeof OPEN_OBJECT>;

export const PRESENCE = named('Presence', all({ open: listOf(OPEN_OBJECT) }));
export type PresenceList = Typed<typeof PRESENCE>;

/** Event of the stream: a form was opened or closed on an object that the listener may read. */
export const PRESENCE_CHANGED = 'presence.changed';
