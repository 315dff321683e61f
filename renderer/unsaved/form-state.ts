/** The form of one object and the events that change it. */
import type { MergeFields } from '#contract/merge/rules';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ErrorDetails } from '#contract/wire';
import type { JournalEntry } from './journal';

/** What happened to the object in the folder while it was being edited. */
export type Outside = { kind: 'changed'; object: JsonObject; etag: string } | { kind: 'deleted' };

/** Why a save did not go through although nothing was wrong with the values. */
export interface Failure {
  message: string;
  requestId?: string;
}

export interface FormState {
  /** Names the form knows; messages for anything else go to the summary. */
  properties: readonly string[];
  isNew: boolean;
  /** The version the edits are made against. */
  base: JsonObject;
  /** Version mark of `base`; absent for a new object. */
  etag: string | undefined;
  /** New values of changed properties; never equal to `base`. Null removes the property. */
  edits: JsonObject;
  /** The edits that the form of a new object was opened with, as the day of a calendar: alone, nothing to save. */
  preset: JsonObject;
  /** Edits that cannot be saved as they stand (half-typed JSON), with the reason, by property or dotted path. */
  problems: Record<string, string>;
  /** The edits on their way to the server. */
  sending: JsonObject | undefined;
  /** Milliseconds since 1970 of the last save in this sitting. */
  savedAt: number | undefined;
  /** Messages of the last refused save, by property or dotted path. */
  errors: ErrorDetails;
  /** What breaks rules in `base` as it is stored, by property or dotted path. It keeps nothing from being saved. */
  warnings: ErrorDetails;
  failure: Failure | undefined;
  outside: Outside | undefined;
  /** What others have changed and was merged into the form while it had edits: the states before. */
  merged: Record<string, PropertyState> | undefined;
  /** How properties are merged. */
  fields: MergeFields;
  /** A save was refused because of `outside`; the user has to choose. */
  mustChoose: boolean;
}

/** A property's value, null for none, and why it cannot be saved. */
export interface PropertyState {
  value: JsonValue;
  problems: Record<string, string>;
}

export type Choice = 'mine' | 'theirs' | 'both';

export type FormEdit =
  /** `path` says which part of the property's new value was edited, `venue.street`; absent: all of it. */
  | { type: 'edited'; property: string; value: JsonValue; problem?: string; path?: string }
  /** Undo and redo. */
  | { type: 'put'; states: Record<string, PropertyState> }
  | { type: 'reverted'; property: string }
  | { type: 'revertedAll' }
  | { type: 'saveStarted' }
  | { type: 'saved'; object: JsonObject; etag: string | undefined; at: number }
  /** The server has said what breaks rules in the stored object. */
  | { type: 'judged'; details: ErrorDetails }
  | { type: 'refused'; message: string; details: ErrorDetails }
  | { type: 'failed'; failure: Failure }
  | { type: 'stale'; object: JsonObject; etag: string }
  | { type: 'refreshed'; object: JsonObject; etag: string }
  /** The server has changed files of the property at the first key; `known`: on the version the form is made on. */
  | { type: 'filed'; keys: readonly string[]; object: JsonObject; etag: string | undefined; known: boolean }
  | { type: 'gone'; whileSaving: boolean }
  | { type: 'choiceAsked' }
  | { type: 'choicePutOff' }
  | { type: 'resolved'; choice: Choice; picks?: Record<string, Choice> }
  /** Takes back what was merged; `mergeSeen`: it stays. */
  | { type: 'unmerged' }
  | { type: 'mergeSeen' }
  | { type: 'madeNew' }
  | { type: 'restored'; entry: JournalEntry };
