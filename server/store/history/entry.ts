/** Entries of the history as lines of JSON. */
import type { ChangeOrigin, TransactionKind } from '../../contract/changes.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { ChangeEvent } from '../../contract/wire.js';
import { parseLine } from '../disk/record-lines.js';
import type { NewChange } from '../types/changes.js';
import { type HistoryEntry, type HistoryKind, placeOf } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { revisionOf } from './revision.js';

/**
 * A file that is about to be written. Logged before the write by work that is not rolled back when its process is killed:
 * a kill between the write and its entry leaves a file whose author is known by this line.
 */
export interface IntendedEntry {
  readonly path: string;
  readonly at: number;
  /** Of the bytes that are about to be written. */
  readonly revision: string;
  readonly kind: 'intended';
  readonly change: ChangeOrigin;
}

/** A change without a line of its file: of another program, or of what has no file with a history. */
export interface EventLine {
  readonly kind: 'event';
  readonly event: ChangeEvent;
  readonly at: number;
  readonly change: ChangeOrigin;
  /** Of the object's file after a change by another program. */
  readonly stamp?: Stamp;
}

/** Objects that a collection has, while the history has not seen every file of the folder. */
export interface ObjectsLine {
  readonly kind: 'objects';
  readonly collection: string;
  /** Their ids, and when their files were last changed in any way, as it was known; 0: not known. */
  readonly objects: readonly (readonly [id: string, changed: number])[];
  readonly at: number;
}

/** The first line of a log: what was there before. */
export interface BeginLine {
  readonly kind: 'begin';
  readonly collections: readonly string[];
  readonly at: number;
}

/** Earlier changes may be missing. */
export interface LostLine {
  readonly kind: 'lost';
  readonly at: number;
}

export type LogEntry = HistoryEntry | IntendedEntry;
export type LogLine = LogEntry | EventLine | ObjectsLine | BeginLine | LostLine;

/** Transactions of many writes that are not rolled back when the process is killed. */
const GOING_ON: ReadonlySet<TransactionKind> = new Set(['import', 'template', 'rename', 'undo']);

/** Whether the writes of a transaction stay after a kill, so that each must be logged before it is made. */
export const goesOn = ({ transaction }: ChangeOrigin): boolean => GOING_ON.has(transaction.kind);

/** Lines of files begin with their path, by which they are found. */
export function inLine(line: object): object {
  if (!('path' in line)) return line;
  const { path, ...rest } = line;
  return { path, ...rest };
}

export const eventLine = ({ event, at, actor, transaction, stamp }: NewChange): EventLine => ({
  kind: 'event',
  event,
  at,
  change: { actor, transaction },
  ...(stamp && { stamp }),
});

/** How the lines of a file begin. */
export const startOfLines = (path: string): string => `{"path":${JSON.stringify(path)},`;

/** The entry of a line; undefined for one that was cut off or written over. */
export function parseEntry(line: string): HistoryEntry | undefined {
  const value = parseLine(line);
  return isEntry(value) ? value : undefined;
}

/** As `parseEntry`, of the log. */
export function parseLogLine(line: string): LogLine | undefined {
  const value = parseLine(line);
  return isEntry(value) || isIntended(value) || isOther(value) ? value : undefined;
}

/** Whether a line of the log says what a file holds. */
export const isEntryOfFile = (line: LogLine | undefined): line is HistoryEntry =>
  line !== undefined && 'path' in line && line.kind !== 'intended';

export type Made = Pick<HistoryEntry, 'path' | 'at' | 'change'> & {
  stamp: Stamp | undefined;
  /** Whether a file was there before. */
  replaced: boolean;
};

/** The entry of a file that Plinth has written or, without bytes, removed. */
export const recorded = (
  bytes: Uint8Array | null,
  { path, at, change, stamp, replaced }: Made,
  place: number,
): HistoryEntry => ({
  path,
  at,
  ...(place !== at && { place }),
  revision: bytes && revisionOf(bytes),
  kind: bytes ? 'saved' : 'removed',
  ...(bytes && !replaced && { created: true }),
  ...(change && { change }),
  ...(stamp && { stamp }),
});

const ENTRY_KINDS: readonly HistoryKind[] = ['saved', 'removed', 'outside', 'found'];

const isPlaced = (value: unknown): value is JsonObject =>
  isJsonObject(value) && typeof value.path === 'string' && typeof value.at === 'number';

function isOther(value: unknown): value is EventLine | ObjectsLine | BeginLine | LostLine {
  if (!isJsonObject(value) || typeof value.at !== 'number') return false;
  if (value.kind === 'lost') return true;
  if (value.kind === 'begin') return Array.isArray(value.collections);
  if (value.kind === 'objects') return typeof value.collection === 'string' && Array.isArray(value.objects);
  return value.kind === 'event' && isJsonObject(value.event) && isOrigin(value.change);
}

const isOrigin = (value: unknown): boolean =>
  isJsonObject(value) && isJsonObject(value.actor) && isJsonObject(value.transaction);

const isIntended = (value: unknown): value is IntendedEntry =>
  isPlaced(value) &&
  value.kind === 'intended' &&
  typeof value.revision === 'string' &&
  isOrigin(value.change);

const isEntry = (value: unknown): value is HistoryEntry =>
  isPlaced(value) &&
  (value.revision === null || typeof value.revision === 'string') &&
  ENTRY_KINDS.some((kind) => kind === value.kind);

/** Whether two entries are one, taken in twice after a crash. */
export const sameEntry = (a: HistoryEntry, b: HistoryEntry): boolean =>
  a.path === b.path &&
  a.at === b.at &&
  placeOf(a) === placeOf(b) &&
  a.revision === b.revision &&
  a.kind === b.kind;

/**
 * A new entry of a file with its place between the entries before and after it there, whatever its time says. Its place
 * is not in the future: what Plinth writes next comes after it.
 */
export function placed(
  entry: HistoryEntry,
  {
    before,
    after,
    now,
  }: { before?: HistoryEntry | undefined; after?: HistoryEntry | undefined; now: number },
): HistoryEntry {
  const from = before ? placeOf(before) : Number.NEGATIVE_INFINITY;
  const to = after ? placeOf(after) : Number.POSITIVE_INFINITY;
  const wished = Math.min(entry.at, now);
  const between = !before ? to - 1 : after ? (from + to) / 2 : from + 1;
  const place = wished > from && wished < to ? wished : between;
  return place === entry.at ? entry : { ...entry, place };
}

/** Of entries with the same content in a row, the one that says who made it, with the newest stamp. */
export function withoutRepeats(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const kept: HistoryEntry[] = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (last?.revision !== entry.revision) kept.push(entry);
    else
      kept[kept.length - 1] = {
        ...(last.change || !entry.change ? last : entry),
        ...(entry.stamp && { stamp: entry.stamp }),
        ...(last.gap && { gap: last.gap }),
      };
  }
  return kept;
}
