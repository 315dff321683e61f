/** Fsync of folders, shared by all writers that wait on the same one (group commit). */
import { closeSync, constants, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from './fs-errors.js';

const syncFile = promisify(fsync);

/** Where folders cannot be opened or synced (Windows, some network drives) the rename itself must do. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['EISDIR', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

interface SyncRound {
  running: Promise<void>;
  /** Whether it may miss what is renamed from now on. */
  begun: boolean;
  next: Promise<void> | undefined;
}

export class FolderSync {
  readonly #turns = new Map<string, SyncRound>();

  /**
   * Resolves when everything renamed into or out of `folder` before this call is on the disk.
   * A sync that has already begun may have missed it, so latecomers share the next one.
   */
  sync(folder: string): Promise<void> {
    const round = this.#turns.get(folder);
    if (!round) return this.#start(folder);
    if (!round.begun) return round.running;
    round.next ??= round.running.then(
      () => this.#start(folder),
      () => this.#start(folder),
    );
    return round.next;
  }

  #start(folder: string): Promise<void> {
    // Starts after all renames of the same moment have been registered.
    const running = Promise.resolve().then(() => {
      round.begun = true;
      return syncFolder(folder);
    });
    const round: SyncRound = { running, begun: false, next: undefined };
    this.#turns.set(folder, round);
    const done = () => {
      if (round.next === undefined) this.#turns.delete(folder);
    };
    round.running.then(done, done);
    return round.running;
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
