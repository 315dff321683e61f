/** The versions of files as they are now: of those that have changed since the last look after taking them in. */
import { join } from 'node:path';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { HistoryEntry } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';
import { withoutRepeats } from './entry.js';
import type { PathIndex } from './path-index.js';

interface Parts {
  root: string;
  index: PathIndex;
  /** Has a file looked at when all is taken in next. */
  look(path: string): void;
  settle(): Promise<void>;
}

/** Whether the last entry of a file is what it holds. */
const isKnown = (last: HistoryEntry | undefined, existing: Stamp | undefined): boolean =>
  existing
    ? last?.revision != null && sameStamp(last.stamp, existing)
    : last === undefined || last.revision === null;

export async function readEntries(
  { root, index, look, settle }: Parts,
  paths: readonly string[],
): Promise<Map<string, HistoryEntry[]>> {
  await settle();
  let found = await index.read(paths);
  const changed = paths.filter((path) => !isKnown(found.get(path)?.at(-1), stampAt(join(root, path))));
  if (changed.length > 0) {
    for (const path of changed) look(path);
    await settle();
    found = await index.read(paths);
  }
  return new Map(paths.map((path) => [path, withoutRepeats(found.get(path) ?? [])]));
}
