/** Versions of an object (spec/history.md#versions): which there are, what they hold, how they differ. */

import { Yielder } from '../../async/yielder.js';
import type { ChangeKind } from '../../contract/change-sets.js';
import type { Actor, Transaction } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { missing, PlinthError } from '../../errors.js';
import { withoutPasswords } from '../../properties/fitting.js';
import { addressOf, shownValue } from '../../schemas/present.js';
import { type HistoryEntry, type HistoryKind, lastUntil, placeOf } from '../../store/types/history.js';
import type { Base, Clock, Content } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { namesOf, valuesOf } from './changed-values.js';
import type { Period } from './file-states.js';
import {
  changedBetween,
  changeEntries,
  changeOfRevision,
  documentWithChange,
  setOf,
} from './set-versions.js';
import { documentAt, type StoredVersions, storedVersions } from './stored-versions.js';
import { filesOfVersion, periodOf, type VersionFile } from './version-files.js';

/** One version, as answers show it. */
export interface Version {
  /** Names the content; null where the object was gone. */
  revision: string | null;
  /** ISO 8601 UTC. */
  at: string;
  kind: HistoryKind;
  actor?: Actor;
  transaction?: Transaction;
  /** Properties in which it differs from the version before; undefined where that is not known. */
  changed?: string[];
  /** In a perspective, of versions that are not live: the change set. */
  set?: string;
  /** What the set did to the object then; with `changed`. */
  change?: ChangeKind;
}

/** `shownActor`: what the caller may know of an actor. */
export const versionOf = (entry: HistoryEntry, shownActor: (actor: Actor) => Actor): Version => {
  const { revision, at, kind, change } = entry;
  const set = setOf(entry);
  return {
    revision,
    at: new Date(at).toISOString(),
    kind,
    ...(change && {
      actor: shownActor(change.actor),
      transaction: shownTransaction(change.transaction, shownActor),
    }),
    ...(set !== undefined && { set }),
  };
};

/** A transaction as a caller may know it: of the authors of suggestions as much as of its actor. */
export function shownTransaction(
  { suggestions, ...transaction }: Transaction,
  shownActor: (actor: Actor) => Actor,
): Transaction {
  if (!suggestions) return transaction;
  const shown = suggestions.map(({ title, author, acceptedBy }) => ({
    title,
    ...(author && { author: shownActor(author) }),
    ...(acceptedBy && { acceptedBy: shownActor(acceptedBy) }),
  }));
  return { ...transaction, suggestions: shown };
}

export interface VersionPage {
  versions: Version[];
  /** How many there are. */
  total: number;
}

export interface VersionsAsked {
  offset: number;
  limit: number;
  /** Also which properties each version changed; reads the contents. */
  withChanged?: boolean;
  shownActor(actor: Actor): Actor;
}

/** The versions of an object, the newest first, also of one that was deleted. Throws `missing` without any. */
export async function listVersions(
  base: Content,
  collection: string,
  id: string,
  { offset, limit, withChanged = false, shownActor }: VersionsAsked,
): Promise<VersionPage> {
  const stored = await versionsOf(base, collection, id);
  const newest = [...stored.entries].reverse();
  const versions = newest.slice(offset, offset + limit).map((entry) => versionOf(entry, shownActor));
  const total = newest.length;
  if (!withChanged) return { versions, total };
  const details = await detailsOf(base, id, stored, newest.slice(offset, offset + limit));
  return { versions: versions.map((version, at) => ({ ...version, ...details[at] })), total };
}

type Details = Pick<Version, 'changed' | 'change'>;

/** What each of some versions changed. */
async function detailsOf(
  base: Content,
  id: string,
  stored: StoredVersions,
  entries: readonly HistoryEntry[],
): Promise<Details[]> {
  const found: Details[] = [];
  const yielder = new Yielder();
  const document = keptDocuments(base, id, stored);
  for (const entry of entries) {
    const at = stored.entries.lastIndexOf(entry);
    const isBefore = (one: HistoryEntry, place: number) => place < at && setOf(one) === setOf(entry);
    const before = stored.entries.findLast(isBefore);
    found.push(
      setOf(entry) === undefined
        ? await changedInObject(document, before, entry)
        : await changedInSet(base, before, entry),
    );
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return found;
}

async function changedInObject(
  documentOf: (entry: HistoryEntry) => Promise<ObjectDocument | undefined>,
  before: HistoryEntry | undefined,
  entry: HistoryEntry,
): Promise<Details> {
  const former = before && (await documentOf(before));
  const document = await documentOf(entry);
  return former && document
    ? { changed: Object.keys(valuesOf(former, document, namesOf(former, document))) }
    : {};
}

async function changedInSet(
  base: Content,
  before: HistoryEntry | undefined,
  entry: HistoryEntry,
): Promise<Details> {
  try {
    const change = await changeOfRevision(base, entry.revision);
    if (!change) return {};
    const former = await changeOfRevision(base, before?.revision ?? null);
    return { change: change.change, changed: changedBetween(former, change) };
  } catch (error) {
    // No longer kept, or written by another program.
    if (error instanceof PlinthError) return {};
    throw error;
  }
}

/** Documents of versions, each read once; undefined for contents that are no longer kept or are no object. */
function keptDocuments(base: Content, id: string, stored: StoredVersions) {
  const known = new Map<HistoryEntry, ObjectDocument | undefined>();
  return async (entry: HistoryEntry): Promise<ObjectDocument | undefined> => {
    if (entry.revision !== null && !known.has(entry)) {
      // What another program wrote may be no object.
      known.set(entry, await documentAt(base.store.history, stored, id, entry).catch(() => undefined));
    }
    return known.get(entry);
  };
}

export async function versionsOf(base: Content, collection: string, id: string): Promise<StoredVersions> {
  const { collections, store } = base;
  const live = await storedVersions({ collections, history: store.history }, collection, id);
  const inSets = await changeEntries(base, collection, id);
  const entries = [...live.entries, ...inSets].sort((a, b) => placeOf(a) - placeOf(b));
  const stored = inSets.length > 0 ? { ...live, entries } : live;
  if (entries.length === 0) throw missing(message('historyMissing', { id, collection }));
  return stored;
}

/**
 * The stored document of a version. Throws `missing` for a revision this object never had, and for one whose content
 * is no longer kept; `damaged` where another program had written something that is no object.
 */
export async function documentOfVersion(
  base: Content,
  collection: string,
  id: string,
  revision: string,
): Promise<ObjectDocument> {
  return (await versionWithDocument(base, collection, id, revision)).document;
}

/** Throws as `documentOfVersion`. */
async function versionWithDocument(base: Content, collection: string, id: string, revision: string) {
  const stored = await versionsOf(base, collection, id);
  const entry = stored.entries.findLast((one) => one.revision === revision);
  if (!entry) throw missing(message('revisionMissing', { id, collection, revision }));
  const document =
    setOf(entry) === undefined
      ? await documentAt(base.store.history, stored, id, entry)
      : await documentWithChange(base, entry);
  if (!document) throw missing(message('revisionGone', { revision }));
  return { entries: stored.entries, entry, document };
}

/** When a revision was the newest one of an object. Throws `missing` for one it never had. */
export async function periodOfVersion(
  base: Content,
  collection: string,
  id: string,
  revision: string,
): Promise<Period> {
  const { entries } = await versionsOf(base, collection, id);
  const entry = entries.findLast((one) => one.revision === revision);
  if (!entry) throw missing(message('revisionMissing', { id, collection, revision }));
  return periodOf(entries, entry);
}

/** The revision an object had at a time, in ms since 1970. Throws `missing` when it was not there then. */
export async function revisionAt(
  base: Content & Clock,
  collection: string,
  id: string,
  at: number,
): Promise<string> {
  const { entries } = await versionsOf(base, collection, id);
  const revision = lastUntil(entries, at, base.now().getTime())?.revision;
  if (revision) return revision;
  const time = new Date(at).toISOString();
  throw missing(message('revisionMissingAt', { id, collection, time }));
}

/** The value of each property that is shown of a version. */
export interface VersionContent extends Version {
  object: Record<string, JsonValue>;
  files: VersionFile[];
}

/** A version as writers of the object see it, by the schema of today. Throws as `documentOfVersion`. */
export async function readVersion(
  base: Base,
  collection: string,
  id: string,
  revision: string,
  shownActor: (actor: Actor) => Actor,
): Promise<VersionContent> {
  const { entries, entry, document } = await versionWithDocument(base, collection, id, revision);
  return {
    ...versionOf(entry, shownActor),
    object: shownDocument(base.collections.get(collection), document),
    files: await filesOfVersion(base, { collection, id, document, period: periodOf(entries, entry) }),
  };
}

/** What is shown of a stored document; properties the schema does not have are shown as they are, but for passwords. */
export function shownDocument(
  { schema, settings, shown }: Collection,
  document: ObjectDocument,
): Record<string, JsonValue> {
  const view = { writer: true, address: addressOf(settings.id, document.id), shown };
  const values: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    const property = schema.properties.get(name);
    values[name] = property ? shownValue(property, value, view) : withoutPasswords(value);
  }
  return values;
}
