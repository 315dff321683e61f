/** Changes of several objects on disk: `.system/journal/{machine}-{pid}-{chance}/`. */
import { join } from 'node:path';
import { isLegalId } from '../contract/names.js';
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { parseObject, readBytes } from './json-file.js';
import type { Stamp } from './store.js';

export const JOURNAL_FOLDER = 'journal';
export const RECORD_FILE = 'batch.json';

/** The file a write will put in place, and a second name of the one it replaces. */
export const stagedFile = (at: number): string => `${at}.json`;
export const oldFile = (at: number): string => `${at}.old`;

/** What is to be done, in the order of the staged files. */
export interface BatchRecord {
  /** Only this machine finishes it: a folder that is synced may be half there. */
  machine: string;
  /** While this process lives it may still be at it. */
  pid: number;
  /** ISO 8601 UTC. */
  committed: string;
  writes: { collection: string; id: string; expect: Stamp | 'absent' }[];
  removals: { collection: string; id: string; title: string; expect: Stamp }[];
}

export const journalName = (machine: string, pid: number, chance: string): string =>
  `${machine}-${pid}-${chance}`;

/** Whose change a folder of the journal is; undefined for names that are not ours. */
export function ownerOf(name: string): { machine: string; pid: number } | undefined {
  const match = /^([0-9a-f]{16})-(\d+)-[0-9a-f]{12}$/.exec(name);
  return match?.[1] === undefined ? undefined : { machine: match[1], pid: Number(match[2]) };
}

/** The record of a folder; undefined while it has none, or none that can be trusted. */
export function readRecord(folder: string): BatchRecord | undefined {
  const file = readBytes(join(folder, RECORD_FILE));
  if (!file) return undefined;
  const { machine, pid, committed, writes, removals } = parseObject(file.bytes);
  if (typeof machine !== 'string' || typeof pid !== 'number' || typeof committed !== 'string')
    return undefined;
  if (!Array.isArray(writes) || !Array.isArray(removals)) return undefined;
  const read = {
    machine,
    pid,
    committed,
    writes: writes.map(asWrite).filter((write) => write !== undefined),
    removals: removals.map(asRemoval).filter((removal) => removal !== undefined),
  };
  const whole = read.writes.length === writes.length && read.removals.length === removals.length;
  return whole ? read : undefined;
}

function asAddress(value: JsonValue): { collection: string; id: string } | undefined {
  if (!isJsonObject(value)) return undefined;
  const { collection, id } = value;
  if (typeof collection !== 'string' || typeof id !== 'string') return undefined;
  return isLegalId(collection) && isLegalId(id) ? { collection, id } : undefined;
}

function asStamp(value: JsonValue | undefined): Stamp | undefined {
  if (!isJsonObject(value)) return undefined;
  const { size, mtimeMs, ino } = value;
  if (typeof size !== 'number' || typeof mtimeMs !== 'number' || typeof ino !== 'number') return undefined;
  return { size, mtimeMs, ino };
}

function asWrite(value: JsonValue): BatchRecord['writes'][number] | undefined {
  const address = asAddress(value);
  const sent = isJsonObject(value) ? value.expect : undefined;
  const expect = sent === 'absent' ? sent : asStamp(sent);
  return address && expect && { ...address, expect };
}

function asRemoval(value: JsonValue): BatchRecord['removals'][number] | undefined {
  const address = asAddress(value);
  if (!address || !isJsonObject(value)) return undefined;
  const expect = asStamp(value.expect);
  const { title } = value;
  return expect && { ...address, title: typeof title === 'string' ? title : address.id, expect };
}
