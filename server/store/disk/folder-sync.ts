/** Fsync of folders, shared by all writers that wait on the same one (group commit). */
import { closeSync, constants, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from './fs-errors.js';

const syncFile = promisify(fsync);

/** Where folders cannot be opened or synced (Windows, some network drives) the rename itself must do. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['EISDIR', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

interface Turn {
  running: Promise<void>;
  /** Whether it may miss what is renamed from now on. */
  begun: boolean;
  next: Promise<void> | undefined;
}

export class FolderSync {
  readonly #turns = new Map<string, Turn>();

  /**
   * Resolves when everything renamed into or out of `folder` before this call is on the disk.
   * A sync that has already begun may have missed it, so latecomers share the next one.
   */
  sync(folder: string): Promise<void> {
    const turn = this.#turns.get(folder);
    if (!turn) return this.#start(folder);
    if (!turn.begun) return turn.running;
    turn.next ??= turn.running.then(
      () => this.#start(folder),
      () => this.#start(folder),
    );
    return turn.next;
  }

  #start(folder: string): Promise<void> {
    // Starts after all renames of the same moment have been registered.
    const running = Promise.resolve().then(() => {
      turn.begun = true;
      return syncFolder(folder);
    });
    const turn: Turn = { running, begun: false, next: undefined };
    this.#turns.set(folder, turn);
    const done = () => {
      if (turn.next === undefined) this.#turns.delete(folder);
    };
    turn.running.then(done, done);
    return turn.running;
  }
}

async function syncFolder(folder: string): Promise<void> {
  let descriptor: number;
  try {
    // Opening to read does not block; only the sync needs the thread pool.
    descriptor = openSync(folder, constants.O_RDONLY);
  } catch (error) {
    if (unsupported(error)) return;
    throw error;
  }
  try {
    await syncFile(descriptor);
  } catch (error) {
    if (!unsupported(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

function unsupported(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  const windows = process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES');
  return windows || UNSUPPORTED.has(code);
}
