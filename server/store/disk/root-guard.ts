/**
 * The data folder is one folder: its device and inode are remembered when it is opened. While another one or none stands
 * at its place (unmounted, renamed away, swapped), nothing is read there and nothing is made.
 */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { PlinthError } from '../../errors.js';
import { isAbsent } from './fs-errors.js';

/** How old a look may be that a read rests on, in ms. */
const MAX_AGE_MS = 10;
/** How often is looked while nobody asks, in ms. */
const POLL_MS = 1_000;

const markOf = (root: string): string | undefined => {
  try {
    const stats = lstatSync(root, { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch (error) {
    // A volume that is gone answers with more than "no such file"; whatever it says, the folder cannot be used.
    if (isAbsent(error) || error instanceof Error) return undefined;
    throw error;
  }
};

export class RootGuard {
  /** Tells this folder from any other, a copy of it too; the same after a restart. */
  readonly id: string;
  readonly #root: string;
  readonly #mark: string;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(stands: boolean) => void>();
  #stands = true;
  #looked = performance.now();

  /** Remembers the folder that stands at `root`, a real path. */
  constructor(root: string) {
    this.#root = root;
    this.#mark = markOf(root) ?? 'none';
    this.id = createHash('sha256').update(`${root}\0${this.#mark}`).digest('hex').slice(0, 16);
    this.#timer = setInterval(() => this.stands(), POLL_MS).unref();
  }

  /** Told when the folder goes and when it is back. */
  on(listener: (stands: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Whether the folder stands at its place now. */
  stands(): boolean {
    this.#looked = performance.now();
    const stands = markOf(this.#root) === this.#mark;
    if (stands !== this.#stands) {
      this.#stands = stands;
      for (const listener of this.#listeners) listener(stands);
    }
    return stands;
  }

  /** As `stands`, by a look that may be some milliseconds old. */
  wasAvailableRecently(): boolean {
    return (this.#stands && performance.now() - this.#looked < MAX_AGE_MS) || this.stands();
  }

  /** Throws `gone` unless the folder stands at its place. */
  check(): void {
    if (!this.stands()) throw gone();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#listeners.clear();
  }
}

/** What is answered while the folder is away. */
export const gone = (): PlinthError =>
  new PlinthError('gone', 'The data folder is not available; Plinth continues when it is back');
