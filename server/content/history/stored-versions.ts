/** Stored documents of the past: the JSON of an object, with the texts that were in files beside it. */
import type { ObjectDocument } from '../../contract/objects.js';
import { objectIn, parseDocument } from '../../store/disk/json-file.js';
import type { ReadFile } from '../../store/types/documents.js';
import { type History, type HistoryEntry, placeOf } from '../../store/types/history.js';
import type { Collections } from '../model/collection.js';
import { textFilesOf } from '../model/text-files.js';

export interface HistoryParts {
  history: History;
  collections: Pick<Collections, 'get'>;
}

/** The entries of the files of one object, the earliest first. */
export interface StoredVersions {
  /** What its versions are: those of the JSON, and changes of texts by other programs. */
  entries: HistoryEntry[];
  json: HistoryEntry[];
  /** By property. */
  texts: Map<string, HistoryEntry[]>;
}

export async function storedVersions(
  { history, collections }: HistoryParts,
  collection: string,
  id: string,
): Promise<StoredVersions> {
  const paths = pathsOf(collections, collection, id);
  return versionsIn(await history.entriesOf([paths.json, ...paths.texts.values()]), paths);
}

/** The files of an object: its JSON, and those of its texts by property. */
export interface ObjectPaths {
  json: string;
  texts: ReadonlyMap<string, string>;
}

export function pathsOf(
  collections: HistoryParts['collections'],
  collection: string,
  id: string,
): ObjectPaths {
  const files = textFilesOf(collections.get(collection).schema);
  const texts = [...files].map(([property, file]) => [property, `${collection}/${id}/${file}`] as const);
  return { json: `${collection}/${id}.json`, texts: new Map(texts) };
}

/** The versions of an object among the entries of many files. */
export function versionsIn(entries: ReadonlyMap<string, HistoryEntry[]>, paths: ObjectPaths): StoredVersions {
  const json = entries.get(paths.json) ?? [];
  const texts = new Map([...paths.texts].map(([property, path]) => [property, entries.get(path) ?? []]));
  // Of what Plinth does to a text, the entry of the JSON tells.
  const outside = [...texts.values()]
    .flat()
    .filter(({ kind, revision }) => kind === 'outside' && revision !== null);
  return { entries: [...json, ...outside].sort((a, b) => placeOf(a) - placeOf(b)), json, texts };
}

/** Those of the entries that a test accepts. */
export const versionsWhere = (
  { entries, json, texts }: StoredVersions,
  accepts: (entry: HistoryEntry) => boolean,
): StoredVersions => ({
  entries: entries.filter(accepts),
  json: json.filter(accepts),
  texts: new Map([...texts].map(([property, those]) => [property, those.filter(accepts)])),
});

/** The JSON files of revisions, as far as they are kept: a version is written back as it was (decision 268). */
export async function filesOf(history: History, revisions: Iterable<string>): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  for (const revision of new Set(revisions)) {
    const bytes = await history.content(revision);
    const document = bytes && objectIn(bytes);
    if (document) files.push({ bytes, document });
  }
  return files;
}

/**
 * The document of a version; undefined where the object was gone, and for contents that are no longer kept. Throws
 * `damaged` where another program had written something that is no object.
 */
export const documentAt = async (
  ...asked: Parameters<typeof versionAt>
): Promise<ObjectDocument | undefined> => (await versionAt(...asked))?.document;

/** As `documentAt`, with the JSON file of the version. */
export async function versionAt(
  history: History,
  { json, texts }: StoredVersions,
  id: string,
  version: HistoryEntry,
): Promise<{ document: ObjectDocument; file: ReadFile } | undefined> {
  const isUntil = (entry: HistoryEntry) => entry === version || placeOf(entry) <= placeOf(version);
  const revision = json.includes(version) ? version.revision : json.findLast(isUntil)?.revision;
  const bytes = revision ? await history.content(revision) : undefined;
  if (!bytes) return undefined;
  const file = { bytes, document: parseDocument(bytes, id) };
  const values: Record<string, string> = {};
  for (const [property, entries] of texts) {
    const known = entries.findLast(isUntil)?.revision;
    const text = known ? await history.content(known) : undefined;
    if (text) values[property] = text.toString('utf8');
  }
  return { document: { ...file.document, ...values }, file };
}
