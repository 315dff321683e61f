/** Entries of the trash on disk: `.system/trash/{id}/entry.json` beside what was deleted. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { filePathProblem } from '../../contract/file-names.js';
import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { parseObject, readBytes } from '../disk/json-file.js';
import { SCHEMA_FOLDER, SYSTEM_FOLDER, setOfPlace } from '../disk/layout.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import type { Writer } from '../host/machine.js';
import type { DroppedFile } from '../types/trash.js';

export const ENTRY_FILE = 'entry.json';
/** The deleted JSON file, under another name so that no entry looks like an object. */
export const JSON_FILE = 'document.json';
/** The object's folder of files. */
export const FILES_FOLDER = 'files';
/** A deleted collection or change set, whole. */
export const COLLECTION_FOLDER = 'collection';

/** What `entry.json` holds beyond the entry. */
export interface EntryRecord extends TrashEntry, Writer {
  /** Whether a folder of files belongs to it: an interrupted deletion still has to fetch it. */
  files: boolean;
  /** Of the kinds `file` and `change`: the object's metadata of them. */
  dropped?: DroppedFile[];
  /** Of the kind `copy`: the name of the file. */
  file?: string;
}

const KINDS: Readonly<Record<TrashEntry['kind'], true>> = {
  object: true,
  collection: true,
  damaged: true,
  schema: true,
  file: true,
  copy: true,
  change: true,
  changeSet: true,
};

/** Kinds whose entries name an object or a schema. */
const OF_OBJECTS: ReadonlySet<TrashEntry['kind']> = new Set(['object', 'schema', 'file', 'change']);
/** Kinds whose entries name a change set. */
const OF_SETS: ReadonlySet<TrashEntry['kind']> = new Set(['change', 'changeSet']);

/** A fresh entry id: the time, so that folders sort, and random letters. */
export function freshEntryId(now: Date): string {
  const time = now
    .toISOString()
    .replace(/[-:]|\..*/gs, '')
    .replace('T', '-');
  return `${time}-${randomBytes(5).toString('hex')}`;
}

/** The record of an entry's folder; undefined when there is none that can be trusted. */
export function readEntry(folder: string, id: string): EntryRecord | undefined {
  try {
    const file = readBytes(join(folder, ENTRY_FILE));
    return file && asRecord(parseObject(file.bytes), id);
  } catch {
    return undefined;
  }
}

/** Whether an entry has its content: not before the commit point of a deletion, not after a restoration. */
export function holdsSomething(folder: string): boolean {
  const parts = [FILES_FOLDER, COLLECTION_FOLDER].map((name) => join(folder, name));
  return stampAt(join(folder, JSON_FILE)) !== undefined || parts.some(isFolder);
}

/** What lists and answers show of a record. */
export function asEntry(record: EntryRecord): TrashEntry {
  const { id, kind, collection, object, set, title, deleted } = record;
  return {
    ...{ id, kind, collection, ...(object === undefined ? {} : { object }) },
    ...(set === undefined ? {} : { set }),
    ...{ title, deleted },
  };
}

function asRecord(value: JsonObject, id: string): EntryRecord | undefined {
  const { kind, collection, object, set, title, deleted, files, file, machine, pid } = value;
  if (value.id !== id || !isKind(kind)) return undefined;
  if (typeof collection !== 'string' || !isPlace(kind, collection)) return undefined;
  if (object !== undefined && (typeof object !== 'string' || !isLegalId(object))) return undefined;
  if (object === undefined && OF_OBJECTS.has(kind)) return undefined;
  if (OF_SETS.has(kind) && (typeof set !== 'string' || !isLegalId(set))) return undefined;
  if (kind === 'copy' && (typeof file !== 'string' || !isJsonName(file))) return undefined;
  const dropped = kind === 'file' || kind === 'change' ? droppedIn(value.dropped) : undefined;
  if (kind === 'file' && !dropped) return undefined;
  if (typeof deleted !== 'string' || Number.isNaN(Date.parse(deleted))) return undefined;
  return {
    id,
    kind,
    collection,
    ...(object === undefined ? {} : { object }),
    ...(OF_SETS.has(kind) && typeof set === 'string' && { set }),
    title: typeof title === 'string' ? title : id,
    deleted,
    files: files === true,
    ...(dropped && { dropped }),
    ...(kind === 'copy' && typeof file === 'string' && { file }),
    machine: typeof machine === 'string' ? machine : '',
    pid: typeof pid === 'number' ? pid : 0,
  };
}

/** Whether a text can be the folder an entry comes from. */
function isPlace(kind: TrashEntry['kind'], place: string): boolean {
  if (kind === 'schema' || kind === 'changeSet' || isLegalId(place)) return true;
  const isOfPlinth = place === SCHEMA_FOLDER || place === SYSTEM_FOLDER || setOfPlace(place) !== undefined;
  return kind === 'copy' && isOfPlinth;
}

/** A name in one folder; files of Plinth itself have no such names, as they would not be copies. */
const isJsonName = (name: string): boolean => /^[^/\\\0]+\.json$/.test(name);

/** Undefined for an incomplete list: it decides where files are put. */
function droppedIn(value: JsonValue | undefined): DroppedFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const files = value.flatMap((one) => {
    if (!isJsonObject(one) || !isJsonObject(one.item)) return [];
    const { path, keys, within, item, at } = one;
    const named = typeof path === 'string' && filePathProblem(path) === undefined;
    if (!named || typeof within !== 'string' || !Array.isArray(keys)) return [];
    return [{ path, keys: keys.map(String), within, item, at: typeof at === 'number' ? at : 0 }];
  });
  return files.length === value.length ? files : undefined;
}

function isKind(value: unknown): value is TrashEntry['kind'] {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}
