/** Waiting for the process that takes in what happened, for those that only read the history. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ActivityLog, LogPosition } from './activity-log.js';
import { isLater } from './log-days.js';

/** Time between two looks, and the longest wait, in ms: a little more than until changes are taken in. */
const BETWEEN_MS = 100;
const LONGEST_MS = 8_000;

const isBefore = (a: LogPosition | undefined, b: LogPosition): boolean =>
  a === undefined || isLater(b.day, a.day) || (a.day === b.day && a.offset < b.offset);

/** Resolves when the log as it is now has been taken in, or when no process seems to do that. */
export async function untilTakenIn(log: ActivityLog, position: () => LogPosition | undefined): Promise<void> {
  const end = log.end();
  for (let waited = 0; end && isBefore(position(), end) && waited < LONGEST_MS; waited += BETWEEN_MS) {
    await pause(BETWEEN_MS);
  }
}
