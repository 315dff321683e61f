/** Drops versions that are no longer kept, and the contents that no version has. */
import { Yielder } from '../../async/yielder.js';
import type { HistoryEntry, Retention } from '../types/history.js';
import type { ActivityLog } from './activity-log.js';
import { withoutRepeats } from './entry.js';
import { dateOf } from './log-days.js';
import type { Packs } from './packs.js';
import type { PathIndex } from './path-index.js';
import { only, thinned } from './retention.js';

const DAY_MS = 24 * 3_600_000;
const FIRST_AFTER_MS = 10 * 60_000;
/** Share of the limit that is left after versions were dropped for room: the next save does not exceed it at once. */
const ROOM = 0.9;

/** Packs are rewritten when less than this share of their bytes is needed. */
const WORTH_KEEPING = 0.7;

interface Parts {
  packs: Packs;
  index: PathIndex;
  log: ActivityLog;
}

/** Begins some time after the start, then daily; the answer stops it. */
export function daily(work: () => void): () => void {
  const timers = [setTimeout(work, FIRST_AFTER_MS).unref(), setInterval(work, DAY_MS).unref()];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

export async function thinHistory(
  { packs, index, log }: Parts,
  retention: Retention,
  now: number,
): Promise<void> {
  const yielder = new Yielder();
  const older: { at: number; bytes: number }[] = [];
  const sizes = new Map<string, number>();
  for (const part of index.parts()) {
    const all = await index.readPart(part);
    const kept = byPath(all).flatMap((entries) => thinned(withoutRepeats(entries), retention, now));
    if (kept.length < all.length) await index.rewrite(part, kept);
    for (const entries of byPath(kept)) {
      for (const [position, { at, revision }] of entries.entries()) {
        if (revision === null) continue;
        const bytes = sizes.has(revision) ? 0 : packs.storedSize(revision);
        sizes.set(revision, bytes || (sizes.get(revision) ?? 0));
        if (position < entries.length - 1) older.push({ at, bytes });
      }
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const cut = total > retention.maxBytes ? cutFor(older, total - retention.maxBytes * ROOM) : undefined;
  if (cut !== undefined) await packs.compact(await dropBefore(index, cut));
  else if (total < packs.bytes * WORTH_KEEPING) await packs.compact(new Set(sizes.keys()));
  const first = new Date(now - retention.dailyDays * DAY_MS).toISOString().slice(0, 10);
  for (const day of log.days()) if (dateOf(day) < first) log.remove(day);
}

/** The time before which old versions have to go to free so many bytes. */
function cutFor(older: { at: number; bytes: number }[], excess: number): number {
  let freed = 0;
  for (const { at, bytes } of older.sort((a, b) => a.at - b.at)) {
    freed += bytes;
    if (freed >= excess) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Drops versions from before a time, other than the newest of each file; the revisions that are left. */
async function dropBefore(index: PathIndex, cut: number): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const part of index.parts()) {
    const all = await index.readPart(part);
    const kept = byPath(all).flatMap((entries) =>
      only(entries, ({ at }, position) => position === entries.length - 1 || at >= cut),
    );
    if (kept.length < all.length) await index.rewrite(part, kept);
    for (const { revision } of kept) if (revision !== null) needed.add(revision);
  }
  return needed;
}

function byPath(entries: readonly HistoryEntry[]): HistoryEntry[][] {
  const paths = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const of = paths.get(entry.path);
    if (of) of.push(entry);
    else paths.set(entry.path, [entry]);
  }
  return [...paths.values()];
}
