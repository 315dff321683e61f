/**
 * Files that another program is writing: incomplete, or removed to be written again, as git does at a checkout. They
 * are read a second time before they are reported as damaged or gone.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PlinthError } from '../../errors.js';
import type { Stamp } from '../types/stamp.js';
import { beingWritten } from './fs-errors.js';
import { stampAt } from './stamp.js';

/** A file written so recently may still be incomplete. */
const RECENT_MS = 500;
/** Delay of the second check. */
export const RECHECK_MS = 250;
/** Between two tries of a request that waits for a file. */
const STEP_MS = 50;
/** A request waits for a file no longer than this. */
const MAX_WAIT_MS = 2_000;

export const isFresh = ({ mtimeMs }: Stamp): boolean => Math.abs(Date.now() - mtimeMs) < RECENT_MS;

const isDamaged = (error: unknown) => error instanceof PlinthError && error.kind === 'damaged';

/**
 * Reads a file that may be in the process of being written: a damaged one is read again until it is complete or has
 * not been written to for a moment. Throws `busy` when it is still being written after two seconds.
 */
export async function retryWhileBeingWritten<T>(path: string, read: () => T): Promise<T> {
  for (let waited = 0; ; waited += STEP_MS) {
    try {
      return read();
    } catch (error) {
      const stamp = isDamaged(error) ? stampAt(path) : undefined;
      if (!stamp || !isFresh(stamp)) throw error;
      if (waited >= MAX_WAIT_MS) throw beingWritten(error);
    }
    await wait(STEP_MS);
  }
}

/** What `read` gives, tried again for a moment while it gives nothing. */
export async function retryUntilFound<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let waited = 0; ; waited += STEP_MS) {
    const found = await read();
    if (found !== undefined || waited >= RECHECK_MS) return found;
    await wait(STEP_MS);
  }
}
