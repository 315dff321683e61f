/** Versions of schemas and settings (spec/history.md#schemas-and-settings): which there are, what they hold, how they differ. */
import type { Actor } from '../../contract/changes.js';
import { isSame } from '../../contract/merge/equality.js';
import { message } from '../../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { isJsonObject } from '../../contract/values.js';
import { missing, PlinthError } from '../../errors.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { Content } from '../core/base.js';
import { type Subject, subjectPath } from './activity.js';
import type { Difference } from './differences.js';
import { type Version, type VersionPage, versionOf } from './versions.js';

/** A schema, the settings of a collection, or those of the folder. */
export type FileSubject = Exclude<Subject, { type: 'object' }>;

const nameOf = (subject: FileSubject): string => {
  if (subject.type === 'schema') return `The schema "${subject.schema}"`;
  return subject.type === 'settings' ? 'The folder' : `The collection "${subject.collection}"`;
};

async function entriesOf({ store }: Content, subject: FileSubject): Promise<HistoryEntry[]> {
  const entries = await store.history.entries(subjectPath(subject));
  if (entries.length === 0) throw missing(message('historyMissingOf', { name: nameOf(subject) }));
  return entries;
}

/** The versions, the newest first. Throws `missing` without any. */
export async function listFileVersions(
  base: Content,
  subject: FileSubject,
  { offset, limit, shownActor }: { offset: number; limit: number; shownActor(actor: Actor): Actor },
): Promise<VersionPage> {
  const entries = await entriesOf(base, subject);
  const page = [...entries].reverse().slice(offset, offset + limit);
  return { versions: page.map((entry) => versionOf(entry, shownActor)), total: entries.length };
}

/** The bytes of a revision as JSON. Throws `missing` when they are no longer kept, `damaged`. */
export async function contentOfRevision({ store }: Content, revision: string): Promise<JsonObject> {
  const bytes = await store.history.content(revision);
  if (!bytes) throw missing(message('revisionGone', { revision }));
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (!isJsonObject(value)) throw new PlinthError('damaged', message('revisionNotObject', { revision }));
  return value;
}

/** The stored document of a version. Throws as `contentOfRevision`, and `missing` for a revision it never had. */
export async function fileDocument(
  base: Content,
  subject: FileSubject,
  revision: string,
): Promise<JsonObject> {
  await entryOf(base, subject, revision);
  return contentOfRevision(base, revision);
}

async function entryOf(base: Content, subject: FileSubject, revision: string): Promise<HistoryEntry> {
  const entry = (await entriesOf(base, subject)).findLast((one) => one.revision === revision);
  if (entry) return entry;
  throw missing(message('revisionMissingOf', { name: nameOf(subject), revision }));
}

export interface FileVersion extends Version {
  document: JsonObject;
}

/** A version with the document as it was stored. Throws as `fileDocument`. */
export async function readFileVersion(
  base: Content,
  subject: FileSubject,
  revision: string,
  shownActor: (actor: Actor) => Actor,
): Promise<FileVersion> {
  const entry = await entryOf(base, subject, revision);
  return { ...versionOf(entry, shownActor), document: await contentOfRevision(base, revision) };
}

/** How a version differs from another, by key; groups of settings and the properties of a schema by their own keys. */
export async function fileDifferences(
  base: Content,
  subject: FileSubject,
  { from, to }: { from: string; to: string | undefined },
  current: JsonObject | undefined,
): Promise<Difference[]> {
  const before = await fileDocument(base, subject, from);
  const after = to === undefined ? (current ?? {}) : await fileDocument(base, subject, to);
  return differencesBetween(before, after);
}

/** Groups whose entries differ one by one. */
const MAX_DEPTH = 2;

function differencesBetween(
  before: JsonObject,
  after: JsonObject,
  path: readonly string[] = [],
): Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [one, other] = [valueAt(before, key), valueAt(after, key)];
    if (isSame(one, other)) return [];
    const deeper = path.length + 1 < MAX_DEPTH && isJsonObject(one) && isJsonObject(other);
    if (deeper) return differencesBetween(one, other, [...path, key]);
    return {
      property: [...path, key].join('.'),
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
    };
  });
}

const valueAt = (document: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(document, key) ? document[key] : undefined;

/** The keys whose values differ, with those of the version; null for keys that it does not have. */
export function restoringValues(version: JsonObject, current: JsonObject): JsonObject {
  const sent: JsonObject = {};
  for (const key of new Set([...Object.keys(version), ...Object.keys(current)])) {
    const [before, now] = [valueAt(version, key), valueAt(current, key)];
    if (!isSame(before, now)) sent[key] = before ?? null;
  }
  return sent;
}
