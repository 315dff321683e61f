/** Entries of the history as lines of JSON. */
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import type { HistoryEntry, HistoryKind } from '../types/history.js';

export const lineOf = ({ path, ...rest }: { path: string }): string =>
  `${JSON.stringify({ path, ...rest })}\n`;

/** How the lines of a file begin. */
export const startOfLines = (path: string): string => `{"path":${JSON.stringify(path)},`;

/** The entry of a line; undefined for one that was cut off or written over. */
export function parseLine(line: string): HistoryEntry | undefined {
  try {
    const value: JsonValue = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const ENTRY_KINDS: readonly HistoryKind[] = ['saved', 'removed', 'outside', 'found'];

const isEntry = (value: unknown): value is HistoryEntry =>
  isJsonObject(value) &&
  typeof value.path === 'string' &&
  typeof value.at === 'number' &&
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
