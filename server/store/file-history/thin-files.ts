/** Drops bytes of files that are no longer kept. */
import { Yielder } from '../../async/yielder.js';
import { statOf } from '../disk/stamp.js';
import type { FileRetention, KeptFile } from '../types/file-history.js';
import type { KeptBytes } from './kept-bytes.js';
import { isFormer, type KeptIndex } from './kept-index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Bytes without a line may be on their way in, for so long. */
const FRESH_MS = HOUR_MS;
/** Share of the limit that is left after bytes were dropped for room. */
const ROOM = 0.9;

export interface ThinParts {
  bytes: KeptBytes;
  index: KeptIndex;
  now: number;
}

/** Whether a time passed between two moments at which a period of this length ended. */
const spansEnd = ({ since, until }: KeptFile, period: number): boolean =>
  Math.floor(since / period) !== Math.floor(until / period);

/** Versions of objects are thinned to the last of each hour and day: bytes are kept that were there when one ended. */
function isKept(file: KeptFile, { allDays, hourlyDays, dailyDays }: FileRetention, now: number): boolean {
  const age = now - file.until;
  if (age <= allDays * DAY_MS) return true;
  if (age <= hourlyDays * DAY_MS) return spansEnd(file, HOUR_MS);
  return age <= dailyDays * DAY_MS && spansEnd(file, DAY_MS);
}

export async function thinFiles({ bytes, index, now }: ThinParts, retention: FileRetention): Promise<void> {
  const yielder = new Yielder();
  /** When each revision was last in its place; copies of current files are the newest. */
  const last = new Map<string, number>();
  for await (const { part, lines } of index.parts()) {
    const kept = lines.filter((line) => !isFormer(line) || isKept(line, retention, now));
    if (kept.length < lines.length) await index.rewrite(part, kept);
    for (const line of kept) {
      const ended = isFormer(line) ? line.until : now;
      last.set(line.revision, Math.max(ended, last.get(line.revision) ?? 0));
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const left: { revision: string; size: number; at: number }[] = [];
  let total = 0;
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
  if (total <= retention.maxFilesBytes) return;
  // The lines stay: they tell which bytes are no longer kept.
  for (const { revision, size } of left.sort((a, b) => a.at - b.at)) {
    if (total <= retention.maxFilesBytes * ROOM) return;
    await bytes.remove(revision);
    total -= size;
  }
}
