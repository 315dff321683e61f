/** What a form changes. */
import * as wire from './json-schema.js';

const PLACE = wire.all(
  {
    /** `SCHEMAS` for a schema, that of `FOLDER_SETTINGS` for the settings of the folder. */
    collection: wire.text,
  },
  {
    /** Id of the object or schema, absent for a new one; `COLLECTION_SETTINGS` for the settings of the collection. */
    object: wire.text,
  },
);
export type FormPlace = wire.Typed<typeof PLACE>;

/** Forms of schemas and settings are named as their files are, which no collection or object can be. */
export const SCHEMAS = '.schemas';
export const COLLECTION_SETTINGS = '.meta';
export const FOLDER_SETTINGS = { collection: '.system', object: 'settings' } as const;

/** Unsaved changes without their values. */
const SUMMARY = wire.extended(
  PLACE,
  {
    /** Rises with each change. */
    version: { ...wire.count, minimum: 1 },
    /** When it was last changed. */
    at: wire.time,
  },
  {
    /** What the object is called in the form. */
    title: wire.text,
    /** Version of the object that was changed. */
    etag: wire.text,
  },
);

/** Unsaved changes. */
const CONTENT = wire.extended(SUMMARY, {
  /** New values of changed properties; null removes one. */
  edits: wire.open,
  /** What these properties were when they were changed, null where there was nothing; empty for a new object. */
  base: wire.open,
  /** Why a value cannot be saved as it is, by property or dotted path. */
  problems: wire.mapOf(wire.text),
});
export type UnsavedContent = wire.Typed<typeof CONTENT>;

/** Names of forms, and of their unsaved changes. */
export const FORM_ID = /^[a-z0-9][a-z0-9-]{7,63}$/;

/** Unsaved changes as a form sends them. */
export const SENT_UNSAVED = wire.named(
  'SentUnsaved',
  wire.extended(
    PLACE,
    { edits: { ...wire.open, minProperties: 1 }, version: { ...wire.count, minimum: 1 } },
    {
      ...{
        title: wire.text,
        base: wire.open,
        problems: wire.mapOf(wire.text),
        etag: wire.text,
        at: wire.text,
      },
      /** Id of a form whose changes are in this one now: its own are removed once these are kept. */
      replaces: { ...wire.text, pattern: FORM_ID.source },
    },
  ),
);
export type SentUnsaved = wire.Typed<typeof SENT_UNSAVED>;

export const UNSAVED_ANSWER = wire.named('UnsavedChanges', wire.extended(CONTENT, { id: wire.text }));
export type UnsavedAnswer = wire.Typed<typeof UNSAVED_ANSWER>;

const UNSAVED_SUMMARY = wire.extended(
  SUMMARY,
  {
    id: wire.text,
    /** Names of the changed properties. */
    properties: wire.listOf(wire.text),
    /** A form of the user has it open. */
    open: wire.bool,
  },
  {
    /** What it changes, or the collection of a new object, no longer exists. */
    missing: wire.yes,
  },
);
export type UnsavedSummary = wire.Typed<typeof UNSAVED_SUMMARY>;
export const UNSAVED = wire.named('UnsavedList', wire.all({ unsaved: wire.listOf(UNSAVED_SUMMARY) }));

/** Event of the stream, sent to the sessions of the user whose unsaved changes are others now. */
export const UNSAVED_CHANGED = 'unsaved.changed';

/** An object that someone has open in a form. */
const OPEN_OBJECT = wire.all(
  {
    collection: wire.text,
    id: wire.text,
    /** Name of the user. */
    name: wire.text,
    /** The caller has it open. */
    own: wire.bool,
  },
  {
    /** The form; only of the caller's own ones. */
    form: wire.text,
  },
);
export type OpenObject = wire.Typed<typeof OPEN_OBJECT>;

export const PRESENCE = wire.named('Presence', wire.all({ open: wire.listOf(OPEN_OBJECT) }));
export type PresenceList = wire.Typed<typeof PRESENCE>;

/** Event of the stream: a form was opened or closed on an object that the listener may read. */
export const PRESENCE_CHANGED = 'presence.changed';
