/** Changes of several objects on disk: `.system/journal/{machine}-{pid}-{chance}/`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isLegalId } from '../../contract/names.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { parseObject, readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Writer } from '../host/machine.js';

export const JOURNAL_FOLDER = 'journal';
export const RECORD_FILE = 'batch.json';

/** The file a write will put in place, and a second name of the one it replaces. */
export const stagedFile = (at: number): string => `${at}.json`;
export const oldFile = (at: number): string => `${at}.old`;

/** `set`: what is written is the change of the object in this set. */
interface RecordedFile {
  collection: string;
  id: string;
  set?: string;
}

interface RecordedWrite extends RecordedFile {
  before: string;
  after: string;
}

/** The file of an object, or of its change in a set. */
export const targetOf = (layout: Layout, { collection, id, set }: RecordedFile): string =>
  set === undefined ? layout.object(collection, id) : layout.changeOf(set, collection, id);

/** The folder of that file. */
export const folderOf = (layout: Layout, { collection, set }: RecordedFile): string =>
  set === undefined ? layout.collection(collection) : layout.changesIn(set, collection);

/**
 * The planned changes, in the order of the staged files. Versions are identified by their bytes: stamps differ between
 * machines and after a restore from a copy.
 */
export interface BatchRecord extends Writer {
  /** ISO 8601 UTC. */
  begun: string;
  writes: RecordedWrite[];
  /** `entry`: the entry of the trash it goes to. */
  removals: { collection: string; id: string; entry: string }[];
}

/** Marks a file that does not exist. */
export const ABSENT = 'absent';

/** How a version of a file is known. */
export const digestOf = (bytes: Buffer | undefined): string =>
  bytes === undefined ? ABSENT : createHash('sha256').update(bytes).digest('hex');

export const journalName = (machine: string, pid: number, randomPart: string): string =>
  `${machine}-${pid}-${randomPart}`;

/** Whose entry of the journal a name is; undefined for names that are not ours. */
export function ownerOf(name: string): Writer | undefined {
  const match = /^([0-9a-f]{16})-(\d+)-[0-9a-f]{12}(?:\.json)?$/.exec(name);
  return match?.[1] === undefined ? undefined : { machine: match[1], pid: Number(match[2]) };
}

/** The record of a folder; undefined while it has none, `strange` for one that is not understood. */
export function readRecord(folder: string): BatchRecord | 'strange' | undefined {
  const file = readBytes(join(folder, RECORD_FILE));
  if (!file) return undefined;
  const { machine, pid, folder: inode, begun, writes, removals } = parseObject(file.bytes);
  if (typeof machine !== 'string' || typeof pid !== 'number' || typeof begun !== 'string') return 'strange';
  if (!Array.isArray(writes) || !Array.isArray(removals) || Number.isNaN(Date.parse(begun))) return 'strange';
  const read = {
    machine,
    pid,
    folder: typeof inode === 'number' ? inode : undefined,
    begun,
    writes: writes.map(asWrite).filter((write) => write !== undefined),
    removals: removals.map(asRemoval).filter((removal) => removal !== undefined),
  };
  const whole = read.writes.length === writes.length && read.removals.length === removals.length;
  return whole ? read : 'strange';
}

function asAddress(value: JsonValue): { collection: string; id: string } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, id } = value;
  if (typeof collection !== 'string' || typeof id !== 'string') return undefined;
  return isLegalId(collection) && isLegalId(id) ? { collection, id } : undefined;
}

function asWrite(value: JsonValue): BatchRecord['writes'][number] | undefined {
  const address = asAddress(value);
  if (!address || !isJsonObject(value)) return undefined;
  const { before, after, set } = value;
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (set === undefined) return { ...address, before, after };
  return typeof set === 'string' && isLegalId(set) ? { ...address, set, before, after } : undefined;
}

function asRemoval(value: JsonValue): BatchRecord['removals'][number] | undefined {
  const address = asAddress(value);
  if (!address || !isJsonObject(value)) return undefined;
  const { entry } = value;
  return typeof entry === 'string' && isLegalId(entry) ? { ...address, entry } : undefined;
}
