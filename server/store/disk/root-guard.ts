/**
 * The data folder is one folder: its device and inode are remembered when it is opened. While another one or none is
 * at its path (unmounted, renamed, swapped), nothing is read or created there. An unmounted volume leaves an empty
 * folder, and what was written there would vanish under the volume when it comes back.
 */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { isAbsent } from './fs-errors.js';

/** Max age of a check that a read relies on, in ms. */
const MAX_AGE_MS = 10;
/** How often it is checked without requests, in ms. */
const POLL_MS = 1_000;

/**
 * Numbers of files on Windows have more digits than a number holds. Elsewhere large ones may be rounded, and big integers
 * would triple the cost of a look.
 */
const bigint = process.platform === 'win32';

const markOf = (root: string): string | undefined => {
  try {
    const stats = lstatSync(root, { bigint, throwIfNoEntry: false });
    return stats?.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch (error) {
    // An unmounted volume has other errors than "no such file"; with any of them the folder cannot be used.
    if (isAbsent(error) || error instanceof Error) return undefined;
    throw error;
  }
};

export class RootGuard {
  /** Identifies this folder, also against a copy of it; the same after a restart. */
  readonly id: string;
  readonly #root: string;
  readonly #mark: string;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(isAvailable: boolean) => void>();
  #isAvailable = true;
  #checkedAt = performance.now();

  /** Remembers the folder at `root`, a real path. */
  constructor(root: string) {
    this.#root = root;
    this.#mark = markOf(root) ?? 'none';
    this.id = createHash('sha256').update(`${root}\0${this.#mark}`).digest('hex').slice(0, 16);
    this.#timer = setInterval(() => this.isAvailable(), POLL_MS).unref();
  }

  /** Called when the folder disappears and when it is back. */
  on(listener: (isAvailable: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Whether the folder is at its path now. */
  isAvailable(): boolean {
    this.#checkedAt = performance.now();
    const isAvailable = markOf(this.#root) === this.#mark;
    if (isAvailable !== this.#isAvailable) {
      this.#isAvailable = isAvailable;
      for (const listener of this.#listeners) listener(isAvailable);
    }
    return isAvailable;
  }

  /** As `isAvailable`, by a check that may be some milliseconds old. */
  wasAvailableRecently(): boolean {
    return (this.#isAvailable && performance.now() - this.#checkedAt < MAX_AGE_MS) || this.isAvailable();
  }

  /** Throws `folderUnavailable` unless the folder is at its path. */
  check(): void {
    if (!this.isAvailable()) throw folderUnavailable();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }
}

/** What is answered while the folder is away. */
export const folderUnavailable = (): PlinthError => new PlinthError('gone', message('folderUnavailable'));
