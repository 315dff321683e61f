/** Waiting for the process that takes in what happened, for those that only read the history. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LogPosition } from '../types/changes.js';
import type { ActivityLog } from './activity-log.js';
import { isBefore } from './log-days.js';

/** Time between two looks, and the longest wait, in ms: a little more than until changes are taken in. */
const BETWEEN_MS = 100;
const LONGEST_MS = 8_000;

/** Resolves when the log as it is now has been taken in, or when no process seems to do that. */
export async function untilTakenIn(log: ActivityLog, position: () => LogPosition | undefined): Promise<void> {
  const end = log.end();
  const isTakenIn = () => {
    const at = position();
    return end === undefined || (at !== undefined && !isBefore(at, end));
  };
  for (let waited = 0; !isTakenIn() && waited < LONGEST_MS; waited += BETWEEN_MS) await pause(BETWEEN_MS);
}
