/** Which versions are kept: the newer they are, the more. */
import type { HistoryEntry, Retention } from '../types/history.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The entries of one file that are kept, in order. The newest one always is, since it is what the file holds, and the
 * newest of each period, since it is what was there when the period ended.
 */
export function thinned(
  entries: readonly HistoryEntry[],
  { allDays, hourlyDays, dailyDays }: Retention,
  now: number,
): HistoryEntry[] {
  const kept = new Set<HistoryEntry>();
  let last: string | undefined;
  for (const [at, entry] of [...entries].reverse().entries()) {
    const age = now - entry.at;
    if (at > 0 && age > dailyDays * DAY_MS) continue;
    const period = periodOf(entry.at, age, { allDays, hourlyDays });
    if (at > 0 && period !== undefined && period === last) continue;
    last = period;
    kept.add(entry);
  }
  return only(entries, (entry) => kept.has(entry));
}

/** The entries of one file that are kept; those with a dropped one directly before them are marked. */
export const only = (
  entries: readonly HistoryEntry[],
  isKept: (entry: HistoryEntry, position: number) => boolean,
): HistoryEntry[] =>
  entries.flatMap((entry, position) => {
    if (!isKept(entry, position)) return [];
    const before = entries[position - 1];
    return [before && !isKept(before, position - 1) ? { ...entry, gap: true as const } : entry];
  });

/** Entries of one period stand for each other; undefined where every entry counts. */
function periodOf(
  at: number,
  age: number,
  { allDays, hourlyDays }: { allDays: number; hourlyDays: number },
): string | undefined {
  if (age <= allDays * DAY_MS) return undefined;
  if (age <= hourlyDays * DAY_MS) return `h${Math.floor(at / HOUR_MS)}`;
  return `d${Math.floor(at / DAY_MS)}`;
}
