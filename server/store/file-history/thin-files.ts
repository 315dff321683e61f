/** Drops bytes of files that are no longer kept. */
import { Yielder } from '../../async/yielder.js';
import type { Layout } from '../disk/layout.js';
import { statOf } from '../disk/stamp.js';
import type { FileRetention } from '../types/file-history.js';
import type { KeptBytes } from './kept-bytes.js';
import {
  copiesOf,
  type FormerLine,
  formerOf,
  isFormer,
  type KeptIndex,
  type KeptLine,
} from './kept-index.js';
import { sourceInTrash } from './trash-files.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Bytes without a line may be on their way in from the trash, by another process, for so long. */
const FRESH_MS = HOUR_MS;
/** Share of the limit that is left after bytes were dropped for room. */
const ROOM = 0.9;

export interface ThinParts {
  layout: Layout;
  bytes: KeptBytes;
  index: KeptIndex;
  now: number;
}

/** Whether a time passed between two moments at which a period of this length ended. */
const spansEnd = ({ since, until }: FormerLine, period: number): boolean =>
  Math.floor(since / period) !== Math.floor(until / period);

/** Versions of objects are thinned to the last of each hour and day: bytes are kept that were there when one ended. */
function isKept(file: FormerLine, { allDays, hourlyDays, dailyDays }: FileRetention, now: number): boolean {
  const age = now - file.until;
  if (age <= allDays * DAY_MS) return true;
  if (age <= hourlyDays * DAY_MS) return spansEnd(file, HOUR_MS);
  return age <= dailyDays * DAY_MS && spansEnd(file, DAY_MS);
}

/** Answers the size of what is left. What is in the trash stays as long as its entry. */
export async function thinFiles(
  { layout, bytes, index, now }: ThinParts,
  retention: FileRetention,
): Promise<number> {
  const yielder = new Yielder();
  /** When each revision was last in its place; copies of current files are the newest. */
  const last = new Map<string, number>();
  let total = 0;
  for await (const { part, lines } of index.parts()) {
    const current = new Set<KeptLine>([...formerOf(lines), ...copiesOf(lines).values()]);
    const isInTrash = (line: KeptLine) =>
      isFormer(line) && sourceInTrash(line.entry, line.path, layout) !== undefined;
    const isWanted = (line: KeptLine) => !isFormer(line) || isInTrash(line) || isKept(line, retention, now);
    const kept = lines.filter((line) => current.has(line) && isWanted(line));
    for (const line of kept) {
      const ended = isFormer(line) ? line.until : now;
      if (isInTrash(line)) total += line.size;
      else last.set(line.revision, Math.max(ended, last.get(line.revision) ?? 0));
    }
    if (kept.length < lines.length) await index.rewrite(part, kept);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const left: { revision: string; size: number; at: number }[] = [];
  for await (const { revision, size } of bytes.all()) {
    const at = last.get(revision);
    if (at === undefined) {
      const placed = statOf(bytes.pathOf(revision))?.ctimeMs ?? 0;
      if (Date.now() - placed > FRESH_MS) await bytes.remove(revision);
      continue;
    }
    left.push({ revision, size, at });
    total += size;
  }
  const room = total > retention.maxFilesBytes ? retention.maxFilesBytes * ROOM : total;
  // The lines stay: they tell which bytes are no longer kept.
  for (const { revision, size } of left.sort((a, b) => a.at - b.at)) {
    if (total <= room) break;
    await bytes.remove(revision);
    total -= size;
  }
  return total;
}
