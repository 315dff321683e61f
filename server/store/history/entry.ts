/** Entries of the history as lines of JSON. */
import type { ChangeOrigin, TransactionKind } from '../../contract/changes.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { HistoryEntry, HistoryKind } from '../types/history.js';

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

export type LogEntry = HistoryEntry | IntendedEntry;

/** Transactions of many writes that are not rolled back when the process is killed. */
const GOING_ON: ReadonlySet<TransactionKind> = new Set(['import', 'template', 'rename', 'undo']);

/** Whether the writes of a transaction stay after a kill, so that each must be logged before it is made. */
export const goesOn = ({ transaction }: ChangeOrigin): boolean => GOING_ON.has(transaction.kind);

export const lineOf = ({ path, ...rest }: { path: string }): string =>
  `${JSON.stringify({ path, ...rest })}\n`;

/** How the lines of a file begin. */
export const startOfLines = (path: string): string => `{"path":${JSON.stringify(path)},`;

/** The entry of a line; undefined for one that was cut off or written over. */
export function parseLine(line: string): HistoryEntry | undefined {
  const value = parsed(line);
  return isEntry(value) ? value : undefined;
}

/** As `parseLine`, of the log. */
export function parseLogLine(line: string): LogEntry | undefined {
  const value = parsed(line);
  return isEntry(value) || isIntended(value) ? value : undefined;
}

function parsed(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const ENTRY_KINDS: readonly HistoryKind[] = ['saved', 'removed', 'outside', 'found'];

const isPlaced = (value: unknown): value is JsonObject =>
  isJsonObject(value) && typeof value.path === 'string' && typeof value.at === 'number';

const isIntended = (value: unknown): value is IntendedEntry =>
  isPlaced(value) &&
  value.kind === 'intended' &&
  typeof value.revision === 'string' &&
  isJsonObject(value.change) &&
  isJsonObject(value.change.transaction);

const isEntry = (value: unknown): value is HistoryEntry =>
  isPlaced(value) &&
  (value.revision === null || typeof value.revision === 'string') &&
  ENTRY_KINDS.some((kind) => kind === value.kind);

/** Whether two entries are one, taken in twice after a crash. */
export const sameEntry = (a: HistoryEntry, b: HistoryEntry): boolean =>
  a.path === b.path && a.at === b.at && a.revision === b.revision && a.kind === b.kind;

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
