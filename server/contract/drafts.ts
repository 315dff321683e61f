/** Drafts of unsaved changes, and who has which object open (spec/drafts.md). */
import type { JsonObject } from './values.js';

/** What a form changes. */
export interface FormPlace {
  /** `SCHEMAS` for a schema, that of `FOLDER_SETTINGS` for the settings of the folder. */
  collection: string;
  /** Id of the object or schema, absent for a new one; `COLLECTION_SETTINGS` for the settings of the collection. */
  object?: string;
}

/** Forms of schemas and settings are named as their files are, which no collection or object can be. */
export const SCHEMAS = '.schemas';
export const COLLECTION_SETTINGS = '.meta';
export const FOLDER_SETTINGS = { collection: '.system', object: 'settings' } as const;

/** Unsaved changes as a form sends them. */
export interface DraftContent extends FormPlace {
  /** What the object is called in the form. */
  title?: string;
  /** New values of changed properties; null removes one. */
  edits: JsonObject;
  /** What these properties were when they were changed, null where there was nothing; empty for a new object. */
  base: JsonObject;
  /** Why a value cannot be saved as it is, by property or dotted path. */
  problems: Record<string, string>;
  /** Version of the object that was changed. */
  etag?: string;
  /** Rises with each change of the draft. */
  version: number;
  /** When it was last changed, ISO 8601 UTC. */
  at: string;
}

/** Body of `PUT {api}/drafts/{id}`. */
export interface SentDraft extends DraftContent {
  /** Id of a draft whose changes are in this one now: it is removed once this one is kept. */
  replaces?: string;
}

/** A draft without its values. */
export interface DraftSummary extends Omit<DraftContent, 'edits' | 'base' | 'problems'> {
  id: string;
  /** Names of the changed properties. */
  properties: string[];
  /** A form of the user has it open. */
  open: boolean;
  /** What it changes, or the collection of a new object, no longer exists. */
  missing?: true;
}

/** A draft with its values. */
export interface DraftAnswer extends DraftContent {
  id: string;
}

/** Names of drafts and of forms. */
export const DRAFT_ID = /^[a-z0-9][a-z0-9-]{7,63}$/;

/** Event of the stream, sent to the sessions of the user whose drafts have changed. */
export const DRAFTS_CHANGED = 'drafts.changed';

/** An object that someone has open in a form. */
export interface OpenObject {
  collection: string;
  id: string;
  /** Name of the user. */
  name: string;
  /** The caller has it open. */
  own: boolean;
  /** The form; only of the caller's own ones. */
  form?: string;
}

/** `GET {api}/presence`. */
export interface PresenceList {
  open: OpenObject[];
}

/** Event of the stream: a form was opened or closed on an object that the listener may read. */
export const PRESENCE_CHANGED = 'presence.changed';
